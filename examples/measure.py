"""Which setting of a bot is stronger? A tournament from Python, on all cores, that anyone can repeat.

python examples/measure.py reef 20 careless:careful=0 careless:careful=6 careless:careful=12
"""

import os
import sys

from atoll.arena import Match, Summary, interval, play_many


def main(game: str, games: int, *players: str) -> None:
    for player in players:
        summary = Summary((player, "greedy"))
        for result in play_many(Match(game, summary.players, {}, seed=7), games, os.cpu_count() or 1):
            summary.add(result)
        low, high = interval(summary.wins[0], games)
        print(f"{player:30} wins {summary.wins[0]:5.1f} of {games} against greedy [{low:.0%} to {high:.0%}]")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
