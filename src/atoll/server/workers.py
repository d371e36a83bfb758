"""Processes for what takes long, so that nobody waits for it who asked for something else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def _begin(nice: int) -> None:
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


class Workers:
    """Some processes. They begin with the first work, begin anew if they break, and yield to others if they are nice;
    with nothing to do for a while they may end."""

    def __init__(self, number: int = 1, nice: int = 0, patience: float | None = None) -> None:
        self.number = number
        self.nice = nice
        self.patience = patience
        self._pool: ProcessPoolExecutor | None = None
        self._working = 0
        self._ending: asyncio.TimerHandle | None = None

    async def do(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        self._working += 1
        try:
            return await self._done(work, *args, **more)
        finally:
            self._working -= 1
            if self.patience is not None:
                if self._ending is not None:
                    self._ending.cancel()
                self._ending = asyncio.get_running_loop().call_later(self.patience, self._rest)

    async def _done(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        for last_try in (False, True):
            pool = self._pool = self._pool or self._new_pool()
            try:
                return await asyncio.wrap_future(pool.submit(work, *args, **more))
            except BrokenProcessPool:
                if last_try:
                    raise
                if self._pool is pool:
                    self._pool = None
        raise AssertionError("unreachable")

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.number, multiprocessing.get_context("spawn"), _begin, (self.nice,))

    def _rest(self) -> None:
        if self._pool is not None and not self._working:
            self._pool.shutdown(wait=False)
            self._pool = None

    def close(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
