"""Rulings on placing polyps."""

from __future__ import annotations

import pytest

import atoll
from tests.reef_encounter.build import (
    assert_allowed,
    assert_refused,
    bag,
    drawing,
    happened,
    held,
    kinds,
    picture,
    play,
    table,
)

# empty


@pytest.mark.ruling("empty")
def test_a_polyp_goes_onto_bare_rock_and_not_into_deep_water() -> None:
    game = play(table(hand={1: "w"}, cubes={1: "w"}), "larva w")
    assert_allowed(game, "polyp 1d1", "polyp 2a2")
    assert_refused(game, "polyp 1a1", "empty", "1a1")
    assert_refused(game, "polyp 2e3", "empty", "2e3")


@pytest.mark.ruling("empty")
def test_the_extra_growth_space_takes_a_polyp_and_then_nothing_grows() -> None:
    game = play(table(hand={1: "ww"}, cubes={1: "w"}), "larva w")
    assert kinds(game, "polyp 1d4") == ["placed"]
    play(game, "polyp 1d4")
    assert kinds(game, "polyp 1d3") == ["placed"]


@pytest.mark.ruling("empty")
def test_ones_own_shrimp_on_bare_rock_blocks_its_space() -> None:
    rock = """
    ~  ~  ~  w1 .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    game = play(table({1: rock}, hand={1: "p"}, cubes={1: "p"}), "move 1d1 1a6", "larva p")
    assert_refused(game, "polyp 1a6", "empty", "1a6")
    assert_allowed(play(game, "move 1a6 1d1"), "polyp 1a6")


# guard


def guarded(d1: str, f1: str, e1: str = ".", d2: str = ".", e2: str = ".") -> atoll.Game:
    rock = f"""
    ~  ~  ~  {d1} {e1} {f1} ~
    ~  .  .  {d2} {e2}  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    return play(table({1: rock}, seats=3, hand={1: "www"}, cubes={1: "ww"}), "larva w")


@pytest.mark.ruling("guard")
@pytest.mark.parametrize(("one", "other"), [("w1", "w2"), ("w2", "w3"), ("w1", "w1"), ("w2", "w2")])
def test_no_polyp_joins_two_corals_with_shrimps_whosever_they_are(one: str, other: str) -> None:
    game = guarded(d1=one, f1=other)
    assert_refused(game, "polyp 1e1", "guard", "1e1", "white", "1d1", "1f1")
    assert_allowed(game, "polyp 1e2", "polyp 1d2", "polyp 1f2")


@pytest.mark.ruling("guard")
@pytest.mark.parametrize(("one", "other"), [("w1", "w"), ("w", "w2"), ("w", "w"), ("w1", "p2")])
def test_a_polyp_may_join_corals_of_which_only_one_has_a_shrimp(one: str, other: str) -> None:
    assert_allowed(guarded(d1=one, f1=other), "polyp 1e1")


@pytest.mark.ruling("guard")
def test_the_guard_reaches_as_far_as_the_corals_do() -> None:
    game = play(guarded(d1="w1", f1="w2"), "polyp 1f2")
    assert_refused(game, "polyp 1e1", "guard", "1d1", "1f1")
    assert_allowed(game, "polyp 1d2", "polyp 1e2")
    play(game, "polyp 1d2")
    assert_refused(play(game, "larva w"), "polyp 1e2", "guard", "1d1", "1f1")


@pytest.mark.ruling("guard")
def test_a_third_coral_between_them_changes_nothing() -> None:
    assert_refused(guarded(d1="w1", f1="w2", e2="w"), "polyp 1e1", "guard", "1d1", "1f1")


@pytest.mark.ruling("guard")
def test_an_attack_may_not_join_guarded_corals_either() -> None:
    assert_refused(guarded(d1="w1", f1="w2", e1="y", d2="w"), "polyp 1e1", "guard", "1d1", "1f1")
    assert_allowed(guarded(d1="w1", f1="w", e1="y", d2="w"), "polyp 1e1")


@pytest.mark.ruling("guard")
def test_moving_a_shrimp_away_lifts_the_guard() -> None:
    game = guarded(d1="w1", f1="w2")
    assert_allowed(play(game, "move 1d1 screen"), "polyp 1e1")


@pytest.mark.ruling("guard")
def test_extra_growth_may_not_join_guarded_corals() -> None:
    rock = """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    .  .  w1 *  .  ~  .
    .  .  .  ~  w2 .  .
    .  .  .  .  .  .  .
    """
    game = play(table({1: rock}, hand={1: "ww"}, cubes={1: "w"}), "larva w")
    assert kinds(game, "polyp 1e4") == ["placed"]
    assert kinds(game, "polyp 1d3") == ["placed", "grown"]
    play(game, "polyp 1e4")
    assert_refused(game, "polyp 1d4", "guard", "1c4", "1e5")
    assert game.view()["bonus"] == "wyopg"


# attack


def attackers(d1: str, e1: str, d2: str, f2: str = ".", colour: str = "w") -> atoll.Game:
    """White is stronger than yellow and orange, and weaker than pink and grey."""
    rock = f"""
    ~  ~  ~  {d1} {e1}  .  ~
    ~  .  .  {d2} .  {f2} ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    return play(table({1: rock}, hand={1: colour * 2}, cubes={1: colour}), f"larva {colour}")


@pytest.mark.ruling("attack")
@pytest.mark.parametrize(("d1", "e1", "d2"), [("w", "w", "y"), ("w", "w1", "o"), ("w2", "w", "y"), ("w", "w", "o")])
def test_a_coral_of_two_eats_a_weaker_polyp_whosever_corals_they_are(d1: str, e1: str, d2: str) -> None:
    game = attackers(d1, e1, d2)
    assert kinds(game, "polyp 1d2") == ["placed", "eaten"]
    play(game, "polyp 1d2")
    assert game.view()["rocks"][0]["polyps"]["1d2"] == "w"
    assert held(game, 1, "consumed") == d2


@pytest.mark.ruling("attack")
def test_a_player_may_eat_of_their_own_coral_with_that_of_another() -> None:
    rock = """
    ~  ~  ~  w2 w  .  ~
    ~  .  .  y  .  .  ~
    .  .  ~  y  .  .  .
    .  .  .  y1 .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    game = play(table({1: rock}, hand={1: "w"}, cubes={1: "w"}), "larva w", "polyp 1d2")
    assert held(game, 1, "consumed") == "y"


@pytest.mark.ruling("attack")
def test_a_single_polyp_does_not_attack() -> None:
    game = attackers(d1="w", e1=".", d2="y")
    assert_refused(game, "polyp 1d2", "attack", "1d2", "white", "1d1")
    assert_allowed(play(game, "polyp 1e1"), "polyp 1d2")


@pytest.mark.ruling("attack")
def test_the_coral_of_two_has_to_be_next_to_the_prey() -> None:
    assert_refused(attackers(d1="w", e1="w", d2=".", f2="y"), "polyp 1f2", "attack", "1f2", "white", "yellow")


@pytest.mark.ruling("attack")
@pytest.mark.parametrize(("prey", "name"), [("p", "pink"), ("g", "grey")])
def test_a_stronger_polyp_is_not_eaten(prey: str, name: str) -> None:
    assert_refused(attackers(d1="w", e1="w", d2=prey), "polyp 1d2", "attack", "white", name)


@pytest.mark.ruling("attack")
def test_a_coral_does_not_attack_its_own_colour() -> None:
    assert_refused(attackers(d1="w", e1="w", d2="w"), "polyp 1d2", "attack", "white", "1d2")


@pytest.mark.ruling("attack")
def test_a_turned_coral_tile_turns_the_attack_round() -> None:
    assert_refused(attackers(d1="y", e1="y", d2="w", colour="y"), "polyp 1d2", "attack", "yellow", "white")
    rock = """
    ~  ~  ~  y  y  .  ~
    ~  .  .  w  .  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    game = table({1: rock}, hand={1: "y"}, cubes={1: "y"}, turned="wy")
    assert_allowed(play(game, "larva y"), "polyp 1d2")


@pytest.mark.ruling("attack")
def test_a_bonus_tile_counts_towards_the_two() -> None:
    rock = """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  y  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    game = play(table({1: rock}, hand={1: "ww"}, cubes={1: "w"}), "larva w", "polyp 1c4")
    assert kinds(game, "polyp 1e4") == ["placed", "eaten"]


@pytest.mark.ruling("attack")
def test_an_eaten_polyp_can_be_used_in_the_same_turn() -> None:
    game = play(attackers(d1="w", e1="w", d2="y"), "polyp 1d2", "cube y")
    assert held(game, 1, "cubes") == "y"


# protected


def shielded(d2: str, e2: str) -> atoll.Game:
    rock = f"""
    ~  ~  ~  w  w  w  ~
    ~  .  .  {d2} {e2} y  ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    return play(table({1: rock}, hand={1: "ww"}, cubes={1: "w"}), "larva w")


@pytest.mark.ruling("protected")
@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_shrimp_protects_its_polyp_and_the_next_ones_of_its_coral_from_everyone(seat: str) -> None:
    game = shielded(d2="y" + seat, e2="y")
    assert_refused(game, "polyp 1d2", "protected", "yellow", "1d2")
    assert_refused(game, "polyp 1e2", "protected", "yellow", "1e2", "1d2")
    assert_allowed(game, "polyp 1f2")


@pytest.mark.ruling("protected")
def test_a_shrimp_does_not_protect_another_coral() -> None:
    game = shielded(d2="o2", e2="y")
    assert_refused(game, "polyp 1d2", "protected", "orange", "1d2")
    assert_allowed(game, "polyp 1e2")


@pytest.mark.ruling("protected")
def test_the_protection_moves_with_the_shrimp() -> None:
    game = play(shielded(d2="y1", e2="y"), "move 1d2 1f2")
    assert_allowed(game, "polyp 1d2")
    assert_refused(game, "polyp 1e2", "protected", "1f2")
    assert_refused(game, "polyp 1f2", "protected", "1f2")


# split


def cut() -> atoll.Game:
    rock = """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    .  w  w  ~  .  .  .
    o2 o  o  o  o  o  .
    """
    return play(table({1: rock}, hand={1: "w"}, cubes={1: "w"}), "larva w")


@pytest.mark.ruling("split")
def test_a_coral_that_is_cut_lives_on_as_two() -> None:
    game = cut()
    assert happened(game, "polyp 1c6", "split").parts == [["1a6", "1b6"], ["1d6", "1e6", "1f6"]]
    assert picture(play(game, "polyp 1c6")) == drawing(
        """
        ~  ~  ~  .  .  .  ~
        ~  .  .  .  .  .  ~
        .  .  ~  .  .  .  .
        .  .  .  *  .  ~  .
        .  w  w  ~  .  .  .
        o2 o  w  o  o  o  .
        """
    )


@pytest.mark.ruling("split")
def test_the_part_without_the_shrimp_is_nobodys() -> None:
    game = cut()
    play(game, "polyp 1c6")
    assert_refused(game, "shrimp 1b6", "one per coral", "1a6")
    play(game, "shrimp 1d6", "collect w", "* refill w:w")
    assert_refused(game, "eat 1a6", "eating", "1a6", "2", "5")
    assert_refused(game, "eat 1d6", "eating", "1d6", "seat 1")


@pytest.mark.ruling("split")
def test_the_part_without_the_shrimp_is_no_longer_guarded() -> None:
    rock = """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    .  w  w  ~  .  .  o1
    o2 o  o  o  o  o  .
    """
    game = table({1: rock}, hand={1: "wo"}, cubes={1: "wo"})
    assert_refused(play(game.clone(), "larva o"), "polyp 1g6", "guard", "1a6", "1g5")
    assert_allowed(play(game, "larva w", "polyp 1c6", "larva o"), "polyp 1g6")


@pytest.mark.ruling("split")
def test_cutting_off_the_end_of_a_coral_splits_nothing() -> None:
    rock = """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  .  ~  .
    .  w  w  ~  .  .  .
    o2 o  o  .  .  .  .
    """
    game = play(table({1: rock}, hand={1: "w"}, cubes={1: "w"}), "larva w")
    assert kinds(game, "polyp 1c6") == ["placed", "eaten"]


# growth


def beside_the_star(star: str = "*", d3: str = ".", bonus: str = "wyopg", bag: str | None = None) -> atoll.Game:
    rock = f"""
    ~  ~  ~  w  .  .  ~
    ~  .  .  w  .  .  ~
    .  .  ~  {d3} .  .  .
    .  .  .  {star} .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    game = table({1: rock}, hand={1: "wwww"}, cubes={1: "w"}, bonus=bonus, bag=bag)
    return play(game, "larva w")


@pytest.mark.ruling("growth")
@pytest.mark.parametrize("cell", ["1d3", "1c4", "1e4"])
def test_a_polyp_next_to_the_extra_growth_space_makes_one_grow_there(cell: str) -> None:
    game = beside_the_star()
    before = bag(game)["w"]
    grown = happened(game, f"polyp {cell}", "grown")
    assert (grown.colour, grown.cell, grown.source) == ("w", "1d4", "bag")
    play(game, f"polyp {cell}")
    assert game.view()["rocks"][0]["polyps"]["1d4"] == "w"
    assert (game.view()["bonus"], bag(game)["w"]) == ("wyopg", before - 1)


@pytest.mark.ruling("growth")
@pytest.mark.parametrize("cell", ["1c5", "1e5", "1e3", "2c3"])
def test_a_polyp_that_touches_it_at_a_corner_makes_nothing_grow(cell: str) -> None:
    game = play(table(hand={1: "w"}, cubes={1: "w"}), "larva w")
    assert kinds(game, f"polyp {cell}") == ["placed"]


@pytest.mark.ruling("growth")
def test_an_attack_makes_a_bonus_tile_grow_too() -> None:
    game = beside_the_star(d3="y")
    assert kinds(game, "polyp 1d3") == ["placed", "eaten", "grown"]
    assert picture(play(game, "polyp 1d3")) == drawing(
        """
        ~  ~  ~  w  .  .  ~
        ~  .  .  w  .  .  ~
        .  .  ~  w  .  .  .
        .  .  .  w  .  ~  .
        .  .  .  ~  .  .  .
        .  .  .  .  .  .  .
        """
    )


@pytest.mark.ruling("growth")
@pytest.mark.parametrize("star", ["w", "y", "p2", "*1"])
def test_nothing_grows_where_a_polyp_or_a_shrimp_is(star: str) -> None:
    game = beside_the_star(star=star)
    assert kinds(game, "polyp 1d3") == ["placed"]
    play(game, "polyp 1d3")
    assert game.view()["rocks"][0]["polyps"].get("1d4", "*") == star[0]


@pytest.mark.ruling("growth")
def test_the_bag_stands_in_for_a_missing_bonus_tile() -> None:
    game = beside_the_star(bonus="yopg")
    before = bag(game)["w"]
    assert happened(game, "polyp 1d3", "grown").source == "bag"
    play(game, "polyp 1d3")
    assert game.view()["rocks"][0]["polyps"]["1d4"] == "w"
    assert (game.view()["bonus"], bag(game)["w"]) == ("yopg", before - 1)


@pytest.mark.ruling("growth")
def test_the_bonus_tile_grows_where_the_bag_has_none_and_is_missing_for_good() -> None:
    game = beside_the_star(bag="yyyoooppp")
    assert happened(game, "polyp 1d3", "grown").source == "bonus"
    play(game, "polyp 1d3")
    assert game.view()["rocks"][0]["polyps"]["1d4"] == "w"
    assert (game.view()["bonus"], game.view()["bag"]) == ("yopg", 9)


@pytest.mark.ruling("growth")
def test_where_neither_the_bag_nor_the_bonus_tiles_have_the_colour_nothing_grows() -> None:
    game = play(beside_the_star(bag="yyyoooppp"), "polyp 1d3")
    assert kinds(game, "polyp 2d3") == ["placed"]
    play(game, "polyp 2d3")
    assert "2d4" not in game.view()["rocks"][1]["polyps"]
    assert (game.view()["bonus"], game.view()["bag"]) == ("yopg", 9)


@pytest.mark.ruling("growth")
def test_once_the_bonus_tiles_have_gone_into_the_bag_nothing_grows() -> None:
    game = beside_the_star(bonus="bag", bag="wwwyopg")
    assert game.view()["bonus_gone"] is True
    assert kinds(game, "polyp 1d3") == ["placed"]
    play(game, "polyp 1d3")
    assert "1d4" not in game.view()["rocks"][0]["polyps"]
    assert bag(game)["w"] == 3


@pytest.mark.ruling("growth")
def test_a_grown_tile_counts_towards_the_two_that_attack() -> None:
    rock = """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  .  ~  .  .  .  .
    .  .  .  *  y  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    game = play(table({1: rock}, hand={1: "ww"}, cubes={1: "w"}), "larva w")
    assert_refused(game, "polyp 1e4", "attack")
    play(game, "polyp 1d3")
    assert kinds(game, "polyp 1e4") == ["placed", "eaten"]


@pytest.mark.ruling("growth")
def test_a_vacated_extra_growth_space_grows_again() -> None:
    rock = """
    ~  ~  ~  w1 .  .  ~
    ~  .  .  w  .  .  ~
    .  .  ~  w  .  .  .
    .  .  w  w  .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
    game = table({1: rock}, hand={1: "p"}, cubes={1: "p"})
    play(game, "eat 1d1", "larva p")
    assert kinds(game, "polyp 1e4") == ["placed", "grown"]
