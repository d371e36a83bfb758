"""Counts of move sequences from fixed positions, by the engine and by the oracle: one wrong rule changes them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, cast

import pytest

import atoll
from atoll.reef.state import Reef
from atoll.reef_encounter.state import ReefEncounter
from tests.oracle.reef import Oracle as ReefOracle
from tests.oracle.reef_encounter import Oracle as ReefEncounterOracle
from tests.playthrough import perft
from tests.reef.bridge import as_position as reef_position
from tests.reef_encounter.bridge import as_position as reef_encounter_position
from tests.walk import scaled

Oracle = ReefOracle | ReefEncounterOracle
ENTRIES: list[dict[str, Any]] = [
    entry
    for path in sorted(Path(__file__).parent.glob("*/perft.toml"))
    for entry in tomllib.loads(path.read_text("utf-8"))["position"]
]
MOST_ORACLE_NODES = 500

every_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["name"])


def oracle_at(line: str) -> Oracle:
    state = atoll.at(line).state
    if line.startswith("reef "):
        return ReefOracle.from_position(reef_position(cast(Reef, state)))
    return ReefEncounterOracle.from_position(reef_encounter_position(cast(ReefEncounter, state)))


def oracle_perft(oracle: Oracle, depth: int) -> int:
    moves = oracle.legal()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = type(oracle).from_position(oracle.position())
        after.apply(move)
        total += oracle_perft(after, depth - 1)
    return total


@every_entry
def test_the_number_of_sequences_is_as_counted_before(entry: dict[str, Any]) -> None:
    state = atoll.at(entry["line"]).state
    for depth, number in enumerate(entry["counts"], 1):
        if depth == 1 or entry["counts"][depth - 2] <= scaled(100_000):
            assert perft(state, depth) == number, f"depth {depth}"


@every_entry
def test_the_oracle_counts_the_same(entry: dict[str, Any]) -> None:
    oracle = oracle_at(entry["line"])
    counted = 0
    for depth, number in enumerate(entry["counts"], 1):
        if depth == 1 or entry["counts"][depth - 2] <= MOST_ORACLE_NODES:
            assert oracle_perft(oracle, depth) == number, f"depth {depth}"
            counted += 1
    assert counted
