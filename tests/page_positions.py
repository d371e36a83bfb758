"""Positions of games, one a line in JSON: what the seat to move sees, and its legal moves.

The page's tests look whether every move can be said by touching things. A game begun from a seed makes any move, rare
kinds more often than they would be; a file is a record that is followed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import atoll
from atoll import Game, Rng

MOST_LINES = 400
MOST = 4  # positions of each game in which a kind of move can be made
COMMON = {"move", "discard", "larva", "polyp", "collect", "pass", "tile", "buy", "shrimp", "blue"}


def main(name: str, option: str, games: int, folder: str) -> None:
    options = dict([option.split("=")])
    for number in range(games):
        tell(wandering(atoll.new(name, 2 + number % 3, options, number), Rng(number)))
    for file in sorted(Path(folder).glob("*.txt")) if folder else ():
        tell(atoll.read(file.read_text("utf-8")).steps())


def tell(game: Iterator[Game]) -> None:
    told: dict[str, int] = {}
    for at in game:
        if at.seat < 0 or at.over:
            continue
        moves = at.texts()
        verbs = {move.split(" ")[0] for move in moves}
        if any(told.get(verb, 0) < MOST for verb in verbs):
            print(json.dumps({"view": at.view(at.seat), "moves": moves}))
            told |= {verb: told.get(verb, 0) + 1 for verb in verbs}


def wandering(game: Game, rng: Rng) -> Iterator[Game]:
    while not game.over and len(game.log) < MOST_LINES:
        yield game
        if game.seat < 0:
            game.draw_chance(rng)
        else:
            game.apply(some(game.texts(), rng))


def some(moves: list[str], rng: Rng) -> str:
    verbs = sorted({move.split(" ")[0] for move in moves})
    rare = [verb for verb in verbs if verb not in COMMON]
    among = rare if rare and rng.below(4) else [verb for verb in verbs if verb not in ("discard", "move")] or verbs
    verb = among[rng.below(len(among))]
    those = [move for move in moves if move.split(" ")[0] == verb]
    return those[rng.below(len(those))]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
