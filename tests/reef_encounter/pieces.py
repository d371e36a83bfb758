"""Counting every piece of Reef Encounter."""

from __future__ import annotations

from typing import cast

from atoll.core.bits import count
from atoll.core.state import State
from atoll.reef_encounter.board import BY_SHORTAGE
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import COLOURS, LARGE, TILES


def census(state: State) -> dict[str, list[int]]:
    """All pieces wherever they are: always 40 polyps and 10 cubes a colour, 5 cylinders an alga, 4 shrimps a seat."""
    board = cast(ReefEncounter, state)
    seats = range(board.seats)
    held = (board.hand, board.front, board.fish)
    polyps = [
        sum(count(board.polyps[rock * COLOURS + colour]) for rock in seats)
        + sum(vector[seat * COLOURS + colour] for vector in held for seat in seats)
        + sum(board.sea[space * COLOURS + colour] for space in range(COLOURS))
        + board.bag[colour]
        + board.bonus[colour]
        for colour in range(COLOURS)
    ]
    cubes = [
        board.supply[colour] + sum(board.cubes[seat * COLOURS + colour] for seat in seats) for colour in range(COLOURS)
    ]
    on_sea = COLOURS - (1 if board.ended == BY_SHORTAGE and sum(cubes) == 10 * COLOURS - 4 else 0)
    cylinders = list(board.cylinders)
    for tile in range(TILES):
        if board.covered >> tile & 1:
            cylinders[LARGE[tile + TILES * (board.turned >> tile & 1)]] += 1
    if board.alga >= 0:
        cylinders[board.alga] += 1
    shrimps = [
        board.home[seat] + board.eaten[seat] + sum(count(board.shrimps[rock * board.seats + seat]) for rock in seats)
        for seat in seats
    ]
    return {"polyps": polyps, "cubes": [sum(cubes) + on_sea], "cylinders": cylinders, "shrimps": shrimps}
