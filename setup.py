"""Compiles the rules with mypyc where there is a C compiler; without one the same files run interpreted.

ATOLL_COMPILE=0 leaves the compiler out, ATOLL_COMPILE=1 makes a failing compilation an error.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

COMPILED = [
    "core/bits.py",
    "core/rng.py",
    "core/legal.py",
    "core/state.py",
    "reef_encounter/tables.py",
    "reef_encounter/moves.py",
    "reef_encounter/board.py",
    "reef_encounter/redeal.py",
    "reef_encounter/appraise.py",
    "reef_encounter/state.py",
    "reef/tables.py",
    "reef/moves.py",
    "reef/board.py",
    "reef/redeal.py",
    "reef/appraise.py",
    "reef/state.py",
    "bots/bot.py",
    "bots/greedy.py",
]


class BuildIfPossible(build_ext):
    """Builds all extensions or, where that fails, none of them."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if os.environ.get("ATOLL_COMPILE") == "1":
                raise
            print(f"atoll: not compiled ({error}); it will run interpreted", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


def extensions() -> list[Any]:
    if os.environ.get("ATOLL_COMPILE") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    built: list[Any] = mypycify([f"src/atoll/{name}" for name in COMPILED], opt_level="3", debug_level="0")
    return built


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildIfPossible})
