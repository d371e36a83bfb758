"""A game being played: its record is the truth, its state follows from it.

`Game` is what tables, terminals and tools hold; nothing here knows which game it serves. The kind of game says how it
is dealt, written, seen and explained.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from atoll.core.errors import AtollError, RecordError, RuleError
from atoll.core.events import Event
from atoll.core.legal import Legal
from atoll.core.messages import Message
from atoll.core.record import Line, is_number, number, split_lines
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, State

Options = Mapping[str, str]


class Kind(ABC):
    """A game as the rest of the house sees it: between states and words."""

    name: str
    title: str
    seat_numbers: tuple[int, ...]
    option_values: Mapping[str, tuple[str, ...]]  # the first one is the default
    moves: int  # move ids are 0 to moves - 1

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """What a screen needs to draw the game: boards, cards, as the data file has them."""

    @abstractmethod
    def deal(self, seats: int, options: Options, rng: Rng) -> list[str]:
        """Draw everything that chance decides before the game: the header lines after `seats`."""

    @abstractmethod
    def open(self, seats: int, options: Options, deal: list[Line]) -> State:
        """The first state of a deal; RecordError where a line is wrong."""

    def tidied(self, line: str) -> str:
        """A header line as it is written, where several texts mean the same."""
        return line

    @abstractmethod
    def text(self, state: State, move: int) -> str:
        """A legal move in words of the record."""

    @abstractmethod
    def find(self, state: State, text: str) -> int:
        """The legal move behind a text; RuleError says why there is none."""

    @abstractmethod
    def chance_text(self, state: State, outcome: list[int]) -> str:
        """What chance decided, in words of the record; `state` is the one before."""

    @abstractmethod
    def find_chance(self, state: State, text: str) -> list[int]:
        """The outcome behind a chance line; RuleError if it cannot be."""

    @abstractmethod
    def pending(self, state: State) -> str:
        """The word of the chance line that has to come next."""

    @abstractmethod
    def events(self, before: State, move: int, after: State, seat: int | None) -> list[Event]:
        """What a move did, as a seat (or a spectator) sees it."""

    @abstractmethod
    def chance_events(self, before: State, outcome: list[int], after: State) -> list[Event]:
        """What chance did."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """All that a seat (or a spectator) may know of a position, as plain data."""

    @abstractmethod
    def seen(self, line: str, state: State, seat: int | None) -> str:
        """A line of the record, as a seat may see it in the game's present state."""

    @abstractmethod
    def restated(self, line: str, state: State) -> str:
        """A line of the record, its hidden facts replaced by those of a redealt state."""

    @abstractmethod
    def position(self, state: State, seat: int | None = None) -> str:
        """The position in one line; as a seat sees it, if one is given (0 and up; -1 is a spectator)."""

    @abstractmethod
    def read_position(self, line: str) -> State:
        """The state behind a line; PositionError says what is wrong with it."""

    @abstractmethod
    def draw(self, state: State, seat: int | None = None, colour: bool = False) -> str:
        """The position drawn as text."""

    @abstractmethod
    def study(self, state: State, seat: int, language: str) -> str:
        """What a student would look at in a seat's position: what its pieces or cards are worth, and why."""

    @abstractmethod
    def result(self, state: State) -> Message:
        """How the game ended."""

    def check_deal(self, wanted: list[str], deal: list[Line]) -> None:
        """Whether the header lines after `seats` begin as they have to; RecordError names the first that does not."""
        for line, start in zip(deal, wanted, strict=False):
            if not line.text:
                raise RecordError(line.number, line.text, Message("record.missing", {"word": start}), "record")
            if not f"{line.text} ".startswith(f"{start} "):
                raise RecordError(line.number, line.text, Message("record.expected", {"word": start}), "record")
        if len(deal) < len(wanted):
            last = deal[-1].number if deal else 0
            raise RecordError(last + 1, "", Message("record.missing", {"word": wanted[len(deal)]}), "record")
        if len(deal) > len(wanted):
            extra = deal[len(wanted)]
            raise RecordError(extra.number, extra.text, Message("record.unknown_line"), "record")

    def complete_options(self, options: Options | None) -> dict[str, str]:
        """Defaults for options not named; AtollError for one that there is not."""
        chosen = {name: values[0] for name, values in self.option_values.items()}
        for name, value in (options or {}).items():
            if name not in chosen:
                raise AtollError(Message("game.option", {"name": name, "known": list(chosen)}))
            if value not in self.option_values[name]:
                known = list(self.option_values[name])
                raise AtollError(Message("game.option_value", {"name": name, "value": value, "known": known}))
            chosen[name] = value
        return chosen


class Game:
    """A game with its record. Seats count from 0 here and from 1 in texts."""

    def __init__(self, kind: Kind, state: State, header: list[str], rng: Rng | None = None) -> None:
        self.kind = kind
        self.state = state
        self.header = header  # empty for a game that began at a given position
        self.log: list[str] = []
        self.rng = rng

    # How games begin

    @classmethod
    def new(cls, kind: Kind, seats: int = 2, options: Options | None = None, seed: int = 0) -> Game:
        """A seeded game: chance is drawn from a generator beside it."""
        chosen = kind.complete_options(options)
        if seats not in kind.seat_numbers:
            raise AtollError(Message("game.seats", {"seats": seats, "known": list(kind.seat_numbers)}))
        rng = Rng(seed)
        deal = kind.deal(seats, chosen, rng)
        game = cls.dealt(kind, seats, chosen, deal)
        game.rng = rng
        return game

    @classmethod
    def dealt(cls, kind: Kind, seats: int, options: Options, deal: list[str]) -> Game:
        """A game whose chance is given: the deal here, the rest line by line with `chance`."""
        chosen = kind.complete_options(options)
        header = [f"game {kind.name}", *(f"option {name} {value}" for name, value in chosen.items()), f"seats {seats}"]
        lines = [Line(len(header) + at, text) for at, text in enumerate(deal, 1)]
        return cls(kind, kind.open(seats, chosen, lines), header + list(deal))

    @classmethod
    def at(cls, kind: Kind, position: str, rng: Rng | None = None) -> Game:
        """A game that goes on from a position; it has a log, but no record from the start."""
        return cls(kind, kind.read_position(position), [], rng)

    # Deciding

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def seat(self) -> int:
        """The seat to decide, CHANCE or NOBODY."""
        return self.state.seat

    @property
    def over(self) -> bool:
        return self.state.over

    def legal(self) -> Legal:
        return self.state.legal()

    def texts(self) -> list[str]:
        """The legal moves in words, sorted."""
        return sorted(self.kind.text(self.state, move) for move in self.state.legal_moves())

    def text(self, move: int) -> str:
        return self.kind.text(self.state, move)

    def apply(self, move: int | str) -> None:
        """Make a move, and draw what chance owes if the game has a generator. An illegal one changes nothing."""
        found = self._found(move)
        line = f"{self.seat + 1} {self.kind.text(self.state, found)}"
        self.state.apply(found)
        self.log.append(line)
        if self.rng is not None:
            self.draw_chance(self.rng)

    def play(self, move: int | str, seat: int | None = None) -> list[Event]:
        """Make a move, and say all that happened, chance included, as a seat (None: a spectator) sees it."""
        events = self.events(move, seat)
        rng, self.rng = self.rng, None
        try:
            self.apply(move)
        finally:
            self.rng = rng
        while rng is not None and self.state.seat == CHANCE:
            before = self.state.clone()
            outcome = self.state.resolve(rng)
            self.log.append(f"* {self.kind.chance_text(before, outcome)}")
            events += self.kind.chance_events(before, outcome, self.state)
        return events

    def draw_chance(self, rng: Rng) -> None:
        """Let a generator decide what chance owes."""
        while self.state.seat == CHANCE:
            before = self.state.clone()
            outcome = self.state.resolve(rng)
            self.log.append(f"* {self.kind.chance_text(before, outcome)}")

    def chance(self, text: str) -> None:
        """Put in what chance decided."""
        outcome = self.kind.find_chance(self.state, text)
        line = f"* {self.kind.chance_text(self.state, outcome)}"
        self.state.accept(outcome)
        self.log.append(line)

    def undo(self) -> None:
        """Take back the last move of this turn."""
        self.state.undo()
        self.log.pop()

    def _found(self, move: int | str) -> int:
        """The legal move behind a number or a text; RuleError if there is none."""
        found = self.kind.find(self.state, move) if isinstance(move, str) else move
        if found not in self.state.legal():
            raise RuleError(Message("game.no_such_move", {"move": found}))
        return found

    def why_not(self, text: str) -> RuleError | None:
        """Why a move text is not a legal move here; None if it is one."""
        try:
            self.kind.find(self.state, text)
        except RuleError as error:
            return error
        return None

    def events(self, move: int | str, seat: int | None = None) -> list[Event]:
        """What a legal move would do, as a seat (or a spectator) sees it. The game does not change."""
        found = self._found(move)
        after = self.state.clone()
        after.apply(found)
        return self.kind.events(self.state, found, after, seat)

    def clone(self) -> Game:
        """A copy to try things on. It has no generator: two games must not share one."""
        other = Game(self.kind, self.state.clone(), self.header)
        other.log = self.log[:]
        return other

    # Seeing

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know, and nothing more, as plain data."""
        state = self.state
        return self.kind.view(state, seat) | {
            "header": [self.kind.seen(line, state, seat) for line in self.header],
            "log": [self.kind.seen(line, state, seat) for line in self.log],
        }

    def redeal(self, seat: int | None, rng: Rng) -> Game:
        """A whole game drawn uniformly from those that fit what a seat (None: a spectator) knows."""
        state = self.state.redeal(-1 if seat is None else seat, rng)
        other = Game(self.kind, state, [self.kind.restated(line, state) for line in self.header])
        other.log = [self.kind.restated(line, state) for line in self.log]
        return other

    def position(self, seat: int | None = None) -> str:
        return self.kind.position(self.state, seat)

    def draw(self, seat: int | None = None, colour: bool = False) -> str:
        return self.kind.draw(self.state, seat, colour)

    # The record

    def write(self) -> str:
        """The record, with the result once the game is over."""
        if not self.header:
            raise AtollError(Message("game.no_record"))
        lines = self.header + self.log
        if self.over:
            winners = " ".join(str(seat + 1) for seat in self.state.winners())
            lines = [*lines, "score " + " ".join(map(str, self.state.scores())), f"winner {winners}"]
        return "\n".join(lines) + "\n"

    def steps(self) -> Iterator[Game]:
        """The game at the start and after every line of its log: a replay."""
        game = Game(self.kind, self._first_state(), self.header)
        yield game.clone()
        for line in self.log:
            game._take(Line(0, line))
            yield game.clone()

    def story(self, seat: int | None = None, all_seats: bool = False) -> Iterator[tuple[Game, str, list[Event]]]:
        """Line by line: the game after it, the line, and what happened, as a seat (None: a spectator) saw it.

        With `all_seats` every move is told as the seat that made it saw it.
        """
        before: Game | None = None
        for step in self.steps():
            if before is not None:
                line = step.log[-1]
                word, _, said = line.partition(" ")
                if word == "*":
                    outcome = self.kind.find_chance(before.state, said)
                    events = self.kind.chance_events(before.state, outcome, step.state)
                else:
                    events = before.events(said, before.seat if all_seats else seat)
                yield step, line, events
            before = step

    def _first_state(self) -> State:
        if not self.header:
            raise AtollError(Message("game.no_record"))
        return read_header(self.kind, [Line(at, text) for at, text in enumerate(self.header, 1)])

    def _take(self, line: Line) -> None:
        """Follow one line of a record."""
        word, _, rest = line.text.partition(" ")
        if word == "*":
            if self.seat != CHANCE:
                raise RecordError(line.number, line.text, Message("record.no_chance"), "record")
            try:
                self.chance(rest)
            except RuleError as error:
                raise RecordError(line.number, line.text, error.message, error.ruling) from None
            return
        if not is_number(word):
            raise RecordError(line.number, line.text, Message("record.unknown_line"), "record")
        seat = int(word)
        if self.over:
            raise RecordError(line.number, line.text, Message("record.over"), "record")
        if self.seat == CHANCE:
            owed = self.kind.pending(self.state)
            raise RecordError(line.number, line.text, Message("record.chance_first", {"word": owed}), "record")
        if seat != self.seat + 1:
            values = {"seat": self.seat + 1}
            raise RecordError(line.number, line.text, Message("record.other_seat", values), "order")
        try:
            self.apply(rest)
        except RuleError as error:
            raise RecordError(line.number, line.text, error.message, error.ruling) from None

    def _check(self, line: Line) -> None:
        """Compare a result line with what follows from the moves."""
        if not self.over:
            raise RecordError(line.number, line.text, Message("record.not_over"), "record")
        word, *values = line.text.split()
        if word == "score":
            right = [str(score) for score in self.state.scores()]
        else:
            right = [str(seat + 1) for seat in self.state.winners()]
        if values != right:
            raise RecordError(line.number, line.text, Message("record.result", {"right": " ".join(right)}), "ties")


RESULT_WORDS = ("score", "winner")


def read_header(kind: Kind, lines: list[Line]) -> State:
    """The first state of a record whose header lines these are."""
    wanted = [f"option {name}" for name in kind.option_values] + ["seats"]
    if len(lines) < 1 + len(wanted):
        last = lines[-1]
        raise RecordError(last.number, last.text, Message("record.missing", {"word": wanted[len(lines) - 1]}), "record")
    options: dict[str, str] = {}
    for line, start in zip(lines[1:], wanted, strict=False):
        *words, value = line.text.split()
        if " ".join(words) != start:
            raise RecordError(line.number, line.text, Message("record.expected", {"word": start}), "record")
        if start == "seats":
            break
        if value not in kind.option_values[words[1]]:
            known = list(kind.option_values[words[1]])
            message = Message("game.option_value", {"name": words[1], "value": value, "known": known})
            raise RecordError(line.number, line.text, message, "record")
        options[words[1]] = value
    line = lines[len(wanted)]
    seats = number(line.text.split()[1], line)
    if seats not in kind.seat_numbers:
        message = Message("game.seats", {"seats": seats, "known": list(kind.seat_numbers)})
        raise RecordError(line.number, line.text, message, "record")
    return kind.open(seats, options, lines[1 + len(wanted) :] or [Line(line.number + 1, "")])


def read_record(kinds: Mapping[str, Kind], text: str, until: int | None = None) -> Game:
    """The game behind a record, every line of it checked; `until` stops before that line of the file."""
    lines = split_lines(text)
    if not lines or lines[0].text.split()[0] != "game":
        first = lines[0] if lines else Line(1, "")
        raise RecordError(first.number, first.text, Message("record.expected", {"word": "game"}), "record")
    name = lines[0].text.partition(" ")[2]
    if name not in kinds:
        message = Message("game.unknown", {"name": name, "known": list(kinds)})
        raise RecordError(lines[0].number, lines[0].text, message, "record")
    kind = kinds[name]
    size = 1
    while size < len(lines) and not (
        lines[size].text[0] in "*0123456789" or lines[size].text.split()[0] in RESULT_WORDS
    ):
        size += 1
    state = read_header(kind, lines[:size])
    game = Game(kind, state, [kind.tidied(line.text) for line in lines[:size]])
    done = 0
    for line in lines[size:]:
        if until is not None and line.number >= until:
            break
        word = line.text.split()[0]
        if word in RESULT_WORDS:
            place = RESULT_WORDS.index(word) + 1
            if place <= done:
                raise RecordError(line.number, line.text, Message("record.twice", {"word": word}), "record")
            done = place
            game._check(line)
        elif done:
            raise RecordError(line.number, line.text, Message("record.over"), "record")
        else:
            game._take(line)
    return game
