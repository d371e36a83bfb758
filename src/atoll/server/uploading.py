"""Reading a record that someone sent: piece by piece beside everything else, so that it can be given up in between.

What a record may cost is counted in the time that it takes to follow it, not in its lines alone: a game of four hundred
lines is long, the longest seen had four thousand.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

from atoll.server.chronicle import Chronicle
from atoll.server.refusal import Refusal

MOST_LINES = 10_000
MOST_SECONDS = 30.0  # of one core
PIECE = 0.1  # seconds of one core until it is looked whether anyone still waits

Gone = Callable[[], Awaitable[bool]]


async def nobody_goes() -> bool:
    return False


async def followed(text: str, gone: Gone = nobody_goes, most: float = MOST_SECONDS) -> Chronicle:
    """The game of a record; RecordError says what is wrong with it."""
    if text.count("\n") > MOST_LINES:
        raise Refusal("record_long", 413, most=MOST_LINES)
    reading = Chronicle.reading(text)
    chronicle = await asyncio.to_thread(next, reading)
    spent = 0.0
    while spent < most:
        if await gone():
            raise Refusal("asker_gone", 499)
        seconds, done = await asyncio.to_thread(piece, reading)
        if done:
            return chronicle
        spent += seconds
    raise Refusal("record_costly", 413, seconds=round(most))


def piece(reading: Iterator[Chronicle]) -> tuple[float, bool]:
    """Read on for a while: how long that took, and whether this was the end."""
    began = time.thread_time()
    for _ in reading:
        if time.thread_time() - began > PIECE:
            return time.thread_time() - began, False
    return time.thread_time() - began, True
