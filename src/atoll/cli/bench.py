"""`atoll bench`: how fast it is here, beside the peers that are installed."""

from __future__ import annotations

import argparse
import json
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from atoll.cli.progress import progress, table
from atoll.compiled import compiled
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, SPECTATOR, State, playout
from atoll.games import NAMES, kind

MOST_DECISIONS = 1_000_000


@dataclass(frozen=True)
class Measure:
    """One number: per second unless the unit says otherwise."""

    what: str
    value: float
    unit: str = "decisions/s"


def tables() -> list[str]:
    """Every game, and every game with options that bring other rules: `reef-encounter expansion=yes`."""
    found = []
    for name in NAMES:
        found.append(name)
        found += [" ".join([name, *(f"{o}={v}" for o, v in options.items())]) for options in kind(name).other_rules]
    return found


def begun(table: str, seats: int, seed: int) -> Game:
    """A new game of a table."""
    name, *options = table.split(" ")
    return Game.new(kind(name), seats, dict(option.split("=") for option in options), seed)


def python_loop(name: str, seats: int, seconds: float) -> float:
    """Decisions a second from plain Python: list the legal moves, choose, apply."""
    chance, choice = Rng(1), random.Random(1).choice
    decisions = 0
    spent = 0.0
    while spent < seconds:
        state = begun(name, seats, decisions).state
        start = time.perf_counter()
        while not state.over:
            if state.seat == CHANCE:
                state.resolve(chance)
            else:
                state.apply(choice(state.legal_moves()))
                decisions += 1
        spent += time.perf_counter() - start
    return decisions / spent


def compiled_playouts(name: str, seats: int, seconds: float) -> float:
    """Decisions a second in random playouts that never leave the rules."""
    chance = Rng(1)
    decisions = 0
    spent = 0.0
    while spent < seconds:
        state = begun(name, seats, decisions).state
        start = time.perf_counter()
        decisions += playout(state, chance, MOST_DECISIONS)
        spent += time.perf_counter() - start
    return decisions / spent


def middle(name: str, seats: int, seed: int = 5, decisions: int = 400) -> Game:
    """A position well into a game: after so many decisions, or halfway if it is over before."""
    choice = Rng(seed)
    game = begun(name, seats, seed)
    for _ in range(decisions):
        if game.over:
            return middle(name, seats, seed, decisions // 2)
        game.apply(game.legal().sample(choice))
    return game


def clone_time(name: str, seats: int, seconds: float) -> float:
    """Microseconds to copy a state."""
    state = middle(name, seats).state
    copies = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(1000):
            state.clone()
        copies += 1000
    return (time.perf_counter() - start) / copies * 1e6


def redeal_time(name: str, seats: int, seconds: float) -> float:
    """Microseconds to draw a state that fits a seat's view."""
    state, rng = middle(name, seats).state, Rng(3)
    copies = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(100):
            state.redeal(0, rng)
        copies += 100
    return (time.perf_counter() - start) / copies * 1e6


def late_redeal_time(name: str, seats: int, seconds: float) -> float:
    """Microseconds to redeal for a spectator before the last decision, which can leave least choice."""
    game, rng = begun(name, seats, 1), Rng(1)
    last = game.state
    while not game.over:
        last = game.state.clone()
        game.apply(game.legal().sample(rng))
    copies = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(20):
            last.redeal(SPECTATOR, rng)
        copies += 20
    return (time.perf_counter() - start) / copies * 1e6


def own_time(name: str, measure: Callable[[list[State]], int], seconds: float) -> float:
    """Microseconds for something of a game's own, on positions from the middle of games."""
    seats = min(kind(name.split(" ")[0]).seat_numbers)
    states = [middle(name, seats, seed, 40).state for seed in range(50)]
    done = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += measure(states)
    return (time.perf_counter() - start) / done * 1e6


def start_time() -> float:
    """Seconds from a fresh interpreter's `import atoll` to a new game: the best of five."""
    code = "import time; t = time.perf_counter(); import atoll; atoll.new(seed=1); print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)


def open_spiel(name: str, seconds: float) -> float:
    """A peer: decisions a second of an OpenSpiel game through its Python API."""
    import pyspiel

    game, choice = pyspiel.load_game(name), random.Random(1)
    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choice.choices(outcomes, weights)[0])
            else:
                state.apply_action(choice.choice(state.legal_actions()))
                decisions += 1
    return decisions / (time.perf_counter() - start)


def catanatron(seconds: float) -> float:
    """A peer: decisions a second of Catanatron with its random players."""
    from catanatron import Color, RandomPlayer
    from catanatron.game import Game as Catan

    class Counting(RandomPlayer):  # type: ignore[misc]
        decisions = 0

        def decide(self, game: object, playable_actions: object) -> object:
            Counting.decisions += 1
            return super().decide(game, playable_actions)

    random.seed(1)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        Catan([Counting(colour) for colour in (Color.RED, Color.BLUE)]).play()
    return Counting.decisions / (time.perf_counter() - start)


def measurements(seconds: float) -> list[tuple[str, Callable[[], Measure]]]:
    """Everything to be measured; peers come first, so that the ratios can be told."""
    jobs: list[tuple[str, Callable[[], Measure]]] = []

    def add(what: str, run: Callable[[], float], unit: str = "decisions/s") -> None:
        jobs.append((what, lambda: Measure(what, run(), unit)))

    add("OpenSpiel chess", lambda: open_spiel("chess", seconds))
    add("OpenSpiel backgammon", lambda: open_spiel("backgammon", seconds))
    add("Catanatron, 2 players", lambda: catanatron(seconds))
    for name in tables():
        rules = kind(name.split(" ")[0])
        for seats in rules.seat_numbers:
            add(f"{name}, {seats} players, Python loop", lambda n=name, s=seats: python_loop(n, s, seconds))  # type: ignore[misc]
        for seats in rules.seat_numbers:
            add(f"{name}, {seats} players, playouts", lambda n=name, s=seats: compiled_playouts(n, s, seconds))  # type: ignore[misc]
        most = max(rules.seat_numbers)
        add(f"{name}, {most} players, clone", lambda n=name, s=most: clone_time(n, s, seconds), "µs")  # type: ignore[misc]
        add(f"{name}, {most} players, redeal", lambda n=name, s=most: redeal_time(n, s, seconds), "µs")  # type: ignore[misc]
        add(f"{name}, {most} players, late redeal", lambda n=name, s=most: late_redeal_time(n, s, seconds), "µs")  # type: ignore[misc]
        if name in NAMES and (rules.folder / "bench.py").exists():
            for what, run in rules.module("bench").MEASURES.items():
                add(f"{name}, {what}", lambda n=name, r=run: own_time(n, r, seconds), "µs")  # type: ignore[misc]
    add("import atoll and a new game", start_time, "s")
    return jobs


def run_bench(asked: argparse.Namespace, language: str) -> int:
    if not asked.seconds > 0:
        raise AtollError(Message("cli.seconds"))
    jobs = measurements(asked.seconds)
    found: list[Measure] = []
    for what, job in progress(jobs, len(jobs), "measurements"):
        try:
            found.append(job())
        except ImportError:
            print(f"{what}: not installed, left out", file=sys.stderr)
    print(report(found))
    if asked.json:
        numbers = {"python": platform.python_version(), "compiled": compiled(), "measures": [asdict(m) for m in found]}
        with open(asked.json, "w", encoding="utf-8") as out:
            json.dump(numbers, out, indent=1)
            out.write("\n")
    return 0


def report(found: list[Measure]) -> str:
    """The numbers, each decisions a second beside the peers of the same run."""
    peers = [measure for measure in found if measure.what.startswith(("OpenSpiel chess", "Catanatron"))]
    rows = [["one core, random play", "value", "", *(f"x {peer.what.partition(',')[0]}" for peer in peers)]]
    for measure in found:
        rate = measure.unit == "decisions/s"
        value = f"{measure.value:,.0f}" if rate else f"{measure.value:.3f}"
        rows.append(
            [measure.what, value, measure.unit]
            + [f"{measure.value / peer.value:.2f}" if rate else "" for peer in peers]
        )
    how = "compiled" if compiled() else "INTERPRETED"
    return f"{table(rows)}\n\nPython {platform.python_version()}, {how}"
