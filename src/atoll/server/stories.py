"""Replays: told by a process of their own, kept while they are asked for again, and not begun for whoever has gone."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from typing import Any

from starlette.requests import ClientDisconnect, Request

from atoll.server.chronicle import Chronicle
from atoll.server.guests import Guests
from atoll.server.live import Live
from atoll.server.workers import Workers

MOST_KEPT = 8_000_000  # bytes of stories
TELLER_ENDS = 45.0  # seconds without a story until its process ends

Key = tuple[str, int, int, str, tuple[str, ...]]


def packed_story(
    game: str, header: Sequence[str], lines: Sequence[str], viewer: int, language: str, names: Sequence[str]
) -> bytes:
    return Chronicle.read(game, header, lines).story(viewer, language, names).model_dump_json().encode()


class Stories:
    def __init__(self, guests: Guests) -> None:
        self.guests = guests
        self.bytes = 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._tellers = Workers(1, nice=5, patience=TELLER_ENDS)

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

        if (known := self._kept.get(key())) is not None:
            self._kept.move_to_end(key())
            return known
        async with self.guests.long(who):
            if (wanted := key()) not in self._kept:
                await finished(self._tell(wanted, live))
            return self._kept[wanted]

    async def _tell(self, key: Key, live: Live) -> None:
        assert live.chronicle is not None
        game = live.chronicle.game
        lines = game.log[:]  # as they are now: the game may go on while its story is told
        _, _, viewer, language, names = key
        story = await self._tellers.do(packed_story, game.kind.name, game.header, lines, viewer, language, names)
        self._kept[key] = story
        self.bytes += len(story)
        while self.bytes > MOST_KEPT and len(self._kept) > 1:
            self.bytes -= len(self._kept.popitem(last=False)[1])

    def close(self) -> None:
        self._tellers.close()


async def gone(request: Request) -> None:
    """Until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def finished(work: Coroutine[Any, Any, None]) -> None:
    """Wait until something is done, even if nobody wants it any more: till then nobody else's turn begins."""
    task = asyncio.create_task(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise
