"""A table in the memory: what is kept of it, its game, who looks on, and who may see and do what."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from atoll.core.errors import AtollError, RecordError
from atoll.core.messages import Message
from atoll.core.state import SPECTATOR
from atoll.games import rules_of
from atoll.server import seats
from atoll.server.answering import PASS
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
class Elsewhere:
    """Who has a table open at another process, and for which seats of others they want a bot."""

    people: frozenset[int] = frozenset()
    strangers: int = 0  # pages of nobody that is known
    agreed: Mapping[int, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Patience:
    """How long tables wait for people, in seconds."""

    absence: float = 60.0  # until a bot may take the seat of someone whose pages are closed
    waiting: float = 24 * 3600.0  # until a table that waits is removed if nobody is there
    since: float = field(default_factory=time.time)  # who has not been here since the server's start left then


USUAL = Patience()


@dataclass(frozen=True)
class Outdated:
    """Why a kept game cannot be followed to its end by the rules of today, and its record as it is kept."""

    error: RecordError
    record: tuple[str, ...]

    @classmethod
    def by(cls, error: Exception, header: Sequence[str], lines: Sequence[str], followed: int | None) -> Outdated:
        """Lines of the log were followed until the error, or not even the header; if that names no line, it is the
        next one, or the first."""
        record = (*header, *lines)
        number = 1 if followed is None else len(header) + followed + 1
        message, ruling = Message("table.unreadable"), None
        if isinstance(error, AtollError):
            message, ruling = error.message, error.ruling
        if isinstance(error, RecordError):
            number = error.line
        line = record[number - 1] if number <= len(record) else ""
        found = RecordError(number, line, message, ruling or "record")
        found.__cause__ = None if isinstance(error, AtollError) else error
        return cls(found, record)


class Table:
    puzzle_id: str | None = None  # of the puzzle on it

    def __init__(
        self,
        facts: Facts,
        seated: Seats,
        chronicle: Chronicle | None,
        outdated: Outdated | None = None,
        patience: Patience = USUAL,
    ) -> None:
        self.facts = facts
        self.seated = seated
        self.chronicle = chronicle  # as far as it can be followed
        self.outdated = outdated
        self.visitors: set[Visitor] = set()
        self.agreed: dict[int, set[int]] = {}  # by the seat of someone who has gone: who wants a bot there
        self.elsewhere: dict[int, Elsewhere] = {}  # by process, see `together.py`
        self._named: tuple[Seats, list[str]] | None = None  # how those who sit there are called
        self.patience = patience
        self.gone: dict[int | None, float] = {}  # when people closed their last page here, by person

    @property
    def names(self) -> list[str]:
        if self._named is None or self._named[0] is not self.seated:
            self._named = self.seated, seats.names(self.seated)
        return self._named[1]

    @property
    def windows(self) -> tuple[str, ...]:
        """The windows of its game; none if that is no longer here."""
        try:
            return rules_of(self.facts.game, self.facts.options).windows
        except Exception:  # its folder may be gone, or broken
            return ()

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

    @property
    def hints(self) -> bool:
        """Whether bots may be asked: as it was chosen, else alone with bots, and not where other people may sit."""
        if self.facts.hints is not None:
            return self.facts.hints
        return sum(seat.free or seat.person is not None for seat in self.seated) <= 1

    def here(self) -> set[int]:
        """The seats whose people have the page open."""
        people = {visitor.person for visitor in self.visitors}.union(
            *(there.people for there in self.elsewhere.values())
        )
        return {place for place, seat in enumerate(self.seated) if seat.person is not None and seat.person in people}

    def watching(self) -> int:
        """How many look on who do not sit here."""
        known = {visitor.person or id(visitor) for visitor in self.visitors}
        known = known.union(*(there.people for there in self.elsewhere.values()))
        strangers = sum(there.strangers for there in self.elsewhere.values())
        return len(known - {seat.person for seat in self.seated}) + strangers

    def wanting(self, place: int) -> set[int]:
        """The seats that want a bot at one."""
        here: set[int] = self.agreed.get(place, set())
        return here.union(*(there.agreed.get(place, frozenset()) for there in self.elsewhere.values()))

    def vote_from(self, place: int) -> float | None:
        """When the others may let a bot take a seat, in seconds since 1970; None: its person is here, or it is no
        person's. Who said that they leave is not waited for."""
        seat = self.seated[place]
        if self.status != "playing" or seat.who != "person" or seat.conceded:
            return None
        if seat.left:
            return 0.0
        if place in self.here():
            return None
        return self.gone.get(seat.person, self.patience.since) + self.patience.absence

    @property
    def expires(self) -> float | None:
        """When the table is removed unless somebody is there."""
        return self.facts.changed + self.patience.waiting if self.status == "waiting" else None

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

    def undo_to(self, visitor: Visitor) -> int | None:
        """How many lines are left if who made the last one takes it back; what nobody had a choice about goes with what
        brought it about. None: something was drawn or came to light, or another has moved since."""
        if self.chronicle is None or not self.plays(visitor):
            return None
        game, last = self.chronicle.game, len(self.chronicle.game.log) - 1
        while last in self.chronicle.forced and self._made(last, visitor.viewer):
            last -= 1
        return last if last >= max(self.facts.base, game.sealed) and self._made(last, visitor.viewer) else None

    def _made(self, place: int, seat: int) -> bool:
        """Whether a line of the log is a seat's."""
        return self.chronicle is not None and self.chronicle.game.log[place].startswith(f"{seat + 1} ")

    @property
    def window(self) -> str | None:
        """The window in which the seat to decide is asked."""
        if self.chronicle is None or self.status != "playing" or self.chronicle.game.seat < 0:
            return None
        return self.chronicle.game.kind.window(self.chronicle.game.state)

    def answer(self) -> str | None:
        """What the server answers for the seat to decide: what it owes without a choice; in a window that it passes, if
        it can do nothing else or its person does not want to be asked."""
        if self.chronicle is None or self.status != "playing" or self.chronicle.game.seat < 0:
            return None
        game, window = self.chronicle.game, self.window
        if window is None:
            return game.texts()[0] if game.kind.forced(game.state) else None
        seat = self.seated[game.seat]
        said = seat.answer_in(window) if seat.player is None else "able"
        return PASS if said == "no" or (said == "able" and len(game.legal()) == 1) else None

    def answered(self, visitor: Visitor) -> bool:
        """Whether the server answers for a seat that this device decides for."""
        if self.chronicle is None or self.chronicle.game.seat < 0:
            return False
        return self.seated[self.chronicle.game.seat].decided_by(visitor.person) and self.answer() is not None
