"""Benches two commits side by side: `python -m benchmarks.compare BEFORE [AFTER]`, HEAD if no second one is named.

Each commit is compiled into a folder of its own; then both take turns, a short round of each measurement at a time, so
that whatever else the machine does meets both alike. Told are medians of processor time, and whether both play the same
games.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measured import GAMES, MEASURES

from atoll.cli.progress import progress, table

HERE = Path(__file__).parent
HASHED_GAMES = 8


def named(commit: str) -> str:
    """The full name of a commit."""
    asked = ["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"]
    done = subprocess.run(asked, cwd=HERE, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{commit}: there is no such commit")
    return done.stdout.strip()


def build(commit: str, folder: Path) -> Path:
    """The commit's package, compiled, in a folder; what is there already is taken as it is."""
    target = folder / commit
    if target.exists():
        return target
    with tempfile.TemporaryDirectory() as source:
        archive = subprocess.run(["git", "archive", commit], cwd=HERE.parent, capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(source, filter="data")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps"]
        made = folder / f"{commit}.part"
        subprocess.run(
            [*command, "--target", str(made), source],
            env=os.environ | {"ATOLL_COMPILE": "1", "ATOLL_PAGE": "0", "PYTHONPATH": ""},
            check=True,
        )
        made.rename(target)
    return target


class Runner:
    """A commit's package in a process of its own, waiting to be asked."""

    def __init__(self, package: Path) -> None:
        self.package = package
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "measured.py")],
            env=os.environ | {"PYTHONPATH": str(package)},
            cwd=package,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str, number: int) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(what, number, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{what}: it broke off with {self.package.name}")
        return json.loads(answer)

    def end(self) -> None:
        self.process.communicate()


def instructions(package: Path, what: str) -> float:
    """Instructions a decision, as valgrind counts them: two rounds less one, so that the start does not matter."""
    counted, decisions = [], []
    for rounds in (1, 2):
        with tempfile.TemporaryDirectory() as folder:
            tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"]
            done = subprocess.run(
                [*tool, sys.executable, str(HERE / "measured.py")],
                env=os.environ | {"PYTHONPATH": str(package), "PYTHONHASHSEED": "0"},
                cwd=package,
                input="".join(f"{what} {number}\n" for number in range(rounds)),
                capture_output=True,
                text=True,
                check=True,
            )
            totals = [line for line in (Path(folder) / "out").read_text().splitlines() if line.startswith("totals:")]
        counted.append(int(totals[0].split()[1]))
        decisions.append(sum(json.loads(line)[0] for line in done.stdout.splitlines()))
    return float(counted[1] - counted[0]) / float(decisions[1] - decisions[0])


def compare(before: str, after: str, rounds: int, wanted: str, folder: Path) -> list[list[str]]:
    """The rates of both and their ratio, each the median of the rounds."""
    runners = [Runner(build(commit, folder)) for commit in (before, after)]
    names = [name for name in MEASURES if wanted in name]
    found: dict[str, list[list[float]]] = {name: [[], []] for name in names}
    steps = [(number, name) for number in range(rounds) for name in names]
    for number, name in progress(steps, len(steps), "rounds"):
        for at in (0, 1) if number % 2 else (1, 0):
            done, spent = runners[at].ask(name, number)
            found[name][at].append(done / spent)
    rows = [["a second, one core", before[:8], after[:8], "ratio"]]
    for name, (old, new) in found.items():
        ratio = statistics.median(b / a for a, b in zip(old, new, strict=True))
        rows.append([name, f"{statistics.median(old):,.0f}", f"{statistics.median(new):,.0f}", f"{ratio:.2f}"])
    for game in GAMES:
        old_games, new_games = (runner.ask(game, HASHED_GAMES) for runner in runners)
        for seats, digest in old_games.items():
            same = "same" if digest == new_games[seats] else "OTHER"
            rows.append([f"{game}, {seats} players, games", digest[:8], new_games[seats][:8], same])
    for runner in runners:
        runner.end()
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before")
    parser.add_argument("after", nargs="?", default="HEAD")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--only", default="", metavar="TEXT", help="measurements with this text in their name")
    parser.add_argument("--instructions", action="store_true", help="count them too, if valgrind is there")
    parser.add_argument("--builds", type=Path, metavar="FOLDER", help="keep what is compiled there for the next run")
    asked = parser.parse_args()
    before, after = named(asked.before), named(asked.after)
    with tempfile.TemporaryDirectory() as temporary:
        folder = (asked.builds or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        print(table(compare(before, after, asked.rounds, asked.only, folder)))
        if asked.instructions and shutil.which("valgrind"):
            rows = [["instructions a decision", before[:8], after[:8], "ratio"]]
            for name in [name for name in MEASURES if asked.only in name and name.endswith("playouts")]:
                old, new = (instructions(folder / commit, name) for commit in (before, after))
                rows.append([name, f"{old:,.0f}", f"{new:,.0f}", f"{new / old:.2f}"])
            print(f"\n{table(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
