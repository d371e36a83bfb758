"""Counting every piece of the expansion."""

from __future__ import annotations

from typing import cast

from atoll.core.bits import count
from atoll.core.state import State
from atoll.reef_encounter.board import BY_SHORTAGE
from atoll.reef_encounter.tables import COLOURS, LARGE, PLACES, TILES
from atoll.second_kind.heaps import BLUE, CROWNS, DISPLACED, PUSHED, ROCKS, WATERS
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import ALL_CARDS, CROWN, KINDS, ROCK, WATER, of_kind


def census(state: State) -> dict[str, list[int]]:
    """All pieces wherever they are. Crowns that left the game are not to be found; there are never more than before."""
    board = cast(SecondKind, state)
    seats = range(board.seats)
    tiles = [0] * KINDS
    for rock in seats:
        for place in range(PLACES):
            if board.grown(rock) >> place & 1:
                tiles[board.kind_at(rock, 1 << place)] += 1
        for kind, layer in ((ROCK, ROCKS), (WATER, WATERS), (CROWN, CROWNS)):
            tiles[kind] += count(board.layer(rock, layer))
    for colour in range(COLOURS):
        held = (board.hand, board.front, board.fish)
        tiles[colour] += sum(vector[seat * COLOURS + colour] for vector in held for seat in seats)
        tiles[colour] += sum(board.sea[space * COLOURS + colour] for space in range(COLOURS))
        tiles[colour] += board.bag[colour] + board.bonus[colour] + (board.aside if board.hue == colour else 0)
    for kind in range(COLOURS, KINDS):
        tiles[kind] += sum(of_kind(heap, kind) for heap in board.special)
    assert tiles[CROWN] <= 4
    cubes = sum(board.supply) + sum(board.cubes)
    on_sea = COLOURS - (1 if board.ended == BY_SHORTAGE and cubes == 10 * COLOURS - 4 else 0)
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
    if board.asked == DISPLACED:
        shrimps[board.seat] += 1
    blue = board.beside + board.blue_at_sea + sum(count(board.layer(rock, BLUE)) for rock in seats)
    blue += board.asked == PUSHED
    cards = [board.deck, board.pile, *board.cards, *board.laid_out]
    playing = 1 << board.card if board.card >= 0 and not board.pile >> board.card & 1 else 0
    laid_out = any(out & playing for out in board.laid_out)
    assert sum(cards) + (0 if laid_out else playing) == ALL_CARDS
    return {
        "tiles": tiles[:CROWN],
        "cubes": [cubes + on_sea],
        "cylinders": cylinders,
        "shrimps": shrimps,
        "blue": [blue],
    }
