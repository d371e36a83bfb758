"""What there is to see in a position: the corals and who eats whom, what a shrimp would protect, what an open larva can
do, what a turn that ended now would leave undone. All of it lies on the table, but for what a player could still do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypedDict, TypeVar

from atoll.core.bits import BIT, count
from atoll.core.messages import Message
from atoll.reef_encounter.board import EXTRA, RETURNED, SMALLEST_MEAL, TURN, Board, near
from atoll.reef_encounter.moves import ALGA, BOARD, COLLECT, EAT, LARVA, MOVE, POLYP, SEA, SHRIMP, TARGETS, TILE
from atoll.reef_encounter.notation import TARGET_NAMES, cells_of, colour_term
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import CELLS, COLOURS, TILES
from atoll.reef_encounter.words import LETTERS, Colour

Laying = Literal["starts", "enlarges", "grows", "bites"]
B = TypeVar("B", bound=Board)
CLEAR_WORTH = 40  # tenths of a point that an action has to bring to be missed


class Meal(TypedDict):
    """What eating a coral would bring into the fish now."""

    polyps: int
    points: int


class Danger(TypedDict):
    """A polyp that can be eaten, and a polyp of each coral that can eat it."""

    cell: str
    by: list[str]


class Coral(TypedDict):
    """A coral: whose it is, what it is worth, what it can eat and be eaten by as the coral tiles lie."""

    rock: int
    colour: Colour
    cells: list[str]
    owner: int | None
    shrimp: str | None
    value: int
    meal: Meal | None
    protected: list[str]
    eats: list[str]
    eaten_by: list[Danger]
    tiles: list[str]


class Insight(TypedDict):
    """Corals; by cell what a shrimp there would protect; by cell what the open larva does; sentences about what is left
    to do before the turn ends."""

    corals: list[Coral]
    shelters: dict[str, list[str]]
    laying: dict[str, Laying]
    left: list[str]


def insight(state: ReefEncounter, viewer: int, language: str) -> Insight:
    """What a viewer can see in a position; `state` is one that the viewer could believe in."""
    left = undone(state) if viewer == state.seat else []
    return {
        "corals": corals(state, coral_seen),
        "shelters": shelters(state, cells_of),
        "laying": laying(state),
        "left": [message.text(language) for message in left],
    }


def corals(state: B, seen: Callable[[B, int, int, int], Coral]) -> list[Coral]:
    """Rock by rock, colour by colour, as they are seen; by whom they can be eaten follows from what they eat."""
    out: list[Coral] = []
    eaters: dict[str, list[str]] = {}
    for rock in range(state.seats):
        for colour in range(COLOURS):
            polyps = state.polyps[rock * COLOURS + colour]
            while polyps:
                cells = state.coral(rock, polyps & -polyps)
                polyps &= ~cells
                coral = seen(state, rock, colour, cells)
                for cell in coral["eats"]:
                    eaters.setdefault(cell, []).append(coral["cells"][0])
                out.append(coral)
    for coral in out:
        coral["eaten_by"] = [{"cell": cell, "by": eaters[cell]} for cell in coral["cells"] if cell in eaters]
    return out


def coral_seen(state: Board, rock: int, colour: int, cells: int) -> Coral:
    standing = cells & state.shrimps_on(rock)
    return {
        "rock": rock + 1,
        "colour": LETTERS[colour],
        "cells": cells_of(rock, cells),
        "owner": state.shrimp_owner(rock, standing) + 1 if standing else None,
        "shrimp": cells_of(rock, standing)[0] if standing else None,
        "value": state.value(colour),
        "meal": meal(state, colour, count(cells)),
        "protected": cells_of(rock, state.protected(rock, colour) & cells),
        "eats": cells_of(rock, reach(state, rock, colour, cells)),
        "eaten_by": [],
        "tiles": tiles_of(colour),
    }


def tiles_of(colour: int) -> list[str]:
    """The four coral tiles that decide about a colour."""
    return [name for name in TARGET_NAMES[:TILES] if LETTERS[colour] in name]


def meal(state: Board, colour: int, size: int) -> Meal | None:
    """Ruling `eating`: what a coral of so many polyps brings."""
    if size < SMALLEST_MEAL:
        return None
    polyps = max(0, size - returned(state))
    return {"polyps": polyps, "points": polyps * state.value(colour)}


def returned(state: Board) -> int:
    """How many polyps of a meal go back to the bag."""
    return RETURNED + bool(state.advanced) + (state.phase == EXTRA)


def reach(state: Board, rock: int, colour: int, cells: int) -> int:
    """Rulings `attack` and `guard`: the polyps that this very coral could eat."""
    if count(cells) < 2:
        return 0
    return state.attackable(rock, colour) & near(state.near, rock, cells) & ~state.guarded(rock, colour)


def shelters(state: Board, names: Callable[[int, int], list[str]]) -> dict[str, list[str]]:
    """Ruling `protected`: by polyp, what a shrimp that stood there would protect."""
    out: dict[str, list[str]] = {}
    for rock in range(state.seats):
        places = state.grown(rock)
        while places:
            bit = places & -places
            places ^= bit
            around = (bit | near(state.near, rock, bit)) & state.coral(rock, bit)
            out[names(rock, bit)[0]] = names(rock, around)
    return out


def laying(state: ReefEncounter) -> dict[str, Laying]:
    """What a polyp of the open larva would do, by the space that it may be laid on."""
    if state.phase != TURN or state.open < 0:
        return {}
    out: dict[str, Laying] = {}
    colour = state.open
    for spot in sorted({(move - POLYP) % BOARD for move in state.legal_moves() if POLYP <= move < SHRIMP}):
        rock, bit = spot // CELLS, BIT[spot % CELLS]
        [cell] = cells_of(rock, bit)
        if state.colour_at(rock, bit) >= 0:
            out[cell] = "bites"
        elif near(state.near, rock, bit) & state.star[rock] and grows_after(state, rock, bit):
            out[cell] = "grows"
        elif near(state.near, rock, bit) & state.polyps[rock * COLOURS + colour]:
            out[cell] = "enlarges"
        else:
            out[cell] = "starts"
    return out


def grows_after(state: ReefEncounter, rock: int, bit: int) -> bool:
    """Ruling `growth`: whether a polyp laid on an empty space beside the starfish asks for another one there."""
    after = state.clone()
    at = rock * COLOURS + state.open
    after.lay(rock, state.open, state.polyps[at] | bit)
    return bool(after.grows(rock, state.open))


def undone(state: ReefEncounter) -> list[Message]:
    """What is still open, or of clear worth and possible once a turn, if the turn ended now."""
    moves = state.legal_moves()
    if state.phase != TURN or not any(COLLECT <= move < COLLECT + COLOURS for move in moves):
        return []
    out: list[Message] = []
    if any(POLYP <= move < SHRIMP for move in moves):
        out.append(Message("reef-encounter.left.polyps", {"colour": colour_term(state.open)}))
    for word, number in (("eat", 1), ("larva", 2), ("shrimp", 4), ("lock", 7)):
        if any(worth(state, move) >= CLEAR_WORTH for move in moves if action(move) == number):
            out.append(Message(f"reef-encounter.left.{word}"))
    return out


def action(move: int) -> int:
    """The number of the once-a-turn action that a move begins, or 0."""
    if EAT <= move < LARVA:
        return 1
    if LARVA <= move < POLYP:
        return 2
    if SHRIMP <= move < MOVE:
        return 4
    return 7 if ALGA <= move < TILE and (move - ALGA) % TARGETS != SEA else 0


def worth(state: ReefEncounter, move: int) -> int:
    """By how much a move betters the position of its player, a larva with its best polyp."""
    seat = state.seat
    after = state.clone()
    after.do(move)
    gained = int(after.appraise(seat) - state.appraise(seat))
    if LARVA <= move < POLYP:
        gained += max(worth(after, polyp) for polyp in after.legal_moves() if POLYP <= polyp < SHRIMP)
    return gained
