"""The page's types, written from the server's models, and from each game's words, moves, views and events.

`python -m atoll.server.typescript > web/src/wire.ts`
"""

from __future__ import annotations

import json
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

from atoll.core.events import Event
from atoll.core.kind import Kind
from atoll.games import kind, kinds
from atoll.server import wire

PLAIN: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
FROM_BROWSERS = (wire.Asked, wire.NewTable, wire.Fork, wire.SeatWish, wire.Upload, wire.Rename)


def _prefix(package: str) -> str:
    """How the types of a game's folder begin."""
    return "".join(part.capitalize() for part in package.rpartition(".")[2].split("_"))


class Names:
    """How the types of a module are called: classes of a game carry its name before theirs, so do its words."""

    def __init__(self, prefix: str = "", *words: ModuleType) -> None:
        """Words that an earlier module has too are called as there."""
        self.prefix = prefix
        self.words: dict[Any, str] = {}
        for module in words:
            for name, hint in vars(module).items():
                if get_origin(hint) is Literal and hint not in self.words:
                    self.words[hint] = _prefix(module.__package__ or "") + name

    def spelled(self, hint: Any) -> str:
        """A Python type in TypeScript."""
        if hint in PLAIN:
            return PLAIN[hint]
        if hint is Any:
            return "unknown"
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            named = next((word for word in args[1:] if isinstance(word, str)), None)
            return named or self.spelled(args[0])
        if origin is Literal:
            return self.words.get(hint) or " | ".join(map(json.dumps, args))
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(map(self.spelled, args)))
        if origin is list:
            inner = self.spelled(args[0])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        if origin is dict:
            return f"Record<{self.spelled(args[0])}, {self.spelled(args[1])}>"
        return self.owner(hint) + str(hint.__name__)

    def owner(self, cls: Any) -> str:
        """What comes before the name of a class: that of its own game."""
        package = str(cls.__module__).rpartition(".")[0]
        return _prefix(package) if self.prefix and package.startswith("atoll.") else self.prefix


def fields(cls: type) -> Iterator[tuple[str, Any]]:
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is not ClassVar and hint is not ClassVar and not name.startswith(("model_", "_")):
            yield name, hint


def interface(cls: type, names: Names, kind: str | None = None) -> str:
    """A class as an interface; what the server sends is always there, a browser may leave a default out."""
    told = " ".join((cls.__doc__ or "").split())
    out = [f"/** {told} */"] if told and not told.startswith(f"{cls.__name__}(") else []
    out.append(f"export interface {names.prefix}{cls.__name__} {{")
    if kind:
        out.append(f'  kind: "{kind}"')
    defaults = getattr(cls, "model_fields", {}) if issubclass(cls, FROM_BROWSERS) else {}
    for name, hint in fields(cls):
        optional = "?" if name in defaults and not defaults[name].is_required() else ""
        out.append(f"  {name}{optional}: {names.spelled(hint)}")
    return "\n".join([*out, "}\n"])


def classes(module: Any, fits: Any) -> list[Any]:
    """The classes that a module defines, in its order."""
    own = (value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__)
    return [cls for cls in own if fits(cls)]


def as_written(module: ModuleType) -> ModuleType:
    """A module run from its source: native code does not know what its types are made of."""
    source = Path(str(module.__file__)).parent / f"{module.__name__.rpartition('.')[2]}.py"
    spec = spec_from_file_location(module.__name__, source)
    assert spec is not None
    assert spec.loader is not None
    written = module_from_spec(spec)
    spec.loader.exec_module(written)
    return written


def union(name: str, members: Iterable[str]) -> str:
    return f"export type {name} = {' | '.join(members)}\n"


def move(verb: str, words: tuple[str, ...]) -> str:
    """A parsed move; a word that may be left out has a `?` after its name, in both languages."""
    return f"{{ {'; '.join([f'verb: {json.dumps(verb)}', *(f'{word}: string' for word in words)])} }}"


class Written:
    """A game of the house in TypeScript."""

    def __init__(self, kind: Kind[Any]) -> None:
        self.kind = kind
        self.name = kind.page
        self.verbs = kind.grammar.verbs
        self.prefix = _prefix(kind.package)
        insights = classes(kind.module("insight"), typing.is_typeddict) if self._has("insight") else []
        self.sees = any(cls.__name__ == "Insight" for cls in insights)

    def _has(self, file: str) -> bool:
        return (self.kind.folder / f"{file}.py").exists()

    def parts(self) -> Iterator[str]:
        view = as_written(self.kind.module("view"))
        own = [self.kind.module(file) for file in ("words", "view") if self._has(file)]
        base = kind(self.kind.name)
        names = Names(self.prefix, *([] if base is self.kind else [base.module("words")]), *own)
        for hint, name in names.words.items():
            if name.startswith(self.prefix):
                yield union(name, map(json.dumps, get_args(hint)))
        yield from (interface(cls, names) for cls in classes(view, typing.is_typeddict))
        if self.sees:
            yield from (interface(cls, names) for cls in classes(self.kind.module("insight"), typing.is_typeddict))
        happened = [cls for file in ("events", "happenings") if self._has(file) for cls in self._events(file)]
        yield from (interface(cls, names, cls.kind) for cls in happened)
        members = [names.owner(cls) + cls.__name__ for cls in [*happened, *self._reused()]]
        yield union(f"{self.prefix}Event", members)
        moves = "".join(f"\n  | {move(*entry)}" for entry in self.verbs.items())
        yield f"export type {self.prefix}Move ={moves}\n"

    def _events(self, file: str) -> list[type[Event]]:
        return classes(self.kind.module(file), lambda cls: issubclass(cls, Event) and cls.kind)

    def _reused(self) -> list[type[Event]]:
        """Of the game that these rules are a form of, the events that they do not have under the same name."""
        base = kind(self.kind.name)
        if base is self.kind:
            return []
        own = {cls.kind for file in ("events", "happenings") if self._has(file) for cls in self._events(file)}
        found: list[type[Event]] = classes(base.module("events"), lambda cls: issubclass(cls, Event) and cls.kind)
        return [cls for cls in found if cls.kind not in own]


def tables(games: list[Written]) -> Iterator[str]:
    """What there is of every game, by its name."""
    yield union("View", (f"{game.prefix}View" for game in games))
    yield union("Insights", [*(f"{game.prefix}Insight" for game in games if game.sees), "Record<string, never>"])
    yield "\n".join(["export interface Moves {", *(f'  "{game.name}": {game.prefix}Move' for game in games), "}\n"])
    yield "/** By game and verb the names of the words that follow it; `?`: it may be left out. */"
    out = ["export const VERBS = {"]
    for game in games:
        verbs = (f"    {verb}: {json.dumps(words)}," for verb, words in game.verbs.items())
        out += [f'  "{game.name}": {{', *verbs, "  },"]
    yield "\n".join([*out, "} as const\n"])


def written() -> str:
    """The whole file; a game that only joins the house brings its own."""
    names = Names()
    parts = ["// Written by `python -m atoll.server.typescript`; change the models, not this file.\n"]
    abstract = (wire.Model, wire.Told, wire.Asked)
    models = classes(wire, lambda cls: issubclass(cls, (wire.Model, wire.Told)) and cls not in abstract)
    parts += [interface(model, names) for model in models]
    for name, members in (("ServerMessage", wire.ServerMessage), ("ClientMessage", wire.ClientMessage)):
        parts.append(f"export type {name} = {names.spelled(members)}\n")
    games = [Written(form) for kind in kinds() for form in kind.forms() if kind.package.startswith("atoll.")]
    for game in games:
        parts += game.parts()
    return "\n".join([*parts, *tables(games)])


if __name__ == "__main__":
    sys.stdout.write(written())
