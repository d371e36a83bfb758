"""The rocks of Reef Encounters of the Second Kind: what lies on them, and what the rulings say about it.

Part of a naive reference, written from the rulebooks and the rulings only; it shares no code with the engine it
judges. Cells go by their names (`1d4`), polyps lie in a dict, and every question is answered by looking. Names in
backquotes are rulings of SECOND-KIND.md, or of RULINGS.md where the expansion leaves them alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

COLOURS = "wyopg"  # the open-sea spaces, clockwise
BICOLOURS = ("go", "gp", "gw", "gy", "op", "ow", "oy", "pw", "py", "wy")
TURNS = ("ne", "nw", "se", "sw")  # the coral sides of a half
TERRAIN = ("rock", "water")

# How many tiles there are of each of the 33 kinds (`special tiles`).
TILES: dict[str, int] = {
    **dict.fromkeys(COLOURS, 40),
    **{colour + "s": 1 for colour in COLOURS},
    **{colour + "2": 2 for colour in COLOURS},
    **{colour + "h": 1 for colour in COLOURS},
    **dict.fromkeys(BICOLOURS, 2),
    "rock": 2,
    "water": 2,
    "crown": 4,
}

# '~' deep water, '.' bare rock, '*' extra-growth space, a letter: a starting polyp; columns a-g, rows 1-6.
ROCKS = {
    1: "~~~...~ ~..y..~ ..~.w.. .g.*.~. ..p~o.. .......",
    2: "~~~...~ ...g..~ ..y.~.. .~.*.w. ..o.p.. ~.....~",
    3: "~..~... ~...o.~ ..w~.y. ...*.~. ~.p.g.. ~...~..",
    4: "~.....~ ...o~.. ..~.g.. .w.*... ~.p.y.~ ~..~..~",
}
ENCLOSED = {1: ("c3", "d5", "f4"), 2: ("b4", "e3"), 3: ("d3", "f4"), 4: ("c3", "e2")}
COLUMNS, ROWS = "zabcdefgh", "01234567"  # z, h, 0 and 7 are the ring around the drawn grid
SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}


def colours_of(kind: str) -> str:
    """The colours a tile has: two for a bicolour, none for rock, water and crown."""
    if kind in BICOLOURS:
        return kind
    return "" if kind in ("rock", "water", "crown") else kind[0]


POLYP_KINDS = tuple(kind for kind in TILES if colours_of(kind))


class Polyp(NamedTuple):
    """A polyp tile on a cell: its kind, the colour it shows, and for a half its coral sides."""

    kind: str
    colour: str
    turn: str = ""

    def coral_side(self, side: str) -> bool:
        """`half`: two of its sides are rock."""
        return not self.turn or side in self.turn

    @property
    def printed(self) -> bool:
        return self.kind == self.colour + "s"


Coral = frozenset[str]


@dataclass(frozen=True)
class Map:
    """The printed rocks of one game (`cells`)."""

    neighbours: dict[str, dict[str, str]]  # every cell: its neighbours by the side they lie on
    printed: frozenset[str]  # the printed rock spaces
    growth: frozenset[str]  # the extra-growth spaces
    enclosed: frozenset[str]  # the printed water in the middle of a rock
    start: dict[str, str]  # the starting polyps


@cache
def map_of(rocks: tuple[int, ...]) -> Map:
    """`cells`: the drawn grid of each rock, and of the ring around it what lies next to printed rock."""
    marks: dict[str, str] = {}
    for number, rock in enumerate(rocks, start=1):
        for row, line in enumerate(ROCKS[rock].split(), start=1):
            for column, mark in zip("abcdefg", line, strict=True):
                marks[f"{number}{column}{row}"] = mark
    printed = frozenset(cell for cell, mark in marks.items() if mark != "~")
    ring = {near for cell in printed for near in beside(cell).values()}
    cells = sorted(set(marks) | ring)
    return Map(
        {cell: {side: near for side, near in beside(cell).items() if near in cells} for cell in cells},
        printed,
        frozenset(cell for cell, mark in marks.items() if mark == "*"),
        frozenset(f"{number}{cell}" for number, rock in enumerate(rocks, start=1) for cell in ENCLOSED[rock]),
        {cell: mark for cell, mark in marks.items() if mark in COLOURS},
    )


def beside(cell: str) -> dict[str, str]:
    """The cells along the four sides, within the ring."""
    x, y = COLUMNS.index(cell[1]), int(cell[2])
    return {
        side: f"{cell[0]}{COLUMNS[x + dx]}{y + dy}"
        for side, (dx, dy) in SIDES.items()
        if 0 <= x + dx < len(COLUMNS) and 0 <= y + dy < len(ROWS)
    }


class Reef:
    """What lies on the rocks."""

    def __init__(self, rocks: Iterable[int]) -> None:
        self.rocks = list(rocks)
        self.polyps: dict[str, Polyp] = {}
        self.shrimps: dict[str, int] = {}  # the players' shrimps: cell and seat
        self.blue: set[str] = set()  # the wooden blue shrimps
        self.terrain: dict[str, str] = {}  # `rock` and `water` tiles
        self.crowns: set[str] = set()
        self.stronger: set[tuple[str, str]] = set()  # which colour beats which
        self._corals: dict[str, Coral] | None = None

    @property
    def map(self) -> Map:
        return map_of(tuple(self.rocks))

    def put(self, cell: str, polyp: Polyp) -> None:
        self.polyps[cell] = polyp
        self._corals = None

    def take(self, cell: str) -> Polyp:
        self._corals = None
        return self.polyps.pop(cell)

    # Cells and corals

    def rock_space(self, cell: str) -> bool:
        """`rock space`: printed rock without a water tile, or a rock tile."""
        tile = self.terrain.get(cell)
        return tile == "rock" or (cell in self.map.printed and tile != "water")

    def empty(self, cell: str) -> bool:
        """`empty`: a rock space without polyp, shrimp or crown."""
        free = cell not in self.polyps and cell not in self.shrimps and cell not in self.crowns
        return free and self.rock_space(cell)

    def touching(self, cell: str, turn: str = "") -> list[str]:
        """`sides`: the neighbours with a polyp whose coral side is towards the cell, over these sides of the cell."""
        return [
            near
            for side, near in self.map.neighbours[cell].items()
            if (not turn or side in turn) and near in self.polyps and self.polyps[near].coral_side(OPPOSITE[side])
        ]

    def corals(self) -> dict[str, Coral]:
        """For every polyp the coral it belongs to: polyps of one colour that touch."""
        if self._corals is None:
            self._corals = {}
            for first in self.polyps:
                if first not in self._corals:
                    coral, to_visit = {first}, [first]
                    while to_visit:
                        for near in self.coral_neighbours(to_visit.pop()):
                            if near not in coral:
                                coral.add(near)
                                to_visit.append(near)
                    whole = frozenset(coral)
                    self._corals.update(dict.fromkeys(whole, whole))
        return self._corals

    def coral_neighbours(self, cell: str) -> list[str]:
        """The polyps of its colour that the polyp here touches."""
        polyp = self.polyps[cell]
        return [near for near in self.touching(cell, polyp.turn) if self.polyps[near].colour == polyp.colour]

    def owner(self, coral: Coral) -> int | None:
        """Whose shrimp stands on it; nobody's if none does."""
        return next((seat for cell, seat in self.shrimps.items() if cell in coral), None)

    def holds_blue(self, coral: Coral) -> bool:
        """Whether a blue shrimp, wooden or printed, is on it."""
        return any(cell in self.blue or self.polyps[cell].printed for cell in coral)

    # Laying polyps

    def may_lay(self, cell: str, colour: str, printed: bool, turn: str, deep: bool = False) -> bool:
        """`empty` or `attack`, and neither `guard` nor `one of each` forbids. Deep water allows enclosed water."""
        water = deep and cell in self.map.enclosed and not self.rock_space(cell) and cell not in self.polyps
        if not (water or self.empty(cell) or self.may_attack(cell, colour, turn)):
            return False
        return not self.joins_too_much(cell, colour, printed, turn)

    def joins_too_much(self, cell: str, colour: str, printed: bool, turn: str) -> bool:
        """`guard`, `one of each`: it would bring two shrimps, or two blue shrimps, into one coral."""
        corals = self.corals()
        joined = {corals[near] for near in self.touching(cell, turn) if self.polyps[near].colour == colour}
        guards = sum(self.owner(coral) is not None for coral in joined)
        blues = sum(self.holds_blue(coral) for coral in joined) + printed
        return guards >= 2 or blues >= 2

    def may_attack(self, cell: str, colour: str, turn: str) -> bool:
        """`attack`: a weaker, unprotected polyp that touches a coral of two or more, which the new tile touches too."""
        victim = self.polyps.get(cell)
        if victim is None or (colour, victim.colour) not in self.stronger or self.protected(cell):
            return False
        corals = self.corals()
        reached = set(self.touching(cell, victim.turn)) & set(self.touching(cell, turn))
        return any(self.polyps[near].colour == colour and len(corals[near]) >= 2 for near in reached)

    def protected(self, cell: str) -> bool:
        """`protected`: under a shrimp or touching such a polyp of its colour; under a blue one; a printed shrimp."""
        if cell in self.shrimps or cell in self.blue or self.polyps[cell].printed:
            return True
        return any(near in self.shrimps for near in self.coral_neighbours(cell))

    def lay_cells(self, colour: str, printed: bool = False, turn: str = "", deep: bool = False) -> list[str]:
        return [cell for cell in self.map.neighbours if self.may_lay(cell, colour, printed, turn, deep)]

    def full(self) -> bool:
        """`full`: no ordinary polyp of any colour can be laid on a rock space, attacks included."""
        return not any(self.rock_space(cell) for colour in COLOURS for cell in self.lay_cells(colour))

    # Shrimps

    def standing_cells(self, seat: int, bare: bool, leaving: str | None = None) -> list[str]:
        """`one per coral`, `two per rock`, `bare rock`: where a shrimp may come, one `leaving` not counted."""
        others = {cell: owner for cell, owner in self.shrimps.items() if cell != leaving}
        crowded = [rock for rock in "1234" if sum(o == seat and c[0] == rock for c, o in others.items()) >= 2]
        guarded = {near for cell in others for near in self.corals().get(cell, ())}
        return [
            cell
            for cell in self.map.neighbours
            if cell[0] not in crowded
            and cell not in guarded
            and (self.bears_no_blue(cell) if cell in self.polyps else bare and self.empty(cell))
        ]

    def bears_no_blue(self, cell: str) -> bool:
        return cell not in self.blue and not self.polyps[cell].printed

    def moves_of(self, origin: str, seat: int) -> list[str]:
        """Action 5 for the shrimp on this cell, or for one displaced from it."""
        cells = [cell for cell in self.standing_cells(seat, True, origin) if cell != origin]
        return [f"move {origin} {target}" for target in ["screen", *cells]]

    def stands_on_bare_rock(self, seat: int) -> bool:
        return any(owner == seat and cell not in self.polyps for cell, owner in self.shrimps.items())

    def free_for_blue(self, cell: str, leaving: str | None = None, without: str | None = None) -> bool:
        """`blue shrimp`: where a wooden one may go, the one `leaving` (and a shrimp `without`) not counted."""
        if cell not in self.polyps or cell == leaving or self.polyps[cell].printed:
            return False
        if cell in self.shrimps and cell != without:
            return False
        coral = self.corals()[cell]
        return not any((other in self.blue and other != leaving) or self.polyps[other].printed for other in coral)

    def blue_cells(self, leaving: str | None = None) -> list[str]:
        return [cell for cell in self.polyps if self.free_for_blue(cell, leaving)]

    # Terrain

    def may_lay_terrain(self, tile: str, cell: str) -> bool:
        """`rock tile`, `water tile`, `crown`."""
        if tile != "rock":
            return self.empty(cell)
        return (
            not self.rock_space(cell)
            and cell not in self.polyps
            and any(
                near in self.map.printed and self.terrain.get(near) != "water"
                for near in self.map.neighbours[cell].values()
            )
        )

    # Crowns

    def prey(self, crown: str, seat: int) -> list[str]:
        """`crown prey`: polyps on rock that touch it, of the active player's corals, else of nobody's."""
        corals = self.corals()
        near = [cell for cell in self.touching(crown) if self.rock_space(cell)]
        own = [cell for cell in near if self.owner(corals[cell]) == seat]
        return own or [cell for cell in near if self.owner(corals[cell]) is None]

    def crown_death(self) -> list[str]:
        """`crown death`: those that touch no polyp leave the game."""
        dead = [crown for crown in sorted(self.crowns) if not self.touching(crown)]
        self.crowns -= set(dead)
        return dead

    def drives(self) -> list[str]:
        """Second course: to an empty space of the same rock that touches a polyp."""
        targets = [cell for cell in self.map.neighbours if self.empty(cell) and self.touching(cell)]
        return [f"drive {crown} {cell}" for crown in self.crowns for cell in targets if cell[0] == crown[0]]
