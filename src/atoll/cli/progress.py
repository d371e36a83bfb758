"""Progress bars, tables and columns for the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_WIDTH = 30


def progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """Pass items on, and show on a terminal how many have come and how long the rest will take."""
    shown = sys.stderr.isatty()
    start = last = time.monotonic()
    done = 0
    for item in items:
        yield item
        done += 1
        now = time.monotonic()
        if shown and (now - last > 0.1 or done == total):
            last = now
            left = (now - start) / done * (total - done)
            bar = "█" * (_WIDTH * done // total)
            print(
                f"\r{bar:░<{_WIDTH}} {done}/{total} {what}, {done / (now - start):.1f}/s, {left:.0f} s left \x1b[K",
                end="",
                file=sys.stderr,
            )
    if shown and done:
        print("\r\x1b[K", end="", file=sys.stderr)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows in columns; the first row is the heading, the first column stands left and the others right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        words = [
            word.ljust(width) if not column else word.rjust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(words).rstrip())
    lines.insert(1, "─" * (sum(widths) + 2 * (len(widths) - 1)))
    return "\n".join(lines)


def in_columns(words: Sequence[str], width: int) -> list[str]:
    """Words in as many columns as fit, read downwards."""
    if not words:
        return []
    column = max(map(len, words)) + 3
    across = max(1, width // column)
    down = -(-len(words) // across)
    return ["".join(word.ljust(column) for word in words[row::down]).rstrip() for row in range(down)]
