"""Pictures of every main screen, desktop, tablet and phone, light and dark: `make screenshots`.

All go to build/screenshots; the ones that the README shows are also written to docs/pictures.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

import atoll
from tests.browser.hands import Hands, sensible, sit_into, start
from tests.browser.window import DESKTOP, PHONE, TABLET, chromium, window
from tests.server.running import Server

HERE = Path(__file__).parent.parent.parent
EVERYTHING = HERE / "build" / "screenshots"
SHOWN = HERE / "docs" / "pictures"
DEVICES: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}
IN_README = {
    "reef-encounter-desktop-light": "reef-encounter",
    "reef-desktop-dark": "reef-dark",
    "start-desktop-light": "start",
    "reef-encounter-phone-light": "phone-reef-encounter",
    "reef-phone-dark": "phone-reef",
    "learn-phone-light": "phone-learn",
    "second-kind-desktop-light": "second-kind",
    "second-kind-four-desktop-dark": "second-kind-dark",
}
MANY = 8  # moves that a seat may make which is not only asked
GAMES = HERE / "tests" / "second_kind" / "fixtures"


def some_moves(page: Page, server: Server, number: int) -> None:
    """Into the middle of a game, by the list of moves: it is the same on every screen."""
    hands = Hands(page, server.file)
    for step in range(number):
        if not hands.wait_for_turn():
            return
        move = sensible(hands.game(), step)
        page.keyboard.press("m")
        page.locator(f'.panel [data-move="{move}"]').click()
        page.keyboard.press("Escape")
    hands.wait_for_turn()


def playing(game: str, moves: int) -> Callable[[Page, Server], None]:
    def go(page: Page, server: Server) -> None:
        page.goto("/")
        start(page, game)
        some_moves(page, server, moves)

    return go


def sitting(file: str, lines: int) -> Callable[[Page, Server], None]:
    """In the first seat's turn of a game that was played, from some line on."""

    def go(page: Page, _: Server) -> None:
        games = atoll.read((GAMES / file).read_text("utf-8")).steps()
        game = next(at for at in games if len(at.log) >= lines and at.seat == 0 and len(at.legal()) > MANY)
        page.goto("/")
        sit_into(page, game)

    return go


def ended(page: Page, server: Server) -> None:
    playing("reef", 300)(page, server)
    if not page.locator("[data-result]").count():
        page.locator('[data-tool="result"]').click()


def learning(game: str) -> Callable[[Page, Server], None]:
    def go(page: Page, _: Server) -> None:
        page.goto(f"/learn/{game}")
        page.locator('[data-tool="start"]').click()
        page.locator('[data-coach-do="next"]').click()
        page.wait_for_timeout(1200)

    return go


def opened(path: str) -> Callable[[Page, Server], None]:
    def go(page: Page, _: Server) -> None:
        page.goto(path)
        page.wait_for_load_state("networkidle")

    return go


def waiting(page: Page, _: Server) -> None:
    page.goto("/")
    page.locator('label:has(input[name="against"][value="friend"])').click()
    page.locator('[data-tool="play"]').click()
    page.locator("#invite-link").wait_for()


SCREENS: dict[str, Callable[[Page, Server], None]] = {
    "start": opened("/"),
    "waiting": waiting,
    "reef-encounter": playing("reef-encounter", 34),
    "second-kind": sitting("shrimps-2-yes.txt", 380),
    "second-kind-four": sitting("shrimps-4-yes.txt", 500),
    "reef": playing("reef", 22),
    "result": ended,
    "learn": learning("reef-encounter"),
    "learn-second-kind": learning("second-kind"),
    "rules": opened("/rules/reef-encounter"),
    "rules-second-kind": opened("/rules/second-kind"),
}


def take(browser: Browser, server: Server, screen: str, device: str, theme: str) -> None:
    with window(browser, server.address, color_scheme=theme, **DEVICES[device]) as page:
        SCREENS[screen](page, server)
        page.wait_for_timeout(900)  # whatever moves has arrived
        name = f"{screen}-{device}-{theme}"
        page.screenshot(path=EVERYTHING / f"{name}.png")
        if name in IN_README:
            shutil.copy(EVERYTHING / f"{name}.png", SHOWN / f"{IN_README[name]}.png")


def main() -> None:
    for folder in (EVERYTHING, SHOWN):
        folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or list(SCREENS)
    todo = [(s, d, t) for s in wanted for d in DEVICES for t in ("light", "dark")]
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        server = Server(Path(place) / "tables.sqlite")
        try:
            for number, (screen, device, theme) in enumerate(todo, 1):
                print(f"{number}/{len(todo)} {screen} {device} {theme}", flush=True)
                take(browser, server, screen, device, theme)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
