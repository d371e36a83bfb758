"""Moves and chance as words of the record, both ways."""

from __future__ import annotations

from typing import Any, NamedTuple

from atoll.core.bits import BIT, index
from atoll.core.errors import RuleError
from atoll.core.messages import Message, Term
from atoll.core.notation import Grammar, unreadable
from atoll.core.state import sees
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
from atoll.reef_encounter.tables import (
    ALGA_NAMES,
    CELL_NAMES,
    CELLS,
    COLOURS,
    LETTERS,
    OPENING_HAND,
    STRONG,
    TILE_NAMES,
    TILES,
)

SCREEN = -1
PAIR_NAMES = ["".join(sorted(LETTERS[a] + LETTERS[b])) for a, b in PAIR_LIST]
NAMES = [f"{rock + 1}{name}" for rock in range(max(OPENING_HAND)) for name in CELL_NAMES]
TARGET_NAMES = ["".join(sorted(name)) for name in TILE_NAMES] + ["sea"]

GRAMMAR = Grammar(
    {
        "fish": ("colour",),
        "cubes": ("pair",),
        "eat": ("cell",),
        "larva": ("colour",),
        "polyp": ("cell", "consumed?"),
        "shrimp": ("cell",),
        "move": ("cell", "to"),
        "cube": ("colour",),
        "alga": ("alga", "paid", "target"),
        "tile": ("colour",),
        "collect": ("colour",),
        "pass": (),
    },
    {
        "colour": ("w",),
        "pair": ("pw",),
        "cell": ("1d5",),
        "consumed": ("c",),
        "to": ("2a3", "screen"),
        "alga": ("red",),
        "paid": ("o",),
        "target": ("oy", "sea"),
    },
)


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
    return NAMES[cell]


def cells_of(rock: int, mask: int) -> list[str]:
    """The names of the cells in a mask."""
    return [NAMES[rock * CELLS + at] for at in range(CELLS) if mask >> at & 1]


def colour_term(colour: int) -> Term:
    return Term(f"reef-encounter.colour.{LETTERS[colour]}")


def alga_term(alga: int) -> Term:
    return Term(f"reef-encounter.alga.{ALGA_NAMES[alga]}")


def tile_lies(state: Board, tile: int) -> str:
    """A coral tile by its colours as it lies: the stronger one first."""
    side = int(state.turned >> tile & 1)
    return LETTERS[STRONG[tile + TILES * side]] + LETTERS[STRONG[tile + TILES * (1 - side)]]


def tile_words(name: str) -> Message:
    strong, weak = (Term(f"reef-encounter.colour.{letter}") for letter in name)
    return Message("reef-encounter.event.coral_tile", {"strong": strong, "weak": weak})


def letters(counts: list[int]) -> str:
    """Counts by colour as a word: wwy."""
    return "".join([letter * counts[at] for at, letter in enumerate(LETTERS)])


def text(board: Board, move: int) -> str:
    """A move of the seat to decide, in words."""
    if move >= TILE or LARVA <= move < POLYP or move < EAT:
        return plain_text(move)
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
    return f"eat {cell_name(move - EAT)}"


def plain_text(move: int) -> str:
    """A move that names no place, in words."""
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


def code(board: Board, intent: Intent) -> int:
    """The move of an intent, legal or not."""
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


def read_pair(word: str, grammar: Grammar, verb: str) -> int:
    if in_order(word) not in PAIR_NAMES:
        raise grammar.misused(verb)
    return PAIR_NAMES.index(in_order(word))


def read_alga(word: str) -> int:
    if word not in ALGA_NAMES:
        raise unreadable("reef-encounter.notation.alga", word=word, known=ALGA_NAMES)
    return ALGA_NAMES.index(word)


def _colour(word: str) -> int:
    if len(word) != 1 or word not in LETTERS:
        raise unreadable("notation.colour", word=word, known=list(LETTERS))
    return LETTERS.index(word)


def _cell(word: str, seats: int) -> int:
    if len(word) == 3 and word[0] in "1234"[:seats] and word[1:] in CELL_NAMES:
        return (int(word[0]) - 1) * CELLS + CELL_NAMES.index(word[1:])
    raise unreadable("reef-encounter.notation.cell", word=word, rocks=seats)


def parse(said: str, seats: int) -> Intent:
    """A move text taken apart; RuleError if it is none."""
    verb, words = GRAMMAR.split(said)
    meant: dict[str, Any] = {}
    for name, word in words.items():
        if name == "cell":
            meant["cell"] = _cell(word, seats)
        elif name == "to":
            meant["to"] = SCREEN if word == "screen" else _cell(word, seats)
        elif name in ("colour", "paid"):
            meant["colour"] = _colour(word)
        elif name == "consumed":
            if word != "c":
                raise GRAMMAR.misused(verb)
            meant["consumed"] = True
        elif name == "pair":
            meant["pair"] = read_pair(word, GRAMMAR, verb)
        elif name == "alga":
            meant["alga"] = read_alga(word)
        elif name == "target":
            if in_order(word) not in TARGET_NAMES:
                raise unreadable("reef-encounter.notation.target", word=word)
            meant["target"] = TARGET_NAMES.index(in_order(word))
    return Intent(verb, **meant)


def in_order(word: str) -> str:
    """A word whose letters may come in any order, as it is written."""
    return word if word == "sea" else "".join(sorted(word))


def spelled(said: str) -> str:
    """A move text as it is written: two cubes or two colours, named in any order, are sorted."""
    verb, words = GRAMMAR.split(said)
    return " ".join([verb, *(in_order(word) if name in ("pair", "target") else word for name, word in words.items())])


def refill_text(board: Board, outcome: list[int]) -> str:
    """What was drawn for the open sea; `board` is the position before."""
    pairs = zip(board.refill_order(), outcome, strict=True)
    return "refill " + " ".join(f"{LETTERS[space]}:{LETTERS[tile]}" for space, tile in pairs)


def parse_refill(board: Board, said: str) -> list[int]:
    """The tiles of a refill line; RuleError if it cannot be."""
    verb, *words = said.split(" ")
    if board.phase != REFILL or verb != "refill":
        raise unreadable("notation.chance", word=verb)
    order = [LETTERS[space] for space in board.refill_order()]
    if [word[:2] for word in words] != [f"{space}:" for space in order] or any(len(word) != 3 for word in words):
        values = {"order": " ".join(f"{space}:" for space in order)}
        raise RuleError(Message("reef-encounter.why.refill_order", values), "refill")
    outcome = [_colour(word[2]) for word in words]
    place = board.undrawable(outcome)
    if place >= 0:
        tile = outcome[place]
        short = {"colour": colour_term(tile), "held": outcome[:place].count(tile)}
        # A bonus tile of the colour is there, but not in the bag yet.
        raise RuleError(Message("reef-encounter.why.refill_bag", short), "shortage" if board.bonus[tile] else "tiles")
    return outcome


# What is hidden of the lines above: opening draws, and the tile that went into the parrotfish.


def seen(line: str, state: Board, viewer: int) -> str:
    """A line as the viewer may see it."""
    words = line.split(" ")
    if words[0] == "hand" and not sees(viewer, int(words[1]) - 1):
        return f"hand {words[1]} {'?' * len(words[2])}"
    if words[1] == "fish" and not sees(viewer, int(words[0]) - 1) and not state.over:
        return f"{words[0]} fish ?"
    return line


def restated(line: str, state: Board) -> str:
    """A line with the hidden facts of a redealt state."""
    words = line.split(" ")
    if words[0] == "hand":
        at = (int(words[1]) - 1) * COLOURS
        hand = letters(list(state.dealt[at : at + COLOURS]))
        # A hand that did not change keeps the order in which it was written.
        return line if sorted(hand) == sorted(words[2]) else f"hand {words[1]} {hand}"
    if words[1] == "fish":
        return f"{words[0]} fish {LETTERS[state.first[int(words[0]) - 1]]}"
    return line
