"""A game and all that happened in it, as every seat and a spectator saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from atoll.core.events import Event
from atoll.core.game import Game, read_header
from atoll.core.record import Line
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, SPECTATOR, State
from atoll.games import kind
from atoll.server.chance import draws, for_draw
from atoll.server.changes import changes
from atoll.server.wire import Change, Entry, EventOut, Story, StoryStep, number

View = dict[str, Any]
Seen = dict[int, list[Event]]  # by viewer: what a line did


@dataclass(frozen=True)
class Taken:
    """A line that was taken: the position after it, and what it did in the eyes of each seat."""

    line: str
    state: State
    seen: Seen


class Chronicle:
    def __init__(self, game: Game, history: list[Seen] | None = None) -> None:
        self.game = game
        self.history: list[Seen] = [] if history is None else history
        self._views: dict[int, View] = {}

    @classmethod
    def read(cls, name: str, header: list[str], lines: Sequence[str]) -> Chronicle:
        """From what is stored."""
        rules = kind(name)
        state = read_header(rules, [Line(number, text) for number, text in enumerate(header, 1)])
        chronicle = cls(Game(rules, state, header))
        for line in lines:
            chronicle.accept([chronicle._follow(line)])
        return chronicle

    @property
    def viewers(self) -> list[int]:
        return [SPECTATOR, *range(self.game.seats)]

    # Going on

    def prepared(self, move: str, seed: str) -> list[Taken]:
        """What a move and the draws after it would be; RuleError if it is not allowed. Nothing changes yet."""
        rules, before = self.game.kind, self.game.state
        after = before.clone()
        found = rules.find(before, move)
        line = f"{before.seat + 1} {rules.text(before, found)}"
        after.apply(found)
        seen = self._shared({v: rules.events(before, found, after, v) for v in self.viewers})
        taken = [Taken(line, after, seen)]
        return taken + list(self.drawn(after, draws(self.game.log), seed))

    def drawn(self, state: State, done: int, seed: str) -> Iterator[Taken]:
        """The draws that are owed in a position, after so many."""
        rules = self.game.kind
        while state.seat == CHANCE:
            done += 1
            before, state = state, state.clone()
            outcome = state.resolve(for_draw(seed, done))
            yield self._chance(before, outcome, state, f"* {rules.chance_text(before, outcome)}")

    def accept(self, taken: Sequence[Taken]) -> None:
        """Take lines over, once they are kept."""
        for line in taken:
            self.game.state = line.state
            self.game.log.append(line.line)
            self.history.append(line.seen)
        self._views.clear()

    def _chance(self, before: State, outcome: list[int], after: State, line: str) -> Taken:
        rules = self.game.kind
        seen = self._shared({v: rules.chance_events(before, outcome, after, v) for v in self.viewers})
        return Taken(line, after, seen)

    def _follow(self, line: str) -> Taken:
        rules, before = self.game.kind, self.game.state
        word, _, said = line.partition(" ")
        after = before.clone()
        if word == "*":
            outcome = rules.find_chance(before, said)
            after.accept(outcome)
            return self._chance(before, outcome, after, line)
        found = rules.find(before, said)
        after.apply(found)
        seen = self._shared({v: rules.events(before, found, after, v) for v in self.viewers})
        return Taken(line, after, seen)

    @staticmethod
    def _shared(seen: Seen) -> Seen:
        """Most lines look alike to everybody: keep them once."""
        common = seen[SPECTATOR]
        return {viewer: common if events == common else events for viewer, events in seen.items()}

    def without_last(self) -> Chronicle:
        """The game before its last line."""
        log = self.game.log[:-1]
        state = self.game.state.clone()
        if state.undoable():
            state.undo()
        else:
            state = Chronicle.read(self.game.kind.name, self.game.header, log).game.state
        game = Game(self.game.kind, state, self.game.header)
        game.log = log
        return Chronicle(game, self.history[:-1])

    def copy(self) -> Chronicle:
        """As it is now, whatever comes after."""
        return Chronicle(self.game.clone(), self.history[:])

    # Telling

    def view(self, viewer: int) -> View:
        if viewer not in self._views:
            self._views[viewer] = self.game.kind.view(self.game.state, viewer)
        return self._views[viewer]

    def entry(self, place: int, viewer: int, language: str, names: Sequence[str]) -> Entry:
        """A line of the log, by its place from 0."""
        game = self.game
        line = game.kind.seen(game.log[place], game.state, viewer)
        word, _, said = line.partition(" ")
        return Entry(
            line=place + 1,
            seat=0 if word == "*" else int(word),
            move=said,
            events=told(self.history[place][viewer], language, names),
        )

    def entries(self, viewer: int, language: str, names: Sequence[str]) -> list[Entry]:
        return [self.entry(place, viewer, language, names) for place in range(len(self.game.log))]

    def preview(self, move: str, viewer: int) -> tuple[list[Event], list[Change]]:
        """What a legal move would do, in the eyes of a seat, before anything is drawn."""
        rules, before = self.game.kind, self.game.state
        found = rules.find(before, move)
        after = before.clone()
        after.apply(found)
        return rules.events(before, found, after, viewer), changes(self.view(viewer), rules.view(after, viewer))

    def story(self, viewer: int, language: str, names: Sequence[str]) -> Story:
        """The whole game, line by line."""
        views = (self.game.kind.view(step.state, viewer) for step in self.game.steps())
        first = before = next(views)
        steps = []
        for place, view in enumerate(views):
            entry = self.entry(place, viewer, language, names)
            steps.append(StoryStep(**dict(entry), changes=changes(before, view)))
            before = view
        return Story(seat=number(viewer), first=first, steps=steps)

    def redealt(self, viewer: int, rng: Rng) -> Chronicle:
        """Another game that a seat could not tell from this one."""
        game = self.game.redeal(viewer, rng)
        return Chronicle.read(game.kind.name, game.header, game.log)


def told(events: Sequence[Event], language: str, names: Sequence[str]) -> list[EventOut]:
    return [
        EventOut(kind=event.kind, text=event.message().text(language, names), data=event.data()) for event in events
    ]
