"""The oracle against the rulebook's worked examples and the trickier rulings."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from .cases import CASES, Case, counts, opening, read_reef
from .reef_encounter import (
    ALGAE,
    COLOURS,
    CORAL_TILES,
    Oracle,
    random_deal,
    random_move,
    random_refill,
    reef_of,
)

STARFISH = [[strong, weak, None] for strong, weak, _, _ in CORAL_TILES]
PURPLE, GREEN, RED, YELLOW = 1, 2, 3, 4


def build(reef: str = "", *, seats: int = 4, rocks: str = "2134", **given: Any) -> Oracle:
    """A position with these corals (see `read_reef`). A player is given as p1={"hand": "wwy"}. Shrimps not named
    are behind the screens, polyps in the bag."""
    polyps, shrimps = read_reef(reef)
    players = []
    for seat in range(1, seats + 1):
        facts = given.pop(f"p{seat}", {})
        eaten = facts.get("eaten", 0)
        piles = {key: counts(facts.get(key, "")) for key in ("hand", "consumed", "cubes", "fish")}
        players.append({**piles, "screen": 4 - eaten - list(shrimps.values()).count(seat), "eaten": eaten})
    sea = {"w": "opw", "y": "gpy", "o": "goy", "p": "wy", "g": "o"}
    used = Counter(polyps.values()) + Counter("".join(sea.values())) + Counter(COLOURS)
    for player in players:
        used += Counter(player["hand"]) + Counter(player["consumed"]) + Counter(player["fish"])
    advanced = given.get("advanced", False)
    turn = {
        "acted": False,
        "larvae": 0,
        "open": None,
        "laid": 0,
        "placed": False,
        "shrimp": False,
        "locked": False,
    }
    position: dict[str, Any] = {
        "advanced": advanced,
        "seats": seats,
        "rocks": [int(rock) for rock in rocks[:seats]],
        "polyps": polyps,
        "shrimps": shrimps,
        "tiles": STARFISH,
        "alga_space": None,
        "sea": sea,
        "bag": {colour: 40 - used[colour] + advanced for colour in COLOURS},
        "bonus": counts() if advanced else counts(COLOURS),
        "bonus_gone": False,
        "supply": {colour: 9 - sum(p["cubes"][colour] for p in players) for colour in COLOURS},
        "cylinders": dict.fromkeys(ALGAE, 5),
        "players": players,
        "phase": "turn",
        "seat": 1,
        "turn": {**turn, **given.pop("turn", {})},
        "ended": None,
        "ender": None,
        **given,
    }
    return Oracle.from_position(position)


def play(oracle: Oracle, moves: str) -> None:
    for move in moves.split(", "):
        oracle.apply(move)


def kinds(oracle: Oracle) -> set[str]:
    return {move.split()[0] for move in oracle.legal()}


def cells(oracle: Oracle, colour: str) -> set[str]:
    return {cell[1:] for cell, polyp in oracle.polyps.items() if polyp == colour}


def refused(oracle: Oracle, move: str) -> bool:
    before = oracle.position()
    with pytest.raises(ValueError, match="not legal"):
        oracle.apply(move)
    unchanged: bool = oracle.position() == before
    return unchanged


# The worked examples


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("advanced", [False, True])
def test_the_opening_follows_the_set_up(seats: int, advanced: bool) -> None:
    for seed in range(20):
        deal = random_deal(random.Random(seed), seats, advanced)
        lengths = [len(deal["sea"][space]) for space in COLOURS]
        assert lengths in [[3, 3, 3, 2, 1][-turn:] + [3, 3, 3, 2, 1][:-turn] for turn in range(5)]
        hands = {2: [6, 9], 3: [6, 7, 9], 4: [6, 7, 8, 9]}[seats]
        assert [sum(player["hand"].values()) for player in deal["players"]] == hands
        assert len(deal["polyps"]) == 5 * seats
        assert sum(deal["bonus"].values()) == (0 if advanced else 5)
        assert sum(deal["bag"].values()) == 200 - 5 * seats - (0 if advanced else 5) - 12 - sum(hands)
        assert all(neighbours for neighbours in reef_of(tuple(deal["rocks"])).neighbours.values())
        assert len(reef_of(tuple(deal["rocks"])).neighbours) == 33 * seats


PAGE_6 = """
p f6 g5 f5Y e5 f4 d4 c4G c3
o c6 c5Y b5
w g3P
"""


def test_page_6_no_pink_may_join_the_two_guarded_corals() -> None:
    oracle = build(PAGE_6, p1={"hand": "p", "cubes": "p"})
    oracle.apply("larva p")
    refused_cells = {"1d5", "1e4"}
    empty = {cell for cell in oracle.reef.neighbours if cell not in oracle.polyps}
    assert {move.split()[1] for move in oracle.legal() if move.startswith("polyp")} == empty - refused_cells


PAGE_8 = """
o c5 d5 e5 d4 e4 d3G d2
y a5R a4
p f3 f2 e2Y f1 e1
"""


def test_page_8_a_whole_turn() -> None:
    oracle = build(PAGE_8, seat=RED, p3={"hand": "yyywwww", "cubes": "yw", "consumed": "w", "eaten": 1})
    play(oracle, "larva y, polyp 1b5, polyp 1c5, polyp 1d5")
    assert oracle.players[2].consumed == counts("woo")
    assert oracle.stronger("p", "w")
    oracle.apply("alga purple o py")
    assert oracle.stronger("w", "p")
    assert oracle.tiles[8].cylinder == "purple"
    play(oracle, "larva w, polyp 1f4, polyp 1f5, polyp 1e5, polyp 1e4, polyp 1f3 c, shrimp 1f4")
    assert cells(oracle, "y") == {"a5", "b5", "c5", "d5", "a4"}
    assert cells(oracle, "w") == {"f4", "f5", "e5", "e4", "f3"}
    assert cells(oracle, "o") == {"d4", "d3", "d2"}
    assert cells(oracle, "p") == {"f2", "e2", "f1", "e1"}
    assert oracle.shrimps == {"1a5": RED, "1d3": GREEN, "1e2": YELLOW, "1f4": RED}
    assert oracle.players[2].consumed == counts("ooop")
    assert kinds(oracle) == {"move", "cube", "alga", "collect"}


PAGE_9 = """
o c6 b6 d5 c5Y b5 a5 c4
p f5 e5 f4 e4G d4
y c3P b3 c2 b2
g f2 e2Y d2 e1
"""


def test_page_9_protection() -> None:
    oracle = build(PAGE_9)
    assert {cell[1:] for cell in oracle.polyps if not oracle.protected(cell)} == {"b6", "a5", "f5", "b2"}


def test_page_10_cylinders() -> None:
    oracle = build(p1={"consumed": "oo", "eaten": 1})
    oracle.apply("alga blue o sea")
    turned = {tile for tile in range(10) if oracle.tiles[tile].strong != CORAL_TILES[tile][0]}
    assert turned == {3, 4, 7}
    oracle.apply("alga red o oy")
    now_turned = {tile for tile in range(10) if oracle.tiles[tile].strong != CORAL_TILES[tile][0]}
    assert now_turned == {3, 4, 7} ^ {2, 5, 7}
    assert oracle.tiles[3].cylinder == "red"


def test_page_12_scoring() -> None:
    upper = [["y", "w", None], ["p", "w", None], ["w", "g", None], ["y", "o", None], ["g", "o", None]]
    lower = [["w", "o", None], ["p", "g", None], ["y", "g", None], ["y", "p", None], ["o", "p", None]]
    fish = ({"fish": "ggwwwy"}, {"fish": "pyyyy"}, {"fish": "oooowwww"}, {"fish": "gggpppy"})
    oracle = build(tiles=upper + lower, p1=fish[0], p2=fish[1], p3=fish[2], p4=fish[3])
    assert oracle.values() == {"g": 2, "p": 3, "o": 2, "w": 3, "y": 5}
    assert oracle.scores() == [18, 23, 20, 20]
    assert oracle.winners() == [GREEN]


# Set-up


def test_first_every_seat_chooses_a_tile_and_then_every_seat_two_cubes() -> None:
    oracle = Oracle.from_position(random_deal(random.Random(1), 3, False))
    for seat in (1, 2, 3):
        assert (oracle.phase, oracle.seat) == ("fish", seat)
        assert kinds(oracle) == {"fish"}
        oracle.apply(max(oracle.legal()))
    assert [sum(player.fish.values()) for player in oracle.players] == [1, 1, 1]
    for seat in (1, 2, 3):
        assert (oracle.phase, oracle.seat) == ("cubes", seat)
        assert len(oracle.legal()) == 15
        assert {"cubes pw", "cubes ww"} < oracle.legal()
        assert refused(oracle, "cubes wp")
        oracle.apply("cubes pw")
    assert (oracle.phase, oracle.seat) == ("turn", 1)
    assert oracle.supply == {"w": 6, "y": 9, "o": 9, "p": 6, "g": 9}
    assert "eat" not in kinds(oracle)


# The turn


def test_after_a_larva_a_polyp_must_come_before_anything_but_moving_a_shrimp() -> None:
    oracle = build("w c5P", p1={"hand": "ww", "cubes": "wwy", "consumed": "y"})
    assert kinds(oracle) == {"larva", "move", "cube", "alga", "tile", "collect"}
    oracle.apply("larva w")
    assert kinds(oracle) == {"polyp", "move"}
    oracle.apply("move 1c5 1b5")
    assert kinds(oracle) == {"polyp", "move"}
    oracle.apply("move 1b5 1c5")
    oracle.apply("polyp 1c4")
    assert oracle.turn.open == "w"
    assert kinds(oracle) == {"polyp", "move", "larva", "cube", "alga", "tile", "collect"}
    oracle.apply("tile y")
    assert oracle.turn.open is None
    assert "polyp" not in kinds(oracle)


@pytest.mark.parametrize("closing", ["shrimp 1g3", "cube y", "alga red y sea", "tile y", "larva y"])
def test_another_action_closes_the_open_one(closing: str) -> None:
    oracle = build("w c5P\ng g3", p1={"hand": "wwy", "cubes": "wyy", "consumed": "y"})
    play(oracle, "larva w, polyp 1c4, move 1c5 1c4")
    assert (oracle.turn.open, oracle.turn.laid, oracle.turn.placed) == ("w", 1, True)
    oracle.apply(closing)
    assert oracle.turn.open == ("y" if closing == "larva y" else None)
    assert (oracle.turn.laid, oracle.turn.placed) == (0, False)


def test_four_from_behind_the_screen_and_consumed_ones_without_limit() -> None:
    oracle = build(p1={"hand": "wwwwww", "cubes": "ww", "consumed": "ww"})
    play(oracle, "larva w, polyp 1a2, polyp 1b2, polyp 1c2, polyp 1d2 c, polyp 1a3")
    assert oracle.turn.laid == 4
    assert {move.split()[-1] for move in oracle.legal() if move.startswith("polyp")} == {"c"}
    oracle.apply("polyp 1b3 c")
    assert "polyp" not in kinds(oracle)
    play(oracle, "larva w, polyp 1c3, polyp 1d3")
    assert "larva" not in kinds(oracle)


def test_the_bonus_tile_does_not_count_among_the_four() -> None:
    oracle = build(p1={"hand": "wwwww", "cubes": "w"})
    play(oracle, "larva w, polyp 1d3")
    assert oracle.polyps["1d4"] == "w"
    assert oracle.turn.laid == 1


def test_a_larva_needs_a_polyp_and_a_place() -> None:
    oracle = build("w c5", p1={"hand": "w", "cubes": "wy", "consumed": "o"})
    assert {move for move in oracle.legal() if move.startswith("larva")} == {"larva w"}
    full = build_full(p1={"hand": "wy", "cubes": "wy"})
    assert "larva" not in kinds(full)


def test_eating_is_the_first_action_or_none() -> None:
    reef = "w a5P a4 a3 a2 b2"
    oracle = build(reef, p1={"hand": "w", "cubes": "w"})
    assert "eat 1a5" in oracle.legal()
    oracle.apply("move 1a5 1a4")
    assert "eat" not in kinds(oracle)
    assert "eat" not in kinds(build(reef, seat=GREEN))
    assert "eat" not in kinds(build("w a5P a4 a3 a2"))
    eaten = build(reef + "\no f5P f4 e5 e6 d6")
    eaten.apply("eat 1a5")
    assert "eat" not in kinds(eaten)


# Placing


def test_own_shrimp_on_bare_rock_blocks_the_space_and_the_growth() -> None:
    oracle = build("w c5P", p1={"hand": "www", "cubes": "w"})
    play(oracle, "move 1c5 1d4, larva w, polyp 1d3")
    assert "1d4" not in oracle.polyps
    assert "polyp 1d4" not in oracle.legal()
    play(oracle, "move 1d4 screen, polyp 1e5")
    assert "1d4" not in oracle.polyps
    assert "polyp 1d4" in oracle.legal()
    oracle.apply("polyp 1d5")
    assert oracle.polyps["1d4"] == "w"


def test_a_polyp_on_the_starfish_makes_nothing_grow() -> None:
    oracle = build(p1={"hand": "w", "cubes": "w"})
    play(oracle, "larva w, polyp 1d4")
    assert oracle.bonus == counts(COLOURS)
    assert list(oracle.polyps) == ["1d4"]


def test_growth_takes_a_tile_from_the_bag() -> None:
    oracle = build(p1={"hand": "w", "cubes": "w"})
    bag = oracle.bag["w"]
    play(oracle, "larva w, polyp 1d3")
    assert (oracle.polyps["1d4"], oracle.bonus["w"], oracle.bag["w"]) == ("w", 1, bag - 1)


def test_growth_takes_the_bonus_tile_when_the_bag_has_none_of_the_colour() -> None:
    oracle = build(p1={"hand": "www", "cubes": "w", "consumed": "w"}, bag=counts("yyyyyy"))
    play(oracle, "larva w, polyp 1d3")
    assert (oracle.polyps["1d4"], oracle.bonus["w"]) == ("w", 0)
    oracle.apply("polyp 3c4")
    assert "3d4" not in oracle.polyps
    oracle.apply("cube w")
    assert (oracle.bonus["w"], oracle.bag["w"]) == (0, 1)
    play(oracle, "larva w, polyp 2d3")
    assert (oracle.polyps["2d4"], oracle.bonus["w"], oracle.bag["w"]) == ("w", 0, 0)


def test_nothing_grows_once_the_bonus_tiles_have_gone() -> None:
    oracle = build(p1={"hand": "w", "cubes": "w"}, bonus=counts(), bonus_gone=True)
    play(oracle, "larva w, polyp 1d3")
    assert list(oracle.polyps) == ["1d3"]


def test_growth_is_forbidden_by_guard() -> None:
    reef = "w c3P\nw e4 f4G"
    oracle = build(reef, p1={"hand": "w", "cubes": "w"})
    play(oracle, "larva w, polyp 1d3")
    assert "1d4" not in oracle.polyps
    assert oracle.bonus["w"] == 1
    joined = build("w c3P\nw d5 e5G", p1={"hand": "w", "cubes": "w"})
    play(joined, "larva w, polyp 1d3")
    assert "1d4" not in joined.polyps


def test_growth_by_an_attack() -> None:
    oracle = build("w c3 b3\ny d3 d2P", p1={"hand": "w", "cubes": "w"})
    play(oracle, "larva w")
    assert refused(oracle, "polyp 1d3")  # protected from d2
    oracle = build("w c3 b3\ny d3 d2", p1={"hand": "w", "cubes": "w"})
    play(oracle, "larva w, polyp 1d3")
    assert (oracle.polyps["1d3"], oracle.polyps["1d4"]) == ("w", "w")
    assert oracle.players[0].consumed == counts("y")


def test_no_growth_in_the_advanced_game() -> None:
    oracle = build(p1={"hand": "w", "cubes": "w"}, advanced=True)
    play(oracle, "larva w, polyp 1d3")
    assert list(oracle.polyps) == ["1d3"]


def test_an_attack_needs_a_coral_of_two_and_the_bonus_tile_counts() -> None:
    oracle = build("w d5\ny d6 c5 f5", p1={"hand": "ww", "cubes": "w"})
    oracle.apply("larva w")
    assert refused(oracle, "polyp 1d6")
    oracle.apply("polyp 1e5")
    assert {"polyp 1d6", "polyp 1c5", "polyp 1f5"} <= oracle.legal()
    alone = build("y d5", p1={"hand": "ww", "cubes": "w"})
    play(alone, "larva w, polyp 1d3")
    assert "polyp 1d5" in alone.legal()  # d3 and the bonus tile on d4


def test_two_single_polyps_are_not_a_coral_of_two() -> None:
    oracle = build("w a5 c5\ny b5", p1={"hand": "w", "cubes": "w"})
    oracle.apply("larva w")
    assert refused(oracle, "polyp 1b5")


def test_only_the_stronger_coral_attacks() -> None:
    oracle = build("y a5 b5\nw c5", p1={"hand": "y", "cubes": "y"})
    oracle.apply("larva y")
    assert refused(oracle, "polyp 1c5")


def test_guard_binds_attacks_and_any_owners_shrimps() -> None:
    oracle = build("w a5P a4\ny b5\nw c5G c6", seat=RED, p3={"hand": "w", "cubes": "w"})
    oracle.apply("larva w")
    assert refused(oracle, "polyp 1b5")
    free = build("w a5P a4\ny b5\nw c5 c6", seat=RED, p3={"hand": "w", "cubes": "w"})
    play(free, "larva w, polyp 1b5")
    assert len(free.corals()["1b5"]) == 5


def test_a_split_coral_lives_on_without_its_shrimp() -> None:
    oracle = build("y a5P b5 c5 d5 e5\nw c6 d6", seat=GREEN, p2={"hand": "w", "cubes": "w"})
    play(oracle, "larva w, polyp 1c5, collect g")
    oracle.chance(random_refill(random.Random(1), oracle))
    corals = oracle.corals()
    assert sorted(corals["1a5"]) == ["1a5", "1b5"]
    assert sorted(corals["1d5"]) == ["1d5", "1e5"]
    oracle.seat = RED
    assert "shrimp 1d5" in oracle.legal()
    assert "shrimp 1b5" not in oracle.legal()


# Shrimps


def test_never_three_of_one_player_on_a_rock() -> None:
    oracle = build("w a5P\nw c5P\ny d3\ng 2d1P\no 2f1G")
    assert not any(move.startswith("shrimp 1") for move in oracle.legal())
    assert not any(move.startswith("move 2d1 1") for move in oracle.legal())
    assert "move 1a5 1d3" in oracle.legal()
    assert "move 1a5 2e1" in oracle.legal()
    assert "move 1a5 2f1" not in oracle.legal()
    oracle.apply("move 1a5 2e1")
    assert {"move 1c5 3a3", "move 1c5 1a5", "shrimp 1a5"} <= oracle.legal()
    assert not any(move.startswith("move 1c5 2") for move in oracle.legal())


def test_never_two_shrimps_on_a_coral() -> None:
    oracle = build("w a5P a4\ny b5 c5G c6")
    assert "move 1a5 1a4" in oracle.legal()
    assert not {"move 1a5 1c6", "move 1a5 1c5", "move 1a5 1a5", "shrimp 1a4", "shrimp 1b5"} & oracle.legal()
    assert not any(move.startswith("move 1c5") for move in oracle.legal())


def test_no_collecting_with_a_shrimp_on_bare_rock() -> None:
    oracle = build("w a5P a4")
    oracle.apply("move 1a5 1b5")
    assert "collect" not in kinds(oracle)
    oracle.apply("move 1b5 1c5")
    assert "collect" not in kinds(oracle)
    oracle.apply("move 1c5 screen")
    assert "collect" in kinds(oracle)
    assert "shrimp 1a5" in oracle.legal()
    oracle.apply("shrimp 1a5")
    oracle.apply("move 1a5 screen")
    assert "shrimp" not in kinds(oracle)


# Exchanges


def test_a_cube_must_be_in_the_supply() -> None:
    assert "cube w" in build(p1={"consumed": "w"}).legal()
    assert "cube w" not in build(p1={"consumed": "w"}, supply=counts("yyogp")).legal()


def test_the_cylinder_replaced_returns_only_afterwards() -> None:
    cylinders = {"blue": 5, "green": 5, "purple": 5, "red": 0}
    oracle = build(p1={"consumed": "ww"}, cylinders=cylinders, alga_space="red")
    assert not any("red" in move for move in oracle.legal())
    oracle.apply("alga blue w sea")
    assert oracle.cylinders == {"blue": 4, "green": 5, "purple": 5, "red": 1}
    assert "alga red w sea" in oracle.legal()


def test_a_cylinder_may_go_to_the_alga_space_even_if_nothing_turns() -> None:
    tiles = [[s, w, "red" if "red" in (big, small) else None] for s, w, big, small in CORAL_TILES]
    oracle = build(p1={"consumed": "w"}, tiles=tiles)
    before = oracle.position()["tiles"]
    oracle.apply("alga red w sea")
    assert oracle.position()["tiles"] == before


def test_locking_needs_a_shrimp_on_the_open_sea_and_is_once_a_turn() -> None:
    places = {move.split()[-1] for move in build(p1={"consumed": "w"}).legal() if move.startswith("alga")}
    assert places == {"sea"}
    oracle = build(p1={"consumed": "www", "eaten": 1})
    red = {move for move in oracle.legal() if move.startswith("alga red")}
    assert red == {"alga red w sea", "alga red w gw", "alga red w ow"}
    oracle.apply("alga red w ow")
    assert {move.split()[-1] for move in oracle.legal() if move.startswith("alga")} == {"sea"}
    assert (oracle.tiles[5].strong, oracle.tiles[2].strong) == ("w", "w")


NINE_LOCKED = [[s, w, None if (s, w) == ("o", "p") else big] for s, w, big, _ in CORAL_TILES]


def test_the_tenth_tile_needs_two_polyps_in_the_parrotfish() -> None:
    one = build(p1={"consumed": "w", "eaten": 1, "fish": "w"}, tiles=NINE_LOCKED)
    assert "alga green w op" not in one.legal()
    assert "alga green w sea" in one.legal()
    two = build(p1={"consumed": "w", "eaten": 1, "fish": "ww"}, tiles=NINE_LOCKED)
    assert "alga green w op" in two.legal()


def test_a_cube_for_a_tile_from_the_bag_or_else_the_bonus_tiles() -> None:
    oracle = build(p1={"cubes": "www"}, bag=counts("wyyyyy"))
    oracle.apply("tile w")
    assert (oracle.bag["w"], oracle.bonus["w"]) == (0, 1)
    oracle.apply("tile w")
    assert (oracle.bag["w"], oracle.bonus["w"], oracle.players[0].hand["w"]) == (0, 0, 2)
    assert "tile" not in kinds(oracle)


# Action 10


def test_the_refill_fills_the_emptiest_first_and_then_clockwise() -> None:
    oracle = build()
    oracle.apply("collect y")
    assert (oracle.phase, oracle.seat, oracle.legal()) == ("refill", 1, set())
    assert oracle.sea["y"] == ""
    assert oracle.players[0].hand == counts("gpy")
    assert (oracle.players[0].cubes, oracle.supply) == (counts("y"), {**dict.fromkeys(COLOURS, 9), "y": 8})
    for wrong in [
        "refill g:o y:w p:w",
        "refill y:w g:o",
        "refill y:x g:w p:w",
        "refill y:w g:w p:w w:w",
        "y:w",
    ]:
        with pytest.raises(ValueError, match=r"refill|bag"):
            oracle.chance(wrong)
    oracle.chance("refill y:w g:g p:p")
    assert oracle.sea == {"w": "opw", "y": "w", "o": "goy", "p": "pwy", "g": "go"}
    assert (oracle.phase, oracle.seat) == ("turn", 2)
    with pytest.raises(ValueError, match="refill"):
        oracle.chance("refill y:w g:g")


def test_tiles_the_bag_does_not_have_are_refused() -> None:
    oracle = build(bag=counts("wyyyyy"))
    oracle.apply("collect y")
    with pytest.raises(ValueError, match="bag"):
        oracle.chance("refill y:w g:w p:y")


def test_a_refused_refill_changes_nothing() -> None:
    oracle = build(bag=counts("ww"))
    oracle.apply("collect y")
    before = oracle.position()
    with pytest.raises(ValueError, match="bag"):
        oracle.chance("refill y:w g:w p:x")
    assert oracle.position() == before
    assert (oracle.bag, oracle.bonus, oracle.bonus_gone) == (counts("ww"), counts(COLOURS), False)


def test_a_random_refill_draws_bonus_tiles_only_after_the_bag_has_run_empty() -> None:
    seen = set()
    for seed in range(200):
        oracle = build(bag=counts("ww"))
        oracle.apply("collect y")
        line = random_refill(random.Random(seed), oracle)
        seen.add(line)
        oracle.chance(line)
        assert (oracle.bonus, oracle.bonus_gone) == (counts(), True)
    assert seen == {f"refill y:w g:w p:{colour}" for colour in COLOURS}


def test_too_few_tiles_end_the_game() -> None:
    oracle = build(bag=counts("w"), bonus=counts("y"))
    oracle.apply("collect y")
    assert (oracle.phase, oracle.seat, oracle.ended, oracle.ender) == ("over", None, "shortage", None)
    assert (oracle.players[0].hand, oracle.players[0].cubes) == (counts("gpy"), counts("y"))
    assert oracle.legal() == set()


def test_a_missing_cube_ends_the_game_and_leaves_the_bonus_tiles() -> None:
    oracle = build(bag=counts("w"), supply=counts("wopg"))
    oracle.apply("collect y")
    assert (oracle.phase, oracle.ended, oracle.bonus) == ("over", "shortage", counts(COLOURS))
    assert oracle.players[0].cubes == counts("y")


def build_full(**given: Any) -> Oracle:
    rocks = reef_of((2, 1)).neighbours
    lines = [
        "g " + " ".join(c for c in rocks if c[0] == "1"),
        "w " + " ".join(c for c in rocks if c[0] == "2"),
    ]
    return build("\n".join(lines), seats=2, **given)


def test_the_game_ends_when_nothing_can_be_placed() -> None:
    oracle = build_full()
    oracle.apply("collect g")
    oracle.chance("refill g:y p:y")
    assert (oracle.phase, oracle.seat, oracle.ended, oracle.ender) == ("over", None, "full", None)
    attack = build_full()
    attack.polyps |= {"1a5": "p", "1a4": "p"}  # pink eats grey
    attack.apply("collect g")
    attack.chance("refill g:y p:y")
    assert (attack.phase, attack.ended) == ("turn", None)


# Eating and the end


@pytest.mark.parametrize(("advanced", "size", "fed"), [(False, 5, 1), (False, 7, 3), (True, 5, 0), (True, 7, 2)])
def test_eating(advanced: bool, size: int, fed: int) -> None:
    coral = " ".join(["a5P", "a4", "a3", "a2", "b2", "c2", "b3"][:size])
    oracle = build(f"w {coral}", advanced=advanced)
    bag = oracle.bag["w"]
    oracle.apply("eat 1a5")
    player = oracle.players[0]
    assert (player.fish["w"], player.eaten, player.screen, oracle.bag["w"]) == (fed, 1, 3, bag + size - fed)
    assert (oracle.polyps, oracle.shrimps) == ({}, {})


EXTRA = "w a5P a4 a3 a2 b2\no f5Y f4 e5 e6 d6 c6\ng g3G"


@pytest.mark.parametrize(("advanced", "fed"), [(False, 1), (True, 0)])
def test_the_fourth_shrimp_ends_the_game_and_those_with_something_to_eat_are_asked(advanced: bool, fed: int) -> None:
    oracle = build(EXTRA, advanced=advanced, p1={"eaten": 3, "hand": "w"})
    oracle.apply("eat 1a5")
    assert (oracle.phase, oracle.seat, oracle.ended, oracle.ender) == ("extra", YELLOW, "shrimps", 1)
    assert oracle.legal() == {"eat 1f5", "pass"}
    declined = Oracle.from_position(oracle.position())
    oracle.apply("eat 1f5")
    assert (oracle.phase, oracle.seat, oracle.ended, oracle.ender) == ("over", None, "shrimps", 1)
    assert (oracle.players[3].fish["o"], oracle.players[3].eaten) == (fed, 1)
    declined.apply("pass")
    assert (declined.phase, declined.players[3].eaten) == ("over", 0)


def test_nobody_is_asked_when_nobody_can_eat() -> None:
    oracle = build("w a5P a4 a3 a2 b2\ng g3G", p1={"eaten": 3})
    oracle.apply("eat 1a5")
    assert (oracle.phase, oracle.seat) == ("over", None)


def test_the_tenth_cylinder_ends_the_game_even_with_a_shrimp_on_bare_rock() -> None:
    oracle = build(EXTRA, seat=RED, p3={"consumed": "w", "eaten": 1, "fish": "ww"}, tiles=NINE_LOCKED)
    oracle.shrimps["1d3"] = RED
    oracle.apply("alga green w op")
    assert (oracle.phase, oracle.seat, oracle.ended, oracle.ender) == ("extra", YELLOW, "tiles", RED)
    assert oracle.position()["turn"] == build().position()["turn"]
    oracle.apply("pass")
    assert (oracle.phase, oracle.seat) == ("extra", PURPLE)
    oracle.apply("eat 1a5")
    assert oracle.phase == "over"


def test_five_polyps_may_be_eaten_in_the_extra_turn_though_none_is_kept() -> None:
    oracle = build("w a5P a4 a3 a2 b2", phase="extra", ended="tiles", ender=2, seat=1)
    oracle.apply("eat 1a5")
    assert (oracle.phase, oracle.players[0].fish, oracle.players[0].eaten) == ("over", counts(), 1)


def test_ties() -> None:
    assert build(seats=2).winners() == [1, 2]
    assert build(seats=2, p1={"consumed": "w"}, p2={"cubes": "www"}).winners() == [1]
    assert build(seats=2, p1={"hand": "www"}, p2={"cubes": "w"}).winners() == [2]
    assert build("w a5P a4 a3", seats=2, p2={"hand": "w"}).winners() == [2]
    assert build("w a5P a4\nw c5G c6 d6\n- b6P", seats=2).winners() == [2]
    assert build("w a5P a4\no 2a6P\nw c5G c6 d6", seats=2).winners() == [1, 2]


# Positions made by hand


def can_be(oracle: Oracle, line: str) -> bool:
    try:
        follow(Oracle.from_position(oracle.position()), line)
    except ValueError:
        return False
    return True


def follow(oracle: Oracle, line: str) -> None:
    if line.startswith("* "):
        oracle.chance(line[2:])
    else:
        oracle.apply(line)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['ruling']}: {case['says']}" for case in CASES])
def test_positions_made_by_hand(case: Case) -> None:
    oracle = Oracle.from_position(opening(case))
    assert_nothing_is_lost(oracle)
    for line in case["play"]:
        follow(oracle, line)
        assert_nothing_is_lost(oracle)
    for line in case.get("refused", []):
        assert not can_be(oracle, line), line
    then = dict(case["then"])
    assert oracle.bag == counts(then.pop("bag"))
    assert oracle.bonus == counts(then.pop("bonus"))
    assert oracle.bonus_gone == then.pop("gone", False)
    for cell, polyp in then.pop("cells", {}).items():
        assert oracle.polyps.get(cell, "-") == polyp, cell
    assert set(then.pop("legal", [])) <= oracle.legal()
    assert not set(then.pop("illegal", [])) & oracle.legal()
    assert oracle.position()["sea"] == then.pop("sea", oracle.position()["sea"])
    assert oracle.phase == then.pop("phase", "turn")
    assert oracle.ended == then.pop("ended", None)
    assert not then


# Whole games


def assert_nothing_is_lost(oracle: Oracle) -> None:
    missing_cube = 0
    for colour in COLOURS:
        lying = list(oracle.polyps.values()).count(colour) + "".join(oracle.sea.values()).count(colour)
        held = sum(player.hand[colour] + player.consumed[colour] + player.fish[colour] for player in oracle.players)
        assert lying + held + oracle.bag[colour] + oracle.bonus[colour] == 40
        missing_cube += oracle.supply[colour] + 1 + sum(player.cubes[colour] for player in oracle.players) - 10
    assert missing_cube == 0 or (missing_cube == 1 and oracle.ended == "shortage")
    assert any(oracle.bag.values()) or not any(oracle.bonus.values())
    assert not (oracle.bonus_gone and (oracle.advanced or any(oracle.bonus.values())))
    for alga in ALGAE:
        locking = sum(tile.cylinder == alga for tile in oracle.tiles)
        assert oracle.cylinders[alga] + (oracle.alga_space == alga) + locking == 5
    for seat, player in enumerate(oracle.players, start=1):
        assert player.screen + player.eaten + list(oracle.shrimps.values()).count(seat) == 4


@pytest.mark.parametrize("seed", range(9))
def test_whole_games_lose_no_piece_and_end(seed: int) -> None:
    rng = random.Random(seed)
    oracle = Oracle.from_position(random_deal(rng, 2 + seed % 3, seed % 2 == 1))
    while oracle.phase != "over":
        assert_nothing_is_lost(oracle)
        if oracle.phase == "refill":
            oracle.chance(random_refill(rng, oracle))
        else:
            oracle.apply(random_move(rng, oracle))
    assert_nothing_is_lost(oracle)
    assert json.loads(json.dumps(oracle.position())) == oracle.position()
    assert Oracle.from_position(oracle.position()).position() == oracle.position()
    assert oracle.winners()


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_with_few_tiles_lose_the_bonus_tiles_once(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_deal(rng, 2 + seed % 3, False)
    for colour in COLOURS:
        deal["players"][0]["fish"][colour], deal["bag"][colour] = deal["bag"][colour] - 3, 3
    oracle, gone = Oracle.from_position(deal), False
    while oracle.phase != "over":
        polyps, bonus = len(oracle.polyps), sum(oracle.bonus.values())
        if oracle.phase == "refill":
            oracle.chance(random_refill(rng, oracle))
        else:
            oracle.apply(random_move(rng, oracle))
        assert_nothing_is_lost(oracle)
        assert oracle.bonus_gone >= gone
        assert not gone or len(oracle.polyps) <= polyps + 1
        assert sum(oracle.bonus.values()) <= bonus
        gone = oracle.bonus_gone
