"""A learned judge of positions: what each seat's share of the win is likely to be.

A game says what there is to notice about a position (`State.sense`), a net of one small hidden layer makes a number of
it for every seat, and the numbers become shares. All of it is done in whole numbers, in a fixed order: the same
position is worth the same on every machine, compiled or not.
"""

from __future__ import annotations

import base64
import json
import math
import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import filled

WHOLE: Final[i64] = 65536  # the whole win; also the unit of weights
STEPS: Final[i64] = 256  # of the exponential's table, for each unit
FALLS: Final[i64] = 16  # units after which nothing is left of it
FORMAT: Final = 1


def _exponentials() -> vec[i64]:
    out = vec[i64]()
    for step in range(int(FALLS * STEPS)):
        out = append(out, i64(round(int(WHOLE) * math.exp(-step / int(STEPS)))))
    return out


_FALLING: Final = _exponentials()


def fallen(far: i64, scale: i64) -> i64:
    """What is left of WHOLE after an exponential fall: a part of e for each `scale` of the way."""
    step = far * STEPS // scale
    return _FALLING[step] if step < FALLS * STEPS else 0


class WrongNet(ValueError):
    """A file that is no net for the game, the seats and the way of seeing at hand."""


class Net:
    """Weights for one game and number of seats.

    What goes in, for each seat: its own numbers, those of the strongest other, with three seats or more the sum of all
    others, and what is the same for all. The first number of a seat tells who is strongest.
    """

    def __init__(
        self, seats: int, own: int, shared: int, hidden: int, weights: list[int], about: dict[str, Any] | None = None
    ) -> None:
        self.seats: i64 = seats
        self.own: i64 = own
        self.shared: i64 = shared
        self.hidden: i64 = hidden
        self.about: dict[str, Any] = about or {}
        size = inputs(seats, own, shared)
        if len(weights) != (size + 1) * hidden + hidden + size:
            raise ValueError("weights")
        # By input, then by hidden unit; then the units' thresholds, what they count, and what inputs count directly.
        self.first = vec[i64](weights[: size * hidden])
        self.bias = vec[i64](weights[size * hidden : (size + 1) * hidden])
        self.last = vec[i64](weights[(size + 1) * hidden : (size + 2) * hidden])
        self.direct = vec[i64](weights[(size + 2) * hidden :])
        self._sums = filled(hidden, 0)
        self._marks = filled(seats, 0)
        # What the numbers of each seat come to, as one's own, as the strongest other's and as one of the others': these
        # stay the same while another seat is looking for its turn.
        self._roles: i64 = 2 if seats == 2 else 3
        self._known = filled(self.seats * own, 0)
        self._parts = filled(self.seats * self._roles * hidden, 0)
        self._directly = filled(self.seats * self._roles, 0)
        self._common = filled(hidden, 0)

    def judge(self, senses: vec[i64], out: vec[i64]) -> None:
        """Put each seat's share of the win into `out`, from what is noticed about a position; together about WHOLE."""
        marks = self._marks
        for seat in range(self.seats):
            self._learn(senses, seat)
        hidden = self.hidden
        for unit in range(hidden):
            self._common[unit] = self.bias[unit]
        common = self._add(senses, self.seats * self.own, self.shared, self._roles * self.own, self._common, 0)
        most: i64 = 0
        for seat in range(self.seats):
            marks[seat] = self._mark(senses, seat, common)
            if seat == 0 or marks[seat] > most:
                most = marks[seat]
        total: i64 = 0
        for seat in range(self.seats):
            left = fallen(most - marks[seat], WHOLE * WHOLE)
            out[seat] = left
            total += left
        for seat in range(self.seats):
            out[seat] = out[seat] * WHOLE // total

    def _learn(self, senses: vec[i64], seat: i64) -> None:
        """Work out what a seat's numbers come to, if they are not what they were."""
        own = self.own
        start = seat * own
        known = self._known
        same = True
        for at in range(start, start + own):
            if known[at] != senses[at]:
                known[at] = senses[at]
                same = False
        if same:
            return
        hidden = self.hidden
        for role in range(self._roles):
            place = seat * self._roles + role
            to = place * hidden
            for unit in range(to, to + hidden):
                self._parts[unit] = 0
            self._directly[place] = self._add(senses, start, own, role * own, self._parts, to)

    def _mark(self, senses: vec[i64], seat: i64, mark: i64) -> i64:
        """How well a seat stands, in units of WHOLE * WHOLE; what is common to all is given."""
        sums = self._sums
        common = self._common
        for unit in range(self.hidden):
            sums[unit] = common[unit]
        own = self.own
        mark += self._take(seat, 0)
        strongest: i64 = -1
        for other in range(self.seats):
            if other != seat and (strongest < 0 or senses[other * own] > senses[strongest * own]):
                strongest = other
        mark += self._take(strongest, 1)
        if self.seats > 2:
            for other in range(self.seats):
                if other != seat:
                    mark += self._take(other, 2)
        mark *= WHOLE
        last = self.last
        for unit in range(self.hidden):
            if sums[unit] > 0:
                mark += sums[unit] * last[unit]
        return mark

    def _take(self, seat: i64, role: i64) -> i64:
        """Add what a seat's numbers come to; what they count directly."""
        hidden = self.hidden
        sums = self._sums
        parts = self._parts
        place = seat * self._roles + role
        for unit in range(hidden):
            sums[unit] += parts[place * hidden + unit]
        return self._directly[place]

    def _add(self, senses: vec[i64], start: i64, size: i64, row: i64, sums: vec[i64], to: i64) -> i64:
        """Add so many numbers to what the hidden units get; what they count directly."""
        hidden = self.hidden
        first = self.first
        mark: i64 = 0
        for at in range(size):
            number = senses[start + at]
            if number:
                mark += number * self.direct[row + at]
                place = (row + at) * hidden
                for unit in range(hidden):
                    sums[to + unit] += number * first[place + unit]
        return mark


def inputs(seats: int, own: int, shared: int) -> int:
    """How many numbers go into a net."""
    return own * (2 if seats == 2 else 3) + shared


class Lore:
    """What is known about judging one game: how its positions are seen, and its nets by number of seats."""

    def __init__(self, game: str, version: int, own: int, shared: int, folder: Path) -> None:
        self.game = game
        self.version = version  # of what is noticed: a net that learned another one is refused
        self.own = own
        self.shared = shared
        self.folder = folder
        self._nets: dict[int, Net | None] = {}
        self._levels: dict[str, dict[str, Any]] | None = None

    def net(self, seats: int) -> Net | None:
        """The net of the house for so many seats, None if there is none."""
        if seats not in self._nets:
            file = self.folder / f"{seats}.json"
            self._nets[seats] = self.read(file, seats) if file.exists() else None
        return self._nets[seats]

    def levels(self) -> dict[str, dict[str, Any]]:
        """The parameters of the levels for people, where the game says what they are."""
        if self._levels is None:
            file = self.folder / "levels.toml"
            self._levels = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
        return self._levels

    def read(self, file: Path, seats: int) -> Net:
        """The net of a file; WrongNet if it is none for this game, seats and way of seeing."""
        try:
            about = json.loads(file.read_text("utf-8"))
            blob = base64.b85decode(about.pop("weights"))
            weights = [int.from_bytes(blob[at : at + 4], "little", signed=True) for at in range(0, len(blob), 4)]
            hidden = int(about["hidden"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise WrongNet(f"{file} is not a net: {error}") from error
        wanted = {
            "format": FORMAT,
            "game": self.game,
            "seats": seats,
            "version": self.version,
            "own": self.own,
            "shared": self.shared,
        }
        for name, value in wanted.items():
            if about.get(name) != value:
                raise WrongNet(f"{file} is no net for this: {name} is {about.get(name)}, not {value}")
        try:
            return Net(seats, self.own, self.shared, hidden, weights, about)
        except ValueError as error:
            raise WrongNet(f"{file} has another number of weights than its sizes say") from error

    def write(self, file: Path, seats: int, hidden: int, weights: list[int], origin: dict[str, Any]) -> None:
        """Keep a net, with where it comes from."""
        blob = b"".join(weight.to_bytes(4, "little", signed=True) for weight in weights)
        about = {
            "format": FORMAT,
            "game": self.game,
            "seats": seats,
            "version": self.version,
            "own": self.own,
            "shared": self.shared,
            "hidden": hidden,
            "origin": origin,
            "weights": base64.b85encode(blob).decode(),
        }
        file.write_text(json.dumps(about, indent=1, sort_keys=False) + "\n", "utf-8")
