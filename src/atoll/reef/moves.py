"""Moves as small ints of one fixed range, in rising order of the constants below.

Pieces are `colour * CELLS + cell`, cards are counted from 1.
"""

from __future__ import annotations

from typing import Final

from atoll.core.observation import Group
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


def groups() -> list[Group]:
    """The range in groups, with what their numbers count."""
    piece = (int(COLOURS), int(CELLS))
    cards = (int(CARDS),)
    return [
        Group(START, piece, "put a start piece: colour, cell"),
        Group(TAKE, cards, "take a card of the display: card"),
        Group(TOP, cards, "take the top card: display card that a point is put on"),
        Group(PLAY, cards, "play a card: card"),
        Group(LAY, piece, "lay a piece: colour, cell"),
    ]
