"""Moves and chance of the expansion as words of the record, both ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from atoll.core.bits import BIT, index
from atoll.core.errors import RuleError
from atoll.core.messages import Message, Term
from atoll.core.notation import Grammar, unreadable
from atoll.core.state import sees
from atoll.reef_encounter.board import REFILL
from atoll.reef_encounter.moves import COLLECT, FISH, LARVA, PASS, TAKE_CUBES, TILE
from atoll.reef_encounter.notation import PAIR_NAMES, TARGET_NAMES, in_order
from atoll.reef_encounter.tables import ALGA_NAMES, COLOURS, LETTERS, PLACE_NAMES, PLACES, TILES
from atoll.second_kind import moves as m
from atoll.second_kind.heaps import BLUE, CROWNS, DIP, DISPLACED, DRAW_CARD
from atoll.second_kind.layers import Layers
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import (
    CARD_NAMES,
    COLOURS_OF,
    DIRECTIONS,
    HALF,
    KINDS,
    POLYP_KINDS,
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
        return _plain_text(move)
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


def _plain_text(move: int) -> str:
    if move >= PASS:
        return "pass"
    if move >= COLLECT:
        return f"collect {LETTERS[move - COLLECT]}"
    if move >= TILE:
        return f"tile {LETTERS[move - TILE]}"
    if move >= LARVA:
        return f"larva {LETTERS[move - LARVA]}"
    if move >= TAKE_CUBES:
        return f"cubes {PAIR_NAMES[move - TAKE_CUBES]}"
    return f"fish {LETTERS[move - FISH]}"


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


# Reading


def read_cell(state: Layers, word: str) -> int:
    """A place by its name; RuleError if there is none."""
    if len(word) == 3 and word[0] in "1234"[: state.seats] and word[1] in "zabcdefgh" and word[2] in "01234567":
        rock = int(word[0]) - 1
        names = PLACE_NAMES[state.rocks[rock]]
        if word[1:] in names:
            return rock * PLACES + names.index(word[1:])
        raise RuleError(Message("second-kind.notation.no_place", {"word": word}), "cells")
    raise unreadable("second-kind.notation.cell", word=word, rocks=state.seats)


def read_kind(word: str, least: int = 0, most: int = KINDS) -> int:
    """A kind of tile by its token; RuleError if there is none."""
    said = token(word)
    if said not in TOKENS[least:most]:
        raise unreadable("second-kind.notation.tile", word=word)
    return TOKENS.index(said)


def token(word: str) -> str:
    """A tile as it is written: the colours of a bicolour may be named in either order."""
    turned = "".join(sorted(word))
    return turned if len(word) == 2 and turned in TOKENS else word


def read_card(word: str) -> int:
    if word not in CARD_NAMES:
        raise unreadable("second-kind.notation.card", word=word)
    return CARD_NAMES.index(word)


def _colour(word: str) -> int:
    if len(word) != 1 or word not in LETTERS:
        raise unreadable("notation.colour", word=word, known=list(LETTERS))
    return LETTERS.index(word)


def parse(said: str, state: Layers) -> Intent:
    """A move text taken apart; RuleError if it is none."""
    verb, words = GRAMMAR.split(said)
    meant: dict[str, int | bool] = {}
    if verb == "polyp":
        return _parse_polyp(said.split(" ")[1:], state)
    if verb == "buy":
        return _parse_buy(said.split(" ")[1:])
    for name, word in words.items():
        if name == "cell":
            meant["cell"] = read_cell(state, word)
        elif name in ("to", "prey", "goal", "aside"):
            away = {"to": "screen", "goal": "off", "aside": "off"}.get(name)
            meant["to"] = NOWHERE if word == away else read_cell(state, word)
        elif name == "start":
            meant["cell"] = NOWHERE if word == "-" else read_cell(state, word)
        elif name == "colour":
            meant["colour"] = _colour(word)
        elif name == "taken":
            meant["taken"] = _colour(word)
        elif name == "tile":
            meant["kind"] = read_kind(word, 0, POLYP_KINDS)
        elif name == "terrain":
            meant["kind"] = read_kind(word, ROCK)
        elif name == "paid":
            meant["kind"] = m.FREE if word == "-" else read_kind(word, 0, POLYP_KINDS)
        elif name == "card":
            meant["card"] = read_card(word)
        elif name == "blue":
            if word != "blue":
                raise GRAMMAR.misused(verb)
            meant["blue"] = True
        elif name == "pair":
            if in_order(word) not in PAIR_NAMES:
                raise GRAMMAR.misused(verb)
            meant["pair"] = PAIR_NAMES.index(in_order(word))
        elif name == "alga":
            if word not in ALGA_NAMES:
                raise unreadable("reef-encounter.notation.alga", word=word, known=ALGA_NAMES)
            meant["alga"] = ALGA_NAMES.index(word)
        else:  # a coral tile
            known = TARGET_NAMES if name == "target" and verb == "alga" else TARGET_NAMES[:TILES]
            if in_order(word) not in known:
                raise unreadable("reef-encounter.notation.target", word=word)
            meant["target" if name == "target" else "kind"] = TARGET_NAMES.index(in_order(word))
    return Intent(verb, **meant)  # type: ignore[arg-type]


def _parse_polyp(words: list[str], state: Layers) -> Intent:
    """Cell, tile, sides, c."""
    cell = read_cell(state, words[0])
    rest = words[1:]
    consumed = rest[-1:] == ["c"]
    if consumed:
        rest.pop()
    kind = read_kind(rest[0], 0, POLYP_KINDS) if rest else -1
    half = HALF <= kind < HALF + COLOURS
    if len(rest) != (2 if half else 1 if rest else 0) or (half and rest[1] not in TURN_NAMES):
        raise GRAMMAR.misused("polyp")
    turn = TURN_NAMES.index(rest[1]) if half else -1
    return Intent("polyp", cell=cell, kind=kind, turn=turn, consumed=consumed)


def _parse_buy(words: list[str]) -> Intent:
    """A tile, a consumed tile, or a cube."""
    if words[0] == "cube":
        if len(words) != 2:
            raise GRAMMAR.misused("buy")
        return Intent("buy", colour=_colour(words[1]))
    if words[1:] not in ([], ["c"]):
        raise GRAMMAR.misused("buy")
    consumed = len(words) == 2
    return Intent("buy", kind=read_kind(words[0], 0, POLYP_KINDS if consumed else KINDS), consumed=consumed)


def variant_of(colour: int, kind: int, turn: int = -1) -> int:
    """A tile by its colour and what it is; -1 if it has not that colour."""
    if colour < 0 or not COLOURS_OF[kind] >> colour & 1:
        return -1
    row = [VARIANT[colour * VARIANTS + variant] for variant in range(VARIANTS)]
    return row.index(kind) + max(turn, 0)


def code(state: SecondKind, intent: Intent) -> int:
    """The move of an intent, legal or not; NO_MOVE where there is none such."""
    verb = intent.verb
    if verb in _COLOURED:
        return _COLOURED[verb] + intent.colour
    if verb in _SINGLE:
        return _SINGLE[verb]
    if verb in _CELLED:
        return _CELLED[verb] + _named_cell(state, intent)
    return _CODES[verb](state, intent)


_COLOURED = {"fish": FISH, "larva": LARVA, "tile": TILE, "collect": COLLECT, "change": m.CHANGE}
_SINGLE = {"pass": PASS, "end": m.END, "done": m.DONE}
_CELLED = {"shrimp": m.SHRIMP, "coral": m.CORAL, "remove": m.REMOVE}


def _named_cell(state: SecondKind, intent: Intent) -> int:
    """A coral reads with any of its cells, and is written with the one whose name sorts first."""
    rock, place = divmod(intent.cell, PLACES)
    coral = state.coral(rock, BIT[place])
    if intent.verb == "coral" and coral:
        return rock * PLACES + state.first_named(rock, coral)
    return intent.cell


def _slot(state: SecondKind, cell: int) -> int:
    rock, place = divmod(cell, PLACES)
    if state.asked == DISPLACED:
        return 2 * rock if cell == state.spot else 2 * rock + 1
    return 2 * rock + (state.shrimp_in(2 * rock) != BIT[place])


def _way(state: SecondKind, start: int, to: int) -> int:
    """The direction from a place to its neighbour; -1 if it is none."""
    rock, place = divmod(start, PLACES)
    row = (state.rocks[rock] * PLACES + place) * DIRECTIONS
    for way in range(DIRECTIONS):
        if to // PLACES == rock and TOWARDS[row + way] == BIT[to % PLACES]:
            return way
    return -1


def _piece(state: SecondKind, which: int, cell: int) -> int:
    """The slot of a crown or blue shrimp; -1 if there is none on the cell."""
    rock, place = divmod(cell, PLACES)
    return state.slot_of(which, cell) if state.layer(rock, which) & BIT[place] else -1


def _eat(state: SecondKind, intent: Intent) -> int:
    return m.EAT + _slot(state, intent.cell) * m.MEALS + intent.card + 1


def _polyp(state: SecondKind, intent: Intent) -> int:
    kind = state.open if intent.kind < 0 else intent.kind
    variant = variant_of(state.open, kind, intent.turn)
    if variant < 0:
        return NO_MOVE
    return m.POLYP + (int(intent.consumed) * VARIANTS + variant) * m.BOARD + intent.cell


def _move(state: SecondKind, intent: Intent) -> int:
    to = m.BOARD if intent.to == NOWHERE else intent.to
    return m.MOVE + _slot(state, intent.cell) * m.SLOT_SIZE + to


def _deal(state: SecondKind, intent: Intent) -> int:
    variant = variant_of(intent.colour, intent.colour if intent.kind < 0 else intent.kind)
    return (m.TRADE if intent.verb == "trade" else m.CUBE) + intent.colour * m.DEALS + variant if variant >= 0 else -1


def _alga(state: SecondKind, intent: Intent) -> int:
    return m.ALGA + (intent.alga * m.PAYMENTS + intent.kind) * m.TARGETS + intent.target


def _buy(state: SecondKind, intent: Intent) -> int:
    if intent.kind < 0:
        return m.BUY_CUBE + intent.colour
    return (m.BUY_CONSUMED if intent.consumed else m.BUY) + intent.kind


def _crown(state: SecondKind, intent: Intent) -> int:
    slot, way = _piece(state, CROWNS, intent.cell), _way(state, intent.cell, intent.to)
    return NO_MOVE if slot < 0 or way < 0 else m.CROWN + slot * DIRECTIONS + way


def _push(state: SecondKind, intent: Intent) -> int:
    if intent.to == NOWHERE:
        return m.PUSH + m.OFF
    way = _way(state, state.spot, intent.to) if state.spot >= 0 else -1
    return m.PUSH + way if way >= 0 else NO_MOVE


def _blue(state: SecondKind, intent: Intent) -> int:
    slot = m.BESIDE
    if intent.cell != NOWHERE:
        slot = _piece(state, BLUE, intent.cell) + 1
        if slot == 0:
            return NO_MOVE
    return m.BLUE + slot * m.SLOT_SIZE + (m.BOARD if intent.to == NOWHERE else intent.to)


def _dislodge(state: SecondKind, intent: Intent) -> int:
    slot = _piece(state, CROWNS, intent.cell)
    return NO_MOVE if slot < 0 else m.DISLODGE + slot


def _drive(state: SecondKind, intent: Intent) -> int:
    slot = _piece(state, CROWNS, intent.cell)
    return NO_MOVE if slot < 0 else m.DRIVE + slot * m.BOARD + intent.to


_CODES: dict[str, Callable[[SecondKind, Intent], int]] = {
    "cubes": lambda state, intent: TAKE_CUBES + intent.pair,
    "eat": _eat,
    "bag": lambda state, intent: m.BAG + intent.kind,
    "consume": lambda state, intent: m.CONSUME + intent.kind,
    "polyp": _polyp,
    "move": _move,
    "cube": _deal,
    "trade": _deal,
    "alga": _alga,
    "lay": lambda state, intent: m.LAY + (intent.kind - ROCK) * m.BOARD + intent.cell,
    "buy": _buy,
    "play": lambda state, intent: (m.PLAY_BLUE if intent.blue else m.PLAY) + intent.card,
    "discard": lambda state, intent: m.DISCARD + intent.card,
    "crown": _crown,
    "push": _push,
    "blue": _blue,
    "unlock": lambda state, intent: m.UNLOCK + intent.kind,
    "shift": lambda state, intent: m.SHIFT + intent.kind * TILES + intent.target,
    "dislodge": _dislodge,
    "drive": _drive,
    "grow": lambda state, intent: m.GROW + intent.colour * m.BOARD + intent.cell,
    "swap": lambda state, intent: m.SWAP + intent.colour * COLOURS + intent.taken,
}


def spelled(said: str) -> str:
    """A move text as it is written: colours that may be named in any order are sorted."""
    verb, words = GRAMMAR.split(said)
    if verb == "polyp":
        start, *rest = said.split(" ")[1:]
        return " ".join([verb, start, *map(token, rest)])
    turned = {"pair": in_order, "target": in_order, "locked": in_order, "tile": token, "paid": token, "payment": token}
    return " ".join([verb, *(turned[name](word) if name in turned else word for name, word in words.items())])


# Chance


def chance_text(state: SecondKind, outcome: list[int]) -> str:
    """What chance decided; `state` is the one before."""
    if state.asked == DRAW_CARD:
        return f"card {state.player + 1} {CARD_NAMES[outcome[0]]}"
    if state.asked == DIP:
        return " ".join(["dip", *sorted(TOKENS[kind] for kind in outcome)])
    drawn = zip(state.spaces_to_refill(), outcome, strict=True)
    return " ".join(["refill", *(f"{LETTERS[space]}:{TOKENS[kind]}" for space, kind in drawn)])


def pending(state: SecondKind) -> str:
    """The chance line that has to come next, as far as it is known."""
    if state.asked == DRAW_CARD:
        return f"* card {state.player + 1}"
    if state.asked == DIP:
        return "* dip"
    return "* refill " + " ".join(f"{LETTERS[space]}:" for space in state.spaces_to_refill())


def find_chance(state: SecondKind, said: str) -> list[int]:
    """The outcome behind a chance line; RuleError if it cannot be."""
    verb, *words = said.split(" ")
    owed = pending(state).split(" ")[1] if state.phase == REFILL or state.asked in (DRAW_CARD, DIP) else ""
    if verb != owed:
        raise unreadable("notation.chance", word=verb)
    if verb == "card":
        return _find_card(state, words)
    if verb == "dip":
        kinds = [read_kind(word) for word in words]
        if len(kinds) != state.dip_size():
            raise RuleError(Message("second-kind.why.dip_size", {"size": state.dip_size()}), "lucky-dip")
    else:
        order = [LETTERS[space] for space in state.spaces_to_refill()]
        if [word[:2] for word in words] != [f"{space}:" for space in order]:
            values = {"order": " ".join(f"{space}:" for space in order)}
            raise RuleError(Message("reef-encounter.why.refill_order", values), "refill")
        kinds = [read_kind(word[2:]) for word in words]
    place = state.bag_lacks(kinds)
    if place >= 0:
        kind = kinds[place]
        short = {"tile": kind_term(kind), "held": kinds[:place].count(kind)}
        bonus = kind < COLOURS and state.bonus[kind] > 0
        raise RuleError(Message("second-kind.why.bag_lacks", short), "shortage" if bonus else "special tiles")
    return kinds


def _find_card(state: SecondKind, words: list[str]) -> list[int]:
    if len(words) != 2 or words[0] != str(state.player + 1):
        raise RuleError(Message("second-kind.why.card_line", {"seat": state.player + 1}), "buying")
    card = read_card(words[1])
    if not state.deck & BIT[card]:
        raise RuleError(Message("second-kind.why.not_in_deck", {"card": card_term(card)}), "buying")
    return [card]


# What is hidden of the lines: the tile that went into the parrotfish, and cards drawn.


def seen(line: str, state: SecondKind, viewer: int) -> str:
    """A line as the viewer may see it."""
    words = line.split(" ")
    if state.over or len(words) < 3:
        return line
    if words[1] == "fish" and not sees(viewer, int(words[0]) - 1):
        return f"{words[0]} fish ?"
    if words[:2] == ["*", "card"] and not sees(viewer, int(words[2]) - 1):
        return f"* card {words[2]} ?"
    return line


def restated(lines: list[str], state: SecondKind) -> list[str]:
    """The lines with the hidden facts of a redealt state: fish, and the cards that have not been shown since."""
    said = [line.split(" ") for line in lines]
    held: dict[int, dict[int, int]] = {seat: {} for seat in range(state.seats)}  # by seat: card and its line
    for at, words in enumerate(said):
        if words[:2] == ["*", "card"]:
            held[int(words[2]) - 1][CARD_NAMES.index(words[3])] = at
        elif words[0].isdigit() and words[1:2] == ["fish"]:
            words[2] = LETTERS[state.first[int(words[0]) - 1]]
        elif words[0].isdigit() and words[1] in ("play", "discard", "eat"):
            name = words[3] if words[1] == "eat" and len(words) > 3 else words[2]
            if name in CARD_NAMES:
                held[int(words[0]) - 1].pop(CARD_NAMES.index(name), None)
    for seat, bought in held.items():
        new = {card for card in range(len(CARD_NAMES)) if state.cards[seat] >> card & 1}
        kept = new & set(bought)
        for card in sorted(set(bought) - kept):
            other = min(one for one in new - kept if state.shuffles[one] == state.shuffles[card])
            kept.add(other)
            said[bought[card]][3] = CARD_NAMES[other]
    return [" ".join(words) for words in said]
