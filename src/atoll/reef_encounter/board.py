"""The position of Reef Encounter: what lies where, and the questions the rulebook asks about it.

Functions are named after what they decide; their docstrings name the ruling.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, filled, index, replaced, taken_over
from atoll.core.state import State
from atoll.reef_encounter.moves import SEA
from atoll.reef_encounter.tables import (
    ALGAE,
    ALL_TILES,
    CELLS,
    CHUNK,
    COLOURS,
    CUBES,
    CYLINDERS,
    LAND,
    NEAR_SIZE,
    PLACES,
    POLYPS,
    PREY,
    SHOWS,
    SHRIMPS,
    STAR,
    START,
    near_table,
)

# Phases
CHOOSE_FISH: Final = 0
CHOOSE_CUBES: Final = 1
TURN: Final = 2
REFILL: Final = 3
EXTRA: Final = 4
OVER: Final = 5

# Ways to end
BY_NOTHING: Final = 0
BY_TILES: Final = 1
BY_SHRIMPS: Final = 2
BY_FULL: Final = 3
BY_SHORTAGE: Final = 4

FULL_SPACE: Final[i64] = 3
MOST_LAID: Final = 4
MOST_LARVAE: Final = 2
SMALLEST_MEAL: Final = 5
RETURNED: Final = 4  # polyps of a meal that go back to the bag; one more in the extra turn and in the advanced game
MOST_PER_ROCK: Final = 2

# What is noted of a rock: the cells with a polyp, with a shrimp, with neither, and those that a shrimp from elsewhere
# may come to; and what some coral could eat, with how the coral tiles lay when that was looked at (-1: not yet).
GROWN: Final = 0
STANDING: Final = 1
EMPTY: Final = 2
ARRIVALS: Final = 3
THREATENED: Final = 4
LOOKED_AT: Final = 5
NOTES: Final = 6


def near(table: vec[i64], rock: i64, cells: i64) -> i64:
    """All spaces next to any of these places of a rock."""
    row = rock * NEAR_SIZE
    found = (
        table[row + (cells & 127)]
        | table[row + CHUNK + ((cells >> 7) & 127)]
        | table[row + 2 * CHUNK + ((cells >> 14) & 127)]
        | table[row + 3 * CHUNK + ((cells >> 21) & 127)]
        | table[row + 4 * CHUNK + ((cells >> 28) & 127)]
        | table[row + 5 * CHUNK + ((cells >> 35) & 127)]
    )
    if cells >> CELLS:
        found |= (
            table[row + 6 * CHUNK + ((cells >> 42) & 127)]
            | table[row + 7 * CHUNK + ((cells >> 49) & 127)]
            | table[row + 8 * CHUNK + (cells >> 56)]
        )
    return found


def connected(table: vec[i64], rock: i64, seed: i64, within: i64) -> i64:
    """The cells that hang together with `seed` inside `within`."""
    while True:
        grown = (seed | near(table, rock, seed)) & within
        if grown == seed:
            return seed
        seed = grown


class Board(State):
    """A position of Reef Encounter. Vectors are laid out by rock, seat or space first, then by colour."""

    def __init__(self) -> None:
        super().__init__()
        self.advanced = False
        # Copies share the vectors down to undealt: they are replaced as a whole and never changed in place.
        self.rocks = vec[i64]()
        self.land = vec[i64]()  # by rock: its spaces
        self.star = vec[i64]()  # by rock: its extra-growth space
        self.near = vec[i64]()
        self.outlooks = vec[i64]()  # by colour, and of which tiles; see `outlook`
        self.corals = vec[i64]()  # by rock and place: the coral that holds it, or 0
        self.cylinders = vec[i64]()
        self.first = vec[i64]()  # the tile that went into the parrotfish at set-up
        self.dealt = vec[i64]()  # the opening draws
        self.undealt = vec[i64]()  # the bag right after them
        self.polyps = vec[i64]()
        self.shrimps = vec[i64]()  # by rock, then seat
        self.notes = vec[i64]()  # by rock, see above
        self.hand = vec[i64]()
        self.front = vec[i64]()  # consumed polyps, in front of the screen
        self.cubes = vec[i64]()
        self.fish = vec[i64]()
        self.home = vec[i64]()  # shrimps behind the screen
        self.eaten = vec[i64]()
        self.sea = vec[i64]()
        self.bag = vec[i64]()
        self.bonus = vec[i64]()
        self.bonus_gone = False  # the bonus tiles have gone into the bag, for the rest of the game
        self.supply = vec[i64]()
        self.turned: i64 = 0
        self.covered: i64 = 0
        self.alga: i64 = -1  # on the alga space
        # What the public play says about hidden tiles, for redeal.
        self.least = vec[i64]()  # how many fewer of a colour the screen could have hidden all along
        self.slack = vec[i64]()  # how many fewer of a colour the bag could have held all along
        self.bare: i64 = 0  # colours of which the bag was seen to hold none
        # The turn
        self.phase: i64 = CHOOSE_FISH
        self.acted = False
        self.larvae: i64 = 0
        self.open: i64 = -1  # the colour of the open action 2 or 3
        self.laid: i64 = 0  # polyps from behind the screen under it
        self.placed = False
        self.introduced = False
        self.locked = False
        # The colours in which its player could do what: noted, for they hold until something else than a shrimp moves.
        self.payable: i64 = 0  # a consumed polyp can be paid
        self.cubes_for_sale: i64 = 0
        self.tiles_for_sale: i64 = 0  # a cube is there to pay, and a tile to be had
        self.playable: i64 = 0  # a larva with a polyp that could follow
        self.ended: i64 = BY_NOTHING
        self.ender: i64 = -1

    # Set-up

    def prepare(self, rocks: list[int], starfish_up: bool, advanced: bool) -> None:
        """The board before anything is drawn; the opening draws follow with deal_sea, deal_hand and begin."""
        self.seats = len(rocks)
        self.mover = 0
        seats = self.seats
        self.advanced = advanced
        self.rocks = vec[i64](rocks)
        self.land = vec[i64]([LAND[rock] for rock in rocks])
        self.star = vec[i64]([STAR[rock] for rock in rocks])
        self.near = near_table(self.rocks, self.land)
        self.polyps = filled(seats * COLOURS, 0)
        self.shrimps = filled(seats * seats, 0)
        self.hand = filled(seats * COLOURS, 0)
        self.front = filled(seats * COLOURS, 0)
        self.cubes = filled(seats * COLOURS, 0)
        self.fish = filled(seats * COLOURS, 0)
        self.first = filled(seats, -1)
        self.home = filled(seats, SHRIMPS)
        self.eaten = filled(seats, 0)
        self.sea = filled(COLOURS * COLOURS, 0)
        self.bag = filled(COLOURS, POLYPS)
        self.bonus = filled(COLOURS, 0)
        self.bonus_gone = False
        self.supply = filled(COLOURS, CUBES - 1)
        self.cylinders = filled(ALGAE, CYLINDERS)
        self.turned = 0 if starfish_up else ALL_TILES
        self.dealt = filled(seats * COLOURS, 0)
        self.undealt = filled(COLOURS, 0)
        self.least = filled(seats * COLOURS, 0)
        self.slack = filled(COLOURS, 0)
        for rock in range(seats):
            for colour in range(COLOURS):
                self.polyps[rock * COLOURS + colour] = START[self.rocks[rock] * COLOURS + colour]
                self.bag[colour] -= 1
        self.refresh()
        if not advanced:
            for colour in range(COLOURS):
                self.bonus[colour] = 1
                self.bag[colour] -= 1

    def deal_sea(self, space: i64, colour: i64) -> None:
        """Put a tile of the opening draw onto the open sea."""
        self.bag[colour] -= 1
        self.sea[space * COLOURS + colour] += 1

    def deal_hand(self, seat: i64, colour: i64) -> None:
        """Put a tile of the opening draw behind a screen."""
        at = seat * COLOURS + colour
        self.bag[colour] -= 1
        self.hand[at] += 1
        self.dealt = replaced(self.dealt, at, self.dealt[at] + 1)
        self.least[at] += 1

    def begin(self) -> None:
        """The deal is complete; seat 0 chooses first."""
        self.undealt = self.bag[:]
        self.slack = self.bag[:]

    # Corals and shrimps

    def lay(self, rock: i64, colour: i64, cells: i64) -> None:
        """Let a colour have these cells of a rock: polyps change in no other way."""
        at = rock * COLOURS + colour
        changed = self.polyps[at] | cells
        self.polyps[at] = cells
        corals = self.corals[:]
        while changed:
            bit = changed & -changed
            coral = connected(self.near, rock, bit & cells, cells)
            # A coral, or a cell that was left.
            part = coral | bit
            changed &= ~part
            while part:
                corals[rock * PLACES + index(part & -part)] = coral
                part &= part - 1
        self.corals = corals
        self._note_polyps(rock)

    def stand(self, rock: i64, seat: i64, cells: i64) -> None:
        """Let a player's shrimps on a rock have these cells: shrimps change in no other way."""
        self.shrimps[rock * self.seats + seat] = cells
        self._note_shrimps(rock)

    def refresh(self) -> None:
        """Note everything about polyps and shrimps that were put there directly."""
        self.corals = filled(self.seats * PLACES, 0)
        self.notes = filled(self.seats * NOTES, 0)
        for rock in range(self.seats):
            for colour in range(COLOURS):
                self.lay(rock, colour, self.polyps[rock * COLOURS + colour])

    def _note_polyps(self, rock: i64) -> None:
        polyps = self.polyps
        at = rock * COLOURS
        grown = polyps[at] | polyps[at + 1] | polyps[at + 2] | polyps[at + 3] | polyps[at + 4]
        self.notes[rock * NOTES + GROWN] = grown
        self._note_shrimps(rock)

    def _note_shrimps(self, rock: i64) -> None:
        shrimps = self.shrimps
        standing: i64 = 0
        for at in range(rock * self.seats, rock * self.seats + self.seats):
            standing |= shrimps[at]
        notes = self.notes
        row = rock * NOTES
        grown = notes[row + GROWN]
        empty = self.land[rock] & ~grown & ~standing
        notes[row + STANDING] = standing
        notes[row + EMPTY] = empty
        notes[row + LOOKED_AT] = -1
        # Ruling `one per coral`.
        free = grown
        on_corals = standing & grown
        while on_corals:
            free &= ~self.coral(rock, on_corals & -on_corals)
            on_corals &= on_corals - 1
        notes[row + ARRIVALS] = free | empty

    def note_means(self) -> None:
        """Note what the player to move could pay, buy and play. Whoever changes tiles or cubes directly asks for it."""
        if self.phase != TURN:
            return
        self.payable = self.cubes_for_sale = self.tiles_for_sale = self.playable = 0
        for colour in range(COLOURS):
            at = self.seat * COLOURS + colour
            bit = BIT[colour]
            if self.front[at]:
                self.payable |= bit
            if self.supply[colour]:
                self.cubes_for_sale |= bit
            if self.cubes[at]:
                if self.bag[colour] + self.bonus[colour] > 0:
                    self.tiles_for_sale |= bit
                if self.hand[at] + self.front[at] > 0:
                    self.playable |= bit

    def coral(self, rock: i64, bit: i64) -> i64:
        """The coral that holds this cell; 0 where no polyp is."""
        return self.corals[rock * PLACES + index(bit)]

    def colour_at(self, rock: i64, bit: i64) -> i64:
        """The colour of the polyp on a cell, or -1."""
        for colour in range(COLOURS):
            if self.polyps[rock * COLOURS + colour] & bit:
                return colour
        return -1

    def grown(self, rock: i64) -> i64:
        """All cells of a rock with a polyp."""
        return self.notes[rock * NOTES + GROWN]

    def shrimps_on(self, rock: i64) -> i64:
        """All cells of a rock with a shrimp."""
        return self.notes[rock * NOTES + STANDING]

    def shrimp_owner(self, rock: i64, bit: i64) -> i64:
        """Whose shrimp stands on a cell, or -1."""
        for seat in range(self.seats):
            if self.shrimps[rock * self.seats + seat] & bit:
                return seat
        return -1

    def shrimp_in(self, slot: i64) -> i64:
        """The cell bit of the mover's shrimp in a slot of the moves' range, or 0."""
        standing = self.shrimps[(slot >> 1) * self.seats + self.seat]
        if slot & 1:
            standing &= standing - 1
        return standing & -standing

    def empty(self, rock: i64) -> i64:
        """Ruling `empty`: rock spaces without polyp and without shrimp."""
        return self.notes[rock * NOTES + EMPTY]

    def arrivals(self, rock: i64) -> i64:
        """Rulings `one per coral` and `bare rock`: where a shrimp from elsewhere may come to stand."""
        return self.notes[rock * NOTES + ARRIVALS]

    def guarded(self, rock: i64, colour: i64) -> i64:
        """Ruling `guard`: cells where this colour would join two corals that both hold a shrimp."""
        polyps = self.polyps[rock * COLOURS + colour]
        standing = polyps & self.shrimps_on(rock)
        if standing & (standing - 1) == 0:
            return 0
        once: i64 = 0
        twice: i64 = 0
        table = self.near
        while standing:
            coral = self.coral(rock, standing & -standing)
            beside = near(table, rock, coral)
            twice |= once & beside
            once |= beside
            standing &= ~coral
        return twice

    def protected(self, rock: i64, colour: i64) -> i64:
        """Ruling `protected`: polyps of a colour under a shrimp, and next to one in the same coral."""
        polyps = self.polyps[rock * COLOURS + colour]
        standing = polyps & self.shrimps_on(rock)
        if standing == 0:
            return 0
        return (standing | near(self.near, rock, standing)) & polyps

    def prey(self, colour: i64) -> i64:
        """The colours weaker than this one, as the coral tiles lie."""
        return PREY[self.turned * COLOURS + colour]

    def attackable(self, rock: i64, colour: i64) -> i64:
        """Ruling `attack`: weaker, unprotected polyps next to a coral of this colour with two polyps or more."""
        table = self.near
        polyps = self.polyps[rock * COLOURS + colour]
        strong = polyps & near(table, rock, polyps)
        if strong == 0:
            return 0
        reach = near(table, rock, strong)
        prey = self.prey(colour)
        victims: i64 = 0
        for weak in range(COLOURS):
            if (prey >> weak) & 1:
                beside = self.polyps[rock * COLOURS + weak] & reach
                if beside:
                    victims |= beside & ~self.protected(rock, weak)
        return victims

    def threatened(self, rock: i64) -> i64:
        """The polyps of a rock that some coral could eat now."""
        notes = self.notes
        row = rock * NOTES
        if notes[row + LOOKED_AT] != self.turned:
            cells: i64 = 0
            for colour in range(COLOURS):
                cells |= self.attackable(rock, colour)
            notes[row + THREATENED] = cells
            notes[row + LOOKED_AT] = self.turned
        return notes[row + THREATENED]

    def placeable(self, rock: i64, colour: i64) -> i64:
        """Where a polyp of a colour may be placed on a rock."""
        cells = self.empty(rock) | self.attackable(rock, colour)
        return cells & ~self.guarded(rock, colour)

    def placeable_anywhere(self, colour: i64) -> bool:
        for rock in range(self.seats):
            if self.empty(rock) & ~self.guarded(rock, colour) or self.placeable(rock, colour):
                return True
        return False

    def grows(self, rock: i64, colour: i64) -> bool:
        """Ruling `growth`: whether a polyp just placed next to the extra-growth space asks for a tile to grow there."""
        if self.advanced or self.bonus_gone:
            return False
        return self.empty(rock) & self.star[rock] & ~self.guarded(rock, colour) != 0

    def eatable(self, rock: i64, seat: i64) -> i64:
        """Ruling `eating`: the cells of a player's shrimps on corals of five or more."""
        cells: i64 = 0
        standing = self.shrimps[rock * self.seats + seat]
        while standing:
            bit = standing & -standing
            standing ^= bit
            if count(self.coral(rock, bit)) >= SMALLEST_MEAL:
                cells |= bit
        return cells

    def hungry(self, seat: i64) -> bool:
        """Whether a player has a coral to eat."""
        return any(self.eatable(rock, seat) for rock in range(self.seats))

    def stranded(self, seat: i64) -> i64:
        """Ruling `bare rock`: how many of a player's shrimps stand on bare rock."""
        number: i64 = 0
        for rock in range(self.seats):
            bare = self.shrimps[rock * self.seats + seat] & ~self.grown(rock)
            if bare:
                number += count(bare)
        return number

    # Tiles, sea and scores

    def fish_size(self, seat: i64) -> i64:
        """How many polyps a parrotfish holds."""
        size: i64 = 0
        for at in range(seat * COLOURS, seat * COLOURS + COLOURS):
            size += self.fish[at]
        return size

    def turns_over(self, alga: i64, target: i64) -> i64:
        """The coral tiles that a cylinder turns over when it is played onto a target."""
        tiles = SHOWS[self.turned * ALGAE + alga] & ~self.covered
        if target != SEA:
            tiles &= ~(BIT[target])
        return tiles

    def bag_size(self) -> i64:
        size: i64 = 0
        for colour in range(COLOURS):
            size += self.bag[colour]
        return size

    def bonus_size(self) -> i64:
        size: i64 = 0
        for colour in range(COLOURS):
            size += self.bonus[colour]
        return size

    def undrawable(self, tiles: list[int]) -> i64:
        """Ruling `shortage`: the place of the first of these tiles that cannot be drawn in its turn, or -1.

        The bonus tiles can be drawn from the moment the bag is empty.
        """
        bag = self.bag[:]
        left = self.bag_size()
        for place in range(len(tiles)):
            drawn: i64 = tiles[place]
            if bag[drawn] == 0:
                return place
            bag[drawn] -= 1
            left -= 1
            if left == 0:
                for colour in range(COLOURS):
                    bag[colour] += self.bonus[colour]
                    left += self.bonus[colour]
        return -1

    def sea_size(self, space: i64) -> i64:
        size: i64 = 0
        for at in range(space * COLOURS, space * COLOURS + COLOURS):
            size += self.sea[at]
        return size

    def refill_order(self) -> vec[i64]:
        """Ruling `refill`: the spaces that get a tile, in order."""
        order = vec[i64]()
        for size in range(FULL_SPACE):
            for space in range(COLOURS):
                if self.sea_size(space) == size:
                    order = append(order, space)
        return order

    def value(self, colour: i64) -> i64:
        """What a polyp of a colour scores: one, and one for each coral tile on which it is the stronger."""
        return 1 + count(self.prey(colour))

    def scores(self) -> list[int]:
        out: list[int] = []
        for seat in range(self.seats):
            score: i64 = 0
            for colour in range(COLOURS):
                score += self.fish[seat * COLOURS + colour] * self.value(colour)
            out.append(score)
        return out

    def merits(self, seat: i64) -> list[int]:
        """Ruling `ties`."""
        consumed: i64 = 0
        cubes: i64 = 0
        behind: i64 = 0
        for at in range(seat * COLOURS, seat * COLOURS + COLOURS):
            consumed += self.front[at]
            cubes += self.cubes[at]
            behind += self.hand[at]
        return [self.scores()[seat], consumed, cubes, behind, self.sheltered(seat)]

    def sheltered(self, seat: i64) -> int:
        """How many polyps lie in corals under a player's shrimps."""
        number: i64 = 0
        for rock in range(self.seats):
            standing = self.shrimps[rock * self.seats + seat]
            while standing:
                number += count(self.coral(rock, standing & -standing))
                standing &= standing - 1
        return number

    # Copies and keys

    def _copy(self, other: Board) -> None:
        self.advanced = other.advanced
        self.rocks = other.rocks
        self.land = other.land
        self.star = other.star
        self.near = other.near
        self.outlooks = other.outlooks
        self.corals = other.corals
        self.cylinders = other.cylinders
        self.first = other.first
        self.dealt = other.dealt
        self.undealt = other.undealt
        self.polyps = taken_over(self.polyps, other.polyps)
        self.shrimps = taken_over(self.shrimps, other.shrimps)
        self.notes = taken_over(self.notes, other.notes)
        self.hand = taken_over(self.hand, other.hand)
        self.front = taken_over(self.front, other.front)
        self.cubes = taken_over(self.cubes, other.cubes)
        self.fish = taken_over(self.fish, other.fish)
        self.home = taken_over(self.home, other.home)
        self.eaten = taken_over(self.eaten, other.eaten)
        self.sea = taken_over(self.sea, other.sea)
        self.bag = taken_over(self.bag, other.bag)
        self.bonus = taken_over(self.bonus, other.bonus)
        self.bonus_gone = other.bonus_gone
        self.supply = taken_over(self.supply, other.supply)
        self.turned = other.turned
        self.covered = other.covered
        self.alga = other.alga
        self.least = taken_over(self.least, other.least)
        self.slack = taken_over(self.slack, other.slack)
        self.bare = other.bare
        self.phase = other.phase
        self.acted = other.acted
        self.larvae = other.larvae
        self.open = other.open
        self.laid = other.laid
        self.placed = other.placed
        self.introduced = other.introduced
        self.locked = other.locked
        self.payable = other.payable
        self.cubes_for_sale = other.cubes_for_sale
        self.tiles_for_sale = other.tiles_for_sale
        self.playable = other.playable
        self.ended = other.ended
        self.ender = other.ender

    def key(self) -> bytes:
        small = [
            self.advanced,
            self.bonus_gone,
            self.turned,
            self.covered,
            self.alga,
            self.phase,
            self.seat,
            self.acted,
            self.larvae,
            self.open,
            self.laid,
            self.placed,
            self.introduced,
            self.locked,
            self.mover,
            self.ended,
            self.ender,
        ]
        return b"".join(
            [
                bytes(self.rocks),
                bytes(self.polyps),
                bytes(self.shrimps),
                bytes(self.hand),
                bytes(self.front),
                bytes(self.cubes),
                bytes(self.fish),
                bytes(self.home),
                bytes(self.eaten),
                bytes(self.sea),
                bytes(self.bag),
                bytes(self.bonus),
                repr(small).encode(),
            ]
        )
