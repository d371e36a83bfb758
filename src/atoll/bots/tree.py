"""Tree searches as they are usual elsewhere, to measure the bots of the house against.

Both do what OpenSpiel's bots of these names do: a simulation goes down the tree by UCT, where moves that were never
tried come first, adds a position, plays a game from there, and tells every position on its way what came of it. What
is played is the move tried most often. Each seat wishes for its own share of the win (max^n), and chance is drawn.

They also get what makes them stronger here: what was found out is kept from one move of a turn to the next, positions
that are met in several ways are one, games may be cut short and appraised or played in the greedy way, and a certain
win is seen.
"""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from atoll.bots.following import Following
from atoll.bots.greedy import ALL, LONGEST, Paper, improve
from atoll.bots.judging import Judge, net_for
from atoll.bots.turn import play_on
from atoll.bots.winning import winning
from atoll.core.bits import filled
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, NOBODY, State, playout
from atoll.core.value import WHOLE

DEEPEST: Final = 100  # decisions in the tree
MOST_DECISIONS: Final = 200_000  # of a random game to the end, which ends long before
MOST_SHORT: Final = 400  # of one that is cut short
WANDERS: Final = 24  # moves of a turn after which it is brought to its end in the greedy way
SAME: Final = 7  # any seed: whoever knows the same sees the same deal by it


class Rules:
    """How a tree is searched."""

    def __init__(self) -> None:
        self.simulations: i64 = 0
        self.seconds = 0.0
        self.uct_c = 0.0
        self.puct = False
        self.rollout: i64 = 0
        self.greedy = False
        self.pruned = False
        self.hidden = False


class Node:
    """What a seat to decide knows: by move, how often it was tried and what came of it for that seat."""

    def __init__(self, seat: i64, moves: vec[i64], mark: i64) -> None:
        self.seat = seat
        self.moves = moves
        self.tries = filled(len(moves), 0)
        self.won = filled(len(moves), 0)  # the sum of shares of the win
        self.total: i64 = 0
        self.mark = mark  # of the moves
        self.met: i64 = -1  # the last simulation that came here

    def admit(self, legal: Legal) -> None:
        """Add what is legal here on another deal."""
        for at in range(legal.total()):
            move = legal.at(at)
            known = False
            for other in self.moves:
                if other == move:
                    known = True
            if not known:
                self.moves = append(self.moves, move)
                self.tries = append(self.tries, 0)
                self.won = append(self.won, 0)

    def pick(self, legal: Legal, rules: Rules) -> i64:
        """The place of the legal move to try next: by UCT, or by PUCT with equal priors."""
        moves = self.moves
        tries = self.tries
        won = self.won
        total = self.total
        size = len(moves)
        some = marked(legal) != self.mark
        if some:
            self.admit(legal)
            moves, tries, won = self.moves, self.tries, self.won
            total, size = 0, 0
            for at in range(len(moves)):
                if legal.holds(moves[at]):
                    total += tries[at]
                    size += 1
        best: i64 = -1
        most = 0.0
        wide = math.log(float(total)) if total > 0 else 0.0
        prior = rules.uct_c * math.sqrt(float(total)) / float(size)
        for at in range(len(moves)):
            if some and not legal.holds(moves[at]):
                continue
            tried = tries[at]
            if tried == 0 and not rules.puct:
                return at
            worth = float(won[at]) / float(tried * WHOLE) if tried else 0.0
            if rules.puct:
                worth += prior / float(tried + 1)
            else:
                worth += rules.uct_c * math.sqrt(wide / float(tried))
            if best < 0 or worth > most:
                best, most = at, worth
        return best

    def favourite(self, legal: Legal) -> i64:
        """The legal move that was tried most often, of several the one that did best."""
        best: i64 = -1
        for at in range(len(self.moves)):
            if legal.holds(self.moves[at]) and (
                best < 0
                or self.tries[at] > self.tries[best]
                or (self.tries[at] == self.tries[best] and self.won[at] > self.won[best])
            ):
                best = at
        return self.moves[best]


def marked(legal: Legal) -> i64:
    """A number that sets of moves hardly share."""
    mark: i64 = legal.total()
    for group in range(legal.groups()):
        mask = legal.mask(group)
        mark = (mark * 31 + legal.base(group) * 1009 + (mask >> 31) * 7 + (mask & 0x7FFFFFFF)) & 0xFFFFFFFFFF
    return mark


def play_randomly(state: State, turns: i64, rng: Rng, legal: Legal) -> None:
    """Everybody plays any move: the turn comes to its end, and so many turns follow."""
    mover = state.mover
    for _ in range(MOST_SHORT):
        while state.seat == CHANCE:
            state.roll(rng)
        if state.seat == NOBODY:
            return
        if state.mover != mover:
            mover = state.mover
            turns -= 1
        if turns < 0:
            return
        legal.clear()
        state.generate(legal)
        state.do(legal.sample(rng))


class Search:
    """Works on the rest of one turn."""

    def __init__(self, state: State, rules: Rules, judge: Judge, rng: Rng) -> None:
        self.rules = rules
        self.judge = judge
        self.rng = rng
        self.seat: i64 = state.seat
        self.turn: i64 = state.turn
        self.nodes: dict[bytes, Node] = {}
        self.paper = Paper()
        self.sheet = Legal()
        self.free = Legal()  # what may be played at the root
        self.simulation: i64 = 0

    def moves(self, state: State) -> list[int]:
        """Moves for the rest of the turn, as far as no chance and no other seat comes in between."""
        left = self.rules.seconds
        at = state.clone()
        passed: set[bytes] = set()
        made: list[int] = []
        while at.turn == self.turn and at.seat == self.seat and len(made) < WANDERS + LONGEST:
            passed.add(self.key(at))
            begun = time.process_time() if left > 0.0 else 0.0
            move = self.decision(at, passed, left / 2.0, len(made) >= WANDERS)
            if left > 0.0:
                left = max(left - (time.process_time() - begun), left / 1000.0)
            at.do(move)
            made.append(int(move))
        return made

    def decision(self, state: State, passed: set[bytes], seconds: float, enough: bool) -> i64:
        """The next move. A turn never comes back to a position that it has passed, while there is another way."""
        self.listed(state, self.sheet)
        if self.sheet.total() == 1:
            return self.sheet.at(0)
        if enough:
            return improve(state, self.rng, ALL, self.paper)
        self.free = Legal()
        for at in range(self.sheet.total()):
            move = self.sheet.at(at)
            after = state.clone()
            after.do(move)
            if after.turn != self.turn or after.seat != self.seat or self.key(after) not in passed:
                self.free.add(move, 1)
        if self.free.total() == 0:
            return self.sheet.sample(self.rng)
        if self.free.total() == 1:
            return self.free.at(0)
        if seconds > 0.0:
            end = time.process_time() + seconds
            self.simulate(state)
            while time.process_time() < end:
                self.simulate(state)
        else:
            for _ in range(self.rules.simulations):
                self.simulate(state)
        return self.nodes[self.key(state)].favourite(self.free)

    def key(self, state: State) -> bytes:
        """Equal for positions that the seat to decide cannot tell apart; for a search of one deal, for equal ones."""
        if self.rules.hidden and state.seat >= 0:
            return state.redeal(state.seat, Rng(SAME)).key()
        return state.key()

    def listed(self, state: State, out: Legal) -> None:
        """The moves that are looked at."""
        out.clear()
        if self.rules.pruned:
            state.candidates(out)
        if out.total() == 0:
            out.clear()
            state.generate(out)

    def node(self, state: State) -> Node:
        """What is known of a position that is met for the first time: its moves, in any order."""
        legal = self.sheet
        self.listed(state, legal)
        moves = filled(legal.total(), 0)
        for at in range(legal.total()):
            other = self.rng.below(at + 1)
            moves[at] = moves[other]
            moves[other] = legal.at(at)
        return Node(state.seat, moves, marked(legal))

    def simulate(self, root: State) -> None:
        """Go down the tree once and play from its edge; the first time, only the root is added."""
        self.simulation += 1
        state = root.redeal(self.seat, self.rng) if self.rules.hidden else root.clone()
        way: list[Node] = []
        places = vec[i64]()
        mover = state.mover
        turns = self.rules.rollout - 1  # that follow until the game is cut short
        while True:
            while state.seat == CHANCE:
                state.roll(self.rng)
            if state.seat == NOBODY:
                break
            begins = state.mover != mover
            if begins:
                mover = state.mover
                turns -= 1
            key = self.key(state)
            node = self.nodes.get(key)
            if node is None:
                self.nodes[key] = self.node(state)
                self.roll_out(state, turns, begins)
                break
            if node.met == self.simulation or len(way) == DEEPEST:
                self.roll_out(state, turns, False)
                break
            node.met = self.simulation
            if len(way) == 0:
                place = node.pick(self.free, self.rules)
            else:
                self.listed(state, self.sheet)
                place = node.pick(self.sheet, self.rules)
            way.append(node)
            places = append(places, place)
            state.do(node.moves[place])
        shares = vec[i64](self.judge.all(state))
        for at in range(len(way)):
            node = way[at]
            place = places[at]
            node.total += 1
            node.tries[place] += 1
            node.won[place] += shares[node.seat]

    def roll_out(self, state: State, turns: i64, begins: bool) -> None:
        """Play from a position, to the end of the game or until so many turns have followed, if at all.

        Games are cut short where a turn of one and the same seat begins, however far down the tree they are played
        from: whoever has had one turn more looks better.
        """
        rules = self.rules
        if rules.rollout == 0:
            if rules.greedy:
                play_on(state, MOST_SHORT, self.rng, self.paper)
            else:
                playout(state, self.rng, MOST_DECISIONS)
        elif rules.rollout > 0 and (turns != -1 or not begins):
            while turns < 0:
                turns += state.seats
            if rules.greedy:
                play_on(state, turns, self.rng, self.paper)
            else:
                play_randomly(state, turns, self.rng, self.sheet)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mcts(Following):
    """Searches one deal of what is hidden, with so many simulations for each move of a turn.

    `rollout` is the number of turns that are played before a game is cut short and appraised, with the one at hand (0:
    it is played to its end, -1: it is not played at all), and `greedy` is how. `pruned` leaves out moves that the game
    does not think worth a look, `puct` is the other way of choosing that OpenSpiel knows, `net` a file of weights that
    judges games cut short (empty: that of the house; -: the appraisal does).

    With `seconds` of processor time a turn instead of simulations, what is played depends on a clock: for matches at
    equal time, and nothing else.
    """

    def __init__(
        self,
        simulations: int = 200,
        uct_c: float = 0.3,
        rollout: int = 0,
        greedy: bool = False,
        pruned: bool = False,
        puct: bool = False,
        seconds: float = 0.0,
        net: str = "-",
    ) -> None:
        if simulations < 1 or rollout < -1 or uct_c < 0.0 or seconds < 0.0:
            raise ValueError("simulations is at least 1, rollout at least -1, uct_c and seconds are at least 0")
        super().__init__()
        self.rules = Rules()
        self.rules.simulations = simulations
        self.rules.seconds = seconds
        self.rules.uct_c = uct_c
        self.rules.rollout = rollout
        self.rules.greedy = greedy
        self.rules.pruned = pruned
        self.rules.puct = puct
        self.net = net
        self.rules.hidden = self.hidden()

    def hidden(self) -> bool:
        """Whether what is hidden is dealt anew for every simulation."""
        return False

    def plan(self, state: State, rng: Rng) -> list[int]:
        move = winning(state, rng)
        if move >= 0:
            return [int(move)]
        return Search(state, self.rules, Judge(state, net_for(state, self.net)), rng).moves(state)


@mypyc_attr(allow_interpreted_subclasses=True)
class Ismcts(Mcts):
    """Searches one tree of what seats know, with another deal of what is hidden for every simulation."""

    def hidden(self) -> bool:
        return True
