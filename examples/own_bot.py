"""A bot of one's own: a class with one method. This one plays every game of the house.

atoll selfplay --players examples/own_bot.py:Mine,random --games 20
atoll selfplay --players examples/own_bot.py:Mine:depth=3,careless --game reef
atoll play --bots examples/own_bot.py:Mine
"""

from atoll import Bot, Rng, State

TRIES = 4  # moves looked at where one is owed


class Mine(Bot):
    """Makes the move that promises most, and ends its turn when no move promises more than it has."""

    def __init__(self, depth: int = 3) -> None:
        self.depth = depth

    def choose(self, state: State, rng: Rng) -> int:
        seat, turn = state.seat, state.turn
        now = state.appraise(seat)

        def promise(after: State, depth: int) -> int:
            """What a position is worth; while moves are owed, the best that a few of them lead to."""
            if depth == 0 or after.turn != turn or after.settled():
                return after.appraise(seat)
            return max(promise(played(after, after.legal().sample(rng)), depth - 1) for _ in range(TRIES))

        def merit(move: int) -> tuple[bool, bool, int]:
            after = played(state, move)
            worth, ends = promise(after, self.depth - 1), after.turn != turn
            return worth > now and not ends, ends, worth

        return max(state.legal_moves(), key=merit)


def played(state: State, move: int) -> State:
    """The position after a move."""
    after = state.clone()
    after.apply(move)
    return after
