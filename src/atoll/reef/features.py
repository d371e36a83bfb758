"""What a learned judge notices about a position: numbers of each seat, and some that are the same for all.

Whoever changes what is noticed raises VERSION; nets that learned the older one are refused then.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, filled, index, smaller
from atoll.core.state import CHANCE
from atoll.core.value import Lore
from atoll.reef.board import HEIGHTS, LAYING, SET_UP, Board
from atoll.reef.tables import COLOURS, DECK, DISPLAY, HAND_LIMIT, PIECES, TALLEST

VERSION: Final = 1

HELD: Final[i64] = 4  # cards of a hand
OF_CARD: Final[i64] = 5  # numbers of each
BEFORE: Final[i64] = 34
OWN: Final[i64] = 54  # BEFORE + HELD * OF_CARD
SHARED: Final[i64] = 12
LORE: Final = Lore("reef", VERSION, OWN, SHARED, Path(__file__).parent / "nets")

assert OWN == BEFORE + HELD * OF_CARD


def upcoming(board: Board) -> i64:
    """Who acts next: the next player while a card is turned up, or while pieces are being laid."""
    seat = board.mover
    if seat < 0:
        seat = 0
    if board.phase != SET_UP and (board.seat == CHANCE or board.phase == LAYING):
        seat += 1
        if seat >= board.seats:
            seat = 0
    return seat


class Trial:
    """A reef on which pieces are laid to see what comes of it."""

    def __init__(self) -> None:
        self.tops = filled(COLOURS, 0)
        self.heights = filled(HEIGHTS, 0)


def lift(board: Board, seat: i64, trial: Trial) -> None:
    """Note a reef, so that it can be put back."""
    for colour in range(COLOURS):
        trial.tops[colour] = board.tops[seat * COLOURS + colour]
    for height in range(HEIGHTS):
        trial.heights[height] = board.heights[seat * HEIGHTS + height]


def put_back(board: Board, seat: i64, trial: Trial) -> None:
    for colour in range(COLOURS):
        board.tops[seat * COLOURS + colour] = trial.tops[colour]
    for height in range(HEIGHTS):
        board.heights[seat * HEIGHTS + height] = trial.heights[height]


def lay(board: Board, seat: i64, colour: i64, cell: i64) -> None:
    """A piece onto a reef, as far as scoring looks at it."""
    bit = BIT[cell]
    row = seat * HEIGHTS
    for height in range(TALLEST):
        if board.heights[row + height] & bit:
            board.heights[row + height] ^= bit
            board.heights[row + height + 1] |= bit
            break
    for other in range(COLOURS):
        board.tops[seat * COLOURS + other] &= ~bit
    board.tops[seat * COLOURS + colour] |= bit


def best_place(board: Board, seat: i64, colour: i64, card: i64, trial: Trial) -> i64:
    """The cell where a piece of a colour lets a card score most; ties go to the first."""
    lift(board, seat, trial)
    free = board.low_enough(seat)
    best: i64 = -1
    most: i64 = -1
    while free:
        low = free & -free
        free ^= low
        lay(board, seat, colour, index(low))
        score = board.card_score(seat, card)
        put_back(board, seat, trial)
        if score > most:
            best, most = index(low), score
    return best


def after_playing(board: Board, seat: i64, card: i64, first: Trial, second: Trial) -> i64:
    """What a card may score when it is played: its pieces laid one after the other, each where it brings most."""
    pieces = filled(2, -1)
    number: i64 = 0
    for colour in range(COLOURS):
        given = smaller(DECK.gives[card * COLOURS + colour], board.supply[colour])
        for _ in range(given):
            if number < 2:
                pieces[number] = colour
                number += 1
    most = board.card_score(seat, card) if number == 0 else 0
    lift(board, seat, first)
    for order in range(number if number < 2 or pieces[0] == pieces[1] else 2):
        for at in range(number):
            colour = pieces[at if order == 0 else number - 1 - at]
            cell = best_place(board, seat, colour, card, second)
            if cell >= 0:
                lay(board, seat, colour, cell)
        score = board.card_score(seat, card)
        put_back(board, seat, first)
        if score > most:
            most = score
        if number < 2 or pieces[0] == pieces[1]:
            break
    return most


def sense(board: Board, out: vec[i64]) -> None:
    """Notice everything."""
    seats = board.seats
    first_seat = upcoming(board)
    one, two = Trial(), Trial()
    for seat in range(seats):
        at = seat * OWN
        waits = seat - first_seat
        if waits < 0:
            waits += seats
        _reef(board, out, at, seat, waits)
        _hand(board, out, at, seat, waits, one, two)
    _shared(board, out, seats * OWN)


def _reef(board: Board, out: vec[i64], at: i64, seat: i64, waits: i64) -> None:
    out[at + 1] = board.points[seat]
    out[at + 2 + smaller(waits, 3)] = 1  # up to at + 5
    occupied = board.occupied(seat)
    out[at + 6] = count(occupied)
    for height in range(1, HEIGHTS):
        out[at + 6 + height] = count(board.heights[seat * HEIGHTS + height])  # up to at + 10
    most: i64 = 0
    for colour in range(COLOURS):
        tops = board.tops[seat * COLOURS + colour]
        number = count(tops)
        out[at + 11 + colour] = number  # up to at + 14
        if number > most:
            most = number
    out[at + 15] = most


def _hand(board: Board, out: vec[i64], at: i64, seat: i64, waits: i64, one: Trial, two: Trial) -> None:
    """The cards of a hand, the one that can bring most now first, and what the display would bring."""
    cards = board.hand[seat]
    held = count(cards)
    out[at + 16] = held
    out[at + 17] = 1 if held == HAND_LIMIT else 0
    out[at + 18] = 1 if held == 0 else 0
    kept = filled(HELD, -1)
    promise: i64 = 0
    while cards:
        low = cards & -cards
        cards ^= low
        card = index(low)
        now = board.card_score(seat, card)
        then = after_playing(board, seat, card, one, two)
        promise += then
        place: i64 = 0
        while place < HELD and kept[place] >= then:
            place += 1
        if place == HELD:
            continue
        for later in range(HELD - 1, place, -1):
            kept[later] = kept[later - 1]
            to = at + BEFORE + later * OF_CARD
            for number in range(OF_CARD):
                out[to + number] = out[to - OF_CARD + number]
        kept[place] = then
        to = at + BEFORE + place * OF_CARD
        out[to] = 1
        out[to + 1] = now
        out[to + 2] = then
        out[to + 3] = DECK.points[card]
        out[to + 4] = 1 if board.occurrences(seat, card) else 0
    out[at] = 4 * board.points[seat] + 2 * promise
    out[at + 19] = promise
    out[at + 20] = board.hand_score(seat)
    best: i64 = 0
    total: i64 = 0
    for place in range(DISPLAY):
        card = board.display[place]
        if card:
            then = after_playing(board, seat, card, one, two) + board.offered[place]
            total += then
            if then > best:
                best = then
    out[at + 21] = best
    out[at + 22] = total
    out[at + 23 + smaller(waits, 3)] = best  # up to at + 26
    if waits == 0:
        out[at + 27] = total
        if kept[0] > 0:
            out[at + 28] = kept[0]
    if board.top:
        out[at + 29] = after_playing(board, seat, board.top, one, two)
    if held < HAND_LIMIT:
        out[at + 30] = best
    out[at + 31] = 1 if board.points[seat] == 0 else 0
    rounds = least_left(board)
    out[at + 32] = smaller(rounds, 12) * held
    out[at + 33] = promise if rounds <= 3 else 0


def least_left(board: Board) -> i64:
    """How many pieces of the scarcest colour are left."""
    least: i64 = 99
    for colour in range(COLOURS):
        if board.supply[colour] < least:
            least = board.supply[colour]
    return least


def _shared(board: Board, out: vec[i64], at: i64) -> None:
    least = least_left(board)
    out[at] = least
    out[at + 1] = 1 if least <= 1 else 0
    out[at + 2] = 1 if least <= 3 else 0
    out[at + 3] = smaller(count(board.deck), 50)
    out[at + 4] = smaller(count(board.deck), 6)
    left: i64 = 0
    for colour in range(COLOURS):
        left += board.supply[colour]
    out[at + 5] = left
    out[at + 6] = PIECES[board.seats] - least
    out[at + 7] = 1 if board.free else 0
    out[at + 8] = 1 if board.phase == SET_UP else 0
    out[at + 9] = 1 if board.phase == LAYING else 0
    offered: i64 = 0
    for place in range(DISPLAY):
        offered += board.offered[place]
    out[at + 10] = offered
    out[at + 11] = upcoming(board)
