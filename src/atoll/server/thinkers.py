"""Bots think in processes of their own, so that a long thought never keeps anyone waiting for a message."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from atoll.bots import make
from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING
from atoll.games import kind
from atoll.server import metrics


def _begin_work() -> None:
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


class Thinkers:
    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=_begin_work)

    async def decide(self, game: Game, bot: str, rng: Rng) -> str:
        """Ask a bot about the seat to move, from a deal drawn anew from what that seat knows."""
        dealt = game.kind.position(game.state.redeal(game.seat, rng), ALL_SEEING)
        seed = rng.word()
        for last_try in (False, True):
            pool = self._pool
            try:
                with metrics.thoughts.timed():
                    task = pool.submit(think, game.kind.name, dealt, bot, seed)
                    return await asyncio.wrap_future(task)
            except BrokenProcessPool:
                if last_try:
                    raise
                if self._pool is pool:
                    self._pool = self._new_pool()
        raise AssertionError("unreachable")

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
