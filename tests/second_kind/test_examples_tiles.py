"""The worked examples of tiles, blue shrimps and terrain."""

from __future__ import annotations

import pytest

from atoll.core.game import Game
from atoll.reef_encounter.tables import PLACES
from atoll.second_kind.reading import read_cell
from tests.second_kind.build import (
    after,
    at,
    bag,
    corals,
    crowns,
    exactly,
    lines,
    no,
    play,
    polyps,
    rock,
    state_of,
    tiles,
    yes,
)


@pytest.mark.ruling("bicolour")
def test_01_a_bicolour_is_laid_as_either_of_its_colours() -> None:
    game = at("grey 1e5 1f5; white 1d6=wy", hand={1: "wy"}, cubes={1: "wyg"})
    yes(game, "larva w", "larva y")
    no(game, "larva g")
    play(game, "larva y")
    yes(game, "polyp 1d5 wy")
    no(game, "polyp 1d6 wy", ruling="attack")
    play(game, "polyp 1d5 wy")
    assert polyps(game)["1d5"] == "y"
    assert polyps(game)["1d4"] == "y"
    assert rock(game)["special"] == {"1d5": "wy", "1d6": "wy"}


@pytest.mark.ruling("bicolour")
@pytest.mark.ruling("special tiles")
def test_02_an_eaten_bicolour_has_both_colours_again() -> None:
    game = at("grey 1e5 1e6; white 1d5=wy", hand={1: "g"}, cubes={1: "g"})
    play(game, "larva g", "polyp 1d5")
    assert tiles(game, 1, "consumed") == {"wy": 1}
    assert polyps(game)["1d4"] == "g"
    exactly(game, "cube w wy", "cube y wy", verb="cube")
    exactly(game, *(f"alga {alga} wy sea" for alga in ("blue", "green", "purple", "red")), verb="alga")


@pytest.mark.ruling("double")
def test_03_a_double_is_one_tile_and_can_be_changed_for_two() -> None:
    game = at("yellow 1d6 1e6; orange 1c6=o2", hand={1: "y y y y y y2"}, cubes={1: "yo"})
    play(game, "larva y", "polyp 1c6")
    assert tiles(game, 1, "consumed") == {"o2": 1}
    play(game, "polyp 1b6 y2", "polyp 1a5", "polyp 1b5")
    exactly(game, verb="polyp")
    before = bag(game)
    play(game, "change o")
    assert tiles(game, 1, "consumed") == {"o": 2}
    assert bag(game)["o2"] == before["o2"] + 1
    assert bag(game)["o"] == before["o"] - 2
    assert game.view()["turn"]["open"] == "y"
    yes(game, "larva o")
    play(game, "larva o")
    yes(game, "polyp 1f5 c")
    no(game, "polyp 1f5", ruling="four")


@pytest.mark.ruling("half")
@pytest.mark.ruling("sides")
def test_04_a_half_connects_by_its_coral_sides() -> None:
    game = at("white 1e5=wh.ne 1d5 1f5 1e6")
    assert corals(game, "1e5", "1d5", "1e6") == [{"1e5", "1f5"}, {"1d5"}, {"1e6"}]


@pytest.mark.ruling("half")
@pytest.mark.parametrize(
    ("yellow", "wanted"),
    [
        ("1d5 1c5", ()),
        ("1e6 1d6", ()),
        ("1f5 1g5", ("", "yh ne", "yh se")),
        ("1e4 1f4", ("", "yh ne", "yh nw")),
    ],
)
def test_05_a_half_is_attacked_by_its_coral_sides(yellow: str, wanted: tuple[str, ...]) -> None:
    game = play(at(f"orange 1e5=oh.ne; yellow {yellow}", hand={1: "y yh"}, cubes={1: "y"}), "larva y")
    assert lines(game, "polyp 1e5") == sorted(wanted)


@pytest.mark.ruling("half")
def test_05_a_half_that_attacks_must_touch_the_attacking_coral() -> None:
    game = play(at("orange 1e5; yellow 1d5 1c5", hand={1: "y yh"}, cubes={1: "y"}), "larva y")
    assert lines(game, "polyp 1e5 yh") == ["nw", "sw"]


@pytest.mark.ruling("half")
def test_06_a_half_of_the_attacking_coral_attacks_by_its_coral_sides() -> None:
    game = play(at("yellow 1c5 1d5=yh.nw; orange 1e5 1d6", hand={1: "y"}, cubes={1: "y"}), "larva y")
    no(game, "polyp 1e5", "polyp 1d6", ruling="attack")
    game = play(at("yellow 1c5 1d5=yh.sw; orange 1e5 1d6", hand={1: "y"}, cubes={1: "y"}), "larva y")
    yes(game, "polyp 1d6")
    no(game, "polyp 1e5", ruling="attack")


@pytest.mark.ruling("half")
def test_07_protection_does_not_reach_across_a_rock_side() -> None:
    game = at("white 1e5=wh.ne 1e4 1d4 1d5(2); pink 1f5 1g5", hand={1: "p"}, cubes={1: "p"})
    assert corals(game, "1e5") == [{"1e5", "1e4", "1d4", "1d5"}]
    yes(play(game, "larva p"), "polyp 1e5")
    game = at("white 1e5 1e4 1d4 1d5(2); pink 1f5 1g5", hand={1: "p"}, cubes={1: "p"})
    no(play(game, "larva p"), "polyp 1e5", ruling="protected")


@pytest.mark.ruling("half")
def test_07_what_is_protected_of_that_coral() -> None:
    game = at("white 1e5=wh.ne 1e4 1d4 1d5(2); pink 1f4 1g4 1c4 1b3 1c3", hand={1: "p"}, cubes={1: "p"})
    play(game, "larva p")
    no(game, "polyp 1d4", ruling="protected")
    yes(game, "polyp 1e4")


@pytest.mark.ruling("half")
def test_08_a_half_lets_grow_where_it_has_a_coral_side() -> None:
    game = play(at(hand={1: "wh"}, cubes={1: "w"}), "larva w")
    for sides, grows in (("ne", True), ("nw", True), ("se", False), ("sw", False)):
        assert ("1d4" in polyps(after(game, f"polyp 1d5 wh {sides}"))) == grows


@pytest.mark.ruling("half")
def test_09_a_half_joins_what_it_touches() -> None:
    game = play(at("white 1d5(1) 1e6(2)", hand={1: "w wh"}, cubes={1: "w"}), "larva w")
    no(game, "polyp 1e5", "polyp 1e5 wh sw", ruling="guard")
    yes(game, "polyp 1e5 wh ne", "polyp 1e5 wh se", "polyp 1e5 wh nw")
    no(game, "polyp 1d6 wh ne", ruling="guard")
    yes(game, "polyp 1d6 wh se", "polyp 1d6 wh sw", "polyp 1d6 wh nw")


@pytest.mark.ruling("printed shrimp")
@pytest.mark.ruling("blue shrimp")
def test_10_a_printed_shrimp_protects_itself_and_bears_no_shrimp() -> None:
    game = at("white 1d5 1e5=ws 1f5; pink 1e4 1f4 1b5 1c5", hand={1: "p"}, cubes={1: "p"})
    yes(game, "shrimp 1d5", "shrimp 1f5")
    no(game, "shrimp 1e5", ruling="blue shrimp")
    play(game, "larva p")
    yes(game, "polyp 1d5", "polyp 1f5")
    no(game, "polyp 1e5", ruling="protected")


@pytest.mark.ruling("blue shrimp")
def test_11_a_wooden_blue_shrimp_protects_its_polyp_and_bars_it() -> None:
    game = at("white 1d6(b) 1e6; pink 1d5 1e5(1)", hand={1: "p"}, cubes={1: "p"})
    yes(game, "move 1e5 1e6", "move 1e5 1d5")
    no(game, "move 1e5 1d6", ruling="blue shrimp")
    play(game, "larva p")
    yes(game, "polyp 1e6")
    no(game, "polyp 1d6", ruling="protected")


@pytest.mark.ruling("one of each")
def test_12_a_coral_holds_one_blue_shrimp() -> None:
    game = play(at("white 1d6(b) 1f6(2)", hand={1: "w ws"}, cubes={1: "w"}), "larva w")
    yes(game, "polyp 1e6", "polyp 1f5 ws")
    no(game, "polyp 1e6 ws", "polyp 1c6 ws", "polyp 1d5 ws", ruling="one of each")
    game = play(at("white 1d6(b) 1f6 1f5(b)", hand={1: "w ws"}, cubes={1: "w"}), "larva w")
    no(game, "polyp 1e6", ruling="one of each")


BLUE = "white 1b5(1) 1c5(b); pink 1e5(b) 1f5(2); yellow 1d2"


@pytest.mark.ruling("blue card")
def test_13_a_blue_card_brings_in_moves_or_takes_back() -> None:
    game = play(at(BLUE, cards={1: "confusion"}), "play confusion blue")
    exactly(game, "blue - 1d2", "blue 1c5 1d2", "blue 1c5 off")


@pytest.mark.ruling("blue card")
def test_14_with_none_beside_the_board_any_may_be_moved() -> None:
    game = at(f"{BLUE}(b); orange 2d1; grey 2f3", cards={1: "confusion"})
    play(game, "play confusion blue")
    exactly(
        game,
        "blue 1c5 2d1",
        "blue 1c5 2f3",
        "blue 1c5 off",
        "blue 1d2 2d1",
        "blue 1d2 2f3",
        "blue 1e5 2d1",
        "blue 1e5 2f3",
    )


@pytest.mark.ruling("unreliable-shrimp-1")
@pytest.mark.ruling("unreliable-shrimp-2")
@pytest.mark.ruling("unreliable-shrimp-3")
@pytest.mark.ruling("unreliable-shrimp-4")
@pytest.mark.parametrize(
    ("number", "wanted"),
    [(1, "1d6 1e6 1f5"), (2, "1d6 1f5 2b4"), (3, "1e6 2c1 2d1"), (4, "1d6 1e6 1f5")],
)
def test_15_the_unreliable_shrimps(number: int, wanted: str) -> None:
    board = "white 1b5(2) 1c5(b) 1d6 1f5 2a4(1) 2b4; yellow 1e6; orange 2c1 2d1"
    game = play(at(board, cards={1: f"unreliable-shrimp-{number}"}), f"play unreliable-shrimp-{number}")
    exactly(game, *(f"blue 1c5 {cell}" for cell in wanted.split()))


@pytest.mark.ruling("rock tile")
@pytest.mark.ruling("cells")
def test_16_where_rock_goes() -> None:
    game = at(hand={1: "rock"})
    found = lines(game, "lay rock")
    assert len(found) == 48
    assert sum(cell[0] == "1" for cell in found) == 24
    yes(game, *(f"lay rock {cell}" for cell in ["1e3", "1b4", "1g1", "1a1", "1h4", "1z2", "1d0", "2d6"]))
    no(game, "lay rock 1d4", ruling="rock tile")
    no(game, *(f"lay rock {cell}" for cell in ["1h2", "1a0", "1z1", "1g7", "1h1"]), ruling="cells")
    other = lines(at(hand={1: "rock"}, rocks="1 4"), "lay rock")
    assert sum(cell[0] == "1" for cell in other) == 26
    assert "1a1" not in other


@pytest.mark.ruling("rock space")
def test_17_over_the_edge() -> None:
    game = play(at(hand={1: "rock rock w"}, cubes={1: "w"}), "lay rock 1h4")
    yes(game, "lay rock 1h3", "lay rock 1h5")
    no(game, "lay rock 1h4", ruling="rock tile")
    yes(play(game, "larva w"), "polyp 1h4")
    joined = at("rock 1h4 1h3; white 1h4 1g4 1h3")
    assert corals(joined, "1h4") == [{"1h4", "1g4", "1h3"}]
    yes(at("white 1g4(1); rock 1h4"), "move 1g4 1h4")
    game = play(at("white 1g4; rock 1h4", hand={1: "crown"}), "lay crown 1h4")
    play(game, "collect w", "* refill w:o y:o o:o p:o g:o")
    exactly(game, "crown 1h4 1g4")
    play(game, "crown 1h4 1g4")
    assert crowns(game) == []
    assert is_empty(game, "1h4")


def is_empty(game: Game, cell: str) -> bool:
    """Ruling `empty`."""
    number, place = divmod(read_cell(state_of(game), cell), PLACES)
    return bool(state_of(game).empty(number) >> place & 1)


def is_rock(game: Game, cell: str) -> bool:
    """Ruling `rock space`."""
    number, place = divmod(read_cell(state_of(game), cell), PLACES)
    return bool(state_of(game).solid(number) >> place & 1)


@pytest.mark.ruling("rock tile")
def test_18_rock_against_water() -> None:
    game = at("water 1g4", hand={1: "rock"})
    no(game, "lay rock 1h4", ruling="rock tile")
    yes(game, "lay rock 1h3", "lay rock 1h5", "lay rock 1g4")
    play(game, "lay rock 1g4")
    assert bag(game)["rock"] == 2
    assert bag(game)["water"] == 2
    assert is_rock(game, "1g4")


@pytest.mark.ruling("water tile")
def test_19_water() -> None:
    game = at("rock 1e3", hand={1: "water water w"}, cubes={1: "w"})
    yes(game, "lay water 1d4", "lay water 1e3")
    no(game, "lay water 1b4", ruling="water tile")
    play(game, "lay water 1d4", "larva w")
    no(game, "polyp 1d4", ruling="empty")
    play(game, "polyp 1d5")
    assert "1d4" not in polyps(game)
    play(game, "lay water 1e3")
    assert bag(game)["rock"] == 2
    assert bag(game)["water"] == 1
    game = at("white 1e5(1); crown 1f5", hand={1: "water"})
    no(game, "lay water 1e5", "lay water 1f5", ruling="water tile")


@pytest.mark.ruling("rock space")
def test_20_a_polyp_goes_and_the_rock_stays() -> None:
    game = at("rock 1h4; orange 1h4; yellow 1g4 1g5", hand={1: "y"}, cubes={1: "y"})
    play(game, "larva y", "polyp 1h4")
    assert rock(game)["rock_tiles"] == ["1h4"]
    game = at("rock 1h4; white 1h4 1g4 1f4 1f5 1g5(1)", eaten={1: 1})
    before = tiles(game, 1, "fish")["w"]
    play(game, "eat 1g5")
    assert tiles(game, 1, "fish")["w"] == before + 1
    assert is_empty(game, "1h4")


@pytest.mark.ruling("polyp on water")
@pytest.mark.ruling("enclosed")
def test_21_a_polyp_on_water() -> None:
    game = play(at("white 1e3; pink 1f3 1g3", hand={1: "p"}, cubes={1: "p"}), "larva p")
    yes(game, "polyp 1e3")
    play(game, "polyp 1e3")
    assert not is_rock(game, "1e3")
    game = at("white 1e3 1f3(1) 1g3 1g4 1f4", eaten={1: 1}, hand={1: "w rock"}, cubes={1: "w"})
    play(game, "eat 1f3")
    yes(game, "lay rock 1e3")
    no(play(game, "larva w"), "polyp 1e3", ruling="empty")
