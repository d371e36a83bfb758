"""The facts of the game as tables of small ints and bit masks, read once from data.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT

COLOURS: Final[i64] = 4
SIDE: Final[i64] = 4
CELLS: Final[i64] = 16
ALL_CELLS: Final[i64] = 65535
CENTRE: Final[i64] = 0x0660  # b2 c2 b3 c3
CARDS: Final[i64] = 60
TALLEST: Final[i64] = 4
DISPLAY: Final[i64] = 3

FACTS: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "data.toml").read_text("utf-8"))

LETTERS: Final[str] = "".join(FACTS["colours"])
FIRST_POINTS: Final[int] = FACTS["first_points"]
OPENING_HAND: Final[int] = FACTS["opening_hand"]
HAND_LIMIT: Final[int] = FACTS["hand_limit"]
PIECES: Final[dict[int, int]] = {int(seats): n for seats, n in FACTS["pieces"].items()}
CELL_NAMES: Final[list[str]] = [f"{'abcd'[c]}{r + 1}" for r in range(SIDE) for c in range(SIDE)]
CARD_FACTS: Final[dict[int, dict[str, Any]]] = {int(number): facts for number, facts in FACTS["card"].items()}

# What a cell of a pattern asks of the stack there: colour (COLOURS: any), then height.
ANY_COLOUR: Final[i64] = 4
ANY_HEIGHT: Final[i64] = 0  # 1 to 4: exactly that; AT_LEAST + n: that or more
AT_LEAST: Final[i64] = 8

# How a card scores.
PACKED: Final[i64] = 0  # all cells ask the same: the most disjoint placements of a shape
PAIRED: Final[i64] = 1  # two cells that ask different things: the most disjoint pairs
AROUND: Final[i64] = 2

Cell = tuple[int, int, int, int]  # row, column, colour, height


def drawn_cells(pattern: list[str]) -> list[Cell]:
    """The cells of a drawn pattern."""
    cells: list[Cell] = []
    for row, line in enumerate(pattern):
        for column, word in enumerate(line.split()):
            if word != ".":
                colour = ANY_COLOUR if word[0] == "*" else LETTERS.index(word[0])
                height = 0
                if len(word) > 1:
                    height = int(word[1]) + (AT_LEAST if word.endswith("+") else 0)
                cells.append((row, column, colour, height))
    return cells


def placements(cells: list[Cell]) -> list[list[int]]:
    """Every way to lay a pattern onto the board, all quarter turns: the board cell of each of its cells."""
    found: list[list[int]] = []
    turned = [(row, column) for row, column, _, _ in cells]
    for _ in range(4):
        turned = [(column, -row) for row, column in turned]
        for down in range(-SIDE, 2 * SIDE):
            for right in range(-SIDE, 2 * SIDE):
                spots = [(row + down, column + right) for row, column in turned]
                if all(0 <= row < SIDE and 0 <= column < SIDE for row, column in spots):
                    place = [row * SIDE + column for row, column in spots]
                    if place not in found:
                        found.append(place)
    return found


def _touching() -> vec[i64]:
    """The eight neighbours of each cell."""
    out = vec[i64]()
    for cell in range(CELLS):
        mask: i64 = 0
        for other in range(CELLS):
            rows: int = cell // SIDE - other // SIDE
            columns: int = cell % SIDE - other % SIDE
            if max(abs(rows), abs(columns)) == 1:
                mask |= BIT[other]
        out = append(out, mask)
    return out


TOUCHING: Final = _touching()


class Deck:
    """The cards as vectors, by card number (0 is no card)."""

    def __init__(self) -> None:
        self.points = vec[i64]([0])
        self.gives = vec[i64]([0] * COLOURS)  # by card, then colour
        self.way = vec[i64]([0])
        self.colour = vec[i64]([0])  # of the first cell, or of the tallest stack
        self.height = vec[i64]([0])
        self.other_colour = vec[i64]([0])  # of the second cell, or of the stacks that score
        self.other_height = vec[i64]([0])
        self.table = vec[i64]([0])  # which shape, or which pairing
        self.shapes: list[list[int]] = []  # by shape: the masks of its placements
        self.pairings: list[list[int]] = []  # by pairing: for each cell of the first kind, the mask of its partners
        for card in range(1, CARDS + 1):
            facts = CARD_FACTS[card]
            self.points = append(self.points, i64(facts["points"]))
            for letter in LETTERS:
                self.gives = append(self.gives, i64(str(facts["gives"]).count(letter)))
            if "around" in facts:
                first = (0, 0, LETTERS.index(facts["around"]), 0)
                second = (0, 0, LETTERS.index(facts["scored"]), 0)
                self._add(AROUND, first, second, 0)
            else:
                self._add_pattern(drawn_cells(facts["pattern"]))

    def _add(self, way: int, first: Cell, second: Cell, table: int) -> None:
        self.way = append(self.way, way)
        self.colour = append(self.colour, first[2])
        self.height = append(self.height, first[3])
        self.other_colour = append(self.other_colour, second[2])
        self.other_height = append(self.other_height, second[3])
        self.table = append(self.table, table)

    def _add_pattern(self, cells: list[Cell]) -> None:
        places = placements(cells)
        first, last = cells[0], cells[-1]
        if all(cell[2:] == first[2:] for cell in cells):
            shape = sorted({sum(1 << at for at in place) for place in places})
            self._add(PACKED, first, first, _index(self.shapes, shape))
        elif len(cells) == 2:
            partners = [0] * CELLS
            for one, two in places:
                partners[one] |= 1 << two
            self._add(PAIRED, first, last, _index(self.pairings, partners))
        else:
            raise ValueError("a pattern has one kind of cell, or two cells")


def _index(known: list[list[int]], item: list[int]) -> int:
    if item not in known:
        known.append(item)
    return known.index(item)


DECK: Final = Deck()


def _partners() -> vec[i64]:
    out = vec[i64]()
    for pairing in DECK.pairings:
        for mask in pairing:
            out = append(out, i64(mask))
    return out


# Pairings, CELLS masks each.
PARTNERS: Final = _partners()


def _shape_starts() -> vec[i64]:
    """By shape and cell: where in SHAPE_MASKS the placements begin whose first cell it is."""
    out = vec[i64]()
    at = 0
    for shape in DECK.shapes:
        for cell in range(CELLS):
            out = append(out, i64(at))
            at += sum(1 for mask in shape if mask & -mask == 1 << cell)
        out = append(out, i64(at))
    return out


def _shape_masks() -> vec[i64]:
    out = vec[i64]()
    for shape in DECK.shapes:
        for cell in range(CELLS):
            for mask in shape:
                if mask & -mask == 1 << cell:
                    out = append(out, i64(mask))
    return out


SHAPE_STARTS: Final = _shape_starts()
SHAPE_MASKS: Final = _shape_masks()
