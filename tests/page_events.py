"""Games of the expansion line by line, in JSON: what each line did as seat 1 is told it, and what it sees then.

The first line has the texts of the page in every language. The page's tests look whether all that happens has words,
pictures and ways to go.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from msgspec.structs import asdict

import atoll
from atoll import Game, Rng
from atoll.core.messages import LANGUAGES
from atoll.server.chronicle import told
from atoll.server.texts import texts
from tests.page_positions import wandering

VIEWER = 0
NAMES = ["Ada", "Ben", "Cleo"]


def games(number: int, records: list[str]) -> Iterator[Game]:
    for seed in range(number):
        game = atoll.new("reef-encounter", 2 + seed % 2, {"expansion": "yes"}, seed)
        for _ in wandering(game, Rng(seed)):
            pass
        yield game
    for record in records:
        yield atoll.read(Path(record).read_text("utf-8"))


def main(number: int, records: list[str]) -> None:
    print(json.dumps({language: texts(language) for language in LANGUAGES}))
    for which, game in enumerate(games(number, records)):
        after = islice(game.steps(), 1, None)
        for at, (line, events) in zip(after, game.story(VIEWER), strict=True):
            seat, _, move = line.partition(" ")
            happened = [asdict(event) for event in told(events, "en", NAMES)]
            entry = {"line": len(at.log), "seat": 0 if seat == "*" else int(seat), "move": move, "events": happened}
            print(json.dumps({"game": which, "entry": entry, "view": at.view(VIEWER)}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
