"""Rulings on the turn."""

from __future__ import annotations

import pytest

import atoll
from tests.reef_encounter.build import (
    CHEQUERED,
    assert_allowed,
    assert_refused,
    changed,
    held,
    play,
    table,
)

# order


def laid_table() -> atoll.Game:
    """Seat 1 can take each of its actions."""
    return table(
        {
            1: """
            ~  ~  ~  .  g  .  ~
            ~  .  .  .  .  .  ~
            .  .  ~  .  .  .  .
            w1 .  .  *  .  ~  .
            w  .  .  ~  .  .  .
            w  w  w  .  .  .  y
            """
        },
        hand={1: "ppppp"},
        front={1: "oo"},
        cubes={1: "pppp"},
    )


@pytest.mark.ruling("order")
@pytest.mark.parametrize(
    "moves",
    [
        ["larva p", "polyp 1b2"],
        ["shrimp 1e1"],
        ["move 1a4 1a5", "move 1a5 1a4"],
        ["cube o"],
        ["alga red o sea"],
        ["tile p"],
        ["eat 1a4"],
    ],
)
def test_eating_is_the_first_action_or_none(moves: list[str]) -> None:
    game = laid_table()
    assert_allowed(game, "eat 1a4")
    play(game, *moves)
    assert_refused(game, "eat 1a4", "order")


@pytest.mark.ruling("order")
@pytest.mark.parametrize(
    "moves",
    [
        ["larva p", "polyp 1b2", "shrimp 1e1", "cube o", "alga red o sea", "tile p", "larva p", "polyp 1c2"],
        ["tile p", "larva p", "polyp 1b2", "alga red o sea", "tile p", "cube o", "shrimp 1e1", "move 1e1 screen"],
    ],
)
def test_after_eating_the_other_actions_come_in_any_order(moves: list[str]) -> None:
    game = play(laid_table(), "eat 1a4", *moves, "collect w")
    assert game.seat == atoll.CHANCE


@pytest.mark.ruling("order")
def test_two_larvae_are_played_in_a_turn_and_not_a_third() -> None:
    game = play(laid_table(), "larva p", "polyp 1b2", "larva p", "polyp 1c2")
    assert_refused(game, "larva p", "order")


@pytest.mark.ruling("order")
def test_one_shrimp_is_introduced_in_a_turn() -> None:
    game = play(laid_table(), "shrimp 1e1", "move 1e1 2a2")
    assert_refused(game, "shrimp 1g6", "order")


@pytest.mark.ruling("order")
def test_a_turn_may_consist_of_collecting_alone_and_ends_with_it() -> None:
    game = laid_table()
    assert "pass" not in game.texts()
    assert game.why_not("pass") is not None
    play(game, "collect w")
    assert game.texts() == []
    for move in ("collect y", "larva p", "move 1a4 1a5"):
        assert_refused(game, move, "refill")
    play(game, "* refill w:w")
    assert (game.seat, game.view()["turn"]["acted"]) == (1, False)


# open action


@pytest.mark.ruling("open action")
@pytest.mark.parametrize("move", ["larva p", "shrimp 1e1", "cube o", "alga red o sea", "tile p", "collect w"])
def test_after_a_larva_a_polyp_comes_before_any_other_action(move: str) -> None:
    game = play(laid_table(), "larva p")
    assert_refused(game, move, "open action", "pink")
    assert_allowed(play(game, "polyp 1b2"), move)


@pytest.mark.ruling("open action")
def test_moving_a_shrimp_does_not_close_the_open_action() -> None:
    game = play(laid_table(), "larva p", "move 1a4 1a5", "polyp 1b2", "move 1a5 screen", "polyp 1c2")
    assert game.view()["turn"]["open"] == "p"


@pytest.mark.ruling("open action")
@pytest.mark.parametrize("move", ["shrimp 1e1", "cube o", "alga red o sea", "tile p"])
def test_another_action_closes_it(move: str) -> None:
    game = play(laid_table(), "larva p", "polyp 1b2")
    assert_allowed(game, "polyp 1c2")
    play(game, move)
    assert_refused(game, "polyp 1c2", "open action")


@pytest.mark.ruling("open action")
def test_no_polyp_is_placed_without_a_larva() -> None:
    assert_refused(laid_table(), "polyp 1b2", "open action")


@pytest.mark.ruling("open action")
def test_a_larva_needs_its_cube() -> None:
    assert_refused(table(hand={1: "w"}, cubes={1: "p"}), "larva w", "open action", "white")


@pytest.mark.ruling("open action")
def test_a_larva_needs_a_polyp_of_its_colour_behind_or_in_front_of_the_screen() -> None:
    assert_refused(table(hand={1: "p"}, front={1: "g"}, cubes={1: "w"}), "larva w", "open action", "white")
    assert_allowed(table(hand={1: "w"}, cubes={1: "w"}), "larva w")
    assert_allowed(table(front={1: "w"}, cubes={1: "w"}), "larva w")


@pytest.mark.ruling("open action")
def test_a_larva_needs_a_space_that_can_take_its_polyp() -> None:
    assert_refused(table(CHEQUERED, hand={1: "p"}, cubes={1: "p"}), "larva p", "open action", "pink")
    rocks = CHEQUERED | {1: changed(CHEQUERED[1], g6=".")}
    assert_allowed(table(rocks, hand={1: "p"}, cubes={1: "p"}), "larva p")


@pytest.mark.ruling("open action")
def test_an_attack_is_a_place_for_a_polyp_too() -> None:
    rocks = CHEQUERED | {1: changed(CHEQUERED[1], g6="w")}
    assert_allowed(table(rocks, hand={1: "w"}, cubes={1: "w"}), "larva w")


@pytest.mark.ruling("open action")
def test_a_space_blocked_by_ones_own_shrimp_is_no_place_until_the_shrimp_has_moved() -> None:
    rocks = CHEQUERED | {1: changed(CHEQUERED[1], g6=".1")}
    game = table(rocks, hand={1: "p"}, cubes={1: "p"}, turn="t1a")
    assert_refused(game, "larva p", "open action", "pink")
    assert_allowed(play(game, "move 1g6 screen"), "larva p")


# four


@pytest.mark.ruling("four")
def test_at_most_four_polyps_come_from_behind_the_screen_and_consumed_ones_without_limit() -> None:
    game = table(hand={1: "wwwww"}, front={1: "wwwww"}, cubes={1: "w"})
    play(game, "larva w", "polyp 1a3", "polyp 1b3", "polyp 1a4", "polyp 1a5")
    assert_refused(game, "polyp 1a6", "four", "4")
    play(game, "polyp 1a6 c", "polyp 1b6 c", "polyp 1b5 c", "polyp 1b4 c", "polyp 1b2 c")
    assert_refused(game, "polyp 1c6 c", "four", "white")
    assert (held(game, 1, "hand"), held(game, 1, "consumed")) == ("w", "")


@pytest.mark.ruling("four")
def test_consumed_polyps_may_come_first_and_do_not_count() -> None:
    game = table(hand={1: "wwww"}, front={1: "w"}, cubes={1: "w"})
    play(game, "larva w", "polyp 1a3 c", "polyp 1b3", "polyp 1a4", "polyp 1a5", "polyp 1a6")
    assert held(game, 1, "hand") == ""
    assert_refused(game, "polyp 1b6", "four", "white")


@pytest.mark.ruling("four")
def test_each_larva_has_its_own_four() -> None:
    game = table(hand={1: "wwwww"}, cubes={1: "ww"})
    play(game, "larva w", "polyp 1a3", "polyp 1b3", "polyp 1a4", "polyp 1a5", "larva w", "polyp 1a6")
    assert held(game, 1, "hand") == ""


@pytest.mark.ruling("four")
def test_the_bonus_tile_of_extra_growth_does_not_count() -> None:
    game = table(hand={1: "wwww"}, cubes={1: "w"})
    play(game, "larva w", "polyp 1d3", "polyp 1d2", "polyp 1d1", "polyp 1e1")
    assert len(game.view()["rocks"][0]["polyps"]) == 5
