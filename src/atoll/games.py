"""The games of the house."""

from __future__ import annotations

from functools import cache

from atoll.core.errors import AtollError
from atoll.core.game import Game, Kind, Options, read_record
from atoll.core.messages import Message

NAMES = ("reef-encounter", "reef")


@cache
def kind(name: str) -> Kind:
    """A game by its name in records; it is loaded when first asked for."""
    if name == "reef-encounter":
        from atoll.reef_encounter.kind import KIND

        return KIND
    if name == "reef":
        from atoll.reef.kind import KIND as REEF

        return REEF
    raise AtollError(Message("game.unknown", {"name": name, "known": list(NAMES)}))


def new(name: str = "reef-encounter", seats: int = 2, options: Options | None = None, seed: int = 0) -> Game:
    """A new game from a seed."""
    return Game.new(kind(name), seats, options, seed)


def read(text: str, until: int | None = None) -> Game:
    """The game behind a record; RecordError names the line, the move and the ruling where it is wrong."""
    return read_record({name: kind(name) for name in NAMES}, text, until)


def at(position: str) -> Game:
    """A game that goes on from a position line."""
    return Game.at(kind(next(iter(position.split()), "")), position)
