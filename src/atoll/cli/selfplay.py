"""`atoll selfplay`: many games between bots."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from atoll.arena.match import Match, Summary, game_seed, interval, play_many
from atoll.bots import named, players
from atoll.cli import options_of, place_of
from atoll.cli.progress import progress, table
from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.games import kind


def run_selfplay(asked: argparse.Namespace, language: str) -> int:
    names = players(asked.players)
    for name in names:
        named(name)
    rules = kind(asked.game)
    options = rules.complete_options(options_of(asked.option))
    if len(names) not in rules.seat_numbers:
        raise AtollError(Message("game.seats", {"seats": len(names), "known": list(rules.seat_numbers)}))
    if asked.games < 1:
        raise AtollError(Message("cli.games"))
    if asked.record:
        Path(asked.record).mkdir(parents=True, exist_ok=True)
    match = Match(asked.game, names, options, asked.seed, asked.record, asked.paired)
    summary = Summary(names)
    with place_of(asked, asked.games) as where:
        start = time.monotonic()
        for result in progress(play_many(match, asked.games, where), asked.games, "games"):
            summary.add(result)
            if asked.clear is not None and summary.games % len(names) == 0 and summary.clear_of(asked.clear / 100):
                break
        seconds = time.monotonic() - start
    print(report(summary, seconds, language))
    last = (asked.games - 1) // len(names) if asked.paired else asked.games - 1
    seeds = f"{game_seed(asked.seed, 0)} … {game_seed(asked.seed, last)}"
    print(Message("selfplay.seeds", {"seeds": seeds}).text(language))
    if asked.record:
        print(Message("selfplay.records", {"folder": asked.record}).text(language))
    return 0


def report(summary: Summary, seconds: float, language: str) -> str:
    """The table of results."""
    games = summary.games
    heads = [
        Message(f"selfplay.{name}").text(language)
        for name in ("player", "wins", "share", "score", "place", "time", "slow")
    ]
    rows = [heads]
    for player, name in enumerate(summary.players):
        low, high = interval(summary.wins[player], games)
        rows.append(
            [
                f"{player + 1} {name}",
                f"{summary.wins[player]:.1f}",
                f"{100 * summary.wins[player] / games:.1f} % [{100 * low:.1f}, {100 * high:.1f}]",
                f"{summary.scores[player] / games:.1f}",
                f"{summary.places[player] / games:.2f}",
                f"{sum(summary.seconds[player]) / games:.2f}",
                f"{summary.slowest(player, 0.95):.2f}",
            ]
        )
    ends = ", ".join(f"{Message(key).text(language)} ({number})" for key, number in summary.ends.most_common())
    values = {
        "games": games,
        "decisions": f"{summary.decisions / games:.0f}",
        "ends": ends,
        "rate": f"{games / seconds:.1f}",
    }
    return f"{table(rows)}\n\n{Message('selfplay.summary', values).text(language)}"
