"""What a position of the expansion is worth to a seat, roughly: in tenths of a point, for bots that look ahead."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, smaller
from atoll.core.legal import Legal
from atoll.reef_encounter.appraise import WON, means, outlooks_of, own_colours, prospects
from atoll.reef_encounter.board import RETURNED, TURN, near
from atoll.reef_encounter.tables import COLOURS, PLACES
from atoll.second_kind.heaps import (
    BLUE,
    CARD,
    CROWNS,
    CURRENT,
    DIP,
    DRAW_CARD,
    FISH,
    FOR_BLUE,
    FOR_MEAL,
    FRONT,
    HAND,
    NOTHING,
)
from atoll.second_kind.layers import Layers
from atoll.second_kind.moves import BOARD, CUBE, DISCARD, GROW, MOVE, SLOT_SIZE, UNLOCK
from atoll.second_kind.tables import (
    CARD_NAMES,
    CARDS,
    COLOURS_OF,
    CROWN,
    DOUBLE,
    HALF,
    HAND_LIMIT,
    POLYP_KINDS,
    POLYPS_ONLY,
    STRENGTHS,
    how_many,
    of_kind,
)

YET_TO_COLLECT: Final = 20
HELD_CARD: Final = 10
FIRST_MEAL: Final = 45  # a card with which the first coral can be eaten
CHOKED: Final = 25
UNKNOWN_CARD: Final = 14
UNKNOWN_TILES: Final = 24
CROWN_BESIDE: Final = 14
BLUE_ON_OWN: Final = 3
SPECIAL_BEHIND: Final = 5
TERRAIN_BEHIND: Final = 3
CONSUMED_SPECIAL: Final = 7

_WORTH: Final = {
    "algae-indigestion": 3,
    "confusion": 4,
    "consumed-polyp-tiles": 8,
    "deep-water": 6,
    "disintegration": 10,
    "dislodged": 12,
    "double-lock": 4,
    "extra-free-growth": 14,
    "extra-growth": 24,
    "fair-exchange": 8,
    "free-alga": 8,
    "free-growth": 11,
    "larva-cube-exchange": 6,
    "late-breakfast": 11,
    "lucky-dip": UNKNOWN_TILES,
    "pick-me-up": 8,
    "second-course": 8,
    "strong-current": 15,
}


def _worths() -> vec[i64]:
    return vec[i64](
        [_WORTH.get(name, 12 if "strength" in name or name == "metamorphosis" else 5) for name in CARD_NAMES]
    )


# By card: what its text is worth, more or less, while nobody has stopped it.
TEXT_WORTH: Final = _worths()


def appraise(board: Layers, seat: i64) -> i64:
    """The seat's prospects less half of those of the strongest other."""
    if board.over:
        return WON if seat in board.winners() else -WON
    outlooks = outlooks_of(board)
    own: i64 = 0
    best: i64 = 0
    corals = prospects(board, outlooks)
    for other in range(board.seats):
        worth = corals[other] + _fish(board, other, outlooks) - _crowns(board, other)
        if other == seat:
            own = worth
        elif worth > best:
            best = worth
    own += means(board, seat) + _tiles(board, seat) + _cards(board, seat, outlooks)
    if board.phase == TURN and board.mover == seat and not board.collected:
        own += YET_TO_COLLECT
    return own - best // 2


def _fish(board: Layers, seat: i64, outlooks: vec[i64]) -> i64:
    worth: i64 = special_fish(board, seat, outlooks)
    for colour in range(COLOURS):
        worth += board.fish[seat * COLOURS + colour] * outlooks[colour]
    return worth


def special_fish(board: Layers, seat: i64, outlooks: vec[i64]) -> i64:
    """What the special tiles in a parrotfish promise, each as the best colour that it has."""
    special = board.special[FISH + seat]
    worth: i64 = 0
    if special:
        for kind in range(COLOURS, POLYP_KINDS):
            number = of_kind(special, kind)
            if number:
                best: i64 = 0
                for colour in range(COLOURS):
                    if (COLOURS_OF[kind] >> colour) & 1 and outlooks[colour] > best:
                        best = outlooks[colour]
                worth += number * best * (2 if DOUBLE <= kind < HALF else 1)
    return worth


def _crowns(board: Layers, seat: i64) -> i64:
    """What crowns beside a player's corals will cost, one polyp a turn each."""
    cost: i64 = 0
    for rock in range(board.seats):
        crowns = board.layer(rock, CROWNS)
        while crowns:
            beside = near(board.near, rock, crowns & -crowns) & board.land[rock]
            if beside & board.own_corals(rock, seat):
                cost += CROWN_BESIDE
            crowns &= crowns - 1
        cost -= BLUE_ON_OWN * count(board.layer(rock, BLUE) & board.own_corals(rock, seat))
    return cost


def _tiles(board: Layers, seat: i64) -> i64:
    """Special tiles behind and in front of the screen."""
    special = board.special[HAND + seat]
    worth = SPECIAL_BEHIND * smaller(how_many(special & POLYPS_ONLY), 6)
    worth += TERRAIN_BEHIND * how_many(special & ~POLYPS_ONLY) + TERRAIN_BEHIND * of_kind(special, CROWN)
    return worth + CONSUMED_SPECIAL * smaller(how_many(board.special[FRONT + seat]), 4)


def _cards(board: Layers, seat: i64, outlooks: vec[i64]) -> i64:
    """Cards in hand, laid out, in play and yet to come."""
    cards = board.cards[seat]
    worth: i64 = HELD_CARD * count(cards)
    laid_out = board.laid_out[seat]
    worth += (HELD_CARD + 1) * count(laid_out)
    for colour in range(COLOURS):
        if (cards | laid_out) & BIT[STRENGTHS[colour]]:
            worth += 5 * smaller(2, board.fish[seat * COLOURS + colour])
    starving = board.eaten[seat] == 0
    if starving and cards & board.blue_marks:
        worth += FIRST_MEAL
    if choked(board, seat):
        worth -= CHOKED
    if board.player != seat or board.asked == NOTHING:
        return worth
    if board.asked == DRAW_CARD:
        worth += UNKNOWN_CARD
        if starving and not cards & board.blue_marks:
            worth += FIRST_MEAL // 2
    elif board.asked == DIP:
        worth += UNKNOWN_TILES
    elif board.asked == CURRENT:
        if board.way == FOR_MEAL:
            rock = board.spot // PLACES
            bit = BIT[board.spot % PLACES]
            size = count(board.coral(rock, bit)) - RETURNED - (1 if board.advanced else 0)
            worth += FIRST_MEAL + 25 + size * outlooks[board.colour_at(rock, bit)] * 5 // 10
        elif board.way == FOR_BLUE:
            worth += 6
        else:
            worth += TEXT_WORTH[board.card]
    return worth


def choked(board: Layers, seat: i64) -> bool:
    """Whether a player can neither eat a first coral with the cards at hand nor buy another one."""
    cards = board.cards[seat]
    return board.eaten[seat] == 0 and not cards & board.blue_marks and count(cards) >= HAND_LIMIT


def candidates(board: Layers, moves: Legal) -> None:
    """Keep of the legal moves those worth a look.

    No shrimp goes onto bare rock, no card is thrown away without need, what grows grows beside one's corals; a polyp
    that is owed comes first. Where nothing is left, all stay.
    """
    groups = moves.groups()
    owing = board.asked == NOTHING and board.open >= 0 and not board.placed
    moves.clear()
    kept: i64 = 0
    for group in range(groups):
        base = moves.base(group)
        mask = moves.mask(group)
        if MOVE <= base < CUBE:
            place = (base - MOVE) % SLOT_SIZE
            if place < BOARD:
                mask &= board.grown(place // PLACES)
            if owing and kept:
                mask = 0
        elif GROW <= base < UNLOCK and board.asked == CARD:
            mask &= _wanted(board, (base - GROW) // BOARD, (base - GROW) % BOARD // PLACES)
        elif DISCARD <= base < DISCARD + CARDS and not choked(board, board.seat):
            mask = 0
        if mask:
            kept += 1
        moves.add(base, mask)
    if kept == 0:
        moves.clear()
        board.generate(moves)


def _wanted(board: Layers, colour: i64, rock: i64) -> i64:
    """Where a player may want a colour to grow: beside an own coral of it, and against other colours."""
    if not (own_colours(board, board.seat) >> colour) & 1:
        return 0
    own = board.own_corals(rock, board.seat) & board.polyps[rock * COLOURS + colour]
    return near(board.near, rock, own)
