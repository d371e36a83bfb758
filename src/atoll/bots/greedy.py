"""A bot that looks one move ahead and takes what its appraisal likes best."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from atoll.bots.bot import Bot
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import State

MOST_OWED: Final = 4  # moves that one move can owe


def completed(state: State, move: i64, seat: i64, owed: i64) -> State:
    """The position after a move and the best moves that it owes."""
    after = state.clone()
    after.do(move)
    if owed == 0 or after.seat != seat or after.settled():
        return after
    moves = Legal()
    after.candidates(moves)
    best = after
    most: i64 = 0
    for at in range(moves.total()):
        further = completed(after, moves.at(at), seat, owed - 1)
        worth = further.appraise(seat)
        if at == 0 or worth > most:
            best, most = further, worth
    return best


class Greedy(Bot):
    """Improves its position while it can, then ends its turn in the way that gives most. Ties are broken by chance."""

    def choose(self, state: State, rng: Rng) -> int:
        seat = state.seat
        now = state.appraise(seat)
        owing = not state.settled()
        moves = Legal()
        state.candidates(moves)
        best: i64 = -1
        most: i64 = 0
        ties: i64 = 0
        best_is_last = True
        for at in range(moves.total()):
            move = moves.at(at)
            after = completed(state, move, seat, MOST_OWED)
            worth = after.appraise(seat)
            last = after.turn != state.turn and not owing
            if not last and not owing and worth <= now:
                continue
            if best < 0 or (best_is_last and not last) or (last == best_is_last and worth > most):
                best, most, ties, best_is_last = move, worth, 1, last
            elif last == best_is_last and worth == most:
                ties += 1
                if rng.below(ties) == 0:
                    best = move
        return best if best >= 0 else moves.sample(rng)
