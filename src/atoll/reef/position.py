"""A position in one line, both ways.

    reef centre BOARDS DISPLAY TOP SEATS TURN

BOARDS   by seat, parted by `|`; rows by `/`, cells by `,`: the pieces of a stack from the bottom, `-` for none.
DISPLAY  card `:` points lying on it, parted by `,`; `-` before it is turned up.
TOP      the face-up card of the deck, `-` for none.
SEATS    parted by `|`: points, hand, which cards of it nobody has seen, cards played; parted by `/`, cards by `.`.
TURN     phase (`s`et-up, `d`isplay, `t`urn, `l`ay, `r`eveal, `o`ver) and seat (none for the display and the first card
         revealed); while laying `:` card `:` pieces left; after `=` how the game ended (`c`olour or `d`eck).

`?` stands for a card that a seat cannot see. The supply and the deck follow from the numbers of pieces and cards.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import count
from atoll.core.errors import PositionError, wrong_field
from atoll.core.messages import Message
from atoll.core.record import is_number
from atoll.core.state import CHANCE, NOBODY, sees
from atoll.reef.board import BY_COLOUR, BY_DECK, DISPLAYING, HEIGHTS, LAYING, OVER, REVEAL, SET_UP
from atoll.reef.notation import cards_of, stack_letters
from atoll.reef.state import Reef
from atoll.reef.tables import (
    CARDS,
    CELLS,
    CENTRE,
    COLOURS,
    DECK,
    DISPLAY,
    HAND_LIMIT,
    LETTERS,
    PIECES,
    SIDE,
    TALLEST,
)
from atoll.reef.view import pieces
from atoll.reef.words import END_LETTERS, PHASE_LETTERS

NAME = "reef"
MOST_POINTS = 9999


# Writing


def write(state: Reef, viewer: int) -> str:
    """The line of a position, as the viewer sees it."""
    display = (f"{card}:{points}" for card, points in zip(state.display, state.offered, strict=True) if card)
    fields = [
        NAME,
        "free" if state.free else "centre",
        "|".join(_board(state, other) for other in range(state.seats)),
        ",".join(display) or "-",
        str(state.top or "-"),
        "|".join(_seat(state, other, sees(viewer, other) or state.over) for other in range(state.seats)),
        _turn(state),
    ]
    return " ".join(fields)


def _board(state: Reef, seat: int) -> str:
    stacks = [stack_letters(state.stacks[seat * CELLS + cell]) or "-" for cell in range(CELLS)]
    return "/".join(",".join(stacks[row : row + SIDE]) for row in range(0, CELLS, SIDE))


def _cards(cards: int) -> str:
    return ".".join(map(str, cards_of(cards))) or "-"


def _seat(state: Reef, seat: int, open_hand: bool) -> str:
    hand, secret = state.hand[seat], state.secret[seat]
    if open_hand:
        shown = [_cards(hand), _cards(secret)]
    else:
        hidden = ["?"] * count(secret)
        shown = [".".join([*map(str, cards_of(hand & ~secret)), *hidden]) or "-", ".".join(hidden) or "-"]
    return "/".join([str(state.points[seat]), *shown, _cards(state.played[seat])])


def _turn(state: Reef) -> str:
    who = state.mover if state.phase == REVEAL else state.seat
    out = PHASE_LETTERS[state.phase] + (str(who + 1) if who >= 0 else "")
    if state.phase == LAYING:
        out += f":{state.card}:{pieces(state.left)}"
    return out + (f"={END_LETTERS[state.ended]}" if state.ended else "")


# Reading


def read(line: str) -> Reef:
    """The state behind a line. What a line gets wrong is said; what it gives can be played on from."""
    fields = line.split()
    if len(fields) != 7 or fields[0] != NAME:
        raise PositionError(Message("position.fields", {"name": NAME, "number": 7}))
    if "?" in line:
        raise PositionError(Message("position.hidden"))
    _, start, board_word, display_word, top_word, seat_word, turn_word = fields
    if start not in ("centre", "free"):
        raise wrong_field("start", "one_of", word=start, known=["centre", "free"])
    boards = board_word.split("|")
    if len(boards) not in PIECES:
        raise wrong_field("board", "one_of", word=len(boards), known=list(PIECES))
    state = Reef()
    state.prepare(len(boards), start == "free")
    for seat, board in enumerate(boards):
        _read_board(state, seat, board)
    _read_display(state, display_word)
    state.top = 0 if top_word == "-" else _take_card(state, "top", top_word)
    blocks = seat_word.split("|")
    if len(blocks) != state.seats:
        raise wrong_field("seats", "number", number=state.seats)
    for seat, block in enumerate(blocks):
        _read_seat(state, seat, block)
    _read_turn(state, turn_word)
    _check(state)
    return state


def _read_board(state: Reef, seat: int, word: str) -> None:
    stacks = [stack for row in word.split("/") for stack in row.split(",")]
    if word.count("/") != SIDE - 1 or len(stacks) != CELLS or any(len(r.split(",")) != SIDE for r in word.split("/")):
        raise wrong_field("board", "row_size", row=word, size=CELLS)
    for cell, stack in enumerate(stacks):
        said = "" if stack == "-" else stack
        if not set(said) <= set(LETTERS) or len(said) > TALLEST:
            raise wrong_field("board", "letters", word=stack, most=TALLEST, letters=LETTERS)
        packed = 0
        for height, letter in enumerate(said):
            packed |= (LETTERS.index(letter) + 1) << (3 * height)
            state.supply[LETTERS.index(letter)] -= 1
        state.stacks[seat * CELLS + cell] = packed
        if said:
            state.heights[seat * HEIGHTS] &= ~(1 << cell)
            state.heights[seat * HEIGHTS + len(said)] |= 1 << cell
            state.tops[seat * COLOURS + LETTERS.index(said[-1])] |= 1 << cell


def _take_card(state: Reef, field: str, word: str) -> int:
    """A card that is nowhere else yet."""
    if not is_number(word) or not 1 <= int(word) <= CARDS or not state.deck >> int(word) & 1:
        raise wrong_field(field, "reef.position.card", word=word)
    state.deck ^= 1 << int(word)
    return int(word)


def _read_cards(state: Reef, word: str) -> int:
    return 0 if word == "-" else sum(1 << _take_card(state, "seats", card) for card in word.split("."))


def _read_display(state: Reef, word: str) -> None:
    if word == "-":
        return
    places = word.split(",")
    if len(places) != DISPLAY:
        raise wrong_field("display", "number", number=DISPLAY)
    for place, said in enumerate(places):
        card, _, points = said.partition(":")
        if not is_number(points) or int(points) > MOST_POINTS:
            raise wrong_field("display", "reef.position.card", word=said)
        state.display[place] = _take_card(state, "display", card)
        state.offered[place] = int(points)


def _read_seat(state: Reef, seat: int, block: str) -> None:
    parts = block.split("/")
    if len(parts) != 4 or not is_number(parts[0]) or int(parts[0]) > MOST_POINTS:
        raise wrong_field("seats", "seat", word=block, number=4)
    state.points[seat] = int(parts[0])
    state.hand[seat] = _read_cards(state, parts[1])
    secret = [] if parts[2] == "-" else parts[2].split(".")
    if not all(is_number(card) and int(card) <= CARDS for card in secret):
        raise wrong_field("seats", "knowledge", word=block)
    state.secret[seat] = sum(1 << card for card in {int(card) for card in secret})
    state.played[seat] = _read_cards(state, parts[3])
    if state.secret[seat] & ~state.hand[seat]:
        raise wrong_field("seats", "knowledge", word=block)
    if count(state.hand[seat]) > HAND_LIMIT:
        raise wrong_field("seats", "reef.position.hand", word=block, most=HAND_LIMIT)


def _read_turn(state: Reef, word: str) -> None:
    said, _, end = word.partition("=")
    problem = wrong_field("turn", "turn", word=word)
    said, *laying = said.split(":")
    if not said or said[0] not in PHASE_LETTERS:
        raise problem
    phase = PHASE_LETTERS.index(said[0])
    wanted = [""] if phase in (OVER, DISPLAYING) else [str(seat + 1) for seat in range(state.seats)]
    if phase == REVEAL:
        wanted.append("")
    if said[1:] not in wanted or bool(laying) != (phase == LAYING) or bool(end) != (phase == OVER):
        raise problem
    if end and end not in tuple(END_LETTERS[1:]):
        raise problem
    who = int(said[1:]) - 1 if said[1:] else -1
    state.phase = phase
    state.seat = NOBODY if phase == OVER else CHANCE if phase in (DISPLAYING, REVEAL) else who
    state.mover = -1 if phase == SET_UP else who
    state.ended = END_LETTERS.index(end) if end else 0
    state.left = vec[i64]([0] * COLOURS)
    if laying:
        if len(laying) != 2 or not is_number(laying[0]) or not set(laying[1]) <= set(LETTERS) or not laying[1]:
            raise problem
        state.card = int(laying[0])
        left = [laying[1].count(letter) for letter in LETTERS]
        if not 1 <= state.card <= CARDS or not state.played[who] >> state.card & 1:
            raise problem
        given = [DECK.gives[state.card * COLOURS + colour] for colour in range(COLOURS)]
        if any(n > most for n, most in zip(left, given, strict=True)):
            raise problem
        state.left = vec[i64](left)
        for colour, n in enumerate(left):
            state.supply[colour] -= n
    if phase == SET_UP:
        _read_set_up(state, who, problem)
    elif phase != OVER and who < 0:
        _read_set_up(state, state.seats, problem)


def _read_set_up(state: Reef, who: int, problem: PositionError) -> None:
    """Ruling `start`: the seats before `who` have laid their four pieces, those after it none."""
    for seat in range(state.seats):
        stacks = [stack_letters(state.stacks[seat * CELLS + cell]) for cell in range(CELLS)]
        laid = "".join(stacks)
        outside = [bool(stack) and bool(CENTRE >> cell & 1) == bool(state.free) for cell, stack in enumerate(stacks)]
        if len(set(laid)) < len(laid) or any(outside) or (not state.free and max(map(len, stacks)) > 1):
            raise problem
        if (seat < who and len(laid) < COLOURS) or (seat > who and laid) or (seat == who and len(laid) == COLOURS):
            raise problem
        if seat == who:
            state.left = vec[i64]([0 if letter in laid else 1 for letter in LETTERS])


def _check(state: Reef) -> None:
    """What the numbers of pieces and cards allow."""
    if min(state.supply) < 0:
        raise wrong_field("board", "pieces")
    if (state.display[0] == 0) != (state.phase in (SET_UP, DISPLAYING)):
        raise wrong_field("display", "number", number=0 if state.display[0] else DISPLAY)
    empty = state.ended == BY_DECK
    if (state.top == 0) != (state.phase in (SET_UP, DISPLAYING, REVEAL) or empty) or (empty and state.deck):
        raise wrong_field("top", "turn", word=state.top or "-")
    stuck = state.seat >= 0 and not state.legal_moves()
    if stuck or (state.ended == BY_COLOUR and not state.run_out()):
        raise wrong_field("turn", "pieces")
