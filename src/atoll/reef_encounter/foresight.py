"""What a move will do, as far as a seat can know beforehand.

Two things come to light only when a move is made: whether the bag has a tile of a colour, and what is told at the end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from atoll.core.events import EndsGame, Event
from atoll.core.kind import Foreseen
from atoll.reef_encounter.events import GameEnds, Grown, TileBought, move_events
from atoll.reef_encounter.moves import COLLECT, POLYP, SHRIMP, TILE
from atoll.reef_encounter.redeal import unsure
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import COLOURS
from atoll.reef_encounter.view import view


def foreseen(state: ReefEncounter, move: int, viewer: int) -> Foreseen:
    colour = asked_of_bag(state, move)
    if colour < 0 or not unsure(state, viewer, colour):
        return outcome(state, move, viewer)
    one, other = (outcome(world, move, viewer) for world in (with_tile(state, colour), without_tile(state, colour)))
    events = common(one.events, other.events)
    return Foreseen(events, lambda: agreed(dict(view(state, viewer)), one.view, other.view))


def asked_of_bag(state: ReefEncounter, move: int) -> int:
    """The colour of the tile that a move may take out of the bag, or -1."""
    if POLYP <= move < SHRIMP:
        return state.open
    return move - TILE if TILE <= move < COLLECT else -1


def with_tile(state: ReefEncounter, colour: int) -> ReefEncounter:
    """The same position with a tile of a colour in a bag of the same size."""
    other = state.clone()
    if not other.bag[colour]:
        there = next(at for at in range(COLOURS) if other.bag[at])
        other.bag[there] -= 1
        other.bag[colour] += 1
    return other


def without_tile(state: ReefEncounter, colour: int) -> ReefEncounter:
    """The same position with no tile of a colour in a bag of the same size."""
    other = state.clone()
    other.bag[(colour + 1) % COLOURS] += other.bag[colour]
    other.bag[colour] = 0
    return other


def outcome(state: ReefEncounter, move: int, viewer: int) -> Foreseen:
    """What a move does in this position; its end stays closed."""
    after = state.clone()
    after.make(move)
    events = move_events(state, move, after, viewer)
    if after.over:
        events = [event for event in events if not isinstance(event, GameEnds) or event.scores is None] + [EndsGame()]
    return Foreseen(events, lambda: dict(view(after, viewer, closed=True)))


def common(one: list[Event], other: list[Event]) -> list[Event]:
    """The events of both, without saying where a tile came from if that differs."""
    sourceless = [
        replace(event, source=None) if isinstance(event, TileBought | Grown) and event not in other else event
        for event in one
    ]
    theirs = [replace(event, source=None) if isinstance(event, TileBought | Grown) else event for event in other]
    return [event for event in sourceless if event in other or event in theirs]


def agreed(before: Any, one: Any, other: Any) -> Any:
    """What two views have in common; where they differ, as it was before."""
    if one == other:
        return one
    if all(isinstance(part, dict) for part in (before, one, other)):
        return {key: agreed(before.get(key), one[key], other[key]) for key in one if key in other}
    if all(isinstance(part, list) for part in (before, one, other)) and len(before) == len(one) == len(other):
        return [agreed(*three) for three in zip(before, one, other, strict=True)]
    return before
