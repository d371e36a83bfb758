"""What a card could score after one or two more pieces: the question behind most turns of Reef.

A card's own pieces hardly ever suit its pattern: they are laid for the other cards of the hand. What a piece may cover
is looked at only as far as the pattern itself is concerned.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import count, index, smaller
from atoll.reef.board import HEIGHTS, Board, packing, pairing
from atoll.reef.tables import (
    ALL_CELLS,
    ANY_COLOUR,
    ANY_HEIGHT,
    AROUND,
    AT_LEAST,
    CELLS,
    COLOURS,
    DECK,
    PACKED,
    PARTNERS,
    TALLEST,
    TOUCHING,
)

# The numbers of a card: its score as things are; by colour, with one piece more and with two of that colour.
ALONE: Final[i64] = 0
BY_ONE: Final[i64] = 1
BY_TWO: Final[i64] = 5
NUMBERS: Final[i64] = 9


def prospects(board: Board, seat: i64, card: i64, out: vec[i64], at: i64) -> None:
    """What a card would score on a seat's reef: now, with a piece more, with two. Colours that do not matter to it are
    left out."""
    points = DECK.points[card]
    way = DECK.way[card]
    now = board.occurrences(seat, card)
    out[at + ALONE] = points * now
    colour = DECK.colour[card]
    if way == PACKED:
        first = 0 if colour == ANY_COLOUR else colour
        one, two = _packed(board, seat, card)
        last = COLOURS if colour == ANY_COLOUR else first + 1
        for each in range(first, last):
            out[at + BY_ONE + each] = points * one
            out[at + BY_TWO + each] = points * two
        return
    other = DECK.other_colour[card]
    if way == AROUND:
        one = _taller(board, seat, colour, other, now)
        out[at + BY_ONE + colour] = points * one
        out[at + BY_TWO + colour] = points * one
        room = _room_around(board, seat, colour, other, now)
        out[at + BY_ONE + other] = points * (now + smaller(room, 1))
        out[at + BY_TWO + other] = points * (now + smaller(room, 2))
        return
    gained = _more_pairs(board, seat, card, now, True)
    out[at + BY_ONE + colour] = points * (now + smaller(gained, 1))
    out[at + BY_TWO + colour] = points * (now + gained)
    gained = _more_pairs(board, seat, card, now, False)
    out[at + BY_ONE + other] = points * (now + smaller(gained, 1))
    out[at + BY_TWO + other] = points * (now + gained)


def _packed(board: Board, seat: i64, card: i64) -> tuple[i64, i64]:
    """How often a shape counts with one more cell that fits, and with two."""
    colour, height, shape = DECK.colour[card], DECK.height[card], DECK.table[card]
    cells = board.matching(seat, colour, height)
    row = seat * HEIGHTS
    if height == ANY_HEIGHT:
        ready = board.low_enough(seat) & ~cells
        deeper: i64 = 0  # cells that two pieces make fit
    elif height < AT_LEAST:
        ready = board.heights[row + height - 1]
        deeper = board.heights[row + height - 2] if height >= 2 else 0
    else:
        ready, deeper = 0, 0
        for lower in range(height - AT_LEAST - 1, TALLEST):
            ready |= board.heights[row + lower]
        ready &= ~cells
    one = packing(shape, cells)
    two = one
    first = ready
    while first:
        low = first & -first
        first ^= low
        with_it = packing(shape, cells | low)
        if with_it > one:
            one = with_it
        second = first
        while second:
            next_low = second & -second
            second ^= next_low
            with_both = packing(shape, cells | low | next_low)
            if with_both > two:
                two = with_both
    if one > two:
        two = one
    while deeper:
        low = deeper & -deeper
        deeper ^= low
        with_it = packing(shape, cells | low)
        if with_it > two:
            two = with_it
    return one, two


def _taller(board: Board, seat: i64, colour: i64, scored: i64, now: i64) -> i64:
    """What counts around the tallest stack of a colour if a piece is laid to make another one that."""
    others = board.tops[seat * COLOURS + scored]
    row = seat * HEIGHTS
    tallest: i64 = 0
    for height in range(TALLEST, 0, -1):
        if board.tops[seat * COLOURS + colour] & board.heights[row + height]:
            tallest = height
            break
    best = now
    for height in range(tallest if tallest == 0 else tallest - 1, TALLEST):
        cells = board.heights[row + height]
        while cells:
            low = cells & -cells
            cells ^= low
            number = count(TOUCHING[index(low)] & others & ~low)
            if number > best:
                best = number
    return best


def _room_around(board: Board, seat: i64, colour: i64, scored: i64, now: i64) -> i64:
    """How many more stacks beside the best tallest one could be made to count."""
    others = board.tops[seat * COLOURS + scored]
    free = board.low_enough(seat) & ~others
    most: i64 = 0
    tallest = board.tallest(seat, colour)
    while tallest:
        low = tallest & -tallest
        tallest ^= low
        beside = TOUCHING[index(low)]
        room = count(beside & others) + smaller(count(beside & free), 2) - now
        if room > most:
            most = room
    return most


def _fits(board: Board, seat: i64, height: i64) -> i64:
    """The cells where a piece makes a stack that is tall enough."""
    cells = board.low_enough(seat)
    if height >= AT_LEAST:
        for lower in range(height - AT_LEAST - 1):
            cells &= ~board.heights[seat * HEIGHTS + lower]
    return cells


def _pairs(table: i64, firsts: i64, seconds: i64) -> i64:
    if firsts == 0 or seconds == 0:
        return 0
    number: i64 = 0
    for partner in pairing(table, firsts, seconds):
        if partner >= 0:
            number += 1
    return number


def _more_pairs(board: Board, seat: i64, card: i64, now: i64, first: bool) -> i64:
    """How many pairs more there can be, two at most, with two pieces for the first or the second cell of a pattern."""
    table = DECK.table[card]
    firsts = board.matching(seat, DECK.colour[card], DECK.height[card])
    seconds = board.matching(seat, DECK.other_colour[card], DECK.other_height[card])
    fixed = seconds if first else firsts
    if count(fixed) <= now:
        return 0
    free = _fits(board, seat, DECK.height[card] if first else DECK.other_height[card])
    free &= ALL_CELLS & ~(firsts | seconds)
    beside: i64 = 0  # where a piece can have a partner
    base = table * CELLS
    while free:
        low = free & -free
        free ^= low
        if first:
            if PARTNERS[base + index(low)] & fixed:
                beside |= low
        elif _has_first(base, low, fixed):
            beside |= low
    gained: i64 = 0
    while beside and gained < 2:
        low = beside & -beside
        beside ^= low
        number = _pairs(table, firsts | low, seconds) if first else _pairs(table, firsts, seconds | low)
        if number > now + gained:
            gained += 1
            if first:
                firsts |= low
            else:
                seconds |= low
    return gained


def _has_first(base: i64, second: i64, firsts: i64) -> bool:
    """Whether one of these can be the first cell of a pair with a second one."""
    while firsts:
        low = firsts & -firsts
        firsts ^= low
        if PARTNERS[base + index(low)] & second:
            return True
    return False
