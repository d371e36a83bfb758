"""What goes on beside the games: whether the database can be written, and letting old tables go."""

from __future__ import annotations

import asyncio
import logging
import time

from atoll.server.hall import Hall
from atoll.server.store import Store

log = logging.getLogger("atoll")
A_DAY = 24 * 3600.0
FRESH = 1.0  # seconds that an answer about the database holds
PATIENCE = 5.0  # seconds that a write may take
ROUND = 3600.0  # seconds between two looks for old tables
BREATH = 0.05  # seconds for others between two batches


class Pulse:
    """Whether the database can be written, found out by writing; asked often, it answers from memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asking = asyncio.Lock()
        self._until = 0.0
        self._well = True

    async def well(self) -> bool:
        async with self._asking:
            if time.monotonic() > self._until:
                before, self._well = self._well, await self._beat()
                self._until = time.monotonic() + FRESH
                if self._well and not before:
                    log.warning("the database can be written again")
        return self._well

    async def _beat(self) -> bool:
        try:
            await asyncio.wait_for(self._store.beat(), PATIENCE)
        except Exception as error:
            if self._well:
                log.error("the database cannot be written", exc_info=error)
            return False
        return True


async def let_go(hall: Hall, days: float) -> None:
    """Delete what has not been touched for days, now and from time to time."""
    while True:
        try:
            await sweep(hall, days)
        except Exception as error:
            log.error("old tables could not be deleted", exc_info=error)
        await asyncio.sleep(ROUND)


async def sweep(hall: Hall, days: float) -> tuple[int, int]:
    """Delete old tables and people in small batches; how many there were."""
    before = time.time() - days * A_DAY
    gone = [0, 0]
    for place, forget in enumerate((hall.forget_tables, hall.forget_people)):
        while count := await forget(before):
            gone[place] += count
            await asyncio.sleep(BREATH)
    if any(gone):
        log.info("deleted: %d tables and %d people, untouched for %g days", *gone, days)
    return gone[0], gone[1]
