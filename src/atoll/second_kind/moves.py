"""Moves of the expansion as small ints: those of the base game that need no more words are its, the others begin above.

Places are `rock * PLACES + place` with rocks counted from 0. A player's shrimp is named by its slot, as in the base
game; crowns and wooden blue shrimps by theirs: which one it is, in the order of rocks and places.
"""

from __future__ import annotations

from typing import Final

from atoll.reef_encounter.moves import MOVES as BASE_MOVES

BOARD: Final = 240  # MOST_ROCKS * PLACES
SLOT_SIZE: Final = 241  # every place, and the screen
MEALS: Final = 29  # no card, or one of 28
TARGETS: Final = 11
PAYMENTS: Final = 31  # every kind of polyp tile, and none
FREE: Final = 30
DEALS: Final = 8  # tiles that have a colour, the half once
OFF: Final = 4  # of the pushes: beside the board
BESIDE: Final = 0  # of the blue shrimps: one from beside the board; else 1 and its slot

EAT: Final = 2285
POLYP: Final = EAT + 8 * MEALS
SHRIMP: Final = POLYP + 2 * 11 * BOARD
CORAL: Final = SHRIMP + BOARD
REMOVE: Final = CORAL + BOARD
MOVE: Final = REMOVE + BOARD
CUBE: Final = MOVE + 8 * SLOT_SIZE
TRADE: Final = CUBE + 5 * DEALS
ALGA: Final = TRADE + 5 * DEALS
BAG: Final = ALGA + 4 * PAYMENTS * TARGETS
CONSUME: Final = BAG + 30
LAY: Final = CONSUME + 30
BUY: Final = LAY + 3 * BOARD
BUY_CONSUMED: Final = BUY + 33
BUY_CUBE: Final = BUY_CONSUMED + 30
PLAY: Final = BUY_CUBE + 5
PLAY_BLUE: Final = PLAY + 28
DISCARD: Final = PLAY_BLUE + 28
CROWN: Final = DISCARD + 28
PUSH: Final = CROWN + 16
DISLODGE: Final = PUSH + 5
BLUE: Final = DISLODGE + 4
DRIVE: Final = BLUE + 5 * SLOT_SIZE
GROW: Final = DRIVE + 4 * BOARD
UNLOCK: Final = GROW + 5 * BOARD
SHIFT: Final = UNLOCK + 10
SWAP: Final = SHIFT + 100
CHANGE: Final = SWAP + 25
END: Final = CHANGE + 5
DONE: Final = END + 1
MOVES: Final = DONE + 1

assert EAT == BASE_MOVES
