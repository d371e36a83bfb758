"""Nothing that was confirmed is lost or doubled, whatever ends the server. `make crash` does much more of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.crash import ERRORS, Trials
from tests.walk import scaled

pytestmark = pytest.mark.once


@pytest.mark.parametrize("seed", [1, 2])
def test_a_killed_server_has_lost_nothing_that_was_confirmed(tmp_path: Path, seed: int) -> None:
    with Trials(tmp_path, seed) as trials:
        for _ in range(scaled(6, 2)):
            trials.play(3)
            trials.fall(cut=False)
        trials.play(1)
    assert trials.kills > 1


@pytest.mark.parametrize("seed", [3, 4])
def test_a_power_cut_takes_nothing_that_was_confirmed(tmp_path: Path, seed: int) -> None:
    with Trials(tmp_path, seed) as trials:
        for _ in range(scaled(3, 1)):
            trials.play(3)
            trials.fall(cut=True)
            trials.fall(cut=False)  # what is found then may be unsafe when the power goes next
        trials.play(1)
    assert trials.cuts > 0


def test_tables_go_on_after_errors_of_the_disk(tmp_path: Path) -> None:
    with Trials(tmp_path, 5) as trials:
        for fault in ERRORS:
            trials.play(2)
            trials.fail(fault)
        trials.fall(cut=True)
    assert trials.errors > 8
