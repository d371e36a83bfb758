"""The rulebook's worked examples. Purple is seat 1, green 2, red 3, yellow 4."""

from __future__ import annotations

import pytest

import atoll
from atoll.reef_encounter.notation import cells_of
from atoll.reef_encounter.tables import LETTERS
from tests.reef_encounter.build import (
    assert_refused,
    coral_tiles,
    drawing,
    happened,
    held,
    picture,
    play,
    player,
    record,
    state_of,
    table,
)

# Page 3


def test_page_3_the_open_sea_after_a_white_tile_was_drawn_first() -> None:
    game = atoll.read(record(sea="w:wyp y:ooo o:gwp p:yy g:w"))
    sizes = {space: len(tiles) for space, tiles in game.view()["sea"].items()}
    assert sizes == {"w": 3, "y": 3, "o": 3, "p": 2, "g": 1}


# Page 6

GUARDED = """
~  ~  ~  .  .  .  ~
.  .  .  .  .  .  ~
.  .  p  .  ~  .  w1
.  ~  p2 p  .  p  .
.  o  o4 .  p  p4 p
~  .  o  .  .  p  ~
"""


@pytest.mark.parametrize("cell", ["1d5", "1e4"])
def test_page_6_no_pink_polyp_may_join_the_two_guarded_pink_corals(cell: str) -> None:
    game = table({2: GUARDED}, seats=4, hand={1: "p"}, cubes={1: "p"})
    play(game, "larva p")
    assert_refused(game, f"polyp {cell}", "guard", cell, "pink", "1c4", "1f5")


def test_page_6_pink_may_go_everywhere_else_that_is_empty() -> None:
    game = table({2: GUARDED}, seats=4, hand={1: "p"}, cubes={1: "p"})
    play(game, "larva p")
    on_the_rock = {text.split()[1] for text in game.texts() if text.startswith("polyp 1")}
    empty = "1d1 1e1 1f1 1a2 1b2 1c2 1d2 1e2 1f2 1a3 1b3 1d3 1f3 1a4 1g4 1a5 1b6 1d6 1e6"
    assert on_the_rock == set(empty.split())


@pytest.mark.parametrize("cell", ["1d5", "1e4"])
def test_page_6_another_colour_may_go_where_pink_may_not(cell: str) -> None:
    game = table({2: GUARDED}, seats=4, hand={1: "y"}, cubes={1: "y"})
    play(game, "larva y", f"polyp {cell}")
    assert game.view()["rocks"][0]["polyps"][cell] == "y"


# Page 8


def test_page_8_a_whole_turn() -> None:
    game = table(
        {
            2: """
            ~  ~  ~  .  p  p  ~
            .  .  .  o  p4 p  ~
            .  .  .  o2 ~  p  .
            y  ~  .  o  o  .  .
            y3 .  o  o  o  .  .
            ~  .  .  .  .  .  ~
            """
        },
        seats=4,
        turn="t3",
        eaten={3: 1},
        hand={3: "yyywwww"},
        front={3: "w"},
        cubes={3: "yw"},
    )
    assert {"wo", "yo", "pw", "yp"} <= set(coral_tiles(game).split())

    play(game, "larva y", "polyp 1b5")
    assert held(game, 3, "consumed") == "w"
    play(game, "polyp 1c5", "polyp 1d5")
    assert held(game, 3, "consumed") == "woo"
    assert held(game, 3, "hand") == "wwww"

    assert happened(game, "alga purple o yp", "turned").tiles == ["pw"]
    play(game, "alga purple o yp")
    assert coral_tiles(game) == "wy wp gw yo og wo pg gy yp op"
    assert [tile["covered"] for tile in game.view()["tiles"]].count(True) == 1
    assert held(game, 3, "consumed") == "wo"

    play(game, "larva w", "polyp 1f4", "polyp 1f5", "polyp 1e5", "polyp 1e4", "polyp 1f3 c")
    play(game, "shrimp 1f4")
    assert picture(game) == drawing(
        """
        ~  ~  ~  .  p  p  ~
        .  .  .  o  p4 p  ~
        .  .  .  o2 ~  w  .
        y  ~  .  o  w  w3 .
        y3 y  y  y  w  w  .
        ~  .  .  .  .  .  ~
        """
    )
    assert held(game, 3, "consumed") == "ooop"
    assert held(game, 3, "hand") == held(game, 3, "cubes") == ""
    assert player(game, 3)["shrimps_behind"] == 1
    assert {f"collect {space}" for space in LETTERS} <= set(game.texts())


# Page 9

SHRIMPS = """
~  ~  ~  .  g  .  ~
.  y  y  g  g4 g  ~
.  y  y1 .  ~  .  .
.  ~  o  p  p2 p  .
o  o  o4 o  p  p  .
~  o  o  .  .  .  ~
"""
PROTECTED = "c5 c6 d5 b5 c4 e4 f4 d4 e5 c3 b3 c2 e2 f2 d2 e1"
NOT_PROTECTED = "b6 a5 f5 b2"


def protected_cells() -> set[str]:
    state = state_of(table({2: SHRIMPS}, seats=4))
    return {cell for colour in range(len(LETTERS)) for cell in cells_of(0, state.protected(0, colour))}


@pytest.mark.parametrize("cell", PROTECTED.split())
def test_page_9_a_polyp_under_or_next_to_a_shrimp_of_its_coral_is_protected(cell: str) -> None:
    assert f"1{cell}" in protected_cells()


@pytest.mark.parametrize("cell", NOT_PROTECTED.split())
def test_page_9_a_polyp_further_away_is_not_protected(cell: str) -> None:
    assert f"1{cell}" not in protected_cells()


def test_page_9_every_polyp_of_the_picture_is_listed() -> None:
    game = table({2: SHRIMPS}, seats=4)
    assert set(game.view()["rocks"][0]["polyps"]) == {f"1{cell}" for cell in f"{PROTECTED} {NOT_PROTECTED}".split()}
    assert len(protected_cells()) == len(PROTECTED.split())


# Page 10


def test_page_10_a_blue_and_then_a_red_cylinder_turn_coral_tiles() -> None:
    game = table(front={1: "oo"}, eaten={1: 1})
    assert happened(game, "alga blue o sea", "turned").tiles == ["yo", "og", "gy"]
    play(game, "alga blue o sea")
    assert coral_tiles(game) == "wy pw gw oy go wo pg yg yp op"

    assert happened(game, "alga red o oy", "turned").tiles == ["gw", "wo", "gy"]
    play(game, "alga red o oy")
    assert coral_tiles(game) == "wy pw wg oy go ow pg gy yp op"


# Page 12


def test_page_12_scoring_of_four_players() -> None:
    fish = {1: "ggwwwy", 2: "pyyyy", 3: "oooowwww", 4: "gggpppy"}
    nine = "wy pw gw yo og wo pg gy op"
    game = table(seats=4, turn="t2", eaten={2: 1}, front={2: "p"}, fish=fish, turned="wy gw og gy", locked=nine)
    assert game.view()["values"] == {"g": 2, "p": 3, "o": 2, "w": 3, "y": 5}

    play(game, "alga purple p yp")
    assert game.over
    assert game.view()["scores"] == [18, 23, 20, 20]
    assert game.view()["standing"] == [[2], [3, 4], [1]]


@pytest.mark.parametrize("starfish", ["up", "down"])
@pytest.mark.parametrize("turned", ["", "wy", "wy gw og gy", "yp op pg"])
def test_page_12_the_values_are_always_fifteen_together(starfish: str, turned: str) -> None:
    assert sum(table(starfish=starfish, turned=turned).view()["values"].values()) == 15
