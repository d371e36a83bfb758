"""What a move did, found by comparing the position before and after: nothing of this is paid for in playouts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from atoll.core.bits import count
from atoll.core.events import Event
from atoll.core.messages import Message, Term, Who
from atoll.core.state import sees
from atoll.reef_encounter.board import Board
from atoll.reef_encounter.moves import (
    ALGA,
    COLLECT,
    CONSUMED,
    CUBE,
    EAT,
    LARVA,
    MOVE,
    PASS,
    POLYP,
    SEA,
    SHRIMP,
    SLOT_SIZE,
    TAKE_CUBES,
    TARGETS,
    TILE,
)
from atoll.reef_encounter.notation import PAIR_NAMES, cell_name, cells_of, letters, text, tile_lies, tile_words
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import ALGA_NAMES, CELLS, COLOURS, LETTERS, TILE_NAMES, TILES
from atoll.reef_encounter.view import of_seat
from atoll.reef_encounter.words import ENDS


def _say(key: str, values: Mapping[str, object]) -> Message:
    return Message(f"reef-encounter.event.{key}", values)


def _colour(letter: str) -> Term:
    return Term(f"reef-encounter.colour.{letter}")


def _in_words(name: str, value: object) -> object:
    """A field of an event as a sentence says it: colours and algae by their names."""
    if name in ("colour", "prey", "paid") and isinstance(value, str):
        return _colour(value)
    if name == "alga":
        return Term(f"reef-encounter.alga.{value}")
    if name in ("cubes", "tiles") and isinstance(value, str):
        return [_colour(letter) for letter in value]
    if name == "lies" and isinstance(value, list):
        return [tile_words(tile) for tile in value]
    return tile_words(value) if name == "lies" and isinstance(value, str) else value


@dataclass(frozen=True)
class Happened(Event):
    """An event of this game; `seat` (from 1) is who did it."""

    seat: int

    def message(self) -> Message:
        return _say(self.kind, {name: _in_words(name, value) for name, value in vars(self).items()} | self.who)

    @property
    def who(self) -> dict[str, object]:
        return {"who": Who(self.seat)}


@dataclass(frozen=True)
class FishChosen(Happened):
    """A tile went into the parrotfish; the colour is None for all but its owner."""

    kind: ClassVar[str] = "fish_chosen"
    colour: str | None

    def message(self) -> Message:
        return super().message() if self.colour else _say("fish_hidden", self.who)


@dataclass(frozen=True)
class CubesTaken(Happened):
    kind: ClassVar[str] = "cubes_taken"
    cubes: str


@dataclass(frozen=True)
class CoralEaten(Happened):
    """A parrotfish ate a coral and its shrimp."""

    kind: ClassVar[str] = "coral_eaten"
    colour: str
    cells: list[str]
    shrimp: str
    to_bag: int
    to_fish: int
    shrimp_to: str  # "sea" for the first one, else "fish"


@dataclass(frozen=True)
class LarvaPlayed(Happened):
    kind: ClassVar[str] = "larva_played"
    colour: str


@dataclass(frozen=True)
class Placed(Happened):
    kind: ClassVar[str] = "placed"
    colour: str
    cell: str
    consumed: bool  # the polyp came from in front of the screen


@dataclass(frozen=True)
class Eaten(Happened):
    """A polyp was eaten and lies in front of the attacker's screen."""

    kind: ClassVar[str] = "eaten"
    prey: str
    cell: str


@dataclass(frozen=True)
class Split(Happened):
    """A coral fell into parts."""

    kind: ClassVar[str] = "split"
    prey: str
    parts: list[list[str]]

    def message(self) -> Message:
        return _say("split", {"prey": _colour(self.prey), "number": len(self.parts)})


@dataclass(frozen=True)
class Grown(Happened):
    kind: ClassVar[str] = "grown"
    colour: str
    cell: str
    source: str | None  # "bag", or "bonus" if the bag had none of the colour; None if nobody can know yet


@dataclass(frozen=True)
class ShrimpIntroduced(Happened):
    kind: ClassVar[str] = "shrimp_introduced"
    cell: str


@dataclass(frozen=True)
class ShrimpMoved(Happened):
    kind: ClassVar[str] = "shrimp_moved"
    cell: str
    to: str | None  # None: behind the screen

    def message(self) -> Message:
        return super().message() if self.to else _say("shrimp_back", {"cell": self.cell} | self.who)


@dataclass(frozen=True)
class CubeBought(Happened):
    kind: ClassVar[str] = "cube_bought"
    colour: str


@dataclass(frozen=True)
class AlgaPlayed(Happened):
    """A cylinder went onto the alga space, from where another one may have come back."""

    kind: ClassVar[str] = "alga_played"
    alga: str
    paid: str
    returned: str | None


@dataclass(frozen=True)
class Locked(Happened):
    kind: ClassVar[str] = "locked"
    alga: str
    paid: str
    tile: str
    lies: str  # its colours, the stronger one first
    covered: int


@dataclass(frozen=True)
class Turned(Happened):
    kind: ClassVar[str] = "turned"
    tiles: list[str]
    lies: list[str]  # their colours now, the stronger one first


@dataclass(frozen=True)
class TileBought(Happened):
    kind: ClassVar[str] = "tile_bought"
    colour: str
    source: str | None  # "bag" or "bonus"; None if nobody can know yet


@dataclass(frozen=True)
class Collected(Happened):
    kind: ClassVar[str] = "collected"
    colour: str
    tiles: str


@dataclass(frozen=True)
class BonusIntoBag(Happened):
    """The bag was empty: the bonus tiles that were there went into it."""

    kind: ClassVar[str] = "bonus_into_bag"
    tiles: str


@dataclass(frozen=True)
class Declined(Happened):
    kind: ClassVar[str] = "declined"


@dataclass(frozen=True)
class Refilled(Happened):
    kind: ClassVar[str] = "refilled"
    tiles: dict[str, str]

    def message(self) -> Message:
        drawn = [
            _say("refill_tile", {"space": _colour(space), "tile": _colour(tile)}) for space, tile in self.tiles.items()
        ]
        return _say("refilled", {"tiles": drawn})


@dataclass(frozen=True)
class TurnBegins(Happened):
    kind: ClassVar[str] = "turn_begins"
    extra: bool

    def message(self) -> Message:
        return _say("extra_begins" if self.extra else "turn_begins", self.who)


@dataclass(frozen=True)
class GameEnds(Happened):
    """The end, or (before extra turns) what brought it about; `seat` is 0 if nobody did."""

    kind: ClassVar[str] = "game_ends"
    reason: str
    scores: list[int] | None
    winners: list[int] | None

    def message(self) -> Message:
        if self.scores is None:
            return _say(f"ending_{self.reason}", self.who)
        winners = [Who(seat) for seat in self.winners or []]
        values = {"scores": self.scores, "winners": winners, "reason": Message(f"reef-encounter.end.{self.reason}")}
        return _say("game_ends", values)


def move_events(before: ReefEncounter, move: int, after: ReefEncounter, viewer: int) -> list[Event]:
    """What a move did, in order, as a seat (or a spectator) may see it."""
    who = before.seat + 1
    out: list[Event] = []
    if move >= PASS:
        out.append(Declined(who))
    elif move >= COLLECT:
        space = move - COLLECT
        out.append(Collected(who, LETTERS[space], letters(of_seat(before.sea, space))))
    elif move >= TILE:
        out.append(TileBought(who, LETTERS[move - TILE], _source(before, move - TILE)))
    elif move >= ALGA:
        out.extend(_alga_events(before, move - ALGA, after))
    elif move >= CUBE:
        out.append(CubeBought(who, LETTERS[move - CUBE]))
    elif move >= MOVE:
        _, start, end = text(before, move).split()
        screen = (move - MOVE) % SLOT_SIZE == SLOT_SIZE - 1
        out.append(ShrimpMoved(who, start, None if screen else end))
    elif move >= SHRIMP:
        out.append(ShrimpIntroduced(who, cell_name(move - SHRIMP)))
    elif move >= POLYP:
        consumed = move >= CONSUMED
        out.extend(_place_events(before, move - (CONSUMED if consumed else POLYP), consumed, after))
    elif move >= LARVA:
        out.append(LarvaPlayed(who, LETTERS[move - LARVA]))
    elif move >= EAT:
        out.append(_eat_event(before, move - EAT, after))
    elif move >= TAKE_CUBES:
        out.append(CubesTaken(who, PAIR_NAMES[move - TAKE_CUBES]))
    else:
        out.append(FishChosen(who, LETTERS[move] if sees(viewer, before.seat) else None))
    out.extend(_into_bag(who, before, after))
    out.extend(_what_follows(before, after))
    return out


def _source(before: Board, colour: int) -> str:
    """Where a tile that is not drawn by chance comes from."""
    return "bag" if before.bag[colour] else "bonus"


def _into_bag(who: int, before: Board, after: Board) -> list[Event]:
    """The bonus tiles, if they went into the bag."""
    tiles = letters(list(before.bonus))
    return [BonusIntoBag(who, tiles)] if tiles and after.bonus_gone else []


def chance_events(before: ReefEncounter, outcome: list[int], after: ReefEncounter) -> list[Event]:
    """The refill of the open sea."""
    drawn = zip(before.refill_order(), outcome, strict=True)
    tiles = {LETTERS[space]: LETTERS[tile] for space, tile in drawn}
    who = before.mover + 1
    return [Refilled(who, tiles), *_into_bag(who, before, after), *_what_follows(before, after)]


def _what_follows(before: Board, after: ReefEncounter) -> list[Event]:
    out: list[Event] = []
    reason = ENDS[after.ended]
    if reason and not before.ended and not after.over:
        out.append(GameEnds(after.ender + 1, reason, None, None))
    if reason and after.over:
        winners = [seat + 1 for seat in after.winners()]
        out.append(GameEnds(after.ender + 1, reason, list(after.scores()), winners))
    elif after.turn != before.turn and after.seat >= 0:
        out.append(TurnBegins(after.seat + 1, bool(after.ended)))
    return out


def _eat_event(before: Board, cell: int, after: Board) -> CoralEaten:
    seat = before.seat
    rock, at = divmod(cell, CELLS)
    colour = before.colour_at(rock, 1 << at)
    coral = before.coral(rock, 1 << at)
    kept = after.fish[seat * COLOURS + colour] - before.fish[seat * COLOURS + colour]
    return CoralEaten(
        seat + 1,
        LETTERS[colour],
        cells_of(rock, coral),
        cell_name(cell),
        count(coral) - kept,
        kept,
        "fish" if before.eaten[seat] else "sea",
    )


def _place_events(before: Board, cell: int, consumed: bool, after: Board) -> list[Event]:
    who = before.seat + 1
    rock, at = divmod(cell, CELLS)
    colour = before.open
    out: list[Event] = [Placed(who, LETTERS[colour], cell_name(cell), consumed)]
    victim = before.colour_at(rock, 1 << at)
    if victim >= 0:
        out.append(Eaten(who, LETTERS[victim], cell_name(cell)))
        parts = _parts(after, rock, before.coral(rock, 1 << at) & ~(1 << at))
        if len(parts) > 1:
            out.append(Split(who, LETTERS[victim], [cells_of(rock, part) for part in parts]))
    star = before.star[rock]
    if star != 1 << at and star & after.grown(rock) & ~before.grown(rock):
        [cell_there] = cells_of(rock, star)
        out.append(Grown(who, LETTERS[colour], cell_there, _source(before, colour)))
    return out


def _parts(board: Board, rock: int, cells: int) -> list[int]:
    """The corals that these cells belong to."""
    parts = []
    while cells:
        part = board.coral(rock, cells & -cells)
        parts.append(part)
        cells &= ~part
    return parts


def _alga_events(before: Board, code: int, after: Board) -> list[Event]:
    who = before.seat + 1
    rest, target = divmod(code, TARGETS)
    alga, paid = ALGA_NAMES[rest // COLOURS], LETTERS[rest % COLOURS]
    out: list[Event] = []
    if target == SEA:
        out.append(AlgaPlayed(who, alga, paid, ALGA_NAMES[before.alga] if before.alga >= 0 else None))
    else:
        out.append(Locked(who, alga, paid, TILE_NAMES[target], tile_lies(after, target), count(after.covered)))
    turned = [tile for tile in range(TILES) if (before.turned ^ after.turned) >> tile & 1]
    if turned:
        out.append(Turned(who, [TILE_NAMES[tile] for tile in turned], [tile_lies(after, tile) for tile in turned]))
    return out
