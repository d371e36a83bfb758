"""Moves as small ints of one fixed range, in rising order of the constants below.

Pieces are `colour * CELLS + cell`, cards are counted from 1.
"""

from __future__ import annotations

from typing import Final

from atoll.reef.tables import CARDS, CELLS, COLOURS

START: Final = 0
TAKE: Final = 64
TOP: Final = 124
PLAY: Final = 184
LAY: Final = 244
MOVES: Final = 308

assert START + COLOURS * CELLS == TAKE
assert TAKE + CARDS == TOP
assert PLAY + CARDS == LAY
assert LAY + COLOURS * CELLS == MOVES
