"""The oracle of Reef against boards checked by hand, every ruling of the game, and random games."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.oracle.reef import (
    CARDS,
    CELLS,
    CENTRE,
    COLOURS,
    SUPPLY,
    Oracle,
    most_disjoint,
    occurrences,
    placements,
    random_chance,
    random_deal,
    random_move,
    times_scored,
)

FULL_RED = "r r r r / r r r r / r r r r / r r r r"
FULL_GREEN_4 = FULL_RED.replace("r", "gggg")


def board(drawing: str) -> dict[str, str]:
    """Rows from the top separated by '/', in each the stacks left to right, bottom piece first; '.' empty."""
    rows = [line.split() for line in drawing.split("/")]
    cells = {f"{'abcd'[x]}{y}": stack for y, row in enumerate(rows, 1) for x, stack in enumerate(row)}
    return {cell: stack for cell, stack in cells.items() if stack != "."}


def build(*players: dict[str, Any], **given: Any) -> Oracle:
    """A position in which seat 1 begins a turn. A player is {"board": drawing, "hand": [...], "points": n}.
    Cards not named are in the deck; if a deck is given, those not named have been played by seat 1."""
    facts = [
        {
            "board": board(p.get("board", "")),
            "points": p.get("points", 3),
            "hand": p.get("hand", []),
            "played": [],
        }
        for p in players or ({}, {})
    ]
    seats = len(facts)
    display = given.get("display", [[2, 0], [1, 0], [8, 0]])
    top = given.get("top", 60)
    named = {top, *(card for card, _ in display)}.union(*(player["hand"] for player in facts))
    rest = sorted(set(CARDS) - named - set(given.get("deck", [])))
    if "deck" in given:
        facts[0]["played"] = rest
    laid = Counter("".join("".join(player["board"].values()) for player in facts))
    position: dict[str, Any] = {
        "start": "centre",
        "seats": seats,
        "supply": {colour: SUPPLY[seats] - laid[colour] for colour in COLOURS},
        "deck": rest,
        "top": top,
        "display": display,
        "players": facts,
        "phase": "turn",
        "seat": 1,
        "card": None,
        "pieces": "",
        "ended": None,
    }
    given["supply"] = {**position["supply"], **given.get("supply", {})}
    return Oracle.from_position({**position, **given})


def reveal(oracle: Oracle) -> None:
    oracle.chance(f"top {min(oracle.deck)}" if oracle.deck else "top -")


# The cards


def test_deck_is_balanced() -> None:
    assert list(CARDS) == list(range(1, 61))
    assert len(set(CARDS.values())) == 60
    assert Counter("".join(pieces for pieces, _, _ in CARDS.values())) == dict.fromkeys(COLOURS, 30)
    patterns = [text.replace("around", "") for _, _, text in CARDS.values()]
    named = Counter(colour for pattern in patterns for colour in COLOURS if colour in pattern)
    assert named == dict.fromkeys(COLOURS, 19)
    assert sum("around" in text for _, _, text in CARDS.values()) == 8
    assert all(list(pieces) == sorted(pieces) for pieces, _, _ in CARDS.values())


@pytest.mark.parametrize(
    ("card", "number"),
    [(7, 16), (2, 16), (6, 16), (9, 48), (16, 24), (36, 24), (24, 36), (15, 16), (4, 8), (12, 36), (1, 9)],
)
def test_number_of_places_a_pattern_fits_on_the_board(card: int, number: int) -> None:
    """Two colours side by side: 24 neighbouring pairs both ways round; a corner: 4 in each of 9 squares."""
    found = {frozenset((cell, place.colour) for cell, place in places.items()) for places in placements(card)}
    assert len(found) == number


@pytest.mark.parametrize(
    ("card", "drawing", "points"),
    [
        # single: 1 point for each green (7), red (41) on top
        (7, "g rg gr . / . . . ggg", 3),
        (7, "gr y . .", 0),
        (41, FULL_RED, 16),
        # height: exactly so high, topped with the colour
        (2, "rry yyy ggy ry / yyyy yyr . .", 12),
        (11, "ry y yry yy", 4),
        (3, "rrrp pppp pppr ppp", 10),
        (37, "", 0),
        # any_height: every colour, exactly so high
        (6, "rry yyr g gg / pppp . . rgp", 6),
        (21, "rry yyrr g gg / pppp . . rgp", 6),
        (23, "rry yyrr g gg / pp . . rgp", 2),
        # adjacent_pair, purple beside yellow (9): any direction, any height, not diagonally
        (9, "p y . .", 3),
        (9, "y p . .", 3),
        (9, "p . . / y . .", 3),
        (9, "y . . / rrrp . .", 3),
        (9, "p . . / . y .", 0),
        (9, "yp . py .", 0),
        (9, "p y p .", 3),
        (9, "p y y p", 6),
        (9, "p y p y", 6),
        (9, ". p . / p y p / . p .", 3),
        (9, "y p y . / p . . .", 6),
        (9, "p y p y / y p y p / p y p y / y p y p", 24),
        # adjacent_pair_2, purple (16): both exactly two high
        (16, "pp rp . . / . . . pp / . . . yp", 10),
        (16, "pp ppp pp p", 0),
        (16, "pp pp gp .", 5),
        (16, "pp pp gp rp", 10),
        (16, "pp . / . pp", 0),
        (16, "pp pr", 0),
        # any_adjacent_pair_2 (36)
        (36, "pp gr . . / . . rr yp", 4),
        (36, "pp gr . . / yp . . .", 2),
        (36, "pp . gr g / ppp rr . gg", 0),
        # diagonal_pair_2plus, purple and red (24): two or higher
        (24, "rp . / . gr", 5),
        (24, ". rp / gr .", 5),
        (24, "gr . / . rp", 5),
        (24, ". gr / rp .", 5),
        (24, "rrrp . / . ggr", 5),
        (24, "p . / . gr", 0),
        (24, "rp . / . r", 0),
        (24, "rp gr", 0),
        (24, "gr . gr / . pp . / rr . rr", 5),
        (24, "gr . gr . / . pp . pp / . . . .", 10),
        # line3, red (57)
        (57, "r gr yyr .", 4),
        (57, "r / gr / yyr", 4),
        (57, "r r r r", 4),
        (57, "r r . r", 0),
        (57, "r r . / . . r", 0),
        (57, "r r r . / r y r . / r y r .", 8),
        (57, "r r r . / r r r . / r r r .", 12),
        (57, FULL_RED, 20),
        # diagonal3, red (4)
        (4, "r . . . / . r . . / . . r .", 4),
        (4, ". . r . / . gr . . / r . . .", 4),
        (4, "r . . . / . r . . / . . r . / . . . r", 4),
        (4, "r . r / . r . / r . r", 4),
        (4, "r . . r / . r r . / . r r . / r . . r", 8),
        (4, "r r . . / r r r . / . r r r / . . r .", 12),
        # corner3, red (55): all four quarter turns, which are its mirror images too
        (55, "r . / r r", 4),
        (55, "r r / r .", 4),
        (55, "r r / . r", 4),
        (55, ". r / r r", 4),
        (55, "r r r", 0),
        (55, "r r / r gggr", 4),
        (55, "r r r / r r r", 8),
        (55, "r r r / r r r / r r r", 8),
        (55, FULL_RED, 20),
        (55, "r . . / r r . / . r r", 4),
        (55, "r . . . / r r r . / . . r .", 4),
        (55, "r r . . / r . . . / . . . r / . . r r", 8),
        # square4, red (1)
        (1, "r gr / yr r", 6),
        (1, "r r / r rg", 0),
        (1, "r r r / r r r / r r r", 6),
        (1, "r r r r / r r r r", 12),
        (1, FULL_RED, 24),
        (1, "r r . . / r r r . / . r r r / . . r r", 12),
        # around_tallest: purple around the tallest yellow (19)
        (19, "p . gp . / . rry . . / p . r p / . . . p", 6),
        (19, "p p p . / p y p . / p p p . / . . . .", 16),
        (19, "p p p . / p y p . / p p p . / . . . ry", 2),
        (19, "p p p . / p y p . / p p yp ry", 4),
        (19, "p y . . / . . . . / . . p p / . . . y", 4),
        (19, "y . . . / . . . . / . . p p / . . . y", 4),
        (19, "rrrr p . . / p y . .", 4),
        (19, "yr p . .", 0),
        (19, "y . p .", 0),
        (19, "y r p . / py . . .", 0),
        (10, "p y . . / . y . .", 4),
    ],
)
def test_card_score(card: int, drawing: str, points: int) -> None:
    assert build({}, {"board": drawing}).card_score(2, card) == points


def quarter_turned(stacks: dict[str, str]) -> dict[str, str]:
    return {"dcba"[int(cell[1]) - 1] + "1234"["abcd".index(cell[0])]: stack for cell, stack in stacks.items()}


def mirrored(stacks: dict[str, str]) -> dict[str, str]:
    return {"dcba"["abcd".index(cell[0])] + cell[1]: stack for cell, stack in stacks.items()}


def random_board(rng: random.Random, density: float, colours: str, heights: str) -> dict[str, str]:
    cells = [cell for cell in CELLS if rng.random() < density]
    return {cell: "".join(rng.choices(colours, k=int(rng.choice(heights)))) for cell in cells}


def brute_force(found: list[frozenset[str]]) -> int:
    """The largest set of occurrences no two of which share a cell, by trying all sets, small ones first."""
    number = 0
    while any(apart(chosen) for chosen in combinations(found, number + 1)):
        number += 1
    return number


def apart(chosen: tuple[frozenset[str], ...]) -> bool:
    return all(one.isdisjoint(other) for one, other in combinations(chosen, 2))


@pytest.mark.parametrize("seed", range(60))
def test_most_disjoint_against_all_sets(seed: int) -> None:
    rng = random.Random(seed)
    density, colours = rng.choice((0.5, 0.7, 0.9)), rng.choice(("rygp", "rrry", "rg", "ppg"))
    stacks = random_board(rng, density, colours, "1223")
    for card, (_, _, text) in CARDS.items():
        if "around" not in text and len(found := occurrences(stacks, card)) <= 14:
            assert most_disjoint(found) == brute_force(found)


@pytest.mark.parametrize("seed", range(60))
def test_score_is_the_same_on_a_turned_or_mirrored_board(seed: int) -> None:
    """`score`: for every pattern of the deck a quarter turn gives its mirror image."""
    rng = random.Random(seed)
    stacks = random_board(rng, 0.8, rng.choice(("rygp", "ry", "gp")), "12234")
    for card in CARDS:
        number = times_scored(stacks, card)
        turned = stacks
        for _ in range(4):
            turned = quarter_turned(turned)
            assert times_scored(turned, card) == number == times_scored(mirrored(turned), card)
        assert turned == stacks


# The set-up


def test_deal() -> None:
    for seats, pieces in ((2, 18), (3, 24), (4, 28)):
        deal = random_deal(random.Random(seats), seats, "free")
        assert deal["supply"] == dict.fromkeys(COLOURS, pieces)
        assert [player["points"] for player in deal["players"]] == [3] * seats
        assert [len(player["hand"]) for player in deal["players"]] == [2] * seats
        assert len(deal["deck"]) == 60 - 2 * seats
        assert (deal["display"], deal["top"]) == ([], None)
        assert (deal["phase"], deal["seat"], deal["start"]) == ("start", 1, "free")
        assert Oracle.from_position(deal).position() == deal


def test_start_on_the_centre() -> None:
    """`start`."""
    oracle = Oracle.from_position(random_deal(random.Random(1), 2, "centre"))
    assert oracle.legal() == {f"start {colour} {cell}" for colour in COLOURS for cell in CENTRE}
    oracle.apply("start g c3")
    assert oracle.legal() == {f"start {colour} {cell}" for colour in "ryp" for cell in ("b2", "c2", "b3")}
    assert oracle.supply == {"r": 18, "y": 18, "g": 17, "p": 18}
    for move in ("start r b2", "start y c2"):
        oracle.apply(move)
    assert (oracle.seat, oracle.legal()) == (1, {"start p b3"})
    oracle.apply("start p b3")
    assert (oracle.phase, oracle.seat, len(oracle.legal())) == ("start", 2, 16)
    for move in ("start r b3", "start y c3", "start p b2", "start g c2"):
        oracle.apply(move)
    assert (oracle.phase, oracle.seat, oracle.legal()) == ("display", 2, set())
    assert oracle.position()["players"][1]["board"] == {"b2": "p", "b3": "r", "c2": "g", "c3": "y"}
    assert oracle.supply == dict.fromkeys(COLOURS, 16)


def test_start_of_the_variant() -> None:
    """`start`: anywhere but the centre, stacking allowed."""
    oracle = Oracle.from_position(random_deal(random.Random(1), 3, "free"))
    assert oracle.legal() == {f"start {colour} {cell}" for colour in COLOURS for cell in {*CELLS} - CENTRE}
    for move in ("start g a1", "start r a1", "start y a1"):
        oracle.apply(move)
    assert len(oracle.legal()) == 12
    oracle.apply("start p a1")
    assert oracle.players[0].board == {"a1": "gryp"}
    assert oracle.seat == 2


def test_display_and_top_card_are_turned_up_after_the_last_start_piece() -> None:
    """`start`: nobody knows them before; any three cards of the deck, left to right, then any other one."""
    deal = random_deal(random.Random(1), 2, "centre")
    deal["players"][0]["hand"], deal["players"][1]["hand"] = [12, 40], [3, 55]
    deal["deck"] = [card for card in CARDS if card not in (12, 40, 3, 55)]
    oracle = Oracle.from_position(deal)
    for number, cell in enumerate([*sorted(CENTRE), *sorted(CENTRE)]):
        assert (oracle.phase, oracle.display, oracle.top, len(oracle.deck)) == ("start", [], None, 56)
        with pytest.raises(ValueError, match="chance"):
            oracle.chance("display 4 18 33")
        oracle.apply(f"start {COLOURS[number % 4]} {cell}")
    before = oracle.position()
    for text in (
        *("top 21", "display 4 18", "display 4 18 33 21", "display 4 4 33", "display 3 18 33", "display 4 18 61"),
        *("display", "display 04 18 33", "display 4  18 33", "display 4 18 -", "display -"),
    ):
        with pytest.raises(ValueError, match="chance"):
            oracle.chance(text)
    assert oracle.position() == before
    oracle.chance("display 33 4 18")
    assert oracle.position()["display"] == [[33, 0], [4, 0], [18, 0]]
    assert (oracle.phase, oracle.seat, oracle.top, oracle.legal()) == ("reveal", 2, None, set())
    for text in ("top -", "top 33", "top 12", "display 5 6 7"):
        with pytest.raises(ValueError, match="chance"):
            oracle.chance(text)
    oracle.chance("top 21")
    assert (oracle.phase, oracle.seat, oracle.top, len(oracle.deck)) == ("turn", 1, 21, 52)
    assert oracle.legal() == {
        *("take 33", "take 4", "take 18", "top 33", "top 4", "top 18", "play 12", "play 40"),
    }


# Taking a card


def test_take() -> None:
    oracle = build(display=[[2, 0], [1, 4], [8, 0]], top=60)
    oracle.apply("take 1")
    assert oracle.position()["display"] == [[2, 0], [60, 0], [8, 0]]
    assert (oracle.players[0].hand, oracle.players[0].points) == ([1], 7)
    assert (oracle.phase, oracle.seat, oracle.top, oracle.legal()) == ("reveal", 1, None, set())
    for text in ("top -", "top 1", "top 60", "top 047", "top", "47", "top  47", "top 61"):
        with pytest.raises(ValueError, match="chance"):
            oracle.chance(text)
    oracle.chance("top 47")
    assert (oracle.phase, oracle.seat, oracle.top) == ("turn", 2, 47)
    assert 47 not in oracle.deck
    with pytest.raises(ValueError, match="chance"):
        oracle.chance("top 46")


def test_top_card_pays_onto_the_lowest_value() -> None:
    """`top card`: card 2 is worth 4, 1 and 8 are worth 6."""
    oracle = build(display=[[1, 1], [2, 1], [8, 0]], top=60)
    assert oracle.legal() == {"take 1", "take 2", "take 8", "top 2"}
    oracle.apply("top 2")
    assert oracle.position()["display"] == [[1, 1], [2, 2], [8, 0]]
    assert (oracle.players[0].hand, oracle.players[0].points) == ([60], 2)
    assert (oracle.phase, oracle.top) == ("reveal", None)
    oracle.chance("top 33")
    oracle.apply("take 2")
    assert oracle.players[1].points == 5
    assert oracle.position()["display"] == [[1, 1], [33, 0], [8, 0]]


def test_top_card_with_a_tie() -> None:
    """`top card`: a tie is the player's choice; the points lying on a card do not matter."""
    assert {"top 2", "top 5"} < (moves := build(display=[[2, 3], [5, 0], [1, 0]]).legal())
    assert "top 1" not in moves
    assert sum(move.startswith("top") for move in build(display=[[7, 3], [14, 0], [20, 1]]).legal()) == 3


def test_top_card_needs_a_point() -> None:
    """`top card`."""
    assert build({"points": 0}, {}).legal() == {"take 1", "take 2", "take 8"}
    assert "top 2" in build({"points": 1}, {"points": 0}).legal()


def test_hand_limits() -> None:
    """`hand`: with four a card must be played, with none one must be taken."""
    assert build({"hand": [3, 4, 5, 6]}, {}).legal() == {"play 3", "play 4", "play 5", "play 6"}
    assert build({"hand": []}, {}).legal() == {"take 1", "take 2", "take 8", "top 2"}
    assert build({"hand": [3, 4, 5]}, {}).legal() == {
        *("take 1", "take 2", "take 8", "top 2", "play 3", "play 4", "play 5")
    }


# Playing a card


def test_play_lay_and_score() -> None:
    """`scoring` is automatic, after the last piece; card 3 gives a red and a yellow, and scores p4."""
    oracle = build({"board": "yyyp . . .", "hand": [3, 5]}, {})
    before = oracle.position()
    oracle.apply("play 3")
    assert (oracle.phase, oracle.seat, oracle.card, oracle.pieces) == ("lay", 1, 3, "ry")
    assert (oracle.players[0].hand, oracle.players[0].played, oracle.players[0].points) == ([5], [3], 3)
    assert before["supply"] == {"r": 18, "y": 15, "g": 18, "p": 17}
    assert oracle.supply == {"r": 17, "y": 14, "g": 18, "p": 17}
    assert oracle.legal() == {f"lay {colour} {cell}" for colour in "ry" for cell in CELLS if cell != "a1"}
    oracle.apply("lay y d4")
    assert oracle.legal() == {f"lay r {cell}" for cell in CELLS if cell != "a1"}
    oracle.apply("lay r d4")
    assert oracle.players[0].board == {"a1": "yyyp", "d4": "yr"}
    assert oracle.players[0].points == 8
    assert (oracle.phase, oracle.seat, oracle.card, oracle.pieces) == ("turn", 2, None, "")


def test_the_pieces_are_laid_before_the_pattern_is_looked_at() -> None:
    """A piece may cover the card's own pattern (60: purple beside green) or complete it (36: two 2 high)."""
    oracle = build({"board": "p g . .", "hand": [60]}, {})
    for move in ("play 60", "lay y a1", "lay y a1"):
        oracle.apply(move)
    assert oracle.players[0].points == 3
    oracle = build({"board": "p g . .", "hand": [60]}, {})
    for move in ("play 60", "lay y c1", "lay y c1"):
        oracle.apply(move)
    assert oracle.players[0].points == 6
    oracle = build({"board": "yr gg . .", "hand": [36]}, {})
    for move in ("play 36", "lay y d1", "lay g d1"):
        oracle.apply(move)
    assert oracle.players[0].board == {"a1": "yr", "b1": "gg", "d1": "yg"}
    assert oracle.players[0].points == 5
    oracle = build({"board": "yr gg . g", "hand": [36]}, {})
    for move in ("play 36", "lay y c1", "lay g c1"):
        oracle.apply(move)
    assert oracle.players[0].points == 5
    oracle = build({"board": "yr gg y g", "hand": [36]}, {})
    for move in ("play 36", "lay y c1", "lay g d1"):
        oracle.apply(move)
    assert oracle.players[0].points == 7


def test_height_limit() -> None:
    """`height`: four at most, also while the two pieces of one card are laid."""
    oracle = build({"board": "rgr . . .", "hand": [1]}, {})
    oracle.apply("play 1")
    assert oracle.pieces == "pp"
    oracle.apply("lay p a1")
    assert "lay p a1" not in oracle.legal()
    assert len(oracle.legal()) == 15


def test_no_room_left() -> None:
    """Pieces that find no room go back to the supply, and the card scores."""
    oracle = build({"board": FULL_GREEN_4[:-1], "hand": [22]}, {}, supply={"y": 7, "p": 7, "g": 9})
    oracle.apply("play 22")
    oracle.apply("lay p d4")
    assert (oracle.supply["y"], oracle.supply["p"]) == (7, 6)
    assert (oracle.players[0].points, oracle.seat) == (3 + 15 * 5, 2)
    oracle = build({"board": FULL_GREEN_4, "hand": [22]}, {}, supply={"y": 7, "p": 7, "g": 9})
    oracle.apply("play 22")
    assert (oracle.supply["y"], oracle.supply["p"]) == (7, 7)
    assert (oracle.players[0].points, oracle.seat, oracle.phase) == (3 + 16 * 5, 2, "turn")


@pytest.mark.parametrize(
    ("card", "supply", "pieces", "left"),
    [
        (4, {"p": 2}, "pp", {"r": 15, "y": 18, "g": 18, "p": 0}),
        (4, {"p": 1}, "p", {"r": 15, "y": 18, "g": 18, "p": 0}),
        (3, {"r": 0}, "y", {"r": 0, "y": 17, "g": 18, "p": 18}),
        (3, {"y": 0}, "r", {"r": 14, "y": 0, "g": 18, "p": 18}),
    ],
)
def test_short_supply(card: int, supply: dict[str, int], pieces: str, left: dict[str, int]) -> None:
    """`short supply`: lay what is left, then score (card 4: the red diagonal, 4 points; card 3: nothing)."""
    oracle = build({"board": "r . / . r / . . r", "hand": [card]}, {}, supply=supply)
    oracle.apply(f"play {card}")
    assert (oracle.pieces, oracle.supply) == (pieces, left)
    for colour in pieces:
        oracle.apply(f"lay {colour} d1")
    assert (oracle.phase, oracle.seat) == ("turn", 2)
    assert oracle.players[0].points == {4: 7, 3: 3}[card]


def test_no_supply_at_all_scores_at_once() -> None:
    """`short supply`."""
    oracle = build({"board": "r . / . r / . . r", "hand": [4]}, {}, supply={"p": 0})
    oracle.apply("play 4")
    assert (oracle.phase, oracle.seat, oracle.card, oracle.pieces) == ("turn", 2, None, "")
    assert (oracle.players[0].points, oracle.players[0].played) == (7, [4])


# The end


def test_colour_runs_out_the_round_is_completed() -> None:
    """`end`."""
    oracle = build({"hand": [4]}, {"hand": [5]}, {}, supply={"p": 2})
    for move in ("play 4", "lay p a1", "lay p a1"):
        oracle.apply(move)
    assert (oracle.supply["p"], oracle.phase, oracle.seat) == (0, "turn", 2)
    oracle.apply("play 5")
    assert (oracle.phase, oracle.seat) == ("turn", 3)
    oracle.apply("take 2")
    assert (oracle.phase, oracle.seat, oracle.ended) == ("reveal", 3, None)
    reveal(oracle)
    assert (oracle.phase, oracle.seat, oracle.ended) == ("over", None, "colour")
    assert oracle.legal() == set()
    assert oracle.top is not None


def test_colour_runs_out_in_the_last_seats_turn() -> None:
    """`end`: the round is complete after the turn of the last seat, which still scores."""
    oracle = build({}, {"board": "r . / . r / . . r", "hand": [4]}, supply={"p": 2}, seat=2)
    for move in ("play 4", "lay p d4", "lay p d1"):
        assert oracle.ended is None
        oracle.apply(move)
    assert (oracle.phase, oracle.seat, oracle.card, oracle.ended) == ("over", None, None, "colour")
    assert oracle.scores() == [3, 7]
    assert oracle.winners() == [2]


def test_last_seat_plays_a_card_the_supply_cannot_serve() -> None:
    oracle = build({}, {"board": "r . / . r / . . r", "hand": [4]}, supply={"p": 0}, seat=2)
    oracle.apply("play 4")
    assert (oracle.phase, oracle.ended, oracle.scores()) == ("over", "colour", [3, 7])


@pytest.mark.parametrize("move", ["take 2", "top 2"])
def test_last_card_of_the_deck_ends_at_once(move: str) -> None:
    """`end`: before the round is completed."""
    oracle = build(deck=[], top=60)
    oracle.apply(move)
    with pytest.raises(ValueError, match="chance"):
        oracle.chance("top 47")
    oracle.chance("top -")
    assert (oracle.phase, oracle.seat, oracle.top, oracle.ended) == ("over", None, None, "deck")
    assert oracle.players[1].points == 3


def test_last_card_but_one_does_not_end() -> None:
    oracle = build(deck=[47], top=60)
    oracle.apply("take 2")
    with pytest.raises(ValueError, match="chance"):
        oracle.chance("top -")
    oracle.chance("top 47")
    assert (oracle.phase, oracle.seat, oracle.deck, oracle.ended) == ("turn", 2, [], None)


def test_deck_and_colour_run_out_together() -> None:
    """The reveal comes first, then the end of the round is looked at."""
    oracle = build(deck=[], supply={"p": 0}, seat=2)
    oracle.apply("take 2")
    oracle.chance("top -")
    assert oracle.ended == "deck"


def test_hand_cards_score_once_at_the_end() -> None:
    """`end`: 41 (red, 1), 57 (red line, 4) and 1 (red square, 6) many times; 19 and 3 not there."""
    oracle = build({"board": FULL_RED, "hand": [41, 57, 1, 3]}, {"hand": [41, 19]}, deck=[], seat=2)
    assert oracle.scores() == [3, 3]
    oracle.apply("take 2")
    assert oracle.scores() == [3, 3]
    oracle.chance("top -")
    assert oracle.scores() == [3 + 1 + 4 + 6, 3]
    assert oracle.players[0].points == 3
    assert oracle.winners() == [1]


def test_around_tallest_in_hand_scores_its_value_once() -> None:
    """`end`: also if several stacks touch; nothing if only a lower one is touched."""
    players = [{"board": "p p . / p y . ", "hand": [19]}, {"board": "p y . / . . . / . . ry", "hand": [39]}]
    oracle = build(*players, deck=[])
    oracle.apply("take 2")
    oracle.chance("top -")
    assert oracle.card_score(1, 19) == 6
    assert (oracle.card_score(2, 19), oracle.card_score(2, 39)) == (0, 0)
    assert oracle.scores() == [5, 3]


@pytest.mark.parametrize(
    ("first", "second", "points", "winners"),
    [
        ("r g y p", "r g yp .", (3, 4), [2]),
        ("r g y p", "r g yp .", (3, 3), [1]),
        ("r g yyyp", "rr g yp", (3, 3), [1]),
        ("rrrr g y", "r g y p", (3, 3), [2]),
        ("rrrr g y", "r g ryp", (3, 3), [1]),
        ("r g yyp", "rr g yp", (3, 3), [1, 2]),
        ("r g yyyp", "rrrr g y", (3, 3), [1, 2]),
    ],
)
def test_ties(first: str, second: str, points: tuple[int, int], winners: list[int]) -> None:
    """`ties`: spaces covered, then stacks of four, else shared."""
    players = [{"board": first, "points": points[0]}, {"board": second, "points": points[1]}]
    assert build(*players, phase="over", seat=None, ended="colour").winners() == winners


def test_tie_break_among_the_leaders_only() -> None:
    players = [{"board": "r", "points": 9}, {"board": "g y r p", "points": 8}, {"board": "g", "points": 9}]
    assert build(*players, phase="over", seat=None, ended="colour").winners() == [1, 3]


# The interface


def test_illegal_moves_change_nothing() -> None:
    oracle = build({"hand": [3]}, {"hand": [4]})
    before = oracle.position()
    for move in (
        "play 4",
        "take 3",
        "top 1",
        "lay r a1",
        "start r b2",
        "",
        "take",
        "take 02",
        "take 2 ",
        "collect",
    ):
        with pytest.raises(ValueError, match="not legal"):
            oracle.apply(move)
        assert oracle.position() == before
    with pytest.raises(ValueError, match="chance"):
        oracle.chance("top 47")


def test_positions_are_copies() -> None:
    position = build({"hand": [3]}, {}).position()
    text = json.dumps(position)
    oracle = Oracle.from_position(position)
    given = oracle.position()
    for move in ("play 3", "lay r a1", "lay y a1", "take 2"):
        oracle.apply(move)
    assert json.dumps(position) == text == json.dumps(given)


def check(oracle: Oracle) -> None:
    """Nothing is lost, nothing comes from nowhere, and the position is written in its one way."""
    position = oracle.position()
    assert json.loads(json.dumps(position)) == position == Oracle.from_position(position).position()
    players = position["players"]
    cards = [*position["deck"], *(card for card, _ in position["display"])]
    cards += [card for player in players for card in player["hand"] + player["played"]]
    assert sorted(cards + [position["top"]] * (position["top"] is not None)) == list(range(1, 61))
    pieces = Counter("".join("".join(player["board"].values()) for player in players) + position["pieces"])
    supply = position["supply"]
    assert all(pieces[colour] + supply[colour] == SUPPLY[oracle.seats] for colour in COLOURS)
    assert min(supply.values()) >= 0
    assert all(1 <= len(stack) <= 4 for player in players for stack in player["board"].values())
    assert all(player["points"] >= 0 and len(player["hand"]) <= 4 for player in players)
    set_up = position["phase"] in ("start", "display")
    assert len(position["display"]) == (0 if set_up else 3)
    assert (position["card"] is None) == (position["pieces"] == "") == (position["phase"] != "lay")
    assert (position["top"] is None) == (set_up or position["phase"] == "reveal" or position["ended"] == "deck")
    assert (position["phase"] == "over") == (position["seat"] is None) == (position["ended"] is not None)
    assert bool(oracle.legal()) == (position["phase"] in ("start", "turn", "lay"))


def play_random_game(seed: int) -> Oracle:
    rng = random.Random(seed)
    oracle = Oracle.from_position(random_deal(rng, 2 + seed % 3, ("centre", "free")[seed // 3 % 2]))
    turns: Counter[int] = Counter()
    while oracle.phase != "over":
        check(oracle)
        points = sum(player.points for player in oracle.players) + sum(number for _, number in oracle.display)
        if oracle.phase in ("display", "reveal"):
            oracle.chance(random_chance(rng, oracle))
        else:
            assert oracle.seat is not None
            turns[oracle.seat] += oracle.phase == "turn"
            move = random_move(rng, oracle)
            oracle.apply(move)
        gained = sum(player.points for player in oracle.players) + sum(n for _, n in oracle.display) - points
        assert gained == 0 or (gained > 0 and move.split()[0] in ("play", "lay"))
    check(oracle)
    if oracle.ended == "colour":
        assert len(set(turns.values())) == 1
        assert 0 in oracle.supply.values()
    else:
        assert not oracle.deck
    assert oracle.winners()
    return oracle


@pytest.mark.parametrize("seed", range(60))
def test_random_games(seed: int) -> None:
    play_random_game(seed)
