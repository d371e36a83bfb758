"""What was counted in some games, all in whole numbers: parts add up to the same whole, in whatever order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.kind import Step
from atoll.core.messages import Message
from atoll.core.notes import Notes

_NUMBERS = ("turns", "decisions", "best", "margins")


@dataclass
class Counts:
    """`wins` and what is chosen have by seats how often they were first: alone, beside one other, beside two."""

    seats: int
    games: int = 0
    wins: list[list[int]] = field(default_factory=list)  # by seat
    scores: list[int] = field(default_factory=list)  # by seat, those of all games together
    ends: Counter[str] = field(default_factory=Counter)  # by the key of the message that says how
    turns: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    best: Counter[int] = field(default_factory=Counter)  # the winner's score
    margins: Counter[int] = field(default_factory=Counter)  # between the winner's and the next
    choices: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # topic, what: how often, then as `wins`
    measures: dict[str, dict[str, Counter[int]]] = field(default_factory=dict)  # topic, of what

    def __post_init__(self) -> None:
        self.wins = self.wins or [[0] * self.seats for _ in range(self.seats)]
        self.scores = self.scores or [0] * self.seats

    def add(self, other: Counts) -> None:
        """Take in other games with as many seats."""
        self.games += other.games
        for seat in range(self.seats):
            self.scores[seat] += other.scores[seat]
            for sharing, number in enumerate(other.wins[seat]):
                self.wins[seat][sharing] += number
        self.ends.update(other.ends)
        for name in _NUMBERS:
            getattr(self, name).update(getattr(other, name))
        for topic, chosen in other.choices.items():
            for what, numbers in chosen.items():
                own = self._chosen(topic, what)
                for at, number in enumerate(numbers):
                    own[at] += number
        for topic, measured in other.measures.items():
            for what, sizes in measured.items():
                self._measured(topic, what).update(sizes)

    def _chosen(self, topic: str, what: str) -> list[int]:
        return self.choices.setdefault(topic, {}).setdefault(what, [0] * (self.seats + 1))

    def _measured(self, topic: str, what: str) -> Counter[int]:
        return self.measures.setdefault(topic, {}).setdefault(what, Counter())

    def take(self, game: Game, ended: str, turns: int, decisions: int, notes: Notes) -> None:
        """One more game, as far as it came."""
        scores, winners = game.state.scores(), game.state.winners()
        sharing = len(winners)
        best = max(scores[seat] for seat in winners)
        others = [score for seat, score in enumerate(scores) if seat not in winners]
        self.games += 1
        for seat, score in enumerate(scores):
            self.scores[seat] += score
            self.wins[seat][sharing - 1] += seat in winners
        self.ends[ended] += 1
        self.turns[turns] += 1
        self.decisions[decisions] += 1
        self.best[best] += 1
        self.margins[best - max(others) if sharing == 1 and others else 0] += 1
        for topic, what, seat in notes.choices:
            chosen = self._chosen(topic, what)
            chosen[0] += 1
            chosen[sharing] += seat in winners
        for topic, what, number in notes.measures:
            self._measured(topic, what)[number] += 1

    def plain(self) -> dict[str, Any]:
        """As plain data, in an order that depends on nothing but the numbers."""
        return {
            "games": self.games,
            "wins": self.wins,
            "scores": self.scores,
            "ends": dict(sorted(self.ends.items())),
            **{name: _sizes(getattr(self, name)) for name in _NUMBERS},
            "choices": {topic: dict(sorted(chosen.items())) for topic, chosen in sorted(self.choices.items())},
            "measures": {
                topic: {what: _sizes(sizes) for what, sizes in sorted(measured.items())}
                for topic, measured in sorted(self.measures.items())
            },
        }

    @classmethod
    def read(cls, seats: int, plain: Mapping[str, Any]) -> Counts:
        """What `plain` wrote."""
        measures = plain["measures"].items()
        counts = cls(
            seats,
            plain["games"],
            [list(numbers) for numbers in plain["wins"]],
            list(plain["scores"]),
            Counter(plain["ends"]),
            choices={t: {what: list(row) for what, row in chosen.items()} for t, chosen in plain["choices"].items()},
            measures={t: {what: _counter(sizes) for what, sizes in measured.items()} for t, measured in measures},
        )
        for name in _NUMBERS:
            setattr(counts, name, _counter(plain[name]))
        return counts


def _sizes(counter: Counter[int]) -> dict[str, int]:
    return {str(size): counter[size] for size in sorted(counter)}


def _counter(sizes: Mapping[str, int]) -> Counter[int]:
    return Counter({int(size): number for size, number in sizes.items()})


class Watch:
    """Watches one game: its length, and what the game itself finds worth noting."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.notes = game.kind.notes()
        self.turns = 0
        self.decisions = 0
        self._mover = -1

    def see(self, step: Step) -> None:
        """A move was made. A turn begins when another player moves than before; who only answers has none."""
        before = step.before
        self.decisions += 1
        if before.seat == before.mover and before.mover != self._mover and not self.notes.preparing(before):
            self._mover = int(before.mover)
            self.turns += 1
        self.notes.see(step)

    def close(self, counts: Counts, ended: str | None = None) -> None:
        """The game is over, or was broken off."""
        state: Any = self.game.state
        self.notes.close(state)
        counts.take(self.game, ended or self.game.kind.result(state).key, self.turns, self.decisions, self.notes)


def of_record(game: Game) -> Counts:
    """What there is to count in one finished game; AtollError if it is not over."""
    if not game.over:
        raise AtollError(Message("study.running"))
    counts = Counts(game.seats)
    watch = Watch(game)
    for step in decided(game):
        watch.see(step)
    watch.close(counts)
    return counts


def decided(game: Game) -> Iterator[Step]:
    """The moves of a record, without what chance decided."""
    return (step for step in game.replay() if step.outcome is None)
