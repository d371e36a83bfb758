"""What a position is worth to a seat, roughly: in tenths of a point, for bots that look one move ahead."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, filled, smaller
from atoll.core.legal import Legal
from atoll.reef_encounter.board import RETURNED, Board
from atoll.reef_encounter.moves import MOVE, SLOT_SIZE, SLOTS
from atoll.reef_encounter.tables import CELLS, COLOURS, STRONGER

WON: Final = 1000000
ON_BARE_ROCK: Final = 150
USEFUL: Final = 6  # tiles of a colour that a player can hope to place


def outlooks_of(board: Board) -> vec[i64]:
    """By colour, what a polyp may score at the end: locked tiles for certain, open ones as they lie, more or less."""
    turned = board.turned
    covered = board.covered
    known = board.outlooks
    if len(known) and known[COLOURS] == turned and known[COLOURS + 1] == covered:
        return known
    found = filled(COLOURS + 2, 0)
    found[COLOURS] = turned
    found[COLOURS + 1] = covered
    for colour in range(COLOURS):
        first = STRONGER[colour]
        second = STRONGER[COLOURS + colour]
        stronger = (first & ~turned) | (second & turned)
        weaker = (first & turned) | (second & ~turned)
        locked = count(stronger & covered)
        found[colour] = 10 + 10 * locked + 6 * count(stronger & ~covered) + 4 * count(weaker & ~covered)
    board.outlooks = found
    return found


def appraise(board: Board, seat: i64) -> i64:
    """The seat's prospects less half of those of the strongest other."""
    if board.over:
        return WON if seat in board.winners() else -WON
    outlooks = outlooks_of(board)
    own: i64 = 0
    best: i64 = 0
    corals = prospects(board, outlooks)
    for other in range(board.seats):
        worth = corals[other]
        for colour in range(COLOURS):
            worth += board.fish[other * COLOURS + colour] * outlooks[colour]
        if other == seat:
            own = worth
        elif worth > best:
            best = worth
    return own - best // 2 + means(board, seat)


def prospects(board: Board, outlooks: vec[i64]) -> vec[i64]:
    """By seat: what the corals under its shrimps promise."""
    worth = filled(board.seats, 0)
    returned: i64 = RETURNED + (1 if board.advanced else 0)
    for rock in range(board.seats):
        if board.shrimps_on(rock) == 0:
            continue
        danger = board.threatened(rock)
        for seat in range(board.seats):
            standing = board.shrimps[rock * board.seats + seat]
            while standing:
                bit = standing & -standing
                standing ^= bit
                colour = board.colour_at(rock, bit)
                if colour < 0:
                    worth[seat] -= ON_BARE_ROCK
                    continue
                coral = board.coral(rock, bit)
                safe = count(coral & ~danger)
                size = count(coral)
                seed = smaller(size, returned)
                worth[seat] += 10 * seed - 5 * (size - safe)
                if safe > returned:
                    worth[seat] += (safe - returned) * outlooks[colour] * 6 // 10
    return worth


def own_colours(board: Board, seat: i64) -> i64:
    """The colours of which a player has a coral."""
    colours: i64 = 0
    for rock in range(board.seats):
        standing = board.shrimps[rock * board.seats + seat]
        if standing:
            for colour in range(COLOURS):
                if standing & board.polyps[rock * COLOURS + colour]:
                    colours |= BIT[colour]
    return colours


def means(board: Board, seat: i64) -> i64:
    """What a player can still do: tiles, cubes, consumed polyps and shrimps. Hoards are worth little."""
    worth: i64 = 15 if board.eaten[seat] else 0
    consumed: i64 = 0
    growing = own_colours(board, seat)
    for colour in range(COLOURS):
        at = seat * COLOURS + colour
        consumed += board.front[at]
        cubes = board.cubes[at]
        tiles = board.hand[at]
        useful = smaller(tiles, USEFUL)
        worth += smaller(6 * cubes, 12)
        worth += useful * (4 if (growing >> colour) & 1 else 2)
        if cubes:
            worth += 2 * useful
    worth += smaller(8 * consumed, 40)
    return worth + 4 * board.home[seat]


def candidates(board: Board, moves: Legal) -> None:
    """Keep of the legal moves those that put no shrimp on bare rock; a polyp that is owed comes first."""
    owing = board.open >= 0 and not board.placed
    groups = moves.groups()
    moves.clear()
    for group in range(groups):
        base = moves.base(group)
        mask = moves.mask(group)
        if MOVE <= base < MOVE + SLOTS * SLOT_SIZE:
            place = (base - MOVE) % SLOT_SIZE
            if place < SLOT_SIZE - 1:
                mask &= board.grown(place // CELLS)
            if owing and moves.total():
                mask = 0
        moves.add(base, mask)
