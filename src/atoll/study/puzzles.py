"""Puzzles: positions in which one turn is clearly best and not obvious, as a game's folder keeps them.

A puzzle is shown from the seat of who solves it. What that seat cannot know is dealt anew before a puzzle is written
down, so that nothing in the file tells what it was in the game that the puzzle was cut from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.kind import Kind
from atoll.core.messages import Message, Term, Who
from atoll.core.state import State
from atoll.games import kinds, rules_of

FILE = "puzzles.jsonl"
LEVELS = (1, 2, 3, 4, 5)  # from easy to hard


@dataclass(frozen=True)
class Puzzle:
    """One position with its best turn. Shares are parts of the win, from 0 to 1."""

    id: str  # follows from the position and the best turn
    game: str
    options: dict[str, str]
    seats: int
    seat: int  # that moves, from 0
    level: int
    position: str  # a line that shows everything
    best: list[str]  # in words of the record
    share: float  # that the best turn promises
    second: float  # that the best turn promises that is clearly worse
    tolerance: float  # how much worse another turn may do and still count as equally good
    reason: dict[str, Any]  # a message, see `packed`
    origin: dict[str, Any]  # the game that it was cut from, and the line

    @property
    def rules(self) -> Kind[Any]:
        return rules_of(self.game, self.options)

    def state(self) -> State:
        state: State = self.rules.read_position(self.position)
        return state

    def at(self) -> Game:
        """A game that goes on from it."""
        return Game(self.rules, self.state(), [])

    def seen(self) -> str:
        """The position, as who solves it sees it."""
        return self.rules.position(self.state(), self.seat)

    def why(self) -> Message:
        return unpacked(self.reason)

    @property
    def seed(self) -> int:
        return seed_of(self.position)


def seed_of(position: str) -> int:
    """The seed of the deals on which turns of a position are compared: always the same ones."""
    return int.from_bytes(hashlib.sha256(position.encode()).digest()[:6], "big")


def name_of(position: str, best: Iterable[str]) -> str:
    """The id of a puzzle."""
    return hashlib.sha256("\n".join([position, *best]).encode()).hexdigest()[:10]


# Messages as plain data


def packed(value: object) -> Any:
    """A message, or what is in one, as plain data."""
    if isinstance(value, Message):
        return {"key": value.key, "values": {name: packed(part) for name, part in value.values.items()}}
    if isinstance(value, Term):
        return {"term": value.key}
    if isinstance(value, Who):
        return {"who": value.seat}
    if isinstance(value, list | tuple):
        return [packed(part) for part in value]
    return value


def unpacked(data: dict[str, Any]) -> Message:
    return Message(data["key"], {name: _value(part) for name, part in data["values"].items()})


def _value(data: Any) -> object:
    if isinstance(data, list):
        return [_value(part) for part in data]
    if isinstance(data, dict):
        if "term" in data:
            return Term(data["term"])
        return Who(data["who"]) if "who" in data else unpacked(data)
    return data


# Files


def written(puzzle: Puzzle) -> str:
    """A puzzle as a line of a file."""
    return json.dumps(asdict(puzzle), ensure_ascii=False, separators=(",", ":"))


def read(line: str) -> Puzzle:
    try:
        return Puzzle(**json.loads(line))
    except (ValueError, TypeError) as error:
        raise AtollError(Message("puzzles.line", {"problem": str(error)})) from error


def read_file(file: Path) -> list[Puzzle]:
    return [read(line) for line in file.read_text("utf-8").splitlines() if line]


def write_file(file: Path, puzzles: Iterable[Puzzle]) -> None:
    """Keep puzzles, those of each level together."""
    lines = [written(puzzle) for puzzle in sorted(puzzles, key=lambda puzzle: (puzzle.level, puzzle.id))]
    part = file.with_suffix(".new")
    part.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    part.replace(file)


@cache
def shipped(rules: Kind[Any]) -> tuple[Puzzle, ...]:
    """The puzzles of a game, as its rules choose it."""
    file = rules.folder / FILE
    return tuple(read_file(file)) if file.exists() else ()


def with_puzzles() -> list[Kind[Any]]:
    """The games, and what their options make of them, that have some."""
    return [form for game in kinds() for form in game.forms() if shipped(form)]


@cache
def by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for form in with_puzzles() for puzzle in shipped(form)}
