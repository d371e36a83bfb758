"""What a seat or a spectator may know of a position, as plain data."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from atoll.core.bits import count
from atoll.core.state import sees
from atoll.reef.board import Board
from atoll.reef.notation import cards_of, cells_of, stack_letters
from atoll.reef.tables import CELL_NAMES, CELLS, DECK
from atoll.reef.words import ENDS, LETTERS, PHASES, Colour, End, Phase, Start


class Offer(TypedDict):
    """A display card and the points that lie on it."""

    card: int
    points: int


class Player(TypedDict):
    """One's own hand; of another's the cards that were taken openly, and how many there are.

    `worth` is what each card in sight of a hand would score on that player's reef, as it stands.
    """

    seat: int
    points: int
    board: dict[str, str]
    cards: int
    hand: list[int]
    hidden: int
    worth: dict[str, int]
    played: list[int]


class Worth(TypedDict):
    """What a card would score on the reef of the one looking, as it stands, and the cells of each occurrence."""

    points: int
    groups: list[list[str]]


class HandCard(TypedDict):
    """A card left in hand, and what it is worth at the end."""

    card: int
    points: int


class Scoring(TypedDict):
    """How a seat's score came about, and what breaks ties, in order."""

    seat: int
    points: int
    hand: list[HandCard]
    score: int
    covered: int
    tall: int


class View(TypedDict):
    """A position as a seat or a spectator sees it."""

    game: Literal["reef"]
    start: Start
    you: int | None
    phase: Phase
    decides: int | None
    card: int | None
    left: str
    supply: dict[Colour, int]
    last_round: bool
    display: list[Offer]
    top: int | None
    deck: int
    players: list[Player]
    worth: dict[str, Worth]
    ended: End | None
    scores: list[int] | None
    standing: list[list[int]] | None
    scoring: list[Scoring] | None


def pieces(counts: Any) -> str:
    """Counts by colour as a word: rry."""
    return "".join(letter * counts[colour] for colour, letter in enumerate(LETTERS))


def view(state: Board, viewer: int, closed: bool = False) -> View:
    """Everything but the cards that others were dealt and have not shown, and the deck.

    At the end all hands are open and scored, unless it is to stay closed: someone only asks what would be.
    """
    over = state.over and not closed
    return {
        "game": "reef",
        "start": "free" if state.free else "centre",
        "you": viewer + 1 if viewer >= 0 else None,
        "phase": PHASES[state.phase],
        "decides": state.seat + 1 if state.seat >= 0 else None,
        "card": state.card or None,
        "left": pieces(state.left),
        "supply": {letter: state.supply[colour] for colour, letter in enumerate(LETTERS)},
        "last_round": bool(state.run_out()),
        "display": [
            {"card": card, "points": points} for card, points in zip(state.display, state.offered, strict=True) if card
        ],
        "top": state.top or None,
        "deck": count(state.deck),
        "players": [player_view(state, other, over or sees(viewer, other)) for other in range(state.seats)],
        "worth": {str(card): worth(state, viewer, card) for card in in_sight(state, viewer)} if viewer >= 0 else {},
        "ended": ENDS[state.ended],
        "scores": list(state.scores()) if over else None,
        "standing": [[s + 1 for s in place] for place in state.standing()] if over else None,
        "scoring": [scoring(state, other) for other in range(state.seats)] if over else None,
    }


def player_view(state: Board, seat: int, shown: bool) -> Player:
    hidden = 0 if shown else state.secret[seat]
    hand = cards_of(state.hand[seat] & ~hidden)
    stacks = {CELL_NAMES[cell]: stack_letters(state.stacks[seat * CELLS + cell]) for cell in range(CELLS)}
    return {
        "seat": seat + 1,
        "points": state.points[seat],
        "board": {name: stack for name, stack in stacks.items() if stack},
        "cards": count(state.hand[seat]),
        "hand": hand,
        "hidden": count(hidden),
        "worth": {str(card): state.card_score(seat, card) for card in hand},
        "played": cards_of(state.played[seat]),
    }


def in_sight(state: Board, seat: int) -> list[int]:
    """The cards that a seat holds or could take."""
    return [*cards_of(state.hand[seat]), *filter(None, state.display), *filter(None, [state.top])]


def worth(state: Board, seat: int, card: int) -> Worth:
    groups = [cells_of(mask) for mask in state.counted(seat, card)]
    return {"points": state.card_score(seat, card), "groups": groups}


def scoring(state: Board, seat: int) -> Scoring:
    score, covered, tall = state.merits(seat)
    hand = cards_of(state.hand[seat])
    return {
        "seat": seat + 1,
        "points": state.points[seat],
        "hand": [{"card": card, "points": DECK.points[card] if state.occurrences(seat, card) else 0} for card in hand],
        "score": score,
        "covered": covered,
        "tall": tall,
    }
