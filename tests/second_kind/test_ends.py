"""Whole games of the expansion: every way to end, and what is worth seeing on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

import atoll
from atoll.core.game import Game
from tests.second_kind.make_fixtures import sights

FIXTURES = Path(__file__).parent / "fixtures"


def game_of(start: str) -> Game:
    [path] = FIXTURES.glob(f"{start}.txt")
    return atoll.read(path.read_text("utf-8"))


@pytest.mark.parametrize("sight", ["cancelled", "overhang", "dead-crown", "reshuffled"])
def test_a_fixture_shows_what_its_name_says(sight: str) -> None:
    assert sight in set(sights(game_of(f"*-{sight}*")))


def test_a_full_reef_ends_after_the_refill_with_no_extra_turn() -> None:
    game = game_of("full")
    assert game.log[-1].startswith("* refill")
    assert game.view()["ended_by"] is None


def test_a_game_short_of_cubes_ends_with_the_collected_cube_behind_the_screen() -> None:
    game = game_of("shortage-cubes")
    assert game.log[-1].endswith("collect w")
    assert sum(player["cubes"]["w"] for player in game.view()["players"]) == 10


def test_in_the_extra_turns_nobody_plays_a_card_and_only_those_who_have_eaten_are_asked() -> None:
    for path in FIXTURES.glob("*.txt"):
        game = atoll.read(path.read_text("utf-8"))
        for step in game.replay():
            seen = game.kind.view(step.before, 0)
            if seen["phase"] == "extra":
                seat, verb = step.line.split(" ")[:2]
                assert verb in ("eat", "pass", "bag")
                assert seen["players"][int(seat) - 1]["shrimps_eaten"] > 0
