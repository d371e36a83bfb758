"""Whether a turn solves a puzzle: it is compared with the best one, always on the same deals.

Turns that lead to the same position are one, so the order of moves does not matter. Whatever does as well as the best
turn, or better, is accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from atoll.bots.named import planner
from atoll.bots.turn import Plan, Planning, Turns
from atoll.core.rng import Rng
from atoll.core.state import State
from atoll.core.value import WHOLE
from atoll.study.puzzles import Puzzle

DEALS = 48  # on which two turns are compared
JUDGE = "orca"
TURNS = 2  # that short games go on for after the turn


@dataclass(frozen=True)
class Verdict:
    """What became of a turn, and of the best one."""

    solved: bool
    share: float
    best: float


def plan_of(state: State, moves: Sequence[int]) -> Plan:
    """Moves of a turn, and where they lead."""
    end = state.clone()
    for move in moves:
        end.do(move)
    return Plan(vec[i64](list(moves)), end)


def compared(
    state: State, plans: list[Plan], bot: Planning, seed: int, deals: int = DEALS, done: int = 0
) -> list[list[float]]:
    """What each plan promises, deal by deal, on deals that follow from the seed, without the first that are done."""
    turns = Turns(state, bot.judge(state), bot.judged)
    rng = Rng(seed)
    turns.compare([], state, done, TURNS, rng)
    found: list[list[float]] = [[] for _ in plans]
    for _ in range(deals - done):
        before = [plan.won for plan in plans]
        turns.compare(plans, state, 1, TURNS, rng)
        for plan, old, shares in zip(plans, before, found, strict=True):
            shares.append(int(plan.won - old) / int(WHOLE))
    return found


def mean(shares: Sequence[float]) -> float:
    return sum(shares) / len(shares)


def found_moves(puzzle: Puzzle, texts: Sequence[str]) -> list[int]:
    """The moves behind texts, one after the other; RuleError if one of them is not legal."""
    rules, state = puzzle.rules, puzzle.state()
    moves = []
    for text in texts:
        moves.append(rules.find(state, text))
        state.make(moves[-1])
    return moves


def judged(puzzle: Puzzle, played: Sequence[str]) -> Verdict:
    """A turn that someone played, beside the best one. The same turn is always judged alike."""
    state = puzzle.state()
    best, made = (plan_of(state, found_moves(puzzle, texts)) for texts in (puzzle.best, played))
    if best.end.key() == made.end.key():
        return Verdict(True, puzzle.share, puzzle.share)
    of_best, of_made = map(mean, compared(state, [best, made], planner(JUDGE, state), puzzle.seed))
    return Verdict(of_made >= of_best - puzzle.tolerance, of_made, of_best)
