"""A game as the rest of the house sees it: between states and words.

What a game of open information does not need has a default here.
"""

from __future__ import annotations

import importlib
import sys
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from atoll.core.errors import AtollError, PositionError, RecordError, RuleError
from atoll.core.events import EndsGame, Event
from atoll.core.messages import Message, add_texts
from atoll.core.notation import Grammar, unreadable
from atoll.core.notes import Notes
from atoll.core.observation import Group, Piece
from atoll.core.record import Line
from atoll.core.rng import Rng
from atoll.core.state import State

Options = Mapping[str, str]
Marks = Mapping[str, Sequence[str]]  # by mark: the cards that carry it
S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Step:
    """One line of a record: what was decided or drawn, the position before it and the one after."""

    line: str
    before: State
    after: State
    move: int = -1
    outcome: list[int] | None = None  # what chance decided, if it was chance
    final: bool = False  # whether it cannot be taken back, because something was drawn or came to light


class Foreseen:
    """What a move would do, as far as someone can know before it is made; the view is made when it is asked for."""

    def __init__(self, events: list[Event], view: Callable[[], dict[str, Any]]) -> None:
        self.events = events
        self._view = view

    @cached_property
    def view(self) -> dict[str, Any]:
        return self._view()


class Kind(ABC, Generic[S]):
    """The rules of a game with its words. `viewer` is always who looks: a seat from 0, SPECTATOR or ALL_SEEING."""

    name: str
    title: str
    page: str  # which folder of the page draws it: as it is called, unless options bring other rules
    seat_numbers: tuple[int, ...]
    option_values: Mapping[str, tuple[str, ...]] = {}
    other_rules: tuple[Options, ...] = ()  # options that bring other rules, see `variation`
    answers_alone = False  # whether whoever drives a game gives an answer that is the only one, without asking
    windows: tuple[str, ...] = ()  # moments at which seats are asked whether they want to step in, see `window`
    moves: int  # move ids are 0 to moves - 1
    grammar: Grammar
    rules_version: int = 1  # raised when a record that was legal may no longer be; kept with every game
    tutorial: str = "tutorial"  # from this text everything is drawn in the game that the tutorial leads through

    def __init_subclass__(cls) -> None:
        """Who tells events in another way has to say anew what is in the open."""
        super().__init_subclass__()
        if {"events", "chance_events"} & vars(cls).keys() and "in_the_open" not in vars(cls):
            cls.in_the_open = Kind.in_the_open  # type: ignore[method-assign]

    def __init__(self) -> None:
        self.package = type(self).__module__.rpartition(".")[0]
        self.folder = Path(str(sys.modules[type(self).__module__].__file__)).parent
        self.page = getattr(self, "page", self.name)
        add_texts(self.folder / "locales")

    def module(self, name: str) -> ModuleType:
        """Another file of the game's folder."""
        return importlib.import_module(f"{self.package}.{name}")

    @property
    def rulings(self) -> tuple[str, ...]:
        """The names of the game's rulings, in order, as its rulings.toml has them."""
        file = self.folder / "rulings.toml"
        if not file.exists():
            return ()
        return tuple(name for names in tomllib.loads(file.read_text("utf-8")).values() for name in names)

    @property
    def tutorial_record(self) -> str | None:
        """The record that the tutorial goes on from, where no deal has all that it shows: the game's tutorial.txt."""
        file = self.folder / "tutorial.txt"
        return file.read_text("utf-8") if file.exists() else None

    def variation(self, options: Options) -> Kind[Any]:
        """The rules that these options choose: this kind, unless an option brings others."""
        return self

    def variation_at(self, position: str) -> Kind[Any]:
        """The rules by which a position line is read."""
        return self

    def forms(self) -> list[Kind[Any]]:
        """This game, and what its options make of it."""
        return [self, *(self.variation(self.complete_options(options)) for options in self.other_rules)]

    def facts(self) -> dict[str, Any]:
        """What a screen needs to draw the game: boards, cards, as the data file has them."""
        return {}

    # Beginning

    @abstractmethod
    def deal(self, seats: int, options: Options, rng: Rng) -> list[str]:
        """Draw everything that chance decides before the game: the header lines after `seats`."""

    def with_marks(self, deal: list[str], marks: Marks) -> list[str]:
        """A deal with another table of marks than the house's, where a game has one."""
        raise AtollError(Message("game.no_marks", {"title": self.title}))

    @abstractmethod
    def first_state(self, seats: int, options: Options, deal: list[Line]) -> S:
        """The first state of a deal; RecordError where a line is wrong."""

    def tidied(self, line: str) -> str:
        """A header line as it is written, where several texts mean the same."""
        return line

    # Chance, one small draw after the other; a game may leave it at this, and is then drawn for alone

    outcomes: int = 0  # what `draws` gives are numbers below this

    def draws(self, seats: int, options: Options, state: S | None, drawn: Sequence[int]) -> list[tuple[int, int]]:
        """What can be drawn next, each with its weight, after these of the same draw; nothing where that is complete.

        Where there is no state yet it is the deal that is being drawn.
        """
        raise NotImplementedError

    def drawn_deal(self, seats: int, options: Options, drawn: Sequence[int]) -> list[str]:
        """The header lines of a deal that was drawn one by one."""
        raise NotImplementedError

    # Moves and chance in words

    @abstractmethod
    def text(self, state: S, move: int) -> str:
        """A legal move in words of the record."""

    def spelled(self, text: str) -> str:
        """A move text as it is written, where several texts mean the same."""
        return text

    def meant(self, state: S, text: str) -> int:
        """The move that a text means, legal or not; RuleError if it means none."""
        self.grammar.split(text)
        return next((move for move in state.legal() if self.text(state, move) == text), -1)

    def why(self, state: S, text: str) -> RuleError | None:
        """Why the move that a text means is not legal. This explains; it does not judge."""
        return None

    def find(self, state: S, text: str) -> int:
        """The legal move behind a text; RuleError says why there is none.

        The rules alone judge: the move is among the legal ones, and is written as that text.
        """
        move = self.meant(state, text)
        if move in state.legal() and ((said := self.text(state, move)) == text or said == self.spelled(text)):
            return move
        raise self.why(state, text) or RuleError(Message("game.not_legal", {"text": text}))

    def chance_text(self, state: S, outcome: list[int]) -> str:
        """What chance decided, in words of the record; `state` is the one before."""
        raise NotImplementedError

    def find_chance(self, state: S, text: str) -> list[int]:
        """The outcome behind a chance line; RuleError if it cannot be."""
        raise unreadable("notation.chance", word=text)

    def pending(self, state: S) -> str:
        """The word of the chance line that has to come next."""
        raise NotImplementedError

    # Questions that most can only answer in one way

    def window(self, state: S) -> str | None:
        """The window in which the seat to decide is asked; None outside. Who is asked there follows from public facts,
        whether there is more than `pass` to answer does not."""
        return None

    def forced(self, state: S) -> bool:
        """Whether the seat to decide owes something, outside of windows, that it has no choice about, as all can see:
        then it need not be asked."""
        return False

    # Seeing

    @abstractmethod
    def events(self, before: S, move: int, after: S, viewer: int) -> list[Event]:
        """What a move did, as the viewer sees it."""

    def chance_events(self, before: S, outcome: list[int], after: S, viewer: int) -> list[Event]:
        """What chance did, as the viewer sees it: a card drawn face down is seen by one seat alone."""
        return []

    def in_the_open(self, step: Step) -> bool:
        """Whether all see alike what a line did: then it is made once. A game that does not know says no."""
        return False

    def told(self, step: Step, viewer: int) -> list[Event]:
        """What a line did, as the viewer sees it."""
        before: Any = step.before
        after: Any = step.after
        if step.outcome is None:
            return self.events(before, step.move, after, viewer)
        return self.chance_events(before, step.outcome, after, viewer)

    @abstractmethod
    def view(self, state: S, viewer: int) -> dict[str, Any]:
        """All that the viewer may know of a position, as plain data."""

    def next_view(self, earlier: dict[str, Any], before: S, state: S, viewer: int) -> dict[str, Any]:
        """The view of a position, given the same viewer's of one before: parts that are as they were may be shared."""
        return self.view(state, viewer)

    def foreseen(self, state: S, move: int, viewer: int) -> Foreseen:
        """What a legal move would do, as far as the viewer can know beforehand.

        `state` is one that the viewer could believe in: a game whose moves bring hidden facts to light has to leave out
        what would be otherwise in another such state.
        """
        after: Any = state.clone()
        after.make(move)
        if after.over:
            return Foreseen([EndsGame()], lambda: self.view(state, viewer))
        return Foreseen(self.events(state, move, after, viewer), lambda: self.view(after, viewer))

    def reason(self, state: S, moves: list[int], viewer: int) -> Message:
        """Why someone might want to make these moves of a turn, in one sentence. `state` is as for `foreseen`.

        A game that has no more to say says what the move does that helps most, by the appraisal.
        """
        gains = []
        for at, move in enumerate(moves):
            before: Any = state
            state = before.clone()
            state.make(move)
            gains.append((state.appraise(before.seat) - before.appraise(before.seat), at, before, move))
        _, _, before, move = max(gains, key=lambda gain: gain[:2])
        return self.foreseen(before, move, viewer).events[0].message()

    def reveals(self, before: S, after: S) -> bool:
        """Whether a move told the player who made it more than the player knew: then it cannot be taken back."""
        return False

    def seen(self, line: str, state: S, viewer: int) -> str:
        """A line of the record, as the viewer may see it in the game's present state."""
        return line

    def restated(self, lines: list[str], state: S) -> list[str]:
        """All lines of a record, header and log, their hidden facts replaced by those of a redealt state."""
        return lines

    @abstractmethod
    def position(self, state: S, viewer: int) -> str:
        """The position in one line, as the viewer sees it."""

    def read_position(self, line: str) -> S:
        """The state behind a line that shows everything; PositionError says what is wrong with it."""
        raise PositionError(Message("position.fields", {"name": self.name, "number": 0}))

    @abstractmethod
    def draw(self, state: S, viewer: int, colour: bool = False) -> str:
        """The position drawn as text, as the viewer sees it."""

    def insight(self, state: S, viewer: int, language: str) -> dict[str, Any]:
        """What there is to see in a position for someone who looks closer: threats, shelters, what is left to do.

        `state` is one that the viewer could believe in.
        """
        return {}

    def observation(self, seats: int) -> list[Piece]:
        """What `State.observe` writes for a seat, in order. A game without it is not to be had as an environment."""
        return []

    def move_groups(self) -> list[Group]:
        """The range of move ids, in groups that belong together."""
        return [Group(0, (self.moves,), "all moves")]

    def study(self, state: S, seat: int, language: str) -> str:
        """What a student would look at in a seat's position: what its pieces or cards are worth, and why."""
        return ""

    @abstractmethod
    def result(self, state: S) -> Message:
        """How the game ended."""

    def notes(self) -> Notes:
        """An empty sheet for someone who watches a game, to count over many what only this game has."""
        return Notes()

    # What follows from it

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

    def texts(self, state: S, moves: Iterable[int]) -> list[str]:
        """Legal moves of one turn, made one after the other from a position, in words of the record."""
        at: Any = state.clone()
        said = []
        for move in moves:
            said.append(self.text(at, move))
            at.apply(move)
        return said

    def own_options(self) -> dict[str, tuple[str, ...]]:
        """The options with which these rules are played, the usual values first."""
        chosen = ({}, *self.other_rules)
        usual = next(full for full in map(self.complete_options, chosen) if self.variation(full) is self)
        return {
            name: tuple(value for value in values if self.variation({**usual, name: value}) is self)
            for name, values in self.option_values.items()
        }

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
