"""Others are asked, and answer: by hand, by what they said before, or not at all; and nobody is ever stuck."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visit
from tests.browser.second_kind.together import seated
from tests.browser.window import window
from tests.server.cards import about_to_attack, holding
from tests.server.running import EASY, Server

CARD = "free-growth"  # asks nothing once its window is over
DULL = "grey-strength"


def asked(page: Page, words: str) -> None:
    """Until a page says that it is asked something."""
    expect(page.locator("[data-prompt]")).to_contain_text(words)
    expect(page.locator('[data-move="pass"]')).to_be_visible()


def stands(page: Page, where: str, answer: str) -> None:
    """Say in the panel what is answered until further notice."""
    page.locator('[data-tool="standing"]').first.click()
    page.locator(f'[data-window="{where}"] label:has(input[value="{answer}"])').click()
    expect(page.locator(f'[data-window="{where}"] input[value="{answer}"]')).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_have_count(0)


def test_strong_current_is_played_by_who_is_asked_while_the_other_waits(visit: Visit, server: Server) -> None:
    ada, bo = visit("/"), visit("/")
    hands = seated(server, holding([CARD], ["strong-current"]), [ada, bo], "current")
    hands[0].play(f"play {CARD}")
    expect(ada.locator("[data-prompt]")).to_contain_text("P2 may answer Free growth")
    expect(ada.locator('[data-move="pass"]')).to_have_count(0)
    asked(bo, "Free growth")
    hands[1].play("play strong-current")
    for page in (ada, bo):
        expect(page.locator("[data-log]")).to_contain_text("Strong current")
    assert "free-growth" not in hands[0].game().view(0)["turn"]["in_force"]
    hands[0].wait_for_turn()
    hands[0].play(next(move for move in hands[0].game().texts() if move.startswith("collect")))


def test_dislodged_is_played_in_anothers_turn_before_the_crowns_attack(visit: Visit, server: Server) -> None:
    ada, bo = visit("/"), visit("/")
    hands = seated(server, about_to_attack(holding(["dislodged"], [DULL])), [ada, bo], "start")
    asked(ada, "crown")  # the one at turn had no choice
    crown = next(cell for rock in hands[0].game().view()["rocks"] for cell in rock["crowns"])
    hands[0].play("play dislodged")
    expect(bo.locator("[data-log]")).to_contain_text("Dislodged")
    expect(bo.locator(f'[data-cell="{crown}"][data-taken="crown"]')).to_have_count(0)
    assert hands[1].wait_for_turn()
    assert f"1 dislodge {crown}" in hands[1].game().log
    hands[1].play(next(move for move in hands[1].game().texts() if move.startswith("collect")))


def test_a_standing_answer_outlives_a_reload_and_is_honoured(visit: Visit, server: Server) -> None:
    ada, bo = visit("/"), visit("/")
    hands = seated(server, holding([CARD, DULL], ["strong-current"]), [ada, bo], "standing")
    stands(bo, "current", "no")
    bo.reload()
    bo.locator('[data-tool="standing"]').first.click()
    expect(bo.locator('[data-window="current"] input[value="no"]')).to_be_checked()
    bo.keyboard.press("Escape")
    hands[0].play(f"play {CARD}")
    hands[0].wait_for(f"play {DULL}")
    assert hands[0].game().log[-1] == "2 pass"
    stands(bo, "current", "able")
    hands[0].play(f"play {DULL}")
    asked(bo, "strength")
    stands(bo, "current", "no")  # in the middle of it
    assert hands[0].wait_for_turn()
    assert hands[0].game().log[-1] == "2 pass"


def test_who_is_asked_can_say_no_for_good(visit: Visit, server: Server) -> None:
    ada, bo = visit("/"), visit("/")
    hands = seated(server, holding([CARD, DULL], ["strong-current"]), [ada, bo], "never")
    hands[0].play(f"play {CARD}")
    bo.locator('[data-decline="current"]').click()
    hands[0].wait_for(f"play {DULL}")
    hands[0].play(f"play {DULL}")
    assert hands[0].wait_for_turn()
    assert [line for line in hands[0].game().log if line == "2 pass"] == ["2 pass"] * 2


def test_the_curtain_falls_for_a_choice_but_not_for_a_forced_answer(visit: Visit, server: Server) -> None:
    page = visit("/")
    (hands,) = seated(server, holding([CARD, "pick-me-up"], [DULL]), [page], "curtain")
    page.locator('[data-curtain="1"] [data-tool="ready"]').click()
    hands.wait_for_turn()
    hands.play(f"play {CARD}")
    assert hands.wait_for_turn()
    assert hands.game().log[-1] == "2 pass"
    assert page.locator("[data-curtain]").count() == 0
    page = visit("/")
    (hands,) = seated(server, holding([CARD], ["strong-current"]), [page], "choice")
    page.locator('[data-curtain="1"] [data-tool="ready"]').click()
    hands.wait_for_turn()
    hands.play(f"play {CARD}")
    page.locator('[data-curtain="2"] [data-tool="ready"]').click()
    asked(page, "Free growth")
    hands.play("pass")
    page.locator('[data-curtain="1"] [data-tool="ready"]').click()
    assert hands.wait_for_turn()


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to be killed; answers have their usual pauses."""
    running = Server(tmp_path / "tables.sqlite", *EASY, "--answer-pause=1.2")
    yield running
    running.stop()


def test_a_server_killed_while_somebody_is_asked_asks_again(browser: Browser, fragile: Server) -> None:
    with window(browser, fragile.address) as ada, window(browser, fragile.address) as bo:
        for page in (ada, bo):
            page.goto("/")
        hands = seated(fragile, holding([CARD], ["strong-current"]), [ada, bo], "killed")
        hands[0].play(f"play {CARD}")
        asked(bo, "Free growth")
        fragile.kill()
        for page in (ada, bo):
            expect(page.locator('[data-bar="offline"]')).to_be_visible()
        fragile.start()
        for page in (ada, bo):
            expect(page.locator('[data-bar="offline"]')).to_have_count(0)
        asked(bo, "Free growth")
        hands[1].play("pass")
        assert hands[0].wait_for_turn()
        assert "free-growth" in hands[0].game().view(0)["turn"]["in_force"]
        hands[0].play(next(move for move in hands[0].game().texts() if move.startswith("collect")))
