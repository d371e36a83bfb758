"""Turns of an analysis as text that can be kept: messages stay keys and values, so that anyone can read them later."""

from __future__ import annotations

import json
from typing import Any

from atoll.core.messages import Message, Term, Who
from atoll.study.analysis import Turn


def packed(turn: Turn) -> str:
    return json.dumps(vars(turn) | {"reason": _plain(turn.reason)}, separators=(",", ":"))


def unpacked(text: str) -> Turn:
    values = json.loads(text)
    return Turn(**values | {"reason": _spoken(values["reason"])})


def _plain(value: object) -> Any:
    match value:
        case Message(key, values):
            return {"message": key, "values": {name: _plain(one) for name, one in values.items()}}
        case Term(key):
            return {"term": key}
        case Who(seat):
            return {"who": seat}
        case list() | tuple():
            return [_plain(one) for one in value]
        case None | bool() | int() | float() | str():
            return value
    raise TypeError(f"{value!r} cannot be kept")


def _spoken(value: Any) -> Any:
    if isinstance(value, list):
        return [_spoken(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "message" in value:
        return Message(value["message"], {name: _spoken(one) for name, one in value["values"].items()})
    return Term(value["term"]) if "term" in value else Who(value["who"])
