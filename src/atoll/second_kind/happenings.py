"""The events of the expansion: what can happen in it, each with its sentence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from atoll.core.events import Event
from atoll.core.messages import Message, Term, Who
from atoll.reef_encounter.notation import tile_words


def _in_words(name: str, value: object) -> object:
    """A field of an event as a sentence says it: colours, tiles and cards by their names."""
    if name in ("colour", "given", "taken") and isinstance(value, str):
        return Term(f"reef-encounter.colour.{value}")
    if name == "alga":
        return Term(f"reef-encounter.alga.{value}")
    if name == "tile" and isinstance(value, str):
        return Term(f"second-kind.tile.{value}")
    if name == "tiles" and isinstance(value, list):
        return [_so_many(tile, count) for tile, count in Counter(value).items()] or ["-"]
    if name in ("lies", "onto") and isinstance(value, str):
        return tile_words(value)
    if name in ("card", "other") and isinstance(value, str):
        return Term(f"second-kind.card.{value}")
    return value


def _so_many(tile: str, count: int) -> Term | Message:
    word = Term(f"second-kind.tile.{tile}")
    return Message("second-kind.event.so_many", {"count": count, "tile": word}) if count > 1 else word


@dataclass(frozen=True)
class Told(Event):
    """An event of the expansion; `seat` (from 1) is who did it."""

    seat: int

    @property
    def key(self) -> str:
        """Which sentence says it."""
        return self.kind

    def message(self) -> Message:
        values = {name: _in_words(name, value) for name, value in vars(self).items()}
        return Message(f"second-kind.event.{self.key}", values | {"who": Who(self.seat)})


@dataclass(frozen=True)
class CoralTaken(Told):
    """A parrotfish ate a coral and its shrimp; the tiles are laid aside."""

    kind: ClassVar[str] = "coral_taken"
    colour: str
    cells: list[str]
    shrimp: str
    shrimp_to: str  # "sea" for the first one, else "fish"
    tiles: list[str]


@dataclass(frozen=True)
class Returned(Told):
    kind: ClassVar[str] = "returned"
    tiles: list[str]


@dataclass(frozen=True)
class Fed(Told):
    kind: ClassVar[str] = "fed"
    tiles: list[str]

    @property
    def key(self) -> str:
        return "fed" if self.tiles else "fed_nothing"


@dataclass(frozen=True)
class Laid(Told):
    """A polyp was laid, as a colour that its tile has; the sides are those of a half."""

    kind: ClassVar[str] = "laid"
    tile: str
    colour: str
    cell: str
    sides: str | None
    source: str  # "screen", "front" or "bag"

    @property
    def key(self) -> str:
        return "laid_plain" if self.tile == self.colour else "laid"


@dataclass(frozen=True)
class Attacked(Told):
    kind: ClassVar[str] = "attacked"
    tile: str
    cell: str


@dataclass(frozen=True)
class CubeTaken(Told):
    kind: ClassVar[str] = "cube_taken"
    colour: str
    tile: str
    source: str  # "front" or "screen"


@dataclass(frozen=True)
class AlgaPlayed(Told):
    kind: ClassVar[str] = "alga_played"
    alga: str
    tile: str | None  # None: for nothing
    returned: str | None

    @property
    def key(self) -> str:
        return "alga_played" if self.tile else "alga_free"


@dataclass(frozen=True)
class Locked(Told):
    kind: ClassVar[str] = "locked"
    alga: str
    tile: str | None
    lies: str
    covered: int

    @property
    def key(self) -> str:
        return "locked" if self.tile else "locked_free"


@dataclass(frozen=True)
class TerrainLaid(Told):
    kind: ClassVar[str] = "terrain_laid"
    tile: str
    cell: str
    lifted: bool  # it met its opposite: both went into the bag

    @property
    def key(self) -> str:
        return "terrain_lifted" if self.lifted else "terrain_laid"


@dataclass(frozen=True)
class CardBought(Told):
    kind: ClassVar[str] = "card_bought"
    tile: str | None
    colour: str | None  # of a cube
    source: str  # "screen", "front" or "cube"

    @property
    def key(self) -> str:
        return "card_for_cube" if self.tile is None else "card_bought"


@dataclass(frozen=True)
class CardDrawn(Told):
    """A card was drawn; which one only its buyer knows."""

    kind: ClassVar[str] = "card_drawn"
    card: str | None

    @property
    def key(self) -> str:
        return "card_drawn" if self.card else "card_hidden"


@dataclass(frozen=True)
class CardPlayed(Told):
    kind: ClassVar[str] = "card_played"
    card: str
    way: str  # "text", "blue" or "meal"

    @property
    def key(self) -> str:
        return f"card_{self.way}"


@dataclass(frozen=True)
class CardCancelled(Told):
    kind: ClassVar[str] = "card_cancelled"
    card: str


@dataclass(frozen=True)
class CardDiscarded(Told):
    kind: ClassVar[str] = "card_discarded"
    card: str


@dataclass(frozen=True)
class Reshuffled(Told):
    kind: ClassVar[str] = "reshuffled"


@dataclass(frozen=True)
class Passed(Told):
    kind: ClassVar[str] = "passed"
    window: str  # "current", "growth" or "start"


@dataclass(frozen=True)
class Changed(Told):
    kind: ClassVar[str] = "changed"
    colour: str


@dataclass(frozen=True)
class Collected(Told):
    kind: ClassVar[str] = "collected"
    colour: str
    tiles: list[str]


@dataclass(frozen=True)
class Ended(Told):
    kind: ClassVar[str] = "ended"


@dataclass(frozen=True)
class Done(Told):
    kind: ClassVar[str] = "done"


@dataclass(frozen=True)
class CrownAttacked(Told):
    kind: ClassVar[str] = "crown_attacked"
    cell: str
    to: str
    tile: str


@dataclass(frozen=True)
class CrownMoved(Told):
    kind: ClassVar[str] = "crown_moved"
    cell: str
    to: str


@dataclass(frozen=True)
class CrownGone(Told):
    kind: ClassVar[str] = "crown_gone"
    cell: str
    died: bool

    @property
    def key(self) -> str:
        return "crown_died" if self.died else "crown_dislodged"


@dataclass(frozen=True)
class BlueMoved(Told):
    """A wooden blue shrimp came in, moved or left; None is beside the board."""

    kind: ClassVar[str] = "blue_moved"
    cell: str | None
    to: str | None

    @property
    def key(self) -> str:
        return "blue_in" if self.cell is None else "blue_off" if self.to is None else "blue_moved"


@dataclass(frozen=True)
class BlueFreed(Told):
    """Every player has eaten: the blue shrimp of the open sea joins those beside the board."""

    kind: ClassVar[str] = "blue_freed"


@dataclass(frozen=True)
class Unlocked(Told):
    kind: ClassVar[str] = "unlocked"
    lies: str


@dataclass(frozen=True)
class Shifted(Told):
    kind: ClassVar[str] = "shifted"
    lies: str
    onto: str


@dataclass(frozen=True)
class Consumed(Told):
    kind: ClassVar[str] = "consumed"
    tile: str


@dataclass(frozen=True)
class CoralNamed(Told):
    kind: ClassVar[str] = "coral_named"
    cells: list[str]
    removed: int


@dataclass(frozen=True)
class Removed(Told):
    kind: ClassVar[str] = "removed"
    cell: str
    tile: str


@dataclass(frozen=True)
class Swapped(Told):
    kind: ClassVar[str] = "swapped"
    given: str
    taken: str


@dataclass(frozen=True)
class Refilled(Told):
    kind: ClassVar[str] = "refilled"
    drawn: dict[str, str]

    def message(self) -> Message:
        words = []
        for space, tile in self.drawn.items():
            values = {"space": Term(f"reef-encounter.colour.{space}"), "tile": Term(f"second-kind.tile.{tile}")}
            words.append(Message("reef-encounter.event.refill_tile", values))
        return Message("reef-encounter.event.refilled", {"tiles": words})


@dataclass(frozen=True)
class Dipped(Told):
    kind: ClassVar[str] = "dipped"
    tiles: list[str]
