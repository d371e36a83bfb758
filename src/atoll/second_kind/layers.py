"""What the expansion lays over the board: special tiles, terrain, crowns-of-thorns and blue shrimps.

A special polyp lies in the mask of the colour that it shows, and in the overlays of its rock. Terrain is `land`, from
which a crown takes its space while it is there; halves take edges out of `near`. So the questions of the base game hold
as they are, and those of the expansion are made of them. Docstrings name the ruling.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, filled, index, replaced
from atoll.reef_encounter.board import near
from atoll.reef_encounter.tables import (
    BESIDE,
    CHUNK,
    CHUNKS,
    COLOURS,
    LAND,
    MOST_ROCKS,
    NEAR_SIZE,
    PLACES,
    WIDTH,
    near_table,
)
from atoll.second_kind.heaps import (
    BAG,
    BLUE,
    CROWNS,
    HALVES,
    HAND,
    HEAPS,
    OVERLAYS,
    ROCKS,
    SATED,
    SHOWN,
    SPECIAL,
    WATERS,
    Heaps,
)
from atoll.second_kind.tables import (
    ALL_CARDS,
    BLUE_SHRIMPS,
    BY_NAME,
    CARDS,
    CROWN,
    DIRECTIONS,
    ENCLOSED,
    EVERY_SPECIAL,
    EVERYWHERE,
    FRINGE,
    HALF,
    ONE,
    PRINTED,
    SIDES,
    TOWARDS,
    TURNED,
    VARIANT,
    VARIANTS,
    beside_printed,
)

TURN_SHIFT: Final = 6  # of a half on a cell: its turn above its kind


class Layers(Heaps):
    """The board of the expansion, and the questions that are asked about it."""

    def prepare_layers(self, dealt_crowns: bool, blue_marks: i64, clownfish: i64) -> None:
        """Lay the expansion over a board that the base game has prepared."""
        self.dealt_crowns = dealt_crowns
        self.blue_marks = blue_marks
        self.clownfish = clownfish
        everywhere = vec[i64]()
        for rock in self.rocks:
            everywhere = append(everywhere, EVERYWHERE[rock])
        self.near = near_table(self.rocks, everywhere)
        self.special = filled(HEAPS, 0)
        self.special[BAG] = EVERY_SPECIAL
        self.layers = filled(self.seats * OVERLAYS, 0)
        self.kinds = filled(MOST_ROCKS * PLACES, 0)
        self.cards = filled(self.seats, 0)
        self.laid_out = filled(self.seats, 0)
        self.shuffles = filled(CARDS, 0)
        self.deck = ALL_CARDS
        self.beside = BLUE_SHRIMPS - 1
        self.blue_at_sea = True
        if dealt_crowns:
            for seat in range(self.seats):
                self.special[BAG] -= ONE[CROWN]
                self.special[HAND + seat] += ONE[CROWN]
        self.refresh()

    # Terrain

    def solid(self, rock: i64) -> i64:
        """Ruling `rock space`: printed rock without water, and rock tiles."""
        return (LAND[self.rocks[rock]] & ~self.layer(rock, WATERS)) | self.layer(rock, ROCKS)

    def note_land(self, rock: i64) -> None:
        """Note where polyps, shrimps and crowns can be, after terrain or crowns have changed."""
        self.land = replaced(self.land, rock, self.solid(rock) & ~self.layer(rock, CROWNS))
        self._note_shrimps(rock)

    def rock_tile_places(self, rock: i64) -> i64:
        """Ruling `rock tile`: water without a polyp beside printed rock without a water tile."""
        cells = FRINGE[self.rocks[rock]]
        water = self.layer(rock, WATERS)
        if water:
            cells = beside_printed(self.rocks[rock], water)
        return cells & ~self.solid(rock) & ~self.grown(rock)

    def sunken(self, rock: i64) -> i64:
        """Ruling `deep-water`: enclosed water without a polyp."""
        return ENCLOSED[self.rocks[rock]] & ~self.layer(rock, ROCKS) & ~self.grown(rock)

    # Halves

    def faces(self, rock: i64, place: i64, turn: i64) -> i64:
        """The neighbours that a half on this place, in this turn, has a coral side towards."""
        at = (self.rocks[rock] * PLACES + place) * DIRECTIONS
        sides = SIDES[turn]
        cells: i64 = 0
        for way in range(DIRECTIONS):
            if (sides >> way) & 1:
                cells |= TOWARDS[at + way]
        return cells

    def turn_at(self, rock: i64, place: i64) -> i64:
        """The turn of the half that lies there."""
        return self.kinds[rock * PLACES + place] >> TURN_SHIFT

    def open_sides(self, rock: i64, place: i64) -> i64:
        """The neighbours that a polyp with four coral sides would touch here: no half turns a rock side to it."""
        cells = BESIDE[self.rocks[rock] * PLACES + place]
        halves = cells & self.layer(rock, HALVES)
        while halves:
            bit = halves & -halves
            halves ^= bit
            at = index(bit)
            if not self.faces(rock, at, self.turn_at(rock, at)) & BIT[place]:
                cells &= ~bit
        return cells

    def _join_sides(self, rock: i64) -> None:
        """Ruling `sides`: put the rock's halves into the table of neighbourhood."""
        row = self.rocks[rock] * PLACES
        beside = filled(PLACES, 0)
        for place in range(PLACES):
            beside[place] = BESIDE[row + place]
        halves = self.layer(rock, HALVES)
        while halves:
            at = index(halves & -halves)
            halves &= halves - 1
            coral = self.faces(rock, at, self.turn_at(rock, at))
            cut = BESIDE[row + at] & ~coral
            beside[at] &= coral
            while cut:
                beside[index(cut & -cut)] &= ~BIT[at]
                cut &= cut - 1
        table = self.near[:]
        start = rock * NEAR_SIZE
        for chunk in range(CHUNKS):
            changed = False
            for at in range(WIDTH):
                place = chunk * WIDTH + at
                if place < PLACES and table[start + BIT[at]] != beside[place]:
                    changed = True
            if changed:
                for pattern in range(1, CHUNK):
                    place = chunk * WIDTH + index(pattern & -pattern)
                    mask = table[start + (pattern & (pattern - 1))]
                    if place < PLACES:
                        mask |= beside[place]
                    table[start + pattern] = mask
            start += CHUNK
        self.near = table

    # Where polyps may be laid

    def twice_beside(self, rock: i64, colour: i64, marks: i64) -> i64:
        """Cells where this colour would join two corals that both hold one of these marks."""
        left = self.polyps[rock * COLOURS + colour] & marks
        if left & (left - 1) == 0:
            return 0
        once: i64 = 0
        twice: i64 = 0
        while left:
            coral = self.coral(rock, left & -left)
            beside = near(self.near, rock, coral)
            twice |= once & beside
            once |= beside
            left &= ~coral
        return twice

    def blue_on(self, rock: i64) -> i64:
        """All blue shrimps of a rock, wooden and printed."""
        return self.layer(rock, BLUE) | self.layer(rock, SHOWN)

    def blue_corals(self, rock: i64, colour: i64) -> i64:
        """The corals of a colour that hold a blue shrimp."""
        left = self.polyps[rock * COLOURS + colour] & self.blue_on(rock)
        cells: i64 = 0
        while left:
            coral = self.coral(rock, left & -left)
            cells |= coral
            left &= ~coral
        return cells

    def joinable(self, rock: i64, colour: i64, touched: i64, printed: bool) -> bool:
        """Rulings `guard` and `one of each`, for a polyp that would touch these cells."""
        polyps = self.polyps[rock * COLOURS + colour] & touched
        standing = self.shrimps_on(rock)
        blue = self.blue_on(rock)
        guards: i64 = 0
        blues: i64 = 1 if printed else 0
        while polyps:
            coral = self.coral(rock, polyps & -polyps)
            polyps &= ~coral
            if coral & standing:
                guards += 1
            if coral & blue:
                blues += 1
        return guards < 2 and blues < 2

    def assailable(self, rock: i64, colour: i64) -> i64:
        """Rulings `attack` and `protected`: polyps that this colour may replace, as far as no half does it."""
        victims = self.attackable(rock, colour)
        if victims:
            victims &= ~self.blue_on(rock)
        return victims

    def places(self, rock: i64, colour: i64, deep: bool, printed: bool) -> i64:
        """Where a polyp of a colour with four coral sides may be laid."""
        victims = self.assailable(rock, colour)
        cells = self.empty(rock) | victims
        if deep:
            cells |= self.sunken(rock)
        cells &= ~self.guarded(rock, colour)
        blue = self.blue_on(rock)
        if blue:
            cells &= ~self.twice_beside(rock, colour, blue)
            if printed:
                cells &= ~near(self.near, rock, self.blue_corals(rock, colour))
        # What lies on a half has sides that the half has not.
        halves = victims & self.layer(rock, HALVES)
        while halves:
            bit = halves & -halves
            halves ^= bit
            if self.joinable(rock, colour, self.open_sides(rock, index(bit)), printed):
                cells |= bit
            else:
                cells &= ~bit
        return cells

    def half_places(self, rock: i64, colour: i64, deep: bool, turn: i64) -> i64:
        """Where a half may be laid in this turn; in an attack it must itself touch the attacking coral."""
        victims = self.assailable(rock, colour)
        left = self.empty(rock) | victims
        if deep:
            left |= self.sunken(rock)
        polyps = self.polyps[rock * COLOURS + colour]
        strong = polyps & near(self.near, rock, polyps)
        cells: i64 = 0
        while left:
            bit = left & -left
            left ^= bit
            place = index(bit)
            faced = self.faces(rock, place, turn)
            if bit & victims and not strong & near(self.near, rock, bit) & faced:
                continue
            if self.joinable(rock, colour, self.open_sides(rock, place) & faced, False):
                cells |= bit
        return cells

    def variant_places(self, rock: i64, colour: i64, variant: i64, deep: bool) -> i64:
        """Where a variant of a colour's tiles may be laid."""
        if variant >= TURNED:
            return self.half_places(rock, colour, deep, variant - TURNED)
        return self.places(rock, colour, deep, variant == 1)

    def layable(self, colour: i64, variant: i64) -> bool:
        """Whether a variant of a colour's tiles can be laid anywhere."""
        if variant == 0:
            # Mostly there is room, and no need to look for what could be attacked.
            for rock in range(self.seats):
                cells = self.empty(rock) & ~self.guarded(rock, colour)
                if cells and cells & ~self.twice_beside(rock, colour, self.blue_on(rock)):
                    return True
        return any(self.variant_places(rock, colour, variant, False) for rock in range(self.seats))

    def room_for(self, colour: i64) -> bool:
        """Ruling `full`: whether an ordinary polyp could be laid on a rock space."""
        return any(self.places(rock, colour, False, False) & self.land[rock] for rock in range(self.seats))

    # Shrimps

    def landings(self, rock: i64) -> i64:
        """Rulings `one per coral`, `bare rock`, `blue shrimp`: where a shrimp from elsewhere may come to stand."""
        return self.arrivals(rock) & ~self.blue_on(rock)

    def roomy(self, rock: i64, seat: i64) -> bool:
        """Ruling `two per rock`: whether a player may have one more shrimp there."""
        own = self.shrimps[rock * self.seats + seat]
        return own & (own - 1) == 0

    def own_corals(self, rock: i64, seat: i64) -> i64:
        """The corals under a player's shrimps."""
        cells: i64 = 0
        standing = self.shrimps[rock * self.seats + seat]
        while standing:
            cells |= self.coral(rock, standing & -standing)
            standing &= standing - 1
        return cells

    def owned(self, rock: i64) -> i64:
        """The corals under anybody's shrimps."""
        cells: i64 = 0
        standing = self.shrimps_on(rock) & self.grown(rock)
        while standing:
            coral = self.coral(rock, standing & -standing)
            cells |= coral
            standing &= ~coral
        return cells

    def coral_owner(self, rock: i64, bit: i64) -> i64:
        """Whose coral this is, or -1."""
        standing = self.coral(rock, bit) & self.shrimps_on(rock)
        return self.shrimp_owner(rock, standing) if standing else -1

    def free_for_blue(self, rock: i64, leaving: i64) -> i64:
        """Ruling `blue shrimp`: polyps that a wooden one may come to; one that leaves its cell does not count."""
        cells = self.grown(rock) & ~self.shrimps_on(rock) & ~leaving
        left = self.blue_on(rock) & ~leaving
        while left:
            coral = self.coral(rock, left & -left)
            cells &= ~coral
            left &= ~coral
        return cells

    def in_order(self, which: i64, slot: i64) -> i64:
        """The place of a crown or blue shrimp by its slot: rock * PLACES + place, or -1."""
        for rock in range(self.seats):
            cells = self.layer(rock, which)
            while cells:
                if slot == 0:
                    return rock * PLACES + index(cells & -cells)
                slot -= 1
                cells &= cells - 1
        return -1

    def slot_of(self, which: i64, spot: i64) -> i64:
        """The slot of the crown or blue shrimp on a place."""
        slot: i64 = 0
        for rock in range(spot // PLACES):
            slot += count(self.layer(rock, which))
        return slot + count(self.layer(spot // PLACES, which) & (BIT[spot % PLACES] - 1))

    def first_named(self, rock: i64, coral: i64) -> i64:
        """The place of a coral whose name sorts first."""
        for at in range(self.rocks[rock] * PLACES, self.rocks[rock] * PLACES + PLACES):
            if coral & BIT[BY_NAME[at]]:
                return BY_NAME[at]
        return -1

    # Crowns

    def crown_prey(self, rock: i64, bit: i64, seat: i64) -> i64:
        """Ruling `crown prey`: the polyps of which the crown on this cell eats one in a player's turn."""
        cells = near(self.near, rock, bit) & self.grown(rock) & self.land[rock]
        if cells == 0:
            return 0
        own = cells & self.own_corals(rock, seat)
        return own if own else cells & ~self.owned(rock)

    def hungry_crowns(self, rock: i64) -> i64:
        """The crowns that have not attacked in this turn."""
        return self.layer(rock, CROWNS) & ~self.layer(rock, SATED)

    def crown_can_attack(self) -> bool:
        for rock in range(self.seats):
            crowns = self.hungry_crowns(rock)
            while crowns:
                if self.crown_prey(rock, crowns & -crowns, self.mover):
                    return True
                crowns &= crowns - 1
        return False

    # Gestures

    def _put(self, rock: i64, bit: i64, colour: i64, kind: i64, turn: i64) -> None:
        """A polyp comes to lie on a cell."""
        if kind >= PRINTED:
            self.set_layer(rock, SPECIAL, self.layer(rock, SPECIAL) | bit)
            self.kinds = replaced(self.kinds, rock * PLACES + index(bit), kind + (turn << TURN_SHIFT))
            if kind < PRINTED + COLOURS:
                self.set_layer(rock, SHOWN, self.layer(rock, SHOWN) | bit)
            elif HALF <= kind < HALF + COLOURS:
                self.set_layer(rock, HALVES, self.layer(rock, HALVES) | bit)
                self._join_sides(rock)
        self.lay(rock, colour, self.polyps[rock * COLOURS + colour] | bit)

    def kind_at(self, rock: i64, bit: i64) -> i64:
        """The kind of the polyp on a cell."""
        if self.layer(rock, SPECIAL) & bit:
            return self.kinds[rock * PLACES + index(bit)] & (BIT[TURN_SHIFT] - 1)
        return self.colour_at(rock, bit)

    def _lift(self, rock: i64, bit: i64) -> i64:
        """The polyp on a cell is taken away; its kind."""
        colour = self.colour_at(rock, bit)
        kind = self.kind_at(rock, bit)
        if kind >= PRINTED:
            self._plain(rock, bit)
        self.lay(rock, colour, self.polyps[rock * COLOURS + colour] & ~bit)
        return kind

    def _plain(self, rock: i64, cells: i64) -> None:
        """Special polyps leave these cells."""
        halves = self.layer(rock, HALVES) & cells
        for which in (SHOWN, SPECIAL, HALVES):
            self.set_layer(rock, which, self.layer(rock, which) & ~cells)
        kinds = self.kinds[:]
        while cells:
            kinds[rock * PLACES + index(cells & -cells)] = 0
            cells &= cells - 1
        self.kinds = kinds
        if halves:
            self._join_sides(rock)

    def _lay_tile(self, rock: i64, bit: i64, colour: i64, variant: i64) -> None:
        """Rulings `attack` and `growth`: a tile is laid, what it attacks goes in front of its player's screen."""
        kind = VARIANT[colour * VARIANTS + variant]
        if self.grown(rock) & bit:
            self._to_front(self.seat, self._lift(rock, bit))
        self._put(rock, bit, colour, kind, variant - TURNED if variant >= TURNED else 0)
        star = self.star[rock]
        if near(self.near, rock, bit) & star and self.sprouts(rock, colour) and self._ordinary(colour):
            self._put(rock, star, colour, colour, 0)

    def sprouts(self, rock: i64, colour: i64) -> bool:
        """Ruling `growth`: whether a tile of this colour may grow on the extra-growth space."""
        if not self.grows(rock, colour):
            return False
        return not self.twice_beside(rock, colour, self.blue_on(rock)) & self.star[rock]
