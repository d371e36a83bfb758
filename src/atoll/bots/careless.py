"""A bot that plays like the greedy one, but overlooks things."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from atoll.bots.bot import Bot
from atoll.bots.greedy import ALL, LONGEST, Paper, improve
from atoll.bots.tidying import tidied
from atoll.core.rng import Rng
from atoll.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Careless(Bot):
    """At some decisions it sees only a few of its candidates, each with a chance of `seen` in 16."""

    def __init__(self, seen: int = 2, careful: int = 6) -> None:
        self.seen: i64 = seen
        self.careful: i64 = careful  # of 16 decisions, those at which it sees everything

    def choose(self, state: State, rng: Rng) -> int:
        return self.plan(state, rng)[0]

    def plan(self, state: State, rng: Rng) -> list[int]:
        paper = Paper()
        moves: list[int] = []
        after = state.clone()
        while after.turn == state.turn and len(moves) < LONGEST:
            move = improve(after, rng, ALL if rng.below(ALL) < self.careful else self.seen, paper)
            after.do(move)
            moves.append(move)
        return tidied(state, moves)
