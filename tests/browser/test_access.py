"""Every page in both themes, on desktop and phone, checked with axe."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import Hands, sensible, start
from tests.browser.window import DESKTOP, PHONE
from tests.server.running import Server

PLACES = (
    "/rules/reef",
    "/rules/reef-encounter",
    "/rules/second-kind",
    "/learn/reef",
    "/learn/second-kind",
    "/nowhere/at/all",
    "/t/nowhere",
)
AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"


def problems(page: Page) -> list[str]:
    """What axe finds, in words."""
    page.wait_for_timeout(450)  # things that fade in have arrived
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_axe_has_nothing_to_say(visit: Visit, server: Server, theme: str, device: str) -> None:
    shape = PHONE if device == "phone" else DESKTOP
    page = visit("/", color_scheme=theme, **shape)
    expect(page.locator('[data-tool="play"]')).to_be_visible()
    assert problems(page) == []
    for path in PLACES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert problems(page) == [], path
    for game in ("reef-encounter", "reef"):
        page.goto("/")
        start(page, game)
        assert problems(page) == [], game
        if device == "desktop":
            hands = Hands(page, server.file)
            for number in range(6):
                assert hands.wait_for_turn()
                hands.play(sensible(hands.game(), number))
            hands.wait_for_turn()
            assert problems(page) == [], game
