"""Which files become native code: the state and the views of every game, every bot, what steps many games, and all that
these import but words for people.

`setup.py` reads this file before anything is installed, so it needs nothing but the standard library.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path

_HOUSE = Path(__file__).parent
_IMPORT = re.compile(r"^from atoll\.([a-z_.]+) import", re.MULTILINE)
_WORDS = ("__init__", "named")  # of the files about bots, those that deal in words
_SAID = ("core.errors", "core.messages", "core.notation", "core.record")  # what is said travels between processes


@cache
def native() -> tuple[str, ...]:
    """The modules that are compiled, as `core.state`."""
    ahead = [f"{file.parent.name}.state" for file in sorted(_HOUSE.glob("*/state.py"))]
    ahead += [f"bots.{file.stem}" for file in sorted(_HOUSE.glob("bots/*.py")) if file.stem not in _WORDS]
    ahead += [f"{file.parent.name}.view" for file in sorted(_HOUSE.glob("*/view.py"))]
    ahead += ["arena.batch"]
    found: set[str] = set()
    while ahead:
        name = ahead.pop()
        if name not in found and name not in _SAID:
            found.add(name)
            ahead += filter(_is_file, _IMPORT.findall(source(name).read_text("utf-8")))
    return tuple(sorted(found))


def source(name: str) -> Path:
    """The file of a module."""
    return _HOUSE.joinpath(*name.split(".")).with_suffix(".py")


def _is_file(name: str) -> bool:
    """Whether that is a module, and not a folder of which one is imported."""
    return source(name).exists()


@cache
def interpreted() -> tuple[str, ...]:
    """Those that run interpreted nevertheless. Nothing is imported to find out: a part may need more than is there."""
    specs = {name: PathFinder.find_spec(f"atoll.{name}", [str(source(name).parent)]) for name in native()}
    return tuple(name for name, spec in specs.items() if spec is None or str(spec.origin).endswith(".py"))


def compiled() -> bool:
    """Whether all that should be native code is."""
    return not interpreted()
