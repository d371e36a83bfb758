"""Sees a move that wins the game for certain."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, NOBODY, State

LAST_ANSWERS: Final = 4  # that others may still give, one after the other
MOST_ANSWERS: Final = 12  # among which one of them may choose
WORLDS: Final = 24  # guesses of what is hidden, in all of which a win has to be one


def wins(state: State, seat: i64, left: i64) -> bool:
    """Whether a seat alone has won, whatever is answered in the last so many decisions."""
    if state.seat == NOBODY:
        winners = state.winners()
        return len(winners) == 1 and winners[0] == seat
    if state.seat == CHANCE or left == 0:
        return False
    legal = Legal()
    state.generate(legal)
    if legal.total() > MOST_ANSWERS:
        return False
    own = state.seat == seat
    for at in range(legal.total()):
        after = state.clone()
        after.do(legal.at(at))
        if wins(after, seat, left - 1) == own:
            return own
    return not own


def winning(state: State, rng: Rng) -> i64:
    """A move that ends the turn and wins the game, whatever is hidden and the others answer; -1 if none is seen."""
    seat = state.seat
    legal = Legal()
    state.generate(legal)
    for at in range(legal.total()):
        move = legal.at(at)
        if state.shifts(move):
            continue
        after = state.clone()
        after.do(move)
        if after.turn != state.turn and wins(after, seat, LAST_ANSWERS) and _wins_anyhow(state, move, rng):
            return move
    return -1


def _wins_anyhow(state: State, move: i64, rng: Rng) -> bool:
    for _ in range(WORLDS):
        world = state.redeal(state.seat, rng)
        world.do(move)
        if not wins(world, state.seat, LAST_ANSWERS):
            return False
    return True
