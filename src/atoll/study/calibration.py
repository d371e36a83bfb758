"""Whether chances come true: measured on games that nobody learned from.

Bots play; what is judged at the turns of their games is put beside how these ended. The turns of one game all end
alike, so it is games that count: they are what is left out, drawn again and split into halves.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atoll.arena.match import Player
from atoll.bots import named
from atoll.bots.named import planner
from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.study.analysis import SEED, decided
from atoll.study.chances import AS_JUDGED, judged, sharpened

BINS = 10
HELD_OUT = 9_000_000  # no game with this seed or a higher one is learned from
SHARPNESSES = range(20, 401, 2)
DRAWN_AGAIN = 200  # times that the games are drawn anew for an interval
LEAST = 1e-4  # a chance of which nothing is lost by taking it as large as that


@dataclass(frozen=True)
class Judged:
    """A game: what was judged at each of its turns, and what became of it, seat by seat."""

    shares: list[list[float]]
    final: list[float]


@dataclass(frozen=True)
class Bin:
    """Chances of about the same size, and how often they came true."""

    said: float
    came: float
    weight: float  # of all chances, how many are here
    low: float  # the 95 % interval of `came`
    high: float


def played(game: Game, bot: str, every: int = 1, first: int = 0) -> Judged:
    """Let a bot play a game against itself, and judge its turns, or one of so many."""
    players = [Player(named(bot)) for _ in range(game.seats)]
    chance = game.rng
    assert chance is not None
    streams = [chance.split() for _ in players]
    while not game.over:
        game.apply(players[game.seat].decide(game, streams[game.seat]))
    judging = planner(bot, game.state)
    shares = []
    for line, steps in decided(game)[first::every]:
        before = steps[0].before
        found = judged(before, judging.judge(before), Rng(SEED * 1_000_003 + line))
        shares.append([round(share, 5) for share in found])
    winners = game.state.winners()
    return Judged(shares, [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)])


def pairs(games: Sequence[Judged], sharpness: int = AS_JUDGED) -> Iterator[tuple[float, float]]:
    """Every chance that was told, with what became of it."""
    for game in games:
        for shares in game.shares:
            yield from zip(sharpened(shares, sharpness), game.final, strict=True)


def surprise(games: Sequence[Judged], sharpness: int) -> float:
    """How much the ends surprise who believes the chances: the mean logarithmic loss."""
    total, number = 0.0, 0
    for said, came in pairs(games, sharpness):
        total -= came * math.log(max(said, LEAST))
        number += 1
    return total / max(1, number)


def fitted(games: Sequence[Judged]) -> int:
    """The sharpness with which the ends surprise least."""
    low, high = 0, len(SHARPNESSES) - 1
    known: dict[int, float] = {}

    def loss(at: int) -> float:
        if at not in known:
            known[at] = surprise(games, SHARPNESSES[at])
        return known[at]

    while high - low > 2:  # the loss has one valley
        left, right = low + (high - low) // 3, high - (high - low) // 3
        if loss(left) <= loss(right):
            high = right
        else:
            low = left
    return SHARPNESSES[min(range(low, high + 1), key=loss)]


def halves(games: Sequence[Judged]) -> tuple[list[Judged], list[Judged]]:
    return list(games[0::2]), list(games[1::2])


def corrected(games: Sequence[Judged]) -> list[Judged]:
    """Each half of the games with the sharpness that was found on the other half."""
    one, two = halves(games)
    found: list[Judged] = []
    for half, other in ((one, two), (two, one)):
        sharpness = fitted(other)
        found += [Judged([sharpened(shares, sharpness) for shares in game.shares], game.final) for game in half]
    return found


def error(games: Sequence[Judged]) -> float:
    """By how much chances miss what comes of them: the mean over all chances, ten bins of them."""
    return sum(abs(said - came) * weight for said, came, weight in _binned(games) if weight)


def reliability(games: Sequence[Judged], seed: int = SEED) -> list[Bin]:
    """Bin by bin what was said and what came, with intervals from drawing the games again."""
    chance = random.Random(seed)
    again: list[list[float]] = [[] for _ in range(BINS)]
    parts = [_sums([game]) for game in games]
    for _ in range(DRAWN_AGAIN):
        drawn = chance.choices(parts, k=len(parts))
        for place in range(BINS):
            number = sum(part[place][2] for part in drawn)
            if number:
                again[place].append(sum(part[place][1] for part in drawn) / number)
    found = []
    for (said, came, weight), others in zip(_binned(games), again, strict=True):
        others.sort()
        if weight:
            ends = others[int(0.025 * len(others))], others[min(len(others) - 1, int(0.975 * len(others)))]
            found.append(Bin(said, came, weight, *ends))
    return found


def _sums(games: Sequence[Judged]) -> list[list[float]]:
    """By bin: what was said, what came, and how often."""
    sums = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    for said, came in pairs(games):
        part = sums[min(BINS - 1, int(said * BINS))]
        part[0] += said
        part[1] += came
        part[2] += 1
    return sums


def _binned(games: Sequence[Judged]) -> list[tuple[float, float, float]]:
    """By bin: what was said, what came, and the weight; nothing where nobody said anything."""
    sums = _sums(games)
    number = sum(part[2] for part in sums)
    return [(said / here, came / here, here / number) if here else (0.0, 0.0, 0.0) for said, came, here in sums]
