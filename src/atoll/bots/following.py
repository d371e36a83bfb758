"""Bots that plan whole turns, asked move by move."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from atoll.bots.bot import Bot
from atoll.core.rng import Rng
from atoll.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Following(Bot):
    """Follows its plan for the turn, and makes it anew where the position is not the expected one."""

    def __init__(self) -> None:
        # The rest of a turn that was planned, each move with the moves that have to be legal there.
        self._ahead: list[int] = []
        self._expected: list[list[int]] = []
        self._turn: i64 = -1

    def choose(self, state: State, rng: Rng) -> int:
        if len(self._ahead) == 0 or self._turn != state.turn or state.legal_moves() != self._expected[0]:
            self._ahead = self.plan(state, rng)
            self._expected = []
            self._turn = state.turn
            after = state.clone()
            for move in self._ahead:
                self._expected.append(after.legal_moves())
                after.make(move)
        self._expected.pop(0)
        return self._ahead.pop(0)
