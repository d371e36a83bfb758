"""What there is to see in a position of the expansion: its corals and who eats whom, what a shrimp would protect, what
an open larva can do. All of it lies on the table.
"""

from __future__ import annotations

from atoll.core.bits import BIT, count
from atoll.reef_encounter.board import SMALLEST_MEAL, TURN, near
from atoll.reef_encounter.insight import Coral, Insight, Laying, Meal, corals, returned, shelters, tiles_of
from atoll.reef_encounter.tables import COLOURS, PLACES
from atoll.reef_encounter.words import LETTERS
from atoll.second_kind.moves import BOARD, POLYP, SHRIMP
from atoll.second_kind.notation import places_of
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import BICOLOUR, COLOURS_OF, DOUBLE, HALF


def insight(state: SecondKind) -> Insight:
    return {
        "corals": corals(state, coral_seen),
        "shelters": shelters(state, lambda rock, cells: places_of(state, rock, cells)),
        "laying": laying(state),
        "left": [],
    }


def coral_seen(state: SecondKind, rock: int, colour: int, cells: int) -> Coral:
    def names(mask: int) -> list[str]:
        return places_of(state, rock, mask)

    standing = cells & state.shrimps_on(rock)
    guarded = state.protected(rock, colour) | state.blue_on(rock)
    return {
        "rock": rock + 1,
        "colour": LETTERS[colour],
        "cells": names(cells),
        "owner": state.shrimp_owner(rock, standing) + 1 if standing else None,
        "shrimp": names(standing)[0] if standing else None,
        "value": state.value(colour),
        "meal": meal(state, rock, colour, cells),
        "protected": names(guarded & cells),
        "eats": names(reach(state, rock, colour, cells)),
        "eaten_by": [],
        "tiles": tiles_of(colour),
    }


def reach(state: SecondKind, rock: int, colour: int, cells: int) -> int:
    """Ruling `attack`: the polyps that this coral could eat with an ordinary tile."""
    if count(cells) < 2:
        return 0
    return state.places(rock, colour, False, False) & state.grown(rock) & near(state.near, rock, cells)


def meal(state: SecondKind, rock: int, colour: int, cells: int) -> Meal | None:
    """Rulings `eating` and `returned`: what a coral brings if the tiles go back that are worth least."""
    if count(cells) < SMALLEST_MEAL:
        return None
    tiles = sorted(worth(state, state.kind_at(rock, 1 << at), colour) for at in range(PLACES) if cells >> at & 1)
    left = returned(state)
    while left > 0 and tiles:
        left -= tiles.pop(0)[1]
    return {"polyps": sum(polyps for _, polyps, _ in tiles), "points": sum(points for _, _, points in tiles)}


def worth(state: SecondKind, kind: int, colour: int) -> tuple[int, int, int]:
    """Of a tile: points for each polyp, polyps, points."""
    polyps = 2 if DOUBLE <= kind < HALF else 1
    colours = COLOURS_OF[kind] if kind >= BICOLOUR else BIT[colour]
    value = max(int(state.value(other)) for other in range(COLOURS) if colours >> other & 1)
    return value, polyps, polyps * value


def laying(state: SecondKind) -> dict[str, Laying]:
    """What a polyp of the open larva would do, by the space that it may be laid on."""
    if state.phase != TURN or state.open < 0:
        return {}
    out: dict[str, Laying] = {}
    for spot in sorted({(move - POLYP) % BOARD for move in state.legal_moves() if POLYP <= move < SHRIMP}):
        rock, bit = spot // PLACES, BIT[spot % PLACES]
        [cell] = places_of(state, rock, bit)
        beside = near(state.near, rock, bit)
        if state.grown(rock) & bit:
            out[cell] = "bites"
        elif beside & state.star[rock] and sprouts_after(state, rock, bit):
            out[cell] = "grows"
        elif beside & state.polyps[rock * COLOURS + state.open]:
            out[cell] = "enlarges"
        else:
            out[cell] = "starts"
    return out


def sprouts_after(state: SecondKind, rock: int, bit: int) -> bool:
    """Ruling `growth`: whether a polyp laid on an empty space beside the starfish asks for another one there."""
    after = state.clone()
    after.lay(rock, state.open, state.polyps[rock * COLOURS + state.open] | bit)
    return bool(after.sprouts(rock, state.open))
