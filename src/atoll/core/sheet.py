"""Numbers that another program reads while they change, such as NumPy: what a seat sees, and which moves are legal.

A vector has its place in memory and keeps it, so a buffer over it stays up to date. Of a set of cells or moves only
what changed since it was last written is written again.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from atoll.core.bits import BIT, count, filled, index
from atoll.core.legal import Legal

ROW: Final = 2  # of what is known about a group of moves: base and mask


def blank(size: i64) -> vec[u8]:
    """So many zeros."""
    out = vec[u8](capacity=size)
    for _ in range(size):
        out = append(out, 0)
    return out


@final
class Sheet:
    """A row of small numbers, written from left to right, the same pieces in the same order each time."""

    def __init__(self, numbers: vec[u8], start: i64) -> None:
        self._numbers = numbers
        self._start = start
        self._at = start
        self._notes = vec[i64]()  # what was last written, for each set
        self._note: i64 = 0

    def begin(self) -> None:
        """Write it once more."""
        self._at = self._start
        self._note = 0

    def written(self) -> i64:
        """How many numbers have been written since it was begun."""
        return self._at - self._start

    def number(self, value: i64) -> None:
        """A number from 0 to 255."""
        self._numbers[self._at] = u8(value)
        self._at += 1

    def flag(self, value: bool) -> None:
        self._numbers[self._at] = 1 if value else 0
        self._at += 1

    def several(self, values: vec[i64], start: i64, size: i64) -> None:
        """Some numbers of a vector."""
        numbers = self._numbers
        at = self._at
        for place in range(size):
            numbers[at + place] = u8(values[start + place])
        self._at = at + size

    def noted(self, value: i64) -> i64:
        """Note a value for what comes next; what was noted when that was last written."""
        note = self._note
        self._note = note + 1
        if note == len(self._notes):
            self._notes = append(self._notes, 0)
        before = self._notes[note]
        self._notes[note] = value
        return before

    def same(self, value: i64, size: i64) -> bool:
        """Whether so many numbers follow from a value that is as it was; if so they are passed over."""
        if self.noted(value) == value:
            self._at += size
            return True
        return False

    def cells(self, mask: i64, size: i64) -> None:
        """A one for each cell of a set, of so many cells."""
        changed = self.noted(mask) ^ mask
        at = self._at
        if changed:
            numbers = self._numbers
            while changed:
                low = changed & -changed
                changed ^= low
                numbers[at + count(low - 1)] = 1 if mask & low else 0
        self._at = at + size

    def drawn(self, mask: i64, table: vec[i64], row: i64, size: i64) -> None:
        """A one for each place of a set, where a row of a table says that it is in a drawing of so many cells."""
        before_row = self.noted(row)
        before = self.noted(mask)
        at = self._at
        self._at = at + size
        if before_row != row:
            # Another drawing: what was written is elsewhere.
            self._draw(before, table, before_row, at, 0)
            self._draw(mask, table, row, at, 1)
        elif before != mask:
            self._draw(before & ~mask, table, row, at, 0)
            self._draw(mask & ~before, table, row, at, 1)

    def _draw(self, mask: i64, table: vec[i64], row: i64, at: i64, value: u8) -> None:
        numbers = self._numbers
        while mask:
            low = mask & -mask
            mask ^= low
            numbers[at + table[row + index(low)]] = value

    def one_of(self, which: i64, size: i64) -> None:
        """A one in its place; none for -1."""
        self.cells(0 if which < 0 else BIT[which], size)

    def put(self, place: i64, value: i64) -> None:
        """A number some places ahead, without going on."""
        self._numbers[self._at + place] = u8(value)

    def go_on(self, size: i64) -> None:
        self._at += size


@final
class Marks:
    """A one for each legal move, in a row of numbers."""

    def __init__(self, numbers: vec[u8], start: i64) -> None:
        self._numbers = numbers
        self._start = start
        self._groups = filled(64 * ROW, 0)  # as they were last written
        self._size: i64 = 0

    def write(self, legal: Legal) -> None:
        """Write what became legal, and what no longer is."""
        old = self._groups
        size = self._size
        groups = legal.groups()
        # First what goes, then what comes: groups of unlike bases may mean the same moves.
        group: i64 = 0
        for at in range(0, size, ROW):
            base = old[at]
            while group < groups and legal.base(group) < base:
                group += 1
            gone = old[at + 1]
            if group < groups and legal.base(group) == base:
                gone &= ~legal.mask(group)
            if gone:
                self._set(base, gone, 0)
        known: i64 = 0
        for group in range(groups):
            base = legal.base(group)
            mask = legal.mask(group)
            while known < size and old[known] < base:
                known += ROW
            new = mask
            if known < size and old[known] == base:
                new &= ~old[known + 1]
            if new:
                self._set(base, new, 1)
        self._note(legal, groups)

    def _set(self, base: i64, moves: i64, value: u8) -> None:
        numbers = self._numbers
        base += self._start
        while moves:
            low = moves & -moves
            moves ^= low
            numbers[base + count(low - 1)] = value

    def _note(self, legal: Legal, groups: i64) -> None:
        while groups * ROW > len(self._groups):
            self._groups = append(self._groups, 0)
        rows = self._groups
        for group in range(groups):
            rows[group * ROW] = legal.base(group)
            rows[group * ROW + 1] = legal.mask(group)
        self._size = groups * ROW
