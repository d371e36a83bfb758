"""Tables of Reef, drawn as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import atoll
from atoll import Game
from atoll.reef.state import Reef

EMPTY = """
. . . .
. . . .
. . . .
. . . .
"""


def board(drawing: str) -> str:
    """Four rows of four words, each the pieces of a stack from the bottom or `.`, as a field of the position line."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert [len(row) for row in rows] == [4, 4, 4, 4]
    return "/".join(",".join("-" if stack == "." else stack for stack in row) for row in rows)


def cards(numbers: Sequence[int]) -> str:
    return ".".join(map(str, sorted(numbers))) or "-"


def table(
    *drawings: str,
    hands: Sequence[Sequence[int]] = (),
    points: Sequence[int] = (),
    display: str = "58:0,59:0,60:0",
    top: str = "57",
    played: Sequence[Sequence[int]] = (),
    turn: str = "t1",
    start: str = "centre",
) -> Game:
    """A game in the middle: the boards drawn, everything else sensible unless it is given."""
    drawn = [*drawings, *([EMPTY] * (2 - len(drawings)))]
    seats = []
    for seat in range(len(drawn)):
        hand = cards(hands[seat]) if seat < len(hands) else "-"
        done = cards(played[seat]) if seat < len(played) else "-"
        pile = points[seat] if seat < len(points) else 3
        seats.append(f"{pile}/{hand}/-/{done}")
    boards = "|".join(board(drawing) for drawing in drawn)
    return atoll.at(f"reef {start} {boards} {display} {top} {'|'.join(seats)} {turn}")


def state_of(game: Game) -> Reef:
    return cast(Reef, game.state)


def score(drawing: str, card: int) -> int:
    """What a card scores on a drawn reef."""
    return state_of(table(drawing)).card_score(0, card)


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        if text.startswith("*"):
            game.chance(text[2:])
        else:
            game.apply(text)
    return game
