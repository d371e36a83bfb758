"""The page of facts: of every game, on a desktop and on a phone, for those who look and those who listen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.test_access import problems
from tests.browser.window import DESKTOP, PHONE

GAMES = ("reef-encounter", "second-kind", "reef")
SMALL = PHONE | {"viewport": {"width": 360, "height": 740}}


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("shape", "theme", "language"), [(DESKTOP, "light", "en"), (SMALL, "dark", "fr"), (SMALL, "light", "it")]
)
def test_every_game_has_its_facts(visit: Visit, shape: dict[str, object], theme: str, language: str) -> None:
    page = visit("/facts", color_scheme=theme, language=language, **shape)
    for game in GAMES:
        expect(page.locator(f'[data-facts="{game}"] li').first).to_be_visible()
    fits(page)
    assert problems(page) == []
    for game in GAMES:
        page.goto(f"/facts/{game}")
        expect(page.locator('[data-fact="wins"] li').first).to_be_visible()
        assert page.locator("[data-fact]").count() > 10
        assert "{" not in page.locator("main").inner_text()
        assert "facts" not in " ".join(page.locator("[data-fact] h2, .says").all_inner_texts()), "a text is missing"
        fits(page)
        page.locator('[data-fact="wins"] summary').click()
        assert problems(page) == [], game


def test_the_number_of_players_is_chosen_by_keyboard_and_numbers_are_in_a_table(visit: Visit) -> None:
    page = visit("/rules/reef")
    page.locator('a[href="/facts/reef"]').click()
    expect(page).to_have_title("Reef: facts from many games")
    rows = page.locator('[data-fact="wins"] ol li:not([aria-hidden])')
    expect(rows).to_have_count(2)
    page.locator('input[name="group"]').first.focus()
    page.keyboard.press("ArrowRight")
    expect(rows).to_have_count(3)
    table = page.locator('[data-fact="wins"] table')
    page.locator('[data-fact="wins"] summary').click()
    expect(table.locator("tbody tr")).to_have_count(3)
    shares = [row.locator("td").first.inner_text().rstrip("%") for row in table.locator("tbody tr").all()]
    assert sum(map(float, shares)) == pytest.approx(100, abs=0.2)
    expect(page.locator("main")).to_contain_text("games of the bot greedy against itself")
    assert "atoll facts make --game reef --seats 3" in (page.locator("code").first.text_content() or "")


def test_facts_of_no_game_are_a_page_that_is_not_there(visit: Visit) -> None:
    page = visit("/facts/chess")
    expect(page.locator("main a.button")).to_have_attribute("href", "/")
