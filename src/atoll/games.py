"""The games of the house, and those that join it.

A game is a folder with a `kind.py` that holds its KIND; its name is the folder's, with hyphens. Every folder of this
package is looked at, every folder that ATOLL_GAMES names, and every entry point of the group `atoll.games`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from atoll.core.errors import AtollError
from atoll.core.game import Game, read_record
from atoll.core.kind import Kind, Marks, Options
from atoll.core.messages import Message

GROUP = "atoll.games"
LAST = 100  # the place of a game that names none


def _named(folder: Path) -> str:
    return folder.name.replace("_", "-")


def _own() -> dict[str, str]:
    """The packages of this house by the names of their games, in the order that they wish for."""
    here = Path(__file__).parent
    folders = [file.parent for file in sorted(here.glob("*/kind.py")) if file.parent.name != "core"]
    folders.sort(key=lambda folder: getattr(importlib.import_module(f"atoll.{folder.name}"), "PLACE", LAST))
    return {_named(folder): f"atoll.{folder.name}" for folder in folders}


def _joined() -> dict[str, Path]:
    """Folders from outside by the names of their games."""
    named = filter(None, os.environ.get("ATOLL_GAMES", "").split(os.pathsep))
    return {_named(folder): folder for folder in (Path(word).resolve() for word in named)}


_OWN = _own()
_JOINED = _joined()
_POINTS = {point.name: point for point in entry_points(group=GROUP)}
NAMES: tuple[str, ...] = tuple(dict.fromkeys([*_OWN, *_JOINED, *_POINTS]))


def _package(folder: Path) -> ModuleType:
    """A folder from outside as a package."""
    name = f"atoll_game_{folder.name}"
    if name not in sys.modules:
        start = folder / "__init__.py"
        spec = importlib.util.spec_from_file_location(name, start, submodule_search_locations=[str(folder)])
        if not (folder / "kind.py").exists() or spec is None or spec.loader is None:
            raise AtollError(Message("game.folder", {"folder": str(folder)}))
        package = importlib.util.module_from_spec(spec)
        sys.modules[name] = package
        if start.exists():
            spec.loader.exec_module(package)
    return sys.modules[name]


@cache
def kind(name: str) -> Kind[Any]:
    """A game by its name in records; it is loaded when first asked for."""
    if name in _OWN:
        found = importlib.import_module(f"{_OWN[name]}.kind").KIND
    elif name in _JOINED:
        found = importlib.import_module(f"{_package(_JOINED[name]).__name__}.kind").KIND
    elif name in _POINTS:
        found = _POINTS[name].load()
    else:
        raise AtollError(Message("game.unknown", {"name": name, "known": list(NAMES)}))
    assert isinstance(found, Kind)
    return found


def kinds() -> list[Kind[Any]]:
    """All games."""
    return [kind(name) for name in NAMES]


def rules_of(name: str, options: Options) -> Kind[Any]:
    """The rules that a game is played by with these options; one not named has its default."""
    rules = kind(name)
    return rules.variation(rules.complete_options(options))


def page_of(name: str, options: Options) -> str:
    """The folder of the page that draws a game; a game that is no longer here keeps its name."""
    try:
        return rules_of(name, options).page
    except Exception:  # its folder may be gone, or broken
        return name


def new(
    name: str = NAMES[0], seats: int = 2, options: Options | None = None, seed: int = 0, marks: Marks | None = None
) -> Game:
    """A new game from a seed; `marks` are another table of the cards' marks than the house's, where there is one."""
    return Game.new(kind(name), seats, options, seed, marks)


def read(text: str, until: int | None = None) -> Game:
    """The game behind a record; RecordError names the line, the move and the ruling where it is wrong."""
    return read_record(kind, text, until)


def at(position: str) -> Game:
    """A game that goes on from a position line."""
    return Game.at(kind(next(iter(position.split()), "")), position)
