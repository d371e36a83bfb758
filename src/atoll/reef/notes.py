"""What is worth counting over many games of Reef: the first card, and what cards, patterns and colours bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atoll.core.bits import count
from atoll.core.notes import Notes
from atoll.core.state import State
from atoll.reef.board import DISPLAYING, SET_UP
from atoll.reef.moves import LAY, PLAY, TAKE, TOP
from atoll.reef.tables import CARD_FACTS, CELLS, CENTRE, COLOURS, LETTERS, SIDE

if TYPE_CHECKING:
    from atoll.core.kind import Step

OPPOSITE = 3 * (SIDE + 1)  # two centre spaces across from each other: their numbers add up to that


def colours(card: int) -> str:
    """The colours that a card's pattern asks for; `*` for any."""
    facts = CARD_FACTS[card]
    drawn = facts["around"] + facts["scored"] if "around" in facts else "".join(facts["pattern"])
    return "".join(letter for letter in [*LETTERS, "*"] if letter in drawn)


def family(card: int) -> str:
    """A pattern whatever its colours: `a . / a a`, `a2 a2`, `around`."""
    facts = CARD_FACTS[card]
    if "around" in facts:
        return "around"
    drawn = " / ".join(facts["pattern"])
    named: dict[str, str] = {}
    for letter in drawn:
        if letter in LETTERS and letter not in named:
            named[letter] = "ab"[len(named)]
    return "".join(named.get(letter, letter) for letter in drawn)


class ReefNotes(Notes):
    def __init__(self) -> None:
        super().__init__()
        self._begun: set[int] = set()  # the seats that have had a turn
        self._taken: set[int] = set()  # the seats that have taken a card

    def preparing(self, state: Any) -> bool:
        return state.phase in (SET_UP, DISPLAYING)

    def see(self, step: Step) -> None:
        before: Any = step.before
        after: Any = step.after
        seat, move = int(before.seat), step.move
        if before.phase == SET_UP:
            return
        if seat not in self._begun:
            self._begin(before, move, seat)
        if TAKE <= move < PLAY and seat not in self._taken:
            self._taken.add(seat)
            self.choose("taken", str(move - TAKE + 1 if move < TOP else before.top), seat)
        if move >= PLAY and not after.card:
            card = move - PLAY + 1 if move < LAY else int(before.card)
            points = after.points[seat] - before.points[seat]
            self.measure("card", str(card), points)
            self.measure("pattern", family(card), points)
            for colour in colours(card):
                self.measure("colour", colour, points)

    def _begin(self, before: Any, move: int, seat: int) -> None:
        self._begun.add(seat)
        self.choose("first", "take" if move < TOP else "top" if move < PLAY else "play", seat)
        if not before.free:
            tops = {cell: self._top(before, seat, cell) for cell in range(CELLS) if CENTRE >> cell & 1}
            red = next(cell for cell, colour in tops.items() if colour == 0)
            self.choose("start", LETTERS[tops[OPPOSITE - red]], seat)

    def _top(self, state: Any, seat: int, cell: int) -> int:
        return next(colour for colour in range(COLOURS) if state.tops[seat * COLOURS + colour] >> cell & 1)

    def close(self, state: State) -> None:
        last: Any = state
        for seat in range(last.seats):
            self.choose("plays", str(count(last.played[seat])), seat)
        for colour, letter in enumerate(LETTERS):
            self.measure("left", letter, last.supply[colour])
