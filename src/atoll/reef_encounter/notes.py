"""What is worth counting over many games of Reef Encounter: openings, meals, what colours are worth in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atoll.core.notes import Notes
from atoll.core.state import ALL_SEEING, State
from atoll.reef_encounter.board import CHOOSE_CUBES, CHOOSE_FISH, TURN
from atoll.reef_encounter.moves import LARVA, PAIR_LIST, TAKE_CUBES
from atoll.reef_encounter.tables import COLOURS, LETTERS

if TYPE_CHECKING:
    from atoll.core.kind import Kind, Step

# The actions that make an opening; a polyp follows a larva anyway, and every turn ends by collecting.
ACTIONS = ("eat", "larva", "shrimp", "cube", "trade", "alga", "tile", "buy", "lay", "play")


class OpeningNotes(Notes):
    """What the base game and the expansion share."""

    def __init__(self, kind: Kind[Any]) -> None:
        super().__init__()
        self.kind = kind
        self._first: dict[int, set[str]] = {}  # by seat: the actions of its first turn
        self._now = -1  # whose turn it is
        self._opening = True  # whether it is that player's first
        self._larvae: set[int] = set()  # the seats that have played one

    def preparing(self, state: Any) -> bool:
        return state.phase in (CHOOSE_FISH, CHOOSE_CUBES)

    def see(self, step: Step) -> None:
        before: Any = step.before
        after: Any = step.after
        seat, move = int(before.seat), step.move
        if before.phase == CHOOSE_FISH:
            self.choose("fish", LETTERS[move], seat)
        elif before.phase == CHOOSE_CUBES:
            one, two = PAIR_LIST[move - TAKE_CUBES]
            self.choose("cubes", LETTERS[one] + LETTERS[two], seat)
        elif before.phase == TURN and seat == before.mover:
            self._act(before, move, seat)
        if after.eaten[seat] > before.eaten[seat]:
            self._meal(step)

    def _act(self, before: Any, move: int, seat: int) -> None:
        if seat not in self._larvae and LARVA <= move < LARVA + COLOURS:
            self._larvae.add(seat)
            self.choose("larva", LETTERS[move - LARVA], seat)
        if seat != self._now:
            self._now = seat
            self._opening = seat not in self._first
            self._first.setdefault(seat, set())
        if self._opening:
            self._first[seat].add(self.kind.text(before, move).partition(" ")[0])

    def _meal(self, step: Step) -> None:
        """The size of a coral, its own tiles, as the parrotfish found it."""
        before: Any = step.before
        told = (event.data() for event in self.kind.events(before, step.move, step.after, ALL_SEEING))
        for event in told:
            if event["kind"] in ("coral_eaten", "coral_taken"):
                self.measure("meal", event["colour"], len(event["cells"]))

    def close(self, state: State) -> None:
        last: Any = state
        for seat, actions in self._first.items():
            self.choose("turn", "+".join(verb for verb in ACTIONS if verb in actions) or "collect", seat)
        for seat in range(last.seats):
            self.choose("meals", str(last.eaten[seat]), seat)
        for colour, letter in enumerate(LETTERS):
            self.measure("worth", letter, last.value(colour))


class ReefEncounterNotes(OpeningNotes):
    def close(self, state: State) -> None:
        super().close(state)
        last: Any = state
        for seat in range(last.seats):
            for colour, letter in enumerate(LETTERS):
                self.measure("points", letter, last.fish[seat * COLOURS + colour] * last.value(colour))
