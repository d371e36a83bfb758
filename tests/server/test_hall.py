"""Tables in the server's memory, without a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.server import wire
from atoll.server.hall import IDLE, Hall
from atoll.server.store import Store
from atoll.server.table import Visitor
from tests.server import databases

ME, OPEN = wire.SeatWish(who="me"), wire.SeatWish(who="open")


class Slow:
    """Thinks of the first move for a while, and counts how often."""

    def __init__(self) -> None:
        self.asked = 0

    async def plan(self, game: Game, bot: str, rng: Rng, who: str = "", for_show: bool = False) -> list[str]:
        self.asked += 1
        await asyncio.sleep(0.05)
        return game.texts()[:1]


def at(tmp_path: Path, test: Callable[[Hall], Awaitable[None]]) -> None:
    """Do something in a hall."""

    async def run() -> None:
        store = Store(databases.url(tmp_path / "tables.sqlite"))
        hall = Hall(store, Slow())  # type: ignore[arg-type]
        await test(hall)
        store.close()

    asyncio.run(run())


def test_a_table_that_someone_is_about_to_enter_stays_in_the_memory(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        person, _ = await hall.new_person()
        first, second = [await hall.make(wire.NewTable(game="reef", seats=[ME, OPEN]), person, "Ada") for _ in "12"]
        for live in hall._live.values():
            live.idle_since = time.monotonic() - IDLE - 1
        found = await hall.find(first.id)
        await hall.make(wire.NewTable(game="reef", seats=[ME, OPEN]), person, "Ada")
        assert await hall.find(first.id) is found
        assert second.id not in hall._live

    at(tmp_path, test)


def test_the_last_seat_is_taken_and_the_cards_are_dealt_in_one_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hall: Hall) -> None:
        person, _ = await hall.new_person()
        made = await hall.make(wire.NewTable(game="reef", seats=[ME, OPEN]), person, "Ada")
        live = await hall.find(made.id)
        writes = []
        write = hall.store.write

        async def counted(work: Any, table: str) -> Any:
            writes.append(work)
            return await write(work, table)

        monkeypatch.setattr(hall.store, "write", counted)
        await live.sit(Visitor(person, "en", lambda _: None), 1, "Bo", None)
        assert (live.facts.status, len(writes)) == ("playing", 1)
        kept = await hall._load(made.id)
        assert kept.chronicle is not None
        assert live.chronicle is not None
        assert kept.chronicle.game.header == live.chronicle.game.header
        assert (kept.facts.status, kept.facts.version) == ("playing", live.facts.version)

    at(tmp_path, test)


def test_a_hint_is_thought_about_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        person, _ = await hall.new_person()
        made = await hall.make(wire.NewTable(game="reef", seats=[ME, ME], hints=True), person, "Ada")
        live = await hall.find(made.id)
        await live.arrive(person, None)
        tabs = [Visitor(person, "en", lambda _: None, 0) for _ in range(20)]
        hints = await asyncio.gather(*(live.hint(tab, live.facts.version) for tab in tabs))
        assert len({steps[0].move for steps, _ in hints}) == 1
        assert hall.thinkers.asked == 1  # type: ignore[attr-defined]
        await live.play(tabs[0], live.facts.version, hints[0][0][0].move)
        await live.hint(tabs[0], live.facts.version)
        assert hall.thinkers.asked == 2  # type: ignore[attr-defined]

    at(tmp_path, test)


def test_a_story_that_is_being_told_does_not_change_when_the_game_goes_on(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        person, _ = await hall.new_person()
        made = await hall.make(wire.NewTable(game="reef", seats=[ME, ME]), person, "Ada")
        live = await hall.find(made.id)
        await live.arrive(person, None)
        assert live.chronicle is not None
        before = live.chronicle.copy()
        visitor = Visitor(person, "en", lambda _: None, 0)
        await live.play(visitor, live.facts.version, live.chronicle.game.texts()[0])
        assert len(before.story(0, "en", []).steps) == 0
        assert len(live.chronicle.story(0, "en", []).steps) == 1

    at(tmp_path, test)
