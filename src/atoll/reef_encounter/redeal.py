"""Drawing a deal uniformly from those that fit what a seat knows.

Unknown are the opening draws of the other seats, the tile each of them put into its parrotfish, and so the bag. Every tile is
told apart and every tile drawn is as likely as any other to be the one in the fish; of all deals that could have led to what
was played in the open, each is equally likely.

The tiles that a seat must have drawn (it played them) are laid aside for it; the rest is dealt from what remains. A hand in
which k tiles of a colour were needed and x more came up stands for one in C(k + x, k) such ways too many, so it is kept with
just that chance: rejection, and therefore exact.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.rng import Rng
from atoll.reef_encounter.tables import COLOURS


class Knowledge:
    """What is certain about hidden opening draws."""

    def __init__(self) -> None:
        self.seats: list[int] = []  # the seats whose draws are hidden
        self.sizes: list[int] = []  # tiles each of them drew, without the one in the fish
        self.fed: list[bool] = []  # whether the seat has put a tile into its parrotfish yet
        self.needs: list[list[int]] = []  # by seat and colour: tiles that were certainly drawn and kept from the fish
        self.pool: list[int] = []  # by colour: tiles drawn by these seats or left in the bag after the deal
        self.least: list[int] = []  # by colour: the fewest that these seats together can have drawn
        self.most: list[int] = []  # and the most


class Deal:
    """An answer: by hidden seat, the tiles drawn and not fed to the fish, and the fed one (-1 before it is chosen)."""

    def __init__(self) -> None:
        self.screens: list[list[int]] = []
        self.first: list[int] = []


def _choose() -> vec[i64]:
    """C(n, k) at 16 * n + k."""
    table = vec[i64]([0] * 256)
    for n in range(16):
        table[16 * n] = 1
        for k in range(1, n + 1):
            table[16 * n + k] = table[16 * (n - 1) + k - 1] + table[16 * (n - 1) + k]
    return table


CHOOSE: Final = _choose()


def fitting_deal(known: Knowledge, rng: Rng) -> Deal:
    """One of the fitting deals, each equally likely."""
    while True:
        deal = _attempt(known, rng)
        if deal is not None:
            return deal


def _attempt(known: Knowledge, rng: Rng) -> Deal | None:
    pool = vec[i64](known.pool)
    left: i64 = 0
    for needs in known.needs:
        for colour in range(COLOURS):
            pool[colour] -= needs[colour]
    for colour in range(COLOURS):
        left += pool[colour]
    deal = Deal()
    drawn = vec[i64]([0] * COLOURS)
    for at in range(len(known.seats)):
        needs = known.needs[at]
        more = vec[i64]([0] * COLOURS)
        free: i64 = known.sizes[at]
        for colour in range(COLOURS):
            free -= needs[colour]
        for _ in range(free):
            tile = _take(pool, left, rng)
            left -= 1
            more[tile] += 1
        for colour in range(COLOURS):
            need: i64 = needs[colour]
            ways = CHOOSE[16 * (need + more[colour]) + need]
            if ways > 1 and rng.below(ways):
                return None
            drawn[colour] += need + more[colour]
        deal.screens.append([needs[colour] + more[colour] for colour in range(COLOURS)])
        first: i64 = -1
        if known.fed[at]:
            first = _take(pool, left, rng)
            left -= 1
            drawn[first] += 1
        deal.first.append(first)
    for colour in range(COLOURS):
        if not known.least[colour] <= drawn[colour] <= known.most[colour]:
            return None
    return deal


def _take(pool: vec[i64], left: i64, rng: Rng) -> i64:
    """Draw a tile out of the pool of that many."""
    place = rng.below(left)
    for colour in range(COLOURS):
        place -= pool[colour]
        if place < 0:
            pool[colour] -= 1
            return colour
    raise AssertionError("the pool holds fewer tiles than it counts")
