"""Measures the speed on this machine and writes benchmarks/speed.txt and speed.json: `make bench`."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path

from atoll.cli import main

HERE = Path(__file__).parent


def run() -> int:
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        done = main(["bench", "--seconds", "3", "--json", str(HERE / "speed.json")])
    (HERE / "speed.txt").write_text(shown.getvalue(), "utf-8")
    print(shown.getvalue())
    return done


if __name__ == "__main__":
    sys.exit(run())
