"""A game and all that happened in it, as every seat and a spectator saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from msgspec.structs import asdict

from atoll.core.events import Event
from atoll.core.game import Game, read_header, reading
from atoll.core.kind import Step
from atoll.core.record import Line
from atoll.core.rng import Rng
from atoll.core.state import SPECTATOR, State
from atoll.games import kind
from atoll.server.changes import changes
from atoll.server.wire import Change, Entry, EventOut, PlanStep, Story, StoryStep, number

View = dict[str, Any]
PAGE = 60  # lines of the log that are sent at once
MOST_READY = 3 * PAGE  # lines whose sentences are kept ready


class Seen:
    """What a line did, by viewer. Most lines look alike to everybody: those are kept once."""

    __slots__ = ("_common", "_own")

    def __init__(self, common: list[Event], own: dict[int, list[Event]] | None = None) -> None:
        self._common = common
        self._own = own  # of those who saw something else

    def __getitem__(self, viewer: int) -> list[Event]:
        return self._common if self._own is None else self._own.get(viewer, self._common)


@dataclass(frozen=True)
class Prepared:
    """A step that has not been taken yet, with nothing left that could go wrong."""

    step: Step
    seen: Seen


class Chronicle:
    def __init__(self, game: Game, history: list[Seen] | None = None, forced: Set[int] = frozenset()) -> None:
        self.game = game
        self.history: list[Seen] = [] if history is None else history
        self.forced = {*forced}  # the places of lines that nobody had a choice about
        self._views: dict[int, View] = {}
        self._earlier: tuple[State, dict[int, View]] | None = None  # the position before, as it was seen
        self._insights: dict[tuple[int, str], View] = {}
        self._choices: dict[int, list[tuple[str, Event]]] = {}
        self._ready: dict[tuple[int, int, str], tuple[Sequence[str], list[EventOut]]] = {}

    @classmethod
    def opened(cls, name: str, header: Sequence[str]) -> Chronicle:
        """Before the first line; RecordError says what is wrong with the header."""
        rules = kind(name)
        rules, state = read_header(rules, [Line(at, text) for at, text in enumerate(header, 1)])
        return cls(Game(rules, state, list(header)))

    @classmethod
    def read(cls, name: str, header: Sequence[str], lines: Sequence[str]) -> Chronicle:
        """From what is kept; RecordError says which line is wrong, as counted in the whole record."""
        chronicle = cls.opened(name, header)
        chronicle.follow(lines)
        return chronicle

    @classmethod
    def reading(cls, text: str) -> Iterator[Chronicle]:
        """From a record, given out before every line that is read; RecordError says which one is wrong."""
        chronicle: Chronicle | None = None
        for game, step in reading(kind, text):
            chronicle = chronicle or cls(game)
            if step is not None:
                chronicle.history.append(chronicle.prepared(step).seen)
            yield chronicle

    @property
    def viewers(self) -> list[int]:
        return [SPECTATOR, *range(self.game.seats)]

    # Going on

    def follow(self, lines: Sequence[str]) -> None:
        """Go on by lines of a record, as far as they can be followed."""
        for at, line in enumerate(lines, len(self.game.header) + len(self.game.log) + 1):
            self.accept(self.prepared(self.game.follow(Line(at, line))))

    def prepared(self, step: Step) -> Prepared:
        """A step, and what everyone would see of it."""
        kind = self.game.kind
        common = kind.told(step, SPECTATOR)
        if kind.in_the_open(step):
            return Prepared(step, Seen(common))
        seats = ((seat, kind.told(step, seat)) for seat in range(self.game.seats))
        return Prepared(step, Seen(common, {seat: events for seat, events in seats if events != common} or None))

    def accept(self, prepared: Prepared) -> None:
        """Go on by a step."""
        if prepared.step.outcome is None and self.game.kind.forced(prepared.step.before):
            self.forced.add(len(self.history))
        self._earlier, self._views = (self.game.state, self._views), {}
        self.game.take(prepared.step)
        self.history.append(prepared.seen)
        for known in (self._insights, self._choices):
            known.clear()

    def up_to(self, lines: int) -> Chronicle:
        """The game before its last lines."""
        game = self.game.clone()
        if game.state.undoable() >= len(game.log) - lines:
            while len(game.log) > lines:
                game.undo()
        else:
            game = Chronicle.read(game.kind.name, game.header, game.log[:lines]).game
        return Chronicle(game, self.history[:lines], {place for place in self.forced if place < lines})

    def copy(self) -> Chronicle:
        """As it is now, whatever comes after."""
        return Chronicle(self.game.clone(), self.history[:], self.forced)

    # Telling

    def view(self, viewer: int) -> View:
        if viewer not in self._views:
            kind, state = self.game.kind, self.game.state
            before, known = self._earlier or (state, {})
            if viewer in known:
                self._views[viewer] = kind.next_view(known[viewer], before, state, viewer)
            else:
                self._views[viewer] = kind.view(state, viewer)
        return self._views[viewer]

    def insight(self, viewer: int, language: str) -> View:
        """What there is to see in the position for who looks closer."""
        if (viewer, language) not in self._insights:
            self._insights[viewer, language] = self.game.insight(viewer, language)
        return self._insights[viewer, language]

    def entry(self, place: int, viewer: int, language: str, names: Sequence[str]) -> Entry:
        """A line of the log, by its place from 0."""
        game = self.game
        line = game.kind.seen(game.log[place], game.state, viewer)
        word, _, said = line.partition(" ")
        return Entry(
            line=place + 1,
            seat=0 if word == "*" else int(word),
            move=said,
            events=self._told(place, viewer, language, names),
        )

    def _told(self, place: int, viewer: int, language: str, names: Sequence[str]) -> list[EventOut]:
        """What a line did, in sentences. Those of the last lines are kept ready, for whoever comes gets them."""
        seen = self.history[place]
        if place < len(self.history) - PAGE:
            return told(seen[viewer], language, names)
        key = place, SPECTATOR if seen[viewer] is seen[SPECTATOR] else viewer, language
        if key not in self._ready or self._ready[key][0] != names:
            self._ready.pop(key, None)
            if len(self._ready) >= MOST_READY:
                del self._ready[next(iter(self._ready))]
            self._ready[key] = names, told(seen[viewer], language, names)
        return self._ready[key][1]

    def entries(
        self, viewer: int, language: str, names: Sequence[str], before: int | None = None, most: int | None = None
    ) -> list[Entry]:
        """The lines of the log before a line, by its number, and of them the last ones."""
        end = len(self.game.log) if before is None else max(0, min(before - 1, len(self.game.log)))
        start = 0 if most is None else max(0, end - most)
        return [self.entry(place, viewer, language, names) for place in range(start, end)]

    def preview(self, move: str, viewer: int) -> tuple[list[Event], list[Change]]:
        """What a legal move would do, as far as a seat can know before it is made."""
        foreseen = self.game.foreseen(move, viewer)
        return foreseen.events, changes(self.view(viewer), foreseen.view)

    def explained(
        self, plan: Sequence[str], viewer: int, language: str, names: Sequence[str]
    ) -> tuple[list[PlanStep], str]:
        """A plan for the rest of a seat's turn, as far as it can know what the moves do, and the reason for it."""
        steps, reason = self.game.explained(plan, viewer)
        told_steps = [
            PlanStep(move=move, events=told(seen.events, language, names, number(viewer))) for move, seen in steps
        ]
        return told_steps, reason.text(language, names)

    def choices(self, viewer: int) -> list[tuple[str, Event]]:
        """The legal moves, and what each would do first, as far as a seat can know."""
        if viewer not in self._choices:
            game = self.game
            imagined: Any = game.imagined(viewer)
            moves = sorted((game.text(move), move) for move in game.state.legal_moves())
            self._choices[viewer] = [(text, game.kind.foreseen(imagined, at, viewer).events[0]) for text, at in moves]
        return self._choices[viewer]

    def story(self, viewer: int, language: str, names: Sequence[str]) -> Story:
        """The whole game, line by line."""
        views = (self.game.kind.view(step.state, viewer) for step in self.game.steps())
        first = before = next(views)
        steps = []
        for place, view in enumerate(views):
            entry = self.entry(place, viewer, language, names)
            steps.append(StoryStep(**asdict(entry), changes=changes(before, view)))
            before = view
        return Story(seat=number(viewer), first=first, steps=steps)

    def redealt(self, viewer: int, rng: Rng) -> Chronicle:
        """Another game that a seat could not tell from this one."""
        game = self.game.redeal(viewer, rng)
        return Chronicle.read(game.kind.name, game.header, game.log)


def told(events: Sequence[Event], language: str, names: Sequence[str], you: int = 0) -> list[EventOut]:
    """Events in sentences; what the seat of `you` (from 1) does is said to them."""
    return [
        EventOut(kind=event.kind, text=event.message().text(language, names, you), data=event.data())
        for event in events
    ]
