"""A set of facts as it is shown: shares with their intervals, means, sizes in order. The page only draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from atoll.arena.match import interval
from atoll.core.kind import Kind
from atoll.core.messages import Message
from atoll.study.counts import Counts

_ABOUT = ("options", "seats", "players", "seed", "games", "version", "command")


def share(first: Sequence[int]) -> float:
    """Wins, where those who share a first place get a part of one: by with how many others."""
    return sum(number / sharing for sharing, number in enumerate(first, 1))


def part(number: float, of: int) -> dict[str, float]:
    """A share with its 95 % interval."""
    low, high = interval(number, of)
    return {"share": round(number / of, 5), "low": round(low, 5), "high": round(high, 5)}


def spread(sizes: Mapping[int, int]) -> dict[str, Any]:
    """How often something had which size: the mean, the middle one, and the counts in order."""
    total = sum(sizes.values())
    ordered = sorted(sizes)
    seen, middle = 0, ordered[0]
    for size in ordered:
        seen += sizes[size]
        if 2 * seen >= total:
            middle = size
            break
    return {
        "number": total,
        "mean": round(sum(size * number for size, number in sizes.items()) / total, 3),
        "middle": middle,
        "sizes": [[size, sizes[size]] for size in ordered],
    }


def rounds(turns: Mapping[int, int], seats: int) -> dict[int, int]:
    """Turns of all players together as rounds, the last one perhaps not whole."""
    out: dict[int, int] = {}
    for number, games in turns.items():
        around = -(-number // seats)
        out[around] = out.get(around, 0) + games
    return out


def shown(plain: Mapping[str, Any], language: str) -> dict[str, Any]:
    """One set for the page, how games end in words."""
    counts = Counts.read(plain["seats"], plain)
    games = counts.games
    ends = sorted(counts.ends.items(), key=lambda end: (-end[1], end[0]))
    seats = [
        part(share(first), games) | {"shared": round(sum(first[1:]) / games, 5), "score": round(score / games, 2)}
        for first, score in zip(counts.wins, counts.scores, strict=True)
    ]
    return {
        **{name: plain[name] for name in _ABOUT},
        "wins": seats,
        "ends": [{"key": key, "text": Message(key).text(language), **part(number, games)} for key, number in ends],
        "rounds": spread(rounds(counts.turns, counts.seats)),
        "decisions": spread(counts.decisions),
        "best": spread(counts.best),
        "margins": spread(counts.margins),
        "choices": {
            topic: [_chosen(what, numbers, sum(row[0] for row in chosen.values())) for what, numbers in chosen.items()]
            for topic, chosen in counts.choices.items()
        },
        "measures": {
            topic: [{"what": what} | spread(sizes) for what, sizes in measured.items()]
            for topic, measured in counts.measures.items()
        },
    }


def _chosen(what: str, numbers: Sequence[int], of: int) -> dict[str, Any]:
    times, *first = numbers
    return {"what": what, "times": times, "often": round(times / of, 5)} | part(share(first), times)


def facts_of(rules: Kind[Any], language: str) -> dict[str, Any]:
    """All sets of a game, for the page."""
    from atoll.study.facts import FILE, read_sets

    return {"game": rules.page, "sets": [shown(one, language) for one in read_sets(rules.folder / FILE)]}
