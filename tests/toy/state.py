"""The rules: take up to three shells from the pools; then a wave washes one away and leaves a pearl, which only the one
whose turn it was sees. Shells and pearls of one's favourite pool count twice."""

from __future__ import annotations

import tomllib
from pathlib import Path

from atoll import CHANCE, NOBODY, Legal, Rng, State
from atoll.core.sheet import Sheet

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
        self.pearls: list[list[int]] = [[] for _ in range(seats)]  # their pools, in order, known to that seat alone
        self.searching = False  # whether chance has washed a shell away and leaves a pearl now

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

    def outcomes(self) -> list[int]:
        """The pools that chance can choose from now: for a pearl any, for a wave those with shells."""
        return [pool for pool, shells in enumerate(self.pools) if shells or self.searching]

    def roll(self, rng: Rng) -> list[int]:
        possible = self.outcomes()
        outcome = [possible[rng.below(len(possible))]]
        self.chance(outcome)
        return outcome

    def chance(self, outcome: list[int]) -> None:
        [pool] = outcome
        if self.seat != CHANCE or pool not in self.outcomes():
            raise ValueError("chance cannot choose that pool")
        if self.searching:
            self.pearls[self.mover].append(pool)
            self.mover = (self.mover + 1) % self.seats
            self.seat = self.mover
        else:
            self.pools[pool] -= 1
            self.washed[pool] += 1
            self.seat = CHANCE if any(self.pools) else NOBODY
        self.searching = self.seat == CHANCE

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
        self.pearls = [pearls[:] for pearls in other.pearls]
        self.searching = other.searching

    def key(self) -> bytes:
        now = (self.seat, self.mover, self.taking, self.searching, self.pools)
        return repr((now, self.taken, self.favourites, self.pearls)).encode()

    def scores(self) -> list[int]:
        """A shell or a pearl counts one, of the favourite pool two."""
        seats = zip(self.taken, self.pearls, self.favourites, strict=True)
        return [sum(s) + s[pool] + len(pearls) + pearls.count(pool) for s, pearls, pool in seats]

    def merits(self, seat: int) -> list[int]:
        return [self.scores()[seat]]

    def redeal(self, viewer: int, rng: Rng) -> Toy:
        """No two seats have the same favourite; beyond that nothing is known of the others' favourites and pearls."""
        other = self.clone()
        other.forget()
        if self.seat != NOBODY:
            left = [pool for pool in range(len(POOLS)) if viewer < 0 or pool != self.favourites[viewer]]
            for seat in range(self.seats):
                if seat != viewer:
                    other.favourites[seat] = left.pop(rng.below(len(left)))
                    other.pearls[seat] = [rng.below(len(POOLS)) for _ in self.pearls[seat]]
        return other

    def observe(self, viewer: int, out: Sheet) -> None:
        """What a seat may know as numbers, its own first; the kind says what they are."""
        seats = [(viewer + place) % self.seats for place in range(self.seats)]
        known = [seat for seat in seats if seat == viewer or self.seat == NOBODY]
        for number in self.pools:
            out.number(number)
        for seat in seats:
            for number in self.taken[seat]:
                out.number(number)
        for seat in seats:
            out.one_of(self.favourites[seat] if seat in known else -1, len(POOLS))
        for seat in seats:
            for pool in range(len(POOLS)):
                out.number(self.pearls[seat].count(pool) if seat in known else 0)
        for seat in seats:
            out.number(len(self.pearls[seat]))
        out.one_of(-1 if self.seat < 0 else seats.index(self.seat), self.seats)
        out.number(self.taking)
