"""What compare.py runs with each of two commits: it asks only for what all of them have.

Reads names of measurements with a round number from standard input, a line each, and answers with a line of JSON.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import time
from collections.abc import Callable

import atoll
from atoll.bots import Bot, Greedy, Searching
from atoll.core.state import CHANCE, State, playout

GAMES = ("reef-encounter", "reef")
MOST_DECISIONS = 1_000_000
SETTLED_IN = {"reef-encounter": 400, "reef": 40}  # decisions that lead well into a game


def first_state(name: str, seats: int, seed: int) -> State:
    return atoll.new(name, seats, seed=seed).state


def middle(name: str, seats: int) -> State:
    """A position well into a game."""
    state, rng = first_state(name, seats, 5), atoll.Rng(5)
    for _ in range(SETTLED_IN[name]):
        if state.seat == CHANCE:
            state.resolve(rng)
        else:
            state.apply(state.legal().sample(rng))
    return state


def playouts(name: str, seats: int, games: int, first_seed: int) -> tuple[int, float]:
    """Random playouts that never leave the rules."""
    states = [first_state(name, seats, first_seed + at) for at in range(games)]
    rng = atoll.Rng(first_seed)
    start = time.process_time()
    decisions = sum(playout(state, rng, MOST_DECISIONS) for state in states)
    return decisions, time.process_time() - start


def python_loop(name: str, seats: int, games: int, first_seed: int) -> tuple[int, float]:
    """List the legal moves, choose, apply: from plain Python."""
    states = [first_state(name, seats, first_seed + at) for at in range(games)]
    rng, choice = atoll.Rng(first_seed), random.Random(first_seed).choice
    decisions = 0
    start = time.process_time()
    for state in states:
        while not state.over:
            if state.seat == CHANCE:
                state.resolve(rng)
            else:
                state.apply(choice(state.legal_moves()))
                decisions += 1
    return decisions, time.process_time() - start


def clones(name: str, seats: int, copies: int, _: int) -> tuple[int, float]:
    state = middle(name, seats)
    start = time.process_time()
    for _ in range(copies):
        state.clone()
    return copies, time.process_time() - start


def decisions_of(bot: Bot) -> Callable[[str, int, int, int], tuple[int, float]]:
    """A bot's decisions, from the beginning of a game."""

    def run(name: str, seats: int, decisions: int, seed: int) -> tuple[int, float]:
        state, rng = first_state(name, seats, seed), atoll.Rng(seed)
        spent = 0.0
        for _ in range(decisions):
            if state.over:
                state = first_state(name, seats, seed)
            if state.seat == CHANCE:
                state.resolve(rng)
            else:
                start = time.process_time()
                move = bot.choose(state, rng)
                spent += time.process_time() - start
                state.apply(move)
        return decisions, spent

    return run


# By name: what to run, the game, the seats, how much of it is a short round.
MEASURES: dict[str, tuple[Callable[[str, int, int, int], tuple[int, float]], str, int, int]] = {
    "reef-encounter, 2 players, playouts": (playouts, "reef-encounter", 2, 40),
    "reef-encounter, 4 players, playouts": (playouts, "reef-encounter", 4, 20),
    "reef, 2 players, playouts": (playouts, "reef", 2, 1000),
    "reef, 4 players, playouts": (playouts, "reef", 4, 500),
    "reef-encounter, 2 players, Python loop": (python_loop, "reef-encounter", 2, 8),
    "reef-encounter, 4 players, Python loop": (python_loop, "reef-encounter", 4, 4),
    "reef, 2 players, Python loop": (python_loop, "reef", 2, 400),
    "reef-encounter, 4 players, clone": (clones, "reef-encounter", 4, 50_000),
    "reef, 4 players, clone": (clones, "reef", 4, 50_000),
    "reef-encounter, 2 players, greedy bot": (decisions_of(Greedy()), "reef-encounter", 2, 200),
    "reef, 2 players, greedy bot": (decisions_of(Greedy()), "reef", 2, 200),
    "reef-encounter, 2 players, searching bot": (decisions_of(Searching(4, 1, 3)), "reef-encounter", 2, 5),
    "reef, 2 players, searching bot": (decisions_of(Searching(4, 1, 3)), "reef", 2, 15),
}


def played(name: str, seats: int, games: int) -> str:
    """A hash over every move and every draw of seeded games."""
    digest = hashlib.sha256()
    for seed in range(games):
        state, rng = first_state(name, seats, seed), atoll.Rng(seed)
        for bot in (None, Greedy()):
            for _ in range(MOST_DECISIONS if bot is None else 60):
                if state.over:
                    break
                if state.seat == CHANCE:
                    digest.update(repr(list(state.resolve(rng))).encode())
                else:
                    move = state.legal().sample(rng) if bot is None else bot.choose(state, rng)
                    digest.update(b"%d of %d," % (move, len(state.legal())))
                    state.apply(move)
            digest.update(repr(state.scores()).encode())
            state = first_state(name, seats, seed)
    return digest.hexdigest()


def main() -> None:
    for line in sys.stdin:
        what, _, number = line.rstrip("\n").rpartition(" ")
        if what in GAMES:
            found: object = {str(seats): played(what, seats, int(number)) for seats in (2, 3, 4)}
        else:
            run, name, seats, amount = MEASURES[what]
            found = run(name, seats, amount, 1000 * int(number))
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
