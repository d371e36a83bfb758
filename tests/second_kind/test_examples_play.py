"""The worked examples of crowns, eating, cards, windows and scores."""

from __future__ import annotations

import pytest

from atoll.core.game import Game
from tests.second_kind.build import (
    after,
    at,
    bag,
    crowns,
    decides,
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


@pytest.mark.ruling("crown")
@pytest.mark.ruling("crown death")
def test_22_laying_a_crown() -> None:
    game = at("white 1e5", hand={1: "crown crown"})
    yes(game, "lay crown 1a5", "lay crown 1d5", "lay crown 1d4")
    no(game, "lay crown 1e5", "lay crown 1b4", ruling="crown")
    play(game, "lay crown 1a5")
    assert crowns(game) == []
    assert bag(game)["crown"] == 2
    play(game, "lay crown 1d5")
    assert crowns(game) == ["1d5"]


WHOSE = "white 1b5(1) 1c5; pink 1e5; grey 1d6 1c6(2); crown 1d5"


@pytest.mark.ruling("crown prey")
@pytest.mark.parametrize(("seat", "prey"), [(1, "1c5"), (2, "1d6"), (3, "1e5")])
def test_23_whose_coral(seat: int, prey: str) -> None:
    exactly(at(WHOSE, seats=3, begins=seat), f"crown 1d5 {prey}")


@pytest.mark.ruling("crown prey")
def test_23_corals_of_nobody_and_of_others() -> None:
    game = at("white 1c5; pink 1e5; grey 1d6 1c6(2); crown 1d5", seats=3, begins=1)
    exactly(game, "crown 1d5 1c5", "crown 1d5 1e5")
    game = at("grey 1d6 1c6(2); crown 1d5", seats=3, begins=1)
    exactly(game, verb="crown")
    assert crowns(game) == ["1d5"]


@pytest.mark.ruling("displaced")
def test_24_displaced() -> None:
    board = "white 1b5 1c5(1) 1b6 1c6; yellow 1f5; pink 1f2(1); grey 2b4(2); crown 1d5"
    game = at(board, begins=1)
    exactly(game, "crown 1d5 1c5")
    play(game, "crown 1d5 1c5")
    assert all(text.startswith("move 1c5 ") for text in game.texts())
    yes(game, *(f"move 1c5 {to}" for to in ["1b5", "1c6", "1f5", "1d5", "2d1", "screen"]))
    no(game, "move 1c5 1c5", "move 1c5 1f2", "move 1c5 2b4")
    play(game, "move 1c5 1b5")
    assert not state_of(game).acted


@pytest.mark.ruling("displaced")
def test_24_a_displaced_shrimp_on_bare_rock() -> None:
    game = at("white 1b5 1c5(1); crown 1d5", begins=1)
    play(game, "crown 1d5 1c5", "move 1c5 1d5")
    exactly(game, verb="collect")
    no(game, "collect w", ruling="bare rock")
    yes(game, "move 1d5 1b5", "move 1d5 screen")


@pytest.mark.ruling("pushed")
def test_25_pushed() -> None:
    game = play(at("white 1b5(1) 1c5(b) 1c6; crown 1d5", begins=1), "crown 1d5 1c5")
    exactly(game, "push 1c6")
    board = "white 1b5(1) 1c5(b); crown 1d5"
    game = play(at(board, begins=1), "crown 1d5 1c5")
    exactly(game, "push off", verb="push")
    assert {text.split()[1] for text in game.texts() if text.startswith("move")} == {"1b5"}
    yes(game, "move 1b5 1a5", "move 1b5 1d5", "move 1b5 screen", "move 1b5 2a3")
    assert len(game.texts()) == len(lines(game, "move 1b5")) + 1
    exactly(play(game, "move 1b5 1a5"), "push 1b5")
    assert not state_of(game).acted
    game = at("white 1c5(b); crown 1d5", begins=1)
    beside = game.view()["blue_beside"]
    play(game, "crown 1d5 1c5")
    assert game.view()["blue_beside"] == beside + 1
    assert crowns(game) == []
    yes(game, "collect w")
    game = at("white 1c5(b); yellow 1c4; grey 1b5; pink 1c6=ps; crown 1d5", begins=1)
    exactly(play(game, "crown 1d5 1c5"), "push 1b5", "push 1c4")
    game = at("white 1c5(b); yellow 1c4 1c3(b); grey 1b5; crown 1d5", begins=1)
    exactly(play(game, "crown 1d5 1c5"), "push 1b5")


@pytest.mark.ruling("crown attack")
def test_26_two_crowns() -> None:
    game = at("white 1e5; crown 1d5 1f5", begins=1)
    exactly(game, "crown 1d5 1e5", "crown 1f5 1e5")
    assert crowns(after(game, "crown 1d5 1e5")) == []
    assert crowns(after(game, "crown 1f5 1e5")) == []
    game = at("white 1e5 1e6 1f6; crown 1d5 1f5", begins=1)
    exactly(game, "crown 1d5 1e5", "crown 1f5 1e5", "crown 1f5 1f6")
    exactly(play(game, "crown 1d5 1e5"), "crown 1f5 1f6")


@pytest.mark.ruling("crown prey")
def test_27_water_and_rock_under_the_prey() -> None:
    game = at("white 1e3; crown 1d3", begins=1)
    exactly(game, verb="crown")
    play(game, "collect w", "* refill w:o y:o o:o p:o g:o")
    exactly(game, verb="crown")
    assert crowns(game) == ["1d3"]
    game = at("rock 1e3; white 1e3; crown 1d3", begins=1)
    exactly(game, "crown 1d3 1e3")
    play(game, "crown 1d3 1e3")
    assert rock(game)["rock_tiles"] == ["1e3"]
    assert crowns(game) == []


@pytest.mark.ruling("crown death")
def test_28_half_and_crown() -> None:
    game = at("white 1e5=wh.ne", hand={1: "crown"})
    assert crowns(after(game, "lay crown 1d5")) == []
    play(game, "lay crown 1f5", "collect w", "* refill w:o y:o o:o p:o g:o")
    assert decides(game) == 2
    exactly(game, "crown 1f5 1e5")
    game = play(at("orange 1e5; yellow 1f5 1g5; crown 1d5", hand={1: "y yh"}, cubes={1: "y"}), "larva y")
    assert crowns(after(game, "polyp 1e5 yh se")) == []
    assert crowns(after(game, "polyp 1e5")) == ["1d5"]


@pytest.mark.ruling("crown attack")
def test_29_a_crown_then_eating() -> None:
    game = at("white 2a2 2a3 2a4 2b2 2b3(1) 2b4; crown 2c4", eaten={1: 1}, begins=1)
    play(game, "crown 2c4 2b4")
    before = tiles(game, 1, "fish")["w"]
    play(game, "eat 2b3")
    assert tiles(game, 1, "fish")["w"] == before + 1
    assert crowns(game) == []
    game = play(at("white 2a3 2a4 2b2 2b3(1) 2b4; crown 2c4", eaten={1: 1}, begins=1), "crown 2c4 2b4")
    exactly(game, verb="eat")


FIVE = "white 1b5 1c5(1) 1d5 1c6 1d6"


@pytest.mark.ruling("first coral")
def test_30_the_first_coral() -> None:
    game = at(FIVE, cards={1: "lucky-dip confusion grey-strength", 2: "strong-current"})
    yes(game, "eat 1c5 lucky-dip", "eat 1c5 confusion")
    no(game, "eat 1c5", "eat 1c5 grey-strength", ruling="first coral")
    play(game, "eat 1c5 lucky-dip")
    assert decides(game) == 2
    exactly(game, "pass", "play strong-current")
    play(game, "play strong-current")
    assert len(polyps(game)) == 5
    assert game.view()["pile"] == ["lucky-dip", "strong-current"]
    yes(game, "eat 1c5 confusion")
    before = tiles(game, 1, "fish")["w"]
    play(game, "eat 1c5 confusion")
    assert decides(game) == 1
    assert tiles(game, 1, "fish")["w"] == before + 1
    assert game.view()["players"][0]["shrimps_eaten"] == 1


@pytest.mark.ruling("window")
def test_31_asked_without_the_card() -> None:
    game = play(at(FIVE, cards={1: "lucky-dip", 2: "free-alga"}), "eat 1c5 lucky-dip")
    assert decides(game) == 2
    exactly(game, "pass")
    game = play(at(FIVE, cards={1: "lucky-dip"}), "eat 1c5 lucky-dip")
    assert decides(game) == 1
    assert polyps(game) == {}


@pytest.mark.ruling("returned")
def test_32_what_goes_back() -> None:
    board = "white 1b5 1c5(1) 1d5 1d6=w2 1c6=wy"
    game = play(at(board, eaten={1: 1}, fish={1: "g"}), "eat 1c5")
    exactly(game, "bag w", "bag w2", "bag wy")
    one = after(game, "bag w2", "bag w")
    exactly(one, "bag w", "bag wy")
    assert tiles(play(one, "bag w"), 1, "fish") == {"g": 1, "w": 1, "wy": 1}
    two = after(game, "bag w", "bag w", "bag w")
    exactly(two, "bag w2", "bag wy")
    assert tiles(play(two, "bag w2"), 1, "fish") == {"g": 1, "wy": 1}
    three = play(at("white 1b5 1c5(1) 1d5 1d6=w2 1c6=w2", eaten={1: 1}, fish={1: "g"}), "eat 1c5")
    assert tiles(play(three, "bag w2", "bag w2"), 1, "fish") == {"g": 1, "w": 3}
    six = play(at(f"{FIVE} 1b6", eaten={1: 1}, fish={1: "g"}), "eat 1c5")
    assert tiles(six, 1, "fish") == {"g": 1, "w": 2}
    four = play(at("white 1b5 1c5(1) 1d5 1d6=w2 1c6", eaten={1: 1}, fish={1: "g"}), "eat 1c5", "bag w2")
    assert tiles(four, 1, "fish") == {"g": 1, "w": 2}


@pytest.mark.ruling("returned")
def test_33_what_goes_back_in_the_advanced_game() -> None:
    game = play(at("white 1b5 1c5(1) 1d5 1d6 1c6=wy", eaten={1: 1}, fish={1: "g"}, advanced=True), "eat 1c5")
    assert tiles(game, 1, "fish") == {"g": 1}
    game = play(at("white 1b5 1c5(1) 1d5 1d6 1c6=wy 1b6", eaten={1: 1}, fish={1: "g"}, advanced=True), "eat 1c5")
    four = after(game, "bag w", "bag w", "bag w", "bag w")
    exactly(four, "bag w", "bag wy")
    play(game, "bag wy")
    assert tiles(game, 1, "fish") == {"g": 1, "w": 1}


@pytest.mark.ruling("open-sea shrimp")
@pytest.mark.ruling("blue shrimps")
def test_34_blue_shrimps_of_an_eaten_coral_and_of_the_open_sea() -> None:
    game = at("white 1b5 1c5(1) 1d5(b) 1c6 1d6", eaten={2: 1}, cards={1: "lucky-dip"})
    play(game, "eat 1c5 lucky-dip")
    assert game.view()["blue_beside"] == 4
    assert not game.view()["blue_at_sea"]


@pytest.mark.ruling("returned")
def test_35_the_fourth_shrimp_and_the_extra_turn() -> None:
    board = "white 1b5 1c5(1) 1b6=w2 1c6 1d6; yellow 3a3 3a4(2) 3a5 3a6 3b3 3b5; grey 2a3 2a4 2b2 2b3(3) 2b4"
    game = play(at(board, seats=3, eaten={1: 3, 3: 1}, fish={3: "o"}), "eat 1c5")
    exactly(game, "bag w", "bag w2")
    play(game, "bag w2")
    assert decides(game) == 3
    exactly(game, "eat 2b3", "pass")
    play(game, "eat 2b3")
    assert game.over
    assert tiles(game, 3, "fish") == {"o": 1}


LATE = "white 1b5 1c5(1) 1d5 1d6"


def late(**more: object) -> Game:
    return at(LATE, hand={1: "w w w"}, front={1: "w"}, cubes={1: "ww"}, **{"eaten": {1: 1}} | more)  # type: ignore[arg-type]


@pytest.mark.ruling("late-breakfast")
def test_36_late_breakfast() -> None:
    game = late(cards={1: "late-breakfast"})
    exactly(game, verb="eat")
    play(game, "play late-breakfast", "larva w")
    exactly(game, verb="eat")
    play(game, "polyp 1c6")
    yes(game, "eat 1c5")
    full = after(game, "polyp 1b6 c")
    exactly(full, verb="polyp")
    before = tiles(full, 1, "fish")["w"]
    play(full, "eat 1c5")
    assert tiles(full, 1, "fish")["w"] == before + 2
    play(full, "larva w", "polyp 1f5", "polyp 1f6")
    assert state_of(full).larvae == 2
    moved = after(game, "move 1c5 1b5")
    exactly(moved, verb="eat")
    yes(moved, "polyp 1b6")
    exactly(play(moved, "polyp 1b6"), verb="polyp")
    exactly(after(game, "larva w"), verb="eat")


@pytest.mark.ruling("late-breakfast")
def test_36_a_cancelled_first_coral_leaves_the_action_open() -> None:
    game = late(cards={1: "late-breakfast lucky-dip", 2: "strong-current"}, eaten={})
    play(game, "play late-breakfast", "pass", "larva w", "polyp 1c6", "eat 1c5 lucky-dip", "play strong-current")
    yes(game, "polyp 1b6")


@pytest.mark.ruling("free-growth")
def test_37_free_growth() -> None:
    game = at(hand={1: "w o"}, cubes={1: "y"}, cards={1: "free-growth"})
    exactly(game, verb="larva")
    play(game, "play free-growth")
    exactly(game, "larva o", "larva w", verb="larva")
    play(game, "larva w", "polyp 1f5")
    assert game.view(0)["players"][0]["cubes"]["y"] == 1
    exactly(game, verb="larva")


@pytest.mark.ruling("pick-me-up")
@pytest.mark.ruling("turn end")
def test_38_pick_me_up() -> None:
    game = at(hand={1: "w"}, cubes={1: "w"}, cards={1: "pick-me-up"}, sea="w:w.w.wy")
    play(game, "play pick-me-up", "larva w")
    exactly(game, verb="collect")
    play(game, "polyp 1f5")
    yes(game, "collect w")
    exactly(game, verb="end")
    play(game, "collect w", "* refill w:o y:o o:o p:o g:o")
    yes(game, "end", "polyp 1f6", "polyp 1f6 wy")
    exactly(game, verb="collect")
    assert decides(play(game, "end")) == 2


@pytest.mark.ruling("double-lock")
def test_39_double_lock() -> None:
    game = at(
        locked="wy ow gw oy gy pw gp go",
        fish={1: "g w"},
        eaten={1: 1},
        front={1: "o o"},
        cards={1: "double-lock"},
    )
    play(game, "play double-lock", "alga purple o py")
    no(game, "alga green o op", ruling="last tile")
    yes(game, "alga green o sea")


@pytest.mark.ruling("free-alga")
def test_40_free_alga() -> None:
    game = play(at(cards={1: "free-alga"}), "play free-alga")
    assert len(game.texts()) == 14
    yes(
        game, "alga red - gw", "alga red - ow", "alga blue - oy", *(f"alga {a} - sea" for a in ("blue", "green", "red"))
    )
    no(game, "alga red - oy", ruling="locking")
    play(game, "alga red - gw")
    lies = {"".join(sorted(tile["strong"] + tile["weak"])): tile["strong"] for tile in game.view()["tiles"]}
    assert lies["ow"] == "o"
    assert state_of(game).locks == 1


@pytest.mark.ruling("algae-indigestion")
@pytest.mark.ruling("confusion")
def test_41_algae_indigestion_and_confusion() -> None:
    held = {1: "algae-indigestion confusion"}
    game = at("white 1d6", cards=held)
    exactly(game, "play algae-indigestion blue", "play confusion blue", verb="play")
    game = at(cards=held, locked="gw")
    one = after(game, "play algae-indigestion")
    exactly(one, "unlock gw")
    play(one, "unlock gw")
    assert one.view()["cylinders"]["red"] == 5
    assert strong(one)["gw"] == "g"
    two = after(game, "play confusion")
    exactly(two, "shift gw ow")
    play(two, "shift gw ow")
    assert covered(two) == {"ow"}
    assert strong(two)["ow"] == "w"
    assert strong(two)["gw"] == "w"
    game = play(at(cards=held, locked="gw", turned="oy gy"), "play confusion")
    exactly(game, "shift gw gy", "shift gw ow", "shift gw oy")
    before = strong(game)
    play(game, "shift gw oy")
    assert {tile for tile, colour in strong(game).items() if before[tile] != colour} == {"gw", "ow", "gy"}


def strong(game: Game) -> dict[str, str]:
    return {"".join(sorted(tile["strong"] + tile["weak"])): tile["strong"] for tile in game.view()["tiles"]}


def covered(game: Game) -> set[str]:
    return {"".join(sorted(tile["strong"] + tile["weak"])) for tile in game.view()["tiles"] if tile["covered"]}


@pytest.mark.ruling("deep-water")
def test_42_deep_water() -> None:
    game = at("white 1d6", hand={1: "w w w"}, cubes={1: "w"}, cards={1: "deep-water"})
    no(game, "play deep-water", ruling="deep-water")
    play(game, "larva w")
    yes(game, "play deep-water")
    no(game, "polyp 1e3", ruling="empty")
    play(game, "play deep-water")
    yes(game, "polyp 1e3", "polyp 1b4", "polyp 2c3", "polyp 2e2")
    no(game, "polyp 1g2", "polyp 1c1", ruling="deep-water")
    play(game, "polyp 1e3")
    no(game, "polyp 1b4", ruling="empty")
    yes(game, "shrimp 1e3")
    play(game, "polyp 1d3")
    assert polyps(game)["1d4"] == "w"


@pytest.mark.ruling("disintegration")
def test_43_disintegration() -> None:
    board = "orange 1a2 1b2 1c2 1a3(b) 1b3 1c3 1a4 1a5 1b5(2) 1c5 1b6"
    game = play(at(board, cards={1: "disintegration"}), "play disintegration")
    exactly(game, "coral 1a2")
    assert after(game, "coral 1b6").log[-1] == "1 coral 1a2"
    play(game, "coral 1a2")
    assert decides(game) == 2
    exactly(game, *(f"remove {cell}" for cell in ["1a2", "1b2", "1c2", "1b3", "1c3", "1a4", "1a5", "1c5", "1b6"]))
    play(game, "remove 1a4")
    assert len(game.texts()) == 8
    yes(game, "remove 1c2", "remove 1b6")
    play(game, "remove 1c2")
    assert decides(game) == 1
    yes(game, "collect w")
    nobodys = "orange 1a2 1b2 1c2 1a3 1b3 1c3 1a4 1a5 1b5 1c5"
    game = play(at(nobodys, cards={1: "disintegration"}), "play disintegration", "coral 1a2")
    assert decides(game) == 1
    play(game, "remove 1a2")
    yes(game, "collect w")
    no(at(nobodys.replace(" 1c2", ""), cards={1: "disintegration"}), "play disintegration", ruling="disintegration")


@pytest.mark.ruling("extra-growth")
def test_44_extra_growth() -> None:
    game = play(at("yellow 1e5 1f5; orange 1g5 1d6", cards={1: "extra-growth"}), "play extra-growth")
    yes(game, "grow y 1g5", "grow y 1d5", "grow w 2b4")
    no(game, "grow w 1g5", "grow y 1d6", ruling="attack")
    play(game, "grow y 1g5")
    assert tiles(game, 1, "consumed") == {"o": 1}
    play(game, "grow w 1d5")
    assert polyps(game)["1d4"] == "w"
    yes(game, "collect w")


@pytest.mark.ruling("extra-free-growth")
def test_45_extra_free_growth_in_ones_own_turn() -> None:
    game = at("white 1c4 1c5(1) 1d5 1d6", eaten={1: 1}, cards={1: "extra-free-growth"})
    exactly(game, verb="eat")
    play(game, "play extra-free-growth")
    exactly(game, "grow w 1d4")
    yes(play(game, "grow w 1d4"), "eat 1c5")
    no(at("white 1c4(1) 1e4(2)", cards={1: "extra-free-growth"}), "play extra-free-growth")
    game = play(at("white 1c4(1); yellow 1e4(1)", cards={1: "extra-free-growth"}), "play extra-free-growth")
    exactly(game, "grow w 1d4", "grow y 1d4")


@pytest.mark.ruling("consumed-polyp-tiles")
@pytest.mark.ruling("fair-exchange")
@pytest.mark.ruling("larva-cube-exchange")
def test_46_exchanges() -> None:
    held = {1: "consumed-polyp-tiles fair-exchange larva-cube-exchange"}
    game = play(at(hand={1: "w wy w2 crown"}, cubes={1: "pp"}, cards=held), "play consumed-polyp-tiles")
    exactly(game, "consume w", "consume w2", "consume wy")
    play(game, "consume w2")
    yes(game, "done")
    play(game, "done")
    yes(game, "change w")
    play(game, "play fair-exchange")
    exactly(game, "done", "trade w", "trade w wy", "trade y wy")
    play(game, "trade y wy", "trade w")
    assert game.view(0)["players"][0]["cubes"] == {"w": 1, "y": 1, "o": 0, "p": 2, "g": 0}
    play(game, "play larva-cube-exchange")
    yes(game, "swap p w", "swap w p")
    no(game, "swap p p", "swap o w", "done")
    play(game, "swap p o")
    yes(game, "done")
    play(game, "swap p g")
    assert game.view(0)["players"][0]["cubes"] == {"w": 1, "y": 1, "o": 1, "p": 0, "g": 1}
    yes(game, "collect w")


@pytest.mark.ruling("buying")
@pytest.mark.ruling("hand of cards")
@pytest.mark.ruling("discarding")
@pytest.mark.ruling("lucky-dip")
def test_47_buying() -> None:
    game = at(hand={1: "w crown"}, front={1: "oy"}, cubes={1: "p"}, cards={1: "confusion lucky-dip"})
    exactly(game, "buy crown", "buy cube p", "buy oy c", "buy w", verb="buy")
    crowns_before = bag(game)["crown"]
    play(game, "buy crown")
    assert bag(game)["crown"] == crowns_before + 1
    play(game, "* card 1 free-alga")
    no(game, "buy w", ruling="buying")
    three = at(hand={1: "w"}, cards={1: "confusion lucky-dip free-alga"})
    no(three, "buy w", ruling="hand of cards")
    yes(play(three, "discard confusion"), "buy w")
    play(game, "play lucky-dip", "* dip crown w wy")
    assert tiles(game, 1, "hand") == {"w": 2, "crown": 1, "wy": 1}


PAIR = "white 1b5(1) 1c5; pink 1e5 1f5(2); crown 1d5"


@pytest.mark.ruling("dislodged")
@pytest.mark.ruling("second-course")
@pytest.mark.ruling("clownfish")
def test_48_dislodged_and_second_course_in_ones_own_turn() -> None:
    game = at(PAIR, cards={1: "dislodged second-course"})
    one = play(game.clone(), "play dislodged")
    exactly(one, "dislodge 1d5")
    play(one, "dislodge 1d5")
    assert crowns(one) == []
    assert not state_of(one).acted
    play(game, "play second-course")
    exactly(game, *(f"drive 1d5 {cell}" for cell in ["1a5", "1b6", "1c4", "1c6", "1e4", "1e6", "1f4", "1f6", "1g5"]))
    play(game, "drive 1d5 1a5")
    assert not state_of(game).acted


@pytest.mark.ruling("start window")
def test_49_the_start_window() -> None:
    game = at(PAIR, cards={1: "confusion", 2: "dislodged"}, begins=1)
    assert decides(game) == 1
    exactly(game, "pass")
    play(game, "pass")
    assert decides(game) == 2
    exactly(game, "pass", "play dislodged")
    play(game, "pass")
    exactly(game, "crown 1d5 1c5")
    game = at(PAIR, cards={1: "second-course"}, begins=1)
    play(game, "play second-course", "drive 1d5 1e6")
    assert decides(game) == 1
    yes(game, "collect w")
    game = at(PAIR, cards={1: "confusion", 2: "free-alga"}, pile="dislodged second-course", begins=1)
    exactly(game, "crown 1d5 1c5")


@pytest.mark.ruling("start window")
def test_50_no_start_window() -> None:
    game = at("pink 1e5 1f5(2); crown 1d5", cards={1: "second-course"}, begins=1)
    yes(game, "play second-course", "collect w")


GROWTH = "white 1d4 1d5 1c5(1) 1c6 1d6; pink 1e4 1f4(2)"


@pytest.mark.ruling("growth window")
def test_51_the_growth_window() -> None:
    game = play(at(GROWTH, eaten={1: 1}, cards={2: "extra-free-growth"}), "eat 1c5")
    assert decides(game) == 2
    exactly(game, "pass", "play extra-free-growth")
    play(game, "play extra-free-growth")
    exactly(game, "grow p 1d4")
    play(game, "grow p 1d4")
    assert decides(game) == 1
    yes(game, "collect w")
    game = play(at(GROWTH, eaten={1: 1}, cards={2: "confusion"}), "eat 1c5")
    assert decides(game) == 2
    exactly(game, "pass")
    game = play(at(GROWTH.replace(" 1e4", ""), eaten={1: 1}, cards={2: "extra-free-growth"}), "eat 1c5")
    assert decides(game) == 1
    game = at(GROWTH, eaten={1: 1}, cards={1: "strong-current", 2: "extra-free-growth"})
    play(game, "eat 1c5", "play extra-free-growth")
    assert decides(game) == 1
    play(game, "play strong-current")
    assert "1d4" not in polyps(game)
    assert decides(game) == 1
    yes(game, "collect w")


@pytest.mark.ruling("growth window")
@pytest.mark.ruling("step")
def test_52_the_growth_window_in_action_0() -> None:
    board = "white 1d5 1d6(1); pink 1c4 1c5(2); crown 1d4"
    game = at(board, cards={2: "extra-free-growth dislodged"}, begins=1)
    assert decides(game) == 2
    exactly(game, "pass", "play dislodged")
    play(game, "pass")
    exactly(game, "crown 1d4 1d5")
    play(game, "crown 1d4 1d5")
    assert decides(game) == 2
    exactly(game, "pass", "play extra-free-growth")
    play(game, "play extra-free-growth", "grow p 1d4")
    assert decides(game) == 1
    yes(game, "collect w")


@pytest.mark.ruling("current window")
@pytest.mark.ruling("strong-current")
@pytest.mark.ruling("playing")
def test_53_the_current_window_with_three_seats() -> None:
    game = at(seats=3, cards={1: "confusion free-alga", 2: "lucky-dip", 3: "strong-current"})
    play(game, "play free-alga")
    assert decides(game) == 2
    exactly(game, "pass")
    play(game, "pass")
    assert decides(game) == 3
    exactly(game, "pass", "play strong-current")
    play(game, "play strong-current")
    assert decides(game) == 1
    exactly(game, verb="alga")
    assert game.view()["pile"] == ["free-alga", "strong-current"]
    assert state_of(game).acted


@pytest.mark.ruling("best score")
@pytest.mark.ruling("scoring card")
@pytest.mark.ruling("metamorphosis")
@pytest.mark.ruling("white-strength")
@pytest.mark.ruling("yellow-strength")
@pytest.mark.ruling("orange-strength")
@pytest.mark.ruling("pink-strength")
@pytest.mark.ruling("grey-strength")
def test_54_the_best_score() -> None:
    fish = {1: "g w2 wy wh o op"}
    for cards, wanted in (
        ("", 18),
        ("white-strength", 20),
        ("white-strength metamorphosis", 21),
        ("white-strength metamorphosis grey-strength", 21),
    ):
        for where in ("cards", "laid_out"):
            game = at(turned="wy ow", fish=fish, **{where: {1: cards}})  # type: ignore[arg-type]
            assert state_of(game).scores()[0] == wanted


@pytest.mark.ruling("best score")
def test_55_ties() -> None:
    game = at(front={1: "w2 oy"}, hand={1: "crown rock gh"}, cubes={1: "wy"})
    assert state_of(game).merits(0)[1:] == [2, 2, 1, 0]
