"""The position of Reef: what lies where, and what a card scores.

Functions are named after what they decide; their docstrings name the ruling.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, filled, index, taken_over
from atoll.core.state import State
from atoll.reef.tables import (
    ALL_CELLS,
    ANY_COLOUR,
    ANY_HEIGHT,
    AROUND,
    AT_LEAST,
    CARDS,
    CELLS,
    COLOURS,
    DECK,
    DISPLAY,
    FIRST_POINTS,
    PACKED,
    PARTNERS,
    PIECES,
    SHAPE_MASKS,
    SHAPE_STARTS,
    TALLEST,
    TOUCHING,
)

# Phases
SET_UP: Final = 0
DISPLAYING: Final = 1
TURN: Final = 2
LAYING: Final = 3
REVEAL: Final = 4
OVER: Final = 5

# Ways to end
BY_NOTHING: Final = 0
BY_COLOUR: Final = 1
BY_DECK: Final = 2

HEIGHTS: Final[i64] = 5  # masks by exact height, 0 to 4

_POINTS: Final = DECK.points
_WAY: Final = DECK.way
_COLOUR: Final = DECK.colour
_HEIGHT: Final = DECK.height
_OTHER_COLOUR: Final = DECK.other_colour
_OTHER_HEIGHT: Final = DECK.other_height
_TABLE: Final = DECK.table

# The most disjoint placements of each shape inside a set of cells, found when first asked for (-1: not yet). Two
# threads may find one at once: it is the same number.
_packed: Final = vec[i64]([-1] * (len(DECK.shapes) * (ALL_CELLS + 1)))
_SINGLE: Final = vec[i64]([-1] * CELLS)


def packing(shape: i64, cells: i64) -> i64:
    """Ruling `score`: the greatest number of placements of a shape inside these cells that share none."""
    at = shape * (ALL_CELLS + 1) + cells
    known = _packed[at]
    if known >= 0:
        return known
    best: i64 = 0
    if cells:
        low = cells & -cells
        best = packing(shape, cells ^ low)
        start = shape * (CELLS + 1) + index(low)
        for place in range(SHAPE_STARTS[start], SHAPE_STARTS[start + 1]):
            mask = SHAPE_MASKS[place]
            if mask & ~cells == 0:
                with_it = 1 + packing(shape, cells & ~mask)
                if with_it > best:
                    best = with_it
    _packed[at] = best
    return best


def _engage(base: i64, cell: i64, others: i64, tried: i64, partners: vec[i64]) -> i64:
    """Find the cell a partner among others, moving earlier pairs over if need be; 0 if there is none.

    Gives back the partners that were tried, with bit CELLS set on success.
    """
    open_to = PARTNERS[base + cell] & others & ~tried
    while open_to:
        low = open_to & -open_to
        open_to ^= low
        tried |= low
        partner = index(low)
        taken_by = partners[partner]
        if taken_by < 0:
            partners[partner] = cell
            return tried | (ALL_CELLS + 1)
        tried = _engage(base, taken_by, others, tried, partners)
        if tried > ALL_CELLS:
            partners[partner] = cell
            return tried
        open_to &= ~tried
    return tried


def pairing(table: i64, firsts: i64, seconds: i64) -> vec[i64]:
    """Ruling `score` for two unlike cells: as many pairs as can share no stack, by second cell (-1: not in a pair)."""
    base = table * CELLS
    partners = _SINGLE[:]
    while firsts:
        low = firsts & -firsts
        firsts ^= low
        _engage(base, index(low), seconds, 0, partners)
    return partners


class Board(State):
    """A position of Reef. Vectors are laid out by seat first. Cards are numbers from 1, sets of them bit masks."""

    def __init__(self) -> None:
        super().__init__()
        self.free = False  # the variant: pieces start anywhere but in the centre
        self.stacks = vec[i64]()  # by seat and cell: pieces from the bottom, three bits each (colour + 1)
        self.tops = vec[i64]()  # by seat and colour: the cells whose stack it tops
        self.heights = vec[i64]()  # by seat and height: the cells with a stack of just that height
        self.supply = vec[i64]()
        self.points = vec[i64]()
        self.hand = vec[i64]()
        self.secret = vec[i64]()  # cards of a hand that were dealt and not yet shown
        self.played = vec[i64]()
        self.display = vec[i64]()  # 0: not yet turned up
        self.offered = vec[i64]()  # points lying on the display cards
        self.top: i64 = 0  # 0: none
        self.deck: i64 = 0
        self.phase: i64 = SET_UP
        self.card: i64 = 0  # being played
        self.left = vec[i64]()  # pieces still to be laid, by colour
        self.ended: i64 = BY_NOTHING

    def prepare(self, seats: i64, free: bool) -> None:
        """The table before the cards are dealt; deal_hand follows."""
        self.seats = seats
        self.free = free
        self.stacks = filled(seats * CELLS, 0)
        self.tops = filled(seats * COLOURS, 0)
        self.heights = filled(seats * HEIGHTS, 0)
        for seat in range(seats):
            self.heights[seat * HEIGHTS] = ALL_CELLS
        self.supply = filled(COLOURS, PIECES[seats])
        self.points = filled(seats, FIRST_POINTS)
        self.hand = filled(seats, 0)
        self.secret = filled(seats, 0)
        self.played = filled(seats, 0)
        self.display = filled(DISPLAY, 0)
        self.offered = filled(DISPLAY, 0)
        self.deck = (BIT[CARDS] - 1) * 2
        self.left = filled(COLOURS, 1)

    def deal_hand(self, seat: i64, card: i64) -> None:
        self.deck ^= BIT[card]
        self.hand[seat] |= BIT[card]
        self.secret[seat] |= BIT[card]

    # Stacks and scores

    def occupied(self, seat: i64) -> i64:
        return ALL_CELLS & ~self.heights[seat * HEIGHTS]

    def low_enough(self, seat: i64) -> i64:
        """Ruling `height`: the cells whose stack can take another piece."""
        return ALL_CELLS & ~self.heights[seat * HEIGHTS + TALLEST]

    def height(self, seat: i64, cell: i64) -> i64:
        for height in range(HEIGHTS):
            if self.heights[seat * HEIGHTS + height] & BIT[cell]:
                return height
        return 0

    def matching(self, seat: i64, colour: i64, height: i64) -> i64:
        """The cells whose stack is what a cell of a pattern asks for: its top colour, and its height."""
        cells = self.occupied(seat) if colour == ANY_COLOUR else self.tops[seat * COLOURS + colour]
        if height == ANY_HEIGHT:
            return cells
        if height < AT_LEAST:
            return cells & self.heights[seat * HEIGHTS + height]
        for lower in range(height - AT_LEAST):
            cells &= ~self.heights[seat * HEIGHTS + lower]
        return cells

    def occurrences(self, seat: i64, card: i64) -> i64:
        """Ruling `score`: how often a card's pattern counts on a seat's reef."""
        way = _WAY[card]
        if way == AROUND:
            return self._around(seat, _COLOUR[card], _OTHER_COLOUR[card])
        cells = self.matching(seat, _COLOUR[card], _HEIGHT[card])
        if way == PACKED:
            return packing(_TABLE[card], cells)
        others = self.matching(seat, _OTHER_COLOUR[card], _OTHER_HEIGHT[card])
        if cells == 0 or others == 0:
            return 0
        pairs: i64 = 0
        for partner in pairing(_TABLE[card], cells, others):
            if partner >= 0:
                pairs += 1
        return pairs

    def tallest(self, seat: i64, colour: i64) -> i64:
        """The tallest stacks that a colour tops."""
        cells = self.tops[seat * COLOURS + colour]
        for height in range(TALLEST, 0, -1):
            there = cells & self.heights[seat * HEIGHTS + height]
            if there:
                return there
        return 0

    def _around(self, seat: i64, colour: i64, scored: i64) -> i64:
        """Ruling `score`: the best of the tied tallest stacks."""
        best: i64 = 0
        others = self.tops[seat * COLOURS + scored]
        tallest = self.tallest(seat, colour)
        while tallest:
            low = tallest & -tallest
            tallest ^= low
            number = count(TOUCHING[index(low)] & others)
            if number > best:
                best = number
        return best

    def card_score(self, seat: i64, card: i64) -> i64:
        """What a card would score on a seat's reef now."""
        return _POINTS[card] * self.occurrences(seat, card)

    def counted(self, seat: i64, card: i64) -> list[int]:
        """The cells of each occurrence that counts; around a tallest stack, that stack and each scored one."""
        out: list[int] = []
        way = _WAY[card]
        cells = self.matching(seat, _COLOUR[card], _HEIGHT[card])
        if way == PACKED:
            shape = _TABLE[card]
            while packing(shape, cells):
                low = cells & -cells
                best = packing(shape, cells)
                start = shape * (CELLS + 1) + index(low)
                chosen: i64 = 0
                for place in range(SHAPE_STARTS[start], SHAPE_STARTS[start + 1]):
                    mask = SHAPE_MASKS[place]
                    if mask & ~cells == 0 and 1 + packing(shape, cells & ~mask) == best:
                        chosen = mask
                if chosen:
                    out.append(chosen)
                    cells &= ~chosen
                else:
                    cells ^= low
        elif way == AROUND:
            others = self.tops[seat * COLOURS + _OTHER_COLOUR[card]]
            best = self.occurrences(seat, card)
            tallest = self.tallest(seat, _COLOUR[card])
            while tallest and best:
                low = tallest & -tallest
                tallest ^= low
                beside = TOUCHING[index(low)] & others
                if count(beside) == best:
                    while beside:
                        out.append(low | (beside & -beside))
                        beside &= beside - 1
                    return out
        else:
            partners = pairing(_TABLE[card], cells, self.matching(seat, _OTHER_COLOUR[card], _OTHER_HEIGHT[card]))
            for second in range(CELLS):
                if partners[second] >= 0:
                    out.append(BIT[second] | BIT[partners[second]])
        return out

    def pieces_left(self) -> i64:
        number: i64 = 0
        for colour in range(COLOURS):
            number += self.left[colour]
        return number

    def run_out(self) -> bool:
        """Ruling `end`: whether a colour has run out."""
        return any(self.supply[colour] == 0 for colour in range(COLOURS))

    def printed_lowest(self) -> i64:
        """Ruling `top card`: the display cards of the lowest printed value, as a set."""
        lowest: i64 = 99
        cards: i64 = 0
        for place in range(DISPLAY):
            card = self.display[place]
            if _POINTS[card] < lowest:
                lowest = _POINTS[card]
                cards = 0
            if _POINTS[card] == lowest:
                cards |= BIT[card]
        return cards

    def hand_score(self, seat: i64) -> i64:
        """Ruling `end`: cards still in hand score once each if their pattern is there."""
        score: i64 = 0
        cards = self.hand[seat]
        while cards:
            low = cards & -cards
            cards ^= low
            card = index(low)
            if self.occurrences(seat, card):
                score += _POINTS[card]
        return score

    def scores(self) -> list[int]:
        out: list[int] = []
        for seat in range(self.seats):
            score = self.points[seat]
            if self.phase == OVER:
                score += self.hand_score(seat)
            out.append(score)
        return out

    def merits(self, seat: i64) -> list[int]:
        """Ruling `ties`."""
        score = self.points[seat]
        if self.phase == OVER:
            score += self.hand_score(seat)
        return [score, count(self.occupied(seat)), count(self.heights[seat * HEIGHTS + TALLEST])]

    # Copies and keys

    def _copy(self, other: Board) -> None:
        self.free = other.free
        self.stacks = taken_over(self.stacks, other.stacks)
        self.tops = taken_over(self.tops, other.tops)
        self.heights = taken_over(self.heights, other.heights)
        self.supply = taken_over(self.supply, other.supply)
        self.points = taken_over(self.points, other.points)
        self.hand = taken_over(self.hand, other.hand)
        self.secret = taken_over(self.secret, other.secret)
        self.played = taken_over(self.played, other.played)
        self.display = taken_over(self.display, other.display)
        self.offered = taken_over(self.offered, other.offered)
        self.top = other.top
        self.deck = other.deck
        self.phase = other.phase
        self.card = other.card
        self.left = taken_over(self.left, other.left)
        self.ended = other.ended

    def key(self) -> bytes:
        small = [self.free, self.top, self.deck, self.phase, self.seat, self.card, self.mover, self.ended]
        return b"".join(
            [
                bytes(self.stacks),
                bytes(self.supply),
                bytes(self.points),
                bytes(self.hand),
                bytes(self.display),
                bytes(self.offered),
                bytes(self.left),
                repr(small).encode(),
            ]
        )
