"""How much one visitor may ask for: a bucket of tokens that fills up again by and by.

What a token is worth is the bucket's own matter: a table, a question, a millisecond of the processor.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass


class Bucket:
    def __init__(self, size: float, per_second: float) -> None:
        self.size = size
        self.per_second = per_second
        self._left = size
        self._at = time.monotonic()

    @property
    def left(self) -> float:
        """How much is in it now; less than nothing if something cost more than there was."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.per_second)
        self._at = now
        return self._left

    def take(self, cost: float = 1) -> bool:
        """Whether as much more is all right."""
        if self.left < min(cost, self.size):
            return False
        self._left -= cost
        return True

    def charge(self, cost: float) -> None:
        """What something cost that has been done already."""
        self._left = max(self.left - cost, -self.size)

    def wait(self, cost: float = 1) -> int:
        """Whole seconds until as much is there."""
        missing = min(cost, self.size) - self.left
        return max(1, int(missing / self.per_second) + 1) if self.per_second else 3600

    @property
    def used(self) -> float:
        return self.size - self.left

    @property
    def full(self) -> bool:
        return self.left >= self.size


class Buckets:
    """One bucket a visitor; those that are full again are forgotten."""

    MOST = 10_000

    def __init__(self, size: float, per_second: float) -> None:
        self.size = size
        self.per_second = per_second
        self._known: dict[str, Bucket] = {}

    def of(self, who: str) -> Bucket:
        if who not in self._known and len(self._known) >= self.MOST:
            self._known = {name: bucket for name, bucket in self._known.items() if not bucket.full}
        return self._known.setdefault(who, Bucket(self.size, self.per_second))

    def take(self, who: str, cost: float = 1) -> bool:
        return self.of(who).take(cost)

    def used(self, who: str) -> float:
        """How much of it somebody has had lately."""
        return self._known[who].used if who in self._known else 0.0


class Places:
    """So many at once, and no more, for each visitor."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._taken: Counter[object] = Counter()

    def enter(self, who: object) -> bool:
        if self._taken[who] >= self.most:
            return False
        self._taken[who] += 1
        return True

    def leave(self, who: object) -> None:
        self._taken[who] -= 1
        if not self._taken[who]:
            del self._taken[who]

    def taken(self, who: object) -> int:
        return self._taken[who]


@dataclass(frozen=True)
class Limits:
    """What one address or one person may have, so that a family or a class behind one address can play, and nobody
    can take the server from the others. A generous server gives a multiple of it."""

    generous: float = 1.0

    connections = 4_000  # in all; fewer if the machine allows fewer files
    connections_an_address = 300  # thirty browsers with seven each are 210
    unfinished_an_address = 64  # connections that have not said what they want yet
    sockets_an_address = 120
    sockets_a_person = 20
    budget = 2_000.0  # ms of the processor that an address may ask for at once
    budget_a_second = 200.0
    waiting_an_address = 60  # questions and requests that wait for their turn
    long_at_once = 40  # replays and records that wait for an address, which gets one at a time
    bot_tables_a_person = 2  # tables without a person in a seat that are running
    bot_tables_an_address = 4
    analyses_waiting = 3  # games that an address wants to have looked through at once
    analyses_in_all = 30
    analysis_seconds = 900.0  # of one core that an address may ask for at once
    analysis_again = 4 * 3600.0  # seconds until that is there again

    def times(self, number: float) -> float:
        return number * self.generous
