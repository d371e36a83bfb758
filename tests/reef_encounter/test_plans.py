"""Turns that nobody would play are put right, a certain win is taken, and a plan says what it wins."""

from __future__ import annotations

import pytest

import atoll
from atoll import Game, Rng
from atoll.bots import Bot, Greedy, Searching, tidied
from atoll.reef_encounter.reason import leads, most
from atoll.reef_encounter.state import ReefEncounter
from tests.reef_encounter.build import play, table
from tests.walk import scaled

TWO_CORALS = {
    1: """
    ~  ~  ~  .  .  .  ~
    ~  .  .  .  .  .  ~
    .  w1 ~  .  .  .  .
    w  w  .  .  .  ~  .
    .  .  .  ~  .  y  y
    .  .  .  .  .  .  .
    """
}
MEAL = {
    1: """
    ~  ~  ~  .  .  .  ~
    ~  g  g  .  .  .  ~
    g  g1 ~  .  .  .  .
    g  g  g  g  .  ~  .
    .  .  .  ~  .  .  .
    .  .  .  .  .  .  .
    """
}
BOTS: list[Bot] = [Greedy(), Searching(plans=4, deals=1, turns=2)]


def short(game: Game, *texts: str) -> list[str]:
    """A turn as it is played after it was tidied up."""
    moves = []
    state = game.state.clone()
    for text in texts:
        moves.append(game.kind.find(state, text))
        state.apply(moves[-1])
    return game.kind.texts(game.state, tidied(game.state, moves))


def reason(game: Game, *texts: str, language: str = "en") -> str:
    return game.explained(texts, game.seat)[1].text(language)


@pytest.mark.parametrize(
    ("played", "left"),
    [
        ("move 1b3 1f5, move 1f5 1b3, collect y", "collect y"),
        ("move 1b3 screen, shrimp 1b3, collect y", "collect y"),
        ("shrimp 1f5, move 1f5 1g5, collect y", "shrimp 1g5, collect y"),
        ("move 1b3 1f5, move 1f5 1g5, collect y", "move 1b3 1g5, collect y"),
        ("move 1b3 screen, shrimp 1f5, collect y", "move 1b3 1f5, collect y"),
        ("shrimp 1f5, move 1b3 screen, collect y", "move 1b3 1f5, collect y"),
        ("move 1b3 1f5, larva w, polyp 1b5, move 1f5 1b3, collect y", "larva w, polyp 1b5, collect y"),
        ("shrimp 1f5, larva w, polyp 1b5, move 1f5 1g5, collect y", "larva w, polyp 1b5, shrimp 1g5, collect y"),
        ("larva w, polyp 1b5, shrimp 1f5, collect y", "larva w, polyp 1b5, shrimp 1f5, collect y"),
    ],
)
def test_a_turn_is_played_without_detours(played: str, left: str) -> None:
    game = table(TWO_CORALS, hand={1: "wwww"}, cubes={1: "w"})
    assert short(game, *played.split(", ")) == left.split(", ")


def test_a_shrimp_may_step_aside_for_a_polyp() -> None:
    rocks = {
        1: """
        ~  ~  ~  .  .  .  ~
        ~  .  .  .  .  .  ~
        .  w  ~  .  .  .  .
        .  .1 .  .  .  ~  .
        .  .  .  ~  .  .  .
        .  .  .  .  .  .  .
        """
    }
    game = table(rocks, hand={1: "wwww"}, cubes={1: "w"})
    turn = ("move 1b4 1b3", "larva w", "polyp 1b4", "move 1b3 1b4", "collect y")
    assert short(game, *turn) == list(turn)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)
def test_a_certain_win_is_taken_before_anything_else(bot: Bot) -> None:
    fish = {1: "w" + "g" * 14, 2: "w" + "y" * 6}
    game = table(MEAL, fish=fish, eaten={1: 3, 2: 2}, hand={1: "ggggg"}, cubes={1: "gg"})
    for seed in range(4):
        state = game.state.redeal(0, Rng(seed))
        assert game.kind.texts(state, bot.plan(state, Rng(seed))) == ["eat 1b3"]
    after = play(game.clone(), "eat 1b3")
    assert after.over
    assert after.state.winners() == [0]


def test_a_meal_that_loses_the_game_is_left_alone() -> None:
    game = table(MEAL, fish={1: "w", 2: "w" + "y" * 12}, eaten={1: 3, 2: 2}, hand={1: "ggggg"}, cubes={1: "gg"})
    state = game.state.redeal(0, Rng(1))
    assert game.kind.texts(state, Greedy().plan(state, Rng(1)))[0] != "eat 1b3"


def test_the_reason_for_a_meal_names_its_points_and_the_end() -> None:
    game = table(MEAL, fish={1: "w" + "g" * 14, 2: "w" + "y" * 6}, eaten={1: 3, 2: 2})
    value = game.state.clone()
    assert isinstance(value, ReefEncounter)
    points = 4 * value.value("wyopg".index("g"))
    assert reason(game, "eat 1b3") == (
        f"This turn feeds the grey coral to the parrotfish (polyps: 4, points: {points}), "
        "ends the game, and nobody can catch up with you"
    )
    close = table(MEAL, fish={1: "w", 2: "w" + "y" * 12}, eaten={1: 3, 2: 2})
    assert reason(close, "eat 1b3").endswith("ends the game")


def test_who_leads_for_certain_does_so_whatever_was_fed_first() -> None:
    for seed in range(0, 30, 30 // scaled(30, least=5)):
        game = atoll.new("reef-encounter", 3, seed=seed)
        rng, greedy = Rng(seed), Greedy()
        for _ in range(3 * seed):
            if game.over:
                break
            game.apply(greedy.choose(game.state.redeal(game.seat, rng), rng))
        state = game.state
        assert isinstance(state, ReefEncounter)
        worlds = [state.redeal(0, Rng(at)) for at in range(10)]
        for world in worlds:
            assert leads(world, 0) == leads(state, 0)
            for other in (1, 2):
                assert world.scores()[other] <= most(state, other) == most(world, other)


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("collect y", "collects white, orange, grey and one yellow cube"),
        ("shrimp 1f5, collect y", "puts a shrimp on 1f5, so that 2 of 2 yellow polyps are safe"),
        ("larva w, polyp 1b5", "lets the white coral on rock 1 grow to 4"),
        ("larva w, polyp 2d2", "starts one white coral on rock 2"),
        ("move 1b3 screen", "takes the shrimp on 1b3 back for another coral"),
    ],
)
def test_the_reason_for_a_turn_says_what_it_wins(turn: str, said: str) -> None:
    game = table(TWO_CORALS, hand={1: "wwww"}, cubes={1: "w"})
    assert reason(game, *turn.split(", ")) == f"This turn {said}"
    assert reason(game, *turn.split(", "), language="fr").startswith("Ce tour ")
    assert reason(game, *turn.split(", "), language="it").startswith("Questo turno ")
