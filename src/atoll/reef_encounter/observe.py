"""What a seat sees of a position, as numbers for learners: own first, then the others clockwise.

`observe` writes them in the order in which `pieces` describes them; `view.py` says what may be among them. What the
expansion shares with it is made of the same parts.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.observation import Piece, flags, planes
from atoll.core.sheet import Sheet
from atoll.reef_encounter.board import FULL_SPACE, MOST_LAID, MOST_LARVAE, OVER, Board
from atoll.reef_encounter.tables import (
    ALGA_NAMES,
    ALGAE,
    CELLS,
    COLOURS,
    COLUMNS,
    CUBES,
    CYLINDERS,
    LETTERS,
    MOST_ROCKS,
    POLYPS,
    ROWS,
    SHRIMPS,
    TILES,
)

PHASES: Final[i64] = 6
ENDS: Final[i64] = 4
ALL_POLYPS: Final[int] = POLYPS * len(LETTERS)
COLOUR: Final[str] = f"colour ({', '.join(LETTERS)})"


def pieces(seats: int) -> list[Piece]:
    """The numbers that a seat gets."""
    board = (int(ROWS), int(COLUMNS))
    colours = int(COLOURS)
    return [
        planes("land", (seats, *board), "by rock: its spaces"),
        planes("growth", (seats, *board), "by rock: its extra-growth space"),
        planes("polyps", (seats, colours, *board), f"by rock and {COLOUR}: polyps"),
        planes("shrimps", (seats, seats, *board), "by rock and seat: shrimps"),
        *common_pieces(seats),
        Piece("sea", (colours, colours), int(FULL_SPACE), "by space of the open sea and colour: polyp tiles"),
        Piece("bag", (1,), ALL_POLYPS, "tiles in the bag"),
        Piece("behind", (seats, colours), POLYPS, "by seat and colour: tiles that are surely behind the screen"),
        Piece("behind_size", (seats,), ALL_POLYPS, "by seat: tiles behind the screen, known or not"),
        Piece("consumed", (seats, colours), POLYPS, "by seat and colour: consumed polyps in front of the screen"),
        Piece("fish", (seats, colours), POLYPS, "by seat and colour: tiles in the parrotfish that one knows"),
        Piece("fish_size", (seats,), ALL_POLYPS, "by seat: tiles in the parrotfish, known or not"),
        flags("locked", (1,), "a coral tile has been locked in this turn"),
    ]


def common_pieces(seats: int) -> list[Piece]:
    """What the game has with and without the expansion."""
    colours, tiles, algae = int(COLOURS), int(TILES), int(ALGAE)
    return [
        flags("rocks", (seats, int(MOST_ROCKS)), "by rock: which one of the four it is"),
        flags("turned", (tiles,), "by coral tile: it lies starfish side down"),
        flags("covered", (tiles,), "by coral tile: it is locked"),
        flags("alga", (algae,), f"which alga ({', '.join(ALGA_NAMES)}) is on the alga space"),
        Piece("cylinders", (algae,), CYLINDERS, "by alga: cylinders left"),
        Piece("supply", (colours,), CUBES, "by colour: larva cubes in the supply"),
        Piece("bonus", (colours,), 1, "by colour: bonus tiles that lie ready"),
        flags("bonus_gone", (1,), "the bonus tiles have gone into the bag"),
        Piece("values", (colours,), 1 + tiles, "by colour: what a polyp scores, as the coral tiles lie"),
        Piece("cubes", (seats, colours), CUBES, "by seat and colour: larva cubes"),
        flags("first", (seats, colours), "by seat and colour: what went into the parrotfish at set-up, if one knows"),
        Piece("shrimps_behind", (seats,), SHRIMPS, "by seat: shrimps behind the screen"),
        Piece("shrimps_eaten", (seats,), SHRIMPS, "by seat: shrimps whose coral was eaten"),
        flags("acted", (1,), "the player has done something in this turn"),
        Piece("larvae", (1,), MOST_LARVAE, "larvae played in this turn"),
        flags("open", (colours,), "the colour of the open larva"),
        Piece("laid", (1,), MOST_LAID, "polyps laid from behind the screen under it"),
        flags("placed", (1,), "a polyp has been placed under it"),
        flags("introduced", (1,), "a shrimp has been introduced in this turn"),
        flags("phase", (int(PHASES),), "feeding the fish, taking cubes, turn, refill, extra turn, over"),
        flags("decides", (seats,), "by seat: it decides"),
        flags("you", (seats,), "which seat one has, counted from the one that began"),
        flags("ended", (int(ENDS),), "how the game ends: coral tiles, shrimps, full rocks, shortage"),
        flags("ended_by", (seats,), "by seat: it brought the end about"),
        flags("advanced", (1,), "the advanced game"),
    ]


def observe(board: Board, viewer: i64, out: Sheet) -> None:
    """Write all that a seat may know."""
    seats = board.seats
    for rock in range(seats):
        out.cells(board.land[rock], CELLS)
    for rock in range(seats):
        out.cells(board.star[rock], CELLS)
    for at in range(seats * COLOURS):
        out.cells(board.polyps[at], CELLS)
    for rock in range(seats):
        for place in range(seats):
            out.cells(board.shrimps[rock * seats + (viewer + place) % seats], CELLS)
    common(board, viewer, out)
    out.several(board.sea, 0, COLOURS * COLOURS)
    out.number(board.bag_size())
    for place in range(seats):
        start = (viewer + place) % seats * COLOURS
        if place == 0:
            out.several(board.hand, start, COLOURS)
        else:
            for colour in range(COLOURS):
                out.number(board.hand[start + colour] - board.least[start + colour])
    for place in range(seats):
        out.number(total(board.hand, (viewer + place) % seats * COLOURS))
    by_seat(board.front, viewer, seats, COLOURS, out)
    for place in range(seats):
        seat = (viewer + place) % seats
        hidden: i64 = -1 if known(board, seat, viewer) else board.first[seat]
        for colour in range(COLOURS):
            out.number(board.fish[seat * COLOURS + colour] - (1 if colour == hidden else 0))
    for place in range(seats):
        out.number(board.fish_size((viewer + place) % seats))
    out.flag(board.locked)


def common(board: Board, viewer: i64, out: Sheet) -> None:
    """What the game has with and without the expansion."""
    seats = board.seats
    for rock in range(seats):
        out.one_of(board.rocks[rock] - 1, MOST_ROCKS)
    out.cells(board.turned, TILES)
    out.cells(board.covered, TILES)
    out.one_of(board.alga, ALGAE)
    out.several(board.cylinders, 0, ALGAE)
    out.several(board.supply, 0, COLOURS)
    out.several(board.bonus, 0, COLOURS)
    out.flag(board.bonus_gone)
    for colour in range(COLOURS):
        out.number(board.value(colour))
    by_seat(board.cubes, viewer, seats, COLOURS, out)
    for place in range(seats):
        seat = (viewer + place) % seats
        out.one_of(board.first[seat] if known(board, seat, viewer) else -1, COLOURS)
    by_seat(board.home, viewer, seats, 1, out)
    by_seat(board.eaten, viewer, seats, 1, out)
    out.flag(board.acted)
    out.number(board.larvae)
    out.one_of(board.open, COLOURS)
    out.number(board.laid)
    out.flag(board.placed)
    out.flag(board.introduced)
    out.one_of(board.phase, PHASES)
    out.one_of(-1 if board.seat < 0 else (board.seat + seats - viewer) % seats, seats)
    out.one_of(viewer, seats)
    out.one_of(board.ended - 1, ENDS)
    out.one_of(-1 if board.ender < 0 else (board.ender + seats - viewer) % seats, seats)
    out.flag(board.advanced)


def by_seat(numbers: vec[i64], viewer: i64, seats: i64, each: i64, out: Sheet) -> None:
    """The numbers of each seat, own first."""
    out.several(numbers, viewer * each, (seats - viewer) * each)
    out.several(numbers, 0, viewer * each)


def known(board: Board, seat: i64, viewer: i64) -> bool:
    """Whether a viewer knows what is in a seat's parrotfish."""
    return seat == viewer or board.phase == OVER


def total(numbers: vec[i64], start: i64) -> i64:
    """The five numbers of a seat or a space together."""
    found: i64 = 0
    for at in range(start, start + COLOURS):
        found += numbers[at]
    return found
