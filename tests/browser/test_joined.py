"""A game that joins from outside brings its own board, and the page needs no other change."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hands import start
from tests.browser.window import window
from tests.server.running import Server

ROOT = Path(__file__).parent.parent.parent
TOY = ROOT / "tests" / "toy"


@pytest.fixture
def toy_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server whose page was built with the toy."""
    monkeypatch.setenv("ATOLL_GAMES", str(TOY))
    page = tmp_path / "page"
    npm = shutil.which("npm")
    assert npm is not None
    command = [npm, "run", "--silent", "build", "--", "--logLevel", "warn"]
    done = subprocess.run(
        command,
        cwd=ROOT / "web",
        env=os.environ | {"ATOLL_PAGE_OUT": str(page)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    running = Server(tmp_path / "tables.sqlite", "--bot-pace", "0", "--page", str(page))
    yield running
    running.stop()


def test_a_whole_game_of_the_toy_is_played_by_clicks(browser: Browser, toy_server: Server) -> None:
    with window(browser, toy_server.address) as page:
        page.goto("/")
        start(page, "toy")
        ending = page.locator("[data-ending]")
        choices = page.locator("[data-move]:enabled")
        for _ in range(60):
            expect(ending.or_(choices.first).first).to_be_visible()
            if ending.count():
                break
            choices.first.click()
        expect(ending).to_be_visible()
        expect(page.get_by_text("favourite ?")).to_have_count(0)
