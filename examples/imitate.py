"""From records to a player: a net of scikit-learn learns what a bot does, and plays against the random one.

python examples/imitate.py 400 400

That is: 400 games of Reef between two greedy bots are recorded, as `atoll selfplay --record` does; they become a
training set; a small net learns to choose the bot's move from what its seat saw; then it plays 400 games as a Gymnasium
environment, many of them at once. What it sees are the numbers of an observation, nothing else.
"""

import sys
import tempfile

import numpy as np
from sklearn.neural_network import MLPClassifier

from atoll.arena import Match, interval, play_many
from atoll.envs import dataset
from atoll.envs.gym import VectorEnv

EPOCHS = 30


def examples(games: int) -> tuple[np.ndarray, np.ndarray]:
    """What winners saw, and what they did."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in play_many(Match("reef", ("greedy", "greedy"), {}, seed=1, record=folder), games, processes=1):
            pass
        pieces = list(dataset.rows(dataset.records(folder)))
    won = np.concatenate([piece["reward"] > 0 for piece in pieces])
    seen = np.concatenate([piece["observation"] for piece in pieces])[won]
    done = np.concatenate([piece["action"] for piece in pieces])[won]
    return seen, done


def scaled(env: VectorEnv, seen: np.ndarray) -> np.ndarray:
    """Numbers from 0 to 1."""
    return seen.astype(np.float32) / env.setting.most


def play(env: VectorEnv, net: MLPClassifier, games: int) -> tuple[float, int]:
    """The likeliest of the legal moves, each time: the share of wins in so many games, a tie counting half."""
    seen, info = env.reset(seed=1)
    wins, played = 0.0, 0
    while played < games:
        chances = np.full(info["action_mask"].shape, 1e-9)
        chances[:, net.classes_] += net.predict_proba(scaled(env, seen))
        chances[~info["action_mask"]] = 0
        seen, reward, over, _, info = env.step(chances.argmax(axis=1))
        wins += float((reward[over] + 1).sum() / 2)
        played += int(over.sum())
    return wins, played


def main(games: int, matches: int) -> None:
    env = VectorEnv(min(64, matches), "reef", opponents="random")
    seen, done = examples(games)
    print(f"{len(done)} decisions of winners in {games} games")
    net = MLPClassifier((64,), random_state=1)
    for _ in range(EPOCHS):
        net.partial_fit(scaled(env, seen), done, classes=np.unique(done))
    wins, played = play(env, net, matches)
    low, high = interval(wins, played)
    print(f"against the random player it wins {wins / played:.0%} of {played} games [{low:.0%}, {high:.0%}]")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
