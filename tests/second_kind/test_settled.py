"""What was settled besides, and rulings that no worked example shows."""

from __future__ import annotations

import random
from pathlib import Path
from typing import cast

import pytest

import atoll
from atoll.cli import main
from atoll.core.errors import AtollError, RuleError
from atoll.second_kind.tables import CARD_NAMES
from atoll.second_kind.variation import SecondKindKind
from tests.second_kind.build import (
    after,
    at,
    bag,
    crowns,
    decides,
    exactly,
    no,
    play,
    polyps,
    rock,
    state_of,
    tiles,
    yes,
)
from tests.second_kind.pieces import census
from tests.second_kind.wander import pick
from tests.walk import scaled


@pytest.mark.ruling("growth window")
def test_a_growth_window_comes_before_the_start_window_goes_on() -> None:
    """Seat 2 dislodges the crown on the extra-growth space; another crown still attacks."""
    game = at("white 1d5 1c5(1) 1e6; pink 1e4 1f4(3); crown 1d4 1d6", seats=3, begins=1,
              cards={2: "dislodged confusion", 3: "extra-free-growth"})  # fmt: skip
    assert decides(game) == 2
    play(game, "play dislodged", "pass", "dislodge 1d4")
    assert decides(game) == 3
    exactly(game, "pass", "play extra-free-growth")
    play(game, "pass")
    assert decides(game) == 2
    exactly(game, "pass")


@pytest.mark.ruling("lucky-dip")
def test_lucky_dip_takes_what_the_bag_has_and_the_bonus_tiles_follow() -> None:
    game = at(hand={1: ""}, cards={1: "lucky-dip"}, bag="w crown")
    play(game, "play lucky-dip")
    with pytest.raises(RuleError) as error:
        game.chance("dip w")
    assert error.value.ruling == "lucky-dip"
    play(game, "* dip w crown")
    assert tiles(game, 1, "hand") == {"w": 1, "crown": 1}
    assert bag(game) == {"w": 1, "y": 1, "o": 1, "p": 1, "g": 1}
    assert game.view()["bonus_gone"]


@pytest.mark.ruling("extra-growth")
def test_extra_growth_with_the_last_tile_of_the_bag_lets_nothing_grow() -> None:
    game = play(at(cards={1: "extra-growth"}, bag="w"), "play extra-growth", "grow w 1d5")
    assert "1d4" not in polyps(game)
    assert game.view()["bonus_gone"]
    yes(game, "grow y 1e6")


@pytest.mark.ruling("double-lock")
def test_the_second_cylinder_of_a_turn_may_be_free() -> None:
    held = {1: "double-lock free-alga"}
    game = at(eaten={1: 1}, front={1: "o"}, cards=held)
    play(game, "play double-lock", "alga red o gw", "play free-alga")
    yes(game, "alga blue - oy")


@pytest.mark.ruling("pick-me-up")
def test_a_collect_in_mid_turn_that_finds_too_few_tiles_ends_the_game() -> None:
    game = at(cards={1: "pick-me-up"}, bag="w", bonus="w", sea="w:w")
    play(game, "play pick-me-up", "collect w")
    assert game.over
    assert game.view()["ended"] == "shortage"


@pytest.mark.ruling("blue card")
def test_a_blue_shrimp_may_move_within_its_coral_but_not_stay() -> None:
    game = play(at("white 1b5(1) 1c5(b) 1d5", cards={1: "confusion"}), "play confusion blue")
    yes(game, "blue 1c5 1d5")
    no(game, "blue 1c5 1c5")


@pytest.mark.ruling("playing")
def test_a_card_is_on_the_pile_once_its_window_is_over_that_of_a_first_coral_at_once() -> None:
    board = "white 1b5 1c5(1) 1d5 1c6 1d6"
    game = at(board, cards={1: "lucky-dip confusion", 2: "free-alga"})
    assert after(game, "play lucky-dip").view()["pile"] == []
    assert after(game, "play lucky-dip", "pass").view()["pile"] == ["lucky-dip"]
    assert after(game, "eat 1c5 lucky-dip").view()["pile"] == ["lucky-dip"]


@pytest.mark.ruling("special tiles")
def test_an_ordinary_tile_is_not_named_and_sides_have_one_spelling() -> None:
    game = play(at(hand={1: "w wh wy"}, cubes={1: "ww"}), "larva w")
    no(game, "polyp 1d5 w", ruling="record")
    no(game, "polyp 1d5 wh en", ruling="record")
    no(game, "polyp 1d5 wh", ruling="record")
    no(game, "polyp 1d5 wy ne", ruling="record")
    assert after(game, "polyp 1d5 yw").log == ["1 larva w", "1 polyp 1d5 wy"]


@pytest.mark.ruling("pushed")
def test_a_shrimp_that_made_room_leaves_one_answer() -> None:
    board = "white 1b5(1) 1c5(b); yellow 1c4(1); crown 1d5"
    game = play(at(board, begins=1), "crown 1d5 1c5")
    yes(game, "push off", "move 1b5 screen", "move 1c4 screen")
    exactly(play(game, "move 1c4 screen"), "push 1c4")


@pytest.mark.ruling("metamorphosis")
def test_bonus_tiles_are_not_in_the_bag_for_metamorphosis() -> None:
    game = at(fish={1: "g"}, turned="wy ow", cards={1: "metamorphosis"}, bag="rock")
    assert state_of(game).scores()[0] == 3
    assert state_of(at(fish={1: "g"}, turned="wy ow", cards={1: "metamorphosis"})).scores()[0] == 4


@pytest.mark.ruling("current window")
def test_strong_current_without_its_clownfish_asks_the_active_player_alone() -> None:
    board = "white 1d5 1d6(1); pink 1c4 1c5(2); crown 1d4"
    game = at(board, seats=3, begins=1, clownfish="dislodged",
              cards={1: "strong-current", 2: "dislodged", 3: "confusion"})  # fmt: skip
    play(game, "pass", "play dislodged")
    assert decides(game) == 1
    exactly(game, "pass", "play strong-current")
    play(game, "play strong-current")
    assert crowns(game) == ["1d4"]
    exactly(game, "crown 1d4 1d5")  # all cards that the window is for are on the pile


@pytest.mark.ruling("start window")
def test_any_clownfish_card_can_be_played_in_the_start_window() -> None:
    board = "white 1b5(1) 1c5; crown 1d5"
    game = at(board, begins=1, clownfish="lucky-dip pick-me-up strong-current", cards={2: "lucky-dip pick-me-up"})
    assert decides(game) == 2
    exactly(game, "pass", "play lucky-dip")
    play(game, "play lucky-dip", "* dip w w w")
    assert tiles(game, 2, "hand") == {"w": 3}
    exactly(game, "crown 1d5 1c5")


@pytest.mark.ruling("clownfish")
def test_a_card_with_a_clownfish_is_no_action_unless_it_is_for_ones_own_turn() -> None:
    game = at(clownfish="lucky-dip free-alga", cards={1: "lucky-dip free-alga"})
    play(game, "play lucky-dip", "* dip w w w")
    assert not state_of(game).acted
    play(game, "play free-alga")
    assert state_of(game).acted


@pytest.mark.ruling("deck")
def test_the_deck_is_renewed_from_the_pile() -> None:
    others = " ".join(name for name in CARD_NAMES if name != "confusion")
    game = at(hand={1: "w w"}, cards={1: "confusion"}, pile=others)
    assert game.view()["deck"] == 0
    play(game, "buy w")
    assert game.view()["deck"] == 27
    assert game.view()["pile"] == []
    with pytest.raises(RuleError) as error:
        game.chance("card 1 confusion")
    assert error.value.ruling == "buying"
    play(game, "* card 1 lucky-dip")
    assert game.view(0)["players"][0]["unplayed"] == ["confusion", "lucky-dip"]
    assert game.view(1)["players"][0]["unplayed"] is None


@pytest.mark.ruling("buying")
def test_a_drawn_card_is_seen_by_its_buyer_alone() -> None:
    game = atoll.new("reef-encounter", 2, {"expansion": "yes"}, 3)
    while not any(line.startswith("* card") for line in game.log):
        texts = game.texts()
        game.apply(next((text for text in texts if text.startswith("buy")), texts[-1]))
    [line] = [line for line in game.log if line.startswith("* card")]
    assert line in game.view(0)["log"]
    assert line.rpartition(" ")[0] + " ?" in game.view(1)["log"]
    assert line.rpartition(" ")[0] + " ?" in game.view()["log"]


@pytest.mark.ruling("window")
def test_a_window_ends_what_can_be_undone() -> None:
    game = at(cards={1: "free-alga", 2: "confusion"}, hand={1: "w"}, cubes={1: "w"})
    play(game, "larva w", "polyp 1f5")
    assert game.state.undoable() == 2
    play(game, "play free-alga", "pass")
    assert game.state.undoable() == 0


@pytest.mark.ruling("displaced")
def test_the_cell_a_crown_came_from_is_free_to_the_shrimp_it_displaced() -> None:
    game = play(at("white 1b5 1c5(1); crown 1d5", begins=1), "crown 1d5 1c5")
    yes(game, "move 1c5 1d5")
    no(game, "move 1c5 1c5", ruling="crown")


@pytest.mark.ruling("marks")
def test_marks_are_required_and_named_once() -> None:
    game = atoll.new("reef-encounter", 2, {"expansion": "yes"}, 1)
    record = game.write()
    assert "marks blue algae-indigestion confusion" in record
    assert "marks clownfish dislodged extra-free-growth second-course strong-current" in record
    for wrong in ("marks blue", "marks blue confusion confusion", "marks blue nonsense"):
        lines = [wrong if line.startswith("marks blue") else line for line in record.split("\n")]
        with pytest.raises(AtollError):
            atoll.read("\n".join(lines))
    lines = ["marks blue -" if line.startswith("marks blue") else line for line in record.split("\n")]
    assert atoll.read("\n".join(lines)).view()["marks"]["blue"] == []
    with pytest.raises(AtollError):
        atoll.read("\n".join(line for line in record.split("\n") if not line.startswith("marks")))


@pytest.mark.ruling("dealt crowns")
def test_the_recommended_variant_deals_a_crown_to_everyone() -> None:
    game = atoll.new("reef-encounter", 3, {"expansion": "dealt"}, 1)
    assert [tiles(game, seat, "hand")["crown"] for seat in (1, 2, 3)] == [1, 1, 1]
    assert bag(game)["crown"] == 1
    assert not any("crown" in text for text in game.texts())


@pytest.mark.ruling("revealed")
def test_opening_draws_are_ordinary_and_shown() -> None:
    game = atoll.new("reef-encounter", 2, {"expansion": "yes"}, 1)
    assert sum(bag(game)[token] for token in ("ws", "w2", "wh", "wy", "rock", "water", "crown")) == 1 + 2 + 1 + 2 + 8
    assert all("?" not in line for line in game.view(1)["header"])
    assert game.view(1)["players"][0]["hand"] == game.view(0)["players"][0]["hand"]


@pytest.mark.ruling("sides")
def test_halves_of_a_rock_leave_with_their_edges() -> None:
    game = at("white 1e5=wh.ne 1d5(1) 1f5 1e4 1e6; yellow 2b2", eaten={1: 1})
    assert rock(game)["sides"] == {"1e5": "ne"}
    state = state_of(game)
    whole = list(state.near)
    state._lift(0, 1 << 32)
    assert list(state.near) != whole
    state._join_sides(0)
    assert list(state.near) == list(at("yellow 2b2").state.near)  # type: ignore[attr-defined]


@pytest.mark.ruling("marks")
def test_another_table_of_marks_can_be_dealt() -> None:
    options = {"advanced": "no", "expansion": "yes"}
    rules = cast(SecondKindKind, atoll.kind("reef-encounter").variation(options))
    deal = rules.with_marks(rules.deal(2, options, atoll.Rng(1)), {"blue": ["lucky-dip"]})
    game = atoll.Game.dealt(rules, 2, options, deal)
    assert game.view()["marks"] == {"blue": ["lucky-dip"], "clownfish": []}
    assert atoll.read(game.write()).write() == game.write()
    assert "house assignment" not in rules.study(state_of(game), 0, "en")
    assert "house assignment" in rules.study(state_of(atoll.new("reef-encounter", 2, options, 1)), 0, "en")


@pytest.mark.ruling("pushed")
def test_other_blue_shrimps_of_the_rock_are_not_in_the_way() -> None:
    game = play(at("white 1b5(1) 1c5(b); pink 1f3(b); grey 1f6=gs; crown 1d5", begins=1), "crown 1d5 1c5")
    yes(game, "push off", "move 1b5 screen")
    game = play(at("white 1b5(1) 1c5(b) 1b6=ws; crown 1d5", begins=1), "crown 1d5 1c5")
    assert not any(text.startswith("push") for text in game.texts())


@pytest.mark.ruling("printed shrimp")
def test_a_consumed_printed_shrimp_pays_like_any_polyp() -> None:
    game = at(front={1: "ws"}, hand={1: "crown"})
    before = bag(game)["ws"]
    play(game, "cube w ws")
    assert tiles(game, 1, "consumed") == {}
    assert bag(game)["ws"] == before + 1


@pytest.mark.ruling("double")
def test_a_double_laid_is_a_polyp_that_bears_shrimps() -> None:
    game = play(at("white 1f4", hand={1: "w2"}, cubes={1: "w"}), "larva w", "polyp 1f5 w2")
    yes(game, "shrimp 1f5")
    assert rock(game)["special"] == {"1f5": "w2"}


@pytest.mark.ruling("special tiles")
def test_bonus_tiles_can_be_drawn_from_the_moment_the_bag_is_empty() -> None:
    game = at(bag="p", sea="w:w y:o.o.o o:o.o.o p:o.o.o g:o.o")
    play(game, "collect w")
    with pytest.raises(RuleError) as error:
        game.chance("refill w:y g:p")
    assert error.value.ruling == "shortage"
    with pytest.raises(RuleError) as error:
        game.chance("refill w:p g:crown")
    assert error.value.ruling == "special tiles"
    play(game, "* refill w:p g:p")
    assert bag(game) == {"w": 1, "y": 1, "o": 1, "g": 1}


@pytest.mark.ruling("strong-current")
def test_strong_current_with_a_blue_shrimp_is_played_like_any_card() -> None:
    game = at("white 1d6", blue="strong-current", cards={1: "strong-current", 2: "confusion"})
    exactly(game, "play strong-current blue", verb="play")
    play(game, "play strong-current blue")
    assert decides(game) == 2
    exactly(game, "pass")
    exactly(play(game, "pass"), "blue - 1d6")
    assert game.view()["pile"] == ["strong-current"]


@pytest.mark.ruling("step")
def test_no_piece_is_lost_on_a_walk() -> None:
    for seed in range(scaled(40, least=2)):
        game = atoll.new("reef-encounter", 2 + seed % 3, {"expansion": "dealt"}, seed)
        whole = census(game.state)
        for _ in range(120):
            if not game.over:
                game.apply(pick(game, random.Random(seed + len(game.log))))
                assert census(game.state) == whole


@pytest.mark.ruling("marks")
def test_another_table_of_marks_is_an_option_of_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, game = tmp_path / "marks.toml", tmp_path / "game.txt"
    table.write_text('blue = ["lucky-dip", "confusion"]\nclownfish = []\n')
    words = ["--lang", "en", "play", "--me", "0", "--seed", "3", "--bots", "random", "--save", str(game)]
    assert main([*words, "--option", "expansion=yes", "--marks", str(table)]) == 0
    assert {"marks blue confusion lucky-dip", "marks clownfish -"} <= {*game.read_text().splitlines()}
    table.write_text('blue = ["lucky-strike"]\n')
    assert main([*words, "--option", "expansion=yes", "--marks", str(table)]) == 1
    assert "lucky-strike" in capsys.readouterr().err
    table.write_text('purple = ["lucky-dip"]\n')
    assert main([*words, "--option", "expansion=yes", "--marks", str(table)]) == 1
    assert "purple" in capsys.readouterr().err
    table.write_text("blue = 7\n")
    assert main([*words, "--option", "expansion=yes", "--marks", str(table)]) == 1
    assert "marks.toml is no table of marks" in capsys.readouterr().err
    table.write_text('blue = ["lucky-dip"]\n')
    assert main([*words, "--marks", str(table)]) == 1
    assert "Reef Encounter has no table of marks" in capsys.readouterr().err
