"""Reef as the rest of the house sees it."""

from __future__ import annotations

from typing import Any, cast

from atoll.core.bits import count, nth
from atoll.core.errors import RecordError, RuleError
from atoll.core.events import Event
from atoll.core.game import Kind, Options
from atoll.core.messages import Message
from atoll.core.record import Line
from atoll.core.rng import Rng
from atoll.core.state import State
from atoll.reef import draw, notation, position
from atoll.reef.events import chance_events, move_events
from atoll.reef.moves import MOVES
from atoll.reef.notation import cards_of
from atoll.reef.state import Reef
from atoll.reef.tables import DISPLAY, FACTS, OPENING_HAND, PIECES
from atoll.reef.view import ENDS, view
from atoll.reef.why import why_not


def _ours(state: State) -> Reef:
    return cast(Reef, state)


class ReefKind(Kind):
    name = "reef"
    title = "Reef"
    seat_numbers = tuple(PIECES)
    option_values = {"start": ("centre", "free")}  # noqa: RUF012
    moves = MOVES

    def facts(self) -> dict[str, Any]:
        return {name: FACTS[name] for name in ("colours", "pieces", "hand_limit", "height_limit", "card")}

    def deal(self, seats: int, options: Options, rng: Rng) -> list[str]:
        deck = _new(seats, options).deck
        drawn: list[int] = []
        for _ in range(seats * OPENING_HAND + DISPLAY + 1):
            card = nth(deck, rng.below(count(deck)))
            deck ^= 1 << card
            drawn.append(card)
        hands = [drawn[seat * OPENING_HAND : (seat + 1) * OPENING_HAND] for seat in range(seats)]
        rest = drawn[seats * OPENING_HAND :]
        return [
            *(f"hand {seat + 1} {' '.join(map(str, sorted(hand)))}" for seat, hand in enumerate(hands)),
            "display " + " ".join(map(str, rest[:DISPLAY])),
            f"top {rest[DISPLAY]}",
        ]

    def open(self, seats: int, options: Options, deal: list[Line]) -> Reef:
        wanted = [*(f"hand {seat + 1}" for seat in range(seats)), "display", "top"]
        self.check_deal(wanted, deal)
        state = _new(seats, options)
        for seat, line in enumerate(deal[:seats]):
            for card in _cards(state, line, 2, OPENING_HAND):
                state.deal_hand(seat, card)
        for place, card in enumerate(_cards(state, deal[seats], 1, DISPLAY)):
            state.deal_display(place, card)
        [top] = _cards(state, deal[seats + 1], 1, 1)
        state.deal_top(top)
        return state

    def text(self, state: State, move: int) -> str:
        return notation.text(move)

    def find(self, state: State, text: str) -> int:
        intent = notation.parse(text)
        problem = why_not(_ours(state), intent)
        if problem:
            raise problem
        return notation.code(intent)

    def chance_text(self, state: State, outcome: list[int]) -> str:
        return notation.reveal_text(outcome)

    def find_chance(self, state: State, text: str) -> list[int]:
        return notation.parse_reveal(_ours(state), text)

    def pending(self, state: State) -> str:
        return "* top" if _ours(state).deck else "* top -"

    def events(self, before: State, move: int, after: State, seat: int | None) -> list[Event]:
        return move_events(_ours(before), move, _ours(after))

    def chance_events(self, before: State, outcome: list[int], after: State) -> list[Event]:
        return chance_events(_ours(before), outcome, _ours(after))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return dict(view(_ours(state), seat))

    def seen(self, line: str, state: State, seat: int | None) -> str:
        words = line.split(" ")
        if words[0] != "hand" or state.over or words[1] == str(-1 if seat is None else seat + 1):
            return line
        hidden = cards_of(_ours(state).secret[int(words[1]) - 1])
        return " ".join([*words[:2], *sorted("?" if int(card) in hidden else card for card in words[2:])])

    def restated(self, line: str, state: State) -> str:
        words = line.split(" ")
        if words[0] != "hand":
            return line
        seat = int(words[1]) - 1
        dealt = {int(card) for card in words[2:]}
        # A dealt card is known once it is played; the others are those that the state holds secret.
        now = {card for card in dealt if _ours(state).played[seat] >> card & 1} | set(
            cards_of(_ours(state).secret[seat])
        )
        return line if now == dealt else f"hand {words[1]} {' '.join(map(str, sorted(now)))}"

    def position(self, state: State, seat: int | None = None) -> str:
        return position.write(_ours(state), seat)

    def read_position(self, line: str) -> State:
        return position.read(line)

    def draw(self, state: State, seat: int | None = None, colour: bool = False) -> str:
        return draw.draw(_ours(state), seat, colour)

    def study(self, state: State, seat: int, language: str) -> str:
        return draw.study(_ours(state), seat, language)

    def result(self, state: State) -> Message:
        return Message(f"reef.end.{ENDS[_ours(state).ended]}")


def _new(seats: int, options: Options) -> Reef:
    state = Reef()
    state.prepare(seats, options["start"] == "free")
    return state


def _cards(state: Reef, line: Line, skip: int, size: int) -> list[int]:
    """The cards of a header line, each of them still in the deck."""
    words = line.text.split()[skip:]
    if len(words) != size:
        raise RecordError(line.number, line.text, Message("reef.header.cards", {"size": size}), "hand")
    try:
        cards = [notation.card_number(word) for word in words]
    except RuleError as error:
        raise RecordError(line.number, line.text, error.message, error.ruling) from None
    for at, card in enumerate(cards):
        if not state.deck >> card & 1 or card in cards[:at]:
            raise RecordError(line.number, line.text, Message("reef.header.twice", {"card": card}), "hand")
    return cards


KIND = ReefKind()
