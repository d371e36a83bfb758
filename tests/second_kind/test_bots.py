"""Bots play the expansion sensibly."""

from __future__ import annotations

import pytest

from atoll.arena.match import Match, play
from atoll.bots import Greedy
from atoll.compiled import compiled
from atoll.core.rng import Rng
from tests.second_kind.build import at

whole_games = pytest.mark.skipif(not compiled(), reason="whole games take long")


def share(players: tuple[str, ...], games: int) -> float:
    """How many of so many games the first player wins."""
    match = Match("reef-encounter", players, {"expansion": "yes"}, 7)
    return sum(play(match, number).wins[0] for number in range(games)) / games


@whole_games
@pytest.mark.parametrize("players", [("greedy", "random"), ("greedy", "random", "random"), ("greedy", "careless")])
def test_the_greedy_bot_beats_those_who_look_less(players: tuple[str, ...]) -> None:
    assert share(players, 20) >= (0.95 if "random" in players else 0.6)


def test_a_hungry_fish_gets_its_first_coral() -> None:
    """Whoever could stop it holds cards: the window is no reason not to try."""
    board = "white 1b5 1c5(1) 1d5 1c6 1d6 1b6 1c4 1a5; pink 2b2 2c2(2)"
    game = at(board, cards={1: "confusion", 2: "free-alga"}, hand={1: "y"})
    assert game.text(Greedy().choose(game.state, Rng(1))) == "eat 1c5 confusion"


def test_a_crown_is_removed_before_it_eats() -> None:
    board = "white 1b5(1) 1c5 1b6 1c6 1a5; crown 1d5"
    game = at(board, cards={1: "dislodged"}, begins=1)
    assert game.text(Greedy().choose(game.state, Rng(1))) == "play dislodged"


def test_a_meal_of_another_is_stopped() -> None:
    board = "white 1b5 1c5(1) 1d5 1c6 1d6 1b6 1c4 1a5 1c3 1b3; pink 2b2 2c2(2)"
    game = at(board, cards={1: "confusion", 2: "strong-current"})
    game.apply("eat 1c5 confusion")
    assert game.text(Greedy().choose(game.state, Rng(1))) == "play strong-current"


def test_who_cannot_eat_with_three_cards_throws_one_away() -> None:
    game = at("pink 2b2 2c2(1)", cards={1: "extra-free-growth unreliable-shrimp-3 unreliable-shrimp-4"}, hand={1: "y"})
    assert game.text(Greedy().choose(game.state, Rng(1))).startswith("discard")
