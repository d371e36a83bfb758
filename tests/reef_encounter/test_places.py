"""The places of a rock: the spaces of its drawing, and those over its edge that touch it."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT
from atoll.reef_encounter.board import near
from atoll.reef_encounter.tables import BESIDE, CELL_NAMES, CELLS, LAND, PLACE_NAMES, PLACES, ROCK_IDS, near_table

EDGES = {
    1: "d0 e0 f0 z3 z4 z5 z6 h3 h4 h5 h6 a7 b7 c7 d7 e7 f7 g7",
    2: "d0 e0 f0 z2 z3 z4 z5 h3 h4 h5 b7 c7 d7 e7 f7",
    3: "b0 c0 e0 f0 g0 z3 z4 h1 h3 h4 h5 h6 b7 c7 d7 f7 g7",
    4: "b0 c0 d0 e0 f0 z2 z3 z4 h2 h3 h4 b7 c7 e7 f7",
}

every_rock = pytest.mark.parametrize("rock", ROCK_IDS)


def named(rock: int, mask: int) -> set[str]:
    return {name for at, name in enumerate(PLACE_NAMES[rock]) if mask >> at & 1}


@every_rock
def test_the_edge_follows_the_drawing(rock: int) -> None:
    assert PLACE_NAMES[rock][:CELLS] == CELL_NAMES
    assert PLACE_NAMES[rock][CELLS:] == EDGES[rock].split()
    assert len(PLACE_NAMES[rock]) <= PLACES


@every_rock
def test_places_touch_along_their_sides(rock: int) -> None:
    columns = "zabcdefgh"
    for at, name in enumerate(PLACE_NAMES[rock]):
        column, row = columns.index(name[0]), int(name[1])
        around = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
        beside = {other for other in PLACE_NAMES[rock] if (columns.index(other[0]), int(other[1])) in around}
        assert named(rock, BESIDE[rock * PLACES + at]) == beside


@every_rock
def test_land_over_the_edge_is_near_what_it_touches(rock: int) -> None:
    printed = LAND[rock]
    rocks = vec[i64]([rock])
    alone = near_table(rocks, vec[i64]([printed]))
    for at in range(CELLS, len(PLACE_NAMES[rock])):
        assert near(alone, 0, BIT[at]) == 0
        table = near_table(rocks, vec[i64]([printed | BIT[at]]))
        beside = near(table, 0, BIT[at])
        assert beside == BESIDE[rock * PLACES + at] & printed != 0
        for cell in range(CELLS):
            joined = BIT[at] if beside & BIT[cell] else 0
            assert near(table, 0, BIT[cell]) == near(alone, 0, BIT[cell]) | joined
    whole = near(alone, 0, printed)
    assert whole & ~printed == 0
