"""What a seat sees of a position, as numbers for learners: own first, then the others clockwise.

`observe` writes them in the order in which `pieces` describes them; `view.py` says what may be among them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from atoll.core.bits import BIT, count, index
from atoll.core.observation import Piece, flags, planes
from atoll.core.sheet import Sheet
from atoll.reef.board import OVER, Board
from atoll.reef.tables import CARDS, CELLS, COLOURS, DISPLAY, HAND_LIMIT, LETTERS, PIECES, SIDE, TALLEST

PHASES: Final[i64] = 6
ENDS: Final[i64] = 2
HUNDRED: Final[i64] = 100
STACK: Final[i64] = 12  # bits of a stack: TALLEST pieces of three


def pieces(seats: int) -> list[Piece]:
    """The numbers that a seat gets."""
    board = (int(SIDE), int(SIDE))
    colours, cards = int(COLOURS), int(CARDS)
    supply = PIECES[seats]
    return [
        planes("tops", (seats, colours, *board), f"by seat and colour ({', '.join(LETTERS)}): stacks that it tops"),
        planes(
            "stacks",
            (seats, int(TALLEST), colours, *board),
            "by seat, level from the bottom, and colour: pieces inside the stacks",
        ),
        flags("hands", (seats, cards), "by seat and card: it is known to be in that hand"),
        Piece("hidden", (seats,), HAND_LIMIT, "by seat: cards in hand that were dealt and not shown"),
        flags("played", (seats, cards), "by seat and card: it was played"),
        Piece("points", (seats,), 99, "by seat: points, without the hundreds"),
        Piece("hundreds", (seats,), 255, "by seat: hundreds of points"),
        flags("display", (int(DISPLAY), cards), "by place and card: it lies there"),
        Piece("offered", (int(DISPLAY),), 255, "by place: points that lie on the card"),
        flags("top", (cards,), "the card on top of the deck"),
        flags("card", (cards,), "the card that is being played"),
        Piece("deck", (1,), cards, "cards in the deck, without the one on top"),
        Piece("supply", (colours,), supply, "by colour: pieces left"),
        Piece("left", (colours,), supply, "by colour: pieces that have still to be laid"),
        flags("last_round", (1,), "a colour has run out: the round is completed"),
        flags("phase", (int(PHASES),), "start pieces, display, turn, laying, top card, over"),
        flags("decides", (seats,), "by seat: it decides"),
        flags("you", (seats,), "which seat one has, counted from the one that began"),
        flags("ended", (int(ENDS),), "how the game ended: a colour, the deck"),
        flags("free", (1,), "the variant in which pieces start outside of the centre"),
    ]


def observe(board: Board, viewer: i64, out: Sheet) -> None:
    """Write all that a seat may know."""
    seats = board.seats
    over = board.phase == OVER
    for place in range(seats):
        seat = (viewer + place) % seats
        for colour in range(COLOURS):
            out.cells(board.tops[seat * COLOURS + colour], CELLS)
    for place in range(seats):
        seat = (viewer + place) % seats
        _stacks(board, seat, out)
    for place in range(seats):
        seat = (viewer + place) % seats
        out.cells(_shown(board, seat, place == 0 or over) >> 1, CARDS)
    for place in range(seats):
        seat = (viewer + place) % seats
        out.number(count(board.hand[seat] & ~_shown(board, seat, place == 0 or over)))
    for place in range(seats):
        out.cells(board.played[(viewer + place) % seats] >> 1, CARDS)
    for place in range(seats):
        out.number(board.points[(viewer + place) % seats] % HUNDRED)
    for place in range(seats):
        out.number(board.points[(viewer + place) % seats] // HUNDRED)
    for place in range(DISPLAY):
        out.one_of(board.display[place] - 1, CARDS)
    out.several(board.offered, 0, DISPLAY)
    out.one_of(board.top - 1, CARDS)
    out.one_of(board.card - 1, CARDS)
    out.number(count(board.deck))
    out.several(board.supply, 0, COLOURS)
    out.several(board.left, 0, COLOURS)
    out.flag(board.run_out())
    out.one_of(board.phase, PHASES)
    out.one_of(-1 if board.seat < 0 else (board.seat + seats - viewer) % seats, seats)
    out.one_of(viewer, seats)
    out.one_of(board.ended - 1, ENDS)
    out.flag(board.free)


def _shown(board: Board, seat: i64, known: bool) -> i64:
    """The cards of a hand that a viewer knows."""
    if known:
        return board.hand[seat]
    return board.hand[seat] & ~board.secret[seat]


def _stacks(board: Board, seat: i64, out: Sheet) -> None:
    """Four stacks, a row of the board, are one note: of those that changed, the pieces that did are written."""
    for row in range(SIDE):
        start = seat * CELLS + row * SIDE
        stacks: i64 = 0
        for column in range(SIDE):
            stacks |= board.stacks[start + column] << (column * STACK)
        before = out.noted(stacks)
        changed = before ^ stacks
        while changed:
            at = index(changed & -changed) // 3 * 3
            changed &= ~(BIT[at] * 7)
            cell = row * SIDE + at // STACK
            level = at % STACK // 3
            _piece(before >> at & 7, level, cell, 0, out)
            _piece(stacks >> at & 7, level, cell, 1, out)
    out.go_on(TALLEST * COLOURS * CELLS)


def _piece(piece: i64, level: i64, cell: i64, value: i64, out: Sheet) -> None:
    if piece:
        out.put((level * COLOURS + piece - 1) * CELLS + cell, value)
