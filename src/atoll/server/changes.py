"""The differences between two views, small enough to send with every step."""

from __future__ import annotations

from typing import Any

from atoll.server.wire import Change

Path = list[str | int]
NOTHING = object()


def changes(before: Any, after: Any) -> list[Change]:
    """What to do to one view to get the other."""
    found: list[Change] = []
    _compare(before, after, [], found)
    return found


def _compare(before: Any, after: Any, path: Path, found: list[Change]) -> None:
    """Look into what differs, and nowhere else: most of a view stays as it is."""
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() != after.keys():
            found += [Change([*path, key], gone=True) for key in before if key not in after]
        for key, value in after.items():
            old = before.get(key, NOTHING)
            if old is NOTHING:
                found.append(Change([*path, key], value))
            elif old is not value and old != value:
                _compare(old, value, [*path, key], found)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and path:
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            if old is not new and old != new:
                _compare(old, new, [*path, place], found)
    elif before != after:
        found.append(Change(path, after))


def changed(view: Any, steps: list[Change]) -> Any:
    """Carry changes out, as the page does."""
    for step in steps:
        node = view
        for key in step.path[:-1]:
            node = node[key]
        if step.gone:
            del node[step.path[-1]]
        else:
            node[step.path[-1]] = step.value
    return view
