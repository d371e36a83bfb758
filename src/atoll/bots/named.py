"""Bots as people name them: `greedy`, `searching:plans=16:turns=9`, `examples/own_bot.py:Mine:depth=3`.

Players are parted by commas, the parameters of one by colons. What a bot's `__init__` takes are its parameters. A file
runs with all that Python can do, so names from elsewhere, as the wire's, go to `make` and never come here.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from atoll.bots.bot import Bot, Random
from atoll.bots.careless import Careless
from atoll.bots.greedy import Greedy
from atoll.bots.levels import CHARACTERS, LEVELS, Level
from atoll.bots.searching import Searching
from atoll.bots.tree import Ismcts, Mcts
from atoll.bots.turn import Planning
from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.core.state import State

# What they are made of, the easiest first; then those that people meet at a table.
BOTS: dict[str, type[Bot]] = {
    "random": Random,
    "careless": Careless,
    "greedy": Greedy,
    "searching": Searching,
    "planning": Planning,
    **LEVELS,
    **CHARACTERS,
}
# What others have, to measure ours against: for matches, not for the table.
YARDSTICKS: dict[str, type[Bot]] = {"mcts": Mcts, "ismcts": Ismcts}
# Where files lie on this machine that bots are named with by their places on another one.
MOVED: dict[str, str] = {}
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}
_READ: dict[type, Callable[[str], object]] = {
    int: int,
    float: float,
    bool: lambda word: _YES_NO[word.lower()],
    str: str,
}


def make(name: str) -> Bot:
    """A bot of the house by its name, as it comes."""
    if name not in BOTS:
        raise _wrong("unknown", name=name, known=list(BOTS))
    return BOTS[name]()


def players(text: str) -> tuple[str, ...]:
    """The names of several bots."""
    return tuple(text.split(","))


def named(text: str) -> Bot:
    """A bot of the house or of a file, with its parameters; AtollError says what is wrong with the text."""
    name, *given = text.split(":")
    if name.endswith(".py"):
        wanted, *given = given or [""]
        found = _in_file(MOVED.get(name, name), wanted)
    elif name in BOTS or name in YARDSTICKS:
        found = BOTS.get(name) or YARDSTICKS[name]
    else:
        raise _wrong("unknown", name=name, known=[*BOTS, *YARDSTICKS])
    taken = parameters(found)
    values: dict[str, object] = {}
    for word in given:
        parameter, _, value = word.partition("=")
        if parameter not in taken:
            raise _wrong("parameter", bot=name, name=parameter, known=list(taken) or "-")
        values[parameter] = _value(name, parameter, MOVED.get(value, value), taken[parameter])
    try:
        return found(**values)
    except Exception as error:
        raise _wrong("refused", bot=text, problem=_said(error)) from error


def planner(name: str, state: State) -> Planning:
    """The planning bot of a name for a game and its seats: a level is another one in each. AtollError if it is none."""
    bot = planning(name)
    return bot.at(state) if isinstance(bot, Level) else bot


def planning(name: str) -> Planning | Level:
    """A bot that plans in every game; AtollError if this is none."""
    bot = named(name)
    if not isinstance(bot, Planning | Level):
        raise AtollError(Message("study.bot", {"bot": name}))
    return bot


def parameters(bot: type[Bot]) -> dict[str, type]:
    """The parameters of a bot that can be given as text, with their types.

    A compiled `__init__` knows its defaults but not its annotations: a default tells the type where nothing else does.
    It also tells, where a number is a float, that all go by their places; they go by their names too.
    """
    try:
        signature = inspect.signature(bot, eval_str=True)
    except NameError:  # an annotation that only a type checker can follow
        signature = inspect.signature(bot)
    found = {}
    for name, parameter in signature.parameters.items():
        kind = type(parameter.default) if parameter.annotation is parameter.empty else parameter.annotation
        if kind in _READ and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            found[name] = kind
    return found


def _value(bot: str, parameter: str, text: str, kind: type) -> object:
    try:
        return _READ[kind](text)
    except (ValueError, KeyError):
        wanted = Message(f"bot.{kind.__name__}")
        raise _wrong("value", bot=bot, name=parameter, value=text, wanted=wanted) from None


def _in_file(file: str, name: str) -> type[Bot]:
    """A bot's class in a file."""
    content = vars(_loaded(Path(file).resolve(), file))
    bots = {called: it for called, it in content.items() if isinstance(it, type) and issubclass(it, Bot) and it != Bot}
    if name not in bots:
        key = "no_bot" if name in content else "no_class"
        raise _wrong(key, file=file, name=name, known=list(bots) or "-")
    return bots[name]


@cache
def _loaded(path: Path, file: str) -> ModuleType:
    """A file as a module. It may import what lies beside it."""
    if not path.is_file():
        raise _wrong("no_file", file=file)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    spec = importlib.util.spec_from_file_location(f"atoll_bot_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise _wrong("broken", file=file, line=_line(error, path), problem=_said(error)) from error
    return module


def _line(error: BaseException, path: Path) -> int:
    """The last line of a file that an error came through."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return error.lineno or 0
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == str(path)), 0)


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _wrong(key: str, **values: object) -> AtollError:
    return AtollError(Message(f"bot.{key}", values))
