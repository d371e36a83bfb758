"""What a seat sees of a position of the expansion, as numbers for learners; the base game writes what they share.

`observe` writes them in the order in which `pieces` describes them; `view.py` says what may be among them. The board is
a drawing of 8 rows and 9 columns: a rock's, and the ring of places over its edge.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, filled, index
from atoll.core.observation import Piece, flags, planes
from atoll.core.sheet import Sheet
from atoll.reef_encounter.board import FULL_SPACE
from atoll.reef_encounter.observe import COLOUR, common, common_pieces, known, total
from atoll.reef_encounter.tables import COLOURS, PLACE_NAMES, PLACES, POLYPS, ROCK_IDS
from atoll.second_kind.heaps import (
    ASIDE,
    BAG,
    BLUE,
    CARD,
    CROWNS,
    CURRENT,
    DISPLACED,
    FISH,
    FOR_BLUE,
    FRONT,
    HAND,
    NOTHING,
    PUSHED,
    ROCKS,
    SEA,
    SPECIAL,
    WATERS,
)
from atoll.second_kind.layers import TURN_SHIFT, Layers
from atoll.second_kind.redeal import could_be_fed
from atoll.second_kind.tables import (
    BICOLOUR,
    BLUE_SHRIMPS,
    CARD_NAMES,
    CARDS,
    COLOURS_OF,
    DOUBLE,
    HALF,
    KINDS,
    TOKENS,
    TURN_NAMES,
    TURNS,
    how_many,
    of_kind,
)

ROWS: Final[i64] = 8
COLUMNS: Final[i64] = 9
DRAWN: Final[i64] = 72
STAGES: Final[i64] = 4
QUESTIONS: Final[i64] = 6
# What is noted of special polyps: printed shrimps, doubles, the other colour of a bicolour, the turn of a half.
OTHER: Final[i64] = 2
TURN: Final[i64] = 7
SORTS: Final[i64] = 11


def _grid() -> vec[i64]:
    out = filled(PLACES, 0)
    for rock in ROCK_IDS:
        for place in range(PLACES):
            at: i64 = 0
            if place < len(PLACE_NAMES[rock]):
                name = PLACE_NAMES[rock][place]
                at = int(name[1]) * COLUMNS + "zabcdefgh".index(name[0])
            out = append(out, at)
    return out


# By rock id and place: where it is in the drawing.
GRID: Final = _grid()


def pieces(seats: int) -> list[Piece]:
    """The numbers that a seat gets."""
    board = (int(ROWS), int(COLUMNS))
    colours, kinds, cards = int(COLOURS), int(KINDS), int(CARDS)
    tile = f"kind of tile ({', '.join(TOKENS)})"
    return [
        planes("land", (seats, *board), "by rock: where polyps can lie, with rock tiles and without water tiles"),
        planes("growth", (seats, *board), "by rock: its extra-growth space"),
        planes("polyps", (seats, colours, *board), f"by rock and {COLOUR}: polyps, special ones as what they show"),
        planes("shrimps", (seats, seats, *board), "by rock and seat: shrimps"),
        planes("blue", (seats, *board), "by rock: wooden blue shrimps"),
        planes("crowns", (seats, *board), "by rock: crowns-of-thorns"),
        planes("rock_tiles", (seats, *board), "by rock: rock tiles"),
        planes("water_tiles", (seats, *board), "by rock: water tiles"),
        planes("printed", (seats, *board), "by rock: polyps with a printed shrimp"),
        planes("doubles", (seats, *board), "by rock: double polyps"),
        planes("bicolours", (seats, colours, *board), "by rock and colour: bicolours, by the colour they do not show"),
        planes("halves", (seats, int(TURNS), *board), f"by rock and turn ({', '.join(TURN_NAMES)}): halves"),
        planes("cell", (seats, *board), "by rock: the place that is in question"),
        *common_pieces(seats),
        Piece("sea", (colours, kinds), int(FULL_SPACE), f"by space of the open sea and {tile}: tiles"),
        Piece("bag", (kinds,), POLYPS, "by kind: tiles in the bag"),
        Piece("aside", (kinds,), POLYPS, "by kind: tiles of the coral that is being eaten"),
        Piece("behind", (seats, kinds), POLYPS, "by seat and kind: tiles that are surely behind the screen"),
        flags("fed", (seats, colours), "by seat and colour: it could have gone into the fish, as far as one knows"),
        Piece("behind_size", (seats,), 255, "by seat: tiles behind the screen, known or not"),
        Piece("consumed", (seats, kinds), POLYPS, "by seat and kind: consumed tiles in front of the screen"),
        Piece("fish", (seats, kinds), POLYPS, "by seat and kind: tiles in the parrotfish that one knows"),
        Piece("fish_size", (seats,), 255, "by seat: tiles in the parrotfish, known or not"),
        Piece("cards", (seats,), cards, "by seat: unplayed cards"),
        flags("unplayed", (seats, cards), f"by seat and card ({', '.join(CARD_NAMES)}): unplayed, if one knows"),
        flags("laid_out", (seats, cards), "by seat and card: scoring cards in front of the screen"),
        flags("pile", (cards,), "by card: it was discarded"),
        Piece("deck", (1,), cards, "cards in the deck"),
        flags("blue_marks", (cards,), "by card: it carries a blue shrimp"),
        flags("clownfish", (cards,), "by card: it carries a clownfish"),
        Piece("blue_beside", (1,), BLUE_SHRIMPS, "blue shrimps beside the board"),
        flags("blue_at_sea", (1,), "one is on the open sea"),
        Piece("dropped", (1,), 255, "consumed polyps laid under the open larva"),
        Piece("locks", (1,), 2, "coral tiles locked in this turn"),
        flags("bought", (1,), "a card has been bought in this turn"),
        flags("collected", (1,), "a larva cube has been collected in this turn"),
        flags("in_force", (5,), "deep-water, double-lock, free-growth, late-breakfast, pick-me-up"),
        flags("stage", (int(STAGES),), "start window, crowns, main, growth window"),
        flags("asked", (int(QUESTIONS),), "current, bag, displaced, pushed, card, chance"),
        flags("card", (cards,), "the card in play"),
        flags("card_of", (seats,), "by seat: it plays that card"),
        flags("for_blue", (1,), "for its blue shrimp"),
        Piece("left", (1,), 255, "how many answers are still to come, or may come"),
        flags("mover", (seats,), "by seat: it is its turn"),
        flags("dealt", (1,), "everyone began with a crown-of-thorns"),
    ]


def observe(board: Layers, viewer: i64, out: Sheet) -> None:
    """Write all that a seat may know."""
    seats = board.seats
    _board(board, viewer, out)
    common(board, viewer, out)
    for space in range(COLOURS):
        _tiles(board.sea, space * COLOURS, board.special[SEA + space], out)
    _tiles(board.bag, 0, board.special[BAG], out)
    for colour in range(COLOURS):
        out.number(board.aside if board.hue == colour else 0)
    _special(board.special[ASIDE], out)
    for place in range(seats):
        _behind(board, (viewer + place) % seats, viewer, out)
    for place in range(seats):
        _fed(board, (viewer + place) % seats, viewer, out)
    for place in range(seats):
        seat = (viewer + place) % seats
        out.number(total(board.hand, seat * COLOURS) + how_many(board.special[HAND + seat]))
    for place in range(seats):
        seat = (viewer + place) % seats
        _tiles(board.front, seat * COLOURS, board.special[FRONT + seat], out)
    for place in range(seats):
        _fish(board, (viewer + place) % seats, viewer, out)
    for place in range(seats):
        out.number(board.fish_tiles((viewer + place) % seats))
    for place in range(seats):
        out.number(count(board.cards[(viewer + place) % seats]))
    for place in range(seats):
        seat = (viewer + place) % seats
        out.cells(board.cards[seat] if known(board, seat, viewer) else 0, CARDS)
    for place in range(seats):
        out.cells(board.laid_out[(viewer + place) % seats], CARDS)
    out.cells(board.pile, CARDS)
    out.number(count(board.deck))
    out.cells(board.blue_marks, CARDS)
    out.cells(board.clownfish, CARDS)
    out.number(board.beside)
    out.flag(board.blue_at_sea)
    _turn(board, viewer, out)


def _board(board: Layers, viewer: i64, out: Sheet) -> None:
    seats = board.seats
    for rock in range(seats):
        out.drawn(board.solid(rock), GRID, board.rocks[rock] * PLACES, DRAWN)
    for rock in range(seats):
        out.drawn(board.star[rock], GRID, board.rocks[rock] * PLACES, DRAWN)
    for rock in range(seats):
        for colour in range(COLOURS):
            out.drawn(board.polyps[rock * COLOURS + colour], GRID, board.rocks[rock] * PLACES, DRAWN)
    for rock in range(seats):
        for place in range(seats):
            shrimps = board.shrimps[rock * seats + (viewer + place) % seats]
            out.drawn(shrimps, GRID, board.rocks[rock] * PLACES, DRAWN)
    _layer(board, BLUE, out)
    _layer(board, CROWNS, out)
    _layer(board, ROCKS, out)
    _layer(board, WATERS, out)
    _sorts(board, out)
    in_question = board.asked == DISPLACED or board.asked == PUSHED or board.asked == CURRENT
    spot: i64 = board.spot if in_question else -1
    for rock in range(seats):
        cell: i64 = 0
        if spot >= 0 and spot // PLACES == rock:
            cell = BIT[spot % PLACES]
        out.drawn(cell, GRID, board.rocks[rock] * PLACES, DRAWN)


def _layer(board: Layers, which: i64, out: Sheet) -> None:
    for rock in range(board.seats):
        out.drawn(board.layer(rock, which), GRID, board.rocks[rock] * PLACES, DRAWN)


def _sorts(board: Layers, out: Sheet) -> None:
    """Special polyps, by what is special about them."""
    seats = board.seats
    found = filled(seats * SORTS, 0)
    for rock in range(seats):
        left = board.layer(rock, SPECIAL)
        while left:
            bit = left & -left
            left ^= bit
            noted = board.kinds[rock * PLACES + index(bit)]
            kind = noted & (BIT[TURN_SHIFT] - 1)
            sort: i64 = 0
            if kind >= BICOLOUR:
                other = COLOURS_OF[kind] & ~BIT[board.colour_at(rock, bit)]
                sort = OTHER + index(other)
            elif kind >= HALF:
                sort = TURN + (noted >> TURN_SHIFT)
            elif kind >= DOUBLE:
                sort = 1
            found[rock * SORTS + sort] |= bit
    _sort(board, found, 0, 1, out)
    _sort(board, found, 1, 1, out)
    _sort(board, found, OTHER, COLOURS, out)
    _sort(board, found, TURN, TURNS, out)


def _sort(board: Layers, found: vec[i64], first: i64, size: i64, out: Sheet) -> None:
    for rock in range(board.seats):
        for sort in range(first, first + size):
            out.drawn(found[rock * SORTS + sort], GRID, board.rocks[rock] * PLACES, DRAWN)


def _tiles(ordinary: vec[i64], start: i64, special: i64, out: Sheet) -> None:
    """The tiles of a heap by kind."""
    out.several(ordinary, start, COLOURS)
    _special(special, out)


def _special(special: i64, out: Sheet) -> None:
    size = KINDS - COLOURS
    if not out.same(special, size):
        for kind in range(COLOURS, KINDS):
            out.number(of_kind(special, kind))


def _closed(board: Layers, seat: i64, viewer: i64) -> bool:
    """Whether a viewer does not know which tile a seat put into its parrotfish at set-up."""
    return not known(board, seat, viewer) and board.first[seat] >= 0


def _behind(board: Layers, seat: i64, viewer: i64, out: Sheet) -> None:
    closed = _closed(board, seat, viewer)
    for colour in range(COLOURS):
        tiles = board.hand[seat * COLOURS + colour]
        if closed:
            if board.first[seat] == colour:
                tiles += 1
            if could_be_fed(board, seat, colour):
                tiles -= 1
        out.number(tiles)
    _special(board.special[HAND + seat], out)


def _fed(board: Layers, seat: i64, viewer: i64, out: Sheet) -> None:
    closed = _closed(board, seat, viewer)
    for colour in range(COLOURS):
        out.flag(closed and could_be_fed(board, seat, colour))


def _fish(board: Layers, seat: i64, viewer: i64, out: Sheet) -> None:
    hidden: i64 = board.first[seat] if _closed(board, seat, viewer) else -1
    for colour in range(COLOURS):
        out.number(board.fish[seat * COLOURS + colour] - (1 if colour == hidden else 0))
    _special(board.special[FISH + seat], out)


def _turn(board: Layers, viewer: i64, out: Sheet) -> None:
    seats = board.seats
    out.number(board.dropped)
    out.number(board.locks)
    out.flag(board.bought)
    out.flag(board.collected)
    out.flag(board.deep == 1)
    out.flag(board.double)
    out.flag(board.free_growth)
    out.flag(board.late)
    out.flag(board.pick)
    out.one_of(STAGES - 1 if board.growing else board.stage, STAGES)
    asked: i64 = -1
    if board.asked > CARD:
        asked = QUESTIONS - 1
    elif board.asked != NOTHING:
        asked = board.asked - CURRENT
    out.one_of(asked, QUESTIONS)
    out.one_of(board.card, CARDS)
    out.one_of(-1 if board.card < 0 else (board.player + seats - viewer) % seats, seats)
    out.flag(board.way == FOR_BLUE)
    out.number(board.left)
    out.one_of(-1 if board.mover < 0 else (board.mover + seats - viewer) % seats, seats)
    out.flag(board.dealt_crowns)
