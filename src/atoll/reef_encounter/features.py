"""What a learned judge notices about a position: numbers of each seat, and some that are the same for all.

Whoever changes what is noticed raises VERSION; nets that learned the older one are refused then.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import count, filled, smaller
from atoll.core.state import CHANCE
from atoll.core.value import Lore
from atoll.reef_encounter.appraise import outlooks_of, own_colours
from atoll.reef_encounter.board import EXTRA, REFILL, RETURNED, SMALLEST_MEAL, TURN, Board, near
from atoll.reef_encounter.tables import ALL_TILES, COLOURS, SHRIMPS, STRONGER

VERSION: Final = 1

MOST_CORALS: Final[i64] = 4  # of one player
OF_CORAL: Final[i64] = 13  # numbers of each
BEFORE: Final[i64] = 34  # numbers of a seat before its corals
OWN: Final[i64] = 86  # BEFORE + MOST_CORALS * OF_CORAL
SHARED: Final[i64] = 14

LORE: Final = Lore("reef-encounter", VERSION, OWN, SHARED, Path(__file__).parent / "nets")

assert OWN == BEFORE + MOST_CORALS * OF_CORAL


def upcoming(board: Board) -> i64:
    """Who acts next: whoever is asked, but the next player once somebody has begun to act or chance is awaited."""
    seat = board.mover
    if board.phase == REFILL or board.seat == CHANCE or (board.phase == TURN and board.acted):
        seat += 1
        if seat >= board.seats:
            seat = 0
    return seat


def sense(board: Board, out: vec[i64], width: i64) -> None:
    """Notice everything, with so many numbers for each seat."""
    seats = board.seats
    rocks = board.seats
    turned = board.turned
    covered = board.covered
    worth = outlooks_of(board)  # tenths: what a polyp may score at the end
    rises = filled(COLOURS, 0)  # open tiles on which it is the weaker
    falls = filled(COLOURS, 0)  # open tiles on which it is the stronger
    dearest: i64 = 0
    cheapest: i64 = 99
    for colour in range(COLOURS):
        first = STRONGER[colour]
        second = STRONGER[COLOURS + colour]
        stronger = (first & ~turned) | (second & turned)
        weaker = (first & turned) | (second & ~turned)
        falls[colour] = count(stronger & ~covered)
        rises[colour] = count(weaker & ~covered)
        if worth[colour] > dearest:
            dearest = worth[colour]
        if worth[colour] < cheapest:
            cheapest = worth[colour]
    # By rock and colour: what it could attack; then, by seat and rock, what that player could attack now.
    prey = filled(rocks * COLOURS, 0)
    danger = filled(rocks, 0)
    for rock in range(rocks):
        danger[rock] = board.threatened(rock)
        for colour in range(COLOURS):
            victims = board.attackable(rock, colour)
            prey[rock * COLOURS + colour] = victims
    reach = filled(seats * rocks, 0)
    for seat in range(seats):
        for colour in range(COLOURS):
            at = seat * COLOURS + colour
            if board.cubes[at] and board.hand[at] + board.front[at] > 0:
                for rock in range(rocks):
                    reach[seat * rocks + rock] |= prey[rock * COLOURS + colour]
    returned: i64 = RETURNED
    if board.advanced:
        returned += 1
    first_seat = upcoming(board)
    owned = filled(seats * rocks, 0)
    for seat in range(seats):
        for rock in range(rocks):
            standing = board.shrimps[rock * seats + seat]
            while standing:
                owned[seat * rocks + rock] |= board.coral(rock, standing & -standing)
                standing &= standing - 1
    for seat in range(seats):
        at = seat * width
        waits = seat - first_seat
        if waits < 0:
            waits += seats
        _means(board, out, at, seat, worth, rises, falls, waits)
        attacks: i64 = 0
        bites: i64 = 0
        feared: i64 = 0
        for rock in range(rocks):
            own = owned[seat * rocks + rock]
            others: i64 = 0
            against: i64 = 0
            for other in range(seats):
                if other != seat:
                    others |= owned[other * rocks + rock]
                    against |= reach[other * rocks + rock]
            attacks += count(reach[seat * rocks + rock] & ~own)
            bites += count(reach[seat * rocks + rock] & others)
            feared += count(against & own)
        out[at + 27] = smaller(attacks, 12)
        out[at + 28] = smaller(bites, 8)
        out[at + 29] = smaller(feared, 8)
        if waits == 0:
            out[at + 30] = smaller(bites, 8)
        _corals(board, out, at, seat, worth, danger, reach, returned, waits)
    _shared(board, out, seats * width, dearest, cheapest)


def _means(
    board: Board, out: vec[i64], at: i64, seat: i64, worth: vec[i64], rises: vec[i64], falls: vec[i64], waits: i64
) -> None:
    """The parrotfish, what is behind and in front of the screen, and the sea."""
    growing = own_colours(board, seat)
    sure: i64 = 0
    likely: i64 = 0
    size: i64 = 0
    upwards: i64 = 0
    downwards: i64 = 0
    front: i64 = 0
    front_colours: i64 = 0
    cubes: i64 = 0
    cube_colours: i64 = 0
    fitting_cubes: i64 = 0
    hand: i64 = 0
    fitting: i64 = 0
    ready: i64 = 0
    ready_fitting: i64 = 0
    dear: i64 = 0
    row = seat * COLOURS
    for colour in range(COLOURS):
        eaten = board.fish[row + colour]
        sure += eaten * board.value(colour)
        likely += eaten * worth[colour]
        size += eaten
        upwards += eaten * rises[colour]
        downwards += eaten * falls[colour]
        consumed = board.front[row + colour]
        front += consumed
        if consumed:
            front_colours += 1
        held = board.cubes[row + colour]
        cubes += held
        tiles = board.hand[row + colour]
        hand += tiles
        usable = smaller(tiles + consumed, 4)
        grows = (growing >> colour) & 1
        if held:
            cube_colours += 1
            ready += usable
            dear += usable * worth[colour]
            if grows:
                ready_fitting += usable
        if grows:
            fitting_cubes += smaller(held, 2)
            fitting += smaller(tiles, 5)
    out[at] = likely
    out[at + 1] = sure
    out[at + 2] = size
    out[at + 3] = upwards
    out[at + 4] = downwards
    eaten_corals = board.eaten[seat]
    if eaten_corals < SHRIMPS:
        out[at + 5 + eaten_corals] = 1  # up to at + 8
    out[at + 9] = board.home[seat]
    out[at + 10] = smaller(front, 10)
    out[at + 11] = front_colours
    out[at + 12] = smaller(cubes, 10)
    out[at + 13] = cube_colours
    out[at + 14] = fitting_cubes
    out[at + 15] = smaller(hand, 24)
    out[at + 16] = fitting
    out[at + 17] = ready
    out[at + 18] = ready_fitting
    out[at + 19] = dear // 10
    if eaten_corals > 0 and front > 0:
        out[at + 20] = 1
    if eaten_corals > 0:
        out[at + 21] = smaller(front, 5)
    out[at + 22 + smaller(waits, 3)] = 1  # up to at + 25
    out[at + 26] = board.stranded(seat)
    # The best that the sea has for this player: tiles of colours that grow, and a cube for them.
    best: i64 = 0
    most: i64 = 0
    for space in range(COLOURS):
        offer: i64 = 0
        if (growing >> space) & 1:
            offer += 2
        number: i64 = 0
        for colour in range(COLOURS):
            tiles = board.sea[space * COLOURS + colour]
            number += tiles
            if (growing >> colour) & 1:
                offer += tiles
        if offer > best:
            best = offer
        if number > most:
            most = number
    out[at + 31] = best
    if waits == 0:
        out[at + 32] = best
        out[at + 33] = most


def _corals(
    board: Board,
    out: vec[i64],
    at: i64,
    seat: i64,
    worth: vec[i64],
    danger: vec[i64],
    reach: vec[i64],
    returned: i64,
    waits: i64,
) -> None:
    """Each of a player's corals, the one that promises most first."""
    seats = board.seats
    rocks = board.seats
    kept = filled(MOST_CORALS, -1)  # what they promise, falling
    for rock in range(rocks):
        standing = board.shrimps[rock * seats + seat]
        against: i64 = 0
        for other in range(seats):
            if other != seat:
                against |= reach[other * rocks + rock]
        while standing:
            bit = standing & -standing
            standing ^= bit
            colour = board.colour_at(rock, bit)
            if colour < 0:
                continue
            coral = board.coral(rock, bit)
            size = count(coral)
            rank = size * 100 + worth[colour]
            place: i64 = 0
            while place < MOST_CORALS and kept[place] >= rank:
                place += 1
            if place == MOST_CORALS:
                continue
            # Those that promise less move on.
            for later in range(MOST_CORALS - 1, place, -1):
                kept[later] = kept[later - 1]
                to = at + BEFORE + later * OF_CORAL
                for number in range(OF_CORAL):
                    out[to + number] = out[to - OF_CORAL + number]
            kept[place] = rank
            _coral(
                board,
                out,
                at + BEFORE + place * OF_CORAL,
                seat,
                rock,
                bit,
                coral,
                size,
                colour,
                worth,
                danger,
                against,
                returned,
                waits,
            )


def _coral(
    board: Board,
    out: vec[i64],
    at: i64,
    seat: i64,
    rock: i64,
    bit: i64,
    coral: i64,
    size: i64,
    colour: i64,
    worth: vec[i64],
    danger: vec[i64],
    against: i64,
    returned: i64,
    waits: i64,
) -> None:
    beside = near(board.near, rock, coral)
    safe = size - count(coral & danger[rock])
    spared = size - count(coral & against)
    room = count(beside & board.empty(rock))
    row = seat * COLOURS + colour
    tiles: i64 = 0
    if board.cubes[row]:
        tiles = smaller(board.hand[row] + board.front[row], 4)
    meal: i64 = 0
    if size > returned:
        meal = size - returned
    sure: i64 = 0
    if safe > returned:
        sure = safe - returned
    hoped: i64 = 0
    if spared > returned:
        hoped = spared - returned
    out[at] = 1
    out[at + 1] = smaller(size, 14)
    out[at + 2] = safe
    out[at + 3] = spared
    out[at + 4] = meal * worth[colour] // 5
    out[at + 5] = sure * worth[colour] // 5
    out[at + 6] = hoped * worth[colour] // 5
    out[at + 7] = 1 if size >= SMALLEST_MEAL else 0
    out[at + 8] = 1 if safe >= SMALLEST_MEAL else 0
    out[at + 9] = smaller(room, 8)
    out[at + 10] = smaller(tiles, room + 1)
    out[at + 11] = worth[colour] // 5
    if waits == 0:
        out[at + 12] = meal * worth[colour] // 5


def _shared(board: Board, out: vec[i64], at: i64, dearest: i64, cheapest: i64) -> None:
    locked = count(board.covered)
    out[at] = locked
    out[at + 1] = count(ALL_TILES & ~board.covered) * locked
    bag = board.bag_size()
    out[at + 2] = smaller(bag, 40)
    out[at + 3] = smaller(bag // 4, 40)
    out[at + 4] = 1 if board.advanced else 0
    out[at + 5] = 1 if board.phase == EXTRA else 0
    out[at + 6] = 1 if board.phase == REFILL else 0
    out[at + 7] = 1 if board.bonus_gone else 0
    empty: i64 = 0
    for rock in range(board.seats):
        empty += count(board.empty(rock))
    out[at + 8] = empty
    out[at + 9] = dearest
    out[at + 10] = cheapest
    eaten: i64 = 0
    for seat in range(board.seats):
        eaten += board.eaten[seat]
    out[at + 11] = eaten
    out[at + 12] = 1 if board.phase < TURN else 0
    least: i64 = 99
    for colour in range(COLOURS):
        if board.supply[colour] < least:
            least = board.supply[colour]
    out[at + 13] = smaller(least, 6)
