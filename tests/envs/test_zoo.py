"""The PettingZoo environments: PettingZoo's own tests, the games as they are played elsewhere, and wrong use."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # where pygame is installed, PettingZoo warns of itself
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )
from pettingzoo.utils import parallel_to_aec  # noqa: E402

import atoll  # noqa: E402
from atoll.core.errors import AtollError  # noqa: E402
from atoll.core.state import IllegalMove  # noqa: E402
from atoll.envs import aec  # noqa: E402
from tests.walk import scaled  # noqa: E402

VERSIONS = [import_module(f"atoll.envs.{name}") for name in aec.VERSIONS]
every_version = pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.__name__.split(".")[-1])
# PettingZoo says these of every environment whose observation is a dict, but for those of a list of its own names.
DICTS = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
]
of_dicts = [pytest.mark.filterwarnings(words) for words in DICTS]


@pytest.fixture(autouse=True)
def _same_choices() -> None:
    random.seed(1)
    np.random.seed(1)


def marked(test: Any) -> Any:
    for mark in of_dicts:
        test = mark(test)
    return test


@marked
@every_version
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_passes_the_api_test_of_pettingzoo(version: Any, seats: int) -> None:
    api_test(version.env(seats=seats), num_cycles=scaled(200, least=10))


@every_version
def test_it_passes_the_seed_test_of_pettingzoo(version: Any) -> None:
    seed_test(version.env, num_cycles=scaled(200, least=10))
    parallel_seed_test(version.parallel_env, num_cycles=scaled(100, least=5))


@every_version
def test_it_passes_the_render_test_of_pettingzoo(version: Any) -> None:
    pytest.importorskip("PIL")
    render_test(version.env)


@marked
@every_version
def test_it_passes_the_tests_of_pettingzoo_for_parallel_environments(version: Any) -> None:
    parallel_api_test(version.parallel_env(), num_cycles=scaled(200, least=10))
    both = SimpleNamespace(
        parallel_env=version.parallel_env, env=lambda **wanted: parallel_to_aec(version.parallel_env(**wanted))
    )
    max_cycles_test(both)


@every_version
def test_the_registry_of_pettingzoo_knows_it_by_its_version(version: Any) -> None:
    name = version.VERSION.name
    env = pettingzoo.make("aec", f"atoll/{name}", seats=3)
    assert str(env) == name
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert pettingzoo.make("parallel", f"atoll/{name}").metadata["name"] == name


def decisions(env: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    for agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            yield agent, seen


@every_version
def test_a_game_is_the_one_that_its_seed_deals(version: Any) -> None:
    env = version.env(seats=3)
    env.reset(seed=11)
    table = env.unwrapped.table
    game = table.setting.new(11)
    rng = atoll.Rng(5)
    for agent, seen in decisions(env):
        assert agent == f"player_{game.seat}"
        assert np.flatnonzero(seen["action_mask"]).tolist() == game.state.legal_moves()
        assert table.state.key() == game.state.key()
        move = game.legal().sample(rng)
        game.apply(move)
        env.step(move)
        if len(game.log) > scaled(20_000, least=200):
            return
    assert game.over
    brought = env.unwrapped._cumulative_rewards
    assert not env.agents
    assert brought == {}


def test_the_rewards_of_a_game_are_won_and_lost_between_the_seats() -> None:
    env = aec.env(game="reef", seats=4)
    rng = atoll.Rng(3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=3)
    for agent in env.agent_iter():
        _, reward, over, _, _ = env.last()
        total[agent] += reward
        env.step(None if over else env.unwrapped.table.state.legal().sample(rng))
    winners = env.unwrapped.table.state.winners()
    assert sum(total.values()) == pytest.approx(0)
    assert {int(agent[-1]) for agent, brought in total.items() if brought == max(total.values())} == set(winners)
    assert max(total.values()) <= 1


def test_who_waits_has_nothing_to_do_and_sees_its_own_side() -> None:
    env = aec.env(game="reef-encounter", seats=2)
    env.reset(seed=1)
    mine, theirs = env.observe("player_0"), env.observe("player_1")
    assert mine["action_mask"].any()
    assert not theirs["action_mask"].any()
    setting = env.unwrapped.table.setting
    hands = [setting.named(seen["observation"])["behind"][0] for seen in (mine, theirs)]
    hidden = [setting.named(seen["observation"])["behind"][1] for seen in (mine, theirs)]
    assert all(hand.any() for hand in hands)
    assert not any(hand.any() for hand in hidden)


def test_a_sample_without_a_mask_is_legal() -> None:
    env = aec.env(game="reef-encounter")
    env.reset(seed=2)
    for agent, seen in decisions(env):
        action = env.action_space(agent).sample()
        assert seen["action_mask"][action]
        env.step(action)
        if env.unwrapped._decisions == 50:
            return


def test_after_so_many_cycles_a_game_is_truncated() -> None:
    env = aec.env(game="reef", seats=2, max_cycles=5)
    env.reset(seed=1)
    number = 0
    for agent, _ in decisions(env):
        env.step(env.action_space(agent).sample())
        number += 1
    assert number == 10


@pytest.mark.parametrize("action", [307, 308, -1, None, "fish", 1.5])
def test_an_illegal_action_raises_with_the_ruling_and_changes_nothing(action: Any) -> None:
    env = aec.env(game="reef")
    env.reset(seed=1)
    before = env.unwrapped.table.state.key()
    words = "start: first the start pieces are laid" if action == 307 else "is no action: they are the whole numbers"
    with pytest.raises(IllegalMove, match=words):
        env.step(action)
    assert env.unwrapped.table.state.key() == before
    both = aec.parallel_env(game="reef")
    both.reset(seed=1)
    with pytest.raises(ValueError, match=words):
        both.step({"player_0": action})


def test_a_finished_or_unstarted_game_cannot_be_stepped() -> None:
    env = aec.raw_env(game="reef", max_cycles=1)
    with pytest.raises(ValueError, match="no game has begun"):
        env.step(0)
    env.reset(seed=1)
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        if truncated:
            with pytest.raises(ValueError, match="only valid action is None"):
                env.step(0)
        env.step(None if terminated or truncated else env.action_space(agent).sample())
    with pytest.raises(ValueError, match="the game is over"):
        env.step(0)


def test_two_environments_cannot_share_a_generator() -> None:
    one, other = aec.raw_env(game="reef"), aec.raw_env(game="reef")
    rng = atoll.Rng(1)
    one.reset(seed=rng)
    one.reset(seed=rng)
    with pytest.raises(ValueError, match="belongs to another environment"):
        other.reset(seed=rng)
    other.reset(seed=rng.split())


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"render_mode": "svg"}, "render mode “svg” is not possible"),
        ({"seats": 7}, "7 seats are not possible"),
        ({"start": "edge"}, "cannot be “edge”"),
        ({"depth": "3"}, "there is no option “depth”"),
    ],
)
def test_a_bad_option_says_what_there_is(wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(AtollError, match=words):
        import_module("atoll.envs.reef_v0").env(**wanted)


def test_a_picture_shows_the_colours_of_the_drawing() -> None:
    pytest.importorskip("PIL")
    env = aec.raw_env(game="reef-encounter", render_mode="rgb_array")
    env.reset(seed=3)
    image = env.render()
    assert image.shape[2] == 3
    colours = {tuple(pixel) for pixel in image.reshape(-1, 3)[::7]}
    assert (255, 135, 0) in colours  # orange polyps, number 208 of a terminal's colours
    assert len(colours) > 6


def test_the_same_environment_can_be_made_again_from_a_pickle() -> None:
    import pickle

    env = pickle.loads(pickle.dumps(aec.raw_env(game="reef", seats=3)))
    assert env.table.setting.seats == 3
