"""Moves and chance as words of the record, both ways."""

from __future__ import annotations

from typing import NamedTuple

from atoll.core.errors import RuleError
from atoll.core.messages import Message, Term
from atoll.core.record import is_number
from atoll.reef.board import REVEAL, Board
from atoll.reef.moves import LAY, PLAY, START, TAKE, TOP
from atoll.reef.tables import CARDS, CELL_NAMES, CELLS, LETTERS

# Verb: how many words may follow it.
VERBS = {"start": 2, "take": 1, "top": 1, "play": 1, "lay": 2}
_FIRST = {"start": START, "take": TAKE - 1, "top": TOP - 1, "play": PLAY - 1, "lay": LAY}


class Intent(NamedTuple):
    """A move text taken apart; legal or not, it means something."""

    verb: str
    card: int = 0
    colour: int = -1
    cell: int = -1


def colour_term(colour: int) -> Term:
    return Term(f"reef.colour.{LETTERS[colour]}")


def cells_of(mask: int) -> list[str]:
    """The names of the cells in a mask."""
    return [name for at, name in enumerate(CELL_NAMES) if mask >> at & 1]


def cards_of(mask: int) -> list[int]:
    """The cards of a set."""
    return [card for card in range(1, CARDS + 1) if mask >> card & 1]


def stack_letters(stack: int) -> str:
    """The pieces of a stack from the bottom."""
    out = ""
    while stack:
        out += LETTERS[(stack & 7) - 1]
        stack >>= 3
    return out


def text(move: int) -> str:
    """A move in words."""
    if move >= LAY or move < TAKE:
        verb, piece = ("lay", move - LAY) if move >= LAY else ("start", move - START)
        return f"{verb} {LETTERS[piece // CELLS]} {CELL_NAMES[piece % CELLS]}"
    verb, first = ("play", PLAY) if move >= PLAY else ("top", TOP) if move >= TOP else ("take", TAKE)
    return f"{verb} {move - first + 1}"


def code(intent: Intent) -> int:
    """The move of an intent."""
    rest = intent.card if intent.card else intent.colour * CELLS + intent.cell
    return _FIRST[intent.verb] + rest


def _unreadable(key: str, **values: object) -> RuleError:
    return RuleError(Message(key, values), "record")


def card_number(word: str) -> int:
    """A card by its number."""
    if not is_number(word) or not 1 <= int(word) <= CARDS:
        raise _unreadable("reef.notation.card", word=word, cards=CARDS)
    return int(word)


def parse(said: str) -> Intent:
    """A move text taken apart; RuleError if it is none."""
    verb, *words = said.split(" ")
    if verb not in VERBS:
        raise _unreadable("notation.verb", word=verb, known=list(VERBS))
    if len(words) != VERBS[verb]:
        raise _unreadable("notation.words", verb=verb, usage=Term(f"reef.usage.{verb}"))
    if verb in ("take", "top", "play"):
        return Intent(verb, card=card_number(words[0]))
    colour, cell = words
    if len(colour) != 1 or colour not in LETTERS:
        raise _unreadable("notation.colour", word=colour, known=list(LETTERS))
    if cell not in CELL_NAMES:
        raise _unreadable("reef.notation.cell", word=cell)
    return Intent(verb, colour=LETTERS.index(colour), cell=CELL_NAMES.index(cell))


def reveal_text(outcome: list[int]) -> str:
    """The deck's new face-up card."""
    return f"top {outcome[0] or '-'}"


def parse_reveal(board: Board, said: str) -> list[int]:
    """The card of a chance line; RuleError if it cannot be."""
    verb, *words = said.split(" ")
    if board.phase != REVEAL or verb != "top" or len(words) != 1:
        raise _unreadable("notation.refill", word=verb)
    card = 0 if words[0] == "-" else card_number(words[0])
    if card and not board.deck >> card & 1:
        raise RuleError(Message("reef.why.not_in_deck", {"card": card}), "end")
    if not card and board.deck:
        raise RuleError(Message("reef.why.deck_left"), "end")
    return [card]
