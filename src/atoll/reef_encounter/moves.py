"""Moves as small ints of one fixed range, in rising order of the constants below.

Cells are `rock * CELLS + cell` with rocks counted from 0. A shrimp to be moved is named by its slot: twice its rock,
plus one if it is the second of its player's shrimps on that rock (there are never more, ruling `two per rock`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from atoll.reef_encounter.tables import CELLS, LETTERS, MOST_ROCKS

BOARD: Final = 168  # MOST_ROCKS * CELLS
PAIRS: Final[i64] = 15
SLOTS: Final = 8
SLOT_SIZE: Final = 169  # every cell, and the screen
TARGETS: Final = 11  # ten coral tiles, and the alga space
SEA: Final = 10

FISH: Final = 0
TAKE_CUBES: Final = 5
EAT: Final = 20
LARVA: Final = 188
POLYP: Final = 193
CONSUMED: Final = 361
SHRIMP: Final = 529
MOVE: Final = 697
CUBE: Final = 2049
ALGA: Final = 2054
TILE: Final = 2274
COLLECT: Final = 2279
PASS: Final = 2284
MOVES: Final = 2285

assert BOARD == MOST_ROCKS * CELLS
assert SLOT_SIZE == BOARD + 1
assert TAKE_CUBES + PAIRS == EAT
assert EAT + BOARD == LARVA
assert POLYP + BOARD == CONSUMED
assert CONSUMED + BOARD == SHRIMP
assert SHRIMP + BOARD == MOVE
assert MOVE + SLOTS * SLOT_SIZE == CUBE
assert ALGA + 4 * 5 * TARGETS == TILE

# The pairs of cubes, each pair once, by colour numbers.
PAIR_LIST: Final[list[tuple[int, int]]] = [(a, b) for a in range(len(LETTERS)) for b in range(a, len(LETTERS))]
