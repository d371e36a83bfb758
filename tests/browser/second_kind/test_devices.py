"""The expansion on a phone, with fingers; and without a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Position, expect

from tests.browser.conftest import Visit
from tests.browser.hands import sensible, sit_into, start
from tests.browser.second_kind.hands import INWARDS, SecondFingers, SecondHands, SecondKeys
from tests.browser.second_kind.sights import before
from tests.browser.second_kind.touches import words_of
from tests.browser.second_kind.turns import answered
from tests.browser.window import PHONE
from tests.server.cards import holding
from tests.server.running import Server

# What fingers and keys have to be able to do, each in another way.
SHOWN = [
    *("turned se", "over the edge", "laid water", "laid crown", "play free-alga", "free alga"),
    *("blue comes", "consume", "bought with a tile", "bag", "collects and goes on", "shift", "grow", "swap"),
]


def sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("sight", SHOWN)
def test_fingers_on_a_phone_can_do_it(visit: Visit, server: Server, sight: str) -> None:
    game, move = before(sight)
    page = visit("/", **PHONE)
    sit_into(page, game)
    assert sideways(page) == 0
    fingers = SecondFingers(page, server.file)
    fingers.play(move)
    assert sideways(page) == 0


def test_a_phone_scrolls_nothing_sideways(visit: Visit, server: Server) -> None:
    page = visit("/", **PHONE)
    assert sideways(page) == 0
    start(page, "second-kind")
    fingers = SecondFingers(page, server.file)
    for number in range(8):
        assert fingers.wait_for_turn()
        game = fingers.game()
        if not answered(game):
            fingers.play(sensible(game, number))
        assert sideways(page) == 0
    assert fingers.wait_for_turn()  # a new position closes sheets
    for tab in page.locator("[data-tab]").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-expanded", "true")
        page.wait_for_timeout(350)  # until it has slid in
        assert sideways(page) == 0
        tab.tap()
    for path in ("/rules/second-kind", "/learn/second-kind"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert sideways(page) == 0, path


@pytest.mark.parametrize("sight", ["turned se", "over the edge", "free alga", "bag", "shift", "grow", "play lucky-dip"])
def test_the_keyboard_can_do_it(visit: Visit, server: Server, sight: str) -> None:
    game, move = before(sight)
    page = visit("/")
    sit_into(page, game)
    SecondKeys(page, server.file).play(move)


STEPS = {"w": "ArrowLeft", "e": "ArrowRight", "n": "ArrowUp", "s": "ArrowDown"}
WITHIN = str.maketrans("zh07", "ag16")


def side_of(cell: str) -> str:
    """On which side of its rock a space over the edge lies."""
    return {"z": "w", "h": "e"}.get(cell[1]) or {"0": "n", "7": "s"}[cell[2]]


def test_arrows_reach_over_the_edge_while_something_can_be_laid_there(visit: Visit) -> None:
    game, move = before("over the edge")
    cell = words_of(move)[1]["cell"]
    page = visit("/")
    sit_into(page, game)
    page.locator('[data-touch="hand:rock"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(f'button[data-cell="{cell}"]')).to_be_attached()
    page.locator(f'button[data-cell="{cell[0]}{cell[1:].translate(WITHIN)}"]').focus()
    page.keyboard.press(STEPS[side_of(cell)])
    expect(page.locator(f'button[data-cell="{cell}"]')).to_be_focused()


def test_terrain_is_carried_over_the_edge(visit: Visit, server: Server) -> None:
    game, move = before("over the edge")
    cell = words_of(move)[1]["cell"]
    page = visit("/")
    sit_into(page, game)
    target = page.locator(f'[data-touch="cell:{cell}"]')
    place = target.bounding_box()
    assert place is not None
    x, y = INWARDS[f"rim-{side_of(cell)}"]
    target_position = Position(x=x * place["width"], y=y * place["height"])
    page.locator('[data-touch="hand:rock"]').drag_to(target, target_position=target_position)
    expect(page.locator(f'[data-log] [data-line="{len(game.log) + 1}"]')).to_be_attached()
    assert SecondHands(page, server.file).game().log[len(game.log)] == f"1 {move}"


def test_the_keyboard_alone_is_enough(visit: Visit, server: Server) -> None:
    page = visit("/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.matches('[data-game] input')"):
            break
    while not page.locator('[data-game="second-kind"] input').is_checked():
        page.keyboard.press("ArrowRight")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.matches('[data-tool=play]')"):
            break
    page.keyboard.press("Enter")
    keys = SecondKeys(page, server.file)
    for number in range(8):
        assert keys.wait_for_turn()
        game = keys.game()
        if game.seat == 0 and not answered(game):
            keys.play(sensible(game, number))


def test_letters_do_what_the_list_of_keys_says(visit: Visit, server: Server) -> None:
    page = visit("/")
    sit_into(page, holding(["lucky-dip"], ["grey-strength"]))
    page.keyboard.press("b")
    expect(page.locator('[data-action="8b"]')).to_have_attribute("data-chosen", "true")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(page.locator('[data-action="8a"]')).to_have_attribute("data-chosen", "true")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator(".panel")).to_contain_text("the crowns attack")
