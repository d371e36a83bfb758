"""What an observation consists of: the numbers that a learner gets, in order, with what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod


@dataclass(frozen=True)
class Piece:
    """Numbers that belong together. `most` is the largest that one of them can be, the smallest is 0.

    Planes have the rows and columns of the board at the end of their shape, and come before all other pieces.
    """

    name: str
    shape: tuple[int, ...]
    most: int
    meaning: str
    planes: bool = False

    @property
    def size(self) -> int:
        return prod(self.shape)


def planes(name: str, shape: tuple[int, ...], meaning: str) -> Piece:
    """Cells of the board: 1 where it is so."""
    return Piece(name, shape, 1, meaning, planes=True)


def flags(name: str, shape: tuple[int, ...], meaning: str) -> Piece:
    """1 where it is so."""
    return Piece(name, shape, 1, meaning)


@dataclass(frozen=True)
class Group:
    """Move ids that belong together, from `first` on: one for each value of each of the words, the last one fastest."""

    first: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)
