"""What a move did, found by comparing the position before and after: nothing of this is paid for in playouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from atoll.core.events import EndsGame, Event
from atoll.core.messages import Message, Term, Who
from atoll.reef.board import DISPLAYING, Board
from atoll.reef.moves import LAY, PLAY, START, TAKE, TOP
from atoll.reef.notation import cards_of, cells_of
from atoll.reef.state import Reef
from atoll.reef.tables import CELL_NAMES, CELLS, COLOURS, DECK, LETTERS
from atoll.reef.view import pieces
from atoll.reef.words import ENDS


def colour_word(letter: str) -> Term:
    return Term(f"reef.colour.{letter}")


@dataclass(frozen=True)
class Happened(Event):
    """An event of this game; `seat` (from 1) is who did it."""

    seat: int

    def message(self) -> Message:
        return Message(f"reef.event.{self.kind}", self.values())

    def values(self) -> dict[str, object]:
        """The fields as a sentence says them: colours by their names."""
        values: dict[str, object] = vars(self) | {"who": Who(self.seat)}
        if "colour" in values:
            values["colour"] = colour_word(str(values["colour"]))
        if "pieces" in values:
            values["pieces"] = [colour_word(letter) for letter in str(values["pieces"])]
        return values


@dataclass(frozen=True)
class Laid(Happened):
    """A piece was laid; `height` is how high it lies."""

    kind: ClassVar[str] = "laid"
    colour: str
    cell: str
    height: int


@dataclass(frozen=True)
class Taken(Happened):
    """A display card was taken, with the points on it; the top card took its place."""

    kind: ClassVar[str] = "taken"
    card: int
    points: int
    replaced_by: int

    def message(self) -> Message:
        return Message("reef.event.taken_points" if self.points else "reef.event.taken", self.values())


@dataclass(frozen=True)
class TopTaken(Happened):
    kind: ClassVar[str] = "top_taken"
    card: int
    paid_on: int


@dataclass(frozen=True)
class Displayed(Happened):
    """All start pieces lie, and the display is turned up; `seat` is 0, for nobody did it."""

    kind: ClassVar[str] = "displayed"
    cards: list[int]


@dataclass(frozen=True)
class Revealed(Happened):
    kind: ClassVar[str] = "revealed"
    card: int | None

    def message(self) -> Message:
        return super().message() if self.card else Message("reef.event.deck_empty")


@dataclass(frozen=True)
class Played(Happened):
    """A card was played; `pieces` is what the supply could give."""

    kind: ClassVar[str] = "played"
    card: int
    pieces: str


@dataclass(frozen=True)
class Scored(Happened):
    """A pattern was scored; `groups` are the cells of each occurrence."""

    kind: ClassVar[str] = "scored"
    card: int
    points: int
    times: int
    groups: list[list[str]]

    def message(self) -> Message:
        return super().message() if self.times else Message("reef.event.scored_none", self.values())


@dataclass(frozen=True)
class RanOut(Happened):
    """A colour has run out: the round is completed."""

    kind: ClassVar[str] = "ran_out"
    colour: str


@dataclass(frozen=True)
class HandScored(Happened):
    """At the end, a card still in hand whose pattern is there."""

    kind: ClassVar[str] = "hand_scored"
    card: int
    points: int


@dataclass(frozen=True)
class TurnBegins(Happened):
    kind: ClassVar[str] = "turn_begins"


@dataclass(frozen=True)
class GameEnds(Happened):
    """The end; `seat` is 0, for nobody decides it."""

    kind: ClassVar[str] = "game_ends"
    reason: str
    scores: list[int]
    winners: list[int]

    def message(self) -> Message:
        winners = [Who(seat) for seat in self.winners]
        values = {"scores": self.scores, "winners": winners, "reason": Message(f"reef.end.{self.reason}")}
        return Message("reef.event.game_ends", values)


def move_events(before: Reef, move: int, after: Reef) -> list[Event]:
    """What a move did, in order. Every move of this game is made in the open."""
    who = before.seat + 1
    out: list[Event] = []
    card = before.card
    if move >= LAY or move < TAKE:
        colour, cell = divmod(move - (LAY if move >= LAY else START), CELLS)
        out.append(Laid(who, LETTERS[colour], CELL_NAMES[cell], before.height(before.seat, cell) + 1))
    elif move >= PLAY:
        card = move - PLAY + 1
        given = [before.supply[colour] - after.supply[colour] for colour in range(COLOURS)]
        out.append(Played(who, card, pieces(given)))
    elif move >= TOP:
        out.append(TopTaken(who, before.top, move - TOP + 1))
    else:
        place = list(before.display).index(move - TAKE + 1)
        out.append(Taken(who, move - TAKE + 1, before.offered[place], before.top))
    if card and not after.card:
        out.append(_scored(after, before.seat, card))
    if after.run_out() and not before.run_out():
        out += [RanOut(who, LETTERS[colour]) for colour in range(COLOURS) if after.supply[colour] == 0]
    out += _what_follows(before, after)
    return out


def foreseen(events: list[Event]) -> list[Event]:
    """Of what a move does, what can be known beforehand: the cards that others hold are seen at the end."""
    known = [event for event in events if not isinstance(event, HandScored | GameEnds)]
    return known if known == events else [*known, EndsGame()]


def _scored(after: Board, seat: int, card: int) -> Scored:
    groups = [cells_of(mask) for mask in after.counted(seat, card)]
    return Scored(seat + 1, card, after.card_score(seat, card), after.occurrences(seat, card), groups)


def chance_events(before: Reef, outcome: list[int], after: Reef) -> list[Event]:
    """The display, or the deck's new face-up card."""
    if before.phase == DISPLAYING:
        return [Displayed(0, list(outcome))]
    return [Revealed(before.mover + 1, outcome[0] or None), *_what_follows(before, after)]


def _what_follows(before: Board, after: Board) -> list[Event]:
    reason = ENDS[after.ended]
    if reason:
        hands: list[Event] = [
            HandScored(seat + 1, card, DECK.points[card])
            for seat in range(after.seats)
            for card in cards_of(after.hand[seat])
            if after.occurrences(seat, card)
        ]
        winners = [seat + 1 for seat in after.winners()]
        return [*hands, GameEnds(0, reason, list(after.scores()), winners)]
    if after.turn != before.turn and after.seat >= 0:
        return [TurnBegins(after.seat + 1)]
    return []
