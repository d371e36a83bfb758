"""Counts of move sequences from fixed positions, by the engine and by the oracle."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import atoll
from tests.oracle.reef import Oracle
from tests.playthrough import perft
from tests.reef.bridge import as_position
from tests.reef.build import state_of
from tests.walk import scaled

TABLE: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "perft.toml").read_text("utf-8"))["position"]


def oracle_perft(oracle: Oracle, depth: int) -> int:
    if depth == 0 or oracle.position()["phase"] in ("reveal", "over"):
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
    oracle = Oracle.from_position(as_position(state_of(atoll.at(entry["line"]))))
    counted = 0
    for depth, number in enumerate(entry["counts"], 1):
        if depth == 1 or entry["counts"][depth - 2] <= 600:
            assert oracle_perft(oracle, depth) == number, f"depth {depth}"
            counted += 1
    assert counted
