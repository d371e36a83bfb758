"""Learning by playing: MaskablePPO of sb3-contrib against the random player.

pip install 'atoll[gym]' sb3-contrib
python examples/masked_ppo.py 200000 200

The first number is how many decisions it learns from, the second how many games it plays then, to see how well it does.
"""

import sys
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import atoll.envs.gym  # noqa: F401 (registers the environments)
from atoll.arena import interval


class Scaled(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Numbers from 0 to 1, which nets like better."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.plain = env.unwrapped
        self.observation_space = gymnasium.spaces.Box(0, 1, env.observation_space.shape, np.float32)

    def observation(self, observation: np.ndarray) -> np.ndarray:
        return (observation / self.plain.setting.most).astype(np.float32)

    def action_masks(self) -> np.ndarray:
        return self.plain.action_masks()


def wins_of(agent: MaskablePPO, env: Any, games: int) -> float:
    wins = 0.0
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            action, _ = agent.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, over, _, _ = env.step(action)
        wins += (reward + 1) / 2
    return wins


def main(decisions: int, games: int) -> None:
    env = Scaled(gymnasium.make("atoll/Reef-v0", opponents="random"))
    agent = MaskablePPO("MlpPolicy", env, gamma=1.0, n_steps=2048, ent_coef=0.01, seed=1, device="cpu")
    agent.learn(decisions)
    wins = wins_of(agent, env, games)
    low, high = interval(wins, games)
    print(f"against the random player it wins {wins / games:.0%} of {games} games [{low:.0%}, {high:.0%}]")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
