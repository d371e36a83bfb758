"""A finished game looked through: everybody's chances before each turn, and what each turn gave away.

A turn is compared with the best plan that the strongest bot finds for it, on the same deals, drawn from what the player
could know. The chances are those of the position as it really was. All of it follows from the record alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from atoll.arena.spread import Place
from atoll.bots.named import planner
from atoll.bots.tidying import tidied
from atoll.bots.turn import Plan, Planning, Turns
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.kind import Step
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import State
from atoll.games import read
from atoll.study.chances import chances, net_mark, one_sharpened, sharpness_for

FORM = 1  # of an analysis; raised when the same game would be judged otherwise by the same bot
SEED = 7
AGAIN = 8  # times the deals of a first comparison, on which what was played and the best plan are compared once more


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
    final: list[float] | None  # what became of it, for each seat; None if nobody knows

    def lost(self, seat: int) -> float:
        """What a player gave away in all."""
        return sum(turn.loss for turn in self.turns if turn.seat == seat)

    def losses(self, seat: int, number: int = 3) -> list[Turn]:
        """A player's largest losses, the largest first."""
        own = [turn for turn in self.turns if turn.seat == seat and turn.loss > 0]
        return sorted(own, key=lambda turn: (-turn.loss, turn.line))[:number]

    def turning_points(self, number: int = 3) -> list[Turn]:
        """The turns after which somebody's chances had changed most, in the order of the game."""
        after = [*(turn.chances for turn in self.turns[1:]), self.final or self.turns[-1].chances]
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


def looked_through(game: Game, bot: Planning, seed: int = SEED, after: int = 0) -> Iterator[Turn]:
    """The turns of a game in which there was something to decide, one after the other; not the first ones that are
    known already."""
    for line, steps in decided(game)[after:]:
        yield _looked_at(game, bot, seed, line, steps)


def looked_through_at(where: Place, text: str, bot: str, number: int) -> Iterator[Turn]:
    """The same of the game of a record, with so many turns to look at, in a place where several can be at once."""
    return where.spread(_turn, (text, bot), range(number), [bot])


def _turn(shared: tuple[str, str], number: int) -> Turn:
    game, bot, turns = _opened(*shared)
    return _looked_at(game, bot, SEED, *turns[number])


@lru_cache(1)
def _opened(text: str, name: str) -> tuple[Game, Planning, list[tuple[int, list[Step]]]]:
    game = read(text)
    return game, planner(name, game.state), decided(game)


def _looked_at(game: Game, bot: Planning, seed: int, line: int, steps: list[Step]) -> Turn:
    """A turn; what is found depends on no other."""
    before = steps[0].before
    rng = Rng(seed * 1_000_003 + line)
    sharpness = sharpness_for(before, bot.net)
    odds = chances(before, bot.judge(before), rng, sharpness)
    seat = int(before.seat)
    seen = before.redeal(seat, rng)
    plans = bot.considered(seen, rng, [step.move for step in steps])
    best = plans[0]
    made = next(plan for plan in plans if plan.played)
    played = [step.line.partition(" ")[2] for step in steps]
    if made is not best:
        compare_again(best, made, seen, bot, rng)
    share, best_share = (one_sharpened(plan.share(), before.seats, sharpness) for plan in (made, best))
    if made is best or best_share <= share:
        return Turn(line, seat, played, odds, played, share, share)
    wanted = tidied(seen, best.texts())
    reason = game.kind.reason(seen, wanted, seat)
    texts = game.kind.texts(seen, wanted)
    return Turn(line, seat, played, odds, texts, share, best_share, reason)


def compare_again(best: Plan, made: Plan, seen: State, bot: Planning, rng: Rng) -> None:
    """Compare two plans on new deals alone. The best of many on some deals was lucky with them, too; that luck must
    not be counted as somebody's loss."""
    for plan in (best, made):
        plan.won = plan.deals = 0
    Turns(seen, bot.judge(seen), bot.judged).compare([best, made], seen, AGAIN * bot.deals, bot.turns, rng)


def decided(game: Game) -> list[tuple[int, list[Step]]]:
    """The turns in which there was something to decide."""
    return [(line, steps) for line, steps in turns_of(game) if any(len(step.before.legal()) > 1 for step in steps)]


def judged_by(game: Game, bot: Planning) -> str:
    """What an analysis depends on beside the record: another one is made when this changes."""
    state = game.state
    parts = (FORM, game.kind.rules_version, net_mark(state, bot.net), sharpness_for(state, bot.net))
    return "-".join(map(str, (*parts, bot.plans, bot.beam, bot.deals, bot.turns, bot.judged)))


def number_of_turns(game: Game) -> int:
    return len(decided(game))


def analysed(game: Game, turns: list[Turn]) -> Analysis:
    """The whole of it; only a game that is over is looked through."""
    if not game.over:
        raise AtollError(Message("study.running"))
    winners = game.state.winners()
    return Analysis(turns, [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)])


__all__ = [
    "Analysis",
    "Turn",
    "analysed",
    "chances",
    "judged_by",
    "looked_through",
    "looked_through_at",
    "number_of_turns",
    "turns_of",
]
