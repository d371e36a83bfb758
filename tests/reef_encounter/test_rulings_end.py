"""Rulings on action 10, on eating, on the end of the game and on ties."""

from __future__ import annotations

from collections import Counter

import pytest

import atoll
from atoll.core.errors import PositionError, RuleError
from atoll.core.state import ALL_SEEING
from tests.reef_encounter.build import (
    CHEQUERED,
    assert_refused,
    bag,
    changed,
    draw,
    drawing,
    happened,
    held,
    kinds,
    picture,
    play,
    player,
    table,
)

# refill


@pytest.mark.ruling("refill")
def test_spaces_are_refilled_emptiest_first_and_clockwise_from_white() -> None:
    game = table(sea="w:ww y:p o:www p:ooo g:")
    play(game, "collect o")
    assert game.kind.pending(game.state) == "* refill o: g: y: w:"
    play(game, "* refill o:y g:p y:w w:g")
    assert game.view()["sea"] == {"w": "wwg", "y": "wp", "o": "y", "p": "ooo", "g": "p"}
    assert game.log == ["1 collect o", "* refill o:y g:p y:w w:g"]


@pytest.mark.ruling("refill")
def test_the_player_gets_the_tiles_and_the_cube_and_the_cube_is_replaced() -> None:
    game = table(hand={1: "p"}, sea="w:wyo y:ggg o:ggg p:ggg g:www")
    play(game, "collect w")
    assert (held(game, 1, "hand"), held(game, 1, "cubes")) == ("wyop", "w")
    assert game.view()["supply"] == {"w": 8, "y": 9, "o": 9, "p": 9, "g": 9}


@pytest.mark.ruling("refill")
def test_a_space_without_tiles_may_be_collected_for_its_cube() -> None:
    game = play(table(sea="w: y:ggg o:ggg p:ggg g:www"), "collect w", "* refill w:p")
    assert (held(game, 1, "hand"), held(game, 1, "cubes")) == ("", "w")


@pytest.mark.ruling("refill")
@pytest.mark.parametrize("line", ["refill w:w y:w", "refill y:w", "refill w:w y:w o:w", "refill y:w w:w p:p", "refill"])
def test_a_refill_in_another_order_is_wrong(line: str) -> None:
    game = play(table(sea="w:ppp y:y o:ooo p:pp g:ggg"), "collect w")
    with pytest.raises(RuleError) as caught:
        game.chance(line)
    assert caught.value.ruling == "refill"
    assert "w: y: p:" in str(caught.value)
    play(game, "* refill w:w y:w p:p")


@pytest.mark.ruling("refill")
def test_a_refill_cannot_draw_what_the_bag_does_not_have() -> None:
    game = play(table(sea="w:ppp y:y o:ooo p:ppp g:ggg", bag="wy"), "collect w")
    with pytest.raises(RuleError, match="white"):
        game.chance("refill w:w y:w")
    play(game, "* refill w:y y:w")


@pytest.mark.ruling("refill")
def test_the_tiles_of_a_refill_are_drawn_one_after_another() -> None:
    # Three whites and one grey: the second draw is of what the first has left.
    game = play(table(sea="w:ppp y:y o:ooo p:ppp g:ggg", bag="wwwg", bonus=""), "collect w")
    rng = atoll.Rng(1)
    draws = 4_000
    found = Counter("".join("wyopg"[tile] for tile in game.state.clone().resolve(rng)) for _ in range(draws))
    assert set(found) == {"ww", "wg", "gw"}
    for drawn, likely in {"ww": 1 / 2, "wg": 1 / 4, "gw": 1 / 4}.items():
        assert abs(found[drawn] / draws - likely) < 0.04


# shortage


@pytest.mark.ruling("shortage")
def test_the_bonus_tiles_go_into_the_bag_when_a_refill_draws_its_last_tile() -> None:
    game = table(bag="g", hand={2: "w"}, cubes={2: "w"})
    assert kinds(game, "collect w") == ["collected"]
    play(game, "collect w")
    assert (game.view()["bonus"], game.view()["bag"], game.view()["bonus_gone"]) == ("wyopg", 1, False)
    into_bag = draw(game, "refill w:g")
    assert [event.kind for event in into_bag] == ["refilled", "bonus_into_bag", "turn_begins"]
    assert into_bag[1].data()["tiles"] == "wyopg"
    assert (game.view()["bonus"], bag(game), game.view()["bonus_gone"]) == ("", dict.fromkeys("wyopg", 1), True)
    play(game, "larva w")
    assert kinds(game, "polyp 1d3") == ["placed"]


@pytest.mark.ruling("shortage")
def test_in_the_middle_of_a_refill_they_are_drawn_only_once_the_bag_is_empty() -> None:
    game = play(table(sea="w:wyo y:w o:p p:ppp g:ggg", bag="w"), "collect w")
    for line in ("refill w:y y:w o:p", "refill w:g y:w o:w", "refill w:w y:w o:w", "refill w:w y:o o:o"):
        before = game.position(ALL_SEEING)
        with pytest.raises(RuleError) as caught:
            game.chance(line)
        assert caught.value.ruling in ("shortage", "tiles")
        assert game.position(ALL_SEEING) == before
    assert [event.kind for event in draw(game, "refill w:w y:w o:g")] == ["refilled", "bonus_into_bag", "turn_begins"]
    assert (game.view()["bonus_gone"], bag(game)) == (True, {"w": 0, "y": 1, "o": 1, "p": 1, "g": 0})


@pytest.mark.ruling("shortage")
def test_each_tile_that_is_in_the_bag_in_that_moment_is_equally_likely() -> None:
    game = play(table(sea="w:wyo y:w o:p p:ppp g:ggg", bag="w", bonus="wyo"), "collect w")
    rng = atoll.Rng(2)
    draws = 6_000
    found = Counter("".join("wyopg"[tile] for tile in game.state.clone().resolve(rng)) for _ in range(draws))
    assert set(found) == {"wwy", "wwo", "wyw", "wyo", "wow", "woy"}
    assert all(abs(number / draws - 1 / 6) < 0.03 for number in found.values())


@pytest.mark.ruling("shortage")
def test_the_last_tile_bought_out_of_the_bag_brings_the_bonus_tiles_into_it() -> None:
    game = table(bag="w", cubes={1: "wwo"}, hand={1: "o"})
    assert kinds(game, "tile w") == ["tile_bought", "bonus_into_bag"]
    assert happened(game, "tile w", "tile_bought").source == "bag"
    play(game, "tile w")
    assert (game.view()["bonus_gone"], game.view()["bonus"], bag(game)) == (True, "", dict.fromkeys("wyopg", 1))
    assert kinds(game, "tile w") == ["tile_bought"]
    play(game, "tile w", "larva o")
    assert kinds(game, "polyp 1d3") == ["placed"]


@pytest.mark.ruling("shortage")
def test_the_last_tile_that_grows_brings_the_bonus_tiles_into_the_bag() -> None:
    game = play(table(bag="w", bonus="yg", cubes={1: "w"}, hand={1: "ww"}), "larva w")
    assert kinds(game, "polyp 1d3") == ["placed", "grown", "bonus_into_bag"]
    play(game, "polyp 1d3")
    assert (game.view()["bonus_gone"], bag(game)) == (True, {"w": 0, "y": 1, "o": 0, "p": 0, "g": 1})
    assert kinds(game, "polyp 2d3") == ["placed"]


@pytest.mark.ruling("shortage")
def test_they_stay_where_they_are_while_the_bag_has_a_tile_of_any_colour() -> None:
    game = play(table(bag="ww", cubes={1: "w"}), "tile w")
    assert (game.view()["bonus"], game.view()["bonus_gone"]) == ("wyopg", False)


@pytest.mark.ruling("shortage")
def test_what_comes_back_to_the_bag_later_does_not_bring_them_out_again() -> None:
    game = play(table(bag="w", bonus="", cubes={1: "ww"}, hand={1: "w"}, front={1: "www"}), "tile w")
    assert (game.view()["bag"], game.view()["bonus_gone"]) == (0, True)
    play(game, "cube w", "larva w")
    assert bag(game)["w"] == 1
    assert kinds(game, "polyp 1d3") == ["placed"]


@pytest.mark.ruling("shortage")
def test_in_the_advanced_game_an_empty_bag_changes_nothing() -> None:
    game = table(bag="w", advanced=True, cubes={1: "w"})
    assert kinds(game, "tile w") == ["tile_bought"]
    play(game, "tile w")
    assert (game.view()["bag"], game.view()["bonus"], game.view()["bonus_gone"]) == (0, "", False)
    assert play(game, "collect w").over


@pytest.mark.ruling("shortage")
def test_a_position_with_an_empty_bag_and_bonus_tiles_beside_it_cannot_be() -> None:
    with pytest.raises(PositionError):
        table(bag="", bonus="wyopg")
    with pytest.raises(PositionError):
        table(bag="w", bonus="bag", advanced=True)


@pytest.mark.ruling("shortage")
def test_the_game_ends_if_the_bag_and_the_bonus_tiles_are_too_few_together() -> None:
    game = table(sea="w:www", bag="p", bonus="ypg")
    play(game, "collect w")
    assert (game.over, game.view()["ended"]) == (True, "shortage")
    assert game.log == ["1 collect w"]
    assert game.view()["sea"] == dict.fromkeys("wyopg", "")
    assert (game.view()["bag"], game.view()["bonus"]) == (1, "ypg")
    assert held(game, 1, "hand") == "www"
    assert play(table(sea="w:www", bag="p", bonus="yopg"), "collect w").seat == atoll.CHANCE


@pytest.mark.ruling("shortage")
def test_the_game_ends_if_the_cube_that_was_taken_cannot_be_replaced() -> None:
    game = table(cubes={1: "wwww", 2: "wwwww"})
    assert play(game.clone(), "collect y").seat == atoll.CHANCE
    play(game, "collect w")
    assert (game.over, game.view()["ended"]) == (True, "shortage")
    assert held(game, 1, "cubes") == "wwwww"


@pytest.mark.ruling("shortage")
def test_the_last_cube_of_the_supply_is_still_a_replacement() -> None:
    assert play(table(cubes={1: "wwww", 2: "wwww"}), "collect w").seat == atoll.CHANCE


@pytest.mark.ruling("shortage")
def test_what_was_collected_counts_for_ties() -> None:
    # Before the collect seat 2 has one cube more; after it the cubes are even, and three tiles are more than two.
    game = play(table(cubes={1: "wwww", 2: "wwwww"}, hand={2: "ww"}), "collect w")
    assert game.view()["scores"][0] == game.view()["scores"][1]
    assert game.view()["standing"] == [[1], [2]]


@pytest.mark.ruling("shortage")
def test_a_cube_collected_at_the_end_for_want_of_tiles_counts_for_ties() -> None:
    game = play(table(sea="w:www", bag="", cubes={1: "p", 2: "p"}), "collect w")
    assert player(game, 2)["behind"] > player(game, 1)["behind"]
    assert game.view()["standing"] == [[1], [2]]


@pytest.mark.ruling("shortage")
def test_there_is_no_extra_turn_after_it() -> None:
    game = play(table({1: THREE_MEALS}, seats=3, cubes={2: "w" * 9}), "collect w")
    assert game.over


# eating

THREE_MEALS = """
~  ~  ~  .  .  .  ~
~  .  .  .  p2 p  ~
.  .  ~  .  p  p  g3
w1 .  .  *  p  ~  g
w  .  .  ~  .  .  g
w  w  w  .  g  g  g
"""


@pytest.mark.ruling("eating")
def test_a_coral_of_five_gives_four_to_the_bag_and_one_to_the_fish() -> None:
    game = table({1: THREE_MEALS}, seats=3)
    before = bag(game)["w"]
    play(game, "eat 1a4")
    assert (bag(game)["w"], held(game, 1, "fish")) == (before + 4, "ww")
    assert picture(game) == drawing(
        """
        ~  ~  ~  .  .  .  ~
        ~  .  .  .  p2 p  ~
        .  .  ~  .  p  p  g3
        .  .  .  *  p  ~  g
        .  .  .  ~  .  .  g
        .  .  .  .  g  g  g
        """
    )


@pytest.mark.ruling("eating")
def test_a_larger_coral_gives_all_but_four() -> None:
    game = play(table({1: THREE_MEALS}, seats=3, turn="t3"), "eat 1g3")
    assert held(game, 3, "fish") == "wgg"


@pytest.mark.ruling("eating")
def test_the_first_shrimp_goes_to_the_open_sea_board_and_the_next_into_the_fish() -> None:
    first = table({1: THREE_MEALS}, seats=3)
    second = table({1: THREE_MEALS}, seats=3, eaten={1: 1})
    assert happened(first, "eat 1a4", "coral_eaten").shrimp_to == "sea"
    assert happened(second, "eat 1a4", "coral_eaten").shrimp_to == "fish"
    play(first, "eat 1a4")
    assert (player(first, 1)["shrimps_eaten"], player(first, 1)["shrimps_behind"]) == (1, 3)


@pytest.mark.ruling("eating")
def test_a_coral_of_four_is_too_small() -> None:
    game = table({1: changed(THREE_MEALS, c6=".")}, seats=3)
    assert_refused(game, "eat 1a4", "eating", "1a4", "4", "5")


@pytest.mark.ruling("eating")
def test_another_players_coral_and_an_unguarded_one_are_not_eaten() -> None:
    game = table({1: changed(THREE_MEALS, g3="g")}, seats=3)
    assert_refused(game, "eat 1e2", "eating", "1e2", "seat 2")
    assert_refused(game, "eat 1g3", "eating", "1g3")
    assert_refused(game, "eat 1a5", "eating", "1a5")


@pytest.mark.ruling("eating")
def test_a_shrimp_on_bare_rock_eats_nothing() -> None:
    rocks = {
        1: """
        ~  ~  ~  .  .  .  ~
        ~  .  .  .  .  .  ~
        g  g  ~  .  .  .  .
        g  g  .  *  .  ~  .
        g  g  .  ~  .  .  .
        .  .  .  .  .  .  .
        """,
        2: """
        ~  ~  ~  .  .  .  ~
        .  .  .  .  .  .  ~
        .  .  .  .  ~  .  .
        .  ~  .  *  .  .  .
        .1 .  .  .  .  .  .
        ~  .  .  .  .  .  ~
        """,
    }
    assert_refused(table(rocks), "eat 2a5", "eating", "2a5")


@pytest.mark.ruling("eating")
def test_in_the_extra_turn_five_go_to_the_bag() -> None:
    game = table({1: changed(THREE_MEALS, e2="p")}, seats=3, turn="x3=s2", eaten={2: 4})
    meal = happened(game, "eat 1g3", "coral_eaten")
    assert (meal.to_bag, meal.to_fish) == (5, 1)


@pytest.mark.ruling("eating")
def test_a_coral_may_be_eaten_although_all_of_it_goes_back_to_the_bag() -> None:
    game = table({1: changed(THREE_MEALS, e2="p")}, seats=3, turn="x1=s2", eaten={2: 4})
    before = bag(game)["w"]
    meal = happened(game, "eat 1a4", "coral_eaten")
    assert (meal.to_bag, meal.to_fish) == (5, 0)
    play(game, "eat 1a4")
    assert (bag(game)["w"], held(game, 1, "fish"), player(game, 1)["shrimps_eaten"]) == (before + 5, "w", 1)


# end at once


@pytest.mark.ruling("end at once")
def test_a_fourth_shrimp_ends_the_game_and_the_others_clockwise_may_eat_or_decline() -> None:
    game = table({1: THREE_MEALS}, seats=3, turn="t2", eaten={2: 3})
    assert kinds(game, "eat 1e2") == ["coral_eaten", "game_ends", "turn_begins"]
    play(game, "eat 1e2")
    assert (game.view()["phase"], game.view()["ended"], game.view()["ended_by"]) == ("extra", "shrimps", 2)
    assert (game.seat, game.texts()) == (2, ["eat 1g3", "pass"])
    play(game, "eat 1g3")
    assert (game.seat, game.texts()) == (0, ["eat 1a4", "pass"])
    play(game, "pass")
    assert game.over
    assert [held(game, seat, "fish") for seat in (1, 2, 3)] == ["w", "wp", "wg"]


@pytest.mark.ruling("end at once")
def test_the_tenth_cylinder_ends_the_game_and_the_others_may_eat() -> None:
    nine = "wy pw gw yo og wo pg gy op"
    game = table({1: THREE_MEALS}, seats=3, front={1: "oo"}, eaten={1: 1}, fish={1: "ww"}, locked=nine)
    play(game, "alga purple o yp")
    assert (game.view()["ended"], game.view()["ended_by"], game.seat) == ("tiles", 1, 1)
    play(game, "eat 1e2", "eat 1g3")
    assert game.over


@pytest.mark.ruling("end at once")
def test_a_player_with_nothing_to_eat_is_not_asked() -> None:
    game = table({1: changed(THREE_MEALS, g6="w")}, seats=3, turn="t2", eaten={2: 3})
    assert play(game, "eat 1e2").seat == 0
    game = table({1: changed(THREE_MEALS, g6="w", a6="p")}, seats=3, turn="t2", eaten={2: 3})
    assert play(game, "eat 1e2").over


@pytest.mark.ruling("end at once")
@pytest.mark.parametrize("move", ["collect w", "larva w", "shrimp 1e4", "move 1g3 1g4", "cube o", "tile w"])
def test_in_the_extra_turn_there_is_nothing_else_to_do(move: str) -> None:
    given = {1: "w", 2: "w", 3: "w"}
    rocks = {1: changed(THREE_MEALS, e2="p")}
    game = table(rocks, seats=3, turn="x3=s2", hand=given, cubes=given, front={3: "o"}, eaten={2: 4})
    assert_refused(game, move, "end at once")


@pytest.mark.ruling("end at once")
def test_only_one_coral_is_eaten_in_the_extra_turn() -> None:
    game = table({1: changed(THREE_MEALS, e2="p1")}, seats=3, turn="t3", eaten={3: 3})
    play(game, "eat 1g3")
    assert game.texts() == ["eat 1a4", "eat 1e2", "pass"]
    play(game, "eat 1a4")
    assert game.over
    assert player(game, 1)["shrimps_eaten"] == 1


@pytest.mark.ruling("end at once")
def test_a_fourth_shrimp_eaten_in_the_extra_turn_asks_nobody_twice() -> None:
    game = table({1: THREE_MEALS}, seats=3, turn="t2", eaten={2: 3, 3: 3})
    play(game, "eat 1e2", "eat 1g3")
    assert (game.seat, game.view()["ended_by"]) == (0, 2)
    assert play(game, "eat 1a4").over


@pytest.mark.ruling("end at once")
def test_after_the_end_nothing_is_legal() -> None:
    game = table(turn="o=s2", eaten={2: 4})
    assert game.texts() == []
    assert_refused(game, "collect w", "end at once")


# full


@pytest.mark.ruling("full")
def test_the_game_ends_when_no_polyp_can_be_placed_after_the_refill() -> None:
    game = table(CHEQUERED)
    play(game, "collect w")
    assert game.seat == atoll.CHANCE
    play(game, "* refill w:p")
    assert (game.over, game.view()["ended"]) == (True, "full")


@pytest.mark.ruling("full")
def test_it_goes_on_while_there_is_a_space_on_any_rock() -> None:
    rocks = CHEQUERED | {2: changed(CHEQUERED[2], a5=".")}
    assert play(table(rocks), "collect w", "* refill w:p").seat == 1


@pytest.mark.ruling("full")
def test_it_goes_on_while_an_attack_is_possible() -> None:
    rocks = CHEQUERED | {1: changed(CHEQUERED[1], g6="w")}
    assert play(table(rocks), "collect w", "* refill w:p").seat == 1
    assert play(table(rocks, turned="wy"), "collect w", "* refill w:p").over


@pytest.mark.ruling("full")
def test_a_full_reef_gives_no_extra_turn() -> None:
    meal = changed(CHEQUERED[1], a3="o2", b3="o", a4="o", b4="o", a5="o")
    assert play(table(CHEQUERED | {1: meal}), "collect w", "* refill w:p").over


# ties

SHELTERED = """
~  ~  ~  .  .  .  ~
~  .  .  .  p2 p  ~
.  .  ~  .  .  p  .
w1 .  .  *  .  ~  .
w  .  .  ~  .  .  g1
w  .  .  .  w  w  w
"""


@pytest.mark.ruling("ties")
def test_the_score_comes_first() -> None:
    game = table(turn="o=h", fish={1: "w", 2: "ww"}, front={1: "ppp"}, cubes={1: "www"}, hand={1: "ppp"})
    assert game.view()["standing"] == [[2], [1]]


@pytest.mark.ruling("ties")
def test_then_the_consumed_polyps() -> None:
    game = table({1: SHELTERED}, turn="o=h", front={1: "p", 2: "pp"}, cubes={1: "www"}, hand={1: "ppp"})
    assert game.view()["standing"] == [[2], [1]]


@pytest.mark.ruling("ties")
def test_then_the_larva_cubes() -> None:
    game = table({1: SHELTERED}, turn="o=h", front={1: "p", 2: "g"}, cubes={1: "w", 2: "pp"}, hand={1: "ppp"})
    assert game.view()["standing"] == [[2], [1]]


@pytest.mark.ruling("ties")
def test_then_the_polyps_behind_the_screen() -> None:
    game = table({1: SHELTERED}, turn="o=h", front={1: "p", 2: "g"}, cubes={1: "w", 2: "p"}, hand={2: "p"})
    assert game.view()["standing"] == [[2], [1]]


@pytest.mark.ruling("ties")
def test_then_the_polyps_on_corals_under_ones_shrimps() -> None:
    assert table({1: SHELTERED}, turn="o=h", hand={1: "w", 2: "p"}).view()["standing"] == [[1], [2]]
    fewer = changed(SHELTERED, g5="g")
    assert table({1: fewer}, turn="o=h", hand={1: "w", 2: "p"}).view()["standing"] == [[1, 2]]


@pytest.mark.ruling("ties")
def test_otherwise_the_place_is_shared() -> None:
    game = table(seats=4, turn="o=h", fish={1: "w", 2: "ww", 3: "ww", 4: "p"}, cubes={4: "w"})
    assert game.view()["scores"] == [3, 6, 6, 3]
    assert game.view()["standing"] == [[2, 3], [4], [1]]
    assert game.state.winners() == [1, 2]
