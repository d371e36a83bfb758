"""A walk through the expansion that shows more of it than uniform moves would."""

from __future__ import annotations

import random
from collections import defaultdict

from atoll.core.game import Game

SHY = {"move": 0.85, "collect": 0.6, "discard": 0.7, "end": 0.6}  # kinds of moves that are often left out


def pick(game: Game, rng: random.Random) -> str:
    """A legal move whose kind was chosen first, a shy kind seldom."""
    kinds = defaultdict(list)
    for text in game.texts():
        kinds[text.split()[0]].append(text)
    names = sorted(kinds)
    for name, chance in SHY.items():
        if name in names and len(names) > 1 and rng.random() < chance:
            names.remove(name)
    moves = kinds[rng.choice(names)]
    back = [move for move in moves if move.endswith("screen")]
    return rng.choice(back if back and names == ["move"] and rng.random() < 0.5 else moves)


def wander(game: Game, rng: random.Random, limit: int) -> Game:
    """Play so many decisions, or to the end."""
    for _ in range(limit):
        if game.over:
            break
        game.apply(pick(game, rng))
    return game
