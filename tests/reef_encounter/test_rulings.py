"""Every test of the rulings names its ruling."""

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


def marks(module: ModuleType, name: str) -> list[pytest.Mark]:
    test = getattr(module, name)
    return [mark for mark in getattr(test, "pytestmark", []) if mark.name == "ruling"]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_test_of_a_ruling_names_it(module: ModuleType) -> None:
    unnamed = [name for name in dir(module) if name.startswith("test_") and len(marks(module, name)) != 1]
    assert unnamed == []
