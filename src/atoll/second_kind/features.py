"""What a learned judge notices about a position of the expansion: what it notices in the base game, and more.

Whoever changes what is noticed raises VERSION; nets that learned the older one are refused then.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, smaller
from atoll.core.value import Lore
from atoll.reef_encounter.appraise import outlooks_of
from atoll.reef_encounter.board import near
from atoll.reef_encounter.features import OWN as BASE_OWN
from atoll.reef_encounter.features import SHARED as BASE_SHARED
from atoll.reef_encounter.features import VERSION as BASE_VERSION
from atoll.reef_encounter.features import sense as sense_base
from atoll.reef_encounter.tables import COLOURS
from atoll.second_kind.appraise import choked, special_fish
from atoll.second_kind.heaps import BLUE, CROWNS, FISH, FRONT, HAND, NOTHING
from atoll.second_kind.layers import Layers
from atoll.second_kind.tables import CARDS, CROWN, POLYPS_ONLY, STRENGTHS, STRONG_CURRENT, how_many, of_kind

VERSION: Final = 100 * BASE_VERSION + 1

MORE_OWN: Final[i64] = 22
MORE_SHARED: Final[i64] = 5
OWN: Final[i64] = BASE_OWN + MORE_OWN
SHARED: Final[i64] = BASE_SHARED + MORE_SHARED
LORE: Final = Lore("second-kind", VERSION, OWN, SHARED, Path(__file__).parent / "nets")


def sense(board: Layers, out: vec[i64]) -> None:
    """Notice everything."""
    sense_base(board, out, OWN)
    worth = outlooks_of(board)
    for seat in range(board.seats):
        _seat(board, out, seat * OWN, seat, worth)
    at = board.seats * OWN + BASE_SHARED
    out[at] = smaller(count(board.deck), CARDS)
    out[at + 1] = 1 if board.blue_at_sea else 0
    out[at + 2] = board.beside
    crowns: i64 = 0
    for rock in range(board.seats):
        crowns += count(board.layer(rock, CROWNS))
    out[at + 3] = crowns
    out[at + 4] = 0 if board.asked == NOTHING else 1


def _seat(board: Layers, out: vec[i64], start: i64, seat: i64, worth: vec[i64]) -> None:
    special = special_fish(board, seat, worth)
    out[start] += special
    out[start + 2] += how_many(board.special[FISH + seat])
    at = start + BASE_OWN
    cards = board.cards[seat]
    laid_out = board.laid_out[seat]
    held = count(cards)
    out[at] = held
    out[at + 1] = 1 if held else 0
    out[at + 2] = count(cards & board.blue_marks)
    starving = board.eaten[seat] == 0
    if starving and cards & board.blue_marks:
        out[at + 3] = 1
    if starving and not cards & board.blue_marks:
        out[at + 4] = 1
    out[at + 5] = 1 if choked(board, seat) else 0
    out[at + 6] = count(laid_out)
    strength: i64 = 0
    for colour in range(COLOURS):
        if (cards | laid_out) & BIT[STRENGTHS[colour]]:
            strength += smaller(board.fish[seat * COLOURS + colour], 10)
    out[at + 7] = strength
    out[at + 8] = 1 if cards & BIT[STRONG_CURRENT] else 0
    behind = board.special[HAND + seat]
    out[at + 9] = smaller(how_many(behind & POLYPS_ONLY), 8)
    out[at + 10] = how_many(behind & ~POLYPS_ONLY)
    out[at + 11] = of_kind(behind, CROWN)
    out[at + 12] = smaller(how_many(board.special[FRONT + seat]), 6)
    out[at + 13] = special
    feared: i64 = 0
    eating: i64 = 0
    blue: i64 = 0
    attacked: i64 = 0
    for rock in range(board.seats):
        own = board.own_corals(rock, seat)
        others: i64 = 0
        for other in range(board.seats):
            if other != seat:
                others |= board.own_corals(rock, other)
        crowns = board.layer(rock, CROWNS)
        while crowns:
            beside = near(board.near, rock, crowns & -crowns) & board.land[rock]
            if beside & own:
                feared += 1
                attacked += count(beside & own)
            if beside & others:
                eating += 1
            crowns &= crowns - 1
        blue += count(board.layer(rock, BLUE) & own)
    out[at + 14] = feared
    out[at + 15] = eating
    out[at + 16] = blue
    out[at + 17] = attacked
    if board.mover == seat:
        out[at + 18] = 1 if board.collected else 0
        out[at + 19] = 1 if board.bought else 0
        out[at + 20] = 1 if board.asked != NOTHING and board.player == seat else 0
    out[at + 21] = board.polyps_behind(seat)
