"""Counts of move sequences from fixed positions of the expansion: one wrong rule changes them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import atoll
from tests.playthrough import perft
from tests.walk import scaled

ENTRIES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "counts.toml").read_text("utf-8"))["position"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])
def test_the_number_of_sequences_is_as_counted_before(entry: dict[str, Any]) -> None:
    state = atoll.at(entry["line"]).state
    for depth, number in enumerate(entry["counts"], 1):
        if depth == 1 or entry["counts"][depth - 2] <= scaled(100_000):
            assert perft(state, depth) == number, f"depth {depth}"
