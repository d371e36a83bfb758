"""Replays: made in a thread, kept while they are asked for again, and dropped when whoever asked has gone."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from starlette.requests import ClientDisconnect, Request

from atoll.server.chronicle import Chronicle
from atoll.server.guests import Guests
from atoll.server.live import Live

MOST_KEPT = 8_000_000  # bytes of stories
REST = 0.0005  # seconds after every line, for everyone else

Key = tuple[str, int, int, str, tuple[str, ...]]


class Stories:
    def __init__(self, guests: Guests) -> None:
        self.guests = guests
        self.bytes = 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()

    async def tell(self, request: Request, who: str, live: Live, viewer: int, language: str) -> bytes:
        """A game as one seat saw it, packed."""
        telling = asyncio.create_task(self._told(who, live, viewer, language))
        leaving = asyncio.create_task(gone(request))
        try:
            await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not telling.done():
                raise ClientDisconnect
            return telling.result()
        finally:
            leaving.cancel()
            telling.cancel()

    async def _told(self, who: str, live: Live, viewer: int, language: str) -> bytes:
        def key() -> Key:
            return live.facts.id, live.facts.version, viewer, language, tuple(live.names)

        if key() not in self._kept:
            async with self.guests.long(who):
                if (wanted := key()) not in self._kept and live.chronicle is not None:
                    kept = live.chronicle.copy()  # the game may go on while its story is told
                    self._keep(wanted, await in_thread(kept, viewer, language, live.names))
                return self._kept[wanted]
        self._kept.move_to_end(key())
        return self._kept[key()]

    def _keep(self, key: Key, story: bytes) -> None:
        self._kept[key] = story
        self.bytes += len(story)
        while self.bytes > MOST_KEPT and len(self._kept) > 1:
            self.bytes -= len(self._kept.popitem(last=False)[1])


async def in_thread(chronicle: Chronicle, viewer: int, language: str, names: Sequence[str]) -> bytes:
    """Told line by line, until it is finished or nobody waits for it any more."""
    abandoned = threading.Event()

    def between() -> None:
        if abandoned.is_set():
            raise InterruptedError
        time.sleep(REST)

    def tell(between: Callable[[], None]) -> bytes:
        return chronicle.story(viewer, language, names, between).model_dump_json().encode()

    try:
        return await asyncio.to_thread(tell, between)
    finally:
        abandoned.set()


async def gone(request: Request) -> None:
    """Until whoever asked has gone."""
    with contextlib.suppress(ClientDisconnect):
        while (await request.receive())["type"] != "http.disconnect":
            pass
