"""What a learned judge notices about a position: numbers of each seat, and some that are the same for all.

Whoever changes what is noticed raises VERSION; nets that learned the older one are refused then.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, filled, index, smaller
from atoll.core.state import CHANCE
from atoll.core.value import Lore
from atoll.reef.board import HEIGHTS, LAYING, SET_UP, Board
from atoll.reef.prospects import ALONE, BY_ONE, BY_TWO, NUMBERS, prospects
from atoll.reef.tables import ANY_COLOUR, CARDS, COLOURS, DECK, DISPLAY, HAND_LIMIT, PIECES

VERSION: Final = 2

HELD: Final[i64] = 4  # cards of a hand
OF_CARD: Final[i64] = 6  # numbers of each
OFFERED: Final[i64] = 4  # cards of the display, and the top of the deck
OF_OFFER: Final[i64] = 4
REEF: Final[i64] = 16  # numbers of the reef, and whose turn it is
SUMS: Final[i64] = 22  # of all cards together
HAND_AT: Final[i64] = 38  # REEF + SUMS
OFFER_AT: Final[i64] = 62  # HAND_AT + HELD * OF_CARD
OWN: Final[i64] = 78  # OFFER_AT + OFFERED * OF_OFFER
SHARED: Final[i64] = 12
LORE: Final = Lore("reef", VERSION, OWN, SHARED, Path(__file__).parent / "nets")

assert HAND_AT == REEF + SUMS
assert OFFER_AT == HAND_AT + HELD * OF_CARD
assert OWN == OFFER_AT + OFFERED * OF_OFFER


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


def _relevant() -> vec[i64]:
    """By card: the colours of which a piece can help its pattern, as a mask."""
    out = vec[i64]([0])
    for card in range(1, int(CARDS) + 1):
        mask: i64 = 0
        for colour in (DECK.colour[card], DECK.other_colour[card]):
            mask |= 15 if colour == ANY_COLOUR else BIT[colour]
        out = append(out, mask)
    return out


RELEVANT: Final = _relevant()


class Seen:
    """What was noticed about a hand and a reef beside a display. It is often asked for again, as the others' reefs stay
    what they are while one looks for a turn; once it is made it never changes."""

    def __init__(self, key: vec[i64], numbers: vec[i64]) -> None:
        self.key = key
        self.numbers = numbers


def _nothing_seen() -> list[Seen]:
    return [Seen(vec[i64](), vec[i64]()) for _ in range(4)]


_seen: Final = _nothing_seen()  # by seat, the last one


def sense(board: Board, out: vec[i64]) -> None:
    """Notice everything."""
    seats = board.seats
    first_seat = upcoming(board)
    rounds = least_left(board)
    for seat in range(seats):
        waits = seat - first_seat
        if waits < 0:
            waits += seats
        _seat(board, out, seat, smaller(waits, 3), rounds)
    _shared(board, out, seats * OWN)


def _seat(board: Board, out: vec[i64], seat: i64, waits: i64, rounds: i64) -> None:
    at = seat * OWN
    numbers = _noticed(board, seat)
    for number in range(OWN):
        out[at + number] = numbers[number]
    out[at + 1] = board.points[seat]
    out[at + 2 + waits] = 1  # up to at + 5
    out[at] = 4 * board.points[seat] + 2 * out[at + REEF + 4]
    # What the display promises to whoever acts next, and what it is worth to play.
    offer = out[at + REEF + 9]
    out[at + REEF + 14 + waits] = offer  # up to + 17
    if waits == 0:
        out[at + REEF + 18] = out[at + REEF + 5]
    out[at + REEF + 19] = 1 if board.points[seat] == 0 else 0
    out[at + REEF + 20] = smaller(rounds, 12) * out[at + REEF]
    out[at + REEF + 21] = out[at + REEF + 3] if rounds <= 3 else 0
    for place in range(DISPLAY):
        out[at + OFFER_AT + place * OF_OFFER + 3] += board.offered[place]


def _key(board: Board, seat: i64) -> vec[i64]:
    """All that the rest follows from."""
    key = filled(COLOURS + HEIGHTS + 5, 0)
    for colour in range(COLOURS):
        key[colour] = board.tops[seat * COLOURS + colour]
    for height in range(HEIGHTS):
        key[COLOURS + height] = board.heights[seat * HEIGHTS + height]
    at = COLOURS + HEIGHTS
    for place in range(DISPLAY):
        key[at + place] = board.display[place]
    key[at + 3] = board.top
    key[at + 4] = board.hand[seat]
    return key


def _noticed(board: Board, seat: i64) -> vec[i64]:
    """What follows from a reef, a hand and the display."""
    key = _key(board, seat)
    seen = _seen[seat]
    known = seen.key
    same = len(known) == len(key)
    for at in range(len(known)):
        if known[at] != key[at]:
            same = False
            break
    if same:
        return seen.numbers
    out = filled(OWN, 0)
    _reef(board, out, seat)
    _cards(board, out, seat)
    _seen[seat] = Seen(key, out)
    return out


def _reef(board: Board, out: vec[i64], seat: i64) -> None:
    out[6] = count(board.occupied(seat))
    for height in range(1, HEIGHTS):
        out[6 + height] = count(board.heights[seat * HEIGHTS + height])  # up to 10
    most: i64 = 0
    for colour in range(COLOURS):
        number = count(board.tops[seat * COLOURS + colour])
        out[11 + colour] = number  # up to 14
        if number > most:
            most = number
    out[15] = most


def _helped(card: i64, helper: i64, found: vec[i64], at: i64) -> i64:
    """What a card would score after the pieces of another one are laid for it."""
    most = found[at + ALONE]
    for colour in range(COLOURS):
        given = DECK.gives[helper * COLOURS + colour]
        if given and RELEVANT[card] & BIT[colour]:
            score = found[at + (BY_TWO if given == 2 else BY_ONE) + colour]
            if score > most:
                most = score
    if DECK.colour[card] == ANY_COLOUR and found[at + BY_TWO] > most:
        most = found[at + BY_TWO]
    return most


def _cards(board: Board, out: vec[i64], seat: i64) -> None:
    """The cards of the hand, the one first that others can make most of, and those that can be had."""
    cards = filled(HELD + OFFERED, 0)
    held: i64 = 0
    hand = board.hand[seat]
    while hand and held < HELD:
        low = hand & -hand
        hand ^= low
        cards[held] = index(low)
        held += 1
    size = held
    for place in range(DISPLAY):
        cards[size] = board.display[place]
        size += 1
    cards[size] = board.top
    size += 1
    found = filled((HELD + OFFERED) * NUMBERS, 0)
    for number in range(size):
        if cards[number]:
            prospects(board, seat, cards[number], found, number * NUMBERS)
    _hand(out, cards, held, found)
    _offers(out, cards, held, size, found)
    out[REEF + 13] = board.hand_score(seat)


def _hand(out: vec[i64], cards: vec[i64], held: i64, found: vec[i64]) -> None:
    kept = filled(HELD, -1)
    sums = REEF
    out[sums] = held
    out[sums + 1] = 1 if held == HAND_LIMIT else 0
    out[sums + 2] = 1 if held == 0 else 0
    for number in range(held):
        card = cards[number]
        now = found[number * NUMBERS + ALONE]
        helped = now
        more = now  # by what can be had
        for other in range(len(cards)):
            if other != number and cards[other]:
                score = _helped(card, cards[other], found, number * NUMBERS)
                if other < held:
                    if score > helped:
                        helped = score
                    together = found[other * NUMBERS + ALONE] + score
                    if together > out[sums + 7]:
                        out[sums + 7] = together
                elif score > more:
                    more = score
        out[sums + 3] += now
        out[sums + 4] += helped
        if now > out[sums + 5]:
            out[sums + 5] = now
        if helped > out[sums + 6]:
            out[sums + 6] = helped
        if more > helped:
            out[sums + 8] += more - helped
        mark = 4 * helped + now
        place: i64 = 0
        while place < HELD and kept[place] >= mark:
            place += 1
        for later in range(HELD - 1, place, -1):
            kept[later] = kept[later - 1]
            to = HAND_AT + later * OF_CARD
            for each in range(OF_CARD):
                out[to + each] = out[to - OF_CARD + each]
        kept[place] = mark
        to = HAND_AT + place * OF_CARD
        out[to] = 1
        out[to + 1] = now
        out[to + 2] = helped
        out[to + 3] = more
        out[to + 4] = DECK.points[card]
        out[to + 5] = 1 if now > 0 else 0


def _offers(out: vec[i64], cards: vec[i64], held: i64, size: i64, found: vec[i64]) -> None:
    """What can be had: what it would score, now and after a card of the hand, and what it would do for the hand."""
    sums = REEF
    for number in range(held, size):
        card = cards[number]
        if card == 0:
            continue
        now = found[number * NUMBERS + ALONE]
        helped = now
        gain: i64 = 0
        for other in range(held):
            score = _helped(card, cards[other], found, number * NUMBERS)
            if score > helped:
                helped = score
            better = _helped(cards[other], card, found, other * NUMBERS) - found[other * NUMBERS + ALONE]
            if better > gain:
                gain = better
        to = OFFER_AT + (number - held) * OF_OFFER
        out[to] = now
        out[to + 1] = helped
        out[to + 2] = gain
        if number - held < DISPLAY:
            if helped > out[sums + 9]:
                out[sums + 10] = out[sums + 9]
                out[sums + 9] = helped
            elif helped > out[sums + 10]:
                out[sums + 10] = helped
            if gain > out[sums + 11]:
                out[sums + 11] = gain
            out[sums + 12] += helped


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
