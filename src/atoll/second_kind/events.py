"""What a move of the expansion did, found by comparing the position before and after."""

from __future__ import annotations

from atoll.core.events import Event
from atoll.second_kind.state import SecondKind


def move_events(before: SecondKind, move: int, after: SecondKind, viewer: int) -> list[Event]:
    return []


def chance_events(before: SecondKind, outcome: list[int], after: SecondKind, viewer: int) -> list[Event]:
    return []
