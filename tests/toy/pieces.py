"""Counting every shell, for the properties that hold for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from atoll import State

if TYPE_CHECKING:
    from tests.toy.state import Toy


def census(state: State) -> dict[str, list[int]]:
    toy = cast("Toy", state)
    return {"shells": [sum(shells) for shells in zip(toy.pools, toy.washed, *toy.taken, strict=True)]}
