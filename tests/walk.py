"""Games to walk through in tests, for every game of the house."""

from __future__ import annotations

import importlib
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import atoll
from atoll import Game, State
from atoll.compiled import compiled


class Table(NamedTuple):
    """A game with its number of seats and options."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]

    def new(self, seed: int) -> Game:
        return atoll.new(self.game, self.seats, dict(self.options), seed)

    def census(self) -> Callable[[State], dict[str, list[int]]]:
        """What counts every piece of the game: its folder of tests has it."""
        rules = atoll.kind(self.game).variation(dict(self.options))
        module = importlib.import_module(f"tests.{rules.folder.name}.pieces")
        counted: Callable[[State], dict[str, list[int]]] = module.census
        return counted

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(value for _, value in self.options)])


def every_table() -> list[Table]:
    """Every game, number of seats and combination of options."""
    tables = []
    for name in atoll.NAMES:
        kind = atoll.kind(name)
        combinations: list[tuple[tuple[str, str], ...]] = [()]
        for option, values in kind.option_values.items():
            combinations = [(*before, (option, value)) for before in combinations for value in values]
        tables += [Table(name, seats, options) for seats in kind.seat_numbers for options in combinations]
    return tables


TABLES = every_table()


def scaled(number: int, least: int = 1) -> int:
    """So many rounds compiled, a fortieth (but so many at least) interpreted: the same tests, in bearable time."""
    return number if compiled() else max(least, number // 40)


VERBS: defaultdict[Path, dict[int, str]] = defaultdict(dict)  # of the moves met so far, by the folder of their game


def varied_move(game: Game, rng: random.Random) -> str:
    """A legal move whose kind was chosen first: uniform choice would mostly shift pieces about.

    Its kind is its verb, which is the same wherever it is legal: only moves of the chosen one are put into words.
    """
    verbs = VERBS[game.kind.folder]
    kinds = defaultdict(list)
    for move in game.state.legal_moves():
        if move not in verbs:
            verbs[move] = game.text(move).split()[0]
        kinds[verbs[move]].append(move)
    return rng.choice(sorted(game.text(move) for move in kinds[rng.choice(sorted(kinds))]))


def walk(game: Game, rng: random.Random, limit: int = 10_000) -> Iterator[Game]:
    """Play a game with varied moves; it is handed out before every decision and at the end."""
    for _ in range(limit):
        yield game
        if game.over:
            return
        game.apply(varied_move(game, rng))
