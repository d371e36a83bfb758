"""A whole game for every way to end."""

from __future__ import annotations

from pathlib import Path

import atoll


def game_of(name: str) -> atoll.Game:
    return atoll.read((Path(__file__).parent / "fixtures" / f"{name}.txt").read_text("utf-8"))


def test_a_game_short_of_cubes_ends_with_the_collected_cube_behind_the_screen() -> None:
    game = game_of("shortage-cubes")
    assert game.log[-1].endswith("collect w")
    assert game.view()["supply"]["w"] == 0
    assert sum(player["cubes"]["w"] for player in game.view()["players"]) == 10
    assert game.view()["bonus"] == "wyopg"


def test_a_game_short_of_tiles_ends_without_a_draw() -> None:
    game = game_of("shortage-tiles")
    assert "collect" in game.log[-1]
    view = game.view()
    fewer = sum(len(tiles) < 3 for tiles in view["sea"].values())
    assert view["bag"] < fewer


def test_a_full_reef_ends_after_the_refill_with_no_extra_turn() -> None:
    game = game_of("full")
    assert game.log[-1].startswith("* refill")
    assert game.view()["ended_by"] is None


def test_after_an_end_at_once_the_others_may_eat_or_decline() -> None:
    game = game_of("shrimps-2-extra")
    assert " eat " in game.log[-1]
    ender = game.view()["ended_by"]
    other = 3 - ender
    assert game.log[-1].startswith(f"{other} ")
    lines = [*game.header, *game.log[:-1], f"{other} pass"]
    declined = atoll.read("\n".join(lines))
    assert declined.over
    eaten = game.view()["players"][other - 1]
    kept = declined.view()["players"][other - 1]
    assert eaten["shrimps_eaten"] == kept["shrimps_eaten"] + 1


def test_before_the_extra_turn_only_eating_and_passing_are_legal() -> None:
    game = game_of("tiles-2-extra")
    before = list(game.steps())[-2]
    assert before.view()["phase"] == "extra"
    assert {text.split()[0] for text in before.texts()} == {"eat", "pass"}


def test_equal_scores_are_ranked_by_the_tie_breaks() -> None:
    game = game_of("tiles-3-advanced-extra")
    assert game.state.scores() == [51, 48, 51]
    consumed = [sum(player["consumed"].values()) for player in game.view()["players"]]
    assert consumed[0] != consumed[2]
    assert game.state.winners() == [0 if consumed[0] > consumed[2] else 2]
