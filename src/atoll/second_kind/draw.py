"""A position of the expansion drawn as text."""

from __future__ import annotations

from atoll.second_kind.state import SecondKind


def draw(state: SecondKind, viewer: int, colour: bool = False) -> str:
    return ""


def study(state: SecondKind, seat: int, language: str) -> str:
    return ""
