"""A bot that looks one move ahead and takes what its appraisal likes best."""

from __future__ import annotations

from mypy_extensions import i64

from atoll.bots.bot import Bot
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import State


def promise(after: State, seat: i64) -> i64:
    """What a position is worth to a seat that has just moved, the best move that it owes included."""
    if after.seat != seat or after.settled():
        return after.appraise(seat)
    owed = Legal()
    after.candidates(owed)
    best: i64 = after.appraise(seat)
    for at in range(owed.total()):
        further = after.clone()
        further.do(owed.at(at))
        worth = further.appraise(seat)
        if at == 0 or worth > best:
            best = worth
    return best


class Greedy(Bot):
    """Improves its position while it can, then ends its turn in the way that gives most. Ties are broken by chance.

    A move that is owed is made at once: otherwise it could be put off for ever.
    """

    def choose(self, state: State, rng: Rng) -> int:
        seat = state.seat
        now = state.appraise(seat)
        owing = not state.settled()
        moves = Legal()
        state.candidates(moves)
        best: i64 = -1
        most: i64 = 0
        ties: i64 = 0
        last: i64 = -1
        last_most: i64 = 0
        for at in range(moves.total()):
            move = moves.at(at)
            after = state.clone()
            after.do(move)
            worth = promise(after, seat)
            if after.turn == state.turn:
                if after.settled() if owing else worth > now:
                    if best < 0 or worth > most:
                        best, most, ties = move, worth, 1
                    elif worth == most:
                        ties += 1
                        if rng.below(ties) == 0:
                            best = move
            elif last < 0 or worth > last_most:
                last, last_most = move, worth
        if best >= 0:
            return best
        return last if last >= 0 else moves.sample(rng)
