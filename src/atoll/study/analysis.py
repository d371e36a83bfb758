"""A finished game looked through: everybody's chances before each turn, and what each turn gave away.

A turn is compared with the best plan that the strongest bot finds for it, on the same deals, drawn from what the player
could know. The chances are those of the position as it really was. All of it follows from the record alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from atoll.bots.greedy import Paper
from atoll.bots.judging import Judge
from atoll.bots.tidying import tidied
from atoll.bots.turn import Planning, play_on
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.kind import Step
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import State

SAMPLES = 12  # short games by which a position's chances are judged
TURNS = 2  # that these go on for
SEED = 7


@dataclass(frozen=True)
class Turn:
    """What a player did between two others, and what could have been done."""

    line: int  # of the log, from 1, at which it begins
    seat: int
    played: list[str]
    chances: list[float]  # of each seat, before it
    best: list[str]  # the best plan found; what was played, if that was it
    share: float  # of the win, that what was played promised its player
    best_share: float
    reason: Message | None = None  # why someone might want to play the best plan

    @property
    def loss(self) -> float:
        return max(0.0, self.best_share - self.share)


@dataclass(frozen=True)
class Analysis:
    turns: list[Turn]
    final: list[float]  # what became of it, for each seat

    def losses(self, seat: int, number: int = 3) -> list[Turn]:
        """A player's largest losses, the largest first."""
        own = [turn for turn in self.turns if turn.seat == seat and turn.loss > 0]
        return sorted(own, key=lambda turn: (-turn.loss, turn.line))[:number]

    def turning_points(self, number: int = 3) -> list[Turn]:
        """The turns after which somebody's chances had changed most, in the order of the game."""
        after = [*(turn.chances for turn in self.turns[1:]), self.final]
        change = {
            turn.line: max(abs(new - old) for new, old in zip(later, turn.chances, strict=True))
            for turn, later in zip(self.turns, after, strict=True)
        }
        largest = sorted(self.turns, key=lambda turn: -change[turn.line])[:number]
        return sorted(largest, key=lambda turn: turn.line)


def turns_of(game: Game) -> list[tuple[int, list[Step]]]:
    """The steps of a game by turn, each with the line at which it begins; draws of chance belong to none."""
    numbered = enumerate(game.replay(), 1)
    decided = [(line, step) for line, step in numbered if step.outcome is None]
    grouped = groupby(decided, key=lambda pair: (pair[1].before.turn, pair[1].before.seat))
    found = []
    for _, pairs in grouped:
        part = list(pairs)
        found.append((part[0][0], [step for _, step in part]))
    return found


def chances(state: State, judge: Judge, rng: Rng) -> list[float]:
    """Everybody's chances in a position, by short games and the judge."""
    sums = [0] * state.seats
    paper = Paper()
    for _ in range(SAMPLES):
        end = state.clone()
        play_on(end, TURNS, rng, paper)
        for seat, share in enumerate(judge.all(end)):
            sums[seat] += share
    total = sum(sums)
    return [part / total for part in sums] if total else [1 / state.seats] * state.seats


def looked_through(game: Game, bot: Planning, seed: int = SEED) -> Iterator[Turn]:
    """The turns of a game in which there was something to decide, one after the other."""
    for line, steps in turns_of(game):
        before = steps[0].before
        if all(len(step.before.legal()) == 1 for step in steps):
            continue
        rng = Rng(seed * 1_000_003 + line)
        judge = bot.judge(before)
        odds = chances(before, judge, rng)
        seat = int(before.seat)
        seen = before.redeal(seat, rng)
        moves = [step.move for step in steps]
        plans = bot.considered(seen, rng, moves)
        best = plans[0]
        made = next(plan for plan in plans if plan.played)
        played = [step.line.partition(" ")[2] for step in steps]
        if made is best or best.share() <= made.share():
            yield Turn(line, seat, played, odds, played, made.share(), made.share())
            continue
        wanted = tidied(seen, best.texts())
        reason = game.kind.reason(seen, wanted, seat)
        texts = game.kind.texts(seen, wanted)
        yield Turn(line, seat, played, odds, texts, made.share(), best.share(), reason)


def number_of_turns(game: Game) -> int:
    return sum(any(len(step.before.legal()) > 1 for step in steps) for _, steps in turns_of(game))


def analysed(game: Game, turns: list[Turn]) -> Analysis:
    """The whole of it; only a game that is over is looked through."""
    if not game.over:
        raise AtollError(Message("study.running"))
    winners = game.state.winners()
    return Analysis(turns, [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)])


__all__ = ["Analysis", "Turn", "analysed", "chances", "looked_through", "number_of_turns", "turns_of"]
