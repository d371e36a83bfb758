"""What happened, for the log and the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from atoll import Event, Message
from atoll.core.messages import Who


@dataclass(frozen=True)
class Taken(Event):
    """A shell was taken; seats count from 1."""

    kind: ClassVar[str] = "taken"
    seat: int
    pool: str

    def message(self) -> Message:
        return Message("toy.event.taken", {"who": Who(self.seat), "pool": self.pool})


@dataclass(frozen=True)
class Stopped(Event):
    """A turn was ended early."""

    kind: ClassVar[str] = "stopped"
    seat: int

    def message(self) -> Message:
        return Message("toy.event.stopped", {"who": Who(self.seat)})


@dataclass(frozen=True)
class Found(Event):
    """A pearl was found; the pool is None for all but its finder."""

    kind: ClassVar[str] = "found"
    seat: int
    pool: str | None

    def message(self) -> Message:
        return Message(
            f"toy.event.{'found' if self.pool else 'found_hidden'}", {"who": Who(self.seat), "pool": self.pool}
        )


@dataclass(frozen=True)
class Washed(Event):
    """A wave took a shell away."""

    kind: ClassVar[str] = "washed"
    pool: str

    def message(self) -> Message:
        return Message("toy.event.washed", {"pool": self.pool})
