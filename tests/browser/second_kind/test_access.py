"""Every screen of the expansion in both themes, on desktop and phone, checked with axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import sit_into
from tests.browser.second_kind.hands import SecondFingers, SecondHands
from tests.browser.second_kind.sights import before
from tests.browser.second_kind.touches import words_of
from tests.browser.test_access import problems
from tests.browser.window import DESKTOP, PHONE
from tests.server.running import Server


def look(page: Page, hands: SecondHands, what: str) -> list[str]:
    """What axe finds in a state; the board is left as it was."""
    found = problems(page)
    page.keyboard.press("Escape")
    return [f"{what}: {one}" for one in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_axe_has_nothing_to_say(visit: Visit, server: Server, theme: str, device: str) -> None:
    page = visit("/", color_scheme=theme, **(PHONE if device == "phone" else DESKTOP))
    hands = (SecondFingers if device == "phone" else SecondHands)(page, server.file)
    page.locator('[data-game="second-kind"]').click()
    found = look(page, hands, "start")
    game, move = before("laid half")
    words = words_of(move)[1]
    sit_into(page, game)
    found += look(page, hands, "board")
    tile = f"{'consumed' if 'consumed' in words else 'hand'}:{words['tile']}"
    for name in (tile, f"cell:{words['cell']}"):
        hands.press(page.locator(f'[data-touch="{name}"]'))
    expect(page.locator("[data-choice]").first).to_be_visible()
    found += look(page, hands, "how a half is turned")
    page.goto("/")
    sit_into(page, before("over the edge")[0])
    hands.press(page.locator('[data-touch="hand:rock"]'))
    found += look(page, hands, "terrain")
    page.goto("/")
    game, move = before("card for blue")
    sit_into(page, game)
    hands.press(page.locator(f'[data-touch="card:{words_of(move)[1]["card"]}"]'))
    expect(page.locator("[data-choice]").first).to_be_visible()
    found += look(page, hands, "a card")
    hands.press(page.locator('[data-tool="standing"]'))
    expect(page.locator("[data-window]").first).to_be_visible()
    found += look(page, hands, "answers")
    page.goto("/")
    sit_into(page, before("bag")[0])
    found += look(page, hands, "tiles that go back")
    for tab in page.locator("[data-tab]").all():
        tab.tap()
        found += look(page, hands, f"sheet {tab.get_attribute('data-tab')}")
    for path in ("/rules/second-kind", "/learn/second-kind") if device == "desktop" else ():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found += look(page, hands, path)
    assert found == []
