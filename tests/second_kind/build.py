"""Tables of the expansion for tests: what lies where in the words of its worked examples, and a few words to play on.

    at("white 1d5 1e5(1) 1f5=wh.ne; pink 1c5(b); crown 1d4; rock 1h4", hand={1: "w wy"}, cubes={1: "wy"})

Polyps stand after their colour: `(1)` is the shrimp of a seat, `(b)` a wooden blue one, `=` a tile that is not
ordinary, a half with its sides. `crown`, `rock` and `water` name tiles. All else is in the bag; nobody has what is not
named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import cast

import atoll
from atoll.core.game import Game
from atoll.core.state import ALL_SEEING
from atoll.reef_encounter.tables import LETTERS, OPENING_HAND, PLACE_NAMES, PLACES, POLYPS, TILE_NAMES
from atoll.second_kind.notation import places_of
from atoll.second_kind.reading import read_cell
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import CARD_NAMES, EVERY_SPECIAL, TOKENS, marked, of_kind

NAMES = {"white": "w", "yellow": "y", "orange": "o", "pink": "p", "grey": "g"}
SIDES = ("ne", "se", "sw", "nw")
TERRAIN = ("crown", "rock", "water")
BySeat = Mapping[int, str]


def at(
    board: str = "",
    *,
    seats: int = 2,
    rocks: str = "2 4 1 3",
    advanced: bool = False,
    hand: BySeat | None = None,
    front: BySeat | None = None,
    cubes: BySeat | None = None,
    fish: BySeat | None = None,
    eaten: Mapping[int, int] | None = None,
    cards: BySeat | None = None,
    laid_out: BySeat | None = None,
    pile: str = "",
    starfish: str = "up",
    turned: str = "",
    locked: str = "",
    sea: str = "",
    bonus: str | None = None,
    turn: str = "t1",
    begins: int = 0,
    lost: int = 0,
    blue: str | None = None,
    clownfish: str | None = None,
    spare: BySeat | None = None,
    bag: str | None = None,
) -> Game:
    """A game at a position; `begins` is the seat whose turn begins just now. If `bag` says what is in the bag, the last
    seat has the rest behind its screen."""
    numbers = [int(word) for word in rocks.split()][:seats]
    spaces = dict(word.split(":") for word in sea.split())
    bonus = bonus if bonus is not None else "-" if advanced else "bag" if bag == "" else LETTERS
    hands = {seat: (hand or {}).get(seat, "") for seat in range(1, seats + 1)}
    if bag is not None:
        lying = Counter([*bag.split(), *(bonus if bonus != "bag" else ""), *_lying(board, numbers)])
        lying.update(word for words in spaces.values() for word in words.split("."))
        for column in (hands, front or {}):
            lying.update(word for words in column.values() for word in words.split())
        lying.update(word for seat in hands for word in (fish or {}).get(seat, "w").split())
        hands[seats] += " " + " ".join(_rest(lying))
    blocks = []
    for seat in range(1, seats + 1):
        held = (fish or {}).get(seat, "w").split()
        words = [
            ".".join(hands[seat].split()),
            ".".join((front or {}).get(seat, "").split()),
            (cubes or {}).get(seat, "").replace(" ", ""),
            ".".join(held),
            str((eaten or {}).get(seat, 0)),
            held[0] * OPENING_HAND[seats][seat - 1],
            (spare or {}).get(seat, ""),
            ".".join((cards or {}).get(seat, "").split()),
            ".".join((laid_out or {}).get(seat, "").split()),
        ]
        blocks.append("/".join(word or "-" for word in words))
    at_sea = any(not (eaten or {}).get(seat, 0) for seat in range(1, seats + 1))
    beside = 4 - at_sea - board.count("(b)")
    marks = [
        marked(mark) if named is None else _mask(named) for mark, named in (("blue", blue), ("clownfish", clownfish))
    ]
    line = " ".join(
        [
            "reef-encounter",
            f"{'adv' if advanced else 'std'}+yes",
            ",".join(map(str, numbers)),
            "|".join(_rocks(board, numbers)),
            f"{_tiles(starfish, turned, locked)},-",
            ",".join(spaces.get(letter, "-") for letter in LETTERS),
            bonus,
            "|".join(blocks),
            f"{beside}{'s' if at_sea else ''}/{lost}",
            f"{'.'.join(sorted(pile.split())) or '-'}/0/{marks[0]:x}.{marks[1]:x}",
            turn,
        ]
    )
    game = atoll.at(line)
    if begins:
        state = state_of(game)
        state._begin_turn(begins - 1)
        state.note_stock()
        state.forget()
        state._fresh = False
    return game


def _lying(board: str, numbers: list[int]) -> list[str]:
    """The tiles on the rocks."""
    places = [place.partition(":")[2] for rock in _rocks(board, numbers) for place in rock.split(",")]
    return [mark.partition(".")[0] for place in places for mark in place.partition("@")[0].split("+") if mark]


def _rest(lying: Counter[str]) -> list[str]:
    """All tiles but these."""
    whole = Counter({token: of_kind(EVERY_SPECIAL, kind) for kind, token in enumerate(TOKENS) if kind >= len(LETTERS)})
    whole.update(dict.fromkeys(LETTERS, POLYPS))
    return list((whole - lying).elements())


def _mask(names: str) -> int:
    return sum(1 << CARD_NAMES.index(name) for name in names.split())


def _rocks(board: str, numbers: list[int]) -> list[str]:
    """The rocks in the words of a position line."""
    cells: dict[str, list[str]] = {}
    stands: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in board.split(";"))):
        what, *words = part.split()
        for word in words:
            found = re.fullmatch(r"(\d\w\d)(?:=([\w.]+))?(?:\((\w)\))?", word)
            assert found, word
            cell, tile, shrimp = found.groups()
            if what in TERRAIN:
                mark = what
            elif not tile:
                mark = NAMES[what] if what != "bare" else ""
            elif tile.partition(".")[2] in SIDES or tile[1] in "s2":
                mark = tile
            else:
                mark = f"{tile}.{NAMES[what]}"
            if mark:
                cells.setdefault(cell, []).append(mark)
            if shrimp:
                stands[cell] = shrimp
    out = []
    order = ("rock", "water")
    for rock, number in enumerate(numbers, 1):
        words = []
        for name in PLACE_NAMES[number]:
            cell = f"{rock}{name}"
            marks = sorted(cells.get(cell, []), key=lambda mark: mark not in order)
            if marks or cell in stands:
                words.append(f"{name}:{'+'.join(marks)}" + (f"@{stands[cell]}" if cell in stands else ""))
        out.append(",".join(words) or "-")
    known = {f"{rock}{name}" for rock, number in enumerate(numbers, 1) for name in PLACE_NAMES[number]}
    assert {*cells, *stands} <= known
    return out


def _tiles(starfish: str, turned: str, locked: str) -> str:
    other = {frozenset(tile) for tile in turned.split()}
    closed = {frozenset(tile) for tile in locked.split()}
    sides = [(frozenset(tile) in other) == (starfish == "up") for tile in TILE_NAMES]
    return "".join(
        ("D" if down else "U") if frozenset(tile) in closed else "-" if down else "+"
        for tile, down in zip(TILE_NAMES, sides, strict=True)
    )


# Playing on


def play(game: Game, *moves: str) -> Game:
    """Make these moves; `* ` before what chance decides."""
    for move in moves:
        if move.startswith("* "):
            game.chance(move.removeprefix("* "))
        else:
            game.apply(move)
    return game


def after(game: Game, *moves: str) -> Game:
    """A copy of the game on which these moves were made."""
    return play(game.clone(), *moves)


def yes(game: Game, *moves: str) -> None:
    """Each of these is legal, among others."""
    legal = game.texts()
    for move in moves:
        assert move in legal, f"{move} is not legal: {game.why_not(move)}"


def no(game: Game, *moves: str, ruling: str = "") -> None:
    """None of these is legal; the reason names the ruling."""
    legal = game.texts()
    before = game.position(ALL_SEEING)
    for move in moves:
        assert move not in legal, f"{move} is legal"
        error = game.why_not(move)
        assert error is not None, move
        if ruling:
            assert error.ruling == ruling, f"{move}: {error}"
    assert game.position(ALL_SEEING) == before


def exactly(game: Game, *moves: str, verb: str = "") -> None:
    """These are the legal moves; with a verb, those that begin with it."""
    found = [text for text in game.texts() if text.startswith(verb)]
    assert found == sorted(moves), found


def lines(game: Game, start: str) -> list[str]:
    """What follows this beginning in the legal moves."""
    return [text.removeprefix(start).strip() for text in game.texts() if text.startswith(start)]


# Looking


def state_of(game: Game) -> SecondKind:
    return cast(SecondKind, game.state)


def tiles(game: Game, seat: int, where: str) -> Counter[str]:
    """A seat's tiles by kind: `hand`, `consumed` or `fish`."""
    return Counter(game.view(seat - 1)["players"][seat - 1][where])


def bag(game: Game) -> Counter[str]:
    return Counter(game.view()["bag"])


def rock(game: Game, number: int = 1) -> dict[str, object]:
    return cast("dict[str, object]", game.view()["rocks"][number - 1])


def polyps(game: Game) -> dict[str, str]:
    """Every polyp by its cell."""
    return {cell: colour for seen in game.view()["rocks"] for cell, colour in seen["polyps"].items()}


def crowns(game: Game) -> list[str]:
    return [cell for seen in game.view()["rocks"] for cell in seen["crowns"]]


def decides(game: Game) -> int:
    """The seat to decide, from 1."""
    return game.seat + 1


def corals(game: Game, *cells: str) -> list[set[str]]:
    """The coral of each of these cells."""
    state = state_of(game)
    found = []
    for cell in cells:
        number, place = divmod(read_cell(state, cell), PLACES)
        found.append(set(places_of(state, number, state.coral(number, 1 << place))))
    return found
