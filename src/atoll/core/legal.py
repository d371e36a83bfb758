"""The legal moves of a position, as a sorted set of small ints that need not be listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from mypy_extensions import i64

from atoll.core.bits import count, filled, nth
from atoll.core.rng import Rng

GROUPS: Final = 128
MOST_MOVES: Final = 1 << 31  # no game has as many move ids


class Legal:
    """Groups of moves: move `base + k` is legal where bit `k` of its group's mask is set.

    A state hands out one and the same object, which changes with it; `tolist()` gives a list of one's own.
    """

    def __init__(self) -> None:
        self._base = filled(GROUPS, 0)
        self._mask = filled(GROUPS, 0)
        self._size = filled(GROUPS, 0)
        self._groups: i64 = 0
        self._total: i64 = 0

    def clear(self) -> None:
        self._groups = 0
        self._total = 0

    def add(self, base: i64, mask: i64) -> None:
        """Add a group; groups come in rising order and do not overlap."""
        if mask:
            at = self._groups
            self._base[at] = base
            self._mask[at] = mask
            size = count(mask)
            self._size[at] = size
            self._groups = at + 1
            self._total += size

    def total(self) -> i64:
        return self._total

    def groups(self) -> i64:
        return self._groups

    def base(self, group: i64) -> i64:
        return self._base[group]

    def mask(self, group: i64) -> i64:
        return self._mask[group]

    def holds(self, move: i64) -> bool:
        for at in range(self._groups):
            shift = move - self._base[at]
            if shift < 0:
                return False
            if shift < 63 and (self._mask[at] >> shift) & 1:
                return True
        return False

    def at(self, n: i64) -> i64:
        """The n-th legal move in rising order."""
        sizes = self._size
        for group in range(self._groups):
            size = sizes[group]
            if n < size:
                return self._base[group] + nth(self._mask[group], n)
            n -= size
        raise IndexError("there are not that many legal moves")

    def sample(self, rng: Rng) -> i64:
        """One of them, each equally likely."""
        return self.at(rng.below(self._total))

    def tolist(self) -> list[int]:
        boxed = _boxed
        out: list[object] = [None] * self._total
        place: i64 = 0
        for group in range(self._groups):
            move = self._base[group]
            mask = self._mask[group]
            while move + 63 > len(boxed):
                boxed.append(len(boxed))
            while mask:
                if mask & 1:
                    out[place] = boxed[move]
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


# Ints made once, so that listing moves allocates nothing but the list; it grows to a game's range on first use.
_boxed: Final[list[object]] = []
