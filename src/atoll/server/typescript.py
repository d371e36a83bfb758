"""The page's types, written from the server's models, the games' views and their events.

`python -m atoll.server.typescript > web/src/wire.ts`
"""

from __future__ import annotations

import json
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

from atoll.core.events import Event
from atoll.reef import events as reef_events
from atoll.reef import view as reef_view
from atoll.reef_encounter import events as reef_encounter_events
from atoll.reef_encounter import view as reef_encounter_view
from atoll.server import wire

PLAIN: dict[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
GAMES = (("ReefEncounter", reef_encounter_events, reef_encounter_view), ("Reef", reef_events, reef_view))
FROM_BROWSERS = (wire.Asked, wire.NewTable, wire.Fork, wire.SeatWish, wire.Upload, wire.Rename)


def spelled(hint: Any, prefix: str = "") -> str:
    """A Python type in TypeScript; classes of a game carry its name before theirs."""
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is Any:
        return "unknown"
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return spelled(args[0], prefix)
    if origin is Literal:
        return " | ".join(map(json.dumps, args))
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(spelled(arg, prefix) for arg in args))
    if origin is list:
        inner = spelled(args[0], prefix)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {spelled(args[1], prefix)}>"
    return prefix + str(hint.__name__)


def fields(cls: type) -> Iterator[tuple[str, Any]]:
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is not ClassVar and hint is not ClassVar and not name.startswith(("model_", "_")):
            yield name, hint


def interface(cls: type, prefix: str = "", kind: str | None = None) -> str:
    """A class as an interface; what the server sends is always there, a browser may leave a default out."""
    told = " ".join((cls.__doc__ or "").split())
    out = [f"/** {told} */"] if told and not told.startswith(f"{cls.__name__}(") else []
    out.append(f"export interface {prefix}{cls.__name__} {{")
    if kind:
        out.append(f'  kind: "{kind}"')
    defaults = getattr(cls, "model_fields", {}) if issubclass(cls, FROM_BROWSERS) else {}
    for name, hint in fields(cls):
        optional = "?" if name in defaults and not defaults[name].is_required() else ""
        out.append(f"  {name}{optional}: {spelled(hint, prefix)}")
    return "\n".join([*out, "}\n"])


def classes(module: Any, fits: Any) -> list[Any]:
    """The classes that a module defines, in its order."""
    own = (value for value in vars(module).values() if isinstance(value, type) and value.__module__ == module.__name__)
    return [cls for cls in own if fits(cls)]


def union(name: str, members: Iterable[str]) -> str:
    return f"export type {name} = {' | '.join(members)}\n"


def written() -> str:
    """The whole file."""
    parts = ["// Written by `python -m atoll.server.typescript`; change the models, not this file.\n"]
    abstract = (wire.Model, wire.Asked)
    models = classes(wire, lambda cls: issubclass(cls, wire.Model) and cls not in abstract)
    parts += [interface(model) for model in models]
    for name, members in (("ServerMessage", wire.ServerMessage), ("ClientMessage", wire.ClientMessage)):
        parts.append(f"export type {name} = {spelled(members)}\n")
    for game, events, view in GAMES:
        parts += [interface(cls, game) for cls in classes(view, typing.is_typeddict)]
        happened: list[type[Event]] = classes(events, lambda cls: issubclass(cls, Event) and cls.kind)
        parts += [interface(cls, game, cls.kind) for cls in happened]
        parts.append(union(f"{game}Event", (game + cls.__name__ for cls in happened)))
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(written())
