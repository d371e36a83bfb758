"""Makes a plan short without changing what it leads to.

A bot that goes from one improvement to the next wanders: a piece is put somewhere, and then somewhere better. Nobody
would play that. What is left out or put together here is only tried, move by move, and kept where the turn ends in the
same position; so this knows no game.
"""

from __future__ import annotations

from mypy_extensions import i64

from atoll.core.legal import Legal
from atoll.core.state import State


class Way:
    """Moves of one turn from a position, the positions on the way, and the one that they lead to."""

    def __init__(self, state: State, moves: list[int]) -> None:
        self.moves = moves
        self.before: list[State] = []  # by move: the position in which it is made
        after = state.clone()
        for move in moves:
            self.before.append(after)
            after = after.clone()
            after.do(move)
        self.turn: i64 = after.turn
        self.key = after.key()
        self.sheet = Legal()

    def leads_there(self, start: State, moves: list[int]) -> bool:
        """Whether other moves, from a position of this turn, are legal one after the other and lead to the same end."""
        after = follow(start, moves, self.sheet)
        return after is not None and after.turn == self.turn and after.key() == self.key


def follow(start: State, moves: list[int], sheet: Legal) -> State | None:
    """The position after moves of one turn, None if one of them is not legal."""
    after = start.clone()
    turn = start.turn
    for move in moves:
        if after.turn != turn:
            return None
        sheet.clear()
        after.generate(sheet)
        if not sheet.holds(move):
            return None
        after.do(move)
    return after


def tidied(state: State, moves: list[int]) -> list[int]:
    """A plan without moves that change nothing, and with one move where two took a piece on its way."""
    way = Way(state, moves)
    while True:
        shorter = without_some(way)
        if len(shorter) == 0:
            shorter = with_one_for_two(way)
        if len(shorter) == 0:
            return way.moves
        way = Way(state, shorter)


def without_some(way: Way) -> list[int]:
    """A plan with the same end without one or two of its moves; an empty one if there is none."""
    moves = way.moves
    size = len(moves)
    for one in range(size):
        if size > 1 and way.leads_there(way.before[one], moves[one + 1 :]):
            return moves[:one] + moves[one + 1 :]
        after = way.before[one].clone()
        turn = after.turn
        for two in range(one + 1, size):
            if size > 2 and way.leads_there(after, moves[two + 1 :]):
                return moves[:one] + moves[one + 1 : two] + moves[two + 1 :]
            way.sheet.clear()
            after.generate(way.sheet)
            if not way.sheet.holds(moves[two]):
                break
            after.do(moves[two])
            if after.turn != turn:
                break
    return []


def with_one_for_two(way: Way) -> list[int]:
    """A plan with the same end in which one move, anywhere, stands for two that shift a piece; an empty one if there is
    none."""
    moves = way.moves
    shifting = [at for at in range(len(moves)) if way.before[at].shifts(moves[at])]
    for two in shifting:
        for one in shifting:
            if one >= two:
                break
            rest = moves[:one] + moves[one + 1 : two] + moves[two + 1 :]
            starts = prefixes(way.before[0], rest, way.sheet)
            # In the place of the second, else of the first, else wherever it can be.
            for at in [two - 1, one, *range(len(starts))]:
                if at < len(starts):
                    found = shift(way, starts[at], rest[at:])
                    if found >= 0:
                        return [*rest[:at], found, *rest[at:]]
    return []


def prefixes(start: State, moves: list[int], sheet: Legal) -> list[State]:
    """The positions before each of these moves and after the last, as far as they are legal within the turn."""
    found = [start]
    for move in moves:
        after = follow(found[-1], [move], sheet)
        if after is None or after.turn != start.turn:
            break
        found.append(after)
    return found


def shift(way: Way, start: State, rest: list[int]) -> int:
    """A move that shifts a piece so that the rest leads to the end of a plan, -1 if there is none."""
    legal = Legal()
    start.generate(legal)
    turn = start.turn
    for at in range(legal.total()):
        move = legal.at(at)
        if start.shifts(move):
            after = start.clone()
            after.do(move)
            if (len(rest) == 0 or after.turn == turn) and way.leads_there(after, rest):
                return move
    return -1
