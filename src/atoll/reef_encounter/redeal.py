"""Drawing a deal uniformly from those that fit what a seat knows.

Unknown are the opening draws of the other seats, the tile each put into its parrotfish, and so the bag. Every tile is
told apart and every tile drawn is as likely as any other to be the one in the fish; of all deals that could have led to
what was played in the open, each is equally likely.

Tiles that a seat must have drawn (it played them) are laid aside for it; the rest is dealt from what remains. A hand
in which k tiles of a colour were needed and x more came up would be met C(k + x, k) times too often, so it is kept with
one chance in that many: rejection, and therefore exact.
"""

from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.rng import Rng
from atoll.reef_encounter.board import OVER, TURN, Board
from atoll.reef_encounter.tables import COLOURS


class Knowledge:
    """What is certain about hidden opening draws."""

    def __init__(self) -> None:
        self.seats: list[int] = []  # the seats whose draws are hidden
        self.sizes: list[int] = []  # tiles each of them drew, without the one in the fish
        self.fed: list[bool] = []  # whether a tile went into the parrotfish that has to be guessed
        self.needs: list[list[int]] = []  # by seat and colour: tiles that were certainly drawn and kept from the fish
        self.pool: list[int] = []  # by colour: tiles drawn by these seats or left in the bag after the deal
        self.least: list[int] = []  # by colour: the fewest that these seats together can have drawn
        self.most: list[int] = []  # and the most


class Deal:
    """An answer: by hidden seat, the tiles drawn and not fed to the fish, and the fed one (-1: not to be guessed)."""

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
QUICK_TRIES: Final = 30


def fitting_deal(known: Knowledge, rng: Rng) -> Deal:
    """One of the fitting deals, each equally likely."""
    for _ in range(QUICK_TRIES):
        tiles = _any_tiles(known, rng)
        if _possible(known, tiles):
            deal = _deal_out(known, tiles, rng)
            if deal is not None:
                return deal
    # The bag leaves little choice: draw only tiles that it allows.
    totals = Totals(known)
    totals.count_ways()
    while True:
        deal = _deal_out(known, totals.draw(rng), rng)
        if deal is not None:
            return deal


def _free_tiles(known: Knowledge) -> list[int]:
    """By colour: the tiles that may be in a hidden hand or fish, beside those that are certainly there."""
    pool = known.pool[:]
    for needs in known.needs:
        for colour in range(COLOURS):
            pool[colour] -= needs[colour]
    return pool


def _free_places(known: Knowledge) -> i64:
    """How many of them there are to be drawn."""
    places: i64 = 0
    for at in range(len(known.seats)):
        places += known.sizes[at] - sum(known.needs[at]) + (1 if known.fed[at] else 0)
    return places


def _any_tiles(known: Knowledge, rng: Rng) -> list[int]:
    """Tiles for all free places, whatever the bag says."""
    pool = vec[i64](_free_tiles(known))
    left: i64 = 0
    for colour in range(COLOURS):
        left += pool[colour]
    tiles: list[int] = []
    for _ in range(_free_places(known)):
        tiles.append(_take(pool, left, rng))
        left -= 1
    return tiles


def _possible(known: Knowledge, tiles: list[int]) -> bool:
    """Whether the bag could have done what it did with these tiles out of it."""
    for colour in range(COLOURS):
        drawn = tiles.count(colour)
        for needs in known.needs:
            drawn += needs[colour]
        if not known.least[colour] <= drawn <= known.most[colour]:
            return False
    return True


def _deal_out(known: Knowledge, tiles: list[int], rng: Rng) -> Deal | None:
    """Give the tiles, in order, to the free places; None where a hand is to be rejected."""
    deal = Deal()
    place: i64 = 0
    for at in range(len(known.seats)):
        needs = known.needs[at]
        screen = needs[:]
        for _ in range(known.sizes[at] - sum(needs)):
            screen[tiles[place]] += 1
            place += 1
        for colour in range(COLOURS):
            ways = CHOOSE[16 * screen[colour] + needs[colour]]
            if ways > 1 and rng.below(ways):
                return None
        deal.screens.append(screen)
        if known.fed[at]:
            deal.first.append(tiles[place])
            place += 1
        else:
            deal.first.append(-1)
    return deal


class Totals:
    """The tiles of all free places together, drawn from those sets that the bag allows, by their number of ways."""

    def __init__(self, known: Knowledge) -> None:
        self.pool = _free_tiles(known)
        self.size: int = _free_places(known)
        self.least: list[int] = []
        self.most: list[int] = []
        for colour in range(COLOURS):
            certain = known.pool[colour] - self.pool[colour]
            self.least.append(max(0, known.least[colour] - certain))
            self.most.append(min(self.pool[colour], known.most[colour] - certain))
        self.ways: list[list[int]] = []

    def count_ways(self) -> None:
        """To be asked for before anything is drawn."""
        # ways[c][n]: in how many ways the colours from c on can make up n tiles.
        self.ways = [[0] * (self.size + 1) for _ in range(COLOURS + 1)]
        self.ways[COLOURS][0] = 1
        for colour in range(COLOURS - 1, -1, -1):
            for size in range(self.size + 1):
                for number in range(self.least[colour], min(self.most[colour], size) + 1):
                    self.ways[colour][size] += self._ways(colour, number, size)

    def _ways(self, colour: int, number: int, size: int) -> int:
        return comb(self.pool[colour], number) * self.ways[colour + 1][size - number]

    def draw(self, rng: Rng) -> list[int]:
        """Tiles for all free places, shuffled."""
        tiles: list[int] = []
        size = self.size
        for colour in range(COLOURS):
            left = rng.below_big(self.ways[colour][size])
            number = self.least[colour]
            while left >= self._ways(colour, number, size):
                left -= self._ways(colour, number, size)
                number += 1
            tiles += [colour] * number
            size -= number
        for at in range(len(tiles) - 1, 0, -1):
            other = rng.below(at + 1)
            tiles[at], tiles[other] = tiles[other], tiles[at]
        return tiles


def _take(pool: vec[i64], left: i64, rng: Rng) -> i64:
    """Draw a tile out of the pool of that many."""
    place = rng.below(left)
    for colour in range(COLOURS):
        place -= pool[colour]
        if place < 0:
            pool[colour] -= 1
            return colour
    raise AssertionError("the pool holds fewer tiles than it counts")


def knowledge(board: Board, seat: i64) -> Knowledge:
    """What the public play and the seat's own screen say about the opening draws of the others."""
    known = Knowledge()
    hidden = vec[i64]([0] * COLOURS)
    for other in range(board.seats):
        if other != seat:
            known.seats.append(other)
            first = board.first[other]
            # Once the game is over the tile in the fish is known to all.
            secret = first >= 0 and board.phase != OVER
            known.fed.append(secret)
            size: i64 = 0
            needs: list[int] = []
            for colour in range(COLOURS):
                at = other * COLOURS + colour
                kept = board.dealt[at] - (1 if first == colour else 0)
                size += kept
                hidden[colour] += board.dealt[at] if secret else kept
                needs.append(kept - board.least[at])
            known.sizes.append(size)
            known.needs.append(needs)
    asking = board.phase == TURN and seat == board.seat and not (board.open >= 0 and not board.placed)
    for colour in range(COLOURS):
        more = board.slack[colour]
        fewer = hidden[colour]
        if (board.bare >> colour) & 1:
            fewer = 0
        if asking and board.cubes[seat * COLOURS + colour] and board.bonus[colour] == 0:
            # The player to move may see whether action 8 is possible, and so whether the bag has this colour.
            if board.bag[colour] == 0:
                fewer = 0
            elif board.bag[colour] - 1 < more:
                more = board.bag[colour] - 1
        known.least.append(hidden[colour] - fewer)
        known.most.append(hidden[colour] + more)
        known.pool.append(hidden[colour] + board.undealt[colour])
    return known


class Bounds:
    """By colour: how many tiles the hidden seats together have drawn, at least and at most, as a seat can know."""

    def __init__(self, known: Knowledge) -> None:
        totals = Totals(known)
        self.least: list[int] = []
        self.most: list[int] = []
        for colour in range(COLOURS):
            certain = known.pool[colour] - totals.pool[colour]
            others_least = sum(totals.least) - totals.least[colour]
            others_most = sum(totals.most) - totals.most[colour]
            self.least.append(certain + max(totals.least[colour], totals.size - others_most))
            self.most.append(certain + min(totals.most[colour], totals.size - others_least))

    def narrower(self, other: Bounds) -> bool:
        """Whether they say more than others."""
        for colour in range(COLOURS):
            if self.least[colour] > other.least[colour] or self.most[colour] < other.most[colour]:
                return True
        return False


def bounds(board: Board, seat: i64) -> Bounds:
    return Bounds(knowledge(board, seat))


def unsure(board: Board, seat: i64, colour: i64) -> bool:
    """Whether a seat cannot know if the bag holds a tile of a colour."""
    known = knowledge(board, seat)
    drawn = Bounds(known)
    # What the bag would hold if none of them were hidden.
    tiles = board.bag[colour] + known.pool[colour] - board.undealt[colour]
    return tiles - drawn.most[colour] <= 0 < tiles - drawn.least[colour]


def redraw(board: Board, seat: i64, rng: Rng) -> None:
    """Replace what a seat cannot know by a fitting deal."""
    known = knowledge(board, seat)
    deal = fitting_deal(known, rng)
    board.first = board.first[:]
    board.dealt = board.dealt[:]
    board.undealt = board.undealt[:]
    for place in range(len(known.seats)):
        other: i64 = known.seats[place]
        first: i64 = deal.first[place] if known.fed[place] else board.first[other]
        for colour in range(COLOURS):
            at = other * COLOURS + colour
            was: i64 = 1 if board.first[other] == colour else 0
            fed: i64 = 1 if first == colour else 0
            kept: i64 = deal.screens[place][colour]
            behind = kept - (board.dealt[at] - was)
            drawn = behind + fed - was
            board.hand[at] += behind
            board.least[at] += behind
            board.fish[at] += fed - was
            board.dealt[at] += drawn
            board.undealt[colour] -= drawn
            board.bag[colour] -= drawn
            board.slack[colour] -= drawn
        board.first[other] = first
