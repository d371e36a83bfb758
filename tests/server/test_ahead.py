"""A bot plans its turn once and plays it move by move, unless something has changed; nobody is told ahead."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.server import wire
from atoll.server.hall import Hall
from atoll.server.live import Ahead, Live
from atoll.server.store import Store
from atoll.server.table import Visitor
from atoll.server.thinkers import Thinkers
from tests.server import databases
from tests.server.running import EASY, Person, Server

GREEDY = wire.SeatWish(who="bot", bot="greedy")
ME = wire.SeatWish(who="me")


class Counting(Thinkers):
    """Remembers every plan with the number of lines before it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.plans: list[tuple[int, list[str]]] = []

    async def plan(self, game: Game, bot: str, rng: Rng, who: str = "", for_show: bool = False) -> list[str]:
        plan = await super().plan(game, bot, rng, who, for_show)
        self.plans.append((len(game.log), plan))
        return plan


Test = Callable[[Hall, Counting, Live, Visitor], Awaitable[None]]


def at_table(tmp_path: Path, test: Test) -> None:
    """Do something at a table of Reef Encounter with a bot, past its set-up."""

    async def run() -> None:
        store, thinkers = Store(databases.url(tmp_path / "tables.sqlite")), Counting()
        hall = Hall(store, thinkers, pace=0.0)
        person, _ = await hall.new_person()
        made = await hall.make(wire.NewTable(game="reef-encounter", seats=[ME, GREEDY], start=1), person, "Ada")
        live = await hall.find(made.id)
        await live.arrive(person, None)
        visitor = Visitor(person, "en", lambda _: None, 0)
        live.enter(visitor, 0)
        try:
            for _ in range(2):
                await my_turn(live)
                await live.play(visitor, live.facts.version, game_of(live).texts()[0])
            await my_turn(live)
            await test(hall, thinkers, live, visitor)
        finally:
            thinkers.close()
            store.close()

    asyncio.run(run())


def game_of(live: Live) -> Game:
    assert live.chronicle is not None
    return live.chronicle.game


async def my_turn(live: Live) -> None:
    """Wait until the first seat is to decide."""
    while game_of(live).seat != 0 or live.lock.locked():
        assert not game_of(live).over
        await asyncio.sleep(0.01)


async def collect(live: Live, visitor: Visitor) -> None:
    """End the person's turn."""
    move = next(text for text in game_of(live).texts() if text.startswith("collect"))
    await live.play(visitor, live.facts.version, move)


def test_a_bot_thinks_once_a_turn_and_plays_what_it_thought(tmp_path: Path) -> None:
    async def test(hall: Hall, thinkers: Counting, live: Live, visitor: Visitor) -> None:
        thinkers.plans.clear()
        turns = 0
        while turns < 3 or all(len(plan) < 3 for _, plan in thinkers.plans):  # the deal may not allow much at first
            await collect(live, visitor)
            await my_turn(live)
            turns += 1
        log = game_of(live).log
        assert len(thinkers.plans) == turns
        for before, plan in thinkers.plans:
            assert log[before : before + len(plan)] == [f"2 {move}" for move in plan]

    at_table(tmp_path, test)


def test_nothing_of_a_plan_is_told_before_it_is_played(tmp_path: Path) -> None:
    async def test(hall: Hall, thinkers: Counting, live: Live, visitor: Visitor) -> None:
        heard: list[tuple[int, bytes]] = []
        watcher = Visitor(None, "en", lambda message: heard.append((len(game_of(live).log), message)))
        live.enter(watcher, -1)
        before, plan = 0, list[str]()
        while len(plan) < 3:
            heard.clear()
            thinkers.plans.clear()
            await collect(live, visitor)
            await my_turn(live)
            [(before, plan)] = thinkers.plans
        steps = [(lines, message) for lines, message in heard if json.loads(message)["type"] != "welcome"]
        assert len(steps) > len(plan)
        for lines, message in steps:
            played = max(0, lines - before)
            for move in set(plan[played:]) - set(plan[:played]):
                assert f'"{move}"'.encode() not in message
        live.exit(watcher)

    at_table(tmp_path, test)


def test_a_plan_that_does_not_fit_is_made_anew(tmp_path: Path) -> None:
    async def test(hall: Hall, thinkers: Counting, live: Live, visitor: Visitor) -> None:
        for later, turns, bot, moves in (
            (0, 0, "greedy", ["eat 1a1"]),  # not legal
            (0, 0, "greedy", []),
            (0, 0, "searching", ["collect y"]),  # another bot sat here
            (0, -1, "greedy", ["collect y"]),  # for another turn
            (-1, 0, "greedy", ["collect y"]),  # for an earlier moment
        ):
            async with live.lock:  # the bot cannot move yet
                thinkers.plans.clear()
                chronicle = live.check(live.facts.version)
                await live.advance(chronicle, next(text for text in game_of(live).texts() if "collect" in text))
                live._ahead = Ahead(live.facts.version + later, game_of(live).state.turn + turns, bot, moves)
            await my_turn(live)
            assert len(thinkers.plans) == 1
            before, plan = thinkers.plans[0]
            assert game_of(live).log[before : before + len(plan)] == [f"2 {move}" for move in plan]

    at_table(tmp_path, test)


def test_a_bot_goes_on_with_its_turn_after_a_restart(tmp_path: Path) -> None:
    """The plan is gone with the server; the turn is not."""
    server = Server(tmp_path / "tables.sqlite", *EASY, "--bot-pace=0.3")
    ada = Person(server)
    made = ada.make("reef-encounter", "me", "greedy")
    page = ada.sit(made["id"])
    for _ in range(2):
        page.my_turn()
        page.play(page.moves[0])
    first = "collect"
    while first.startswith("collect"):  # a turn of one move has no middle
        page.my_turn()
        page.play(next(move for move in page.moves if move.startswith("collect")))
        step = page.until(lambda message: message["type"] == "step" and message["entry"]["seat"] == 2)
        first = step["entry"]["move"]
    begun = len(page.log)
    server.kill()
    page.close()
    server.start()
    page = ada.sit(made["id"])
    page.my_turn()
    moves = [entry for entry in page.log[begun - 1 :] if entry["seat"] == 2]
    assert len(moves) > 1
    assert moves[-1]["move"].startswith("collect")
    server.stop()
