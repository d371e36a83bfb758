"""Moves and chance of the expansion as words of the record, both ways."""

from __future__ import annotations

from typing import NamedTuple

from atoll.core.bits import index
from atoll.core.messages import Term
from atoll.core.notation import Grammar
from atoll.reef_encounter.notation import TARGET_NAMES, plain_text
from atoll.reef_encounter.tables import ALGA_NAMES, COLOURS, LETTERS, PLACE_NAMES, PLACES, TILES
from atoll.second_kind import moves as m
from atoll.second_kind.heaps import BLUE, CROWNS, DISPLACED
from atoll.second_kind.layers import Layers
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import (
    CARD_NAMES,
    DIRECTIONS,
    ROCK,
    TOKENS,
    TOWARDS,
    TURN_NAMES,
    TURNED,
    VARIANT,
    VARIANTS,
)

GRAMMAR = Grammar(
    {
        "fish": ("colour",),
        "cubes": ("pair",),
        "eat": ("cell", "card?"),
        "bag": ("tile",),
        "larva": ("colour",),
        "polyp": ("cell", "tile?", "sides?", "consumed?"),
        "shrimp": ("cell",),
        "move": ("cell", "to"),
        "cube": ("colour", "tile?"),
        "alga": ("alga", "paid", "target"),
        "tile": ("colour",),
        "lay": ("terrain", "cell"),
        "buy": ("payment", "how?"),
        "play": ("card", "blue?"),
        "discard": ("card",),
        "change": ("colour",),
        "collect": ("colour",),
        "end": (),
        "crown": ("cell", "prey"),
        "push": ("aside",),
        "blue": ("start", "goal"),
        "unlock": ("locked",),
        "shift": ("locked", "target"),
        "consume": ("tile",),
        "coral": ("cell",),
        "remove": ("cell",),
        "dislodge": ("cell",),
        "drive": ("cell", "prey"),
        "grow": ("colour", "cell"),
        "trade": ("colour", "tile?"),
        "swap": ("colour", "taken"),
        "done": (),
        "pass": (),
    },
    {
        "colour": ("w",),
        "pair": ("pw",),
        "cell": ("1d5",),
        "card": ("lucky-dip",),
        "tile": ("wy",),
        "sides": ("ne",),
        "consumed": ("c",),
        "to": ("2a3", "screen"),
        "alga": ("red",),
        "paid": ("o", "-"),
        "target": ("oy", "sea"),
        "terrain": ("rock", "water", "crown"),
        "payment": ("wy", "cube"),
        "how": ("c", "p"),
        "blue": ("blue",),
        "prey": ("1d6",),
        "aside": ("1c5", "off"),
        "start": ("-", "1c5"),
        "goal": ("1d5", "off"),
        "locked": ("gw",),
        "taken": ("y",),
    },
)

NOWHERE = -1
NO_MOVE = -1


class Intent(NamedTuple):
    """A move text taken apart; legal or not, it means something. Cells are rock * PLACES + place."""

    verb: str
    colour: int = -1
    cell: int = -1
    to: int = NOWHERE
    kind: int = -1
    turn: int = -1
    consumed: bool = False
    pair: int = -1
    alga: int = -1
    target: int = -1
    card: int = -1
    blue: bool = False
    taken: int = -1


def place_name(state: Layers, cell: int) -> str:
    """A place of the board by its name: 1d4, 2h3."""
    rock, place = divmod(cell, PLACES)
    return f"{rock + 1}{PLACE_NAMES[state.rocks[rock]][place]}"


def places_of(state: Layers, rock: int, mask: int) -> list[str]:
    """The names of the places in a mask."""
    return [place_name(state, rock * PLACES + at) for at in range(PLACES) if mask >> at & 1]


def kind_term(kind: int) -> Term:
    return Term(f"second-kind.tile.{TOKENS[kind]}")


def card_term(card: int) -> Term:
    return Term(f"second-kind.card.{CARD_NAMES[card]}")


def beside(state: Layers, cell: int, way: int) -> int:
    """The neighbour of a place in a direction, as a cell."""
    rock, place = divmod(cell, PLACES)
    bit = TOWARDS[(state.rocks[rock] * PLACES + place) * DIRECTIONS + way]
    return rock * PLACES + index(bit)


def shrimp_cell(state: SecondKind, slot: int) -> int:
    """Where the shrimp of a slot stands, or stood before a crown took its place."""
    if state.asked == DISPLACED:
        return state.spot
    return slot // 2 * PLACES + index(state.shrimp_in(slot))


def tile_words(colour: int, variant: int) -> str:
    """How a tile laid or paid as a colour is named after what it is for: not at all if it is ordinary."""
    if variant == 0:
        return ""
    kind = VARIANT[colour * VARIANTS + variant]
    return f" {TOKENS[kind]}"


def text(state: SecondKind, move: int) -> str:
    """A move of the seat to decide, in words."""
    if move < m.EAT:
        return plain_text(move)
    if move < m.SHRIMP:
        return _eat_text(state, move - m.EAT) if move < m.POLYP else _polyp_text(state, move - m.POLYP)
    if move < m.CUBE:
        return _shrimp_text(state, move)
    if move < m.LAY:
        return _payment_text(move)
    if move < m.CROWN:
        return _own_turn_text(state, move)
    if move < m.UNLOCK:
        return _piece_text(state, move)
    if move < m.SHIFT:
        return f"unlock {TARGET_NAMES[move - m.UNLOCK]}"
    if move < m.SWAP:
        start, to = divmod(move - m.SHIFT, TILES)
        return f"shift {TARGET_NAMES[start]} {TARGET_NAMES[to]}"
    if move < m.CHANGE:
        given, taken = divmod(move - m.SWAP, COLOURS)
        return f"swap {LETTERS[given]} {LETTERS[taken]}"
    if move < m.END:
        return f"change {LETTERS[move - m.CHANGE]}"
    return "end" if move == m.END else "done"


def _eat_text(state: SecondKind, code: int) -> str:
    slot, card = divmod(code, m.MEALS)
    said = f"eat {place_name(state, shrimp_cell(state, slot))}"
    return f"{said} {CARD_NAMES[card - 1]}" if card else said


def _polyp_text(state: SecondKind, code: int) -> str:
    variant, cell = divmod(code, m.BOARD)
    consumed, variant = divmod(variant, VARIANTS)
    turn = f" {TURN_NAMES[variant - TURNED]}" if variant >= TURNED else ""
    return f"polyp {place_name(state, cell)}{tile_words(state.open, variant)}{turn}{' c' if consumed else ''}"


def _shrimp_text(state: SecondKind, move: int) -> str:
    if move >= m.MOVE:
        slot, to = divmod(move - m.MOVE, m.SLOT_SIZE)
        goal = "screen" if to == m.BOARD else place_name(state, to)
        return f"move {place_name(state, shrimp_cell(state, slot))} {goal}"
    verb, cell = ("shrimp", "coral", "remove")[(move - m.SHRIMP) // m.BOARD], (move - m.SHRIMP) % m.BOARD
    return f"{verb} {place_name(state, cell)}"


def _payment_text(move: int) -> str:
    if move >= m.CONSUME:
        return f"consume {TOKENS[move - m.CONSUME]}"
    if move >= m.BAG:
        return f"bag {TOKENS[move - m.BAG]}"
    if move >= m.ALGA:
        rest, target = divmod(move - m.ALGA, m.TARGETS)
        alga, kind = divmod(rest, m.PAYMENTS)
        return f"alga {ALGA_NAMES[alga]} {'-' if kind == m.FREE else TOKENS[kind]} {TARGET_NAMES[target]}"
    verb, first = ("trade", m.TRADE) if move >= m.TRADE else ("cube", m.CUBE)
    colour, variant = divmod(move - first, m.DEALS)
    return f"{verb} {LETTERS[colour]}{tile_words(colour, variant)}"


def _own_turn_text(state: SecondKind, move: int) -> str:
    if move >= m.DISCARD:
        return f"discard {CARD_NAMES[move - m.DISCARD]}"
    if move >= m.PLAY_BLUE:
        return f"play {CARD_NAMES[move - m.PLAY_BLUE]} blue"
    if move >= m.PLAY:
        return f"play {CARD_NAMES[move - m.PLAY]}"
    if move >= m.BUY_CUBE:
        return f"buy cube {LETTERS[move - m.BUY_CUBE]}"
    if move >= m.BUY_CONSUMED:
        return f"buy {TOKENS[move - m.BUY_CONSUMED]} c"
    if move >= m.BUY:
        return f"buy {TOKENS[move - m.BUY]}"
    tile, cell = divmod(move - m.LAY, m.BOARD)
    return f"lay {TOKENS[ROCK + tile]} {place_name(state, cell)}"


def _piece_text(state: SecondKind, move: int) -> str:
    """Crowns, blue shrimps and what grows."""
    if move >= m.GROW:
        colour, cell = divmod(move - m.GROW, m.BOARD)
        return f"grow {LETTERS[colour]} {place_name(state, cell)}"
    if move >= m.DRIVE:
        slot, cell = divmod(move - m.DRIVE, m.BOARD)
        return f"drive {place_name(state, state.in_order(CROWNS, slot))} {place_name(state, cell)}"
    if move >= m.BLUE:
        slot, to = divmod(move - m.BLUE, m.SLOT_SIZE)
        start = "-" if slot == m.BESIDE else place_name(state, state.in_order(BLUE, slot - 1))
        return f"blue {start} {'off' if to == m.BOARD else place_name(state, to)}"
    if move >= m.DISLODGE:
        return f"dislodge {place_name(state, state.in_order(CROWNS, move - m.DISLODGE))}"
    if move >= m.PUSH:
        way = move - m.PUSH
        return f"push {'off' if way == m.OFF else place_name(state, beside(state, state.spot, way))}"
    slot, way = divmod(move - m.CROWN, DIRECTIONS)
    cell = state.in_order(CROWNS, slot)
    return f"crown {place_name(state, cell)} {place_name(state, beside(state, cell, way))}"
