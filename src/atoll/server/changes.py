"""The differences between two views, small enough to send with every step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atoll.server.wire import Change

Path = list[str | int]


def changes(before: Any, after: Any) -> list[Change]:
    """What to do to one view to get the other."""
    return list(_differences(before, after, []))


def _differences(before: Any, after: Any, path: Path) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before:
            if key not in after:
                yield Change(path=[*path, key], gone=True)
        for key, value in after.items():
            if key in before:
                yield from _differences(before[key], value, [*path, key])
            else:
                yield Change(path=[*path, key], value=value)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and path:
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(old, new, [*path, place])
    elif before != after:
        yield Change(path=path, value=after)


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
