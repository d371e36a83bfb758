"""Where did a game turn? Goes through a record and shows the moves at which a bot would have played otherwise.

python examples/look_back.py game.txt greedy
"""

import sys
from itertools import pairwise
from pathlib import Path

import atoll
from atoll.arena import decide
from atoll.bots import named


def main(file: str, name: str = "greedy") -> None:
    game, bot, rng = atoll.read(Path(file).read_text("utf-8")), named(name), atoll.Rng(1)
    same = other = 0
    for before, after in pairwise(game.steps()):
        if before.seat == atoll.CHANCE:
            continue
        line = after.log[-1]
        advice = before.text(decide(bot, before, rng))
        if line == f"{before.seat + 1} {advice}":
            same += 1
        else:
            other += 1
            print(f"line {len(game.header) + len(after.log)}: {line}; {name} would play: {advice}")
    print(f"{same} of {same + other} decisions as {name} would")


if __name__ == "__main__":
    main(*sys.argv[1:])
