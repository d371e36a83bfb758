"""What is worth counting over many games with the expansion: what the base game counts, and the cards played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atoll.core.state import ALL_SEEING
from atoll.reef_encounter.notes import OpeningNotes
from atoll.second_kind import moves as m

if TYPE_CHECKING:
    from atoll.core.kind import Step


class SecondKindNotes(OpeningNotes):
    def see(self, step: Step) -> None:
        super().see(step)
        if m.PLAY <= step.move < m.DISCARD or m.EAT <= step.move < m.POLYP:
            before: Any = step.before
            for event in self.kind.events(before, step.move, step.after, ALL_SEEING):
                if event.kind == "card_played":
                    self.choose("card", event.data()["card"], before.seat)
