"""Move texts of the expansion taken apart, and the moves that they mean."""

from __future__ import annotations

from collections.abc import Callable

from atoll.core.bits import BIT
from atoll.core.errors import RuleError
from atoll.core.messages import Message
from atoll.core.notation import unreadable
from atoll.reef_encounter.moves import COLLECT, FISH, LARVA, PASS, TAKE_CUBES, TILE
from atoll.reef_encounter.notation import TARGET_NAMES, in_order, read_alga, read_pair
from atoll.reef_encounter.tables import COLOURS, LETTERS, PLACE_NAMES, PLACES, TILES
from atoll.second_kind import moves as m
from atoll.second_kind.heaps import BLUE, CROWNS, DISPLACED
from atoll.second_kind.layers import Layers
from atoll.second_kind.notation import (
    GRAMMAR,
    NO_MOVE,
    NOWHERE,
    Intent,
)
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
    VARIANT,
    VARIANTS,
)


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
            meant["pair"] = read_pair(word, GRAMMAR, verb)
        elif name == "alga":
            meant["alga"] = read_alga(word)
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
