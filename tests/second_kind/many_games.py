"""Many random games of the expansion, by number of seats: `python -m tests.second_kind.many_games 10000`."""

from __future__ import annotations

import sys
from collections import Counter

import atoll
from atoll import Rng
from atoll.core.state import playout
from atoll.reef_encounter.words import ENDS
from tests.second_kind.build import state_of
from tests.second_kind.pieces import census

BOUND = 100_000


def many(seats: int, games: int) -> Counter[str]:
    """Play them all; every game ends, and loses no piece but crowns."""
    ends: Counter[str] = Counter()
    rng = Rng(seats)
    for seed in range(games):
        options = {"expansion": "dealt" if seed % 4 == 0 else "yes", "advanced": "yes" if seed % 3 == 0 else "no"}
        game = atoll.new("reef-encounter", seats, options, seed)
        whole = census(game.state)
        decisions = playout(game.state, rng, BOUND)
        assert game.over, seed
        assert decisions < BOUND, seed
        assert census(game.state) == whole, seed
        assert sorted(seat for place in game.state.standing() for seat in place) == list(range(seats)), seed
        ends[str(ENDS[state_of(game).ended])] += 1
    return ends


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for seats in (2, 3, 4):
        print(seats, games, dict(many(seats, games)), flush=True)


if __name__ == "__main__":
    main()
