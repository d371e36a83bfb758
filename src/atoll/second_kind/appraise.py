"""What a position of the expansion is worth to a seat, roughly, in tenths of a point."""

from __future__ import annotations

from mypy_extensions import i64

from atoll.core.legal import Legal
from atoll.reef_encounter.appraise import appraise as plain
from atoll.second_kind.layers import Layers


def appraise(board: Layers, seat: i64) -> i64:
    return plain(board, seat)


def candidates(board: Layers, moves: Legal) -> None:
    """Keep of the legal moves those that are worth a look."""
