"""The legal moves of a position, as a sorted set of small ints that need not be listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from librt.vecs import append
from mypy_extensions import i64

from atoll.core.bits import count, filled, nth
from atoll.core.rng import Rng

MOST_MOVES: Final = 1 << 31  # no game has as many move ids
BOXED: Final = 16384  # a whole range of moves, as games go
FIELDS: Final[i64] = 3  # of a group: base, mask, and how many moves that is


class Legal:
    """Groups of moves: move `base + k` is legal where bit `k` of its group's mask is set.

    A state hands out one and the same object, which changes with it; `tolist()` gives a list of one's own. It has
    room for so many groups, and finds more when it is needed.
    """

    def __init__(self, groups: i64 = 32) -> None:
        self._rows = filled(groups * FIELDS, 0)
        self._end: i64 = 0
        self._total: i64 = 0

    def clear(self) -> None:
        """Forget all groups. They can be read, each until as many have been added."""
        self._end = 0
        self._total = 0

    def add(self, base: i64, mask: i64) -> None:
        """Add a group; groups come in rising order and do not overlap."""
        if mask:
            at = self._end
            if at == len(self._rows):
                for _ in range(FIELDS):
                    self._rows = append(self._rows, 0)
            rows = self._rows
            size = count(mask)
            rows[at] = base
            rows[at + 1] = mask
            rows[at + 2] = size
            self._end = at + FIELDS
            self._total += size

    def total(self) -> i64:
        return self._total

    def groups(self) -> i64:
        return self._end // FIELDS

    def base(self, group: i64) -> i64:
        return self._rows[group * FIELDS]

    def mask(self, group: i64) -> i64:
        return self._rows[group * FIELDS + 1]

    def holds(self, move: i64) -> bool:
        rows = self._rows
        for at in range(0, self._end, FIELDS):
            shift = move - rows[at]
            if shift < 0:
                return False
            if shift < 63 and (rows[at + 1] >> shift) & 1:
                return True
        return False

    def at(self, n: i64) -> i64:
        """The n-th legal move in rising order."""
        rows = self._rows
        for at in range(0, self._end, FIELDS):
            size = rows[at + 2]
            if n < size:
                return rows[at] + nth(rows[at + 1], n)
            n -= size
        raise IndexError("there are not that many legal moves")

    def sample(self, rng: Rng) -> i64:
        """One of them, each equally likely."""
        return self.at(rng.below(self._total))

    def tolist(self) -> list[int]:
        boxed = _boxed
        out: list[object] = [None] * self._total
        place: i64 = 0
        for group in range(self.groups()):
            move = self.base(group)
            mask = self.mask(group)
            while mask:
                if mask & 1:
                    out[place] = boxed[move] if move < BOXED else int(move)
                    place += 1
                mask >>= 1
                move += 1
        return cast("list[int]", out)

    def __len__(self) -> int:
        return self._total

    def __contains__(self, move: object) -> bool:
        return isinstance(move, int) and 0 <= move < MOST_MOVES and self.holds(move)

    def __getitem__(self, n: int) -> int:
        place = n + self._total if n < 0 else n
        if place < 0:
            raise IndexError("there are not that many legal moves")
        return self.at(place)

    def __iter__(self) -> Iterator[int]:
        return iter(self.tolist())


# Ints made once, so that listing moves allocates nothing but the list.
_boxed: Final[list[object]] = list(range(BOXED))
