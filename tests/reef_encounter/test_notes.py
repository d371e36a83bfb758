"""What a state notes is what it would note if it looked again."""

from __future__ import annotations

import random
from typing import cast

import pytest

from atoll import Rng
from atoll.reef_encounter.state import ReefEncounter
from tests.walk import TABLES, Table, scaled, walk

# The expansion notes what a player has in its own way.
BASE = [table for table in TABLES if table.game == "reef-encounter" and ("expansion", "no") in table.options]


@pytest.mark.parametrize("table", BASE, ids=str)
def test_notes_are_kept_up(table: Table) -> None:
    rng = Rng(20)
    for game in walk(table.new(20), random.Random(20), scaled(2000, least=150)):
        state = cast(ReefEncounter, game.state)
        dealt = state.redeal(rng.below(table.seats), rng)
        for kept in (state, dealt):
            again = kept.clone()
            again.refresh()
            again.note_means()
            assert list(again.corals) == list(kept.corals)
            assert list(again.notes) == list(kept.notes)
            assert again.payable == kept.payable
            assert again.cubes_for_sale == kept.cubes_for_sale
            assert again.tiles_for_sale == kept.tiles_for_sale
            assert again.playable == kept.playable
