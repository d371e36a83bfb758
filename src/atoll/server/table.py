"""A table in the memory: what is kept of it, its game, who looks on, and who may see and do what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from atoll.core.errors import AtollError, RecordError
from atoll.core.state import SPECTATOR
from atoll.server import seats
from atoll.server.chronicle import Chronicle
from atoll.server.seats import Seats
from atoll.server.store import Facts
from atoll.server.wire import Status


@dataclass(eq=False)
class Visitor:
    """A page that is open at a table."""

    person: int | None
    language: str
    send: Callable[[bytes], None] = lambda _: None
    viewer: int = SPECTATOR  # the seat that it looks from
    address: str = ""  # where it comes from, as limits count it


@dataclass(frozen=True)
class Outdated:
    """Why a kept game cannot be followed to its end by the rules of today, and its record as it is kept."""

    error: RecordError
    record: tuple[str, ...]

    @classmethod
    def by(cls, error: AtollError, record: tuple[str, ...]) -> Outdated:
        """What names no line says that the game itself is not here any more."""
        number = error.line if isinstance(error, RecordError) else 1
        line = record[number - 1] if number <= len(record) else ""
        return cls(RecordError(number, line, error.message, error.ruling or "record"), record)


class Table:
    def __init__(
        self, facts: Facts, seated: Seats, chronicle: Chronicle | None, outdated: Outdated | None = None
    ) -> None:
        self.facts = facts
        self.seated = seated
        self.chronicle = chronicle  # as far as it can be followed
        self.outdated = outdated
        self.visitors: set[Visitor] = set()
        self.agreed: dict[int, set[int]] = {}  # by the seat of someone who has gone: who wants a bot there

    @property
    def names(self) -> list[str]:
        return seats.names(self.seated)

    @property
    def status(self) -> Status:
        """How the table stands; an outdated game is kept as it was, but it is only looked at."""
        return "study" if self.outdated else self.facts.status

    @property
    def done(self) -> bool:
        """Whether everything may be seen by everyone."""
        return self.status in ("over", "study")

    @property
    def for_show(self) -> bool:
        """Whether nobody decides but bots."""
        return all(seat.player for seat in self.seated)

    def here(self) -> set[int]:
        """The seats whose people have the page open."""
        people = {visitor.person for visitor in self.visitors}
        return {place for place, seat in enumerate(self.seated) if seat.person is not None and seat.person in people}

    def hosted_by(self, person: int | None) -> bool:
        return person is not None and person == self.facts.host

    def may_look(self, person: int | None, viewer: int) -> bool:
        if viewer == SPECTATOR:
            return True
        if not 0 <= viewer < len(self.seated):
            return False
        return self.done or self.seated[viewer].held_by(person)

    def plays(self, visitor: Visitor) -> bool:
        """Whether a game is being played in which this page decides for the seat that it looks from."""
        if self.chronicle is None or self.status != "playing" or visitor.viewer == SPECTATOR:
            return False
        return self.seated[visitor.viewer].decided_by(visitor.person)

    def may_move(self, visitor: Visitor) -> bool:
        return self.plays(visitor) and self.chronicle is not None and self.chronicle.game.seat == visitor.viewer

    def may_undo(self, visitor: Visitor) -> bool:
        """The last line can be taken back by who made it, unless something was drawn or another has moved since."""
        if self.chronicle is None or not self.plays(visitor):
            return False
        record = self.chronicle.game.log
        return len(record) > self.facts.base and record[-1].startswith(f"{visitor.viewer + 1} ")
