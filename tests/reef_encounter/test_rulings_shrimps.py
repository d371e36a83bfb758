"""Rulings on shrimps and on exchanges."""

from __future__ import annotations

import pytest

import atoll
from tests.reef_encounter.build import (
    assert_allowed,
    assert_refused,
    bag,
    coral_tiles,
    drawing,
    happened,
    held,
    kinds,
    picture,
    play,
    player,
    table,
)


def colony(turn: str = "t1") -> atoll.Game:
    """Seat 1 has two shrimps on rock 1 and one on rock 2."""
    rocks = {
        1: """
        ~  ~  ~  w1 w  .  ~
        ~  .  .  .  .  w  ~
        .  .  ~  .  p2 p  .
        .  .  .  *  .  ~  .
        y  .  .  ~  .  .  g1
        y  .  .  .  .  .  .
        """,
        2: """
        ~  ~  ~  o1 .  .  ~
        .  .  .  .  .  .  ~
        .  .  .  .  ~  .  .
        .  ~  .  *  .  w  .
        .  .  .  .  .  .  p
        ~  .  .  .  .  .  ~
        """,
    }
    return table(rocks, turn=turn, hand={1: "y"}, cubes={1: "y"})


# two per rock


@pytest.mark.ruling("two per rock")
def test_a_third_shrimp_of_a_player_is_not_introduced_on_a_rock() -> None:
    game = colony()
    assert_refused(game, "shrimp 1a5", "two per rock", "rock 1", "1d1", "1g5")
    assert_allowed(game, "shrimp 2f4")


@pytest.mark.ruling("two per rock")
@pytest.mark.parametrize("to", ["1a5", "1a3", "1d4"])
def test_a_third_shrimp_does_not_move_there_for_a_moment_either(to: str) -> None:
    game = colony()
    assert_refused(game, f"move 2d1 {to}", "two per rock", "rock 1", "1d1", "1g5")
    assert_allowed(play(game, "move 1g5 screen"), f"move 2d1 {to}")


@pytest.mark.ruling("two per rock")
def test_shrimps_on_bare_rock_count_too() -> None:
    game = play(colony(), "move 1d1 1a3", "move 1g5 1b3")
    assert_refused(game, "shrimp 1a5", "two per rock", "1a3", "1b3")


@pytest.mark.ruling("two per rock")
def test_moving_within_the_rock_is_free_and_others_shrimps_do_not_count() -> None:
    assert_allowed(colony(), "move 1d1 1a5", "move 1g5 1a3")
    assert_allowed(colony(turn="t2"), "shrimp 1a5", "move 1e3 2f4")


# one per coral


@pytest.mark.ruling("one per coral")
@pytest.mark.parametrize(("cell", "there"), [("1e1", "1d1"), ("1g5", "1g5"), ("1f3", "1e3"), ("2d1", "2d1")])
def test_no_shrimp_is_introduced_on_a_coral_that_has_one(cell: str, there: str) -> None:
    assert_refused(colony(turn="t2"), f"shrimp {cell}", "one per coral", cell, there)


@pytest.mark.ruling("one per coral")
@pytest.mark.parametrize(("move", "there"), [("1g5 1e1", "1d1"), ("1d1 1f3", "1e3"), ("1d1 1g5", "1g5")])
def test_no_shrimp_moves_to_a_coral_that_has_one(move: str, there: str) -> None:
    assert_refused(colony(), f"move {move}", "one per coral", there)


@pytest.mark.ruling("one per coral")
def test_a_shrimp_may_move_within_its_own_coral() -> None:
    game = play(colony(), "move 1d1 1e1")
    assert game.view()["rocks"][0]["shrimps"] == {"1e1": 1, "1e3": 2, "1g5": 1}


@pytest.mark.ruling("one per coral")
def test_polyps_that_touch_at_a_corner_are_two_corals() -> None:
    assert_allowed(colony(), "move 1d1 1f2")
    assert_allowed(colony(turn="t2"), "shrimp 1f2")


# bare rock


@pytest.mark.ruling("bare rock")
def test_a_shrimp_may_stand_on_bare_rock_and_move_on_from_there() -> None:
    game = play(colony(), "move 1d1 1b2")
    assert_allowed(game, "move 1b2 1a5", "move 1b2 1d4", "move 1b2 2a2", "move 1b2 1d1", "move 1b2 screen")
    play(game, "move 1b2 1d4", "move 1d4 1a5")
    assert picture(game) == drawing(
        """
        ~  ~  ~  w  w  .  ~
        ~  .  .  .  .  w  ~
        .  .  ~  .  p2 p  .
        .  .  .  *  .  ~  .
        y1 .  .  ~  .  .  g1
        y  .  .  .  .  .  .
        """
    )


@pytest.mark.ruling("bare rock")
def test_nothing_is_collected_while_a_shrimp_stands_on_bare_rock() -> None:
    game = play(colony(), "move 1d1 1b2", "move 2d1 2a2")
    assert_refused(game, "collect w", "bare rock", "1b2", "2a2")
    play(game, "move 2a2 screen")
    assert_refused(game, "collect w", "bare rock", "1b2")
    assert_allowed(play(game, "move 1b2 1a6"), "collect w")


@pytest.mark.ruling("bare rock")
def test_a_polyp_cannot_be_put_under_it() -> None:
    game = play(colony(), "move 1d1 1b2", "larva y")
    assert_refused(game, "polyp 1b2", "empty", "1b2")


@pytest.mark.ruling("bare rock")
def test_no_shrimp_is_introduced_on_bare_rock_or_in_deep_water() -> None:
    assert_refused(colony(), "shrimp 2a2", "bare rock", "2a2")
    assert_refused(colony(), "shrimp 2a1", "bare rock", "2a1")


@pytest.mark.ruling("bare rock")
@pytest.mark.parametrize("to", ["1a1", "1b3", "1d1"])
def test_a_shrimp_moves_neither_into_deep_water_nor_onto_a_shrimp_nor_where_it_stands(to: str) -> None:
    game = play(colony(), "move 1g5 1b3")
    assert_refused(game, f"move 1d1 {to}", "bare rock", to)


# screen


@pytest.mark.ruling("screen")
def test_a_shrimp_taken_back_comes_back_through_action_4() -> None:
    game = play(colony(), "move 1d1 screen")
    assert player(game, 1)["shrimps_behind"] == 2
    play(game, "shrimp 1a5")
    assert player(game, 1)["shrimps_behind"] == 1


@pytest.mark.ruling("screen")
def test_it_does_not_come_back_in_a_turn_that_has_had_its_action_4() -> None:
    game = play(colony(), "shrimp 2f4", "move 2f4 screen")
    assert_refused(game, "shrimp 2f4", "order")


@pytest.mark.ruling("screen")
def test_without_a_shrimp_behind_the_screen_none_is_introduced() -> None:
    rock = """
    ~  ~  ~  w1 .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    y  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    assert_allowed(table({1: rock}, eaten={1: 2}), "shrimp 1a5")
    assert_refused(table({1: rock}, eaten={1: 3}), "shrimp 1a5", "screen")


@pytest.mark.ruling("order")
@pytest.mark.parametrize(("cell", "name"), [("1a5", "1a5"), ("1e3", "seat 2")])
def test_only_a_shrimp_of_ones_own_is_taken_back(cell: str, name: str) -> None:
    assert_refused(colony(), f"move {cell} screen", "order", cell, name)


# action 6


@pytest.mark.ruling("action 6")
def test_a_consumed_polyp_goes_to_the_bag_for_a_cube() -> None:
    game = table(front={1: "pw"}, hand={1: "w"})
    before = bag(game)["w"]
    play(game, "cube w")
    assert (held(game, 1, "consumed"), held(game, 1, "cubes")) == ("p", "w")
    assert (bag(game)["w"], game.view()["supply"]["w"]) == (before + 1, 8)
    assert_allowed(game, "larva w", "collect w")


@pytest.mark.ruling("action 6")
def test_it_needs_a_consumed_polyp_of_the_colour() -> None:
    assert_refused(table(front={1: "p"}, hand={1: "w"}), "cube w", "action 6", "white")


@pytest.mark.ruling("action 6")
def test_it_needs_a_cube_in_the_supply() -> None:
    assert_refused(table(front={1: "w"}, cubes={2: "w" * 9}), "cube w", "action 6", "white")
    assert_allowed(table(front={1: "w"}, cubes={2: "w" * 8}), "cube w")


# action 7


@pytest.mark.ruling("action 7")
def test_a_consumed_polyp_goes_to_the_bag_for_a_cylinder_of_any_colour() -> None:
    game = table(front={1: "o"})
    assert [text for text in game.texts() if text.startswith("alga")] == [
        "alga blue o sea",
        "alga green o sea",
        "alga purple o sea",
        "alga red o sea",
    ]
    before = bag(game)["o"]
    play(game, "alga red o sea")
    assert (held(game, 1, "consumed"), bag(game)["o"]) == ("", before + 1)
    assert game.view()["alga_space"] == "red"
    assert game.view()["cylinders"] == {"blue": 5, "green": 5, "purple": 5, "red": 4}
    assert coral_tiles(game) == "wy pw wg yo og ow pg gy yp op"


@pytest.mark.ruling("action 7")
def test_it_needs_a_consumed_polyp() -> None:
    assert_refused(table(front={1: "o"}, hand={1: "w"}), "alga red w sea", "action 7", "white")


@pytest.mark.ruling("action 7")
def test_the_alga_space_takes_a_colour_that_turns_nothing() -> None:
    game = play(table(front={1: "ooo"}), "alga blue o sea")
    before = coral_tiles(game)
    assert kinds(game, "alga blue o sea") == ["alga_played"]
    play(game, "alga blue o sea")
    assert coral_tiles(game) == before
    assert game.view()["cylinders"]["blue"] == 4


@pytest.mark.ruling("action 7")
def test_a_replaced_cylinder_returns_only_after_the_new_one_was_bought() -> None:
    game = table(front={1: "ooo"}, turned="yo gy", locked="gw wo yo gy", alga="red")
    assert_refused(game, "alga red o sea", "action 7", "red")
    assert happened(game, "alga blue o sea", "alga_played").returned == "red"
    assert_allowed(play(game, "alga blue o sea"), "alga red o sea")


@pytest.mark.ruling("action 7")
def test_a_locked_tile_does_not_turn() -> None:
    game = table(front={1: "o"}, locked="pg")
    assert happened(game, "alga green o sea", "turned").tiles == ["wy", "op"]


# locking


@pytest.mark.ruling("locking")
def test_a_cylinder_locks_a_tile_and_turns_the_others_with_that_large_alga() -> None:
    game = table(front={1: "ooo"}, eaten={1: 1}, locked="pg")
    assert kinds(game, "alga green o yw") == ["locked", "turned"]
    play(game, "alga green o yw")
    assert coral_tiles(game) == "wy pw gw yo og wo pg gy yp po"
    assert [tile["covered"] for tile in game.view()["tiles"]].count(True) == 2
    assert game.log == ["1 alga green o wy"]


@pytest.mark.ruling("locking")
def test_only_a_player_with_a_shrimp_on_the_open_sea_board_locks() -> None:
    assert_refused(table(front={1: "o"}, eaten={2: 1}), "alga green o wy", "locking")


@pytest.mark.ruling("locking")
def test_the_first_coral_may_have_been_eaten_in_the_same_turn() -> None:
    rock = """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    w1 .  .  *  .  ~  .
    w  .  .  ~  .  .  .
    w  w  w  .  .  .  .
    """
    assert_allowed(play(table({1: rock}, front={1: "o"}), "eat 1a4"), "alga green o wy")


@pytest.mark.ruling("locking")
def test_a_tile_is_locked_once_per_turn_and_the_alga_space_stays_open() -> None:
    game = play(table(front={1: "ooo"}, eaten={1: 1}), "alga green o wy")
    assert_refused(game, "alga blue o yo", "locking")
    assert_allowed(game, "alga blue o sea")
    play(game, "collect w", "* refill w:w", "collect w", "* refill w:w")
    assert_allowed(game, "alga blue o yo")


@pytest.mark.ruling("locking")
def test_the_cylinder_has_the_colour_of_the_large_alga() -> None:
    game = table(front={1: "o"}, eaten={1: 1}, turned="yo")
    assert_refused(game, "alga blue o yo", "locking", "orange over yellow", "blue", "red")
    assert_allowed(game, "alga red o yo", "alga blue o gy")


@pytest.mark.ruling("locking")
def test_a_covered_tile_is_not_covered_again() -> None:
    game = table(front={1: "o"}, eaten={1: 1}, locked="yo")
    assert_refused(game, "alga blue o oy", "locking", "yellow over orange")


@pytest.mark.ruling("locking")
def test_a_cylinder_that_is_not_in_the_supply_locks_nothing() -> None:
    game = table(front={1: "o"}, eaten={1: 1}, turned="yo gy op", locked="gw wo yo gy", alga="red")
    assert_refused(game, "alga red o op", "action 7", "red")


# last tile

NINE = "wy pw gw yo og wo pg gy op"


@pytest.mark.ruling("last tile")
def test_the_tenth_tile_needs_two_polyps_in_the_parrotfish() -> None:
    game = table(front={1: "o"}, eaten={1: 1}, fish={1: "w"}, locked=NINE)
    assert_refused(game, "alga purple o yp", "last tile", "1")
    game = table(front={1: "o"}, eaten={1: 1}, fish={1: "wo"}, locked=NINE)
    play(game, "alga purple o yp")
    assert game.view()["ended"] == "tiles"


@pytest.mark.ruling("last tile")
def test_the_tile_of_the_set_up_is_one_of_the_two() -> None:
    rock = """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    w1 .  .  *  .  ~  .
    w  .  .  ~  .  .  .
    w  w  w  .  .  .  .
    """
    game = table({1: rock}, front={1: "o"}, fish={1: "g"}, locked=NINE)
    play(game, "eat 1a4")
    assert held(game, 1, "fish") == "wg"
    assert_allowed(game, "alga purple o yp")


@pytest.mark.ruling("last tile")
def test_the_ninth_tile_does_not() -> None:
    game = table(front={1: "o"}, eaten={1: 1}, fish={1: "w"}, locked=NINE.removesuffix(" op"))
    assert_allowed(game, "alga purple o yp")


@pytest.mark.ruling("last tile")
def test_the_alga_space_is_open_all_the_same() -> None:
    game = table(front={1: "o"}, eaten={1: 1}, fish={1: "w"}, locked=NINE)
    assert happened(game, "alga purple o sea", "turned").tiles == ["yp"]


# action 8


@pytest.mark.ruling("action 8")
def test_a_cube_goes_to_the_supply_for_a_tile_of_the_bag() -> None:
    game = table(cubes={1: "wp"})
    before = bag(game)["w"]
    assert happened(game, "tile w", "tile_bought").source == "bag"
    play(game, "tile w")
    assert (held(game, 1, "hand"), held(game, 1, "cubes")) == ("w", "p")
    assert (bag(game)["w"], game.view()["supply"]["w"]) == (before - 1, 9)


@pytest.mark.ruling("action 8")
def test_the_tile_comes_from_the_bonus_tiles_if_the_bag_has_none() -> None:
    game = table(cubes={1: "ww"}, bag="yog")
    assert happened(game, "tile w", "tile_bought").source == "bonus"
    play(game, "tile w")
    assert game.view()["bonus"] == "yopg"
    assert_refused(game, "tile w", "action 8", "white")


@pytest.mark.ruling("action 8")
def test_the_advanced_game_has_no_bonus_tiles_to_fall_back_on() -> None:
    assert_refused(table(advanced=True, cubes={1: "w"}, bag="yog"), "tile w", "action 8", "white")


@pytest.mark.ruling("action 8")
def test_it_needs_a_cube_of_the_colour() -> None:
    assert_refused(table(cubes={1: "p"}), "tile w", "action 8", "white")
