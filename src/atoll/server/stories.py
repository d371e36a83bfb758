"""What was: replays, and what there was to see at a moment of a game. Told by a process of their own, kept packed while
it is asked for again, and not begun for whoever has gone."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from starlette.requests import ClientDisconnect, Request

from atoll.core.game import Game, read_record
from atoll.core.state import SPECTATOR
from atoll.games import kind
from atoll.server.chronicle import Chronicle
from atoll.server.guests import Guests
from atoll.server.live import Live
from atoll.server.refusal import Refusal
from atoll.server.wire import packed
from atoll.server.workers import Workers

MOST_KEPT = 8_000_000  # bytes, packed
TELLER_ENDS = 45.0  # seconds without a story until its process ends

Key = tuple[object, ...]  # the table, its version, and what was asked


def packed_story(
    game: str, header: Sequence[str], lines: Sequence[str], viewer: int, language: str, names: Sequence[str]
) -> bytes:
    story = Chronicle.read(game, header, lines).story(viewer, language, names)
    return gzip.compress(packed(story), 6, mtime=0)


def packed_insight(header: Sequence[str], lines: Sequence[str], language: str) -> bytes:
    """What there is to see after these lines of a record, for everyone."""
    seen = read_record(kind, "\n".join([*header, *lines])).insight(SPECTATOR, language)
    return gzip.compress(json.dumps(seen).encode(), 6, mtime=0)


class Stories:
    def __init__(self, guests: Guests) -> None:
        self.guests = guests
        self.bytes = 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self.tellers = Workers(1, nice=5, patience=TELLER_ENDS)

    async def tell(self, request: Request, who: str, live: Live, viewer: int, language: str) -> bytes:
        """A game as one seat saw it, packed."""

        def key() -> Key:
            return live.facts.id, live.facts.version, viewer, language, tuple(live.names)

        async def tell() -> bytes:
            game, names = played(live), tuple(live.names)
            lines = game.log[:]  # as they are now: the game may go on while its story is told
            return await self.tellers.do(packed_story, game.kind.name, game.header, lines, viewer, language, names)

        telling = asyncio.create_task(self.told(who, key, tell))
        leaving = asyncio.create_task(gone(request))
        try:
            await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not telling.done():
                raise ClientDisconnect
            return telling.result()
        finally:
            leaving.cancel()
            telling.cancel()

    async def look_back(self, who: str, live: Live, lines: int, language: str) -> dict[str, Any]:
        """What there was to see after some lines of a game."""

        def key() -> Key:
            return live.facts.id, live.facts.version, lines, language

        async def tell() -> bytes:
            game = played(live)
            return await self.tellers.do(packed_insight, game.header, game.log[:lines], language)

        seen: dict[str, Any] = json.loads(gzip.decompress(await self.told(who, key, tell)))
        return seen

    async def told(self, who: str, key: Callable[[], Key], tell: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What is kept; else it is told, one thing at a time, of the game as it is then."""
        if (known := self._kept.get(key())) is not None:
            self._kept.move_to_end(key())
            return known
        async with self.guests.long(who):
            if (wanted := key()) not in self._kept:
                await finished(self._keep(wanted, tell))
            return self._kept[wanted]

    async def _keep(self, key: Key, tell: Callable[[], Coroutine[Any, Any, bytes]]) -> None:
        self._kept[key] = packed = await tell()
        self.bytes += len(packed)
        while self.bytes > MOST_KEPT and len(self._kept) > 1:
            self.bytes -= len(self._kept.popitem(last=False)[1])

    def close(self) -> None:
        self.tellers.close()


def played(live: Live) -> Game:
    """The game of a table that is being played at, or was."""
    if live.chronicle is None:
        raise Refusal("not_playing")
    if not live.chronicle.game.header:  # a puzzle has no past
        raise Refusal("puzzle_past")
    return live.chronicle.game


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
