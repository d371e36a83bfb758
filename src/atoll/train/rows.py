"""Rows: positions as a net sees them, with what became of them. They are kept in files of some games each.

A row is either a turn's end in a game that was played out (`outcome`: each seat's share of the win; `lead`: how many
points each had more than the best other), or the end of a plan that was compared with others on the same deals (`root`
tells which; `share`: what its seat got on average there).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
MOST = 32_000  # a number that a net sees


@dataclass
class Rows:
    """Rows in the making."""

    senses: list[list[int]] = field(default_factory=list)
    outcomes: list[list[float]] = field(default_factory=list)  # by seat; -1 where it is not known
    leads: list[list[int]] = field(default_factory=list)
    roots: list[int] = field(default_factory=list)  # -1: of no comparison
    seats: list[int] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)

    def add_outcome(self, senses: list[int], outcome: list[float], leads: list[int]) -> None:
        self._add(senses, outcome, leads, -1, 0, 0.0, 0)

    def add_plan(self, senses: list[int], seats: int, root: int, seat: int, share: float, deals: int) -> None:
        self._add(senses, [-1.0] * seats, [0] * seats, root, seat, share, deals)

    def _add(
        self, senses: list[int], outcome: list[float], leads: list[int], root: int, seat: int, share: float, deals: int
    ) -> None:
        self.senses.append([min(number, MOST) for number in senses])
        self.outcomes.append(outcome)
        self.leads.append(leads)
        self.roots.append(root)
        self.seats.append(seat)
        self.shares.append(share)
        self.deals.append(deals)

    def packed(self) -> bytes:
        """What is in their file."""
        content = BytesIO()
        np.savez_compressed(
            content,
            senses=np.array(self.senses, dtype=np.int16),
            outcomes=np.array(self.outcomes, dtype=np.float32),
            leads=np.array(self.leads, dtype=np.int16),
            roots=np.array(self.roots, dtype=np.int64),
            seats=np.array(self.seats, dtype=np.int8),
            shares=np.array(self.shares, dtype=np.float32),
            deals=np.array(self.deals, dtype=np.int16),
        )
        return content.getvalue()


def write(file: Path, content: bytes) -> None:
    """Keep packed rows, all at once: a file that is there is whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part.npz")
    part.write_bytes(content)
    part.replace(file)


def read(files: Iterable[Path]) -> dict[str, Array]:
    """The rows of some files, one after the other; roots of different files stay different."""
    parts: dict[str, list[Array]] = {}
    for number, file in enumerate(files):
        with np.load(file) as found:
            for name in found.files:
                column = found[name]
                if name == "roots":
                    column = np.where(column >= 0, column + (number + 1) * 1_000_000, -1)
                parts.setdefault(name, []).append(column)
    return {name: np.concatenate(columns) for name, columns in parts.items()}
