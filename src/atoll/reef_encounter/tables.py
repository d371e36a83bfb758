"""The facts of the game as tables of small ints and bit masks, read once from data.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT, index

COLOURS: Final[i64] = 5
ALGAE: Final[i64] = 4
TILES: Final[i64] = 10
ALL_TILES: Final[i64] = 1023
COLUMNS: Final[i64] = 7
ROWS: Final[i64] = 6
CELLS: Final[i64] = 42
PLACES: Final[i64] = 60  # of a rock: its cells, then those over its edge
MOST_ROCKS: Final[i64] = 4
# A rock's neighbourhood is looked up seven places at a time, a row of the drawing: 128 unions of masks for each.
WIDTH: Final[i64] = 7
CHUNK: Final[i64] = 128
CHUNKS: Final[i64] = 9
NEAR_SIZE: Final[i64] = 1152

FACTS: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "data.toml").read_text("utf-8"))

LETTERS: Final[str] = "".join(FACTS["colours"])
ALGA_NAMES: Final[list[str]] = list(FACTS["algae"])
POLYPS: Final[int] = FACTS["polyps_per_colour"]
CUBES: Final[int] = FACTS["cubes_per_colour"]
CYLINDERS: Final[int] = FACTS["cylinders_per_alga"]
SHRIMPS: Final[int] = FACTS["shrimps_per_player"]
OPENING_SEA: Final[list[int]] = list(FACTS["opening_sea"])
OPENING_HAND: Final[dict[int, list[int]]] = {int(n): list(sizes) for n, sizes in FACTS["opening_hand"].items()}
ROCK_IDS: Final[list[int]] = [int(n) for n in FACTS["rocks"]]
TILE_NAMES: Final[list[str]] = list(FACTS["coral_tiles"])
CELL_NAMES: Final[list[str]] = [f"{'abcdefg'[c]}{r + 1}" for r in range(ROWS) for c in range(COLUMNS)]


def _drawing(rock: int) -> str:
    drawn = str(FACTS["rocks"][str(rock)])
    return "".join(drawn.split())


def _mask(drawing: str, wanted: str) -> i64:
    mask: i64 = 0
    bit: i64 = 1
    for letter in drawing:
        if letter in wanted:
            mask |= bit
        bit <<= 1
    return mask


def _by_rock(wanted: str) -> vec[i64]:
    out = vec[i64]()
    out = append(out, 0)
    for rock in ROCK_IDS:
        out = append(out, _mask(_drawing(rock), wanted))
    return out


def _starts() -> vec[i64]:
    out = vec[i64]()
    for _ in range(COLOURS):
        out = append(out, 0)
    for rock in ROCK_IDS:
        for letter in LETTERS:
            out = append(out, _mask(_drawing(rock), letter))
    return out


# By rock id (1 to 4): its spaces, its extra-growth space, the starting polyp of each colour.
LAND: Final = _by_rock(".*" + LETTERS)
STAR: Final = _by_rock("*")
START: Final = _starts()


def _spots(rock: int) -> list[tuple[int, int]]:
    """Row and column of each place of a rock: of its cells, then of what touches it above, left, right and below."""
    cells = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
    ring = [(-1, column) for column in range(COLUMNS)]
    ring += [(row, column) for column in (-1, int(COLUMNS)) for row in range(ROWS)]
    ring += [(int(ROWS), column) for column in range(COLUMNS)]
    printed = {spot for at, spot in enumerate(cells) if LAND[rock] >> at & 1}
    return cells + [spot for spot in ring if printed & set(_around(spot))]


def _around(spot: tuple[int, int]) -> list[tuple[int, int]]:
    row, column = spot
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def _beside() -> vec[i64]:
    out = vec[i64]([0] * PLACES)
    for rock in ROCK_IDS:
        spots = _spots(rock)
        for place in range(PLACES):
            mask: i64 = 0
            if place < len(spots):
                for other in _around(spots[place]):
                    if other in spots:
                        mask |= BIT[spots.index(other)]
            out = append(out, mask)
    return out


# By rock id: the names of its places, `d0` above the drawing, `z3` left of it, `h4` right of it, `e7` below it.
PLACE_NAMES: Final[list[list[str]]] = [
    [],
    *([f"{'zabcdefgh'[column + 1]}{row + 1}" for row, column in _spots(rock)] for rock in ROCK_IDS),
]
# By rock id and place: the places that touch it along a side.
BESIDE: Final = _beside()


def near_table(rocks: vec[i64], land: vec[i64]) -> vec[i64]:
    """The neighbourhood on the land of a game's rocks: NEAR_SIZE unions of masks for each."""
    out = vec[i64](capacity=len(rocks) * NEAR_SIZE)
    for rock in range(len(rocks)):
        there = land[rock]
        for chunk in range(CHUNKS):
            start = len(out)
            for pattern in range(CHUNK):
                mask: i64 = 0
                if pattern:
                    # The same without its lowest place, and that one.
                    mask = out[start + (pattern & (pattern - 1))]
                    place = chunk * WIDTH + index(pattern & -pattern)
                    if place < PLACES and there & BIT[place]:
                        mask |= BESIDE[rocks[rock] * PLACES + place] & there
                out = append(out, mask)
    return out


def _tile_column(first: str, second: str) -> vec[i64]:
    """An attribute of the ten tiles, starfish side up and then down."""
    out = vec[i64]()
    for name in (first, second):
        for tile in TILE_NAMES:
            word = str(FACTS["coral_tiles"][tile][name])
            out = append(out, LETTERS.index(word) if word in LETTERS else ALGA_NAMES.index(word))
    return out


# Index: tile, plus TILES when it lies starfish side down.
STRONG: Final = _tile_column("strong", "weak")
WEAK: Final = _tile_column("weak", "strong")
LARGE: Final = _tile_column("large", "small")


def _stronger() -> vec[i64]:
    out = vec[i64]()
    for side in range(2):
        for colour in range(COLOURS):
            mask: i64 = 0
            for tile in range(TILES):
                if STRONG[tile + TILES * side] == colour:
                    mask |= BIT[tile]
            out = append(out, mask)
    return out


# The tiles on which a colour is the stronger while they lie starfish side up, by colour, and then down.
STRONGER: Final = _stronger()


def _prey() -> vec[i64]:
    out = vec[i64]()
    for turned in range(ALL_TILES + 1):
        for colour in range(COLOURS):
            mask: i64 = 0
            for tile in range(TILES):
                side: i64 = tile + TILES * ((turned >> tile) & 1)
                if STRONG[side] == colour:
                    mask |= BIT[WEAK[side]]
            out = append(out, mask)
    return out


def _shows() -> vec[i64]:
    out = vec[i64]()
    for turned in range(ALL_TILES + 1):
        for alga in range(ALGAE):
            mask: i64 = 0
            for tile in range(TILES):
                if LARGE[tile + TILES * ((turned >> tile) & 1)] == alga:
                    mask |= BIT[tile]
            out = append(out, mask)
    return out


# By the set of turned tiles: the colours that a colour eats (COLOURS each), the tiles with a large alga (ALGAE each).
PREY: Final = _prey()
SHOWS: Final = _shows()
