"""The facts of the expansion as small ints and bit masks, read once from data.toml.

The 33 kinds of tile are numbered: five ordinary ones, then printed shrimps, doubles and halves of the five colours, the
ten bicolours, bare rock, deep water and the crown-of-thorns. Special tiles that lie together in a bag, on a space of
the open sea or at a screen are one number: two bits for how many there are of each kind, three for crowns.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, index
from atoll.reef_encounter.tables import BESIDE, CELLS, COLOURS, LAND, LETTERS, PLACE_NAMES, PLACES, ROCK_IDS

FACTS: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "data.toml").read_text("utf-8"))

# Kinds of tile
PRINTED: Final[i64] = 5
DOUBLE: Final[i64] = 10
HALF: Final[i64] = 15
BICOLOUR: Final[i64] = 20
ROCK: Final[i64] = 30
WATER: Final[i64] = 31
CROWN: Final[i64] = 32
POLYP_KINDS: Final[i64] = 30
KINDS: Final[i64] = 33
CROWNS: Final[int] = FACTS["tiles"]["crown"]
BLUE_SHRIMPS: Final[int] = FACTS["blue_shrimps"]
HAND_LIMIT: Final[int] = FACTS["hand_limit"]
DIP: Final[int] = FACTS["dip"]

_PAIRS: Final = sorted("".join(sorted(a + b)) for a in LETTERS for b in LETTERS if a < b)
TOKENS: Final[list[str]] = [
    *LETTERS,
    *(letter + mark for mark in "s2h" for letter in LETTERS),
    *_PAIRS,
    "rock",
    "water",
    "crown",
]


def _colours_of() -> vec[i64]:
    out = vec[i64]()
    for kind in range(KINDS):
        mask: i64 = 0
        if kind < POLYP_KINDS:
            for colour in range(COLOURS):
                if LETTERS[colour] in TOKENS[kind]:
                    mask |= BIT[colour]
        out = append(out, mask)
    return out


# By kind: the colours it has.
COLOURS_OF: Final = _colours_of()

# The tiles of one colour, by what they are: ordinary, printed, double, the bicolours, the half in its four turns.
VARIANTS: Final[i64] = 11
TURNED: Final[i64] = 7  # the first turn of the half
TURNS: Final[i64] = 4
UNTURNED: Final[i64] = 8  # variants without a turn: all tiles of a colour, the half once
TURN_NAMES: Final[list[str]] = ["ne", "se", "sw", "nw"]
DIRECTIONS: Final[i64] = 4  # north, east, south, west


def _variants() -> vec[i64]:
    out = vec[i64]()
    for colour in range(COLOURS):
        out = append(out, colour)
        out = append(out, PRINTED + colour)
        out = append(out, DOUBLE + colour)
        for kind in range(BICOLOUR, ROCK):
            if COLOURS_OF[kind] & BIT[colour]:
                out = append(out, kind)
        for _ in range(TURNS):
            out = append(out, HALF + colour)
    return out


# By colour and variant: the kind.
VARIANT: Final = _variants()


def _sides() -> vec[i64]:
    return vec[i64]([3, 6, 12, 9])


# By turn of a half: its coral sides, as a mask of directions.
SIDES: Final = _sides()


def _weights() -> vec[i64]:
    out = vec[i64]()
    for kind in range(KINDS):
        out = append(out, 0 if kind < COLOURS else BIT[2 * (kind - COLOURS)])
    return out


# By kind: one tile of it, in a number of special tiles; 0 for ordinary ones.
ONE: Final = _weights()
ONES: Final[i64] = 0x55555555555555  # the lower bit of each kind
LONE: Final[i64] = 0x15555555555555  # the same without that of crowns
POLYPS_ONLY: Final[i64] = 0x3FFFFFFFFFFFF  # the bits of the polyp tiles
CROWN_SHIFT: Final[i64] = 54
FOUR: Final[i64] = 56


def _every() -> i64:
    facts = FACTS["tiles"]
    total: i64 = 0
    for kind in range(COLOURS, KINDS):
        name = "printed" if kind < DOUBLE else "double" if kind < HALF else "half" if kind < BICOLOUR else "bicolour"
        number: i64 = facts[TOKENS[kind] if kind >= ROCK else name]
        total += number * ONE[kind]
    return total


# All special tiles together.
EVERY_SPECIAL: Final = _every()


def of_kind(tiles: i64, kind: i64) -> i64:
    """How many tiles of a special kind are in a number of special tiles."""
    if kind == CROWN:
        return tiles >> CROWN_SHIFT
    return (tiles >> (2 * (kind - COLOURS))) & 3


def how_many(tiles: i64) -> i64:
    """How many special tiles there are."""
    if tiles == 0:
        return 0
    return count(tiles & ONES) + 2 * count((tiles >> 1) & ONES) + 4 * (tiles >> FOUR)


def _of_colour() -> vec[i64]:
    out = vec[i64]()
    for colour in range(COLOURS):
        mask: i64 = 0
        for kind in range(PRINTED, POLYP_KINDS):
            if COLOURS_OF[kind] & BIT[colour]:
                mask |= 3 * ONE[kind]
        out = append(out, mask)
    return out


def _kinds_of() -> vec[i64]:
    out = vec[i64]()
    for colour in range(COLOURS):
        mask: i64 = 0
        for kind in range(POLYP_KINDS):
            if COLOURS_OF[kind] & BIT[colour]:
                mask |= BIT[kind]
        out = append(out, mask)
    return out


ANY_POLYP: Final[i64] = 0x3FFFFFFF  # all kinds of polyp tiles
# By colour: the kinds of tile that have it.
KINDS_OF: Final = _kinds_of()
# By colour: where special tiles that have it are counted.
OF_COLOUR: Final = _of_colour()

# Places

_COLUMNS: Final = "zabcdefgh"


def _place(rock: int, name: str) -> int:
    names = PLACE_NAMES[rock]
    return names.index(name) if name in names else -1


def _towards() -> vec[i64]:
    out = vec[i64]([0] * (PLACES * DIRECTIONS))
    for rock in ROCK_IDS:
        for place in range(PLACES):
            for step in ((0, -1), (1, 0), (0, 1), (-1, 0)):
                there = -1
                if place < len(PLACE_NAMES[rock]):
                    name = PLACE_NAMES[rock][place]
                    column = _COLUMNS.index(name[0]) + step[0]
                    row = int(name[1]) + step[1]
                    if 0 <= column < len(_COLUMNS):
                        there = _place(rock, f"{_COLUMNS[column]}{row}")
                out = append(out, BIT[there] if there >= 0 else 0)
    return out


# By rock id, place and direction: the neighbour there, or 0.
TOWARDS: Final = _towards()


def _by_name() -> vec[i64]:
    out = vec[i64]([0] * PLACES)
    for rock in ROCK_IDS:
        names = PLACE_NAMES[rock]
        order = sorted(range(len(names)), key=lambda place: names[place])
        for at in range(PLACES):
            out = append(out, order[at] if at < len(order) else 0)
    return out


# By rock id: its places in the order of their names.
BY_NAME: Final = _by_name()


def _enclosed() -> vec[i64]:
    out = vec[i64]([0])
    for rock in ROCK_IDS:
        mask: i64 = 0
        for name in FACTS["enclosed"][str(rock)]:
            mask |= BIT[_place(rock, name)]
        out = append(out, mask)
    return out


# By rock id: the printed water in the middle of it, and all its places.
ENCLOSED: Final = _enclosed()


def _everywhere() -> vec[i64]:
    out = vec[i64]([0])
    for rock in ROCK_IDS:
        out = append(out, BIT[len(PLACE_NAMES[rock])] - 1)
    return out


EVERYWHERE: Final = _everywhere()


def beside_printed(rock: i64, water: i64) -> i64:
    """The places of a rock, by its id, that are next to printed rock without a water tile."""
    cells: i64 = 0
    left = LAND[rock] & ~water
    while left:
        cells |= BESIDE[rock * PLACES + index(left & -left)]
        left &= left - 1
    return cells


def _fringe() -> vec[i64]:
    out = vec[i64]([0])
    for rock in ROCK_IDS:
        out = append(out, beside_printed(rock, 0))
    return out


# By rock id: the same while there is no water tile.
FRINGE: Final = _fringe()
DRAWN: Final[i64] = BIT[CELLS] - 1

# Cards

CARD_NAMES: Final[list[str]] = [str(card["name"]) for card in FACTS["card"]]
CARDS: Final[i64] = 28
ALL_CARDS: Final[i64] = 0xFFFFFFF


def marked(mark: str) -> int:
    """The cards that carry a mark in the house's assignment, as a mask."""
    return sum(1 << at for at, card in enumerate(FACTS["card"]) if mark in card["marks"])


ALGAE_INDIGESTION: Final[i64] = 0
CONFUSION: Final[i64] = 1
CONSUMED_POLYP_TILES: Final[i64] = 2
DEEP_WATER: Final[i64] = 3
DISINTEGRATION: Final[i64] = 4
DISLODGED: Final[i64] = 5
DOUBLE_LOCK: Final[i64] = 6
EXTRA_FREE_GROWTH: Final[i64] = 7
EXTRA_GROWTH: Final[i64] = 8
FAIR_EXCHANGE: Final[i64] = 9
FREE_ALGA: Final[i64] = 10
FREE_GROWTH: Final[i64] = 11
GREY_STRENGTH: Final[i64] = 12
LARVA_CUBE_EXCHANGE: Final[i64] = 13
LATE_BREAKFAST: Final[i64] = 14
LUCKY_DIP: Final[i64] = 15
METAMORPHOSIS: Final[i64] = 16
ORANGE_STRENGTH: Final[i64] = 17
PICK_ME_UP: Final[i64] = 18
PINK_STRENGTH: Final[i64] = 19
SECOND_COURSE: Final[i64] = 20
STRONG_CURRENT: Final[i64] = 21
UNRELIABLE_1: Final[i64] = 22
UNRELIABLE_4: Final[i64] = 25
WHITE_STRENGTH: Final[i64] = 26
YELLOW_STRENGTH: Final[i64] = 27


def cards(*chosen: i64) -> i64:
    """Cards as a mask."""
    mask: i64 = 0
    for card in chosen:
        mask |= BIT[card]
    return mask


# By colour: the card that makes its polyps worth more.
STRENGTHS: Final = vec[i64]([WHITE_STRENGTH, YELLOW_STRENGTH, ORANGE_STRENGTH, PINK_STRENGTH, GREY_STRENGTH])
SCORING: Final = cards(WHITE_STRENGTH, YELLOW_STRENGTH, ORANGE_STRENGTH, PINK_STRENGTH, GREY_STRENGTH, METAMORPHOSIS)
# Those for one's own turn alone, whatever they are marked with.
OWN_TURN: Final = cards(DEEP_WATER, DOUBLE_LOCK, FREE_ALGA, FREE_GROWTH, LATE_BREAKFAST, PICK_ME_UP)
