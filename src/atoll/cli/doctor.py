"""`atoll doctor`: is this installation in order?"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import shutil

from atoll.arena.match import UNFINISHED, Match, play
from atoll.core import bits, legal
from atoll.core import state as core_state
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING
from atoll.games import NAMES, new, read
from atoll.reef import state as reef_state
from atoll.reef_encounter import board
from atoll.reef_encounter import state as reef_encounter_state
from atoll.version import __version__

MODULES = (bits, legal, core_state, board, reef_encounter_state, reef_state)


def compiled() -> bool:
    """Whether the rules run as native code."""
    return all(not str(module.__file__).endswith(".py") for module in MODULES)


def run_doctor(asked: argparse.Namespace, language: str) -> int:
    def say(key: str, **values: object) -> None:
        print(Message(f"doctor.{key}", values).text(language))

    native = compiled()
    say("version", version=__version__, python=platform.python_version(), system=platform.platform(terse=True))
    say("runtime", librt=importlib.metadata.version("librt"))
    say("compiled" if native else "interpreted")
    if not native:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        say("compiler" if compiler else "no_compiler", path=compiler)
    healthy = True
    for name in NAMES:
        result = play(Match(name, ("random", "random"), {}, 1), 0)
        game, rng = new(name, seed=1), Rng(1)
        for _ in range(50):
            game.apply(game.legal().sample(rng))
        good = result.ended != UNFINISHED and read(game.write()).position(ALL_SEEING) == game.position(ALL_SEEING)
        say("game" if good else "game_broken", name=name, decisions=result.decisions)
        healthy = healthy and good
    return 0 if healthy else 1
