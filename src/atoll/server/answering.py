"""When answers are written down that might tell something by how fast they come.

In a window most seats can only pass, and nobody shall know which. So every answer there is held back until a pause is
over that follows from public facts alone, whoever gives it: the server for a seat that has no choice or has said no for
good, a bot, or a person who was quick.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from atoll.core.kind import Kind
from atoll.core.state import State

PASS = "pass"  # the answer that declines


class Clock:
    """Time, and waiting for it to pass."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


REAL = Clock()


@dataclass(frozen=True)
class Pauses:
    """How long answers are held back, in seconds."""

    first: float = 1.2  # of the first seat that a window asks
    later: float = 0.5  # of those asked after it
    forced: float = 0.5  # what a seat owes without a choice
    clock: Clock = REAL

    @classmethod
    def of(cls, first: float) -> Pauses:
        """All of them in proportion."""
        return cls(first, first * cls.later / cls.first, first * cls.forced / cls.first)

    def after(self, rules: Kind[Any], before: State | None, state: State) -> float:
        """How long the question of a state is left open, given the state before it, if there was one."""
        window = rules.window(state)
        if window is None:
            return self.forced
        return self.later if before is not None and rules.window(before) == window else self.first


AT_ONCE = Pauses(0.0, 0.0, 0.0)


class Held:
    """Until when the answer to a table's question is held back, by the table's version."""

    def __init__(self, pauses: Pauses) -> None:
        self.pauses = pauses
        self._due = (-1, 0.0)

    def ask(self, version: int, rules: Kind[Any], before: State | None, state: State) -> None:
        """A question comes up. One that is asked anew, after a restart or an undo, has its whole pause again."""
        if self._due[0] != version:
            self._due = version, self.pauses.clock.now() + self.pauses.after(rules, before, state)

    async def over(self) -> None:
        """Wait until the answer may be written down."""
        while (left := self._due[1] - self.pauses.clock.now()) > 0:
            await self.pauses.clock.sleep(left)
