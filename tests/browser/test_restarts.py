"""Two processes behind nginx that go while someone plays: the page comes back by itself, and no touch is lost."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hands import Hands, sensible, start
from tests.browser.window import window
from tests.server import databases
from tests.server.databases import kept_waiting, looked_into
from tests.server.running import Server
from tests.server.several import behind_nginx, processes


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Where tables are kept: in a database on a server."""
    databases.kind = "postgresql"
    try:
        with databases.tidy():
            yield tmp_path / "tables"
    finally:
        databases.end()
        databases.kind = "sqlite"


def at_table(file: Path, servers: list[Server]) -> Server:
    """The process that the page is at, of some in the order in which they were started."""
    while True:
        with looked_into(file) as database:
            numbers = [number for (number,) in database.execute("SELECT id FROM processes ORDER BY id").fetchall()]
            held = database.execute("SELECT process, present FROM holders").fetchall()
        there = [process for process, present in held if json.loads(present).get("people")]
        if len(there) == 1 and len(numbers) == len(servers):  # who has gone is let go
            return servers[numbers.index(there[0])]
        time.sleep(0.05)


def test_no_touch_is_lost_when_the_process_goes_that_it_was_meant_for(
    browser: Browser, tmp_path: Path, file: Path
) -> None:
    with (
        processes(file, 2) as servers,
        behind_nginx(tmp_path, servers) as address,
        window(browser, address) as page,
    ):
        page.goto("/")
        start(page, "reef-encounter")
        hands = Hands(page, file)
        for number in range(2):
            assert hands.wait_for_turn()
            hands.play(sensible(hands.game(), number))
        for number in range(2):  # the touch was heard, and its process is killed before it is written down
            assert hands.wait_for_turn()
            game = hands.game()
            move, there = sensible(game, number), at_table(file, servers)
            with kept_waiting(file):
                hands.touch(game, move)
                page.wait_for_timeout(200)
                there.kill()
            hands.until_made(game, move)
            there.start()
            servers.sort(key=lambda server: server is there)
        assert hands.wait_for_turn()
        game = hands.game()
        move = sensible(game, 9)
        for server in servers:  # and one that nobody heard
            server.stop()
        expect(page.locator('[data-bar="offline"]')).to_be_visible()
        hands.touch(game, move)
        for server in servers:
            server.start()
        hands.until_made(game, move)
        expect(page.locator('[data-bar="offline"]')).to_have_count(0)
        for number in range(2):
            assert hands.wait_for_turn()
            hands.play(sensible(hands.game(), number))
