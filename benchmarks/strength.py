"""How strong the bots are: matches with their seeds, shares of wins, 95 % intervals and processor times.

    python -m benchmarks.strength               every match, up to its number of games
    python -m benchmarks.strength base reef     some of them
    python -m benchmarks.strength --games 40    fewer games each
    python -m benchmarks.strength levels        every level against the next lower one, in every game

Every deal is played once from each seat. A match ends early where the share is above or below what is asked beyond
doubt (who looks after every game needs more than the 95 % interval for that), or within it where a level shall be
neither too strong nor too weak. Games are kept as they are played, so that a
match goes on where it was left. What is measured is added to strength.txt. The matches against tree searches are
at equal time, so that how their games go depends on the machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from dataclasses import asdict, dataclass
from itertools import chain, pairwise
from pathlib import Path

from atoll import new
from atoll.arena.match import Match, Result, Summary, game_seed, interval, play_many
from atoll.bots import CHARACTERS, LEVELS
from atoll.cli.progress import progress
from atoll.version import __version__

TOLD = Path(__file__).parent / "strength.txt"
SEED = 2026
SURE = 2.575829  # of 99 %


@dataclass(frozen=True)
class Asked:
    """A match, and the share of wins that is asked of its first player."""

    title: str
    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    share: float
    games: int = 400
    most: float = 1.0

    def told(self, summary: Summary) -> bool:
        """Whether it is beyond doubt that the first player has the share that is asked, or has not."""
        low, high = interval(summary.wins[0], summary.games, SURE)
        within = low > self.share and (self.most == 1 or high < self.most)
        return within or high < self.share or low > self.most


OLD = "searching:plans=8:deals=2:turns=7"  # with these parameters it was the strongest before
# Tree searches, with at least the processor time that the strongest bot takes for a turn: the best of a few tried.
LONG = "seconds=0.16:uct_c=0.2:rollout=0:greedy=no"
SHORT = "seconds=0.09:uct_c=0.3:rollout=0:greedy=no"
BEST = "orca"
GAMES: dict[str, tuple[str, str, tuple[tuple[str, str], ...]]] = {
    "base": ("Reef Encounter", "reef-encounter", ()),
    "expansion": ("Second Kind", "reef-encounter", (("expansion", "yes"),)),
    "reef": ("Reef", "reef", ()),
}


def between(name: str, players: tuple[str, ...], share: float, most: float = 1.0) -> Asked:
    title, game, options = GAMES[name]
    return Asked(f"{title}, {len(players)} players", game, options, players, share, most=most)


def ladder(name: str) -> dict[str, Asked]:
    """Every level against the next lower one, and the characters against the level below theirs."""
    steps = [*pairwise(LEVELS), *((list(LEVELS)[-3], character) for character in CHARACTERS)]
    return {f"{name}-{higher}": between(name, (higher, lower), 0.65, 0.85) for lower, higher in steps}


MATCHES = {
    "base": between("base", (BEST, OLD), 0.80),
    "reef": between("reef", (BEST, OLD), 0.65),
    "expansion": between("expansion", (BEST, OLD), 0.75),
    "base4": between("base", (BEST, OLD, OLD, OLD), 0.40),
    "reef4": between("reef", (BEST, OLD, OLD, OLD), 0.40),
    "expansion4": between("expansion", (BEST, OLD, OLD, OLD), 0.40),
    "base3": between("base", (BEST, OLD, OLD), 0.45),
    "reef3": between("reef", (BEST, OLD, OLD), 0.45),
    "expansion3": between("expansion", (BEST, OLD, OLD), 0.45),
    "greedy": between("base", (BEST, "greedy"), 0.98),
    "greedy-reef": between("reef", (BEST, "greedy"), 0.98),
    "greedy-expansion": between("expansion", (BEST, "greedy"), 0.98),
    "mcts": between("base", (BEST, f"mcts:{LONG}"), 0.90),
    "ismcts": between("base", (BEST, f"ismcts:{LONG}"), 0.90),
    "mcts-reef": between("reef", (BEST, f"mcts:{SHORT}"), 0.90),
    "ismcts-reef": between("reef", (BEST, f"ismcts:{SHORT}"), 0.90),
}
LADDERS = {name: asked for game in GAMES for name, asked in ladder(game).items()}


def kept(asked: Asked, folder: Path) -> Path:
    """Where the games of a match are kept, so that it can go on where it was left; with other nets or levels it is
    another match."""
    lore = new(asked.game, len(asked.players), dict(asked.options), 0).state.lore()
    learned = [file.read_bytes() for file in sorted(lore.folder.glob("*"))] if lore else []
    words = f"{asked.game} {asked.options} {asked.players} {SEED} {__version__}".encode()
    return folder / f"{hashlib.sha256(b''.join([words, *learned])).hexdigest()[:12]}.jsonl"


def play(asked: Asked, games: int, processes: int, folder: Path) -> Summary:
    match = Match(asked.game, asked.players, dict(asked.options), SEED, paired=True)
    summary = Summary(asked.players)
    file = kept(asked, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    before = [Result(**json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []
    fresh = play_many(match, games, processes, {result.number for result in before})
    with file.open("a") as notes:
        for result in progress(chain(before, fresh), games, "games"):
            if result not in before:
                notes.write(json.dumps(asdict(result)) + "\n")
                notes.flush()
            summary.add(result)
            if summary.games % len(asked.players) == 0 and summary.games >= 20 and asked.told(summary):
                break
    return summary


def told(asked: Asked, summary: Summary) -> str:
    games = summary.games
    low, high = interval(summary.wins[0], games)
    first, second = (sum(summary.seconds[player]) / max(1, len(summary.seconds[player])) for player in (0, 1))
    wanted = f"{100 * asked.share:.0f}" + (f" to {100 * asked.most:.0f}" if asked.most < 1 else "")
    against = asked.players[1] if len(asked.players) == 2 else f"{len(asked.players) - 1} {asked.players[1]}"
    return (
        f"{asked.title}: {asked.players[0]} against {against}: {summary.wins[0]:g} of {games} games, "
        f"{100 * summary.wins[0] / games:.1f} % [{100 * low:.1f}, {100 * high:.1f}], asked {wanted} %; "
        f"ms a turn {1000 * first:.0f} and {1000 * second:.0f}, "
        f"95 % of turns within {summary.slowest(0, 0.95):.2f} and {summary.slowest(1, 0.95):.2f} s; "
        f"seeds from {game_seed(SEED, 0)}, atoll {__version__}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="How strong the bots are.")
    parser.add_argument("matches", nargs="*", metavar="MATCH", help="which matches (all)")
    parser.add_argument("--games", type=int, help="at most so many games each")
    parser.add_argument(
        "--keep", type=Path, default=Path("build/strength"), help="where games are kept (build/strength)"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    wish = parser.parse_args()
    known = MATCHES | LADDERS
    names = [one for name in wish.matches or MATCHES for one in (LADDERS if name == "levels" else [name])]
    for name in names:
        if name not in known:
            parser.error(f"there is no match {name}; there is: levels, {', '.join(known)}")
    for name in names:
        asked = known[name]
        line = told(asked, play(asked, wish.games or asked.games, wish.processes, wish.keep))
        print(line, flush=True)
        with TOLD.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


if __name__ == "__main__":
    main()
