"""Reef as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atoll.core.bits import count, nth
from atoll.core.errors import RecordError, RuleError
from atoll.core.events import Event
from atoll.core.kind import Foreseen, Kind, Options, Step
from atoll.core.messages import Message
from atoll.core.notes import Notes
from atoll.core.observation import Group, Piece
from atoll.core.record import Line
from atoll.core.rng import Rng
from atoll.reef import draw, notation, position
from atoll.reef.board import DISPLAYING
from atoll.reef.events import chance_events, foreseen, move_events
from atoll.reef.moves import MOVES, groups
from atoll.reef.notes import ReefNotes
from atoll.reef.observe import pieces
from atoll.reef.reason import reason
from atoll.reef.state import Reef
from atoll.reef.tables import CARDS, DISPLAY, FACTS, OPENING_HAND, PIECES
from atoll.reef.view import view
from atoll.reef.why import why_not
from atoll.reef.words import ENDS


class ReefKind(Kind[Reef]):
    name = "reef"
    title = "Reef"
    seat_numbers = tuple(PIECES)
    option_values = {"start": ("centre", "free")}  # noqa: RUF012
    moves = MOVES
    grammar = notation.GRAMMAR
    tutorial = "tutorial-14"
    outcomes = int(CARDS) + 1

    def facts(self) -> dict[str, Any]:
        return {name: FACTS[name] for name in ("colours", "pieces", "hand_limit", "height_limit", "card")}

    def deal(self, seats: int, options: Options, rng: Rng) -> list[str]:
        deck = _new(seats, options).deck
        drawn: list[int] = []
        for _ in range(seats * OPENING_HAND):
            card = nth(deck, rng.below(count(deck)))
            deck ^= 1 << card
            drawn.append(card)
        return self.drawn_deal(seats, options, drawn)

    def drawn_deal(self, seats: int, options: Options, drawn: Sequence[int]) -> list[str]:
        hands = [drawn[seat * OPENING_HAND : (seat + 1) * OPENING_HAND] for seat in range(seats)]
        return [f"hand {seat + 1} {' '.join(map(str, sorted(hand)))}" for seat, hand in enumerate(hands)]

    def draws(self, seats: int, options: Options, state: Reef | None, drawn: Sequence[int]) -> list[tuple[int, int]]:
        """Cards of the deck; 0 where none is left to be turned up."""
        if state is None:
            wanted, deck = seats * OPENING_HAND, _new(seats, options).deck
        else:
            wanted, deck = DISPLAY if state.phase == DISPLAYING else 1, state.deck
        if len(drawn) == wanted:
            return []
        return [(card, 1) for card in notation.cards_of(deck) if card not in drawn] or [(0, 1)]

    def first_state(self, seats: int, options: Options, deal: list[Line]) -> Reef:
        self.check_deal([f"hand {seat + 1}" for seat in range(seats)], deal)
        state = _new(seats, options)
        for seat, line in enumerate(deal):
            for card in _opening_hand(state, line):
                state.deal_hand(seat, card)
        return state

    def text(self, state: Reef, move: int) -> str:
        return notation.text(move)

    def meant(self, state: Reef, text: str) -> int:
        return notation.code(notation.parse(text))

    def why(self, state: Reef, text: str) -> RuleError | None:
        return why_not(state, notation.parse(text))

    def chance_text(self, state: Reef, outcome: list[int]) -> str:
        return notation.chance_text(state, outcome)

    def find_chance(self, state: Reef, text: str) -> list[int]:
        return notation.parse_chance(state, text)

    def pending(self, state: Reef) -> str:
        if state.phase == DISPLAYING:
            return "* display"
        return "* top" if state.deck else "* top -"

    def events(self, before: Reef, move: int, after: Reef, viewer: int) -> list[Event]:
        return move_events(before, move, after)

    def chance_events(self, before: Reef, outcome: list[int], after: Reef, viewer: int) -> list[Event]:
        return chance_events(before, outcome, after)

    def in_the_open(self, step: Step) -> bool:
        return True

    def view(self, state: Reef, viewer: int) -> dict[str, Any]:
        return dict(view(state, viewer))

    def foreseen(self, state: Reef, move: int, viewer: int) -> Foreseen:
        after = state.clone()
        after.make(move)
        events = foreseen(move_events(state, move, after))
        return Foreseen(events, lambda: dict(view(after, viewer, closed=True)))

    def reason(self, state: Reef, moves: list[int], viewer: int) -> Message:
        return reason(state, moves) or super().reason(state, moves, viewer)

    def seen(self, line: str, state: Reef, viewer: int) -> str:
        return notation.seen(line, state, viewer)

    def restated(self, lines: list[str], state: Reef) -> list[str]:
        return [notation.restated(line, state) for line in lines]

    def position(self, state: Reef, viewer: int) -> str:
        return position.write(state, viewer)

    def read_position(self, line: str) -> Reef:
        return position.read(line)

    def draw(self, state: Reef, viewer: int, colour: bool = False) -> str:
        return draw.draw(state, viewer, colour)

    def observation(self, seats: int) -> list[Piece]:
        return pieces(seats)

    def move_groups(self) -> list[Group]:
        return groups()

    def study(self, state: Reef, seat: int, language: str) -> str:
        return draw.study(state, seat, language)

    def result(self, state: Reef) -> Message:
        return Message(f"reef.end.{ENDS[state.ended]}")

    def notes(self) -> Notes:
        return ReefNotes()


def _new(seats: int, options: Options) -> Reef:
    state = Reef()
    state.prepare(seats, options["start"] == "free")
    return state


def _opening_hand(state: Reef, line: Line) -> list[int]:
    """The cards of a header line, each of them still in the deck."""
    words = line.text.split()[2:]
    if len(words) != OPENING_HAND:
        raise RecordError(line.number, line.text, Message("reef.header.cards", {"size": OPENING_HAND}), "hand")
    try:
        cards = [notation.card_number(word) for word in words]
    except RuleError as error:
        raise RecordError(line.number, line.text, error.message, error.ruling) from None
    for at, card in enumerate(cards):
        if not state.deck >> card & 1 or card in cards[:at]:
            raise RecordError(line.number, line.text, Message("reef.header.twice", {"card": card}), "hand")
    return cards


KIND = ReefKind()
