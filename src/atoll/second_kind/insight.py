"""What there is to see in a position of the expansion: its corals and who eats whom, what a shrimp would protect, what
an open larva can do, what a turn that ended now would leave undone. All of it lies on the table, but for what a player
could still do.
"""

from __future__ import annotations

from collections.abc import Iterable

from atoll.core.bits import BIT, count
from atoll.core.messages import Message
from atoll.reef_encounter.board import SMALLEST_MEAL, TURN, near
from atoll.reef_encounter.insight import (
    CLEAR_WORTH,
    Coral,
    Insight,
    Laying,
    Meal,
    corals,
    returned,
    shelters,
    tiles_of,
)
from atoll.reef_encounter.moves import COLLECT, LARVA, SEA
from atoll.reef_encounter.notation import colour_term
from atoll.reef_encounter.tables import COLOURS, PLACES
from atoll.reef_encounter.words import LETTERS
from atoll.second_kind.heaps import RETURN
from atoll.second_kind.moves import ALGA, BAG, BOARD, BUY, CORAL, EAT, END, PLAY, POLYP, SHRIMP, TARGETS
from atoll.second_kind.notation import places_of
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import BICOLOUR, COLOURS_OF, DOUBLE, HALF


def insight(state: SecondKind, viewer: int, language: str) -> Insight:
    """What a viewer can see in a position; `state` is one that the viewer could believe in."""
    left = undone(state) if viewer == state.seat else []
    return {
        "corals": corals(state, coral_seen),
        "shelters": shelters(state, lambda rock, cells: places_of(state, rock, cells)),
        "laying": laying(state),
        "left": [message.text(language) for message in left],
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
    return kept(
        state, [state.kind_at(rock, 1 << at) for at in range(PLACES) if cells >> at & 1], colour, returned(state)
    )


def kept(state: SecondKind, kinds: Iterable[int], colour: int, left: int) -> Meal:
    """Ruling `returned`: what is kept of tiles of a coral if so many go back, those that are worth least first."""
    tiles = sorted(worth(state, kind, colour) for kind in kinds)
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


def undone(state: SecondKind) -> list[Message]:
    """What is still open, or of clear worth and possible once a turn, if the turn ended now."""
    if state.phase != TURN or not state.settled():
        return []
    moves = state.legal_moves()
    if not any(COLLECT <= move < COLLECT + COLOURS or move == END for move in moves):
        return []
    out: list[Message] = []
    if any(POLYP <= move < SHRIMP for move in moves):
        out.append(Message("reef-encounter.left.polyps", {"colour": colour_term(state.open)}))
    for word, number in (("eat", 1), ("larva", 2), ("shrimp", 4), ("lock", 7)):
        if any(gain(state, move) >= CLEAR_WORTH for move in moves if action(move) == number):
            out.append(Message(f"reef-encounter.left.{word}"))
    if needs_card(state) and any(BUY <= move < PLAY for move in moves):
        out.append(Message("second-kind.left.card"))
    return out


def action(move: int) -> int:
    """The number of the once-a-turn action that a move begins, or 0."""
    if EAT <= move < POLYP:
        return 1
    if LARVA <= move < LARVA + COLOURS:
        return 2
    if SHRIMP <= move < CORAL:
        return 4
    return 7 if ALGA <= move < BAG and (move - ALGA) % TARGETS != SEA else 0


def gain(state: SecondKind, move: int) -> int:
    """By how much a move betters the position of its player, a larva with its best polyp."""
    seat = state.seat
    after = state.clone()
    after.do(move)
    while after.asked == RETURN:
        after.do(min(after.legal_moves(), key=lambda move: worth(after, move - BAG, after.hue)))
    gained = int(after.appraise(seat) - state.appraise(seat))
    if LARVA <= move < LARVA + COLOURS:
        polyps = {(polyp - POLYP) % BOARD: polyp for polyp in after.legal_moves() if POLYP <= polyp < SHRIMP}
        gained += max(gain(after, polyp) for polyp in polyps.values())
    return gained


def needs_card(state: SecondKind) -> bool:
    """Ruling `first coral`: whether a coral could be eaten, had its player a card with a blue shrimp."""
    seat = state.seat
    return state.eaten[seat] == 0 and not state.cards[seat] & state.blue_marks and state.hungry(seat)
