"""Every ruling has its tests."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.reef_encounter import (
    test_rulings_end,
    test_rulings_placing,
    test_rulings_setup,
    test_rulings_shrimps,
    test_rulings_turn,
)

MODULES = (test_rulings_setup, test_rulings_turn, test_rulings_placing, test_rulings_shrimps, test_rulings_end)
RULINGS = {
    *("tiles", "sea", "start player", "cubes", "coral tiles", "what is hidden"),
    *("order", "open action", "four"),
    *("empty", "guard", "attack", "protected", "split", "growth"),
    *("two per rock", "one per coral", "bare rock", "screen"),
    *("action 6", "action 7", "locking", "last tile", "action 8"),
    *("refill", "shortage"),
    *("eating", "end at once", "full", "ties"),
    "advanced",
}


def marks(module: ModuleType, name: str) -> list[pytest.Mark]:
    test = getattr(module, name)
    return [mark for mark in getattr(test, "pytestmark", []) if mark.name == "ruling"]


def test_every_ruling_is_proved_and_every_mark_is_a_ruling() -> None:
    proved = {mark.args[0] for module in MODULES for name in dir(module) for mark in marks(module, name)}
    assert proved == RULINGS


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_test_of_a_ruling_names_it(module: ModuleType) -> None:
    unnamed = [name for name in dir(module) if name.startswith("test_") and len(marks(module, name)) != 1]
    assert unnamed == []
