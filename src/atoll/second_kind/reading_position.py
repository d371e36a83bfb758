"""Position lines of the expansion, read: `position.py` says what stands in them."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import count
from atoll.core.errors import PositionError, wrong_field
from atoll.core.messages import Message
from atoll.core.record import is_number
from atoll.core.state import CHANCE, NOBODY
from atoll.reef_encounter.board import CHOOSE_FISH, EXTRA, MOST_PER_ROCK, OVER, REFILL, TURN
from atoll.reef_encounter.position import read_bonus, read_done, read_tiles
from atoll.reef_encounter.tables import (
    ALGAE,
    COLOURS,
    CUBES,
    CYLINDERS,
    LARGE,
    LETTERS,
    OPENING_HAND,
    PLACE_NAMES,
    PLACES,
    POLYPS,
    ROCK_IDS,
    SHRIMPS,
    TILES,
)
from atoll.reef_encounter.words import END_LETTERS, PHASE_LETTERS
from atoll.second_kind.heaps import (
    ASIDE,
    BAG,
    BLUE,
    CROWNS,
    DISPLACED,
    FISH,
    FRONT,
    HALVES,
    HAND,
    PUSHED,
    ROCKS,
    SATED,
    SEA,
    SHOWN,
    SPECIAL,
    WATERS,
)
from atoll.second_kind.layers import TURN_SHIFT
from atoll.second_kind.position import EXTRAS, FIELDS, FLAGS, NAME, VARIANTS
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import (
    ALL_CARDS,
    BLUE_SHRIMPS,
    CARD_NAMES,
    CARDS,
    COLOURS_OF,
    ENCLOSED,
    EVERY_SPECIAL,
    HALF,
    KINDS,
    ONE,
    POLYP_KINDS,
    PRINTED,
    TOKENS,
    TURN_NAMES,
    of_kind,
)
from atoll.second_kind.tables import CROWN as CROWN_KIND


def read(line: str) -> SecondKind:
    """The state behind a line. What a line gets wrong is said; what it gives can be played on from."""
    fields = line.split()
    if len(fields) != FIELDS or fields[0] != NAME:
        raise PositionError(Message("position.fields", {"name": NAME, "number": FIELDS}))
    if "?" in line:
        raise PositionError(Message("position.hidden"))
    _, variant, rocks, board, tiles, sea, bonus, seats, pieces, cards, turn = fields
    if variant not in VARIANTS:
        raise wrong_field("variant", "one_of", word=variant, known=list(VARIANTS))
    numbers = [int(word) if is_number(word) else 0 for word in rocks.split(",")]
    if not 2 <= len(numbers) <= 4 or len(set(numbers)) < len(numbers) or not set(numbers) <= set(ROCK_IDS):
        raise wrong_field("rocks", "reef-encounter.position.rocks", word=rocks)
    advanced, dealt = VARIANTS[variant]
    state = SecondKind()
    state.prepare(numbers, True, advanced)
    state.prepare_layers(dealt, 0, 0)
    state.special[BAG] = EVERY_SPECIAL
    _read_board(state, board)
    read_tiles(state, tiles)
    _read_sea(state, sea)
    read_bonus(state, bonus)
    _read_seats(state, seats)
    _read_cards(state, cards)
    _read_turn(state, turn)
    _derive(state, pieces)
    state.note_stock()
    _check(state, turn)
    return state


def _read_board(state: SecondKind, word: str) -> None:
    boards = word.split("|")
    if len(boards) != state.seats:
        raise wrong_field("board", "number", number=state.seats)
    polyps = [0] * (state.seats * COLOURS)
    shrimps = [0] * (state.seats * state.seats)
    kinds = list(state.kinds)
    for rock, drawn in enumerate(boards):
        names = PLACE_NAMES[state.rocks[rock]]
        met: set[str] = set()
        for said in drawn.split(",") if drawn != "-" else ():
            name, _, rest = said.partition(":")
            what, at, stands = rest.partition("@")
            if name not in names or name in met:
                raise wrong_field("board", "second-kind.position.place", word=said)
            met.add(name)
            place = names.index(name)
            for part in what.split("+") if what else ():
                _read_piece(state, rock, place, part, polyps, kinds, said)
            if stands == "b":
                state.set_layer(rock, BLUE, state.layer(rock, BLUE) | 1 << place)
            elif at:
                if stands not in tuple("1234"[: state.seats]):
                    raise wrong_field("board", "second-kind.position.place", word=said)
                shrimps[rock * state.seats + int(stands) - 1] |= 1 << place
    state.polyps = vec[i64](polyps)
    state.shrimps = vec[i64](shrimps)
    state.kinds = vec[i64](kinds)
    for rock in range(state.seats):
        state._join_sides(rock)
        state.note_land(rock)
    state.refresh()


def _read_piece(
    state: SecondKind, rock: int, place: int, part: str, polyps: list[int], kinds: list[int], said: str
) -> None:
    """A tile on a place."""
    bit = 1 << place
    problem = wrong_field("board", "second-kind.position.place", word=said)
    layers = {"rock": ROCKS, "water": WATERS, "crown": CROWNS, "crown!": CROWNS}
    if part in layers:
        state.set_layer(rock, layers[part], state.layer(rock, layers[part]) | bit)
        if part == "crown!":
            state.set_layer(rock, SATED, state.layer(rock, SATED) | bit)
        return
    token, _, more = part.partition(".")
    if token not in TOKENS[:POLYP_KINDS] or any(polyps[rock * COLOURS + c] & bit for c in range(COLOURS)):
        raise problem
    kind = TOKENS.index(token)
    turn = 0
    if HALF <= kind < HALF + COLOURS:
        if more not in TURN_NAMES:
            raise problem
        turn = TURN_NAMES.index(more)
        more = ""
    colour = LETTERS.index(more) if more and more in LETTERS else LETTERS.index(token[0])
    if not COLOURS_OF[kind] >> colour & 1 or bool(more) != (count(COLOURS_OF[kind]) > 1) or len(more) > 1:
        raise problem
    polyps[rock * COLOURS + colour] |= bit
    if kind >= PRINTED:
        kinds[rock * PLACES + place] = kind + (turn << TURN_SHIFT)
        state.set_layer(rock, SPECIAL, state.layer(rock, SPECIAL) | bit)
        for which, first in ((SHOWN, PRINTED), (HALVES, HALF)):
            if first <= kind < first + COLOURS:
                state.set_layer(rock, which, state.layer(rock, which) | bit)


def _read_tokens(field: str, word: str, most: int = KINDS) -> tuple[list[int], int]:
    """Tiles as counts of ordinary ones, and special ones."""
    names = [] if word == "-" else word.split(".")
    if any(name not in TOKENS[:most] for name in names):
        raise wrong_field(field, "second-kind.position.tiles", word=word)
    kinds = [TOKENS.index(name) for name in names]
    if any(kinds.count(kind) > of_kind(EVERY_SPECIAL, kind) for kind in kinds if kind >= COLOURS):
        raise wrong_field(field, "pieces")
    return [kinds.count(colour) for colour in range(COLOURS)], sum(ONE[kind] for kind in kinds)


def _read_sea(state: SecondKind, word: str) -> None:
    spaces = word.split(",")
    if len(spaces) != COLOURS:
        raise wrong_field("sea", "number", number=COLOURS)
    sea: list[int] = []
    for space, said in enumerate(spaces):
        counts, special = _read_tokens("sea", said)
        if len(said.split(".")) > 3:
            raise wrong_field("sea", "second-kind.position.tiles", word=said)
        sea += counts
        state.special[SEA + space] = special
    state.sea = vec[i64](sea)


def _read_seats(state: SecondKind, word: str) -> None:
    blocks = word.split("|")
    if len(blocks) != state.seats:
        raise wrong_field("seats", "number", number=state.seats)
    columns: dict[str, list[int]] = {name: [] for name in ("hand", "front", "fish", "cubes", "dealt", "least")}
    first, eaten = [], []
    for seat, block in enumerate(blocks):
        parts = block.split("/")
        if len(parts) != 9 or not (is_number(parts[4]) and int(parts[4]) <= SHRIMPS):
            raise wrong_field("seats", "seat", word=block, number=9)
        for name, heap, said in (("hand", HAND, parts[0]), ("front", FRONT, parts[1]), ("fish", FISH, parts[3])):
            counts, special = _read_tokens("seats", said, KINDS if name == "hand" else POLYP_KINDS)
            columns[name] += counts
            state.special[heap + seat] = special
        for name, said in (("cubes", parts[2]), ("dealt", parts[5]), ("least", parts[6])):
            if said != "-" and not set(said) <= set(LETTERS):
                raise wrong_field("seats", "letters", word=said, most=POLYPS, letters=LETTERS)
            columns[name] += [said.count(letter) for letter in LETTERS]
        fed = parts[3].split(".")[0]
        if fed != "-" and fed not in tuple(LETTERS):
            raise wrong_field("seats", "seat", word=block, number=9)
        first.append(-1 if fed == "-" else LETTERS.index(fed))
        eaten.append(int(parts[4]))
        if len(parts[5]) != OPENING_HAND[state.seats][seat]:
            size = OPENING_HAND[state.seats][seat]
            raise wrong_field("seats", "reef-encounter.position.opening", word=parts[5], size=size)
        kept = columns["dealt"][-COLOURS:]
        if first[-1] >= 0:
            kept[first[-1]] -= 1
        spare = columns["least"][-COLOURS:]
        if any(s > min(h, k) for s, h, k in zip(spare, columns["hand"][-COLOURS:], kept, strict=True)):
            raise wrong_field("seats", "knowledge", word=block)
        state.cards[seat] = _read_names("seats", parts[7])
        state.laid_out[seat] = _read_names("seats", parts[8])
    state.hand = vec[i64](columns["hand"])
    state.front = vec[i64](columns["front"])
    state.cubes = vec[i64](columns["cubes"])
    state.fish = vec[i64](columns["fish"])
    state.dealt = vec[i64](columns["dealt"])
    state.least = vec[i64](columns["least"])
    state.first = vec[i64](first)
    state.eaten = vec[i64](eaten)


def _read_names(field: str, word: str) -> int:
    names = [] if word == "-" else word.split(".")
    if any(name not in CARD_NAMES for name in names) or len(set(names)) < len(names):
        raise wrong_field(field, "second-kind.position.cards", word=word)
    return sum(1 << CARD_NAMES.index(name) for name in names)


def _read_cards(state: SecondKind, word: str) -> None:
    problem = wrong_field("cards", "second-kind.position.cards", word=word)
    parts = word.split("/")
    if len(parts) != 3:
        raise problem
    shuffles = parts[1].split(".")
    if not all(map(is_number, shuffles)) or len(shuffles) != (CARDS + 1 if shuffles[0] != "0" else 1):
        raise problem
    state.shuffle = int(shuffles[0])
    if state.shuffle:
        state.shuffles = vec[i64]([int(number) for number in shuffles[1:]])
        if max(state.shuffles) > state.shuffle:
            raise problem
    try:
        blue, clownfish = (int(mark, 16) for mark in parts[2].split("."))
    except ValueError:
        raise problem from None
    if not 0 <= blue <= ALL_CARDS or not 0 <= clownfish <= ALL_CARDS or parts[2] != f"{blue:x}.{clownfish:x}":
        raise problem
    state.blue_marks = blue
    state.clownfish = clownfish
    state.pile = _read_names("cards", parts[0])


def _read_turn(state: SecondKind, word: str) -> None:
    problem = wrong_field("turn", "turn", word=word)
    said, *extras = word.split(",")
    said, _, end = said.partition("=")
    said, arrow, decides = said.partition(">")
    if not said or said[0] not in PHASE_LETTERS:
        raise problem
    state.phase = PHASE_LETTERS.index(said[0])
    rest = said[1:]
    state.mover = -1
    if state.phase != OVER:
        if rest[:1] not in tuple("1234"[: state.seats]):
            raise problem
        state.mover = int(rest[0]) - 1
        rest = rest[1:]
    state.seat = NOBODY if state.phase == OVER else state.mover
    if arrow:
        if decides != "*" and decides not in tuple("1234"[: state.seats]):
            raise problem
        state.seat = CHANCE if decides == "*" else int(decides) - 1
        if state.seat == state.mover or state.phase == OVER:
            raise problem
    rest = read_done(state, rest)
    if rest or (state.open >= 0 and state.larvae == 0) or bool(end) != (state.phase in (EXTRA, OVER)):
        raise problem
    if end:
        if end[0] not in END_LETTERS[1:] or end[1:] not in ("", *"1234"[: state.seats]):
            raise problem
        state.ended = END_LETTERS.index(end[0])
        state.ender = int(end[1:]) - 1 if end[1:] else -1
        if (state.ended <= 2) != (state.ender >= 0) or (state.phase == EXTRA and state.ender < 0):
            raise problem
    _read_extras(state, extras, problem)


def _read_extras(state: SecondKind, extras: list[str], problem: PositionError) -> None:
    met: set[str] = set()
    for extra in extras:
        name, _, value = extra.partition(":")
        if name in met:
            raise problem
        met.add(name)
        if name == "tiles":
            counts, state.special[ASIDE] = _read_tokens("turn", value, POLYP_KINDS)
            if any(counts):
                raise problem
            continue
        if name not in EXTRAS or not value.isascii() or not value.isdigit() or len(value) > 19:
            raise problem
        usual, most = EXTRAS[name]
        if int(value) > most or int(value) == usual or value != str(int(value)):
            raise problem
        setattr(state, name, bool(int(value)) if name in FLAGS else int(value))


def _derive(state: SecondKind, word: str) -> None:
    """What the numbers of pieces leave for the bag, the supply, the deck and the screens."""
    seats = range(state.seats)
    beside, slash, lost = word.partition("/")
    state.blue_at_sea = beside.endswith("s")
    beside = beside.removesuffix("s")
    if not slash or not is_number(beside) or not is_number(lost):
        raise wrong_field("pieces", "second-kind.position.pieces", word=word)
    state.beside = int(beside)
    blue = sum(count(state.layer(rock, BLUE)) for rock in seats) + state.blue_at_sea + (state.asked == PUSHED)
    if state.beside + blue != BLUE_SHRIMPS:
        raise wrong_field("pieces", "second-kind.position.pieces", word=word)
    heaps = list(state.special)[1:]
    special = [sum(of_kind(heap, kind) for heap in heaps) if kind >= COLOURS else 0 for kind in range(KINDS)]
    polyps = [0] * COLOURS
    for rock in seats:
        for place in range(PLACES):
            bit = 1 << place
            if state.grown(rock) & bit:
                kind = state.kind_at(rock, bit)
                if kind < COLOURS:
                    polyps[kind] += 1
                else:
                    special[kind] += 1
        for kind, which in ((30, ROCKS), (31, WATERS), (32, CROWNS)):
            special[kind] += count(state.layer(rock, which))
    special[CROWN_KIND] += int(lost)
    bag = 0
    for kind in range(COLOURS, KINDS):
        left = of_kind(EVERY_SPECIAL, kind) - special[kind]
        if left < 0:
            raise wrong_field("pieces", "pieces")
        bag += left * ONE[kind]
    state.special[BAG] = bag
    ordinary, supply = [], []
    for colour in range(COLOURS):
        held = sum(
            vector[at]
            for vector in (state.hand, state.front, state.fish)
            for at in range(colour, state.seats * COLOURS, COLOURS)
        )
        sea = sum(state.sea[at] for at in range(colour, COLOURS * COLOURS, COLOURS))
        aside = state.aside if state.hue == colour else 0
        ordinary.append(POLYPS - polyps[colour] - held - sea - aside - state.bonus[colour])
        supply.append(CUBES - 1 - sum(state.cubes[at] for at in range(colour, state.seats * COLOURS, COLOURS)))
    lacking = 1 if state.phase == OVER and min(supply) == -1 else 0
    if min(ordinary) < 0 or min(supply) + lacking < 0:
        raise wrong_field("seats", "pieces")
    state.bag = vec[i64](ordinary)
    state.supply = vec[i64]([max(number, 0) for number in supply] if lacking else supply)
    cylinders = [CYLINDERS] * ALGAE
    for tile in range(TILES):
        if state.covered >> tile & 1:
            cylinders[LARGE[tile + TILES * (state.turned >> tile & 1)]] -= 1
    if state.alga >= 0:
        cylinders[state.alga] -= 1
    if min(cylinders) < 0:
        raise wrong_field("tiles", "pieces")
    state.cylinders = vec[i64](cylinders)
    home = []
    for seat in seats:
        standing = sum(count(state.shrimps[rock * state.seats + seat]) for rock in seats)
        displaced = state.asked == DISPLACED and seat == state.seat
        home.append(SHRIMPS - standing - state.eaten[seat] - displaced)
    if min(home) < 0:
        raise wrong_field("seats", "pieces")
    state.home = vec[i64](home)
    _derive_deck(state)


def _derive_deck(state: SecondKind) -> None:
    seen = state.pile
    for cards in (*state.cards, *state.laid_out):
        if seen & cards:
            raise wrong_field("cards", "pieces")
        seen |= cards
    playing = 1 << state.card if state.card >= 0 and not seen >> state.card & 1 else 0
    state.deck = ALL_CARDS & ~seen & ~playing


def _check(state: SecondKind, word: str) -> None:
    """Whether a game can have come to this, and can go on."""
    rocks_there = (state.taken | state.emptied) >> state.seats == 0
    if not rocks_there or state.player >= state.seats or state.spot >= state.seats * PLACES:
        raise wrong_field("turn", "turn", word=word)
    for rock in range(state.seats):
        land, grown, crowns = state.solid(rock), state.grown(rock), state.layer(rock, CROWNS)
        standing, blue = state.shrimps_on(rock), state.layer(rock, BLUE)
        wrong = (
            state.layer(rock, ROCKS) & state.layer(rock, WATERS)
            or crowns & (grown | ~land | standing)
            or blue & (~grown | standing | state.layer(rock, SHOWN))
            or standing & ~(land | grown)
            or grown & ~(land | ENCLOSED[state.rocks[rock]])
        )
        if wrong:
            raise wrong_field("board", "second-kind.position.rock", rock=rock + 1)
        for seat in range(state.seats):
            own = state.shrimps[rock * state.seats + seat]
            if count(own) > MOST_PER_ROCK:
                raise wrong_field("board", "reef-encounter.position.crowded", rock=rock + 1, seat=seat + 1)
            # With Pick me up a shrimp may stand on bare rock while the sea is refilled.
            mover = state.mover if state.phase in (TURN, REFILL) else state.ender
            if own & ~grown and seat != mover and state.phase != OVER:
                raise wrong_field("board", "reef-encounter.position.stranded", rock=rock + 1, seat=seat + 1)
    fed = [first >= 0 for first in state.first]
    if fed != [state.phase > CHOOSE_FISH or other < state.seat for other in range(state.seats)]:
        raise wrong_field("turn", "turn", word=word)
    if state.phase == TURN and state.open >= 0 and not state.placed and not _holds(state, state.mover, state.open):
        raise wrong_field("turn", "turn", word=word)
    try:
        stuck = state.seat >= 0 and not state.legal_moves()
    except (IndexError, ValueError, OverflowError):
        stuck = True
    if stuck:
        raise wrong_field("turn", "turn", word=word)


def _holds(state: SecondKind, seat: int, colour: int) -> bool:
    """Whether a player has a tile of a colour, behind or in front of the screen."""
    kinds = (kind for kind in range(KINDS) if COLOURS_OF[kind] >> colour & 1)
    return any(state.in_hand(seat, kind) or state.in_front(seat, kind) for kind in kinds)
