"""How fast the environments are on one core, beside PettingZoo's chess, OpenSpiel's chess and pgx: `make envs`.

All of it in one run, random legal actions throughout, processor time. Writes benchmarks/envs.txt.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from atoll import Rng
from atoll.compiled import compiled
from atoll.envs import Games
from atoll.envs.describe import GAMES

HERE = Path(__file__).parent
SECONDS = 2.0
ROUNDS = 2  # each is measured so often, the rounds one after the other, and the best one counts
BATCH = 256
Run = Callable[[], tuple[int, float]]


def games(name: str, seats: int, options: dict[str, str]) -> Run:
    """Many games at once, with observations and masks."""
    many = Games(BATCH, name, seats, options)
    rng = Rng(1)

    def run() -> tuple[int, float]:
        decisions, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            for _ in range(20):
                many.step(many.sample(rng))
            decisions += 20 * BATCH
        return decisions, time.process_time() - start

    return run


def zoo(env: Any) -> Run:
    """PettingZoo's own `performance_benchmark`: the loop is its, the clock counts processor time."""
    from pettingzoo.test import performance_benchmark

    def run() -> tuple[int, float]:
        printed = io.StringIO()
        wall, clock = time.time, time.process_time
        try:
            time.time = clock
            with contextlib.redirect_stdout(printed):
                performance_benchmark(env)
        finally:
            time.time = wall
        [rate] = [line for line in printed.getvalue().splitlines() if "turns per second" in line]
        return round(float(rate.split()[0]) * 1000), 1000.0

    return run


def spiel(name: str) -> Run:
    """OpenSpiel with observation tensors and masks, from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    choice = random.Random(1).choice

    def run() -> tuple[int, float]:
        decisions, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, weights)[0])
                    continue
                player = state.current_player()
                np.asarray(state.observation_tensor(player), np.float32)
                state.legal_actions_mask(player)
                state.apply_action(choice(state.legal_actions()))
                decisions += 1
        return decisions, time.process_time() - start

    return run


def pgx(name: str) -> Run:
    """pgx on the CPU, one core: a batch steps in one compiled call that draws the actions too, and resets by itself."""
    import jax
    import jax.numpy as jnp
    import pgx as peer
    from pgx.experimental.wrappers import auto_reset

    env = peer.make(name)
    step = auto_reset(env.step, env.init)

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]  # where jax is not installed
    def some(state: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            state, key = carry
            key, first, second = jax.random.split(key, 3)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.random.categorical(first, logits, axis=-1)
            state = jax.vmap(step)(state, action, jax.random.split(second, BATCH))
            return (state, key), state.observation.sum()

        return jax.lax.scan(one, (state, key), None, length=10)

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    (state, key), _ = jax.block_until_ready(some(state, jax.random.PRNGKey(1)))
    held = [state, key]

    def run() -> tuple[int, float]:
        decisions, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            (held[0], held[1]), _ = jax.block_until_ready(some(*held))
            decisions += 10 * BATCH
        return decisions, time.process_time() - start

    return run


def chess() -> Run:
    from pettingzoo.classic.chess.chess import env

    return zoo(env())


def own(version: str) -> Run:
    return zoo(import_module(f"atoll.envs.{version}").env())


def measures() -> dict[str, Callable[[], Run]]:
    """By title what prepares a measurement."""
    found: dict[str, Callable[[], Run]] = {
        "PettingZoo: its chess": chess,
        "OpenSpiel: its chess, tensors and masks": partial(spiel, "chess"),
        "pgx: its chess, 256 at once": partial(pgx, "chess"),
        "pgx: its backgammon, 256 at once": partial(pgx, "backgammon"),
    }
    for title, (game, options, version, *_) in GAMES.items():
        found[f"PettingZoo: {title}, 2"] = partial(own, version)
        for seats in (2, 3, 4):
            found[f"many at once: {title}, {seats}"] = partial(games, game, seats, options)
    return found


def main() -> int:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # one core for all
    runs = {}
    for title, make in measures().items():
        try:
            runs[title] = make()
        except ImportError as missing:
            print(f"{title}: {missing}", file=sys.stderr)
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for title, run in runs.items():
            number, seconds = run()
            best[title] = max(best.get(title, 0.0), number / seconds)
            print(f"{title:56}{best[title]:14,.0f}", file=sys.stderr)
    peers = ["PettingZoo: its chess", "OpenSpiel: its chess, tensors and masks", "pgx: its chess, 256 at once"]
    heads = ["x PettingZoo chess", "x OpenSpiel chess", "x pgx chess"]
    lines = [
        f"{'one core, random legal actions, number of players':56}{'decisions/s':>14}"
        + "".join(f"{head:>20}" for head in heads)
    ]
    lines.append("─" * len(lines[0]))
    for title, rate in best.items():
        ratios = [f"{rate / best[peer]:.1f}" if peer in best else "-" for peer in peers]
        lines.append(f"{title:56}{rate:14,.0f}" + "".join(f"{ratio:>20}" for ratio in ratios))
    versions = f"Python {sys.version.split()[0]}, {'compiled' if compiled() else 'interpreted'}"
    text = "\n".join([*lines, "", f"{versions}; processor time, the best of {ROUNDS} rounds of {SECONDS:.0f} s"]) + "\n"
    (HERE / "envs.txt").write_text(text, "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
