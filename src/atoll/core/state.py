"""What every game's state can do. Rules subclass it; everything outside drives games through it alone."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.sheet import Sheet
from atoll.core.value import Lore

# Who decides where no seat does.
CHANCE: Final = -1
NOBODY: Final = -2
# Who looks, beside the seats: someone who may know what all may know, and whoever may know everything.
SPECTATOR: Final = -3
ALL_SEEING: Final = -4


def sees(viewer: i64, seat: i64) -> bool:
    """Whether what only a seat may know is open to a viewer."""
    return viewer in (seat, ALL_SEEING)


class IllegalMove(ValueError):
    """A move id that is not legal here. `Game` turns it into an explanation."""


class NothingToUndo(ValueError):
    """The turn has no move to take back."""


@mypyc_attr(allow_interpreted_subclasses=True)  # a game from outside is plain Python
class State:
    """A position, with nothing of the future in it.

    Seats count from 0. `seat` is the one to decide, CHANCE while something must be drawn, NOBODY when it is over.
    `mover` is the seat whose turn it is, also while chance or another seat decides; -1 where it is nobody's.
    `turn` counts the turns begun, so that equal numbers mean: same turn, may be undone.
    """

    def __init__(self) -> None:
        self.seats: i64 = 0
        self.seat: i64 = 0
        self.mover: i64 = -1
        self.turn: i64 = 0
        self._legal: Legal | None = None
        self._fresh: bool = False
        self._origin: State | None = None
        self._trail = vec[i64]()

    # What a game supplies.

    def generate(self, out: Legal) -> None:
        """Put the legal moves into `out`, which is empty."""
        raise NotImplementedError

    def do(self, move: i64) -> None:
        """Make a move known to be legal."""
        raise NotImplementedError

    def roll(self, rng: Rng) -> list[int]:
        """Let chance decide what is pending, and say what it was."""
        raise NotImplementedError

    def chance(self, outcome: list[int]) -> None:
        """Put in what chance decided; ValueError if it cannot be."""
        raise NotImplementedError

    def clone(self) -> State:
        raise NotImplementedError

    def become(self, other: State) -> None:
        """Take over the position of another state of the same game."""
        raise NotImplementedError

    def key(self) -> bytes:
        """Equal for positions that play on alike."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        raise NotImplementedError

    def merits(self, seat: i64) -> list[int]:
        """What ranks a seat: the score, then each tie-break in order; more is better."""
        raise NotImplementedError

    def redeal(self, viewer: i64, rng: Rng) -> State:
        """A full state drawn uniformly from those that fit what a seat or SPECTATOR knows."""
        raise NotImplementedError

    # What bots that look ahead ask; a game may leave it at this.

    def appraise(self, seat: i64) -> i64:
        """What the position promises a seat; more is better."""
        return self.scores()[seat]

    def candidates(self, out: Legal) -> None:
        """The legal moves worth a look."""
        self.generate(out)

    def settled(self) -> bool:
        """Whether the player may stop here: no move is owed."""
        return True

    def shifts(self, move: i64) -> bool:
        """Whether a legal move only puts a piece somewhere, from where another one may take it on."""
        return False

    def lore(self) -> Lore | None:
        """What a learned judge needs to know about the game; None where there is none."""
        return None

    def sense(self, out: vec[i64]) -> None:
        """Put what such a judge notices into `out`, which is all 0: the numbers of each seat, then the shared ones."""
        raise NotImplementedError

    # What learners see; a game may do without.

    def observe(self, viewer: i64, out: Sheet) -> None:
        """Write what a seat may know, number by number, as `Kind.observation` describes it."""
        raise NotImplementedError

    # What follows from it.

    @property
    def over(self) -> bool:
        return self.seat == NOBODY

    def legal(self) -> Legal:
        """The legal moves: count them, test with `in`, sample, index or list them."""
        legal = self._legal
        if legal is None:
            legal = Legal()
            self._legal = legal
            self._fresh = False
        if not self._fresh:
            legal.clear()
            if self.seat >= 0:
                self.generate(legal)
            self._fresh = True
        return legal

    def legal_moves(self) -> list[int]:
        """The legal moves as a sorted list."""
        return self.legal().tolist()

    def apply(self, move: i64) -> None:
        """Make a move, if it is legal."""
        if not self.legal().holds(move):
            raise IllegalMove(f"move {move} is not legal here")
        self.make(move)

    def make(self, move: i64) -> None:
        """Make a move known to be legal, so that it can be undone."""
        if len(self._trail) == 0:
            self._origin = self.clone()
        turn = self.turn
        trail = append(self._trail, move)
        self._fresh = False
        self.do(move)
        if self.turn == turn:
            self._trail = trail
        else:
            self.forget()

    def forget(self) -> None:
        """From here on nothing earlier can be undone."""
        self._trail = vec[i64]()
        self._origin = None

    def resolve(self, rng: Rng) -> list[int]:
        """Draw what is pending, as a driver does between decisions."""
        if self.seat != CHANCE:
            raise ValueError("nothing has to be drawn here")
        self._fresh = False
        self.forget()
        return self.roll(rng)

    def accept(self, outcome: list[int]) -> None:
        """Put in an outcome of chance, as a driver with a record does."""
        self.chance(outcome)
        self._fresh = False
        self.forget()

    def undoable(self) -> int:
        """How many moves of this turn can be taken back."""
        return len(self._trail)

    def undo(self) -> None:
        """Take back the last move of this turn."""
        origin = self._origin
        size = len(self._trail)
        if origin is None or size == 0:
            raise NothingToUndo("nothing of this turn is left to undo")
        trail = self._trail[: size - 1]
        self.become(origin)
        for move in trail:
            self.do(move)
        self._trail = trail
        self._fresh = False
        if len(trail) == 0:
            self._origin = None

    def _share_turn(self, other: State) -> None:
        """For clone() and become(): who is to decide."""
        self.seats = other.seats
        self.seat = other.seat
        self.mover = other.mover
        self.turn = other.turn

    def _share_history(self, other: State) -> None:
        """For clone(): the same turn so far, so that the copy can undo it too."""
        self._share_turn(other)
        self._origin = other._origin
        self._trail = other._trail[:]

    def standing(self) -> list[list[int]]:
        """The seats from first to last place; those that share a place stand together."""
        ranked = sorted(((self.merits(s), -s) for s in range(self.seats)), reverse=True)
        places: list[list[int]] = []
        last: list[int] | None = None
        for merits, negative in ranked:
            if last is not None and merits == last:
                places[-1].append(-negative)
            else:
                places.append([-negative])
            last = merits
        return places

    def winners(self) -> list[int]:
        """The seats that share the first place."""
        return self.standing()[0]


def playout(state: State, rng: Rng, limit: i64) -> i64:
    """Play uniformly random legal moves to the end of the game; how many decisions it took (at most `limit`)."""
    legal = Legal()
    decisions: i64 = 0
    while state.seat != NOBODY and decisions < limit:
        if state.seat == CHANCE:
            state.roll(rng)
        else:
            legal.clear()
            state.generate(legal)
            state.do(legal.sample(rng))
            decisions += 1
    state._fresh = False
    state.forget()
    return decisions
