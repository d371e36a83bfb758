"""Who starts: drawn from the table's chance, or chosen by the host. Seat 1 starts, so it is the people who are moved.

Chairs are the seats as they were set up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from atoll.core.events import Event
from atoll.core.messages import Message, Who
from atoll.server.chance import drawn_chair
from atoll.server.seats import Seats
from atoll.server.store import DRAWN, Facts


@dataclass(frozen=True)
class Starts(Event):
    """Someone was drawn or chosen to start."""

    kind: ClassVar[str] = "starts"
    seat: int
    drawn: bool

    def message(self) -> Message:
        return Message("table.starts_drawn" if self.drawn else "table.starts_chosen", {"who": Who(self.seat)})


def start_chair(facts: Facts, chairs: int) -> int:
    """The chair of the start player."""
    if facts.start is None:
        return 0
    return drawn_chair(facts.mixed, chairs) if facts.start == DRAWN else facts.start


def moved(seated: Seats, chair: int) -> Seats:
    """All move on clockwise, so that the start player has the first seat."""
    return seated[chair:] + seated[:chair]


def opening(facts: Facts) -> list[Event]:
    """What happened before the first line."""
    return [] if facts.start is None or not facts.header else [Starts(1, facts.start == DRAWN)]


def note(facts: Facts, chairs: int) -> str | None:
    """For the record: enough to check a draw."""
    if facts.start is None:
        return None
    if facts.start != DRAWN:
        return "# start player: chosen"
    return f"# start player: drawn, chair {drawn_chair(facts.mixed, chairs) + 1} of {chairs}"
