"""The rulings of Reef by name, and the sentences of the rulebook that decide something."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import atoll
from atoll import Game
from atoll.core.record import Line
from atoll.core.state import ALL_SEEING, SPECTATOR
from tests.reef.build import EMPTY, play, state_of, table

RECORD = """\
game reef
option start {start}
seats {seats}
{hands}
"""
PIECES = ("start r b2", "start y c2", "start g b3", "start p c3")


def opening(seats: int = 2, start: str = "centre") -> Game:
    hands = "\n".join(f"hand {seat + 1} {seat * 2 + 40} {seat * 2 + 41}" for seat in range(seats))
    return atoll.read(RECORD.format(start=start, seats=seats, hands=hands))


def refused(game: Game, text: str, ruling: str, *words: str) -> None:
    """The move is not legal, for this ruling, and the answer names what is in the way."""
    before = game.position(ALL_SEEING)
    objection = game.why_not(text)
    assert objection is not None
    assert text not in game.texts()
    assert objection.ruling == ruling
    for word in words:
        assert word in str(objection)
    assert game.position(ALL_SEEING) == before


@pytest.mark.ruling("start")
@pytest.mark.parametrize(("seats", "pieces"), [(2, 18), (3, 24), (4, 28)])
def test_each_number_of_players_has_its_supply_and_everyone_three_points_and_two_cards(seats: int, pieces: int) -> None:
    game = opening(seats)
    view = game.view()
    assert set(view["supply"].values()) == {pieces}
    assert [player["points"] for player in view["players"]] == [3] * seats
    assert [player["cards"] for player in view["players"]] == [2] * seats
    assert view["deck"] == 60 - 2 * seats
    play(game, *PIECES * seats, "* display 4 18 33", "* top 21")
    assert game.view()["deck"] == 60 - 2 * seats - 4


@pytest.mark.ruling("start")
def test_start_pieces_go_onto_the_four_centre_spaces_one_each() -> None:
    game = opening()
    assert len(game.texts()) == 16
    refused(game, "start r a1", "start", "b2, c2, b3, c3", "a1")
    play(game, "start r b2")
    refused(game, "start y b2", "start", "b2")
    refused(game, "start r c2", "start", "red")
    refused(game, "take 4", "start")
    play(game, "start y c2", "start g b3", "start p c3")
    assert game.seat == 1
    assert game.view()["players"][0]["board"] == {"b2": "r", "c2": "y", "b3": "g", "c3": "p"}
    play(game, "start p b2", "start g c2", "start y b3", "start r c3")
    refused(game, "take 4", "start", "display")
    play(game, "* display 4 18 33", "* top 21")
    assert game.seat == 0
    assert set(game.view()["supply"].values()) == {16}
    refused(game, "start r a1", "start")


@pytest.mark.ruling("start")
@pytest.mark.parametrize("laid", range(9))
def test_nobody_knows_the_display_or_the_top_card_before_all_pieces_lie(laid: int) -> None:
    game = play(opening(), *(PIECES * 2)[:laid])
    for viewer in (0, 1, SPECTATOR):
        view = game.view(viewer)
        assert (view["display"], view["top"], view["deck"]) == ([], None, 56)
        assert set(view["worth"]) <= {str(card) for card in (40, 41, 42, 43)}
    assert game.position(ALL_SEEING).split()[3:5] == ["-", "-"]
    assert "display" not in game.draw(ALL_SEEING)
    if laid < 8:
        refused(game, "take 4", "start")
        refused(game, "top 4", "start")


@pytest.mark.ruling("start")
def test_the_display_and_then_the_top_card_are_turned_up_when_all_pieces_lie() -> None:
    game = play(opening(), *PIECES * 2)
    assert (game.seat, game.view()["phase"], game.kind.pending(game.state)) == (atoll.CHANCE, "display", "* display")
    assert atoll.at(game.position(ALL_SEEING)).position(ALL_SEEING) == game.position(ALL_SEEING)
    play(game, "* display 4 18 33")
    assert (game.seat, game.view()["phase"], game.kind.pending(game.state)) == (atoll.CHANCE, "reveal", "* top")
    assert [place["card"] for place in game.view()["display"]] == [4, 18, 33]
    assert atoll.at(game.position(ALL_SEEING)).position(ALL_SEEING) == game.position(ALL_SEEING)
    play(game, "* top 21")
    assert (game.seat, game.view()["phase"], game.view()["top"]) == (0, "turn", 21)
    assert game.log[-2:] == ["* display 4 18 33", "* top 21"]
    told = [[event.kind for event in events] for _, events in game.story()][-3:]
    assert told == [["laid"], ["displayed"], ["revealed", "turn_begins"]]


@pytest.mark.ruling("start")
@pytest.mark.parametrize(
    "line", ["display 4 18", "display 4 18 18", "display 4 18 40", "display 4 18 -", "display 4 18 61", "top 4"]
)
def test_a_display_is_three_cards_of_the_deck(line: str) -> None:
    game = play(opening(), *PIECES * 2)
    before = game.position(ALL_SEEING)
    with pytest.raises(atoll.RuleError):
        game.chance(line)
    assert game.position(ALL_SEEING) == before
    play(game, "* display 18 4 33")


@pytest.mark.ruling("start")
@pytest.mark.parametrize("line", ["top 18", "top 40", "top -", "top 5 6", "display 5 6 7"])
def test_the_first_top_card_comes_from_the_deck_too(line: str) -> None:
    game = play(opening(), *PIECES * 2, "* display 4 18 33")
    with pytest.raises(atoll.RuleError):
        game.chance(line)
    assert game.view()["top"] is None


@pytest.mark.ruling("start")
def test_a_record_with_the_display_in_its_header_is_wrong() -> None:
    with pytest.raises(atoll.AtollError, match="line 6"):
        atoll.read(opening().write() + "display 4 18 33\n")


@pytest.mark.ruling("start")
def test_every_display_is_equally_likely() -> None:
    game = play(opening(), *PIECES * 2)
    rng = atoll.Rng(5)
    draws = 4_000
    found = Counter(card for _ in range(draws) for card in game.state.clone().resolve(rng))
    assert set(found) == set(range(1, 61)) - {40, 41, 42, 43}
    expected = 3 * draws / 56
    assert sum((seen - expected) ** 2 / expected for seen in found.values()) < 56 + 6 * (2 * 56) ** 0.5


@pytest.mark.ruling("start")
def test_in_the_variant_start_pieces_go_anywhere_else_and_may_be_stacked() -> None:
    game = opening(start="free")
    refused(game, "start r b2", "start", "b2, c2, b3, c3")
    play(game, "start r a1", "start y a1", "start g a1", "start p a1")
    assert game.view()["players"][0]["board"] == {"a1": "rygp"}
    assert len(game.texts()) == 48


@pytest.mark.ruling("start player")
def test_the_start_player_is_seat_1_and_the_others_follow_clockwise() -> None:
    game = opening(3)
    order = []
    for _ in range(3):
        order.append(game.seat + 1)
        play(game, "start r b2", "start y c2", "start g b3", "start p c3")
    assert order == [1, 2, 3]


@pytest.mark.ruling("hand")
def test_with_four_cards_one_has_to_be_played() -> None:
    game = table(hands=[[1, 2, 3, 4]])
    assert {text.split()[0] for text in game.texts()} == {"play"}
    refused(game, "take 58", "hand", "4")
    refused(game, "top 58", "hand", "4")
    refused(game, "play 5", "hand", "5")


@pytest.mark.ruling("hand")
def test_with_no_card_one_has_to_be_taken() -> None:
    game = table(hands=[[]])
    assert {text.split()[0] for text in game.texts()} == {"take", "top"}


@pytest.mark.ruling("hand")
def test_one_action_a_turn_then_the_next_player() -> None:
    game = table(hands=[[7], [8]])
    play(game, "take 58", "* top 30")
    assert game.seat == 1
    assert game.view(0)["players"][0]["hand"] == [7, 58]


@pytest.mark.ruling("top card")
def test_a_taken_card_brings_its_points_and_the_top_card_takes_its_place() -> None:
    game = table(display="4:0,18:2,33:0", top="21")
    play(game, "take 18")
    assert game.seat == atoll.CHANCE
    view = game.view()
    assert view["players"][0]["points"] == 5
    assert view["display"] == [{"card": 4, "points": 0}, {"card": 21, "points": 0}, {"card": 33, "points": 0}]
    play(game, "* top 50")
    assert game.view()["top"] == 50


@pytest.mark.ruling("top card")
def test_the_top_card_costs_a_point_laid_on_a_display_card_of_the_lowest_value() -> None:
    game = table(display="7:0,1:0,14:1", top="21", points=[3, 3])  # printed values 1, 6 and 1
    assert [text for text in game.texts() if text.startswith("top")] == ["top 14", "top 7"]
    refused(game, "top 1", "top card", "7, 14", "not 1")
    refused(game, "top 60", "top card", "60", "7, 1, 14")
    play(game, "top 14", "* top 50")
    view = game.view(0)
    assert view["players"][0]["points"] == 2
    assert view["players"][0]["hand"] == [21]
    assert view["display"][2] == {"card": 14, "points": 2}


@pytest.mark.ruling("top card")
def test_the_top_card_needs_a_point_to_pay() -> None:
    game = table(display="7:0,1:0,14:1", top="21", points=[0, 3])
    assert not [text for text in game.texts() if text.startswith("top")]
    refused(game, "top 7", "top card", "point")
    refused(game, "take 21", "top card", "point")
    refused(game, "take 60", "hand", "60")


@pytest.mark.ruling("height")
def test_pieces_may_be_stacked_four_high_at_most() -> None:
    game = table("rrrr yyy . .\n. . . .\n. . . .\n. . . .", hands=[[5]])
    play(game, "play 5")
    refused(game, "lay p a1", "height", "a1", "4")
    assert "lay p b1" in game.texts()
    play(game, "lay p b1")
    refused(game, "lay p b1", "height", "b1")
    play(game, "lay p c1")
    assert game.view()["players"][0]["board"]["b1"] == "yyyp"


@pytest.mark.ruling("height")
def test_both_pieces_may_go_onto_one_stack_in_either_order() -> None:
    for order in (["lay y a1", "lay r a1"], ["lay r a1", "lay y a1"]):
        game = play(table(hands=[[3]]), "play 3", *order)
        assert game.view()["players"][0]["board"]["a1"] == "".join(text.split()[1] for text in order)


@pytest.mark.ruling("height")
def test_a_piece_once_laid_stays_and_the_turn_cannot_be_left_half_done() -> None:
    game = play(table(hands=[[5, 8]]), "play 5")
    refused(game, "take 58", "hand", "purple, purple")
    refused(game, "play 8", "hand")
    refused(game, "lay r a1", "hand", "red", "purple")
    refused(table(hands=[[5]]), "lay p a1", "hand")


def short_of_purple(number: int) -> str:
    """A reef that leaves that many purple pieces in the supply for two players."""
    stacks = ["p" * 4] * 4
    rest = 18 - 16 - number
    stacks.append("p" * rest if rest else ".")
    cells = [*stacks, *["."] * (16 - len(stacks))]
    return "\n".join(" ".join(cells[row : row + 4]) for row in range(0, 16, 4))


@pytest.mark.ruling("short supply")
def test_with_a_short_supply_what_is_left_is_laid_and_then_scored() -> None:
    game = table(EMPTY, short_of_purple(1), hands=[[5]])
    play(game, "play 5", "lay p a1")
    assert game.seat == 1
    assert game.view()["players"][0]["board"] == {"a1": "p"}
    assert game.view()["supply"]["p"] == 0


@pytest.mark.ruling("short supply")
def test_with_an_empty_supply_a_card_scores_without_pieces() -> None:
    game = table("rrg . . .\n. . . .\n. . . .\n. . . .", short_of_purple(0), hands=[[5]])
    play(game, "play 5")
    assert game.seat == 1
    assert game.view()["players"][0]["points"] == 7


@pytest.mark.ruling("scoring")
def test_scoring_is_automatic_and_takes_the_most_there_is() -> None:
    game = table("r r . .\nr r . .\n. . . .\n. . r .", hands=[[1]])
    events = play(game, "play 1", "lay p a4").events("lay p d4")
    assert [event.kind for event in events] == ["laid", "scored", "turn_begins"]
    assert events[1].data()["groups"] == [["a1", "b1", "a2", "b2"]]
    play(game, "lay p d4")
    assert game.view()["players"][0]["points"] == 9


@pytest.mark.ruling("scoring")
def test_the_pieces_of_the_card_count_for_its_own_pattern() -> None:
    game = play(table("p y . .\n. . . .\n. . . .\n. . . .", hands=[[59]], display="56:0,58:0,60:0"), "play 59")
    play(game, "lay p c1", "lay p d1")
    assert game.view()["players"][0]["points"] == 3
    game = play(table("r y . .\n. . . .\n. . . .\n. . . .", hands=[[59]], display="56:0,58:0,60:0"), "play 59")
    play(game, "lay p c1", "lay p d1")
    assert game.view()["players"][0]["points"] == 6


@pytest.mark.ruling("score")
def test_the_best_of_the_tied_tallest_stacks_is_taken() -> None:
    reef = "ry . . ry\n. . p p\n. . . .\n. . . ."
    assert state_of(table(reef)).card_score(0, 19) == 4


@pytest.mark.ruling("end")
def test_when_a_colour_has_run_out_the_round_is_completed() -> None:
    game = table(EMPTY, short_of_purple(2), hands=[[5], [8]])
    play(game, "play 5", "lay p a1")
    assert not game.over
    play(game, "lay p a2")
    assert game.view()["last_round"]
    assert game.seat == 1
    play(game, "take 58", "* top 30")
    assert game.over
    assert game.view()["ended"] == "colour"
    refused(game, "take 59", "end")


@pytest.mark.ruling("end")
def test_when_the_last_seat_uses_up_a_colour_the_game_ends_there() -> None:
    game = table(EMPTY, short_of_purple(2), hands=[[], [5]], turn="t2")
    play(game, "play 5", "lay p c4", "lay p d4")
    assert game.over


def nearly_empty_deck(left: int, **facts: object) -> Game:
    """A table whose deck has so many cards under the top one."""
    away = [card for card in range(1, 57) if card not in (5, 8)][left:]
    half = len(away) // 2
    return table(played=[away[:half], away[half:]], hands=[[5], [8]], **facts)  # type: ignore[arg-type]


@pytest.mark.ruling("end")
def test_when_the_last_card_has_left_the_deck_the_game_ends_at_once() -> None:
    game = nearly_empty_deck(0)
    play(game, "take 58")
    assert not game.over
    play(game, "* top -")
    assert game.over
    assert game.view()["ended"] == "deck"
    assert game.position(ALL_SEEING).endswith("o=d")
    assert atoll.at(game.position(ALL_SEEING)).position(ALL_SEEING) == game.position(ALL_SEEING)


@pytest.mark.ruling("end")
def test_with_one_card_left_under_the_top_the_game_goes_on() -> None:
    game = nearly_empty_deck(1)
    play(game, "take 58", "* top 1")
    assert game.seat == 1
    play(game, "top 59" if "top 59" in game.texts() else "take 59", "* top -")
    assert game.over


@pytest.mark.ruling("end")
def test_cards_still_in_hand_score_once_each_if_their_pattern_is_there() -> None:
    reef = "g rg ry .\n. p . p\n. . . .\n. . . ."
    away = [card for card in range(1, 57) if card not in (5, 7, 8, 19)]
    game = table(reef, reef, hands=[[5, 7], [8, 19]], played=[away[:26], away[26:]])
    play(game, "take 58")
    last = game.follow(Line(0, "* top -"))
    events = game.kind.told(last, SPECTATOR)
    game.take(last)
    # Seat 1: card 7 (a green) counts once although it is there twice; cards 5 and 58 are not there.
    # Seat 2: card 19 (purple around the tallest yellow) counts its value once; card 8 is not there.
    told = [event.data() for event in events if event.kind == "hand_scored"]
    assert [(event["seat"], event["card"], event["points"]) for event in told] == [(1, 7, 1), (2, 19, 2)]
    assert game.state.scores() == [3 + 1, 3 + 2]


@pytest.mark.ruling("ties")
def test_ties_go_to_more_spaces_covered_then_to_more_stacks_of_four_then_are_shared() -> None:
    def winners(first: str, second: str) -> list[int]:
        away = list(range(1, 58))
        game = table(first, second, top="-", played=[away[:28], away[28:]], turn="o=d")
        return game.state.winners()

    one_more = "r y . .\n. . . .\n. . . .\n. . . ."
    stacked = "rrrr . . .\n. . . .\n. . . .\n. . . ."
    flat = "y . . .\n. . . .\n. . . .\n. . . ."
    assert winners(one_more, stacked) == [0]
    assert winners(flat, stacked) == [1]
    assert winners(flat, flat) == [0, 1]


@pytest.mark.ruling("what is hidden")
def test_hands_are_hidden_but_cards_taken_openly_are_known() -> None:
    game = opening()
    for seat in (1, 2):
        play(game, *PIECES)
        assert game.seat == (1 if seat == 1 else atoll.CHANCE)
    play(game, "* display 4 18 33", "* top 21", "take 18", "* top 50", "top 21", "* top 51")
    other = game.view(1)["players"][0]
    assert other["hand"] == [18]
    assert other["hidden"] == 2
    assert game.view(0)["players"][1]["hand"] == [50]
    assert game.view()["header"][3] == "hand 1 ? ?"
    play(game, "play 40")
    assert game.view(1)["players"][0]["hidden"] == 1
    assert game.view(1)["header"][3] == "hand 1 40 ?"
    assert "41" not in json.dumps(game.view(1)["players"][0])
