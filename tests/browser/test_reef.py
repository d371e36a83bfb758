"""The table of Reef: what there is to see beside playing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import Hands, sensible, start
from tests.server.running import Server

LEAST = 130  # px that a card of the display is wide


def played(visit: Visit, server: Server, moves: int, **options: object) -> tuple[Page, Hands]:
    page = visit("/", **options)
    start(page, "reef")
    hands = Hands(page, server.file)
    for number in range(moves):
        assert hands.wait_for_turn()
        hands.play(sensible(hands.game(), number))
    hands.wait_for_turn()
    return page, hands


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_the_cards_of_the_display_are_large(visit: Visit, server: Server, size: tuple[int, int]) -> None:
    page, _ = played(visit, server, 4, viewport={"width": size[0], "height": size[1]})
    for key in "qwer":
        box = page.locator(f'[data-key="{key}"]').bounding_box()
        assert box is not None
        assert box["width"] >= LEAST
        assert box["y"] + box["height"] <= size[1]
    tools, prompt = page.locator('[data-tool="undo"]').bounding_box(), page.locator("[data-prompt]").bounding_box()
    assert tools is not None
    assert prompt is not None
    assert prompt["x"] + prompt["width"] <= tools["x"]  # in one line, at the bottom
    assert abs(tools["y"] - prompt["y"]) < 60 < prompt["y"]


def test_a_taken_card_is_asked_for_once_more_and_the_prompt_stays(visit: Visit, server: Server) -> None:
    page, hands = played(visit, server, 4)
    prompt = page.locator("[data-prompt]")
    todo = prompt.text_content()
    card = page.locator('[data-key="q"]')
    card.hover()
    expect(page.locator("[data-about]")).not_to_be_empty()
    assert prompt.text_content() == todo
    before = hands.lines()
    card.click()
    expect(page.locator('[data-armed][data-key="q"]')).to_be_visible()
    assert hands.lines() == before
    page.locator('[data-armed][data-key="q"]').click()
    expect(page.locator(f'[data-log] [data-line="{before + 1}"]')).to_be_attached()


def test_a_hand_shows_how_full_it_is(visit: Visit, server: Server) -> None:
    page, hands = played(visit, server, 4)
    cards = hands.game().view(0)["players"][0]["cards"]
    expect(page.locator("[data-hand-count]")).to_have_text(f"{cards} of 4")
    expect(page.locator("[data-free]")).to_have_count(4 - cards)


def test_what_others_laid_stays_marked_until_one_moves_and_the_log_lights_it(visit: Visit, server: Server) -> None:
    page, hands = played(visit, server, 4)
    marks = page.locator("[data-reef='2'] [data-new]")
    for number in range(12):
        if marks.count():
            break
        hands.play(sensible(hands.game(), number))
        assert hands.wait_for_turn()
    expect(marks.first).to_be_attached()
    laid = max(n for n, line in enumerate(hands.game().log, 1) if line.startswith(("2 lay", "2 start")))
    line = page.locator(f'[data-log] [data-line="{laid}"]')
    if not line.count():  # a turn that is told in one line
        page.locator("[data-log] [aria-expanded='false']").last.click()
    line.hover()
    expect(page.locator("[data-reef='2'] [data-lit]")).to_be_attached()
    page.locator("h1, header").first.hover()
    expect(page.locator("[data-lit]")).to_have_count(0)
    hands.play(next(move for move in hands.game().texts() if move.startswith(("take", "play"))))
    if hands.game().seat == 0:
        expect(marks).to_have_count(0)


def test_a_zone_is_one_stop_and_arrows_go_on_inside(visit: Visit, server: Server) -> None:
    page, _ = played(visit, server, 4)
    display = page.locator("[data-zone=display]")
    expect(display.locator("button")).to_have_count(4)
    expect(display.locator("button[tabindex='0']")).to_have_count(1)
    display.locator("button[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-key="w"]')).to_be_focused()
    expect(display.locator("button[tabindex='0']")).to_have_count(1)


def test_after_the_end_points_from_the_hand_are_in_the_panels(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    hands = Hands(page, server.file)
    hands.to_the_end()
    own, other = hands.game().state.scores()
    expect(page.locator(".mine .points")).to_have_attribute("aria-label", f"Points: {own}")
    expect(page.locator(".other .points")).to_have_attribute("aria-label", f"Points: {other}")
