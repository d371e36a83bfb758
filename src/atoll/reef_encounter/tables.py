"""The facts of the game as tables of small ints and bit masks, read once from data.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT

COLOURS: Final[i64] = 5
ALGAE: Final[i64] = 4
TILES: Final[i64] = 10
ALL_TILES: Final[i64] = 1023
COLUMNS: Final[i64] = 7
ROWS: Final[i64] = 6
CELLS: Final[i64] = 42
MOST_ROCKS: Final[i64] = 4
# A rock's neighbourhood is looked up a row of seven spaces at a time: one table of 128 unions of masks for each row.
CHUNK: Final[i64] = 128
NEAR_SIZE: Final[i64] = 768

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


def neighbours(land: i64, cell: i64) -> i64:
    """The spaces of a rock that touch one of them along an edge."""
    row = cell // COLUMNS
    column = cell % COLUMNS
    mask: i64 = 0
    if row > 0:
        mask |= BIT[cell - COLUMNS]
    if row < ROWS - 1:
        mask |= BIT[cell + COLUMNS]
    if column > 0:
        mask |= BIT[cell - 1]
    if column < COLUMNS - 1:
        mask |= BIT[cell + 1]
    return mask & land


def near_table(rocks: vec[i64]) -> vec[i64]:
    """The neighbourhood of the rocks of a game: NEAR_SIZE unions of masks for each."""
    out = vec[i64](capacity=len(rocks) * NEAR_SIZE)
    for rock in rocks:
        land = LAND[rock]
        for row in range(ROWS):
            for pattern in range(CHUNK):
                mask: i64 = 0
                for column in range(COLUMNS):
                    cell: i64 = row * COLUMNS + column
                    if (pattern >> column) & 1 and land & (BIT[cell]):
                        mask |= neighbours(land, cell)
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
