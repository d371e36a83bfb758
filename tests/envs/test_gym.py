"""The Gymnasium environments, one game or many: Gymnasium's own test, the games as they are, and wrong use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import atoll  # noqa: E402
from atoll.arena.batch import rewards  # noqa: E402
from atoll.core.errors import AtollError  # noqa: E402
from atoll.core.state import IllegalMove  # noqa: E402
from atoll.envs import Games, Setting, Sight  # noqa: E402
from atoll.envs.gym import IDS, Env, VectorEnv  # noqa: E402
from tests.walk import TABLES, Table, scaled  # noqa: E402

OWN = Path(__file__).parent.parent.parent / "examples" / "own_bot.py"


@pytest.mark.parametrize("shape", ["vector", "dict"])
@pytest.mark.parametrize("name", IDS)
def test_it_passes_the_checker_of_gymnasium(name: str, shape: str) -> None:
    env = gymnasium.make(name, shape=shape, illegal="lose")
    check_env(env.unwrapped, skip_render_check=shape == "dict" or name == "atoll/SecondKind-v0")


@pytest.mark.parametrize(
    "opponents", ["random", "greedy", "careless:careful=3", f"{OWN}:Mine:depth=1", atoll.bots.Random()]
)
def test_any_bot_can_be_the_opponent(opponents: Any) -> None:
    env = Env("reef", opponents=opponents)
    assert env.reset(seed=4)[1]["seat"] in (0, 1)
    over = False
    for _ in range(scaled(200, least=8)):
        seen, reward, over, truncated, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(seen)
        assert not truncated
        assert info["action_mask"].any() != over
        assert (env.action_masks() == info["action_mask"]).all() or over
        if over:
            assert reward == rewards(env._games.state(0))[info["seat"]]
            break
        assert reward == 0


def test_the_same_seed_is_the_same_game_and_seats_can_be_chosen() -> None:
    first, second = Env("reef", 3, opponents="random"), Env("reef", 3, opponents="random")
    one: Any = first.reset(seed=9)
    other: Any = second.reset(seed=9)
    for _ in range(scaled(30, least=5)):
        assert (one[0] == other[0]).all()
        action = int(np.flatnonzero(one[-1]["action_mask"])[-1])
        one, other = first.step(action), second.step(action)
    assert {Env("reef", 3).reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1, 2}
    assert {Env("reef", 3, seat=1).reset(seed=seed)[1]["seat"] for seed in range(4)} == {1}


def test_an_illegal_action_raises_with_the_ruling_or_loses() -> None:
    env = Env("reef", seat=0)
    env.reset(seed=1)
    for action, words in (
        (307, "start: first the start pieces are laid"),
        (9999, "9999 is no action"),
        ("x", "no action"),
    ):
        with pytest.raises(IllegalMove, match=words):
            env.step(action)
    assert not env._over
    lost = Env("reef", seat=0, illegal="lose")
    lost.reset(seed=1)
    _, reward, over, _, info = lost.step(307)
    assert (reward, over) == (-1.0, True)
    assert "start: first the start pieces are laid" in info["refused"]


def test_a_finished_or_unstarted_game_cannot_be_stepped() -> None:
    env = Env("reef", most_decisions=3)
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game has begun"):
        env.step(0)
    env.reset(seed=1)
    for at in range(3):
        _, _, over, truncated, _ = env.step(env.action_space.sample())
        assert (over, truncated) == (False, at == 2)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game is over"):
        env.step(0)


def test_two_environments_cannot_share_a_generator() -> None:
    one, other = Env("reef"), Env("reef")
    one.reset(seed=1)
    other.np_random = one.np_random
    with pytest.raises(ValueError, match="belongs to another environment"):
        other.reset()


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"opponents": ["random", "random"]}, "2 opponents for 1 seats"),
        ({"opponents": "clever"}, "there is no bot “clever”"),
        ({"seat": 2}, "seat 2 is not possible"),
        ({"shape": "graph"}, "cannot be had as “graph”"),
        ({"illegal": "ignore"}, "“ignore”"),
        ({"options": {"start": "edge"}}, "cannot be “edge”"),
    ],
)
def test_a_bad_option_says_what_there_is(wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(AtollError, match=words):
        Env("reef", **wanted)


# Many games at once


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_each_row_is_the_game_that_its_number_deals(table: Table) -> None:
    """Observation, mask, seat and reward of every row are those of a game that is played by itself."""
    number = 3
    games = Games(number, table.game, table.seats, dict(table.options), seed=50)
    setting = games.setting
    alone = [setting.new(50 + row) for row in range(number)]
    sight = Sight(setting)
    rng = atoll.Rng(1)
    dealt = number
    for _ in range(scaled(600, least=8)):
        for row, game in enumerate(alone):
            assert games.seat[row] == game.seat
            assert np.flatnonzero(games.mask[row]).tolist() == game.state.legal_moves()
            assert (games.observation[row] == sight.observation(game.state, game.seat)).all()
        actions = games.sample(rng).copy()
        acted = games.seat.copy()
        games.step(actions)
        for row, game in enumerate(alone):
            game.apply(int(actions[row]))
            assert games.finished[row] == game.over
            if game.over:
                assert games.reward[row].tolist() == rewards(game.state)
                assert (games.last[row] == sight.observation(game.state, int(acted[row]))).all()
                assert games.game[row] == dealt
                alone[row] = setting.new(50 + dealt)
                dealt += 1
            else:
                assert not games.reward[row].any()


def test_the_arrays_stay_where_they_are_and_cannot_be_written_to() -> None:
    games = Games(4, "reef")
    names = ("observation", "mask", "reward", "seat", "finished", "truncated", "last", "game", "length")
    arrays = {name: getattr(games, name) for name in names}
    rng = atoll.Rng(1)
    for _ in range(scaled(300, least=10)):
        games.step(games.sample(rng))
    games.reset(5)
    for name, array in arrays.items():
        assert getattr(games, name) is array
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_reset_deals_the_same_games_again() -> None:
    games = Games(3, "reef-encounter", seed=4)
    first = games.observation.copy()
    rng = atoll.Rng(1)
    for _ in range(30):
        games.step(games.sample(rng))
    assert (games.observation != first).any()
    games.reset()
    assert (games.observation == first).all()
    assert (games.mask.sum(axis=1) == [len(games.state(row).legal()) for row in range(3)]).all()


def test_bots_have_all_seats_but_one_which_goes_round() -> None:
    games = Games(6, "reef", 3, opponents=["random", "careless"], most_decisions=6)
    rng = atoll.Rng(1)
    assert games.learner.tolist() == [0, 1, 2, 0, 1, 2]
    for _ in range(20):
        assert (games.seat == games.learner).all()
        games.step(games.sample(rng))
        assert (games.learner == games.game % 3).all()
    assert (games.game >= 6).any()


def test_one_illegal_action_stops_the_whole_step() -> None:
    games = Games(3, "reef")
    before = games.observation.copy()
    actions = games.sample(atoll.Rng(1)).copy()
    actions[1] = 307
    with pytest.raises(IllegalMove, match=r"game 1: action 307 .* start: first the start pieces are laid"):
        games.step(actions)
    assert (games.observation == before).all()
    for wrong in ([0, 0], [0.5, 0.5, 0.5], [[0, 0, 0]]):
        with pytest.raises(ValueError, match="a step takes 3 whole numbers"):
            games.step(wrong)
    with pytest.raises(AtollError, match="at least one"):
        Games(0, "reef")


def test_the_vector_environment_is_what_gymnasium_makes_of_the_name() -> None:
    env = gymnasium.make_vec(
        "atoll/Reef-v0", num_envs=5, vectorization_mode="vector_entry_point", opponents="random", most_decisions=40
    )
    plain = env.unwrapped
    assert isinstance(plain, VectorEnv)
    seen, info = env.reset(seed=3)
    assert (seen[2] == Games(5, "reef", seed=3, opponents="random").observation[2]).all()
    ended = 0
    for _ in range(scaled(100, least=10)):
        assert env.observation_space.contains(seen)
        assert info["action_mask"].any(axis=1).all()
        seen, reward, terminated, truncated, info = env.step(plain.sample())
        assert reward.shape == (5,)
        for row in np.flatnonzero(terminated | truncated):
            ended += 1
            assert info["_final_obs"][row]
            assert plain.setting.named(info["final_obs"][row])["phase"].sum() == 1
            assert (reward[row] != 0) <= terminated[row]
        assert not reward[~terminated].any()
    assert ended or scaled(100, least=10) == 10


def test_without_opponents_every_seat_is_asked_and_whoever_acts_is_rewarded() -> None:
    env = VectorEnv(4, "reef", shape="dict")
    seen, info = env.reset(seed=1)
    assert seen["board"].shape == (4, *Setting("reef").board)
    seats = set()
    for _ in range(scaled(400, least=20)):
        acted = info["seat"].copy()
        seats |= set(acted.tolist())
        seen, reward, terminated, _, info = env.step(env.sample())
        for row in np.flatnonzero(terminated):
            assert reward[row] == info["rewards"][row, acted[row]]
            assert info["rewards"][row].sum() == 0
    assert seats == {0, 1}
