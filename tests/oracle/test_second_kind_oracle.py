"""The reference of the expansion against the worked examples and the trickier rulings, and whole games at random."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from .second_kind import Game, missing_pieces, random_header, random_record, random_step, read_header, replay
from .second_kind_board import colours_of
from .second_kind_cards import CARDS
from .second_kind_examples import CASES, Case, name, position, run


@pytest.mark.parametrize("case", CASES, ids=[name(case) for case in CASES])
def test_positions_made_by_hand(case: Case) -> None:
    game = Game.from_snapshot(position(case))
    assert missing_pieces(game) == []
    run(case, Game.from_snapshot)


def test_every_worked_example_is_there() -> None:
    assert {case["example"] for case in CASES if "example" in case} == set(range(1, 56))


# Set-up and records

HEADER = """
game reef-encounter
option advanced no
option expansion dealt        # with the recommended variant
seats 2
rocks 2 4
starfish up
marks blue lucky-dip confusion
marks clownfish -
sea w:wyp y:ooo o:gwp p:yy g:w
hand 1 wwyopg
hand 2 wwwyyoppg
"""


def test_the_header_makes_the_opening() -> None:
    game = Game.from_header(HEADER.splitlines())
    assert missing_pieces(game) == []
    assert [player.hand["crown"] for player in game.players] == [1, 1]
    assert (game.bag["crown"], game.bag["rock"], game.bag["wy"]) == (2, 2, 2)
    assert game.bag["w"] == 40 - 2 - 1 - 3 - 2 - 3
    assert game.bag.total() == 248 - 10 - 5 - 12 - 15 - 2
    assert (game.blue_beside, game.blue_sea, sorted(game.deck)) == (3, 1, CARDS)
    assert (game.marks_blue, game.marks_clownfish) == ({"confusion", "lucky-dip"}, set())
    assert game.legal() == ["fish g", "fish o", "fish p", "fish w", "fish y"]
    for line in ("1 fish w", "2 fish y", "1 cubes wp", "2 cubes gg"):
        game.follow(line)
    assert game.seat_to_decide() == 1
    assert "collect w" in game.legal()


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("hand 1 wwyopg", "hand 1 wwyop"),
        ("sea w:wyp y:ooo o:gwp p:yy g:w", "sea w:wyp y:ooo o:gwp p:y g:ww"),
        ("marks clownfish -", "marks clownfish calm-sea"),
        ("option expansion dealt", "option expansion no"),
    ],
)
def test_a_wrong_header_is_refused(line: str, instead: str) -> None:
    with pytest.raises(ValueError, match="no"):
        read_header(HEADER.replace(line, instead).splitlines())


def test_other_texts_of_a_line_read_too() -> None:
    game = Game.from_snapshot(position({"p1": {"hand": "wy", "front": "oy", "cubes": "w"}, "script": ""}))
    assert game.canonical("alga red yo wg") == "alga red oy gw"
    game.apply("larva w")
    game.apply("polyp 1f5 yw")
    assert game.polyps["1f5"].kind == "wy"


def test_a_line_that_cannot_be_changes_nothing() -> None:
    case = {"bag": "w", "bonus": "w y o p g", "p1": {"hand": "w", "cards": "lucky-dip"}, "script": ""}
    game = Game.from_snapshot(position(case))
    for line in ("polyp 1d5", "buy w c", "play confusion", "pass", "buy"):
        before = game.snapshot()
        with pytest.raises(ValueError, match="not legal"):
            game.apply(line)
        assert game.snapshot() == before
    game.apply("collect w")
    before = game.snapshot()
    for line in ("refill w:y y:w o:w p:o g:p", "refill w:w", "dip w", "card 1 confusion", "refill w:w y:y o:y p:o g:p"):
        with pytest.raises(ValueError, match=r"bag|refill|decides"):
            game.chance(line)
        assert game.snapshot() == before
    game.chance("refill w:w y:w o:g p:o g:p")
    assert (game.seat_to_decide(), game.bag) == (2, Counter("y") - Counter() + Counter({"w": 0}))


# Whole games


def assert_in_order(game: Game) -> None:
    """What must hold in every position."""
    assert missing_pieces(game) == []
    for coral in set(game.corals().values()):
        assert sum(cell in game.shrimps for cell in coral) <= 1
        assert sum((cell in game.blue) + game.polyps[cell].printed for cell in coral) <= 1
    on_rock = Counter((seat, cell[0]) for cell, seat in game.shrimps.items())
    assert not on_rock or max(on_rock.values()) <= 2
    for cell, seat in game.shrimps.items():
        assert cell in game.polyps or (seat == game.seat and game.rock_space(cell)) or game.phase in ("extra", "over")
        assert cell not in game.blue
    assert not game.shrimps.keys() & game.crowns
    for cell in game.blue:
        assert cell in game.polyps
    for cell in game.polyps:
        assert game.rock_space(cell) or cell in game.map.enclosed
    for cell in game.crowns:
        assert game.rock_space(cell)
        assert cell not in game.polyps
        assert game.touching(cell) or game.owed is not None
    for player in game.players:
        assert len(player.cards) <= 3
    assert game.bag.total() or not game.bonus.total()
    assert (game.in_play is None) == (game.owed is None or game.owed.get("use") not in ("text", "blue"))


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_lose_no_piece_and_end(seed: int) -> None:
    rng = random.Random(seed)
    header = random_header(rng, 2 + seed % 3, seed % 2 == 1, ("yes", "dealt")[seed // 2 % 2], seed % 4 != 3)
    game, lines = read_header(header), 0
    while game.seat_to_decide() != "over":
        if game.seat_to_decide() != "chance":
            legal = game.legal()
            assert legal == sorted(set(legal))
            assert legal
        random_step(rng, game)
        assert_in_order(game)
        lines += 1
        assert lines < 4000
        if lines % 20 == 0:
            facts = game.snapshot()
            assert json.loads(json.dumps(facts)) == facts
            again = Game.from_snapshot(facts)
            assert (again.snapshot(), again.legal()) == (facts, game.legal())
    assert game.legal() == []
    assert game.winners()


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_with_few_tiles_lose_the_bonus_tiles_once(seed: int) -> None:
    rng = random.Random(seed)
    game, gone = read_header(random_header(rng, 2 + seed % 3, False)), False
    kept = Counter(rng.sample(sorted(game.bag.elements()), 15))
    for kind, number in (game.bag - kept).items():
        (game.players[0].fish if colours_of(kind) else game.players[0].hand)[kind] += number
    game.bag = kept
    while game.seat_to_decide() != "over":
        bonus = game.bonus.total()
        random_step(rng, game)
        assert_in_order(game)
        assert game.bonus_gone >= gone
        assert game.bonus.total() <= bonus
        gone = game.bonus_gone
    assert gone


@pytest.mark.parametrize("seed", range(2))
def test_a_record_replays(seed: int) -> None:
    record = random_record(seed, 2)
    assert replay(record).seat_to_decide() == "over"
    with pytest.raises(ValueError, match="not so"):
        replay(record + "score 999 999\n")
