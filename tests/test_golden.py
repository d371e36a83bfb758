"""Whole games replay byte for byte, and are told line by line as they were before.

ATOLL_WRITE_GOLDEN=1 writes the tellings anew: look at the difference before committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import atoll
from tests.playthrough import playthrough

HERE = Path(__file__).parent
FIXTURES = sorted(HERE.glob("*/fixtures/*.txt"))
GOLDEN = [
    "reef_encounter/shrimps-2",
    "reef_encounter/shortage-cubes",
    "reef_encounter/shortage-bonus-middle",
    "reef_encounter/shrimps-3-advanced-extra",
    "second_kind/shrimps-2-cancelled",
    "second_kind/shortage-cubes",
    "second_kind/full",
    "reef/colour-2",
    "reef/colour-3-free",
]


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_fixture_replays_to_its_end_byte_for_byte(path: Path) -> None:
    record = path.read_text("utf-8")
    game = atoll.read(record)
    assert game.over
    assert game.view()["ended"] == path.stem.split("-")[0]
    assert game.write() == record
    assert record.splitlines()[-2].startswith("score ")
    assert record.splitlines()[-1].startswith("winner ")


@pytest.mark.parametrize(
    ("folder", "ends"),
    [
        ("reef_encounter", {"tiles", "shrimps", "full", "shortage"}),
        ("second_kind", {"tiles", "shrimps", "full", "shortage"}),
        ("reef", {"colour", "deck"}),
    ],
)
def test_every_way_to_end_has_a_fixture(folder: str, ends: set[str]) -> None:
    assert {path.stem.split("-")[0] for path in (HERE / folder / "fixtures").glob("*.txt")} == ends


@pytest.mark.parametrize("name", GOLDEN)
def test_a_playthrough_reads_as_before(name: str) -> None:
    folder, _, stem = name.partition("/")
    told = playthrough(atoll.read((HERE / folder / "fixtures" / f"{stem}.txt").read_text("utf-8")))
    golden = HERE / folder / "golden" / f"{stem}.txt"
    if os.environ.get("ATOLL_WRITE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(told, "utf-8")
    for at, (now, then) in enumerate(zip(told.splitlines(), golden.read_text("utf-8").splitlines(), strict=True), 1):
        assert now == then, f"line {at}"
