"""Rulings on the set-up, on what is hidden, and on the advanced game."""

from __future__ import annotations

import pytest

import atoll
from atoll.core.errors import RecordError
from atoll.core.state import ALL_SEEING, SPECTATOR
from tests.reef_encounter.build import (
    assert_refused,
    bag,
    changed,
    coral_tiles,
    drawing,
    happened,
    held,
    kinds,
    picture,
    play,
    player,
    record,
    table,
)

TABLES = [(seats, advanced) for seats in (2, 3, 4) for advanced in ("no", "yes")]


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        atoll.read(text)
    return caught.value


# tiles


@pytest.mark.ruling("tiles")
@pytest.mark.parametrize(("seats", "advanced"), TABLES)
def test_two_hundred_polyps_lie_on_rocks_sea_and_screens_beside_the_board_and_in_the_bag(
    seats: int, advanced: str
) -> None:
    game = atoll.new(seats=seats, options={"advanced": advanced}, seed=3)
    seen = game.view()
    assert [sorted(rock["polyps"].values()) for rock in seen["rocks"]] == [["g", "o", "p", "w", "y"]] * seats
    assert seen["bonus"] == ("" if advanced == "yes" else "wyopg")
    lying = [*seen["sea"].values(), seen["bonus"], *(held(game, seat, "hand") for seat in range(1, seats + 1))]
    out = 5 * seats + sum(map(len, lying))
    assert seen["bag"] == sum(bag(game).values()) == 200 - out
    assert {letter: 40 - seats - "".join(lying).count(letter) for letter in "wyopg"} == bag(game)


@pytest.mark.ruling("tiles")
def test_the_five_polyps_of_a_rock_start_where_they_are_printed() -> None:
    game = atoll.read(record(rocks="2 4"))
    assert picture(game, 1) == drawing(
        """
        ~  ~  ~  .  .  .  ~
        .  .  .  g  .  .  ~
        .  .  y  .  ~  .  .
        .  ~  .  *  .  w  .
        .  .  o  .  p  .  .
        ~  .  .  .  .  .  ~
        """
    )
    assert picture(game, 2) == drawing(
        """
        ~  .  .  .  .  .  ~
        .  .  .  o  ~  .  .
        .  .  ~  .  g  .  .
        .  w  .  *  .  .  .
        ~  .  p  .  y  .  ~
        ~  .  .  ~  .  .  ~
        """
    )


@pytest.mark.ruling("tiles")
def test_a_record_cannot_deal_more_tiles_of_a_colour_than_there_are() -> None:
    whites = "w:www y:www o:www p:ww g:w"
    error = refusal(record(sea=whites, rocks="1 2 3 4", hands=("w" * 6, "w" * 7, "w" * 8, "w" * 9)))
    assert (error.ruling, error.line) == ("tiles", 11)
    assert "white" in str(error)


@pytest.mark.ruling("tiles")
@pytest.mark.parametrize("rocks", ["2", "2 2", "2 5", "1 2 3"])
def test_a_record_names_as_many_different_rocks_as_there_are_seats(rocks: str) -> None:
    error = refusal(record(rocks=rocks))
    assert (error.ruling, error.line) == ("tiles", 5)


# sea


@pytest.mark.ruling("sea")
@pytest.mark.parametrize(
    "sea",
    [
        "w:www y:yyy o:ooo p:pp g:g",
        "w:w y:yyy o:ooo p:ppp g:gg",
        "w:ww y:y o:ooo p:ppp g:ggg",
        "w:www y:yy o:o p:ppp g:ggg",
        "w:www y:yyy o:oo p:p g:ggg",
    ],
)
def test_the_open_sea_starts_with_3_3_3_2_1_tiles_clockwise_from_any_space(sea: str) -> None:
    game = atoll.read(record(sea=sea))
    assert " ".join(f"{space}:{tiles}" for space, tiles in game.view()["sea"].items()) == sea


@pytest.mark.ruling("sea")
@pytest.mark.parametrize(
    "sea",
    [
        "w:www y:yyy o:oo p:ppp g:g",
        "w:w y:yy o:ooo p:ppp g:ggg",
        "w:www y:yyy o:ooo p:ppp g:g",
        "w:www y:yyy o:ooo p:pp g:",
        "w:www y:yyy o:ooo p:pp",
        "w:www w:yyy o:ooo p:pp g:g",
    ],
)
def test_the_open_sea_cannot_start_otherwise(sea: str) -> None:
    error = refusal(record(sea=sea))
    assert (error.ruling, error.line) == ("sea", 7)


@pytest.mark.ruling("sea")
def test_the_first_space_is_drawn() -> None:
    def sizes(seed: int) -> list[int]:
        return [len(tiles) for tiles in atoll.new(seed=seed).view()["sea"].values()]

    dealt = [sizes(seed) for seed in range(40)]
    turned = [[3, 3, 3, 2, 1][-at:] + [3, 3, 3, 2, 1][:-at] for at in range(5)]
    assert sorted(map(tuple, turned)) == sorted(set(map(tuple, dealt)))


# start player


@pytest.mark.ruling("start player")
@pytest.mark.parametrize(("seats", "sizes"), [(2, [6, 9]), (3, [6, 7, 9]), (4, [6, 7, 8, 9])])
def test_the_start_player_is_seat_1_and_draws_the_fewest_tiles(seats: int, sizes: list[int]) -> None:
    game = atoll.new(seats=seats)
    assert game.seat == 0
    assert [who["behind"] for who in game.view()["players"]] == sizes


@pytest.mark.ruling("start player")
def test_the_turn_passes_clockwise_and_back_to_the_start_player() -> None:
    game = table(seats=3)
    order = []
    for _ in range(4):
        order.append(game.seat + 1)
        play(game, "collect w", "* refill w:w")
    assert order == [1, 2, 3, 1]


@pytest.mark.ruling("start player")
def test_a_record_that_another_seat_begins_is_wrong() -> None:
    error = refusal(record("2 fish w"))
    assert (error.ruling, error.line) == ("order", 10)


@pytest.mark.ruling("start player")
def test_a_hand_of_the_wrong_size_is_wrong() -> None:
    error = refusal(record(hands=("wwyopgg", "wwwyyoppg")))
    assert (error.line, "seat 1" in str(error), "6" in str(error)) == (8, True, True)


# cubes


@pytest.mark.ruling("cubes")
def test_all_feed_their_parrotfish_seat_by_seat_before_anyone_takes_cubes() -> None:
    game = atoll.read(record(hands=("wwyopg", "wwwyyop", "wwwyyoppg"), rocks="1 2 3"))
    assert game.texts() == ["fish g", "fish o", "fish p", "fish w", "fish y"]
    for seat, tile in enumerate("gow"):
        assert (game.seat, game.view()["phase"]) == (seat, "fish")
        play(game, f"fish {tile}")
    assert held(game, 1, "hand") == "wwyop"
    for seat, pair in enumerate(("ww", "pw", "gg")):
        assert (game.seat, game.view()["phase"], len(game.texts())) == (seat, "cubes", 15)
        play(game, f"cubes {pair}")
    assert [held(game, seat, "fish") for seat in (1, 2, 3)] == ["g", "o", "w"]
    assert [held(game, seat, "cubes") for seat in (1, 2, 3)] == ["ww", "wp", "gg"]
    assert (game.seat, game.view()["phase"]) == (0, "turn")
    assert game.log == ["1 fish g", "2 fish o", "3 fish w", "1 cubes ww", "2 cubes pw", "3 cubes gg"]


@pytest.mark.ruling("cubes")
def test_cubes_are_not_taken_before_all_tiles_are_chosen_nor_the_tile_twice() -> None:
    game = atoll.read(record())
    assert_refused(game, "cubes pw", "cubes")
    play(game, "fish w")
    assert_refused(game, "cubes pw", "cubes")
    play(game, "fish w")
    assert_refused(game, "fish w", "cubes")
    play(game, "cubes pw")
    assert_refused(game, "fish w", "cubes")
    play(game, "cubes pw")
    assert_refused(game, "fish w", "cubes")
    assert_refused(game, "cubes pw", "cubes")


@pytest.mark.ruling("cubes")
def test_a_record_in_which_a_seat_takes_cubes_before_all_have_fed_is_wrong() -> None:
    error = refusal(record("1 fish w", "1 cubes pw", "2 fish w", "2 cubes pw"))
    assert (error.line, error.ruling) == (11, "order")


@pytest.mark.ruling("cubes")
def test_a_choice_of_the_set_up_is_not_taken_back_once_another_seat_is_asked() -> None:
    game = atoll.read(record())
    for move in ("fish w", "fish w", "cubes pw", "cubes pw"):
        play(game, move)
        assert game.state.undoable() == 0


@pytest.mark.ruling("cubes")
@pytest.mark.parametrize("moves", [["fish w"], ["fish w", "fish o"], ["fish w", "fish o", "cubes ww"]])
def test_while_cubes_are_taken_the_tiles_in_the_fish_stay_unknown(moves: list[str]) -> None:
    game = play(atoll.read(record()), *moves)
    rng = atoll.Rng(1)
    fed = sum(move.startswith("fish") for move in moves)
    for seat in range(2):
        other = 1 - seat
        redeals = [game.redeal(seat, rng) for _ in range(60)]
        assert {held(redeal, seat + 1, "fish") for redeal in redeals} == {held(game, seat + 1, "fish")}
        tiles = {held(redeal, other + 1, "fish") for redeal in redeals}
        assert len(tiles) > 1 if other < fed else tiles == {""}
        assert all(redeal.view(seat) == game.view(seat) for redeal in redeals)


@pytest.mark.ruling("cubes")
def test_the_parrotfish_tile_comes_from_behind_the_screen() -> None:
    assert_refused(atoll.read(record(hands=("wwyopp", "wwwyyoppg"))), "fish g", "cubes", "grey")


@pytest.mark.ruling("cubes")
def test_the_supply_is_ten_cubes_of_each_colour_with_one_on_the_open_sea() -> None:
    game = atoll.read(record())
    assert game.view()["supply"] == dict.fromkeys("wyopg", 9)
    play(game, "fish w", "fish w", "cubes ww", "cubes wg")
    assert game.view()["supply"] == {"w": 6, "y": 9, "o": 9, "p": 9, "g": 8}


@pytest.mark.ruling("cubes")
@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_the_cubes_are_public_and_the_tile_is_not(seat: int) -> None:
    game = play(atoll.read(record()), "fish o", "fish w", "cubes pg")
    seen = game.view(seat)
    first = seen["players"][0]
    assert first["cubes"] == {"w": 0, "y": 0, "o": 0, "p": 1, "g": 1}
    assert (first["first"], sum(first["fish"].values()), first["fish_size"]) == (None, 0, 1)
    assert seen["log"] == ["1 fish ?", "2 fish w" if seat == 1 else "2 fish ?", "1 cubes gp"]
    assert game.view(0)["log"] == ["1 fish o", "2 fish ?", "1 cubes gp"]
    assert player(game, 1)["first"] == "o"


@pytest.mark.ruling("cubes")
def test_the_tile_is_shown_when_the_game_is_over() -> None:
    nine = "wy pw gw yo og wo pg gy op"
    game = table(eaten={1: 1}, front={1: "p"}, fish={1: "ow", 2: "g"}, locked=nine)
    assert game.view(0)["players"][1]["first"] is None
    play(game, "alga purple p yp")
    assert [who["first"] for who in game.view()["players"]] == ["o", "g"]
    assert [who["fish"] for who in game.view()["players"]] == [player(game, 1)["fish"], player(game, 2)["fish"]]


@pytest.mark.ruling("cubes")
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_the_log_shows_the_tile_when_the_game_is_over(seat: int) -> None:
    game = atoll.new(seed=1)
    while not game.over:
        assert seat == 0 or "1 fish w" not in game.view(seat)["log"]
        moves = game.texts()
        game.apply("fish w" if "fish w" in moves else "collect w" if "collect w" in moves else moves[0])
    assert game.log[0] == "1 fish w"
    assert game.view(seat)["log"] == game.log


# coral tiles


@pytest.mark.ruling("coral tiles")
def test_all_coral_tiles_lie_starfish_side_up_or_all_down() -> None:
    assert coral_tiles(atoll.read(record(starfish="up"))) == "wy pw gw yo og wo pg gy yp op"
    assert coral_tiles(atoll.read(record(starfish="down"))) == "yw wp wg oy go ow gp yg py po"


@pytest.mark.ruling("coral tiles")
def test_a_coin_flip_decides_how_they_lie() -> None:
    lying = {coral_tiles(atoll.new(seed=seed)) for seed in range(20)}
    assert lying == {"wy pw gw yo og wo pg gy yp op", "yw wp wg oy go ow gp yg py po"}


@pytest.mark.ruling("coral tiles")
def test_a_turned_tile_shows_both_pairs_the_other_way_round() -> None:
    up = atoll.read(record(starfish="up")).view()["tiles"][0]
    down = atoll.read(record(starfish="down")).view()["tiles"][0]
    assert up == {"strong": "w", "weak": "y", "large": "green", "small": "blue", "covered": False}
    assert down == {"strong": "y", "weak": "w", "large": "blue", "small": "green", "covered": False}


@pytest.mark.ruling("coral tiles")
def test_there_is_no_third_side() -> None:
    error = refusal(record(starfish="sideways"))
    assert (error.ruling, error.line) == ("coral tiles", 6)


# what is hidden


def twins() -> tuple[atoll.Game, atoll.Game]:
    """Two games that differ only in seat 2's opening draw and parrotfish, and so in the bag."""
    one = atoll.read(record("1 fish w", "2 fish g", "1 cubes wy", "2 cubes gp", hands=("wwyopg", "wwwyyoppg")))
    other = atoll.read(record("1 fish w", "2 fish o", "1 cubes wy", "2 cubes gp", hands=("wwyopg", "oooooyygg")))
    for game in (one, other):
        play(game, "larva w", "polyp 1b3", "collect g", "* refill g:o p:p")
    return one, other


@pytest.mark.ruling("what is hidden")
@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_a_view_is_the_same_whatever_another_screen_and_fish_and_the_bag_hold(seat: int) -> None:
    one, other = twins()
    assert bag(one) != bag(other)
    assert one.view(seat) == other.view(seat)
    assert one.view(1) != other.view(1)


@pytest.mark.ruling("what is hidden")
@pytest.mark.parametrize("seat", [0, SPECTATOR])
def test_a_position_line_and_a_drawing_for_a_seat_show_no_more_than_its_view(seat: int) -> None:
    one, other = twins()
    assert one.position(seat) == other.position(seat)
    assert one.draw(seat) == other.draw(seat)
    assert one.position(ALL_SEEING) != other.position(ALL_SEEING)


@pytest.mark.ruling("what is hidden")
def test_a_view_holds_the_numbers_of_hidden_tiles_and_ones_own_screen() -> None:
    game, _ = twins()
    seen = game.view(0)
    assert (seen["players"][1]["behind"], seen["players"][1]["hand"]) == (8, None)
    assert seen["players"][0]["hand"] == {"w": 1, "y": 1, "o": 1, "p": 1, "g": 1}
    assert "hand 1 wwyopg" in seen["header"]
    assert "hand 2 ?????????" in seen["header"]
    assert seen["bag"] == 158 - 2


@pytest.mark.ruling("what is hidden")
def test_what_a_player_took_in_the_open_stays_known_to_all() -> None:
    game, _ = twins()
    assert game.view(1)["players"][0]["surely_behind"] == {"w": 1, "y": 0, "o": 0, "p": 0, "g": 0}
    assert game.view()["log"][-2:] == ["1 collect g", "* refill g:o p:p"]


@pytest.mark.ruling("what is hidden")
def test_an_event_shows_the_parrotfish_tile_only_to_its_owner() -> None:
    game = atoll.read(record())
    mine, _ = game.events("fish w", 0)
    theirs, _ = game.events("fish w", 1)
    assert mine.data()["colour"] == "w"
    assert theirs == game.events("fish o", 1)[0]


# advanced


@pytest.mark.ruling("advanced")
def test_in_the_advanced_game_the_bonus_tiles_are_in_the_bag() -> None:
    plain, advanced = atoll.read(record()), atoll.read(record(advanced="yes"))
    assert (plain.view()["bonus"], advanced.view()["bonus"]) == ("wyopg", "")
    assert {letter: number + 1 for letter, number in bag(plain).items()} == bag(advanced)


@pytest.mark.ruling("advanced")
def test_in_the_advanced_game_nothing_grows() -> None:
    game = table(advanced=True, hand={1: "w"}, cubes={1: "w"})
    play(game, "larva w")
    assert kinds(game, "polyp 1d3") == ["placed"]
    play(game, "polyp 1d3")
    assert game.view()["rocks"][0]["polyps"] == {"1d3": "w"}


FIVE_AND_SIX = """
~  ~  ~  .  .  .  ~
~  .  .  .  p2 p  ~
.  .  ~  .  p  p  .
w1 .  .  *  p  ~  .
w  .  .  ~  p  .  .
w  w  w  .  .  .  .
"""


@pytest.mark.ruling("advanced")
def test_in_the_advanced_game_five_polyps_go_back_to_the_bag() -> None:
    game = table({1: FIVE_AND_SIX}, advanced=True, turn="t2")
    meal = happened(game, "eat 1e2", "coral_eaten")
    assert (meal.to_bag, meal.to_fish) == (5, 1)
    play(game, "eat 1e2")
    assert held(game, 2, "fish") == "wp"


@pytest.mark.ruling("advanced")
def test_in_the_advanced_game_a_coral_of_five_gives_nothing_but_may_be_eaten() -> None:
    game = table({1: FIVE_AND_SIX}, advanced=True)
    before = bag(game)["w"]
    play(game, "eat 1a4")
    assert held(game, 1, "fish") == "w"
    assert bag(game)["w"] == before + 5
    assert player(game, 1)["shrimps_eaten"] == 1


@pytest.mark.ruling("advanced")
@pytest.mark.parametrize(("seat", "cell", "size"), [(1, "1a4", 5), (2, "1e2", 6)])
def test_in_the_extra_turn_of_the_advanced_game_six_go_back_or_all_there_are(seat: int, cell: str, size: int) -> None:
    left = changed(FIVE_AND_SIX, e2="p") if seat == 1 else changed(FIVE_AND_SIX, a4="w")
    game = table({1: left}, advanced=True, turn=f"x{seat}=s{3 - seat}", eaten={3 - seat: 4})
    meal = happened(game, f"eat {cell}", "coral_eaten")
    assert (meal.to_bag, meal.to_fish) == (size, 0)
    play(game, f"eat {cell}")
    assert game.over
    assert held(game, seat, "fish") == "w"
