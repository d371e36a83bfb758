"""What is asked at the finger: how a half is turned, as what a tile counts, what a card is for; and why not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import sit_into
from tests.browser.second_kind.hands import SecondHands
from tests.browser.second_kind.sights import before
from tests.browser.second_kind.touches import words_of
from tests.server.cards import holding
from tests.server.running import Server


def touch(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'[data-touch="{name}"]').first.click()


def test_a_half_shows_each_of_its_turns_before_it_is_laid(visit: Visit, server: Server) -> None:
    game, move = before("laid half")
    words = words_of(move)[1]
    page = visit("/")
    sit_into(page, game)
    touch(page, f"{'consumed' if 'consumed' in words else 'hand'}:{words['tile']}", f"cell:{words['cell']}")
    choices = page.locator('[data-choice^="turned:"]')
    expect(choices).to_have_count(4)
    ghost = page.locator(f'[data-cell="{words["cell"]}"] .ghost')
    drawn: set[str] = set()
    for choice in choices.all():
        name = (choice.get_attribute("data-choice") or "").removeprefix("turned:")
        choice.hover()
        expect(ghost).to_be_visible()
        expect(page.locator("[data-about]")).to_contain_text("If so: ")
        page.wait_for_function(
            "([cell, seen]) => !seen.includes(document.querySelector(`[data-cell='${cell}'] .ghost`)?.innerHTML)",
            arg=[words["cell"], sorted(drawn)],
        )
        drawn.add(ghost.inner_html())
        assert (choice.text_content() or "").strip(), name
    assert len(drawn) == 4
    before_it = SecondHands(page, server.file).lines()
    page.locator('[data-choice="turned:sw"]').click()
    expect(page.locator(f'[data-log] [data-line="{before_it + 1}"]')).to_be_attached()
    assert "sw" in SecondHands(page, server.file).game().log[before_it].split()


def test_a_tile_of_two_colours_is_asked_as_which_it_counts(visit: Visit, server: Server) -> None:
    game, move = before("special for a cube")
    words = words_of(move)[1]
    assert words["tile"] != words["colour"]
    page = visit("/")
    sit_into(page, game)
    hands = SecondHands(page, server.file)
    hands.play(move)
    assert hands.game().log[len(game.log)] == f"1 {move}"


def test_a_card_says_what_it_does_and_what_else_it_is_good_for(visit: Visit) -> None:
    page = visit("/")
    sit_into(page, holding(["lucky-dip", "strong-current"], ["grey-strength"]))
    card = page.locator('[data-touch="card:lucky-dip"]')
    card.hover()
    expect(page.locator(".whole")).to_be_visible()
    card.click()
    for way in ("text-way", "blue-way", "discard"):
        expect(page.locator(f'[data-choice="{way}"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-choice]")).to_have_count(0)
    other = page.locator('[data-touch="card:strong-current"]')
    expect(other).to_contain_text("cannot be played now")
    other.click()
    expect(page.locator("[data-choice]")).to_have_count(1)  # it can only be discarded


@pytest.mark.parametrize(
    ("touched", "said"),
    [
        (["action:0"], "Crowns attack"),
        (["action:8a"], "behind"),
        (["deck"], "card"),
        (["action:8c"], "card"),
        (["card:lucky-dip"], "polyp"),
        (["hand:crown", "polyp"], "empty"),
    ],
)
def test_what_is_not_possible_says_why(visit: Visit, touched: list[str], said: str) -> None:
    """No crown that attacks, no terrain, a card bought already, no card, a card in an open action, a space taken."""
    game = holding([], ["grey-strength"])
    if touched[0].startswith("card"):
        game = holding(["lucky-dip"], ["grey-strength"])
        game.apply(next(text for text in game.texts() if text.startswith("larva")))
    elif "deck" in touched:
        game = holding(["lucky-dip"], ["grey-strength"])
        game.apply(next(text for text in game.texts() if text.startswith("buy cube")))
        game.chance("card 1 pick-me-up")
    elif touched[0] == "action:8a":
        game.apply(next(text for text in game.texts() if text.startswith("lay crown")))
    polyp = next(cell for rock in game.view()["rocks"] for cell in rock["polyps"])
    page = visit("/")
    sit_into(page, game)
    for name in touched:
        touch(page, f"cell:{polyp}" if name == "polyp" else name)
    tip = page.locator("[data-tip]")
    expect(tip).to_be_visible()
    assert said in (tip.text_content() or "")
