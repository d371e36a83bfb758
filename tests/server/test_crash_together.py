"""Nothing that was confirmed is lost or doubled, whichever process ends, or the database. `make crash` does much more
of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.crash_together import Fleet

pytestmark = pytest.mark.served


@pytest.mark.parametrize("processes", [2, 4])
def test_processes_and_databases_that_end_have_lost_nothing(tmp_path: Path, processes: int) -> None:
    with Fleet(tmp_path, processes, seed=processes) as fleet:
        for kills, stop in ((1, False), (0, True), (processes - 1, False), (1, True), (processes, False)):
            fleet.play(2)
            fleet.fall(kills, stop)
        fleet.play(1)
    assert (fleet.kills, fleet.stops) == (2 * processes + 1, 2)
    assert fleet.confirmed > 10 * processes
