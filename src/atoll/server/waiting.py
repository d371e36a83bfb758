"""Waiting: for one's turn, where there is work for one at a time, and for a page to read what it was sent."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from atoll.server.limits import Buckets

MOST_WAITING_BYTES = 1_000_000  # that a page may be behind


@dataclass(eq=False)
class _Waiting:
    who: str
    dear: bool
    since: float
    called: asyncio.Future[None] = field(default_factory=asyncio.Future)


class Turns:
    """Some at once, the others wait. Who has had least lately comes first: nobody's many keep out another's one.

    Dear things, and those who have had more than `much`, get only a `share` of the time together.
    """

    def __init__(
        self, used: Buckets, at_once: int = 1, each: int | None = None, much: float = float("inf"), share: float = 1.0
    ) -> None:
        self.used = used
        self.at_once = at_once
        self.each = at_once if each is None else each  # at once, for one visitor
        self.much = much
        self.rest = 1 / share - 1
        self._inside: list[str] = []
        self._waiting: dict[str, deque[_Waiting]] = {}  # by visitor, who come in the order in which they asked
        self._rests_until = 0.0
        self._again: asyncio.TimerHandle | None = None

    def waiting(self, who: str) -> int:
        return len(self._waiting.get(who, ())) + self._inside.count(who)

    async def enter(self, who: str, dear: bool = False) -> None:
        """Wait for one's turn; `leave` has to follow."""
        if not self._waiting and self._free(who, dear):
            self._inside.append(who)
            return
        one = _Waiting(who, dear, time.monotonic())
        self._waiting.setdefault(who, deque()).append(one)
        self._call()
        try:
            await one.called
        except asyncio.CancelledError:
            if one in self._waiting.get(who, ()):
                self._remove(one)
            elif not one.called.cancelled():
                self.leave(who)
            raise

    def leave(self, who: str, cost: float = 0.0) -> None:
        """The turn is over, and was worth so much."""
        self._inside.remove(who)
        self.charge(who, cost)
        self._call()

    def charge(self, who: str, cost: float, dear: bool = False) -> None:
        """What something was worth, in ms."""
        if cost:
            self.used.of(who).charge(cost)
            if dear or self.used.used(who) > self.much:
                self._rests_until = max(self._rests_until, time.monotonic()) + self.rest * cost / 1000

    @contextlib.asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """One's turn; what it is worth is the time that it takes, in ms."""
        await self.enter(who)
        began = time.monotonic()
        try:
            yield
        finally:
            self.leave(who, 1000 * (time.monotonic() - began))

    def _call(self) -> None:
        while len(self._inside) < self.at_once and self._waiting:
            rest = self._rests_until - time.monotonic()
            ready = [queue[0] for who, queue in self._waiting.items() if self._free(who, queue[0].dear)]
            if not ready:
                if rest > 0 and self._again is None:
                    self._again = asyncio.get_running_loop().call_later(rest, self._rested)
                return
            first = min(ready, key=lambda one: (self.used.used(one.who), one.since))
            self._remove(first)
            if not first.called.done():
                self._inside.append(first.who)
                first.called.set_result(None)

    def _remove(self, one: _Waiting) -> None:
        queue = self._waiting[one.who]
        queue.remove(one)
        if not queue:
            del self._waiting[one.who]

    def _free(self, who: str, dear: bool) -> bool:
        """Whether somebody's turn could begin now."""
        if len(self._inside) >= self.at_once or self._inside.count(who) >= self.each:
            return False
        if self.much == float("inf") and not dear:
            return True
        return self._rests_until <= time.monotonic() or not (dear or self.used.used(who) > self.much)

    def _rested(self) -> None:
        self._again = None
        self._call()


class Outbox:
    """What a page has still to be sent, counted in bytes. One that does not read is cut off, and all of it is let go;
    it comes back and gets a full view."""

    def __init__(
        self,
        on_cut: Callable[[], object],
        most: int = MOST_WAITING_BYTES,
        at_once: Callable[[bytes], bool] = lambda _: False,
    ) -> None:
        self.on_cut = on_cut
        self.most = most
        self.at_once = at_once  # sends a message, if its page is not behind
        self.bytes = 0
        self._messages: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._taken = False  # the last message that was taken out is still on its way
        self.cut = False

    def put(self, message: bytes) -> None:
        if not (self._messages or self._taken or self.cut) and self.at_once(message):
            return
        if self._messages and self.bytes + len(message) > self.most:
            self.close()
            self.on_cut()
        if not self.cut:
            self._messages.append(message)
            self.bytes += len(message)
            self._changed.set()

    def close(self) -> None:
        self.cut = True
        self._messages.clear()
        self.bytes = 0

    async def get(self) -> bytes:
        """The next message, when there is one; the one before has been sent."""
        self._taken = False
        while not self._messages:
            self._changed.clear()
            await self._changed.wait()
        message = self._messages.popleft()
        self.bytes -= len(message)
        self._taken = True
        return message
