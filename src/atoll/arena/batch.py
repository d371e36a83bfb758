"""Many games that go on side by side, stepped in one call: the compiled part of the environments."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from librt.strings import read_i64_le
from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.bots.bot import Bot
from atoll.core.bits import filled
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.sheet import Marks, Sheet, blank
from atoll.core.state import CHANCE, NOBODY, State

Deal = Callable[[int], tuple[State, Rng]]


def rewards(state: State) -> list[float]:
    """What a finished game brings each seat: 1 for the only winner, 0 for all who share, -1 among them for the others.

    It is the share of the win, moved and stretched so that the seats together have 0 and a winner has 1.
    """
    seats = state.seats
    out = [-1.0 / float(seats - 1)] * seats
    winners = state.winners()
    for seat in winners:
        out[seat] = (float(seats) / len(winners) - 1.0) / float(seats - 1)
    return out


@final
class Slot:
    """One of the games, and what was last written about it."""

    def __init__(self, state: State, rng: Rng, sheet: Sheet, marks: Marks, last: Sheet) -> None:
        self.state = state
        self.rng = rng
        self.legal = Legal()
        self.sheet = sheet
        self.marks = marks
        self.last = last
        self.decisions: i64 = 0
        self.learner: i64 = -1  # the seat that is asked where bots have the others; -1 where all are asked
        self.ahead: list[list[int]] = []  # by seat: the plan of a bot
        self.planned: list[int] = []  # by seat: the turn that it is for


@final
class Batch:
    """Games in slots. The vectors are filled in place, row by row, and never replaced."""

    def __init__(
        self,
        slots: i64,
        seats: i64,
        moves: i64,
        size: i64,
        limit: i64,
        deal: Deal,
        bots: list[Bot],
        free: i64,
        lasting: bool,
    ) -> None:
        self.seats = seats
        self.moves = moves
        self.limit = limit  # of decisions in a game; 0 for none
        self.deal = deal
        self.bots = bots  # what sits in the other seats, clockwise from the learner's; none where all are asked
        self.free = free  # the seat that bots leave free in every game; -1: it goes round
        self.lasting = lasting  # a finished game stays, until all are dealt anew
        self.observation = blank(slots * size)
        self.final = blank(slots * size)  # what a finished game looked like
        self.mask = blank(slots * moves)
        self.seat = filled(slots, 0)
        self.learner = filled(slots, -1)  # the seat that bots leave free
        self.reward = _zeros(slots * seats)
        self.finished = blank(slots)
        self.truncated = blank(slots)
        self.length = filled(slots, 0)  # decisions of a finished game
        self.game = filled(slots, 0)  # which game a slot plays
        self.action = filled(slots, 0)  # of `sample`
        self.games: i64 = 0
        self.slots: list[Slot] = []
        for at in range(slots):
            state, rng = deal(at)
            sheet = Sheet(self.observation, at * size)
            marks = Marks(self.mask, at * moves)
            self.slots.append(Slot(state, rng, sheet, marks, Sheet(self.final, at * size)))
            self.game[at] = at
        self.games = slots
        for at in range(slots):
            self._begin(at)

    def restart(self) -> None:
        """Deal all games anew, from the first on."""
        for at in range(len(self.slots)):
            self.games = at
            self._deal(at)
            for seat in range(self.seats):
                self.reward[at * self.seats + seat] = 0.0
            self.finished[at] = 0
            self.truncated[at] = 0
        self.games = len(self.slots)

    def illegal(self, actions: bytes) -> i64:
        """The first slot whose action is not legal there; -1 if all are."""
        for at in range(len(self.slots)):
            if not self.slots[at].legal.holds(read_i64_le(actions, at * 8)):
                return at
        return -1

    def step(self, actions: bytes) -> None:
        """Make a legal move in each game, let chance and the bots go on, and write down what there is to decide."""
        for at in range(len(self.slots)):
            slot = self.slots[at]
            if self.finished[at]:
                for seat in range(self.seats):
                    self.reward[at * self.seats + seat] = 0.0
                self.finished[at] = 0
                self.truncated[at] = 0
            state = slot.state
            state.do(read_i64_le(actions, at * 8))
            slot.decisions += 1
            self._go_on(slot)
            if state.seat == NOBODY or slot.decisions == self.limit:
                self._end(at, slot)
            else:
                self._write(at, slot)

    def sample(self, rng: Rng) -> None:
        """A legal action for each game, all equally likely."""
        for at in range(len(self.slots)):
            self.action[at] = self.slots[at].legal.sample(rng)

    def _deal(self, at: i64) -> None:
        slot = self.slots[at]
        self.game[at] = self.games
        slot.state, slot.rng = self.deal(self.games)
        self.games += 1
        self._begin(at)

    def _begin(self, at: i64) -> None:
        slot = self.slots[at]
        slot.decisions = 0
        if len(self.bots):
            slot.learner = self.game[at] % self.seats if self.free < 0 else self.free
            self.learner[at] = slot.learner
            slot.ahead = [[] for _ in range(self.seats)]
            slot.planned = [-1] * self.seats
        self._go_on(slot)
        if slot.state.seat == NOBODY:
            raise ValueError("the game is over before the first decision")
        self._write(at, slot)

    def _go_on(self, slot: Slot) -> None:
        """Let chance and bots decide until it is somebody's turn who is asked."""
        state = slot.state
        learner = slot.learner
        state._fresh = False
        while state.seat != NOBODY:
            if state.seat == CHANCE:
                state.roll(slot.rng)
            elif learner >= 0 and state.seat != learner:
                state.do(self._decided(slot, state))
            else:
                return
            state._fresh = False

    def _decided(self, slot: Slot, state: State) -> i64:
        """A bot's move: the next one of its plan, while that is legal and for this turn."""
        seat = state.seat
        legal = state.legal()
        if legal.total() == 1:
            return legal.at(0)
        bot = self.bots[(seat + self.seats - slot.learner) % self.seats - 1]
        if not bot.looks():
            return bot.choose(state, slot.rng)
        ahead = slot.ahead[seat]
        if slot.planned[seat] != state.turn or len(ahead) == 0 or not legal.holds(ahead[0]):
            ahead = bot.plan(state.redeal(seat, slot.rng), slot.rng)
            slot.ahead[seat] = ahead
            slot.planned[seat] = state.turn
        move: i64 = ahead.pop(0)
        if not legal.holds(move):
            raise ValueError("a bot chose a move that is not legal")
        return move

    def _write(self, at: i64, slot: Slot) -> None:
        state = slot.state
        legal = slot.legal
        legal.clear()
        state.generate(legal)
        slot.marks.write(legal)
        slot.sheet.begin()
        state.observe(state.seat, slot.sheet)
        self.seat[at] = state.seat

    def _end(self, at: i64, slot: Slot) -> None:
        """A game is over, or stopped: what it brought is written down, and another one dealt."""
        state = slot.state
        self.finished[at] = 1
        self.length[at] = slot.decisions
        viewer = slot.learner if slot.learner >= 0 else self.seat[at]  # who is asked, else who decided last
        slot.last.begin()
        state.observe(viewer, slot.last)
        if state.seat == NOBODY:
            brought = rewards(state)
            for seat in range(self.seats):
                self.reward[at * self.seats + seat] = brought[seat]
        else:
            self.truncated[at] = 1
        if not self.lasting:
            self._deal(at)


def _zeros(size: i64) -> vec[float]:
    out = vec[float](capacity=size)
    for _ in range(size):
        out = append(out, 0.0)
    return out
