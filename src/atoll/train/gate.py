"""A match decides whether a net is kept: the same bot with the one and with the other, every deal from each seat."""

from __future__ import annotations

from collections.abc import Iterator

from atoll.arena.match import Match, Summary, play_many
from atoll.arena.spread import Place
from atoll.core.kind import Options
from atoll.train.task import Task


def challenge(
    task: Task, bot: str, nets: tuple[str, str], games: int, seed: int, where: int | Place
) -> Iterator[Summary]:
    """Play the nets against each other, the first one in one seat and the second in all others: the summary after each
    game, until the first is better or worse than its fair share beyond doubt."""
    options: Options = dict(task.options)
    challenger, champion = (f"{bot}:net={net}" if net else bot for net in nets)
    match = Match(task.game, (challenger, *[champion] * (task.seats - 1)), options, seed, paired=True)
    summary = Summary(match.players)
    for result in play_many(match, games, where):
        summary.add(result)
        yield summary
        if summary.games % task.seats == 0 and summary.games >= 20 and summary.clear_of(1 / task.seats):
            return
