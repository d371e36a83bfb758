"""Work on Ray with one worker and with two, beside as many processes without it: how fast, and what handing out costs.

Whole games of bots that think, the same ones everywhere; then tasks that do nothing, for what Ray and the process that
asks spend on each. With --write the figures go to benchmarks/ray.txt.
"""

from __future__ import annotations

import argparse
import os
import pickle
import platform
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.people import children, memory, processor_seconds

from atoll.arena.match import Match, play_many
from atoll.arena.on_ray import OnRay, _Workers
from atoll.arena.spread import handed_out, place

HERE = Path(__file__).parent
THINKER = "planning:plans=2:beam=2:deals=1:turns=0"
MATCH = Match("reef-encounter", (THINKER, THINKER), {}, 11)


@dataclass
class Run:
    """What one place did."""

    name: str
    workers: int
    started: float  # seconds until it is there
    seconds: float
    own: float  # processor seconds of the process that asked
    results: list[Any]
    ray: float = 0.0  # processor seconds of Ray's own processes
    size: int = 0  # bytes of them in the memory

    def rate(self) -> float:
        return len(self.results) / self.seconds


class Counted(_Workers):
    """Workers, with the tasks counted that they were given."""

    tasks = 0

    def start(self, first: int, items: list[Any]) -> None:
        self.tasks += 1
        super().start(first, items)


def of_ray() -> list[int]:
    """Ray's own processes, without the workers."""
    found = []
    for pid in children(os.getpid()):
        try:
            name = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
        except OSError:
            continue
        if not name.startswith(b"ray::") and b"default_worker" not in name:
            found.append(pid)
    return found


def games(on: str, workers: int, number: int) -> Run:
    began = time.monotonic()
    with place(on, workers) as where:
        list(play_many(MATCH, workers, where))  # processes are started for the first ones
        there, own, ray = time.monotonic(), time.process_time(), sum(map(processor_seconds, of_ray()))
        results = list(play_many(MATCH, number, where))
        seconds, spent = time.monotonic() - there, time.process_time() - own
        parts = of_ray() if isinstance(where, OnRay) else []
        ray = sum(map(processor_seconds, parts)) - ray if parts else 0.0
        return Run(on, workers, there - began, seconds, spent, results, ray, sum(map(memory, parts)))


def handing_out(number: int) -> str:
    """What tasks cost that do next to nothing."""
    with place("ray", 2) as where:
        assert isinstance(where, OnRay)
        list(where.spread(max, 0, range(8)))
        crew = Counted(where, max, 0, [])
        began, own, ray = time.monotonic(), time.process_time(), sum(map(processor_seconds, of_ray()))
        done = sum(1 for _ in handed_out(crew, range(number), True))
        seconds, spent = time.monotonic() - began, time.process_time() - own
        ray = sum(map(processor_seconds, of_ray())) - ray
    assert done == number
    return (
        f"{crew.tasks} tasks that do nothing ({number} items), two workers: {crew.tasks / seconds:.0f} tasks a second; "
        f"{1000 * spent / crew.tasks:.2f} ms of the process that asks for each, {1000 * ray / crew.tasks:.2f} ms of Ray"
    )


def report(runs: list[Run]) -> str:
    lines = [
        f"Reef Encounter, two bots {THINKER}, {len(runs[0].results)} games, the same ones at every place",
        f"Python {platform.python_version()}, {os.cpu_count()} cores",
        f"a result has {len(pickle.dumps(runs[0].results[0]))} bytes",
        "",
        f"{'':<22}{'start s':>8}{'games/s':>9}{'of one':>8}{'asker ms a game':>17}{'Ray ms a game':>15}{'Ray MB':>8}",
    ]
    for run in runs:
        one = next(other for other in runs if (other.name, other.workers) == (run.name, 1))
        lines.append(
            f"{run.name + ', ' + str(run.workers) + ' worker(s)':<22}{run.started:>8.1f}{run.rate():>9.2f}"
            f"{run.rate() / one.rate():>8.2f}{1000 * run.own / len(run.results):>17.2f}"
            f"{1000 * run.ray / len(run.results):>15.2f}{run.size / 1e6:>8.0f}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--tasks", type=int, default=20_000, help="items that are nothing to do")
    parser.add_argument("--write", action="store_true", help="write the figures to benchmarks/ray.txt")
    asked = parser.parse_args()
    runs = [games(on, workers, asked.games) for on in ("here", "ray") for workers in (1, 2)]
    assert all(run.results == runs[0].results for run in runs)
    told = f"{report(runs)}\n{handing_out(asked.tasks)}"
    print(told)
    if asked.write:
        (HERE / "ray.txt").write_text(told + "\n", "utf-8")


if __name__ == "__main__":
    main()
