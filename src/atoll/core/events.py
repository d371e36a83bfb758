"""What happened, for people and screens: typed, in order, and made only when someone asks."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar

from atoll.core.messages import Message


@cache
def _names(event: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(event))


@dataclass(frozen=True)
class Event:
    """One thing that happened. Its class is what it was; its fields are plain data."""

    kind: ClassVar[str] = ""

    def data(self) -> dict[str, Any]:
        """As plain data, for a screen."""
        own: Any = type(self)
        return {"kind": self.kind} | {name: getattr(self, name) for name in _names(own)}

    def message(self) -> Message:
        """As a sentence, for a log."""
        raise NotImplementedError


@dataclass(frozen=True)
class EndsGame(Event):
    """A move that was only asked about would end the game. What the end brings to light is told when it is made."""

    kind: ClassVar[str] = "ends_game"

    def message(self) -> Message:
        return Message("game.ends_here")
