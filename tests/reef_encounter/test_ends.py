"""A whole game for every way to end."""

from __future__ import annotations

from pathlib import Path

import pytest

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


@pytest.mark.ruling("ties")
@pytest.mark.parametrize("name", ["shrimps-tie", "tiles-tie"])
def test_equal_scores_are_ranked_by_the_tie_breaks(name: str) -> None:
    state = game_of(name).state
    [first], [second, *_] = state.standing()[:2]
    ahead, behind = state.merits(first), state.merits(second)
    assert ahead[0] == behind[0] == max(state.scores())
    assert ahead > behind
    assert state.winners() == [first]


@pytest.mark.ruling("shortage")
@pytest.mark.parametrize(
    ("name", "line", "kinds"),
    [
        ("shortage-bonus-bought", "tile", ["tile_bought", "bonus_into_bag"]),
        ("shortage-bonus-grown", "polyp", ["placed", "grown", "bonus_into_bag"]),
        ("shortage-bonus-middle", "refill", ["refilled", "bonus_into_bag", "turn_begins"]),
        ("shortage-bonus-last", "refill", ["refilled", "bonus_into_bag", "turn_begins"]),
    ],
)
def test_the_bonus_tiles_go_into_an_empty_bag_however_it_became_empty(name: str, line: str, kinds: list[str]) -> None:
    game = game_of(name)
    told, events, step = next(
        (told, events, step)
        for (told, events), step in zip(game.story(), list(game.steps())[1:], strict=True)
        if any(event.kind == "bonus_into_bag" for event in events)
    )
    assert told.split()[1] == line
    assert [event.kind for event in events] == kinds
    view = step.view()
    assert (view["bonus"], view["bonus_gone"]) == ("", True)
    into_bag = next(event.data()["tiles"] for event in events if event.kind == "bonus_into_bag")
    # In the middle of a refill some of them are drawn at once.
    assert (view["bag"] < len(into_bag)) == (name == "shortage-bonus-middle")
