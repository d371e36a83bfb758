"""Moves as small ints of one fixed range, in rising order of the constants below.

Cells are `rock * CELLS + cell` with rocks counted from 0. A shrimp to be moved is named by its slot: twice its rock,
plus one if it is the second of its player's shrimps on that rock (there are never more, ruling `two per rock`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from atoll.core.observation import Group
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


def groups() -> list[Group]:
    """The range in groups, with what their numbers count."""
    board = (int(MOST_ROCKS), int(CELLS))
    colours = (len(LETTERS),)
    return [
        Group(FISH, colours, "feed the parrotfish: colour"),
        Group(TAKE_CUBES, (int(PAIRS),), "take two cubes: pair of colours, in rising order"),
        Group(EAT, board, "eat a coral: rock, cell of its shrimp"),
        Group(LARVA, colours, "play a larva: colour"),
        Group(POLYP, board, "place a polyp from behind the screen: rock, cell"),
        Group(CONSUMED, board, "place a consumed polyp: rock, cell"),
        Group(SHRIMP, board, "introduce a shrimp: rock, cell"),
        Group(MOVE, (SLOTS, SLOT_SIZE), "move a shrimp: slot, rock and cell (168: behind the screen)"),
        Group(CUBE, colours, "buy a cube for a consumed polyp: colour"),
        Group(ALGA, (4, *colours, TARGETS), "play a cylinder: alga, colour paid, coral tile (10: the alga space)"),
        Group(TILE, colours, "buy a tile for a cube: colour"),
        Group(COLLECT, colours, "collect a cube and tiles from the open sea: space"),
        Group(PASS, (1,), "pass"),
    ]
