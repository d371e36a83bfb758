"""Everybody's chances in a position, as they are told to people.

Short games and the judge give shares of the win. How far these can be believed is measured on games that no net has
learned from (`calibration.py`), and what was found is kept beside the nets: how much sharper, or softer, the shares of
a net have to be for the chances to come true. It belongs to that very net; for another one there is none.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from atoll.bots.greedy import Paper
from atoll.bots.judging import Judge
from atoll.bots.turn import play_on
from atoll.core.rng import Rng
from atoll.core.state import State

SAMPLES = 12  # short games by which a position's chances are judged
TURNS = 2  # that these go on for
AS_JUDGED = 100  # a sharpness, in hundredths, that changes nothing
FILE = "chances.json"  # beside the nets of a game
NO_NET = "none"


def judged(state: State, judge: Judge, rng: Rng) -> list[float]:
    """Everybody's share of the win, by short games and the judge."""
    sums = [0] * state.seats
    paper = Paper()
    for _ in range(SAMPLES):
        end = state.clone()
        play_on(end, TURNS, rng, paper)
        for seat, share in enumerate(judge.all(end)):
            sums[seat] += share
    total = sum(sums)
    return [part / total for part in sums] if total else [1 / state.seats] * state.seats


def chances(state: State, judge: Judge, rng: Rng, sharpness: int = AS_JUDGED) -> list[float]:
    """Everybody's chances in a position."""
    return sharpened(judged(state, judge, rng), sharpness)


def sharpened(shares: Sequence[float], sharpness: int) -> list[float]:
    """Shares of the win that are as far from each other as experience says; who is ahead stays ahead."""
    if sharpness == AS_JUDGED:
        return list(shares)
    power = sharpness / AS_JUDGED
    parts = [share**power for share in shares]
    total = sum(parts)
    return [part / total for part in parts]


def one_sharpened(share: float, seats: int, sharpness: int) -> float:
    """The same for one seat, of which no more is known than its share: the others have the rest in equal parts."""
    rest = (1 - share) / (seats - 1)
    return sharpened([share, *[rest] * (seats - 1)], sharpness)[0]


def net_mark(state: State, net: str = "") -> str:
    """Which net judges a position, by what is in its file: that of the house, or a named one."""
    lore = state.lore()
    if lore is None or net == "-":
        return NO_NET
    return _mark(Path(net) if net else lore.folder / f"{state.seats}.json")


def sharpness_for(state: State, net: str = "") -> int:
    """How much sharper chances are than the shares that a net gives, in hundredths."""
    lore = state.lore()
    known = kept(lore.folder / FILE).get(str(state.seats)) if lore is not None else None
    return known[1] if known and known[0] == net_mark(state, net) else AS_JUDGED


@cache
def kept(file: Path) -> dict[str, tuple[str, int]]:
    """By number of seats: the net for which something was found, and how much sharper its shares have to be."""
    if not file.exists():
        return {}
    return {seats: (str(found["net"]), int(found["sharpness"])) for seats, found in read(file).items()}


def read(file: Path) -> dict[str, dict[str, Any]]:
    """All that is kept in a file."""
    found: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return found


@cache
def _mark(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file.exists() else NO_NET
