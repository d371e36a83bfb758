"""`atoll doctor`: is this installation in order?"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import shutil

from atoll.arena.match import UNFINISHED, Match, play
from atoll.compiled import interpreted, native
from atoll.core.kind import Options
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING
from atoll.games import NAMES, kind, new, read
from atoll.version import __version__


def rules() -> list[tuple[str, Options]]:
    """Every game, and every game with options that bring other rules."""
    return [(name, options) for name in NAMES for options in ({}, *kind(name).other_rules)]


def run_doctor(asked: argparse.Namespace, language: str) -> int:
    def say(key: str, **values: object) -> None:
        print(Message(f"doctor.{key}", values).text(language))

    slow = interpreted()
    say("version", version=__version__, python=platform.python_version(), system=platform.platform(terse=True))
    say("runtime", librt=importlib.metadata.version("librt"))
    if not slow:
        say("compiled")
    else:
        say("interpreted" if slow == native() else "partly", files=slow)
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        say("compiler" if compiler else "no_compiler", path=compiler)
    healthy = True
    for name, options in rules():
        seats = min(kind(name).seat_numbers)
        result = play(Match(name, ("random",) * seats, options, 1), 0)
        game, rng = new(name, seats, options, seed=1), Rng(1)
        while len(game.log) < 50 and not game.over:
            game.apply(game.legal().sample(rng))
        good = result.ended != UNFINISHED and read(game.write()).position(ALL_SEEING) == game.position(ALL_SEEING)
        told = " ".join([name, *(f"{option}={value}" for option, value in options.items())])
        say("game" if good else "game_broken", name=told, decisions=result.decisions)
        healthy = healthy and good
    return 0 if healthy else 1
