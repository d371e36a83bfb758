"""How much one visitor may ask for: a bucket of tokens that fills up again by and by."""

from __future__ import annotations

import time


class Bucket:
    def __init__(self, size: float, per_second: float) -> None:
        self.size = size
        self.per_second = per_second
        self._left = size
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is all right."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self.per_second >= self.size


class Buckets:
    """One bucket a visitor; those that are full again are forgotten."""

    MOST = 10_000

    def __init__(self, size: float, per_second: float) -> None:
        self.size = size
        self.per_second = per_second
        self._known: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        if len(self._known) > self.MOST:
            self._known = {name: bucket for name, bucket in self._known.items() if not bucket.full}
        return self._known.setdefault(who, Bucket(self.size, self.per_second)).take()
