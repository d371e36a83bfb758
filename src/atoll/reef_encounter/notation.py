"""Moves and chance as words of the record, both ways."""

from __future__ import annotations

from typing import NamedTuple

from atoll.core.bits import BIT, index
from atoll.core.errors import RuleError
from atoll.core.messages import Message, Term
from atoll.reef_encounter.board import REFILL, Board
from atoll.reef_encounter.moves import (
    ALGA,
    COLLECT,
    CONSUMED,
    CUBE,
    EAT,
    FISH,
    LARVA,
    MOVE,
    PAIR_LIST,
    PASS,
    POLYP,
    SHRIMP,
    SLOT_SIZE,
    TAKE_CUBES,
    TARGETS,
    TILE,
)
from atoll.reef_encounter.tables import ALGA_NAMES, CELL_NAMES, CELLS, COLOURS, LETTERS, TILE_NAMES

SCREEN = -1
PAIR_NAMES = ["".join(sorted(LETTERS[a] + LETTERS[b])) for a, b in PAIR_LIST]
TARGET_NAMES = ["".join(sorted(name)) for name in TILE_NAMES] + ["sea"]

# Verb: how many words may follow it.
VERBS = {
    "fish": (1,),
    "cubes": (1,),
    "eat": (1,),
    "larva": (1,),
    "polyp": (1, 2),
    "shrimp": (1,),
    "move": (2,),
    "cube": (1,),
    "alga": (3,),
    "tile": (1,),
    "collect": (1,),
    "pass": (0,),
}


class Intent(NamedTuple):
    """A move text taken apart; legal or not, it means something."""

    verb: str
    colour: int = -1
    cell: int = -1
    to: int = SCREEN
    consumed: bool = False
    pair: int = -1
    alga: int = -1
    target: int = -1


def cell_name(cell: int) -> str:
    return f"{cell // CELLS + 1}{CELL_NAMES[cell % CELLS]}"


def cells_of(rock: int, mask: int) -> list[str]:
    """The names of the cells in a mask."""
    return [cell_name(rock * CELLS + at) for at in range(CELLS) if mask >> at & 1]


def colour_term(colour: int) -> Term:
    return Term(f"colour.{LETTERS[colour]}")


def alga_term(alga: int) -> Term:
    return Term(f"alga.{ALGA_NAMES[alga]}")


def letters(counts: list[int]) -> str:
    """Counts by colour as a word: wwy."""
    return "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))


def text(board: Board, move: int) -> str:
    """A move of the seat to decide, in words."""
    if move >= PASS:
        return "pass"
    if move >= COLLECT:
        return f"collect {LETTERS[move - COLLECT]}"
    if move >= TILE:
        return f"tile {LETTERS[move - TILE]}"
    if move >= ALGA:
        code, target = divmod(move - ALGA, TARGETS)
        return f"alga {ALGA_NAMES[code // COLOURS]} {LETTERS[code % COLOURS]} {TARGET_NAMES[target]}"
    if move >= CUBE:
        return f"cube {LETTERS[move - CUBE]}"
    if move >= MOVE:
        slot, to = divmod(move - MOVE, SLOT_SIZE)
        start = cell_name((slot // 2) * CELLS + index(board.shrimp_in(slot)))
        return f"move {start} {'screen' if to == SLOT_SIZE - 1 else cell_name(to)}"
    if move >= SHRIMP:
        return f"shrimp {cell_name(move - SHRIMP)}"
    if move >= CONSUMED:
        return f"polyp {cell_name(move - CONSUMED)} c"
    if move >= POLYP:
        return f"polyp {cell_name(move - POLYP)}"
    if move >= LARVA:
        return f"larva {LETTERS[move - LARVA]}"
    if move >= EAT:
        return f"eat {cell_name(move - EAT)}"
    if move >= TAKE_CUBES:
        return f"cubes {PAIR_NAMES[move - TAKE_CUBES]}"
    return f"fish {LETTERS[move - FISH]}"


def code(board: Board, intent: Intent) -> int:
    """The move of a legal intent."""
    verb = intent.verb
    if verb == "fish":
        return FISH + intent.colour
    if verb == "cubes":
        return TAKE_CUBES + intent.pair
    if verb == "eat":
        return EAT + intent.cell
    if verb == "larva":
        return LARVA + intent.colour
    if verb == "polyp":
        return (CONSUMED if intent.consumed else POLYP) + intent.cell
    if verb == "shrimp":
        return SHRIMP + intent.cell
    if verb == "move":
        rock, at = divmod(intent.cell, CELLS)
        slot = 2 * rock + (board.shrimp_in(2 * rock) != BIT[at])
        return MOVE + slot * SLOT_SIZE + (SLOT_SIZE - 1 if intent.to == SCREEN else intent.to)
    if verb == "cube":
        return CUBE + intent.colour
    if verb == "alga":
        return ALGA + (intent.alga * COLOURS + intent.colour) * TARGETS + intent.target
    if verb == "tile":
        return TILE + intent.colour
    if verb == "collect":
        return COLLECT + intent.colour
    return PASS


def _unreadable(key: str, **values: object) -> RuleError:
    return RuleError(Message(f"notation.{key}", values), "record")


def _colour(word: str) -> int:
    if len(word) != 1 or word not in LETTERS:
        raise _unreadable("colour", word=word, known=list(LETTERS))
    return LETTERS.index(word)


def _cell(word: str, seats: int) -> int:
    if len(word) == 3 and word[0] in "1234"[:seats] and word[1:] in CELL_NAMES:
        return (int(word[0]) - 1) * CELLS + CELL_NAMES.index(word[1:])
    raise _unreadable("cell", word=word, rocks=seats)


def parse(said: str, seats: int) -> Intent:
    """A move text taken apart; RuleError if it is none."""
    verb, *words = said.split(" ")
    if verb not in VERBS:
        raise _unreadable("verb", word=verb, known=list(VERBS))
    if len(words) not in VERBS[verb]:
        raise _unreadable("words", verb=verb, usage=Term(f"usage.{verb}"))
    if verb in ("fish", "larva", "cube", "tile", "collect"):
        return Intent(verb, colour=_colour(words[0]))
    if verb in ("eat", "shrimp"):
        return Intent(verb, cell=_cell(words[0], seats))
    if verb == "polyp":
        if len(words) == 2 and words[1] != "c":
            raise _unreadable("words", verb=verb, usage=Term("usage.polyp"))
        return Intent(verb, cell=_cell(words[0], seats), consumed=len(words) == 2)
    if verb == "move":
        to = SCREEN if words[1] == "screen" else _cell(words[1], seats)
        return Intent(verb, cell=_cell(words[0], seats), to=to)
    if verb == "cubes":
        pair = "".join(sorted(words[0]))
        if pair not in PAIR_NAMES:
            raise _unreadable("words", verb=verb, usage=Term("usage.cubes"))
        return Intent(verb, pair=PAIR_NAMES.index(pair))
    if verb == "alga":
        alga, paid, target = words
        if alga not in ALGA_NAMES:
            raise _unreadable("alga", word=alga, known=ALGA_NAMES)
        name = target if target == "sea" else "".join(sorted(target))
        if name not in TARGET_NAMES:
            raise _unreadable("target", word=target)
        return Intent(verb, alga=ALGA_NAMES.index(alga), colour=_colour(paid), target=TARGET_NAMES.index(name))
    return Intent(verb)


def refill_text(board: Board, outcome: list[int]) -> str:
    """What was drawn for the open sea; `board` is the position before."""
    pairs = zip(board.refill_order(), outcome, strict=True)
    return "refill " + " ".join(f"{LETTERS[space]}:{LETTERS[tile]}" for space, tile in pairs)


def parse_refill(board: Board, said: str) -> list[int]:
    """The tiles of a refill line; RuleError if it cannot be."""
    verb, *words = said.split(" ")
    if board.phase != REFILL or verb != "refill":
        raise _unreadable("refill", word=verb)
    order = [LETTERS[space] for space in board.refill_order()]
    if [word[:2] for word in words] != [f"{space}:" for space in order] or any(len(word) != 3 for word in words):
        raise RuleError(Message("why.refill_order", {"order": " ".join(f"{space}:" for space in order)}), "refill")
    outcome = [_colour(word[2]) for word in words]
    for colour in range(COLOURS):
        held = board.bag[colour]
        if outcome.count(colour) > held:
            raise RuleError(Message("why.refill_bag", {"colour": colour_term(colour), "held": held}), "tiles")
    return outcome
