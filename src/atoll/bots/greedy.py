"""A bot that looks one move ahead and takes what its appraisal likes best."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from atoll.bots.bot import Bot
from atoll.bots.tidying import tidied
from atoll.bots.winning import winning
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import NOBODY, State

MOST_OWED: Final = 4  # moves that one move can owe
ALL: Final = 16  # of 16 candidates
LONGEST: Final = 40  # moves of a plan


class Paper:
    """What a bot works on while it makes one decision: for each move that it looks ahead, a sheet to list moves on, and
    a board to try them on."""

    def __init__(self) -> None:
        self.sheets = [Legal() for _ in range(MOST_OWED + 1)]
        self._boards: list[State | None] = [None] * (MOST_OWED + 1)
        # Where the move led that was tried last, with what it owed.
        self.turn: i64 = 0
        self.seat: i64 = 0

    def candidates(self, state: State, owed: i64) -> Legal:
        """The moves of a state that are worth a look, on the sheet for a move that may owe so many more."""
        sheet = self.sheets[owed]
        sheet.clear()
        state.candidates(sheet)
        return sheet

    def tried(self, state: State, move: i64, owed: i64) -> State:
        """The position after a move, on the board for one that may owe so many more: it holds until the next such."""
        board = self._boards[owed]
        if board is None or board.seats != state.seats:
            board = state.clone()
            self._boards[owed] = board
        else:
            board.become(state)
        board.do(move)
        return board


def completed(state: State, move: i64, seat: i64, owed: i64, paper: Paper) -> i64:
    """What a seat has after a move and the best moves that it owes; where these lead, the paper says."""
    after = paper.tried(state, move, owed)
    if owed == 0 or after.seat != seat or after.settled():
        paper.turn = after.turn
        paper.seat = after.seat
        return after.appraise(seat)
    moves = paper.candidates(after, owed - 1)
    if moves.total() == 0:
        paper.turn = after.turn
        paper.seat = after.seat
        return after.appraise(seat)
    most: i64 = 0
    turn: i64 = 0
    who: i64 = 0
    for at in range(moves.total()):
        worth = completed(after, moves.at(at), seat, owed - 1, paper)
        if at == 0 or worth > most:
            most = worth
            turn = paper.turn
            who = paper.seat
    paper.turn = turn
    paper.seat = who
    return most


def look(state: State, moves: Legal, rng: Rng, seen: i64, paper: Paper) -> i64:
    """The best of these moves, of which each is seen with a chance of `seen` in 16; -1 if nothing seen will do.

    A move that does not end the turn has to improve the position, so that no turn goes on for ever. Such moves come
    first, with those that end the game well.
    """
    seat = state.seat
    now = state.appraise(seat)
    owing = not state.settled()
    best: i64 = -1
    most: i64 = 0
    ties: i64 = 0
    best_is_last = True
    for at in range(moves.total()):
        if seen < ALL and rng.below(ALL) >= seen:
            continue
        move = moves.at(at)
        worth = completed(state, move, seat, MOST_OWED, paper)
        last = paper.turn != state.turn and not owing and not (paper.seat == NOBODY and worth > now)
        if not last and not owing and worth <= now:
            continue
        if best < 0 or (best_is_last and not last) or (last == best_is_last and worth > most):
            best, most, ties, best_is_last = move, worth, 1, last
        elif last == best_is_last and worth == most:
            ties += 1
            if rng.below(ties) == 0:
                best = move
    return best


def improve(state: State, rng: Rng, seen: i64, paper: Paper) -> i64:
    """What a player does who sees so many of 16 candidates, and looks at all of them where that shows nothing good."""
    moves = paper.candidates(state, MOST_OWED)
    best = look(state, moves, rng, seen, paper)
    if best < 0 and seen < ALL:
        best = look(state, moves, rng, ALL, paper)
    return best if best >= 0 else moves.sample(rng)


@mypyc_attr(allow_interpreted_subclasses=True)
class Greedy(Bot):
    """Improves its position while it can, then ends its turn in the way that gives most. Ties are broken by chance."""

    def choose(self, state: State, rng: Rng) -> int:
        return self.plan(state, rng)[0]

    def plan(self, state: State, rng: Rng) -> list[int]:
        paper = Paper()
        moves: list[int] = []
        after = state.clone()
        while after.turn == state.turn and len(moves) < LONGEST:
            move = winning(after, rng)
            if move < 0:
                move = improve(after, rng, ALL, paper)
            after.do(move)
            moves.append(move)
        return tidied(state, moves)
