"""The rules: take up to three shells from the pools, then a wave washes one away. Favourite shells count twice."""

from __future__ import annotations

import tomllib
from pathlib import Path

from atoll import CHANCE, NOBODY, Legal, Rng, State

FACTS = tomllib.loads((Path(__file__).parent / "data.toml").read_text("utf-8"))
POOLS: str = FACTS["pools"]
MOST: int = FACTS["most"]
STOP = len(POOLS)  # the move after one for each pool
MOVES = STOP + 1


class Toy(State):
    def __init__(self, seats: int, favourites: list[int]) -> None:
        super().__init__()
        self.seats = seats
        self.mover = 0  # whose turn it is, also while chance decides
        self.taking = 0  # shells taken in this turn
        self.pools = [int(FACTS["shells"])] * len(POOLS)
        self.washed = [0] * len(POOLS)
        self.taken = [[0] * len(POOLS) for _ in range(seats)]
        self.favourites = favourites  # the pool of each seat, known to that seat alone

    def generate(self, out: Legal) -> None:
        out.add(0, sum(1 << pool for pool, shells in enumerate(self.pools) if shells))
        out.add(STOP, int(self.taking > 0))

    def do(self, move: int) -> None:
        if move != STOP:
            self.pools[move] -= 1
            self.taken[self.mover][move] += 1
            self.taking += 1
        if not any(self.pools):
            self._end_turn(NOBODY)
        elif move == STOP or self.taking == MOST:
            self._end_turn(CHANCE)

    def _end_turn(self, who: int) -> None:
        self.turn += 1
        self.taking = 0
        self.seat = who

    def roll(self, rng: Rng) -> list[int]:
        full = [pool for pool, shells in enumerate(self.pools) if shells]
        outcome = [full[rng.below(len(full))]]
        self.chance(outcome)
        return outcome

    def chance(self, outcome: list[int]) -> None:
        [pool] = outcome
        if self.seat != CHANCE or not 0 <= pool < len(POOLS) or not self.pools[pool]:
            raise ValueError("no wave can wash a shell from there")
        self.pools[pool] -= 1
        self.washed[pool] += 1
        self.mover = (self.mover + 1) % self.seats
        self.seat = self.mover if any(self.pools) else NOBODY

    def clone(self) -> Toy:
        other = Toy(self.seats, self.favourites)
        other.become(self)
        other._share_history(self)
        return other

    def become(self, other: State) -> None:
        assert isinstance(other, Toy)
        self.seat, self.turn, self.mover, self.taking = other.seat, other.turn, other.mover, other.taking
        self.pools, self.washed, self.favourites = other.pools[:], other.washed[:], other.favourites[:]
        self.taken = [shells[:] for shells in other.taken]

    def key(self) -> bytes:
        return repr((self.seat, self.mover, self.taking, self.pools, self.taken, self.favourites)).encode()

    def scores(self) -> list[int]:
        """A shell counts one, from the favourite pool two."""
        return [sum(shells) + shells[pool] for shells, pool in zip(self.taken, self.favourites, strict=True)]

    def merits(self, seat: int) -> list[int]:
        return [self.scores()[seat]]

    def redeal(self, viewer: int, rng: Rng) -> Toy:
        """No two seats have the same favourite; beyond that nothing is known of the others'."""
        other = self.clone()
        other.forget()
        if self.seat != NOBODY:
            left = [pool for pool in range(len(POOLS)) if viewer < 0 or pool != self.favourites[viewer]]
            for seat in range(self.seats):
                if seat != viewer:
                    other.favourites[seat] = left.pop(rng.below(len(left)))
        return other
