"""What is possible glows, what it does is shown first, what is not possible says why; undo; phone; keys."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import atoll
from tests.browser.conftest import Visit
from tests.browser.hands import Hands, sensible, start, touches
from tests.browser.window import PHONE
from tests.server.running import Server


def opening(hands: Hands, game: str) -> None:
    """Through the set-up."""
    for number in range(2 if game == "reef-encounter" else 4):
        assert hands.wait_for_turn()
        hands.play(sensible(hands.game(), number))
    assert hands.wait_for_turn()


def sideways(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "no action 2 or 3 is open"),
        ("fr", "aucune action 2 ou 3"),
        ("it", "nessuna azione 2 o 3"),
    ],
)
def test_what_is_not_possible_says_why_in_the_readers_language(
    visit: Visit, server: Server, language: str, said: str
) -> None:
    page = visit("/", language=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    start(page, "reef-encounter")
    hands = Hands(page, server.file)
    opening(hands, "reef-encounter")
    empty = page.locator("[data-cell]:not([data-taken])").first
    empty.click()
    expect(page.locator("[data-tip]")).to_contain_text(said)
    assert page.locator("[data-tip] a").get_attribute("href") == "/rules/reef-encounter#open-action"


def test_a_move_is_shown_before_it_is_made(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    cell = page.locator("[data-cell][data-move]").first
    before = Hands(page, server.file).lines()
    cell.hover()
    expect(page.locator(".ghost")).to_be_visible()
    assert Hands(page, server.file).lines() == before


def test_a_card_shows_what_it_would_score_now(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    hands = Hands(page, server.file)
    worth = page.locator(".card[data-touch]:has(.worth)")
    for number in range(60):
        assert hands.wait_for_turn()
        game = hands.game()
        known = game.view(0)["worth"]
        if game.view(0)["phase"] == "turn" and any(card["points"] for card in known.values()):
            break
        hands.play(sensible(game, number))
    expect(worth.first).to_be_visible()
    shown = int(worth.first.locator(".worth").text_content() or "")
    assert shown in [card["points"] for card in known.values()]
    worth.first.hover()
    expect(page.locator(".reef .faint path").first).to_be_attached()


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_move_can_be_taken_back(visit: Visit, server: Server, game: str) -> None:
    page = visit("/")
    start(page, game)
    hands = Hands(page, server.file)
    opening(hands, game)
    size = hands.lines()
    hands.play(next(move for move in hands.game().texts() if move.startswith(("larva", "play"))))
    page.locator('[data-tool="undo"]').click()
    expect(page.locator(f'[data-log] [data-line="{size + 1}"]')).to_have_count(0)
    assert hands.lines() == size


def test_a_hint_marks_what_a_bot_would_do(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    page.locator('[data-tool="hint"]').click()
    expect(page.locator("[data-said]")).not_to_be_empty()
    page.locator('[data-tool="moves"]').click()
    choices = page.locator(".panel [data-move]")
    expect(choices).to_have_count(16)
    choices.first.click()
    expect(page.locator('[data-log] [data-line="1"]')).to_be_visible()


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_hint_is_followed_step_by_step(visit: Visit, server: Server, game: str) -> None:
    heard: list[dict[str, Any]] = []
    page = visit("/")
    page.on("websocket", lambda line: line.on("framereceived", lambda text: heard.append(json.loads(text))))
    start(page, game)
    hands = Hands(page, server.file)
    opening(hands, game)
    steps: list[dict[str, Any]] = []
    while len(steps) < 2:  # a turn may have but one
        page.mouse.move(1, 1)
        heard.clear()
        page.locator('[data-tool="hint"]').click()
        while not (hints := [message for message in heard if message["type"] == "hint"]):
            page.wait_for_timeout(50)
        steps = hints[0]["steps"]
        if len(steps) < 2:
            hands.play(steps[0]["move"])
            hands.wait_for_turn()
    words = page.locator("[data-said], .prompt").filter(has_text=f"of {len(steps)}:")
    expect(words.first).to_contain_text(f"Step 1 of {len(steps)}: ")
    hands.play(steps[0]["move"])
    page.mouse.move(1, 1)
    expect(words.first).to_contain_text(f"Step 2 of {len(steps)}: ")
    page.locator('[data-tool="undo"]').click()
    page.mouse.move(1, 1)
    expect(words.first).to_contain_text(f"Step 1 of {len(steps)}: ")
    hands.play(next(move for move in hands.game().texts() if move.split()[0] != "collect" and move != steps[0]["move"]))
    expect(words).to_have_count(0)


def test_a_piece_is_dragged_to_its_place(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    hands = Hands(page, server.file)
    move = sensible(hands.game(), 1)
    colour, cell = hands.game().kind.grammar.split(move)[1].values()
    page.locator(f'[data-piece="{colour}"]').drag_to(page.locator(f'[data-touch="reef"] [data-cell="{cell}"]'))
    expect(page.locator('[data-log] [data-line="1"]')).to_be_visible()
    assert hands.game().log[0] == f"1 {move}"


def test_a_card_is_carried_into_the_hand_and_onto_the_reef(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    hands = Hands(page, server.file)
    opening(hands, "reef")
    for verb, place in (("take", "hand"), ("play", "reef")):
        size = hands.lines()
        page.locator(f'[data-move^="{verb} "]').first.drag_to(page.locator(f'[data-touch="{place}"]'))
        expect(page.locator(f'[data-log] [data-line="{size + 1}"]')).to_be_attached()
        assert hands.game().log[size].split()[1] == verb
        assert hands.wait_for_turn()


def test_a_larva_is_carried_to_the_rocks(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef-encounter")
    hands = Hands(page, server.file)
    opening(hands, "reef-encounter")
    size = hands.lines()
    larva = next(move for move in hands.game().texts() if move.startswith("larva"))
    colour = hands.game().kind.grammar.split(larva)[1]["colour"]
    page.locator(f'[data-touch="cube:{colour}"]').drag_to(page.locator('[data-touch="rocks"]'))
    expect(page.locator(f'[data-log] [data-line="{size + 1}"]')).to_be_attached()
    assert hands.game().log[size] == f"1 {larva}"


@pytest.mark.parametrize("game", atoll.NAMES)
def test_arrows_walk_over_the_spaces(visit: Visit, server: Server, game: str) -> None:
    page = visit("/")
    start(page, game)
    cells = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        cells.append(page.locator("[data-cell]:focus").get_attribute("data-cell") or "")
    first, right, down, left = (cell[-2:] for cell in cells)
    assert right[0] > first[0]
    assert right[1] == first[1]
    assert down[1] > first[1]
    assert left[0] < down[0]
    assert left[1] == down[1]


class Fingers(Hands):
    """On a phone: the first tap shows what would happen, the second does it; sheets and rocks are opened first."""

    def press(self, thing: Locator) -> None:
        target = thing.first
        if not target.is_visible():
            self.reveal(target)
        target.tap()

    def reveal(self, target: Locator) -> None:
        """Open the sheet that holds a thing."""
        for tab in self.page.locator("[data-tab]").all():
            tab.tap()
            self.page.wait_for_timeout(350)
            if target.is_visible():
                return
        raise AssertionError(f"{target} is nowhere")

    def play(self, move: str) -> None:
        game = self.game()
        before = len(game.log)
        wanted = [] if game.kind.name == "reef" or move.startswith("cubes") else touches(move, game)
        if wanted:
            for touch in wanted:
                if touch.startswith("cell:"):
                    self.enlarge(touch[5])
                self.press(self.page.locator(f'[data-touch="{touch}"]'))
        elif move.startswith("cubes"):
            for colour in game.kind.grammar.split(move)[1]["pair"]:
                self.press(self.page.locator(f'[data-take="{colour}"]'))
            self.press(self.page.locator(f'button[data-move="{move}"]'))
        else:
            self.reef(game, move)
        for _ in range(100):
            if self.lines() > before:
                break
            again = self.page.locator(f'[data-move="{move}"]:visible')
            if again.count():
                again.first.tap()
            self.page.wait_for_timeout(100)
        assert self.game().log[before].partition(" ")[2] == move

    def enlarge(self, rock: str) -> None:
        """A touched rock becomes large enough for fingers."""
        small = self.page.locator(f'.rock:has([data-cell^="{rock}"]) .enlarge')
        if small.count():
            small.tap()
            expect(small).to_have_count(0)
        box = self.page.locator(f'[data-cell^="{rock}"]').first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_phone_has_everything_and_scrolls_nothing_sideways(visit: Visit, server: Server, game: str) -> None:
    page = visit("/", **PHONE)
    assert sideways(page) == 0
    start(page, game)
    assert sideways(page) == 0
    fingers = Fingers(page, server.file)
    for number in range(10):
        assert fingers.wait_for_turn()
        fingers.play(sensible(fingers.game(), number))
        assert sideways(page) == 0
    for tab in page.locator("[data-tab]").all():
        tab.tap()
        page.wait_for_timeout(350)
        assert sideways(page) == 0
        tab.tap()


class Keys(Hands):
    """Without a mouse: things get the focus, Enter does them."""

    def press(self, thing: Locator) -> None:
        thing.first.focus()
        expect(thing.first).to_be_focused()
        self.page.keyboard.press("Enter")


@pytest.mark.parametrize("game", atoll.NAMES)
def test_the_keyboard_alone_is_enough(visit: Visit, server: Server, game: str) -> None:
    page = visit("/")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.matches('[data-game] input')"):
            break
    if game == "reef":
        page.keyboard.press("ArrowRight")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.matches('[data-tool=play]')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator('[data-tool="moves"]')).to_be_enabled()
    keys = Keys(page, server.file)
    for number in range(12):
        assert keys.wait_for_turn()
        keys.play(sensible(keys.game(), number))
    assert keys.wait_for_turn()
    page.keyboard.press("?")
    expect(page.locator(".panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_have_count(0)
    page.keyboard.press("m")
    expect(page.locator(".panel")).to_be_visible()
    page.keyboard.press("Escape")
    if page.locator('[data-tool="undo"]').is_enabled():
        size = keys.lines()
        page.keyboard.press("u")
        page.wait_for_timeout(500)
        assert keys.lines() == size - 1
