"""People in windows of their own at a table whose game stands as one wishes."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from playwright.sync_api import Page, expect

from atoll import Game
from tests.browser.second_kind.hands import SecondHands
from tests.server.cards import kept
from tests.server.running import Server

NAMED = """name => fetch("/api/name", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name })
})"""


def person(page: Page, server: Server, name: str) -> int:
    """Give the person of a page a name; their number."""
    expect(page.locator('[data-tool="play"]')).to_be_visible()  # now the server knows them
    page.evaluate(NAMED, name)
    with closing(sqlite3.connect(f"file:{server.file}?mode=ro", uri=True)) as database, database:
        (number,) = database.execute("select id from people where name = ?", [name]).fetchone()
        return int(number)


def seated(server: Server, game: Game, pages: Sequence[Page], table: str) -> list[SecondHands]:
    """Let each page sit at a table with this game, the first one in seat 1; one page may have all seats."""
    numbers = [person(page, server, f"{table}{seat}") for seat, page in enumerate(pages, 1)]
    kept(server.file, game, numbers if len(pages) > 1 else numbers * game.seats, table)
    for page in pages:
        page.goto(f"/t/{table}")
        expect(page.locator("main.board, [data-curtain]").first).to_be_visible()
    return [SecondHands(page, server.file) for page in pages]
