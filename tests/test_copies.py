"""A copy brings every field of a state over, and shares with it only what is never changed in place."""

from __future__ import annotations

import random
import types
from typing import Any

import pytest

from atoll import Rng
from atoll.core.state import State, playout
from tests.walk import TABLES, Table, scaled, walk

# Vectors that are replaced as a whole; all others a copy has for itself.
SHARED = {
    "reef-encounter": {"rocks", "land", "star", "near", "corals", "cylinders", "first", "dealt", "undealt"}
    | {"kinds", "shuffles"},  # of its expansion
}
HISTORY = {"_legal", "_fresh", "_origin", "_trail"}  # the moves of the turn: not the position

every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def fields(state: State) -> list[str]:
    """The names of all that makes up a position; native classes have descriptors instead of a dict."""
    names = set(getattr(state, "__dict__", ()))
    for cls in type(state).__mro__:
        names |= {name for name, what in vars(cls).items() if isinstance(what, types.GetSetDescriptorType)}
    return sorted(name for name in names - HISTORY if not name.startswith("__"))


def contents(state: State) -> dict[str, Any]:
    """Every field, vectors and lists as lists of their own."""
    found = {name: getattr(state, name) for name in fields(state)}
    return {name: list(what) if hasattr(what, "__setitem__") else what for name, what in found.items()}


def other_game(table: Table) -> State:
    return table.new(99).state


@every_table
def test_a_copy_brings_every_field_over(table: Table) -> None:
    for game in walk(table.new(17), random.Random(17), scaled(200)):
        whole = contents(game.state)
        assert len(whole) > 5
        assert contents(game.state.clone()) == whole
        over = other_game(table)
        over.become(game.state)
        assert contents(over) == whole


@every_table
def test_a_copy_shares_only_what_is_declared(table: Table) -> None:
    shared = SHARED.get(table.game, set())
    for game in walk(table.new(18), random.Random(18), 12):
        over = other_game(table)
        over.become(game.state)
        for name in fields(game.state):
            for copy in (game.state.clone(), over):
                vector = getattr(copy, name)
                if hasattr(vector, "__setitem__") and len(vector) and name not in shared:
                    before = vector[0]
                    vector[0] = before + 1
                    assert getattr(game.state, name)[0] == before, name


@every_table
def test_nothing_done_to_a_copy_reaches_the_state(table: Table) -> None:
    rng = Rng(19)
    for game in walk(table.new(19), random.Random(19), scaled(60)):
        whole = contents(game.state)
        playout(game.state.clone(), rng, 10_000 if scaled(20) > 1 else 30)
        for viewer in range(game.seats):
            game.state.redeal(viewer, rng)
        assert contents(game.state) == whole
