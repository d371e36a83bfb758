"""A naive reference of Reef Encounter (base and advanced game), from the rulebook and the rulings only.

Nothing here is fast or clever, so that it can be checked by reading: the reef is a dict from cell to colour,
a coral is a set of cells found by walking, every question is answered by looking at all cells. It shares no
code with the engine it judges. Names in backquotes are rulings of RULINGS.md.
"""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import asdict, astuple, dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

COLOURS = "wyopg"  # the open-sea spaces, clockwise
ALGAE = ("blue", "green", "purple", "red")
POLYPS, LARVAE, CYLINDERS, SHRIMPS = 40, 10, 5, 4
HANDS = {2: (6, 9), 3: (6, 7, 9), 4: (6, 7, 8, 9)}

# '~' deep water, '.' bare rock, '*' extra-growth space, a letter: a starting polyp; columns a-g, rows 1-6.
ROCKS = {
    1: "~~~...~ ~..y..~ ..~.w.. .g.*.~. ..p~o.. .......",
    2: "~~~...~ ...g..~ ..y.~.. .~.*.w. ..o.p.. ~.....~",
    3: "~..~... ~...o.~ ..w~.y. ...*.~. ~.p.g.. ~...~..",
    4: "~.....~ ...o~.. ..~.g.. .w.*... ~.p.y.~ ~..~..~",
}

# Starfish side: strong coral, weak coral, large alga, small alga. The other side swaps both pairs.
CORAL_TILES = (
    ("w", "y", "green", "blue"),
    ("p", "w", "purple", "green"),
    ("g", "w", "red", "purple"),
    ("y", "o", "blue", "red"),
    ("o", "g", "blue", "green"),
    ("w", "o", "red", "purple"),
    ("p", "g", "green", "purple"),
    ("g", "y", "blue", "red"),
    ("y", "p", "purple", "blue"),
    ("o", "p", "green", "red"),
)

Counts = dict[str, int]
Corals = dict[str, frozenset[str]]  # for every cell with a polyp the whole coral it belongs to


@dataclass(frozen=True)
class Reef:
    """The rocks of one game: what is printed on them."""

    neighbours: dict[str, tuple[str, ...]]  # every rock space with the rock spaces next to it
    starfish: frozenset[str]  # the extra-growth spaces
    start: dict[str, str]  # the starting polyps


@cache
def reef_of(rocks: tuple[int, ...]) -> Reef:
    printed: dict[str, str] = {}
    for number, rock in enumerate(rocks, start=1):
        for row, line in enumerate(ROCKS[rock].split(), start=1):
            for column, mark in zip("abcdefg", line, strict=True):
                if mark != "~":
                    printed[f"{number}{column}{row}"] = mark
    neighbours = {}
    for cell in printed:
        x, y = ord(cell[1]), int(cell[2])
        names = (cell[0] + chr(a) + str(b) for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))
        neighbours[cell] = tuple(name for name in names if name in printed)
    return Reef(
        neighbours,
        frozenset(cell for cell, mark in printed.items() if mark == "*"),
        {cell: mark for cell, mark in printed.items() if mark in COLOURS},
    )


@dataclass
class Player:
    hand: Counts  # polyps behind the screen
    consumed: Counts  # polyps in front of it
    cubes: Counts
    fish: Counts  # polyps in the parrotfish
    screen: int  # shrimps behind the screen
    eaten: int  # shrimps eaten; the first of them lies on the open-sea board


@dataclass
class Turn:
    acted: bool = False
    larvae: int = 0
    open: str | None = None
    laid: int = 0
    placed: bool = False
    shrimp: bool = False
    locked: bool = False


@dataclass
class CoralTile:
    strong: str
    weak: str
    cylinder: str | None


@dataclass
class Oracle:
    """One position of the game, and what the rules say about it."""

    advanced: bool
    seats: int
    rocks: list[int]
    polyps: dict[str, str]
    shrimps: dict[str, int]
    tiles: list[CoralTile]
    alga_space: str | None
    sea: dict[str, str]
    bag: Counts
    bonus: Counts
    bonus_gone: bool  # the bag has run empty and the bonus tiles are in it, for the rest of the game
    supply: Counts
    cylinders: Counts
    players: list[Player]
    phase: str
    seat: int | None
    turn: Turn
    ended: str | None
    ender: int | None

    @classmethod
    def from_position(cls, position: dict[str, Any]) -> Oracle:
        facts = deepcopy(position)
        facts["tiles"] = [CoralTile(*tile) for tile in facts["tiles"]]
        facts["players"] = [Player(**player) for player in facts["players"]]
        facts["turn"] = Turn(**facts["turn"])
        return cls(**facts)

    def position(self) -> dict[str, Any]:
        facts = asdict(self)
        facts["tiles"] = [list(astuple(tile)) for tile in self.tiles]
        for key in ("polyps", "shrimps"):
            facts[key] = dict(sorted(facts[key].items()))
        facts["sea"] = {space: "".join(sorted(self.sea[space])) for space in COLOURS}
        return facts

    # What lies on the reef

    @property
    def reef(self) -> Reef:
        return reef_of(tuple(self.rocks))

    def mover(self) -> Player:
        assert self.seat is not None
        return self.players[self.seat - 1]

    def corals(self) -> Corals:
        """A coral is one polyp or more of one colour, connected orthogonally."""
        coral_of: Corals = {}
        for first, colour in self.polyps.items():
            if first in coral_of:
                continue
            coral, to_visit = {first}, [first]
            while to_visit:
                for near in self.reef.neighbours[to_visit.pop()]:
                    if self.polyps.get(near) == colour and near not in coral:
                        coral.add(near)
                        to_visit.append(near)
            whole = frozenset(coral)
            for cell in whole:
                coral_of[cell] = whole
        return coral_of

    def corals_beside(self, cell: str, colour: str, coral_of: Corals) -> set[frozenset[str]]:
        return {coral_of[near] for near in self.reef.neighbours[cell] if self.polyps.get(near) == colour}

    def has_shrimp(self, coral: frozenset[str]) -> bool:
        return any(cell in coral for cell in self.shrimps)

    # Placing polyps

    def empty(self, cell: str) -> bool:
        """`empty`: neither polyp nor shrimp; the extra-growth space is a space like any other."""
        return cell not in self.polyps and cell not in self.shrimps

    def guarded(self, cell: str, colour: str, coral_of: Corals) -> bool:
        """`guard`: a polyp here would join two corals of its colour that both hold a shrimp."""
        return sum(self.has_shrimp(coral) for coral in self.corals_beside(cell, colour, coral_of)) >= 2

    def protected(self, cell: str) -> bool:
        """`protected`: under a shrimp, or next to a polyp of its own coral that is under a shrimp."""
        colour = self.polyps[cell]
        return cell in self.shrimps or any(
            near in self.shrimps and self.polyps.get(near) == colour for near in self.reef.neighbours[cell]
        )

    def stronger(self, strong: str, weak: str) -> bool:
        return any((tile.strong, tile.weak) == (strong, weak) for tile in self.tiles)

    def attackable(self, cell: str, colour: str, coral_of: Corals) -> bool:
        """`attack`: a weaker, unprotected polyp next to a coral of that colour of two polyps or more."""
        return (
            cell in self.polyps
            and self.stronger(colour, self.polyps[cell])
            and not self.protected(cell)
            and any(len(coral) >= 2 for coral in self.corals_beside(cell, colour, coral_of))
        )

    def placeable(self, cell: str, colour: str, coral_of: Corals) -> bool:
        free = self.empty(cell) or self.attackable(cell, colour, coral_of)
        return free and not self.guarded(cell, colour, coral_of)

    def somewhere_to_place(self, colour: str, coral_of: Corals) -> bool:
        return any(self.placeable(cell, colour, coral_of) for cell in self.reef.neighbours)

    def grow(self, cell: str, colour: str) -> None:
        """`growth`: a polyp just placed here makes a tile of its colour grow on an empty starfish beside it."""
        if self.advanced or self.bonus_gone:
            return
        for near in self.reef.neighbours[cell]:
            if near not in self.reef.starfish or not self.empty(near):
                continue
            if not self.to_be_had(colour) or self.guarded(near, colour, self.corals()):
                continue
            self.take_tile(colour)
            self.polyps[near] = colour

    # The bag and the bonus tiles

    def to_be_had(self, colour: str) -> bool:
        return self.bag[colour] + self.bonus[colour] > 0

    def take_tile(self, colour: str) -> None:
        """`growth` and `action 8`: from the bag, or the bonus tile if the bag has none of that colour."""
        if self.bag[colour] > 0:
            self.take_from_bag(colour)
        else:
            self.bonus[colour] -= 1

    def take_from_bag(self, colour: str) -> None:
        """`shortage`: in the moment this leaves the bag empty the bonus tiles that are there go into it."""
        if self.bag.get(colour, 0) == 0:
            raise ValueError(f"the bag has no such tile to draw: {colour!r}")
        self.bag[colour] -= 1
        if not any(self.bag.values()) and not self.advanced and not self.bonus_gone:
            self.bag, self.bonus = self.bonus, self.bag
            self.bonus_gone = True

    # Legal moves

    def legal(self) -> set[str]:
        if self.phase == "fish":
            return {f"fish {colour}" for colour in COLOURS if self.mover().hand[colour]}
        if self.phase == "cubes":
            return self.legal_opening_cubes()
        if self.phase == "extra":
            return self.legal_eat(self.corals()) | {"pass"}
        if self.phase == "turn":
            return self.legal_turn()
        return set()

    def legal_opening_cubes(self) -> set[str]:
        """`cubes`: any two the supply has, two of one colour too."""
        pairs = combinations_with_replacement(sorted(COLOURS), 2)
        return {f"cubes {a}{b}" for a, b in pairs if self.supply[a] > (a == b) and self.supply[b]}

    def legal_turn(self) -> set[str]:
        """`order` and `open action`: a larva just played asks for a polyp before anything but action 5."""
        coral_of = self.corals()
        moves = self.legal_move_shrimp(coral_of) | self.legal_polyp(coral_of)
        if self.turn.open and not self.turn.placed:
            return moves
        if not self.turn.acted:
            moves |= self.legal_eat(coral_of)
        moves |= self.legal_larva(coral_of) | self.legal_introduce_shrimp(coral_of)
        moves |= self.legal_cube() | self.legal_alga() | self.legal_tile() | self.legal_collect()
        return moves

    def legal_eat(self, coral_of: Corals) -> set[str]:
        """`eating`: a coral of five or more under the player's own shrimp."""
        return {
            f"eat {cell}"
            for cell, owner in self.shrimps.items()
            if owner == self.seat and len(coral_of.get(cell, ())) >= 5
        }

    def legal_larva(self, coral_of: Corals) -> set[str]:
        """`open action`: two larvae a turn, and only if a polyp of the colour can be placed at once."""
        if self.turn.larvae >= 2:
            return set()
        mover = self.mover()
        return {
            f"larva {colour}"
            for colour in COLOURS
            if mover.cubes[colour]
            and mover.hand[colour] + mover.consumed[colour]
            and self.somewhere_to_place(colour, coral_of)
        }

    def legal_polyp(self, coral_of: Corals) -> set[str]:
        """`four`: at most four from behind the screen, consumed ones without limit."""
        colour = self.turn.open
        if colour is None:
            return set()
        cells = {cell for cell in self.reef.neighbours if self.placeable(cell, colour, coral_of)}
        moves: set[str] = set()
        if self.mover().hand[colour] and self.turn.laid < 4:
            moves |= {f"polyp {cell}" for cell in cells}
        if self.mover().consumed[colour]:
            moves |= {f"polyp {cell} c" for cell in cells}
        return moves

    def may_stand(self, cell: str, others: dict[str, int], coral_of: Corals) -> bool:
        """`two per rock` and `one per coral`, for a shrimp of the mover coming to join the others."""
        own_on_rock = sum(owner == self.seat and other[0] == cell[0] for other, owner in others.items())
        if own_on_rock >= 2 or cell in others:
            return False
        return cell not in coral_of or not any(other in coral_of[cell] for other in others)

    def legal_introduce_shrimp(self, coral_of: Corals) -> set[str]:
        """Action 4: once a turn, from behind the screen onto a polyp."""
        if self.turn.shrimp or self.mover().screen == 0:
            return set()
        return {f"shrimp {cell}" for cell in self.polyps if self.may_stand(cell, self.shrimps, coral_of)}

    def legal_move_shrimp(self, coral_of: Corals) -> set[str]:
        """Action 5 and `bare rock`: to any polyp or bare rock it may stand on, or behind the screen."""
        moves = set()
        for origin, owner in self.shrimps.items():
            if owner != self.seat:
                continue
            moves.add(f"move {origin} screen")
            others = {cell: other for cell, other in self.shrimps.items() if cell != origin}
            for cell in self.reef.neighbours:
                if cell != origin and self.may_stand(cell, others, coral_of):
                    moves.add(f"move {origin} {cell}")
        return moves

    def legal_cube(self) -> set[str]:
        """`action 6`."""
        consumed = self.mover().consumed
        return {f"cube {colour}" for colour in COLOURS if consumed[colour] and self.supply[colour]}

    def legal_alga(self) -> set[str]:
        """`action 7`: any cylinder of the supply, paid with any consumed polyp."""
        return {
            f"alga {alga} {paid} {place}"
            for alga in ALGAE
            if self.cylinders[alga]
            for paid in COLOURS
            if self.mover().consumed[paid]
            for place in ["sea", *(name(tile) for tile in self.tiles if self.lockable(tile, alga))]
        }

    def large_alga(self, tile: CoralTile) -> str:
        for strong, weak, large, small in CORAL_TILES:
            if (tile.strong, tile.weak) == (strong, weak):
                return large
            if (tile.strong, tile.weak) == (weak, strong):
                return small
        raise ValueError(f"no such coral tile: {tile}")

    def lockable(self, tile: CoralTile, alga: str) -> bool:
        """`locking`, and `last tile`: the tenth only with two polyps in the parrotfish."""
        last = sum(other.cylinder is None for other in self.tiles) == 1
        return (
            tile.cylinder is None
            and self.large_alga(tile) == alga
            and self.mover().eaten >= 1
            and not self.turn.locked
            and (not last or sum(self.mover().fish.values()) >= 2)
        )

    def legal_tile(self) -> set[str]:
        """`action 8`: from the bag, or from the bonus tiles if the bag has none."""
        cubes = self.mover().cubes
        return {f"tile {colour}" for colour in COLOURS if cubes[colour] and self.to_be_had(colour)}

    def legal_collect(self) -> set[str]:
        """Action 10; `bare rock`: impossible while a shrimp stands on bare rock."""
        bare = any(cell not in self.polyps for cell, owner in self.shrimps.items() if owner == self.seat)
        return set() if bare else {f"collect {colour}" for colour in COLOURS}

    # Making a move

    def apply(self, move: str) -> None:
        if move not in self.legal():
            raise ValueError(f"not legal: {move!r}")
        word, *rest = move.split()
        if self.phase == "extra":
            self.extra_turn(rest[0] if word == "eat" else None)
            return
        if self.phase == "turn":
            self.turn.acted = True
            if word not in ("polyp", "move"):  # `open action`: any action but 5 closes it
                self.turn.open, self.turn.laid, self.turn.placed = None, 0, False
        match word, *rest:
            case "fish", colour:
                self.choose_fish(colour)
            case "cubes", pair:
                self.choose_cubes(pair)
            case "eat", cell:
                self.eat(cell)
            case "larva", colour:
                self.play_larva(colour)
            case "polyp", cell:
                self.place(cell, self.mover().hand)
                self.turn.laid += 1
            case "polyp", cell, "c":
                self.place(cell, self.mover().consumed)
            case "shrimp", cell:
                self.introduce_shrimp(cell)
            case "move", origin, target:
                self.move_shrimp(origin, target)
            case "cube", colour:
                self.consumed_for_cube(colour)
            case "alga", alga, paid, place:
                self.play_alga(alga, paid, place)
            case "tile", colour:
                self.cube_for_tile(colour)
            case "collect", space:
                self.collect(space)

    def choose_fish(self, colour: str) -> None:
        """`cubes`: first every seat's tile; after the last seat's the cubes are chosen."""
        self.mover().hand[colour] -= 1
        self.mover().fish[colour] += 1
        self.phase = "cubes" if self.seat == self.seats else "fish"
        self.seat = self.next_seat()

    def choose_cubes(self, pair: str) -> None:
        """`cubes`: then every seat's two cubes; after the last seat's the first turn begins."""
        for colour in pair:
            self.supply[colour] -= 1
            self.mover().cubes[colour] += 1
        self.phase = "turn" if self.seat == self.seats else "cubes"
        self.seat = self.next_seat()

    def next_seat(self) -> int:
        assert self.seat is not None
        return self.seat % self.seats + 1

    def eat(self, cell: str) -> None:
        """Action 1; the fourth shrimp is an `end at once`."""
        self.feed(cell, 5 if self.advanced else 4)
        if self.mover().eaten == SHRIMPS:
            self.end_at_once("shrimps")

    def feed(self, cell: str, to_bag: int) -> None:
        """`eating`: so many polyps go to the bag, the rest into the parrotfish, the shrimp is eaten too."""
        coral, colour = self.corals()[cell], self.polyps[cell]
        for eaten in coral:
            del self.polyps[eaten]
        back = min(to_bag, len(coral))
        self.bag[colour] += back
        self.mover().fish[colour] += len(coral) - back
        del self.shrimps[cell]
        self.mover().eaten += 1

    def play_larva(self, colour: str) -> None:
        self.mover().cubes[colour] -= 1
        self.supply[colour] += 1
        self.turn.larvae += 1
        self.turn.open = colour

    def place(self, cell: str, source: Counts) -> None:
        """A polyp of the open action, from behind or in front of the screen; what it eats goes in front."""
        colour = self.turn.open
        assert colour is not None
        source[colour] -= 1
        if cell in self.polyps:
            self.mover().consumed[self.polyps[cell]] += 1
        self.polyps[cell] = colour
        self.turn.placed = True
        self.grow(cell, colour)

    def introduce_shrimp(self, cell: str) -> None:
        self.mover().screen -= 1
        assert self.seat is not None
        self.shrimps[cell] = self.seat
        self.turn.shrimp = True

    def move_shrimp(self, origin: str, target: str) -> None:
        """Action 5; `screen`: from there it comes back only through action 4."""
        owner = self.shrimps.pop(origin)
        if target == "screen":
            self.mover().screen += 1
        else:
            self.shrimps[target] = owner

    def consumed_for_cube(self, colour: str) -> None:
        self.mover().consumed[colour] -= 1
        self.bag[colour] += 1
        self.supply[colour] -= 1
        self.mover().cubes[colour] += 1

    def play_alga(self, alga: str, paid: str, place: str) -> None:
        """`action 7` and `locking`: the covered tile stays, the uncovered ones with that large alga turn."""
        self.mover().consumed[paid] -= 1
        self.bag[paid] += 1
        self.cylinders[alga] -= 1
        if place == "sea":
            if self.alga_space is not None:
                self.cylinders[self.alga_space] += 1
            self.alga_space = alga
        else:
            next(tile for tile in self.tiles if name(tile) == place).cylinder = alga
            self.turn.locked = True
        for tile in self.tiles:
            if tile.cylinder is None and self.large_alga(tile) == alga:
                tile.strong, tile.weak = tile.weak, tile.strong
        if all(tile.cylinder is not None for tile in self.tiles):
            self.end_at_once("tiles")

    def cube_for_tile(self, colour: str) -> None:
        self.mover().cubes[colour] -= 1
        self.supply[colour] += 1
        self.take_tile(colour)
        self.mover().hand[colour] += 1

    # Action 10 and the refill

    def collect(self, space: str) -> None:
        """Action 10; `shortage`: no cube, or too few tiles even with the bonus tiles, ends the game."""
        for colour in self.sea[space]:
            self.mover().hand[colour] += 1
        self.sea[space] = ""
        self.mover().cubes[space] += 1
        self.turn = Turn()
        if self.supply[space] == 0:
            self.end("shortage")
            return
        self.supply[space] -= 1
        if sum(self.bag.values()) + sum(self.bonus.values()) < len(self.spaces_to_refill()):
            self.end("shortage")
            return
        self.phase = "refill"

    def spaces_to_refill(self) -> list[str]:
        """`refill`: spaces with fewer than three tiles, the emptiest first, ties clockwise from white."""
        return [space for tiles in (0, 1, 2) for space in COLOURS if len(self.sea[space]) == tiles]

    def chance(self, text: str) -> None:
        """The refill's tiles, drawn one after the other: a bonus tile can only be drawn after the bag has run
        empty (`shortage`). Then `full` is looked at and the turn passes on."""
        if self.phase != "refill":
            raise ValueError(f"chance has nothing to decide: {text!r}")
        word, *draws = text.split(" ")
        spaces, colours = [draw[:2] for draw in draws], [draw[2:] for draw in draws]
        if word != "refill" or spaces != [f"{space}:" for space in self.spaces_to_refill()]:
            raise ValueError(f"not the spaces to refill, in order: {text!r}")
        trial = deepcopy(self)  # a line that cannot be is to change nothing
        for colour in colours:
            trial.take_from_bag(colour)
        for space, colour in zip(self.spaces_to_refill(), colours, strict=True):
            self.take_from_bag(colour)
            self.sea[space] = "".join(sorted(self.sea[space] + colour))
        if self.full():
            self.end("full")
        else:
            self.phase, self.seat = "turn", self.next_seat()

    def full(self) -> bool:
        """`full`: no polyp of any colour could be placed anywhere."""
        coral_of = self.corals()
        return not any(self.somewhere_to_place(colour, coral_of) for colour in COLOURS)

    # The end

    def end(self, why: str) -> None:
        """The game is over with no further turn."""
        self.ended, self.phase, self.seat = why, "over", None

    def end_at_once(self, why: str) -> None:
        """`end at once`: the others may each eat once more."""
        self.ended, self.ender, self.turn = why, self.seat, Turn()
        self.next_extra_turn()

    def next_extra_turn(self) -> None:
        """Clockwise to the next player who has something to eat; over when that is back at the ender."""
        self.phase, self.seat = "extra", self.next_seat()
        while self.seat != self.ender and not self.legal_eat(self.corals()):
            self.seat = self.next_seat()
        if self.seat == self.ender:
            self.phase, self.seat = "over", None

    def extra_turn(self, cell: str | None) -> None:
        """Eat, with one polyp more than usual going to the bag, or (no cell) decline."""
        if cell is not None:
            self.feed(cell, 6 if self.advanced else 5)
        self.next_extra_turn()

    def values(self) -> Counts:
        """A polyp is worth one, and one more for each coral tile that shows its colour as the strong one."""
        return {colour: 1 + sum(tile.strong == colour for tile in self.tiles) for colour in COLOURS}

    def scores(self) -> list[int]:
        values = self.values()
        return [sum(values[colour] * player.fish[colour] for colour in COLOURS) for player in self.players]

    def winners(self) -> list[int]:
        """`ties`: consumed polyps, cubes, polyps behind the screen, polyps under shrimps; else shared."""
        coral_of, scores = self.corals(), self.scores()
        ranks = [
            (
                scores[seat - 1],
                sum(player.consumed.values()),
                sum(player.cubes.values()),
                sum(player.hand.values()),
                sum(len(coral_of.get(cell, ())) for cell, owner in self.shrimps.items() if owner == seat),
            )
            for seat, player in enumerate(self.players, start=1)
        ]
        return [seat for seat, rank in enumerate(ranks, start=1) if rank == max(ranks)]


def name(tile: CoralTile) -> str:
    """The canonical name of a coral tile in a move: its two colours, the alphabetical order sorting first."""
    return "".join(sorted(tile.strong + tile.weak))


# Chance, for whoever wants to play


def random_deal(rng: random.Random, seats: int, advanced: bool) -> dict[str, Any]:
    """An opening position, before seat 1 chooses its parrotfish tile (`tiles`, `sea`, `coral tiles`)."""
    rocks = rng.sample(sorted(ROCKS), seats)
    bonus = dict.fromkeys(COLOURS, 0 if advanced else 1)
    bag = [colour for colour in COLOURS for _ in range(POLYPS - seats - bonus[colour])]
    rng.shuffle(bag)
    first = COLOURS.index(rng.choice(bag))
    sea = {}
    for step, number in enumerate((3, 3, 3, 2, 1)):
        sea[COLOURS[(first + step) % 5]] = "".join(sorted(bag.pop() for _ in range(number)))
    players = []
    for number in HANDS[seats]:
        drawn = [bag.pop() for _ in range(number)]
        nothing = {key: dict.fromkeys(COLOURS, 0) for key in ("consumed", "cubes", "fish")}
        hand = {colour: drawn.count(colour) for colour in COLOURS}
        players.append({"hand": hand, **nothing, "screen": SHRIMPS, "eaten": 0})
    up = rng.random() < 0.5
    return {
        "advanced": advanced,
        "seats": seats,
        "rocks": rocks,
        "polyps": dict(sorted(reef_of(tuple(rocks)).start.items())),
        "shrimps": {},
        "tiles": [[strong, weak, None] if up else [weak, strong, None] for strong, weak, _, _ in CORAL_TILES],
        "alga_space": None,
        "sea": {space: sea[space] for space in COLOURS},
        "bag": {colour: bag.count(colour) for colour in COLOURS},
        "bonus": bonus,
        "bonus_gone": False,
        "supply": dict.fromkeys(COLOURS, LARVAE - 1),
        "cylinders": dict.fromkeys(ALGAE, CYLINDERS),
        "players": players,
        "phase": "fish",
        "seat": 1,
        "turn": asdict(Turn()),
        "ended": None,
        "ender": None,
    }


def random_refill(rng: random.Random, oracle: Oracle) -> str:
    """A draw from the bag that fits a position in the phase "refill"."""
    words, trial = ["refill"], deepcopy(oracle)
    for space in oracle.spaces_to_refill():
        colour = rng.choices(COLOURS, [trial.bag[colour] for colour in COLOURS])[0]
        trial.take_from_bag(colour)
        words.append(f"{space}:{colour}")
    return " ".join(words)


def random_move(rng: random.Random, oracle: Oracle) -> str:
    """A legal move, its kind chosen first, so that shrimps wandering over bare rock do not drown all else.
    Mostly polyps attack or enlarge a coral and shrimps leave bare rock, so that there is something to eat."""
    by_kind: dict[str, list[str]] = {}
    for move in sorted(oracle.legal()):
        by_kind.setdefault(move.split()[0], []).append(move)
    weights = {"eat": 3.0, "larva": 5.0, "polyp": 15.0, "alga": 6.0, "shrimp": 2.0, "move": 0.3, "tile": 0.3}
    kinds = sorted(by_kind)
    kind = rng.choices(kinds, [weights.get(kind, 1.0) for kind in kinds])[0]
    moves, coral_of = by_kind[kind], oracle.corals()
    preferred = moves
    if kind == "move":
        preferred = [move for move in moves if move.endswith("screen") or move.split()[2] in oracle.polyps]
    elif kind == "alga":
        preferred = [move for move in moves if not move.endswith("sea")]
    elif kind == "polyp" and oracle.turn.open is not None:
        colour = oracle.turn.open
        preferred = [move for move in moves if oracle.corals_beside(move.split()[1], colour, coral_of)]
        attacks = [move for move in preferred if move.split()[1] in oracle.polyps]
        preferred = attacks if attacks and rng.random() < 0.5 else preferred
    return rng.choice(preferred if preferred and rng.random() < 0.8 else moves)
