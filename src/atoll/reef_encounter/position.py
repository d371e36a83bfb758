"""A position in one line, both ways.

    reef-encounter std 2,4 BOARD TILES SEA BONUS SEATS BAG TURN

BOARD  rocks parted by `|`, rows by `/`; a number is that many empty spaces, a letter a polyp, `.` a bare space that is
       named because a shrimp stands on it; `1` after `@` is the seat of the shrimp. Deep water is left out.
TILES  for each coral tile `+` starfish up, `-` down; a locked one is `U` or `D`; then `,` and the alga space.
SEA    the tiles of the five spaces, white to grey, parted by `,`.
BONUS  the bonus tiles that are there, or `bag` once they have gone into the bag.
SEATS  parted by `|`: behind the screen, in front, cubes, fish (the set-up tile first), shrimps eaten, opening draw,
       and how many fewer of each colour the screen could have hidden all along; parted by `/`.
BAG    what the deal left in it, how many fewer it could have held all along, the colours it was seen to lack; by `/`.
TURN   phase, seat, and what was done: see `_turn`.

`-` stands for nothing, `?` for what a seat cannot see. What is not written follows from the numbers of pieces.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import count
from atoll.core.errors import PositionError, wrong_field
from atoll.core.messages import Message
from atoll.core.record import is_number
from atoll.core.state import ALL_SEEING, CHANCE, NOBODY, sees
from atoll.reef_encounter.board import (
    BY_NOTHING,
    BY_SHRIMPS,
    BY_TILES,
    CHOOSE_FISH,
    EXTRA,
    MOST_LARVAE,
    MOST_PER_ROCK,
    OVER,
    REFILL,
    TURN,
    Board,
)
from atoll.reef_encounter.notation import letters
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import (
    ALGA_NAMES,
    ALGAE,
    ALL_TILES,
    CELL_NAMES,
    CELLS,
    COLOURS,
    COLUMNS,
    CUBES,
    CYLINDERS,
    LARGE,
    LETTERS,
    OPENING_HAND,
    POLYPS,
    ROCK_IDS,
    SHRIMPS,
    TILES,
)
from atoll.reef_encounter.view import of_seat
from atoll.reef_encounter.words import END_LETTERS, PHASE_LETTERS

NAME = "reef-encounter"


# Writing


def write(state: ReefEncounter, viewer: int) -> str:
    """The line of a position, as the viewer sees it."""
    rocks = range(state.seats)
    seats = "|".join(_seat(state, other, sees(viewer, other)) for other in rocks)
    tiles = "".join("+-UD"[(state.turned >> t & 1) + 2 * (state.covered >> t & 1)] for t in range(TILES))
    fields = [
        NAME,
        "adv" if state.advanced else "std",
        ",".join(str(rock) for rock in state.rocks),
        "|".join(_rock(state, rock) for rock in rocks),
        f"{tiles},{'-' if state.alga < 0 else ALGA_NAMES[state.alga]}",
        ",".join(letters(of_seat(state.sea, space)) or "-" for space in range(COLOURS)),
        "bag" if state.bonus_gone else letters(list(state.bonus)) or "-",
        seats,
        _bag(state) if viewer == ALL_SEEING else "?",
        _turn(state),
    ]
    return " ".join(fields)


def _rock(state: Board, rock: int) -> str:
    land = state.land[rock]
    rows = []
    for row in range(0, CELLS, COLUMNS):
        out = ""
        run = 0
        for at in range(row, row + COLUMNS):
            bit = 1 << at
            if not land & bit:
                continue
            colour = state.colour_at(rock, bit)
            owner = state.shrimp_owner(rock, bit)
            if colour < 0 and owner < 0:
                run += 1
                continue
            out += (str(run) if run else "") + ("." if colour < 0 else LETTERS[colour])
            out += f"@{owner + 1}" if owner >= 0 else ""
            run = 0
        rows.append(out + (str(run) if run else ""))
    return "/".join(rows)


def _seat(state: ReefEncounter, seat: int, open_screen: bool) -> str:
    hand = of_seat(state.hand, seat)
    dealt = of_seat(state.dealt, seat)
    fish = of_seat(state.fish, seat)
    first = state.first[seat]
    eaten = ""
    if first >= 0:
        fish[first] -= 1
        eaten = (LETTERS[first] if open_screen or state.over else "?") + letters(fish)
    return "/".join(
        [
            (letters(hand) if open_screen else "?" * sum(hand)) or "-",
            letters(of_seat(state.front, seat)) or "-",
            letters(of_seat(state.cubes, seat)) or "-",
            eaten or "-",
            str(state.eaten[seat]),
            letters(dealt) if open_screen else "?" * sum(dealt),
            letters(of_seat(state.least, seat)) or "-" if open_screen else "?",
        ]
    )


def _bag(state: Board) -> str:
    bare = letters([state.bare >> colour & 1 for colour in range(COLOURS)])
    counts = [".".join(map(str, counts)) for counts in (state.undealt, state.slack)]
    return "/".join([*counts, bare or "-"])


def _turn(state: Board) -> str:
    """`t1` seat 1's turn; then `a` acted, a number of larvae, the open colour with the polyps laid and `!` until one is
    placed, `s` a shrimp introduced, `k` a tile locked; after `=` how the game ended and who ended it."""
    out = PHASE_LETTERS[state.phase] + (str(state.mover + 1) if state.mover >= 0 else "")
    if state.acted:
        out += "a"
    if state.larvae:
        out += f"l{state.larvae}"
    if state.open >= 0:
        out += f"{LETTERS[state.open]}{state.laid}{'' if state.placed else '!'}"
    out += "s" if state.introduced else ""
    out += "k" if state.locked else ""
    if state.ended:
        out += f"={END_LETTERS[state.ended]}{state.ender + 1 if state.ender >= 0 else ''}"
    return out


# Reading


def _vector(counts: list[int]) -> vec[i64]:
    return vec[i64](counts)


def read(line: str) -> ReefEncounter:
    """The state behind a line. What a line gets wrong is said; what it gives can be played on from."""
    fields = line.split()
    if len(fields) != 10 or fields[0] != NAME:
        raise PositionError(Message("position.fields", {"name": NAME, "number": 10}))
    if "?" in line:
        raise PositionError(Message("position.hidden"))
    _, variant, rock_word, board_word, tile_word, sea_word, bonus_word, seat_word, bag_word, turn_word = fields
    if variant not in ("std", "adv"):
        raise wrong_field("variant", "one_of", word=variant, known=["std", "adv"])
    rocks = [int(word) if is_number(word) else 0 for word in rock_word.split(",")]
    if not 2 <= len(rocks) <= 4 or len(set(rocks)) < len(rocks) or not set(rocks) <= set(ROCK_IDS):
        raise wrong_field("rocks", "reef-encounter.position.rocks", word=rock_word)
    state = ReefEncounter()
    state.prepare(rocks, True, variant == "adv")
    _read_board(state, board_word)
    read_tiles(state, tile_word)
    spaces = sea_word.split(",")
    if len(spaces) != COLOURS:
        raise wrong_field("sea", "number", number=COLOURS)
    tiles = [_counts("sea", word, 3) for word in spaces]
    state.sea = _vector([n for counts in tiles for n in counts])
    read_bonus(state, bonus_word)
    _read_seats(state, seat_word)
    _read_turn(state, turn_word)
    _derive(state)
    _read_bag(state, bag_word)
    state.note_means()
    _check_shrimps(state)
    _check_turn(state, turn_word)
    return state


def _counts(field: str, word: str, most: int = POLYPS * COLOURS) -> list[int]:
    """Letters as counts by colour."""
    if not word or (word != "-" and (not set(word) <= set(LETTERS) or len(word) > most)):
        raise wrong_field(field, "letters", word=word, most=most, letters=LETTERS)
    return [word.count(letter) for letter in LETTERS]


def _read_board(state: ReefEncounter, word: str) -> None:
    boards = word.split("|")
    if len(boards) != state.seats:
        raise wrong_field("board", "number", number=state.seats)
    polyps = [0] * (state.seats * COLOURS)
    shrimps = [0] * (state.seats * state.seats)
    for rock, drawn in enumerate(boards):
        land = state.land[rock]
        rows = drawn.split("/")
        if len(rows) != CELLS // COLUMNS:
            raise wrong_field("board", "reef-encounter.position.rows", rock=rock + 1)
        for row, said in enumerate(rows):
            cells = [at for at in range(row * COLUMNS, row * COLUMNS + COLUMNS) if land >> at & 1]
            _read_row(state, rock, said, cells, polyps, shrimps)
    state.polyps = _vector(polyps)
    state.shrimps = _vector(shrimps)
    state.refresh()


def _read_row(state: Board, rock: int, said: str, cells: list[int], polyps: list[int], shrimps: list[int]) -> None:
    place = 0
    at = 0
    last = -1
    while at < len(said):
        mark = said[at]
        at += 1
        if is_number(mark):
            place += int(mark)
            last = -1
        elif mark in LETTERS or mark == ".":
            if place >= len(cells):
                break
            last = cells[place]
            if mark != ".":
                polyps[rock * COLOURS + LETTERS.index(mark)] |= 1 << last
            place += 1
        elif mark == "@" and last >= 0 and said[at : at + 1] in tuple("1234"[: state.seats]):
            shrimps[rock * state.seats + int(said[at]) - 1] |= 1 << last
            at += 1
            last = -1
        else:
            raise wrong_field("board", "reef-encounter.position.mark", mark=mark, row=said)
    if place != len(cells) or at < len(said):
        raise wrong_field("board", "row_size", row=said, size=len(cells))


def read_tiles(state: ReefEncounter, word: str) -> None:
    marks, _, alga = word.partition(",")
    if len(marks) != TILES or not set(marks) <= set("+-UD") or alga not in ("-", *ALGA_NAMES):
        raise wrong_field("tiles", "reef-encounter.position.tiles", word=word)
    state.turned = sum(1 << t for t, mark in enumerate(marks) if mark in "-D")
    state.covered = sum(1 << t for t, mark in enumerate(marks) if mark in "UD")
    state.alga = -1 if alga == "-" else ALGA_NAMES.index(alga)


def read_bonus(state: ReefEncounter, word: str) -> None:
    state.bonus_gone = word == "bag"
    bonus = [0] * COLOURS if state.bonus_gone else _counts("bonus", word, COLOURS)
    if max(bonus) > 1 or (state.advanced and (state.bonus_gone or max(bonus))):
        raise wrong_field("bonus", "reef-encounter.position.bonus")
    state.bonus = _vector(bonus)


def _read_seats(state: ReefEncounter, word: str) -> None:
    blocks = word.split("|")
    if len(blocks) != state.seats:
        raise wrong_field("seats", "number", number=state.seats)
    columns: dict[str, list[int]] = {name: [] for name in ("hand", "front", "cubes", "fish", "dealt", "least")}
    first, eaten = [], []
    for block in blocks:
        parts = block.split("/")
        if len(parts) != 7 or not (is_number(parts[4]) and int(parts[4]) <= SHRIMPS):
            raise wrong_field("seats", "seat", word=block, number=7)
        hand, front, cubes, fish, number, dealt, least = parts
        words = {"hand": hand, "front": front, "cubes": cubes, "fish": fish, "dealt": dealt, "least": least}
        for name, said in words.items():
            columns[name] += _counts("seats", said)
        first.append(-1 if fish == "-" else LETTERS.index(fish[0]))
        eaten.append(int(number))
        if len(dealt) != OPENING_HAND[state.seats][len(eaten) - 1]:
            raise wrong_field(
                "seats", "reef-encounter.position.opening", word=dealt, size=OPENING_HAND[state.seats][len(eaten) - 1]
            )
        kept = columns["dealt"][-COLOURS:]
        if first[-1] >= 0:
            kept[first[-1]] -= 1
        spare = columns["least"][-COLOURS:]
        if any(s > min(h, k) for s, h, k in zip(spare, columns["hand"][-COLOURS:], kept, strict=True)):
            raise wrong_field("seats", "knowledge", word=block)
    state.hand = _vector(columns["hand"])
    state.front = _vector(columns["front"])
    state.cubes = _vector(columns["cubes"])
    state.fish = _vector(columns["fish"])
    state.dealt = _vector(columns["dealt"])
    state.least = _vector(columns["least"])
    state.first = _vector(first)
    state.eaten = _vector(eaten)


def _derive(state: ReefEncounter) -> None:
    """What the numbers of pieces leave for the bag, the supply and the screens."""
    bag, supply = [], []
    for colour in range(COLOURS):
        board = sum(count(state.polyps[rock * COLOURS + colour]) for rock in range(state.seats))
        held: list[Any] = [state.hand, state.front, state.fish]
        out = board + sum(vector[at] for vector in held for at in range(colour, state.seats * COLOURS, COLOURS))
        out += sum(state.sea[at] for at in range(colour, COLOURS * COLOURS, COLOURS)) + state.bonus[colour]
        bag.append(POLYPS - out)
        supply.append(CUBES - 1 - sum(state.cubes[at] for at in range(colour, state.seats * COLOURS, COLOURS)))
    # A game that ends for want of a cube has given out the one that lay on the open sea, too.
    lacking = 1 if state.phase == OVER and min(supply) == -1 else 0
    if min(bag) < 0 or min(supply) + lacking < 0:
        raise wrong_field("seats", "pieces")
    cylinders = [CYLINDERS] * ALGAE
    for tile in range(TILES):
        if state.covered >> tile & 1:
            cylinders[LARGE[tile + TILES * (state.turned >> tile & 1)]] -= 1
    if state.alga >= 0:
        cylinders[state.alga] -= 1
    if min(cylinders) < 0:
        raise wrong_field("tiles", "pieces")
    home = []
    for seat in range(state.seats):
        standing = sum(count(state.shrimps[rock * state.seats + seat]) for rock in range(state.seats))
        home.append(SHRIMPS - standing - state.eaten[seat])
    if min(home) < 0:
        raise wrong_field("board", "pieces")
    if sum(bag) == 0 and not (state.advanced or state.bonus_gone):
        raise wrong_field("bonus", "reef-encounter.position.bonus")
    state.bag = _vector(bag)
    state.supply = _vector([max(0, n) for n in supply])
    state.cylinders = _vector(cylinders)
    state.home = _vector(home)


def _read_bag(state: ReefEncounter, word: str) -> None:
    parts = word.split("/")
    numbers = [part.split(".") for part in parts[:2]]
    if len(parts) != 3 or any(len(n) != COLOURS or not all(map(is_number, n)) for n in numbers):
        raise wrong_field("bag", "reef-encounter.position.bag", word=word)
    undealt, slack = ([int(d) for d in n] for n in numbers)
    if any(s > b for s, b in zip(slack, state.bag, strict=True)) or max(undealt) > POLYPS:
        raise wrong_field("bag", "reef-encounter.position.bag", word=word)
    state.undealt = _vector(undealt)
    state.slack = _vector(slack)
    state.bare = sum(1 << colour for colour, n in enumerate(_counts("bag", parts[2])) if n)


def read_done(state: Board, flags: str) -> str:
    """Read what has been done in a turn; what comes after it is left."""
    if flags[:1] == "a":
        state.acted, flags = True, flags[1:]
    if flags[:1] == "l" and flags[1:2] in tuple("12"):
        state.larvae, flags = int(flags[1]), flags[2:]
    if flags[:1] in tuple(LETTERS) and flags[1:2] in tuple("01234"):
        state.open, state.laid = LETTERS.index(flags[0]), int(flags[1])
        state.placed = flags[2:3] != "!"
        flags = flags[2 if state.placed else 3 :]
    if flags[:1] == "s":
        state.introduced, flags = True, flags[1:]
    return flags


def _read_turn(state: ReefEncounter, word: str) -> None:
    said, _, end = word.partition("=")
    problem = wrong_field("turn", "turn", word=word)
    if not said or said[0] not in PHASE_LETTERS:
        raise problem
    phase = PHASE_LETTERS.index(said[0])
    rest = said[1:]
    who = -1
    if phase != OVER:
        if rest[:1] not in tuple("1234"[: state.seats]):
            raise problem
        who = int(rest[0]) - 1
        rest = rest[1:]
    flags = rest if phase == TURN else ""
    if rest != flags:
        raise problem
    state.phase = phase
    state.seat = NOBODY if phase == OVER else CHANCE if phase == REFILL else who
    state.mover = who
    flags = read_done(state, flags)
    if flags[:1] == "k":
        state.locked, flags = True, flags[1:]
    done = state.larvae or state.introduced or state.locked
    if flags or (done and not state.acted) or (state.open >= 0 and not 1 <= state.larvae <= MOST_LARVAE):
        raise problem
    _read_end(state, end, problem)
    fed = [first >= 0 for first in state.first]
    if fed != [phase > CHOOSE_FISH or other < who for other in range(state.seats)]:
        raise problem


def _read_end(state: ReefEncounter, end: str, problem: PositionError) -> None:
    if bool(end) != (state.phase in (EXTRA, OVER)):
        raise problem
    if not end:
        return
    if end[0] not in END_LETTERS[1:]:
        raise problem
    state.ended = END_LETTERS.index(end[0])
    at_once = state.ended in (BY_TILES, BY_SHRIMPS)
    if at_once != (end[1:] in tuple("1234"[: state.seats])) or (not at_once and end[1:]):
        raise problem
    state.ender = int(end[1:]) - 1 if at_once else -1
    if state.ended == BY_NOTHING or (state.phase == EXTRA and (not at_once or state.seat == state.ender)):
        raise problem


def _check_shrimps(state: ReefEncounter) -> None:
    """Rulings `one per coral`, `two per rock` and `bare rock`."""
    mover = state.seat if state.phase == TURN else state.ender if state.phase in (EXTRA, OVER) else -1
    for rock in range(state.seats):
        for seat in range(state.seats):
            own = state.shrimps[rock * state.seats + seat]
            if count(own) > MOST_PER_ROCK:
                raise wrong_field("board", "reef-encounter.position.crowded", rock=rock + 1, seat=seat + 1)
            if own & ~state.grown(rock) and seat != mover:
                raise wrong_field("board", "reef-encounter.position.stranded", rock=rock + 1, seat=seat + 1)
        standing = state.shrimps_on(rock)
        for at in range(CELLS):
            if standing >> at & 1 and count(state.coral(rock, 1 << at) & standing) > 1:
                raise wrong_field("board", "reef-encounter.position.two_shrimps", cell=f"{rock + 1}{CELL_NAMES[at]}")


def _held(state: ReefEncounter) -> int:
    """How many polyps of the open colour the player has."""
    at = state.seat * COLOURS + state.open
    return state.hand[at] + state.front[at]


def _check_turn(state: ReefEncounter, word: str) -> None:
    """Whether the turn can have come to this, and can go on."""
    wrong = (
        (state.phase == REFILL and state.bag_size() + state.bonus_size() < len(state.refill_order()))
        or (state.laid and not state.placed)
        or (state.open >= 0 and not state.placed and not _held(state))
        or (state.locked and not (state.covered and state.eaten[state.seat]))
        or (state.ended == BY_TILES and state.covered != ALL_TILES)
        or (state.ended == BY_SHRIMPS and state.eaten[state.ender] != SHRIMPS)
        or (state.phase == EXTRA and not state.hungry(state.seat))
        or (state.seat >= 0 and not state.legal_moves())
    )
    if wrong:
        raise wrong_field("turn", "turn", word=word)
