"""The games as Gymnasium environments: one seat is the agent's, bots have the others.

`gymnasium.make("atoll/Reef-v0", opponents="greedy")` after importing this module, or `"atoll.envs.gym:atoll/Reef-v0"`
without; `gymnasium.make_vec` gives the vectorised form, which steps many games in compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from atoll.bots import Bot
from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.envs.games import Games
from atoll.envs.setting import Setting, own
from atoll.envs.spaces import MODES, Moves, check_mode, rendered, shaped, space
from atoll.games import NAMES

Opponents = str | Bot | Sequence[str | Bot]
ILLEGAL = ("raise", "lose")


class Env(gymnasium.Env[Any, Any]):
    """A game against bots, by name and parameters, from a file, or as they are; one bot stands for all other seats.

    `seat` is the agent's, from 0; without it one is drawn for every game. Observations are a
    vector, or with `shape="dict"` the planes of the board and a vector of the rest. The mask of legal moves is in the
    info, and `action_masks()` gives it to sb3-contrib. The reward comes at the end: 1 for the only winner. An illegal
    action raises IllegalMove; with `illegal="lose"` it ends the game, with -1, and the info says why.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 (Gymnasium's own annotation)

    def __init__(
        self,
        game: str = NAMES[0],
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        opponents: Opponents = "random",
        seat: int | None = None,
        shape: str = "vector",
        render_mode: str | None = None,
        most_decisions: int = 0,
        illegal: str = "raise",
    ) -> None:
        if illegal not in ILLEGAL:
            raise AtollError(Message("envs.illegal", {"illegal": illegal, "known": list(ILLEGAL)}))
        self._loses = illegal == "lose"
        self.setting = Setting(game, seats, options)
        self.render_mode = check_mode(render_mode)
        self.shape = shape
        self.observation_space = space(self.setting, shape)
        self._moves = Moves(self.setting.moves)
        self.action_space = self._moves
        self._seat = seat
        self._games = Games(
            1, game, seats, options, opponents=opponents, most_decisions=most_decisions, seat=seat, lasting=True
        )
        self._begun = self._over = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        own(self, self.np_random)
        seat = int(self.np_random.integers(self.setting.seats)) if self._seat is None else self._seat
        self._games.reset(int(self.np_random.integers(2**62)), seat)
        self._begun, self._over = True, False
        if self.render_mode == "human":
            self.render()
        return self._seen(self._games.observation[0]), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._over or not self._begun:
            raise gymnasium.error.ResetNeeded(Message("envs.over" if self._over else "envs.unstarted").text())
        games = self._games
        number = int(action) if isinstance(action, (int, np.integer, np.ndarray)) and np.ndim(action) == 0 else -1
        if not 0 <= number < self.setting.moves or not games.mask[0, number]:
            refusal = self.setting.refusal(games.state(0), action)
            if not self._loses:
                raise refusal
            self._over = True
            return self._seen(games.observation[0]), -1.0, True, False, {**self._info(), "refused": str(refusal)}
        games.step(np.array([number]))
        self._over = bool(games.finished[0])
        truncated = bool(games.truncated[0])
        seen = games.last[0] if self._over else games.observation[0]
        reward = float(games.reward[0, games.learner[0]])
        if self.render_mode == "human":
            self.render()
        return self._seen(seen), reward, self._over and not truncated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, as sb3-contrib's maskable agents ask for them."""
        return self._games.mask[0].copy()

    def _seen(self, observation: NDArray[np.uint8]) -> Any:
        return shaped(self.setting, observation.copy(), self.shape)

    def _info(self) -> dict[str, Any]:
        mask = self._games.mask[0].astype(np.int8)
        if self._over:
            mask[:] = 0
        self._moves.legal = None if self._over else mask
        return {"action_mask": mask, "seat": int(self._games.learner[0])}

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
        return rendered(self.setting, self._games.state(0), self.render_mode)


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games at once, stepped in compiled code: one call of Python for all of them.

    A game that ends is followed by another in the same step; what it looked like at its end is in `final_obs` of the
    infos. With opponents it is what `Env` is, many times, but that the agent's seat goes round where none is named.
    Without, every decision of every seat is asked for: `seat` of the infos says whose, a reward is for the seat that
    acted, and `rewards` of the infos has them all. Arrays are filled in place from step to step, and cannot be written
    to; copy what shall stay.
    """

    metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        game: str = NAMES[0],
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        opponents: Opponents | None = None,
        seat: int | None = None,
        shape: str = "vector",
        most_decisions: int = 0,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise AtollError(Message("envs.render", {"mode": render_mode, "known": ["None"]}))
        self.games = Games(
            num_envs, game, seats, options, opponents=opponents, most_decisions=most_decisions, seat=seat
        )
        setting = self.games.setting
        self.setting = setting
        self.num_envs = num_envs
        self.shape = shape
        self.single_observation_space = space(setting, shape)
        self.single_action_space = Moves(setting.moves)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._observation = shaped(setting, self.games.observation, shape)
        self._last = shaped(setting, self.games.last, shape)
        self._alone = opponents is not None
        self._rows = np.arange(num_envs)
        self._chance = Rng(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal all games: row `n` plays the deal of `atoll.new(..., seed + n)` if a seed is given."""
        super().reset(seed=seed)
        own(self, self.np_random)
        self._chance = Rng(int(self.np_random.integers(2**62)))
        self.games.reset(int(self.np_random.integers(2**62)) if seed is None else seed)
        return self._observation, self._info()

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Any]:
        games = self.games
        acted = (games.learner if self._alone else games.seat).copy()
        games.step(actions)
        info = self._info()
        truncated = games.truncated
        if games.finished.any():
            info["final_obs"] = self._last
            info["_final_obs"] = games.finished
            info["length"] = games.length
        return self._observation, games.reward[self._rows, acted], games.finished & ~truncated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves of all games."""
        return self.games.mask

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely."""
        return self.games.sample(self._chance)

    def _info(self) -> dict[str, Any]:
        games = self.games
        return {"action_mask": games.mask, "seat": games.seat, "rewards": games.reward}


IDS: dict[str, dict[str, Any]] = {
    "atoll/ReefEncounter-v0": {"game": "reef-encounter"},
    "atoll/SecondKind-v0": {"game": "reef-encounter", "options": {"expansion": "yes"}},
    "atoll/Reef-v0": {"game": "reef"},
}
for _id, _wanted in IDS.items():
    gymnasium.register(
        _id,
        entry_point="atoll.envs.gym:Env",
        vector_entry_point="atoll.envs.gym:VectorEnv",
        kwargs=_wanted,
        disable_env_checker=True,
    )
