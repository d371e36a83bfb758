"""Moves and chance as words of the record, both ways."""

from __future__ import annotations

from typing import NamedTuple

from atoll.core.errors import RuleError
from atoll.core.messages import Message, Term
from atoll.core.notation import Grammar, unreadable
from atoll.core.record import is_number
from atoll.core.state import sees
from atoll.reef.board import DISPLAYING, REVEAL, Board
from atoll.reef.moves import LAY, PLAY, START, TAKE, TOP
from atoll.reef.tables import CARDS, CELL_NAMES, CELLS, DISPLAY, LETTERS

GRAMMAR = Grammar(
    {
        "start": ("colour", "cell"),
        "take": ("card",),
        "top": ("card",),
        "play": ("card",),
        "lay": ("colour", "cell"),
    },
    {"colour": ("r",), "cell": ("b2",), "card": ("18",)},
)
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


def card_number(word: str) -> int:
    """A card by its number."""
    if not is_number(word) or not 1 <= int(word) <= CARDS:
        raise unreadable("reef.notation.card", word=word, cards=CARDS)
    return int(word)


def parse(said: str) -> Intent:
    """A move text taken apart; RuleError if it is none."""
    verb, words = GRAMMAR.split(said)
    if "card" in words:
        return Intent(verb, card=card_number(words["card"]))
    colour, cell = words["colour"], words["cell"]
    if len(colour) != 1 or colour not in LETTERS:
        raise unreadable("notation.colour", word=colour, known=list(LETTERS))
    if cell not in CELL_NAMES:
        raise unreadable("reef.notation.cell", word=cell)
    return Intent(verb, colour=LETTERS.index(colour), cell=CELL_NAMES.index(cell))


def chance_text(board: Board, outcome: list[int]) -> str:
    """The display, or the deck's new face-up card; `board` is the position before."""
    if board.phase == DISPLAYING:
        return " ".join(["display", *map(str, outcome)])
    return f"top {outcome[0] or '-'}"


def parse_chance(board: Board, said: str) -> list[int]:
    """The cards of a chance line; RuleError if it cannot be."""
    verb, *words = said.split(" ")
    wanted = {DISPLAYING: ("display", DISPLAY), REVEAL: ("top", 1)}
    if wanted.get(board.phase) != (verb, len(words)):
        raise unreadable("notation.chance", word=verb)
    if words == ["-"]:
        if board.deck:
            raise RuleError(Message("reef.why.deck_left"), "end")
        return [0]
    cards = [card_number(word) for word in words]
    for at, card in enumerate(cards):
        if not board.deck >> card & 1 or card in cards[:at]:
            raise RuleError(Message("reef.why.not_in_deck", {"card": card}), "start" if verb == "display" else "end")
    return cards


# What is hidden of the record: opening hands, as far as they were not played since.


def seen(line: str, state: Board, viewer: int) -> str:
    """A line as the viewer may see it."""
    words = line.split(" ")
    if words[0] != "hand" or state.over or sees(viewer, int(words[1]) - 1):
        return line
    hidden = cards_of(state.secret[int(words[1]) - 1])
    return " ".join([*words[:2], *sorted("?" if int(card) in hidden else card for card in words[2:])])


def restated(line: str, state: Board) -> str:
    """A line with the hidden facts of a redealt state."""
    words = line.split(" ")
    if words[0] != "hand":
        return line
    seat = int(words[1]) - 1
    dealt = {int(card) for card in words[2:]}
    # A dealt card is known once it is played; the others are those that the state holds secret.
    now = {card for card in dealt if state.played[seat] >> card & 1} | set(cards_of(state.secret[seat]))
    return line if now == dealt else f"hand {words[1]} {' '.join(map(str, sorted(now)))}"
