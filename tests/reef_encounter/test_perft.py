"""Counts of move sequences from fixed positions: one wrong rule anywhere changes them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, cast

import pytest

import atoll
from atoll.reef_encounter.state import ReefEncounter
from tests.oracle.reef_encounter import Oracle
from tests.playthrough import perft
from tests.reef_encounter.bridge import as_position
from tests.walk import scaled

TABLE: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "perft.toml").read_text("utf-8"))["position"]
MOST_ORACLE_NODES = 300


def oracle_perft(oracle: Oracle, depth: int) -> int:
    if depth == 0 or oracle.position()["phase"] in ("refill", "over"):
        return 1
    if depth == 1:
        return len(oracle.legal())
    total = 0
    for move in oracle.legal():
        after = Oracle.from_position(oracle.position())
        after.apply(move)
        total += oracle_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: entry["name"])
def test_the_number_of_sequences_is_as_counted_before(entry: dict[str, Any]) -> None:
    state = atoll.at(entry["line"]).state
    for depth, number in enumerate(entry["counts"], 1):
        if depth == 1 or entry["counts"][depth - 2] <= scaled(100_000):
            assert perft(state, depth) == number, f"depth {depth}"


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: entry["name"])
def test_the_oracle_counts_the_same(entry: dict[str, Any]) -> None:
    oracle = Oracle.from_position(as_position(cast(ReefEncounter, atoll.at(entry["line"]).state)))
    counted = 0
    for depth, number in enumerate(entry["counts"], 1):
        if depth == 1 or entry["counts"][depth - 2] <= MOST_ORACLE_NODES:
            assert oracle_perft(oracle, depth) == number, f"depth {depth}"
            counted += 1
    assert counted
