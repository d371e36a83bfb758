"""A game being played: its record is the truth, its state follows from it.

`Game` is what tables, terminals and tools hold; nothing here knows which game it serves. The kind of game says how it
is dealt, written, seen and explained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from atoll.core.errors import AtollError, RecordError, RuleError
from atoll.core.events import Event
from atoll.core.kind import Foreseen, Kind, Marks, Options, Step
from atoll.core.legal import Legal
from atoll.core.messages import Message
from atoll.core.record import Line, is_number, number, split_lines
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING, CHANCE, SPECTATOR, NothingToUndo, State

# A generator for each draw of a game, by its number from 1.
Chance = Callable[[int], Rng]


class Game:
    """A game with its record. Seats count from 0 here and from 1 in texts; a viewer is a seat, SPECTATOR or ALL_SEEING.

    A state that the game has been in is never changed: going on and undoing put another one in its place.
    """

    def __init__(self, kind: Kind[Any], state: State, header: list[str], rng: Rng | None = None) -> None:
        self.kind = kind
        self.state = state
        self.header = header  # empty for a game that began at a given position
        self.log: list[str] = []
        self.rng = rng
        self.sealed = 0  # the lines of the log that cannot be taken back

    # How games begin

    @classmethod
    def new(
        cls, kind: Kind[Any], seats: int = 2, options: Options | None = None, seed: int = 0, marks: Marks | None = None
    ) -> Game:
        """A seeded game: chance is drawn from a generator beside it. `marks` take the place of the house's."""
        chosen = kind.complete_options(options)
        kind = kind.variation(chosen)
        if seats not in kind.seat_numbers:
            raise AtollError(Message("game.seats", {"seats": seats, "known": list(kind.seat_numbers)}))
        rng = Rng(seed)
        deal = kind.deal(seats, chosen, rng)
        if marks is not None:
            deal = kind.with_marks(deal, marks)
        game = cls.dealt(kind, seats, chosen, deal)
        game.rng = rng
        return game

    @classmethod
    def dealt(cls, kind: Kind[Any], seats: int, options: Options, deal: list[str]) -> Game:
        """A game whose chance is given: the deal here, the rest line by line with `chance`."""
        chosen = kind.complete_options(options)
        kind = kind.variation(chosen)
        header = [f"game {kind.name}", *(f"option {name} {value}" for name, value in chosen.items()), f"seats {seats}"]
        lines = [Line(len(header) + at, text) for at, text in enumerate(deal, 1)]
        return cls(kind, kind.first_state(seats, chosen, lines), header + list(deal))

    @classmethod
    def at(cls, kind: Kind[Any], position: str, rng: Rng | None = None) -> Game:
        """A game that goes on from a position; it has a log, but no record from the start."""
        kind = kind.variation_at(position)
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

    @property
    def options(self) -> dict[str, str]:
        """The options that the header names."""
        return {line.split()[1]: line.split()[2] for line in self.header if line.startswith("option ")}

    def legal(self) -> Legal:
        return self.state.legal()

    def texts(self) -> list[str]:
        """The legal moves in words, sorted."""
        text, state = self.kind.text, self.state
        return sorted([text(state, move) for move in state.legal_moves()])

    def text(self, move: int) -> str:
        return self.kind.text(self.state, move)

    def step(self, move: int | str, chance: Chance | None = None) -> list[Step]:
        """What a move does, and the draws that it owes if there is chance for them; RuleError if it is not legal.

        The game does not change; `take` makes it go on.
        """
        before = self.state
        found = self._found(move)
        after = before.clone()
        after.make(found)
        final = self.kind.reveals(before, after)
        step = Step(f"{before.seat + 1} {self.kind.text(before, found)}", before, after, found, final=final)
        return [step, *(self.draws(chance, after) if chance else ())]

    def draws(self, chance: Chance, state: State | None = None) -> Iterator[Step]:
        """The draws that are owed in a position, the game's own if none is given."""
        before = self.state if state is None else state
        if before.seat != CHANCE:
            return
        number = sum(line.startswith("*") for line in self.log)
        while before.seat == CHANCE:
            number += 1
            after = before.clone()
            outcome = after.resolve(chance(number))
            yield Step(f"* {self.kind.chance_text(before, outcome)}", before, after, outcome=outcome, final=True)
            before = after

    def take(self, step: Step) -> None:
        """Go on by a step from here."""
        self.state = step.after
        self.log.append(step.line)
        if step.final:
            self.sealed = len(self.log)

    def apply(self, move: int | str) -> None:
        """Make a move, and draw what chance owes if the game has a generator. An illegal one changes nothing."""
        for step in self.step(move, self._chance()):
            self.take(step)

    def play(self, move: int | str, viewer: int = SPECTATOR) -> list[Event]:
        """Make a move, and say all that happened, chance included, as the viewer sees it."""
        events: list[Event] = []
        for step in self.step(move, self._chance()):
            self.take(step)
            events += self.kind.told(step, viewer)
        return events

    def draw_chance(self, rng: Rng) -> None:
        """Let a generator decide what chance owes."""
        for step in self.draws(lambda _: rng):
            self.take(step)

    def chance(self, text: str) -> None:
        """Put in what chance decided."""
        self.take(self._decided(text))

    def undo(self) -> None:
        """Take back the last move of this turn, unless it told its player something new."""
        if len(self.log) <= self.sealed:
            raise NothingToUndo("what came to light cannot be taken back")
        state = self.state.clone()
        state.undo()
        self.state = state
        self.log.pop()

    def _chance(self) -> Chance | None:
        rng = self.rng
        return None if rng is None else lambda _: rng

    def _decided(self, text: str) -> Step:
        """What chance decided, as a step; RuleError if it cannot be."""
        before = self.state
        outcome = self.kind.find_chance(before, text)
        after = before.clone()
        after.accept(outcome)
        return Step(f"* {self.kind.chance_text(before, outcome)}", before, after, outcome=outcome, final=True)

    def _found(self, move: int | str) -> int:
        """The legal move behind a number or a text; RuleError if there is none."""
        if isinstance(move, str):
            return self.kind.find(self.state, move)
        if move not in self.state.legal():
            raise RuleError(Message("game.no_such_move", {"move": move}))
        return move

    def why_not(self, text: str) -> RuleError | None:
        """Why a move text is not a legal move here; None if it is one."""
        try:
            self.kind.find(self.state, text)
        except RuleError as error:
            return error
        return None

    def events(self, move: int | str, viewer: int = SPECTATOR) -> list[Event]:
        """What a legal move would do, as the viewer will see it. The game does not change.

        This looks at what is hidden, too: who has still to decide is told what is `foreseen`.
        """
        [step] = self.step(move)
        return self.kind.told(step, viewer)

    def foreseen(self, move: int | str, viewer: int) -> Foreseen:
        """What a legal move would do, as far as the viewer can know before it is made."""
        return self.kind.foreseen(self.imagined(viewer), self._found(move), viewer)

    def explained(self, plan: Iterable[str], viewer: int) -> tuple[list[tuple[str, Foreseen]], Message]:
        """Moves for the rest of the turn, as far as the viewer can know what each will do, and why to make them."""
        kind = self.kind
        first: Any = self.imagined(viewer)
        state, moves, steps = first, list[int](), list[tuple[str, Foreseen]]()
        for text in plan:
            try:
                move = kind.find(state, text)
            except RuleError:
                break
            foreseen = kind.foreseen(state, move, viewer)
            moves.append(move)
            steps.append((text, foreseen))
            before, state = state, state.clone()
            state.make(move)
            certain = foreseen.events == kind.events(before, move, state, viewer) and not kind.reveals(before, state)
            if state.turn != before.turn or not certain:
                break
        return steps, kind.reason(first, moves, viewer)

    def imagined(self, viewer: int) -> State:
        """A position that the viewer could believe in, always the same one: it follows from what the viewer knows."""
        return self.state if viewer == ALL_SEEING else self.state.redeal(viewer, Rng(len(self.log)))

    def insight(self, viewer: int, language: str = "en") -> dict[str, Any]:
        """What there is to see in the position, as far as the viewer can know it."""
        return self.kind.insight(self.imagined(viewer), viewer, language)

    def clone(self) -> Game:
        """A copy to try things on. It has no generator: two games must not share one."""
        other = Game(self.kind, self.state.clone(), self.header)
        other.log = self.log[:]
        other.sealed = self.sealed
        return other

    # Seeing

    def view(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        """All that the viewer may know, and nothing more, as plain data."""
        state = self.state
        return self.kind.view(state, viewer) | {
            "header": [self.kind.seen(line, state, viewer) for line in self.header],
            "log": [self.kind.seen(line, state, viewer) for line in self.log],
        }

    def redeal(self, viewer: int, rng: Rng) -> Game:
        """A whole game drawn uniformly from those that fit what the viewer knows."""
        if viewer == ALL_SEEING:
            return self.clone()
        state = self.state.redeal(viewer, rng)
        lines = self.kind.restated(self.header + self.log, state)
        other = Game(self.kind, state, lines[: len(self.header)])
        other.log = lines[len(self.header) :]
        other.sealed = self.sealed
        return other

    def position(self, viewer: int) -> str:
        """The position in one line, as the viewer sees it; one that ALL_SEEING wrote can be played on from."""
        return self.kind.position(self.state, viewer)

    def draw(self, viewer: int, colour: bool = False) -> str:
        """The position as a picture in text, as the viewer sees it."""
        return self.kind.draw(self.state, viewer, colour)

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
            game.take(game.follow(Line(0, line)))
            yield game.clone()

    def replay(self) -> Iterator[Step]:
        """Every line of the log once more."""
        game = Game(self.kind, self._first_state(), self.header)
        for line in self.log:
            step = game.follow(Line(0, line))
            yield step
            game.take(step)

    def story(self, viewer: int = SPECTATOR) -> Iterator[tuple[str, list[Event]]]:
        """Line by line what happened, as the viewer saw it."""
        for step in self.replay():
            yield step.line, self.kind.told(step, viewer)

    def _first_state(self) -> State:
        if not self.header:
            raise AtollError(Message("game.no_record"))
        _, state = read_header(self.kind, [Line(at, text) for at, text in enumerate(self.header, 1)])
        return state

    def follow(self, line: Line) -> Step:
        """What a line of a record does here; RecordError if it does not belong here. The game does not change."""
        word, _, rest = line.text.partition(" ")
        if word == "*":
            if self.seat != CHANCE:
                raise RecordError(line.number, line.text, Message("record.no_chance"), "record")
            try:
                return self._decided(rest)
            except RuleError as error:
                raise RecordError(line.number, line.text, error.message, error.ruling) from None
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
            [step] = self.step(rest)
        except RuleError as error:
            raise RecordError(line.number, line.text, error.message, error.ruling) from None
        return step

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


def read_header(kind: Kind[Any], lines: list[Line]) -> tuple[Kind[Any], State]:
    """The rules and the first state of a record whose header lines these are."""
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
    kind = kind.variation(options)
    state: State = kind.first_state(seats, options, lines[1 + len(wanted) :] or [Line(line.number + 1, "")])
    return kind, state


def read_record(find: Callable[[str], Kind[Any]], text: str, until: int | None = None) -> Game:
    """The game behind a record, every line of it checked; `until` stops before that line of the file."""
    lines = reading(find, text, until)
    game, _ = next(lines)
    for _ in lines:
        pass
    return game


def reading(
    find: Callable[[str], Kind[Any]], text: str, until: int | None = None
) -> Iterator[tuple[Game, Step | None]]:
    """The game behind a record while it is read: at its first state, then with the step of every line, which is taken
    when one goes on."""
    lines = split_lines(text)
    if not lines or lines[0].text.split()[0] != "game":
        first = lines[0] if lines else Line(1, "")
        raise RecordError(first.number, first.text, Message("record.expected", {"word": "game"}), "record")
    name = lines[0].text.partition(" ")[2]
    try:
        kind = find(name)
    except AtollError as error:
        raise RecordError(lines[0].number, lines[0].text, error.message, "record") from None
    size = 1
    while size < len(lines) and not (
        lines[size].text[0] in "*0123456789" or lines[size].text.split()[0] in RESULT_WORDS
    ):
        size += 1
    kind, state = read_header(kind, lines[:size])
    game = Game(kind, state, [kind.tidied(line.text) for line in lines[:size]])
    yield game, None
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
            step = game.follow(line)
            yield game, step
            game.take(step)
