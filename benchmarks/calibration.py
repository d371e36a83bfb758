"""Whether the chances of the study room come true: games of the strongest bot that no net has learned from.

    python -m benchmarks.calibration                        every game and number of seats
    python -m benchmarks.calibration reef/2 reef/3          some of them
    python -m benchmarks.calibration --games 100            fewer games each
    python -m benchmarks.calibration --told                 no more games: fit and draw what is there

Games that have been played with the same nets are not played again: they are kept, one a line, in --rows. Each half of
them is measured with what was found on the other half; what was found on all of them goes beside the nets, the numbers
to calibration.txt, the picture to docs/pictures.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reliability import Drawn, picture

from atoll.cli.progress import progress
from atoll.study.calibration import HELD_OUT, Judged, corrected, error, fitted, played, reliability
from atoll.study.chances import FILE, net_mark, read
from atoll.train.task import Task
from atoll.version import __version__

HERE = Path(__file__).parent
TOLD = HERE / "calibration.txt"
PICTURE = HERE.parent / "docs" / "pictures" / "calibration.svg"
ROWS = HERE.parent / "build" / "calibration"
SOURCE = HERE.parent / "src" / "atoll"
ASKED = 0.03
EVERY = 3  # turns, of which one is judged: those beside each other say much the same
EXPANSION = (("expansion", "yes"),)
GAMES: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    ("Reef Encounter", "reef-encounter", ()),
    ("Second Kind", "reef-encounter", EXPANSION),
    ("Reef", "reef", ()),
)
TASKS = {
    str(task): (title, task)
    for title, game, options in GAMES
    for seats in (2, 3, 4)
    for task in [Task(game, options, seats)]
}


@dataclass(frozen=True)
class Job:
    task: Task
    seed: int
    bot: str


def play(job: Job) -> tuple[int, Judged]:
    """One game; options that a task leaves open take turns."""
    variants = job.task.variants()
    return job.seed, played(variants[job.seed % len(variants)].new(job.seed), job.bot, EVERY, job.seed % EVERY)


def play_all(jobs: list[Job], processes: int) -> Iterator[tuple[int, Judged]]:
    if processes <= 1:
        yield from map(play, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes, os.nice, (10,)) as pool:
        yield from pool.imap_unordered(play, jobs)


def games_of(task: Task, bot: str, folder: Path, games: int, processes: int) -> tuple[list[Judged], Path]:
    """The games with the lowest seeds: those that are kept, and the missing ones, played now."""
    state = task.new(0).state
    name = f"{task}-{bot}-{net_mark(state)}".replace("/", "-").replace(":", "_")
    file = folder / f"{name}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    known = dict(_lines(file))
    jobs = [Job(task, seed, bot) for seed in range(HELD_OUT, HELD_OUT + games) if seed not in known]
    with file.open("a", encoding="utf-8") as out:
        for seed, game in progress(play_all(jobs, min(processes, len(jobs))), len(jobs), f"games of {task}"):
            known[seed] = game
            out.write(json.dumps({"seed": seed, "shares": game.shares, "final": game.final}) + "\n")
            out.flush()
    return [known[seed] for seed in sorted(known)], file


def _lines(file: Path) -> Iterator[tuple[int, Judged]]:
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        try:
            found = json.loads(line)
        except ValueError:  # it was being written when someone pulled the plug
            continue
        yield found["seed"], Judged(found["shares"], found["final"])


def keep(task: Task, sharpness: int, games: int) -> None:
    """Put what was found beside the nets of the sources."""
    state = task.new(0).state
    lore = state.lore()
    assert lore is not None
    file = SOURCE / lore.folder.parent.name / "nets" / FILE
    found = read(file) | {
        str(task.seats): {"net": net_mark(state), "sharpness": sharpness, "games": games, "seeds": HELD_OUT}
    }
    file.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether chances come true.")
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"which games (all): {', '.join(TASKS)}")
    parser.add_argument("--games", type=int, default=400, help="how many games each (400)")
    parser.add_argument("--bot", default="planning", help="who plays and judges (planning)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rows", type=Path, default=ROWS, metavar="DIR", help="where games are kept")
    parser.add_argument("--told", action="store_true", help="play no games, tell about those that are there")
    parser.add_argument("--dry", action="store_true", help="only print: change no file of the project")
    wish = parser.parse_args()
    for name in wish.tasks:
        if name not in TASKS:
            parser.error(f"there is no {name}; there is: {', '.join(TASKS)}")
    lines, drawn = [], []
    for name in wish.tasks or TASKS:
        title, task = TASKS[name]
        games, file = games_of(task, wish.bot, wish.rows, 0 if wish.told else wish.games, wish.processes)
        if len(games) < 4:
            continue
        sharpness, right = fitted(games), corrected(games)
        before, after = error(games), error(right)
        positions = sum(len(game.shares) for game in games)
        lines.append(
            f"{title}, {task.seats} players: error {after:.3f} (asked {ASKED}), {before:.3f} as judged; "
            f"sharpness {sharpness} %; {positions} positions of {len(games)} games of {wish.bot} against itself, "
            f"seeds from {HELD_OUT}, net {file.stem.rpartition('-')[2]}, atoll {__version__}"
        )
        print(lines[-1], flush=True)
        drawn.append(Drawn(f"{title}, {task.seats} players", after, len(games), reliability(right)))
        if not wish.dry:
            keep(task, sharpness, len(games))
    if lines and not wish.dry:
        _told(lines)
        PICTURE.write_text(picture(drawn), "utf-8")


def _told(lines: list[str]) -> None:
    """Put lines in the place of older ones about the same games."""
    old = TOLD.read_text("utf-8").splitlines() if TOLD.exists() else []
    by_title = {line.partition(":")[0]: line for line in [*old, *lines]}
    TOLD.write_text("\n".join(by_title.values()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
