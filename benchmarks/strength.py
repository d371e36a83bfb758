"""How strong the bots are: matches with their seeds, shares of wins, 95 % intervals and processor times.

    python -m benchmarks.strength               every match, up to its number of games
    python -m benchmarks.strength base reef     some of them
    python -m benchmarks.strength --games 40    fewer games each

Every deal is played once from each seat. A match ends early where the share is above or below what is asked beyond
doubt. What is measured is added to strength.txt. The matches against tree searches are at equal time, so that how their
games go depends on the machine.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from pathlib import Path

from atoll.arena.match import Match, Summary, game_seed, interval, play_many
from atoll.cli.progress import progress
from atoll.version import __version__

TOLD = Path(__file__).parent / "strength.txt"
SEED = 2026


@dataclass(frozen=True)
class Asked:
    """A match, and the share of wins that is asked of its first player."""

    title: str
    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    share: float
    games: int = 400


OLD = "searching:plans=8:deals=2:turns=7"  # with these parameters it was the strongest before
# Tree searches, with at least the processor time that the planning bot takes for a turn: the strongest of a few tried.
LONG = "seconds=0.16:uct_c=0.2:rollout=0:greedy=no"
SHORT = "seconds=0.09:uct_c=0.3:rollout=0:greedy=no"
MATCHES = {
    "base": Asked("Reef Encounter, 2 players", "reef-encounter", (), ("planning", OLD), 0.80),
    "reef": Asked("Reef, 2 players", "reef", (), ("planning", OLD), 0.65),
    "expansion": Asked("Second Kind, 2 players", "reef-encounter", (("expansion", "yes"),), ("planning", OLD), 0.75),
    "base4": Asked("Reef Encounter, 4 players", "reef-encounter", (), ("planning", OLD, OLD, OLD), 0.40),
    "reef4": Asked("Reef, 4 players", "reef", (), ("planning", OLD, OLD, OLD), 0.40),
    "greedy": Asked("Reef Encounter, 2 players", "reef-encounter", (), ("planning", "greedy"), 0.98),
    "greedy-reef": Asked("Reef, 2 players", "reef", (), ("planning", "greedy"), 0.98),
    "mcts": Asked("Reef Encounter, 2 players", "reef-encounter", (), ("planning", f"mcts:{LONG}"), 0.90),
    "ismcts": Asked("Reef Encounter, 2 players", "reef-encounter", (), ("planning", f"ismcts:{LONG}"), 0.90),
    "mcts-reef": Asked("Reef, 2 players", "reef", (), ("planning", f"mcts:{SHORT}"), 0.90),
    "ismcts-reef": Asked("Reef, 2 players", "reef", (), ("planning", f"ismcts:{SHORT}"), 0.90),
}


def play(asked: Asked, games: int, processes: int) -> Summary:
    match = Match(asked.game, asked.players, dict(asked.options), SEED, paired=True)
    summary = Summary(asked.players)
    for result in progress(play_many(match, games, processes), games, "games"):
        summary.add(result)
        if summary.games % len(asked.players) == 0 and summary.games >= 20 and summary.clear_of(asked.share):
            break
    return summary


def told(asked: Asked, summary: Summary) -> str:
    games = summary.games
    low, high = interval(summary.wins[0], games)
    first, second = (sum(summary.seconds[player]) / max(1, len(summary.seconds[player])) for player in (0, 1))
    against = asked.players[1] if len(asked.players) == 2 else f"{len(asked.players) - 1} {asked.players[1]}"
    return (
        f"{asked.title}: {asked.players[0]} against {against}: {summary.wins[0]:g} of {games} games, "
        f"{100 * summary.wins[0] / games:.1f} % [{100 * low:.1f}, {100 * high:.1f}], asked {100 * asked.share:.0f} %; "
        f"ms a turn {1000 * first:.0f} and {1000 * second:.0f}, "
        f"95 % of turns within {summary.slowest(0, 0.95):.2f} and {summary.slowest(1, 0.95):.2f} s; "
        f"seeds from {game_seed(SEED, 0)}, atoll {__version__}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the bots are.")
    parser.add_argument("matches", nargs="*", metavar="MATCH", help="which matches (all)")
    parser.add_argument("--games", type=int, help="at most so many games each")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wish = parser.parse_args()
    for name in wish.matches:
        if name not in MATCHES:
            parser.error(f"there is no match {name}; there is: {', '.join(MATCHES)}")
    for name in wish.matches or MATCHES:
        asked = MATCHES[name]
        line = told(asked, play(asked, wish.games or asked.games, wish.processes))
        print(line, flush=True)
        with TOLD.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


if __name__ == "__main__":
    main()
