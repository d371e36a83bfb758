"""Bots think in processes of their own, so that a long thought never keeps anyone waiting for a message."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from atoll.bots import make
from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING
from atoll.games import kind
from atoll.server.limits import Buckets, Limits, Places
from atoll.server.refusal import Refusal
from atoll.server.waiting import Turns

LEISURE = 0.1  # seconds at least between two moves of bots among themselves, at whatever tables
SHOW_ENDS = 30.0  # seconds without such a move


def _begin_work(nice: int) -> None:
    if nice and sys.platform != "win32":
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that was killed cannot end its workers any more."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def think(game: str, position: str, bot: str, seed: int) -> str:
    """What a bot plays in a position (which holds nothing that its seat does not know), in words of the record."""
    rules = kind(game)
    state = rules.read_position(position)
    return rules.text(state, make(bot).choose(state, Rng(seed)))


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
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pools: dict[bool, ProcessPoolExecutor] = {}
        self._turns = {
            False: Turns(Buckets(60_000, 1_000), self._workers),
            True: Turns(Buckets(60_000, 1_000), 1),
        }
        self._leisure = LEISURE / limits.generous
        self._ending: asyncio.TimerHandle | None = None
        self.shows = Shows(limits)

    def _pool(self, for_show: bool) -> ProcessPoolExecutor:
        if for_show not in self._pools:
            context = multiprocessing.get_context("spawn")
            workers = 1 if for_show else self._workers
            self._pools[for_show] = ProcessPoolExecutor(workers, context, _begin_work, (19 if for_show else 0,))
        return self._pools[for_show]

    async def decide(self, game: Game, bot: str, rng: Rng, who: str = "", for_show: bool = False) -> str:
        """Ask a bot about the seat to move, from a deal drawn anew from what that seat knows."""
        async with self._turns[for_show].turn(who):
            thought = await self._thought(game, bot, rng, for_show)
            if for_show:
                await asyncio.sleep(self._leisure)
                self._end_later()
            return thought

    async def _thought(self, game: Game, bot: str, rng: Rng, for_show: bool) -> str:
        dealt = game.kind.position(game.state.redeal(game.seat, rng), ALL_SEEING)
        seed = rng.word()
        for last_try in (False, True):
            pool = self._pool(for_show)
            try:
                task = pool.submit(think, game.kind.name, dealt, bot, seed)
                return await asyncio.wrap_future(task)
            except BrokenProcessPool:
                if last_try:
                    raise
                if self._pools.get(for_show) is pool:
                    del self._pools[for_show]
        raise AssertionError("unreachable")

    def _end_later(self) -> None:
        """When no show has been on for a while, its process ends."""
        if self._ending is not None:
            self._ending.cancel()
        self._ending = asyncio.get_running_loop().call_later(SHOW_ENDS, self._end_show)

    def _end_show(self) -> None:
        if pool := self._pools.pop(True, None):
            pool.shutdown(wait=False)

    def close(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        for pool in self._pools.values():
            pool.shutdown(cancel_futures=True)
