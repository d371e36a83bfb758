"""Tables for tests: rocks drawn as text, the rest in words, and a few words to play on from there.

A rock is six rows of seven marks: `~` deep water, `.` bare rock, `*` the extra-growth space, a letter a polyp. The
digit after a mark is the seat of the shrimp that stands there: `w1`, `.2`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

import atoll
from atoll.core.errors import RuleError
from atoll.core.events import Event
from atoll.core.game import Game
from atoll.core.record import Line
from atoll.core.state import ALL_SEEING, SPECTATOR
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import (
    CELL_NAMES,
    COLUMNS,
    LAND,
    LETTERS,
    OPENING_HAND,
    POLYPS,
    ROCK_IDS,
    ROWS,
    STAR,
    TILE_NAMES,
)

BySeat = Mapping[int, str]

SEA = "w:wyo y:wog o:wpg p:pgy g:oyp"

# Two rocks without a free space, and without a coral that could attack.
CHEQUERED = {
    1: """
    ~  ~  ~  y  w  y  ~
    ~  w  y  w  y  w  ~
    w  y  ~  y  w  y  w
    y  w  y  w  y  ~  y
    w  y  w  ~  w  y  w
    y  w  y  w  y  w  y
    """,
    2: """
    ~  ~  ~  y  w  y  ~
    y  w  y  w  y  w  ~
    w  y  w  y  ~  y  w
    y  ~  y  w  y  w  y
    w  y  w  y  w  y  w
    ~  w  y  w  y  w  ~
    """,
}


def table(
    rocks: Mapping[int, str] | None = None,
    *,
    seats: int = 2,
    advanced: bool = False,
    turn: str = "t1",
    hand: BySeat | None = None,
    front: BySeat | None = None,
    cubes: BySeat | None = None,
    fish: BySeat | None = None,
    eaten: Mapping[int, int] | None = None,
    starfish: str = "up",
    turned: str = "",
    locked: str = "",
    alga: str = "-",
    sea: str = SEA,
    bonus: str | None = None,
    bag: str | None = None,
) -> Game:
    """A game at a position. Rocks are numbered in the order given; rocks that are not given follow, and are empty.

    `turned` names the coral tiles that lie the other way than `starfish` says, `locked` those under a cylinder. `turn`
    is that of a position line, `bonus` is "bag" once the bonus tiles have gone into it. If `bag` says what is in the
    bag, the last seat has the rest behind its screen.
    """
    drawn = dict(rocks or {})
    others = [rock for rock in ROCK_IDS if rock not in drawn]
    drawn |= {rock: _bare(rock) for rock in others[: seats - len(drawn)]}
    spaces = dict(word.split(":") for word in sea.split())
    if bonus is None:
        bonus = "" if advanced else "bag" if bag == "" else LETTERS
    numbers = range(1, seats + 1)
    hands = {seat: (hand or {}).get(seat, "") for seat in numbers}
    fronts = {seat: (front or {}).get(seat, "") for seat in numbers}
    fishes = {seat: (fish or {}).get(seat, "w") for seat in numbers}
    if bag is not None:
        beside = "" if bonus == "bag" else bonus
        lying = "".join([bag, beside, *drawn.values(), *spaces.values(), *hands.values(), *fronts.values()])
        lying += "".join(fishes.values())
        hands[seats] += "".join(letter * (POLYPS - lying.count(letter)) for letter in LETTERS)
    blocks = []
    for seat in numbers:
        draw = fishes[seat][0] * OPENING_HAND[seats][seat - 1]
        words = [
            hands[seat],
            fronts[seat],
            (cubes or {}).get(seat, ""),
            fishes[seat],
            (eaten or {}).get(seat, 0),
            draw,
            "",
        ]
        blocks.append("/".join(str(word) if word != "" else "-" for word in words))
    line = " ".join(
        [
            "reef-encounter",
            "adv" if advanced else "std",
            ",".join(map(str, drawn)),
            "|".join(_rock(rock, drawing) for rock, drawing in drawn.items()),
            f"{_tiles(starfish, turned, locked)},{alga}",
            ",".join(spaces.get(space) or "-" for space in LETTERS),
            bonus or "-",
            "|".join(blocks),
            "0.0.0.0.0/0.0.0.0.0/-",
            turn,
        ]
    )
    return atoll.at(line)


def _bare(rock: int) -> str:
    return " ".join("~" if not LAND[rock] >> at & 1 else "." for at in range(ROWS * COLUMNS))


def _rock(rock: int, drawing: str) -> str:
    """A drawing in the words of a position line."""
    marks = drawing.split()
    assert len(marks) == ROWS * COLUMNS, f"rock {rock} is not six rows of seven"
    for at, mark in enumerate(marks):
        assert (mark == "~") != bool(LAND[rock] >> at & 1), f"rock {rock} is not like this at {CELL_NAMES[at]}"
        assert mark[0] != "*" or STAR[rock] >> at & 1, f"rock {rock} has no starfish at {CELL_NAMES[at]}"
    words = ["" if mark == "~" else _cell(*mark) for mark in marks]
    return "/".join("".join(words[row : row + COLUMNS]) for row in range(0, len(words), COLUMNS))


def _cell(what: str, shrimp: str = "") -> str:
    if shrimp:
        return f"{'.' if what == '*' else what}@{shrimp}"
    return "1" if what in ".*" else what


def _tiles(starfish: str, turned: str, locked: str) -> str:
    other = {frozenset(tile) for tile in turned.split()}
    closed = {frozenset(tile) for tile in locked.split()}
    sides = [(frozenset(tile) in other) == (starfish == "up") for tile in TILE_NAMES]
    return "".join(
        ("D" if down else "U") if frozenset(tile) in closed else "-" if down else "+"
        for tile, down in zip(TILE_NAMES, sides, strict=True)
    )


def record(
    *moves: str,
    advanced: str = "no",
    rocks: str = "2 4",
    starfish: str = "up",
    sea: str = "w:wyp y:ooo o:gwp p:yy g:w",
    hands: tuple[str, ...] = ("wwyopg", "wwwyyoppg"),
) -> str:
    """A record; its moves stand from line 7 plus the number of seats on."""
    lines = ["game reef-encounter", f"option advanced {advanced}", "option expansion no", f"seats {len(hands)}"]
    lines += [f"rocks {rocks}", f"starfish {starfish}", f"sea {sea}"]
    lines += [f"hand {seat} {hand}" for seat, hand in enumerate(hands, 1)]
    return "\n".join([*lines, *moves])


# Playing on


def play(game: Game, *moves: str) -> Game:
    """Make these moves; `* ` before what chance decides."""
    for move in moves:
        if move.startswith("* "):
            game.chance(move.removeprefix("* "))
        else:
            game.apply(move)
    return game


def written(move: str) -> str:
    """A move as records have it: a coral tile's colours may be said in either order."""
    *words, last = move.split(" ")
    return " ".join([*words, "".join(sorted(last))]) if words[:1] == ["alga"] and last != "sea" else move


def assert_refused(game: Game, move: str, ruling: str, *names: str) -> None:
    """The move is illegal by this ruling, the reason names all these things, and trying it changes nothing."""
    before = game.position(ALL_SEEING)
    error = game.why_not(move)
    assert error is not None, f"{move} is legal"
    assert error.ruling == ruling, str(error)
    for name in names:
        assert name in error.message.text(), str(error)
    assert written(move) not in game.texts()
    with pytest.raises(RuleError):
        game.apply(move)
    assert game.position(ALL_SEEING) == before


def assert_allowed(game: Game, *moves: str) -> None:
    """Each of these moves is legal."""
    legal = game.texts()
    for move in moves:
        assert game.why_not(move) is None
        assert written(move) in legal


# Looking


def state_of(game: Game) -> ReefEncounter:
    return cast(ReefEncounter, game.state)


def drawing(text: str) -> str:
    """A drawn rock with its columns in line."""
    marks = text.split()
    rows = (marks[row : row + COLUMNS] for row in range(0, len(marks), COLUMNS))
    return "\n".join(" ".join(mark.ljust(2) for mark in row).rstrip() for row in rows)


def changed(text: str, **marks: str) -> str:
    """A drawn rock with other marks on some cells."""
    cells = dict(zip(CELL_NAMES, text.split(), strict=True))
    return drawing(" ".join((cells | marks).values()))


def picture(game: Game, rock: int = 1) -> str:
    """A rock as it is now, to compare with a drawing."""
    seen = game.view()["rocks"][rock - 1]
    marks = []
    for at, name in enumerate(CELL_NAMES):
        cell = f"{rock}{name}"
        empty = "*" if STAR[seen["rock"]] >> at & 1 else "." if LAND[seen["rock"]] >> at & 1 else "~"
        marks.append(seen["polyps"].get(cell, empty) + str(seen["shrimps"].get(cell, "")))
    return drawing(" ".join(marks))


def player(game: Game, seat: int) -> dict[str, Any]:
    """What a seat sees of itself."""
    return cast(dict[str, Any], game.view(seat - 1)["players"][seat - 1])


def held(game: Game, seat: int, where: str) -> str:
    """A seat's tiles or cubes as letters: `hand`, `consumed`, `cubes` or `fish`."""
    return "".join(letter * number for letter, number in player(game, seat)[where].items())


def bag(game: Game) -> dict[str, int]:
    return dict(zip(LETTERS, state_of(game).bag, strict=True))


def draw(game: Game, line: str) -> list[Event]:
    """Let chance decide this, and say what happened."""
    step = game.follow(Line(0, f"* {line}"))
    game.take(step)
    return game.kind.told(step, SPECTATOR)


def happened(game: Game, move: str, kind: str) -> Any:
    """The one event of a kind that a move would bring about."""
    [event] = [event for event in game.events(move) if event.kind == kind]
    return event


def kinds(game: Game, move: str) -> list[str]:
    """The kinds of events that a move would bring about, in order."""
    return [event.kind for event in game.events(move)]


def coral_tiles(game: Game) -> str:
    """The coral tiles in their order, the stronger colour first."""
    return " ".join(tile["strong"] + tile["weak"] for tile in game.view()["tiles"])
