"""The games as PettingZoo environments: agents act in turn (AEC), or all at once where those who wait do nothing.

`reef_encounter_v0`, `second_kind_v0` and `reef_v0` beside this file are the games of the house by their versions; once
this is imported `pettingzoo.make("aec", "atoll/reef_v0")` knows them too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv, register
from pettingzoo.utils import wrappers

from atoll.arena.batch import rewards
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, State
from atoll.envs.setting import Setting, Sight, own
from atoll.envs.spaces import MODES, Moves, check_mode, numbers, rendered
from atoll.games import NAMES

Observation = dict[str, Any]


class Table:
    """A game between agents: what both forms of environment have in common."""

    def __init__(self, setting: Setting, render_mode: str | None) -> None:
        self.setting = setting
        self.render_mode = check_mode(render_mode)
        self.agents = [f"player_{seat}" for seat in range(setting.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        observation = spaces.Dict(
            {"observation": numbers(setting), "action_mask": spaces.Box(0, 1, (setting.moves,), np.int8)}
        )
        self.observation_spaces = dict.fromkeys(self.agents, observation)
        self.action_spaces = {agent: Moves(setting.moves) for agent in self.agents}
        self._sight = Sight(setting)
        self._nothing = np.zeros(setting.moves, np.int8)
        self._nothing.flags.writeable = False
        self._next_seed = 0
        self.state: State
        self._rng: Rng
        self._mask = self._nothing

    def deal(self, seed: int | Rng | None, owner: object) -> None:
        """A new game: from a seed, from a generator of one's own, or the game after the last one."""
        if isinstance(seed, Rng):
            own(owner, seed)
            seed = int(seed.word())
        if seed is not None:
            self._next_seed = seed
        self.state, self._rng = self.setting.deal(self._next_seed)
        self._next_seed += 1
        self._settle()

    def make(self, action: Any) -> None:
        """A move of the seat to decide; IllegalMove if it is not legal."""
        try:
            legal = action in range(self.setting.moves) and self._mask[action]
        except (TypeError, ValueError, IndexError):
            legal = False
        if not legal:
            raise self.setting.refusal(self.state, action)
        self.state.make(int(action))
        self._settle()

    def _settle(self) -> None:
        """Let chance decide, and note what is legal now."""
        state = self.state
        while state.seat == CHANCE:
            state.resolve(self._rng)
        self._mask = self._sight.mask(state)
        for seat, agent in enumerate(self.agents):
            self.action_spaces[agent].legal = self._mask if seat == state.seat else None

    def observed(self, seat: int) -> Observation:
        return {
            "observation": self._sight.observation(self.state, seat),
            "action_mask": self._mask if seat == self.state.seat else self._nothing,
        }

    def rendered(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
        return rendered(self.setting, self.state, self.render_mode)


class raw_env(AECEnv[str, Observation, int | None], EzPickle):
    """Agents `player_0`, `player_1`, … decide in turn, as often as the rules ask them.

    After `max_cycles` decisions for each agent, counted together, the game is truncated; 0 for never.
    """

    def __init__(
        self,
        game: str = NAMES[0],
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        max_cycles: int = 0,
        name: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats, options, render_mode, max_cycles, name)
        super().__init__()
        self.table = Table(Setting(game, seats, options), render_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "name": name or f"{game.replace('-', '_')}_v0",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = self.table.agents[:]
        self.agents: list[str] = []
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self._most = max_cycles * seats
        self._decisions = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | Rng | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.deal(seed, self)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self.agent_selection = self.agents[self.table.state.seat]

    def observe(self, agent: str) -> Observation:
        return self.table.observed(self.table.seat_of[agent])

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise ValueError(Message("envs.over" if self._decisions else "envs.unstarted").text())
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.make(action)
        self._decisions += 1
        state = self.table.state
        self._cumulative_rewards[agent] = 0.0
        if state.over:
            self.rewards = dict(zip(self.agents, rewards(state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            if self._decisions == self._most:
                self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[state.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self.table.rendered()

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def env(**wanted: Any) -> AECEnv[str, Observation, int | None]:
    """The environment with the checks that PettingZoo's users know; an illegal move raises and says why."""
    return wrappers.OrderEnforcingWrapper(raw_env(**wanted))


class parallel_env(ParallelEnv[str, Observation, int], EzPickle):
    """All agents act in every step, but only what the one says counts whose decision it is.

    The others' masks are all 0, and their actions, which may be left out, do nothing. After `max_cycles` steps the game
    is truncated; 0 for never.
    """

    def __init__(
        self,
        game: str = NAMES[0],
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        max_cycles: int = 0,
        name: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, seats, options, render_mode, max_cycles, name)
        self.table = Table(Setting(game, seats, options), render_mode)
        self.metadata = {
            "render_modes": list(MODES),
            "name": name or f"{game.replace('-', '_')}_v0",
            "is_parallelizable": True,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = self.table.agents[:]
        self.agents: list[str] = []
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self._most = max_cycles
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | Rng | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.deal(seed, self)
        self.agents = self.possible_agents[:]
        self._steps = 0
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        if not self.agents:
            raise ValueError(Message("envs.over" if self._steps else "envs.unstarted").text())
        agents, table = self.agents, self.table
        table.make(actions.get(agents[table.state.seat]))
        self._steps += 1
        over = table.state.over
        stopped = not over and self._steps == self._most
        brought = rewards(table.state) if over else [0.0] * len(agents)
        seen = self._observed()
        if over or stopped:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            seen,
            dict(zip(agents, brought, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, stopped),
            {agent: {} for agent in agents},
        )

    def _observed(self) -> dict[str, Observation]:
        return {agent: self.table.observed(seat) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> Any:
        return self.table.rendered()

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


@dataclass(frozen=True)
class Version:
    """A game under the name and number by which its environment is known; options are given by name."""

    name: str
    game: str
    usual: Mapping[str, str] = field(default_factory=dict)

    def env(self, **wanted: Any) -> AECEnv[str, Observation, int | None]:
        return env(**self._with_options(**wanted))

    def raw_env(self, **wanted: Any) -> raw_env:
        return raw_env(**self._with_options(**wanted))

    def parallel_env(self, **wanted: Any) -> parallel_env:
        return parallel_env(**self._with_options(**wanted))

    def _with_options(
        self, seats: int = 2, render_mode: str | None = None, max_cycles: int = 0, **options: str
    ) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": seats,
            "options": {**self.usual, **options},
            "render_mode": render_mode,
            "max_cycles": max_cycles,
            "name": self.name,
        }


VERSIONS = ("reef_encounter_v0", "second_kind_v0", "reef_v0")
for _version in VERSIONS:
    register("aec", f"atoll/{_version}", f"atoll.envs.{_version}:env")
    register("parallel", f"atoll/{_version}", f"atoll.envs.{_version}:parallel_env")
