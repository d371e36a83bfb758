"""Bots think in processes of their own, so that a long thought never keeps anyone waiting for a message."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from atoll.bots import make
from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING
from atoll.games import kind
from atoll.server import metrics
from atoll.server.limits import Buckets, Limits, Places
from atoll.server.refusal import Refusal
from atoll.server.waiting import Turns
from atoll.server.workers import Workers

P = ParamSpec("P")
T = TypeVar("T")
LEISURE = 0.1  # seconds at least between two moves of bots among themselves, at whatever tables
SHOW_ENDS = 30.0  # seconds without such a move until their process ends


def think(game: str, position: str, bot: str, seed: int) -> list[str]:
    """What a bot plays in the rest of a turn, from a position that holds nothing that its seat does not know, in words
    of the record."""
    rules = kind(game).variation_at(position)
    state = rules.read_position(position)
    return rules.texts(state, make(bot).plan(state, Rng(seed)))


class Shows:
    """Tables where bots are among themselves: a few at once for every person and every address."""

    def __init__(self, limits: Limits) -> None:
        self._people = Places(limits.times(limits.bot_tables_a_person))
        self._addresses = Places(limits.times(limits.bot_tables_an_address))

    def enter(self, person: int | None, address: str) -> bool:
        if not self._people.enter(person):
            return False
        if not self._addresses.enter(address):
            self._people.leave(person)
            return False
        return True

    def leave(self, person: int | None, address: str) -> None:
        self._people.leave(person)
        self._addresses.leave(address)

    def refusal(self) -> Refusal:
        return Refusal("bot_tables", 429, most=int(self._people.most), address=int(self._addresses.most))


class Thinkers:
    """Those who have somebody waiting for them share some processes; who asked for least lately comes first. Bots among
    themselves have a process of their own that yields to all others, and take their time."""

    def __init__(self, workers: int | None = None, limits: Limits | None = None) -> None:
        limits = limits or Limits()
        number = workers or max(1, (os.cpu_count() or 2) - 1)
        self._players, self._showing = Workers(number), Workers(1, nice=19, patience=SHOW_ENDS)
        self._turns, self._show_turns = Turns(Buckets(60_000, 1_000), number), Turns(Buckets(60_000, 1_000))
        self._leisure = LEISURE / limits.generous
        self.shows = Shows(limits)

    async def plan(self, game: Game, bot: str, rng: Rng, who: str = "", for_show: bool = False) -> list[str]:
        """Ask a bot about the turn of the seat to move, from a deal drawn anew from what that seat knows."""
        turns, workers = (self._show_turns, self._showing) if for_show else (self._turns, self._players)
        with metrics.thoughts.timed():
            async with turns.turn(who):
                dealt = game.kind.position(game.state.redeal(game.seat, rng), ALL_SEEING)
                thought = await workers.do(think, game.kind.name, dealt, bot, rng.word())
                if for_show:
                    await asyncio.sleep(self._leisure)
                return thought

    async def work(self, work: Callable[P, T], who: str, *args: P.args, **more: P.kwargs) -> T:
        """Something else that somebody waits for."""
        async with self._turns.turn(who):
            return await self._players.do(work, *args, **more)

    async def rest(self, who: str) -> None:
        """Take as long as bots among themselves take at least for a move, though this one was thought of before."""
        async with self._show_turns.turn(who):
            await asyncio.sleep(self._leisure)

    def close(self) -> None:
        self._players.close()
        self._showing.close()
