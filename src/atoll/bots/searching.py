"""A bot that tries plans for the rest of its turn on many guesses of what is hidden, and follows the best.

A plan is judged by short games: what is hidden is dealt anew, the plan is carried out, everybody plays on in the greedy
way for some turns, and the end is appraised. All plans meet the same deals. The worse half of them is dropped again and
again, so that the best are compared on the most deals. Nothing depends on a clock.

Asked move by move, the bot must not shift pieces about for ever. So each move of a plan that leaves the turn open
improves the appraisal or cannot be taken back, and neither goes on without end.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from atoll.bots.bot import Bot
from atoll.bots.greedy import ALL, LONGEST, MOST_OWED, Paper, completed, improve
from atoll.bots.tidying import tidied
from atoll.bots.winning import winning
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, NOBODY, State

CLEAR: Final = 300.0  # a lead in appraisal that wins three games of four
NOISE: Final = 60  # by which an appraisal may be off while plans are made
STOPPING: Final = 2  # of 16 moves of a plan: those that end the turn though it could be improved
DARING: Final = 2  # of 16 moves of a plan: those that need not be good by themselves
DARES: Final = 4  # moves looked at for such a one
ATTEMPTS: Final = 2  # to make a plan, for each plan wanted: many come out alike
MOST_DECISIONS: Final = 400  # of a short game


class Plan:
    """Moves for the rest of a turn, and how well they did."""

    def __init__(self, moves: vec[i64]) -> None:
        self.moves = moves
        self.won: float = 0.0


def prospect(state: State, seat: i64) -> float:
    """A seat's share of the win, from 0 to 1: known at the end, guessed from the appraisals before."""
    if state.seat == NOBODY:
        winners = state.winners()
        return 1.0 / len(winners) if seat in winners else 0.0
    best: i64 = 0
    first = True
    for other in range(state.seats):
        if other != seat:
            worth = state.appraise(other)
            if first or worth > best:
                best, first = worth, False
    lead = float(state.appraise(seat) - best)
    return 0.5 + 0.5 * lead / (abs(lead) + CLEAR)


def follow(state: State, plan: vec[i64], legal: Legal) -> None:
    """Carry a plan out, as far as it goes on this deal; its moves are looked up in `legal`."""
    turn = state.turn
    for move in plan:
        if state.turn != turn:
            return
        legal.clear()
        state.generate(legal)
        if not legal.holds(move):
            return
        state.do(move)


def play_on(state: State, seat: i64, turns: i64, rng: Rng, paper: Paper) -> None:
    """Everybody plays in the greedy way: a seat ends its turn, and so many turns follow."""
    for _ in range(MOST_DECISIONS):
        while state.seat == CHANCE:
            state.roll(rng)
        if state.seat == NOBODY:
            return
        if state.seat != seat:
            seat = state.seat
            turns -= 1
        if turns < 0:
            return
        state.do(improve(state, rng, ALL, paper))


def reversible(before: State, after: State, paper: Paper) -> bool:
    """Whether one move leads back."""
    moves = paper.candidates(after, MOST_OWED - 1)
    wanted = before.key()
    for at in range(moves.total()):
        back = after.clone()
        back.do(moves.at(at))
        if back.key() == wanted:
            return True
    return False


def dare(state: State, moves: Legal, rng: Rng, paper: Paper) -> i64:
    """A move that need not be good by itself, but ends the turn or cannot be taken back; -1 if none comes up."""
    for _ in range(DARES):
        move = moves.sample(rng)
        after = state.clone()
        after.do(move)
        if after.turn != state.turn or not reversible(state, after, paper):
            return move
    return -1


def vary(state: State, noise: i64, rng: Rng, paper: Paper) -> i64:
    """A greedy move by an appraisal that is off by less than `noise`, and now and then one that is not greedy."""
    seat = state.seat
    moves = paper.candidates(state, MOST_OWED)
    if moves.total() == 1:
        return moves.at(0)
    owing = not state.settled()
    if not owing and rng.below(ALL) < DARING:
        dared = dare(state, moves, rng, paper)
        if dared >= 0:
            return dared
    stopping = rng.below(ALL) < STOPPING
    now = state.appraise(seat)
    best: i64 = -1
    most: i64 = 0
    best_is_last = True
    for at in range(moves.total()):
        move = moves.at(at)
        worth = completed(state, move, seat, MOST_OWED, paper)
        last = paper.turn != state.turn and not owing and not (paper.seat == NOBODY and worth > now)
        if not last and not owing and (stopping or worth <= now):
            continue
        worth += rng.below(noise)
        if best < 0 or (best_is_last and not last) or (last == best_is_last and worth > most):
            best, most, best_is_last = move, worth, last
    return best if best >= 0 else improve(state, rng, ALL, paper)


@mypyc_attr(allow_interpreted_subclasses=True)
class Searching(Bot):
    """Compares so many plans, at first on so many deals, by short games of so many turns after its own."""

    def __init__(self, plans: int = 8, deals: int = 2, turns: int = 7) -> None:
        if plans < 1 or deals < 1 or turns < 0:
            raise ValueError("plans and deals are at least 1, turns at least 0")
        self.plans: i64 = plans
        self.deals: i64 = deals
        self.turns: i64 = turns

    def choose(self, state: State, rng: Rng) -> int:
        paper = Paper()
        move = self.clear(state, rng, paper)
        if move >= 0:
            return move
        return tidied(state, [int(move) for move in self.best(state, rng, paper).moves])[0]

    def plan(self, state: State, rng: Rng) -> list[int]:
        """Of the best plan the first move is settled; the others have to stand up to new plans, one after the other."""
        paper = Paper()
        moves: list[int] = []
        after = state.clone()
        while after.turn == state.turn and len(moves) < LONGEST:
            move = self.clear(after, rng, paper)
            if move < 0:
                move = self.best(after, rng, paper).moves[0]
            after.do(move)
            moves.append(move)
        return tidied(state, moves)

    def clear(self, state: State, rng: Rng, paper: Paper) -> i64:
        """A move that needs no thought: one that wins for certain, or the only one; -1 if there is none."""
        move = winning(state, rng)
        if move < 0:
            candidates = paper.candidates(state, MOST_OWED)
            if candidates.total() == 1:
                move = candidates.at(0)
        return move

    def best(self, state: State, rng: Rng, paper: Paper) -> Plan:
        """Of some plans the one that does best."""
        plans = self.propose(state, rng, paper)
        deals = self.deals
        while len(plans) > 1:
            self.compare(plans, state, deals, rng, paper)
            plans.sort(key=lambda plan: -plan.won)
            plans = plans[: (len(plans) + 1) // 2]
            deals += deals
        return plans[0]

    def propose(self, state: State, rng: Rng, paper: Paper) -> list[Plan]:
        """Plans that lead to different positions, the greedy one first."""
        plans: list[Plan] = []
        met: set[bytes] = set()
        for attempt in range(ATTEMPTS * self.plans):
            after = state.clone()
            moves = vec[i64]()
            noise = 1 + rng.below(NOISE)
            while after.turn == state.turn and len(moves) < LONGEST:
                move = vary(after, noise, rng, paper) if attempt else improve(after, rng, ALL, paper)
                after.do(move)
                moves = append(moves, move)
            key = after.key()
            if key not in met:
                met.add(key)
                plans.append(Plan(moves))
                if len(plans) == self.plans:
                    break
        return plans

    def compare(self, plans: list[Plan], state: State, deals: i64, rng: Rng, paper: Paper) -> None:
        """Play a short game after each plan, on each of so many deals."""
        seat = state.seat
        legal = Legal()
        for _ in range(deals):
            deal = state.redeal(seat, rng)
            seed = int(rng.word())
            for plan in plans:
                end = deal.clone()
                follow(end, plan.moves, legal)
                play_on(end, seat, self.turns, Rng(seed), paper)
                plan.won += prospect(end, seat)
