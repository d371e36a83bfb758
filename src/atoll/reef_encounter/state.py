"""Reef Encounter: the position and its rules. Functions are named after what they decide; docstrings name the ruling."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, NOBODY, State
from atoll.reef_encounter.moves import (
    ALGA,
    COLLECT,
    CONSUMED,
    CUBE,
    EAT,
    FISH,
    LARVA,
    MOVE,
    PAIR_LIST,
    PAIRS,
    PASS,
    POLYP,
    SEA,
    SHRIMP,
    SLOT_SIZE,
    TAKE_CUBES,
    TARGETS,
    TILE,
)
from atoll.reef_encounter.redeal import Knowledge, fitting_deal
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
    POLYPS,
    PREY,
    SHOWS,
    SHRIMPS,
    STAR,
    START,
    TILES,
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

FULL_SPACE: Final = 3
MOST_LAID: Final = 4
MOST_LARVAE: Final = 2
SMALLEST_MEAL: Final = 5
MOST_PER_ROCK: Final = 2

_FIRST: Final = vec[i64]([a for a, _ in PAIR_LIST])
_SECOND: Final = vec[i64]([b for _, b in PAIR_LIST])


def filled(size: i64, value: i64) -> vec[i64]:
    out = vec[i64](capacity=size)
    for _ in range(size):
        out = append(out, value)
    return out


def near(table: vec[i64], rock: i64, cells: i64) -> i64:
    """All spaces next to any of these cells of a rock."""
    row = rock * NEAR_SIZE
    return (
        table[row + (cells & 127)]
        | table[row + CHUNK + ((cells >> 7) & 127)]
        | table[row + 2 * CHUNK + ((cells >> 14) & 127)]
        | table[row + 3 * CHUNK + ((cells >> 21) & 127)]
        | table[row + 4 * CHUNK + ((cells >> 28) & 127)]
        | table[row + 5 * CHUNK + ((cells >> 35) & 127)]
    )


def connected(table: vec[i64], rock: i64, seed: i64, within: i64) -> i64:
    """The cells that hang together with `seed` inside `within`."""
    while True:
        grown = (seed | near(table, rock, seed)) & within
        if grown == seed:
            return seed
        seed = grown


class ReefEncounter(State):
    """A position of Reef Encounter. Vectors are laid out by rock, seat or space first, then by colour."""

    advanced: bool
    rocks: vec[i64]
    near: vec[i64]
    polyps: vec[i64]
    shrimps: vec[i64]  # by rock, then seat
    hand: vec[i64]
    front: vec[i64]  # consumed polyps, in front of the screen
    cubes: vec[i64]
    fish: vec[i64]
    first: vec[i64]  # the tile that went into the parrotfish at set-up
    home: vec[i64]  # shrimps behind the screen
    eaten: vec[i64]
    sea: vec[i64]
    bag: vec[i64]
    bonus: vec[i64]
    supply: vec[i64]
    cylinders: vec[i64]
    turned: i64
    covered: i64
    alga: i64  # on the alga space
    # What the public play says about hidden tiles, for redeal.
    dealt: vec[i64]
    undealt: vec[i64]  # the bag right after the opening draws
    least: vec[i64]  # how many fewer of a colour the screen could have hidden all along
    slack: vec[i64]  # how many fewer of a colour the bag could have held all along
    bare: i64  # colours of which the bag was seen to hold none
    # The turn
    phase: i64
    acted: bool
    larvae: i64
    open: i64  # the colour of the open action 2 or 3
    laid: i64  # polyps from behind the screen under it
    placed: bool
    introduced: bool
    locked: bool
    collector: i64
    ended: i64
    ender: i64

    @classmethod
    def set_up(cls, rocks: list[int], starfish_up: bool, advanced: bool) -> ReefEncounter:
        """The board before anything is drawn; the opening draws follow with deal_sea, deal_hand and begin."""
        self = cls()
        self._prepare(rocks, starfish_up, advanced)
        return self

    def _prepare(self, rocks: list[int], starfish_up: bool, advanced: bool) -> None:
        self.seats = len(rocks)
        seats = self.seats
        self.advanced = advanced
        self.rocks = vec[i64](rocks)
        self.near = near_table(self.rocks)
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
        self.supply = filled(COLOURS, CUBES - 1)
        self.cylinders = filled(ALGAE, CYLINDERS)
        self.turned = 0 if starfish_up else ALL_TILES
        self.covered = 0
        self.alga = -1
        self.dealt = filled(seats * COLOURS, 0)
        self.undealt = filled(COLOURS, 0)
        self.least = filled(seats * COLOURS, 0)
        self.slack = filled(COLOURS, 0)
        self.bare = 0
        self.phase = CHOOSE_FISH
        self.acted = False
        self.larvae = 0
        self.open = -1
        self.laid = 0
        self.placed = False
        self.introduced = False
        self.locked = False
        self.collector = -1
        self.ended = BY_NOTHING
        self.ender = -1
        for rock in range(seats):
            for colour in range(COLOURS):
                self.polyps[rock * COLOURS + colour] = START[self.rocks[rock] * COLOURS + colour]
                self.bag[colour] -= 1
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
        self.dealt[at] += 1
        self.least[at] += 1

    def begin(self) -> None:
        """The deal is complete; seat 0 chooses first."""
        self.undealt = self.bag[:]
        self.slack = self.bag[:]

    # The board

    def coral(self, rock: i64, colour: i64, bit: i64) -> i64:
        """The coral of a colour that holds this cell."""
        return connected(self.near, rock, bit, self.polyps[rock * COLOURS + colour])

    def colour_at(self, rock: i64, bit: i64) -> i64:
        """The colour of the polyp on a cell, or -1."""
        for colour in range(COLOURS):
            if self.polyps[rock * COLOURS + colour] & bit:
                return colour
        return -1

    def grown(self, rock: i64) -> i64:
        """All cells of a rock with a polyp."""
        polyps = self.polyps
        at = rock * COLOURS
        return polyps[at] | polyps[at + 1] | polyps[at + 2] | polyps[at + 3] | polyps[at + 4]

    def shrimps_on(self, rock: i64) -> i64:
        """All cells of a rock with a shrimp."""
        cells: i64 = 0
        shrimps = self.shrimps
        for at in range(rock * self.seats, rock * self.seats + self.seats):
            cells |= shrimps[at]
        return cells

    def shrimp_owner(self, rock: i64, bit: i64) -> i64:
        """Whose shrimp stands on a cell, or -1."""
        for seat in range(self.seats):
            if self.shrimps[rock * self.seats + seat] & bit:
                return seat
        return -1

    def empty(self, rock: i64) -> i64:
        """Ruling `empty`: rock spaces without polyp and without shrimp."""
        return LAND[self.rocks[rock]] & ~self.grown(rock) & ~self.shrimps_on(rock)

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
            coral = connected(table, rock, standing & -standing, polyps)
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

    def placeable(self, rock: i64, colour: i64) -> i64:
        """Where a polyp of a colour may be placed on a rock."""
        cells = self.empty(rock) | self.attackable(rock, colour)
        return cells & ~self.guarded(rock, colour)

    def placeable_anywhere(self, colour: i64) -> bool:
        for rock in range(self.seats):
            if self.empty(rock) & ~self.guarded(rock, colour) or self.placeable(rock, colour):
                return True
        return False

    def eatable(self, rock: i64, seat: i64) -> i64:
        """Ruling `eating`: the cells of a player's shrimps on corals of five or more."""
        cells: i64 = 0
        standing = self.shrimps[rock * self.seats + seat]
        while standing:
            bit = standing & -standing
            standing ^= bit
            colour = self.colour_at(rock, bit)
            if colour >= 0 and count(self.coral(rock, colour, bit)) >= SMALLEST_MEAL:
                cells |= bit
        return cells

    def hungry(self, seat: i64) -> bool:
        """Whether a player has a coral to eat."""
        for rock in range(self.seats):
            if self.eatable(rock, seat):
                return True
        return False

    def taken(self, rock: i64) -> i64:
        """Ruling `one per coral`: all cells of corals that hold a shrimp."""
        cells: i64 = 0
        table = self.near
        standing = self.shrimps_on(rock)
        if standing == 0:
            return 0
        for at in range(rock * COLOURS, rock * COLOURS + COLOURS):
            polyps = self.polyps[at]
            here = standing & polyps
            if here:
                # All shrimps of a colour are flooded at once: their corals do not touch.
                cells |= connected(table, rock, here, polyps)
        return cells

    def stranded(self, seat: i64) -> i64:
        """Ruling `bare rock`: how many of a player's shrimps stand on bare rock."""
        number: i64 = 0
        for rock in range(self.seats):
            standing = self.shrimps[rock * self.seats + seat]
            if standing:
                number += count(standing & ~self.grown(rock))
        return number

    # Legal moves

    def generate(self, out: Legal) -> None:
        phase = self.phase
        if phase == TURN:
            self._turn_moves(out)
        elif phase == CHOOSE_FISH:
            out.add(FISH, self._held(self.hand))
        elif phase == CHOOSE_CUBES:
            out.add(TAKE_CUBES, self.free_pairs())
        elif phase == EXTRA:
            self._eat_moves(out)
            out.add(PASS, 1)

    def _held(self, counts: vec[i64]) -> i64:
        """The colours of which the seat to decide has any in this vector."""
        mask: i64 = 0
        base = self.seat * COLOURS
        for colour in range(COLOURS):
            if counts[base + colour]:
                mask |= BIT[colour]
        return mask

    def free_pairs(self) -> i64:
        """Ruling `cubes`: the pairs of cubes that the supply can give."""
        mask: i64 = 0
        for pair in range(PAIRS):
            first = _FIRST[pair]
            second = _SECOND[pair]
            wanted: i64 = 2 if first == second else 1
            if self.supply[first] >= wanted and self.supply[second] >= 1:
                mask |= BIT[pair]
        return mask

    def _eat_moves(self, out: Legal) -> None:
        for rock in range(self.seats):
            out.add(EAT + rock * CELLS, self.eatable(rock, self.seat))

    def _turn_moves(self, out: Legal) -> None:
        pending = self.open >= 0 and not self.placed
        if not self.acted:
            self._eat_moves(out)
        if not pending and self.larvae < MOST_LARVAE:
            out.add(LARVA, self.playable_larvae())
        if self.open >= 0:
            self._polyp_moves(out)
        self._shrimp_moves(out, not pending and not self.introduced and self.home[self.seat] > 0)
        if not pending:
            self._exchanges(out)
            if self.stranded(self.seat) == 0:
                out.add(COLLECT, 31)

    def playable_larvae(self) -> i64:
        """Ruling `open action`: the colours whose larva may be played, because a polyp can follow at once."""
        colours = self._held(self.cubes) & (self._held(self.hand) | self._held(self.front))
        mask: i64 = 0
        for colour in range(COLOURS):
            if (colours >> colour) & 1 and self.placeable_anywhere(colour):
                mask |= BIT[colour]
        return mask

    def _polyp_moves(self, out: Legal) -> None:
        colour = self.open
        at = self.seat * COLOURS + colour
        behind = self.hand[at] > 0 and self.laid < MOST_LAID
        if behind:
            for rock in range(self.seats):
                out.add(POLYP + rock * CELLS, self.placeable(rock, colour))
        if self.front[at] > 0:
            for rock in range(self.seats):
                out.add(CONSUMED + rock * CELLS, self.placeable(rock, colour))

    def _shrimp_moves(self, out: Legal, introduce: bool) -> None:
        """Actions 4 and 5, rulings `one per coral`, `two per rock`, `bare rock`."""
        seats = self.seats
        seat = self.seat
        shrimps = self.shrimps
        anywhere: i64 = 0
        for rock in range(seats):
            anywhere |= shrimps[rock * seats + seat]
        if not introduce and anywhere == 0:
            return
        # Up to four rocks: where a shrimp may arrive from elsewhere, and which rocks have room for one more.
        arrive0: i64 = 0
        arrive1: i64 = 0
        arrive2: i64 = 0
        arrive3: i64 = 0
        for rock in range(seats):
            grown = self.grown(rock)
            free = grown & ~self.taken(rock)
            own = shrimps[rock * seats + seat]
            roomy = own & (own - 1) == 0
            if introduce and roomy:
                out.add(SHRIMP + rock * CELLS, free)
            if anywhere:
                cells = free | (LAND[self.rocks[rock]] & ~grown & ~self.shrimps_on(rock))
                if rock == 0:
                    arrive0 = cells
                elif rock == 1:
                    arrive1 = cells
                elif rock == 2:
                    arrive2 = cells
                else:
                    arrive3 = cells
        for rock in range(seats):
            standing = shrimps[rock * seats + seat]
            slot: i64 = 2 * rock
            while standing:
                bit = standing & -standing
                standing ^= bit
                base = MOVE + slot * SLOT_SIZE
                colour = self.colour_at(rock, bit)
                within: i64 = 0 if colour < 0 else self.coral(rock, colour, bit) & ~bit
                for other in range(seats):
                    cells = arrive0 if other == 0 else arrive1 if other == 1 else arrive2 if other == 2 else arrive3
                    if other == rock:
                        out.add(base + other * CELLS, cells | within)
                    else:
                        there = shrimps[other * seats + seat]
                        if there & (there - 1) == 0:
                            out.add(base + other * CELLS, cells)
                out.add(base + SLOT_SIZE - 1, 1)
                slot += 1

    def may_lock(self) -> bool:
        """Rulings `locking` and `last tile`: whether the player may cover a coral tile this turn."""
        if self.locked or self.eaten[self.seat] == 0:
            return False
        if count(self.covered) < TILES - 1:
            return True
        return self.fish_size(self.seat) >= 2

    def fish_size(self, seat: i64) -> i64:
        """How many polyps a parrotfish holds."""
        size: i64 = 0
        for at in range(seat * COLOURS, seat * COLOURS + COLOURS):
            size += self.fish[at]
        return size

    def _exchanges(self, out: Legal) -> None:
        """Actions 6, 7 and 8."""
        base = self.seat * COLOURS
        paid = self._held(self.front)
        if paid:
            cubes: i64 = 0
            for colour in range(COLOURS):
                if self.supply[colour] > 0:
                    cubes |= BIT[colour]
            out.add(CUBE, paid & cubes)
            lock = self.may_lock()
            for alga in range(ALGAE):
                if self.cylinders[alga] > 0:
                    targets: i64 = BIT[SEA]
                    if lock:
                        targets |= SHOWS[self.turned * ALGAE + alga] & ~self.covered
                    for colour in range(COLOURS):
                        if (paid >> colour) & 1:
                            out.add(ALGA + (alga * COLOURS + colour) * TARGETS, targets)
        tiles: i64 = 0
        for colour in range(COLOURS):
            if self.cubes[base + colour] and self.bag[colour] + self.bonus[colour] > 0:
                tiles |= BIT[colour]
        out.add(TILE, tiles)

    # Moves

    def do(self, move: i64) -> None:
        if move >= MOVE:
            if move < CUBE:
                self._move_shrimp(move - MOVE)
            else:
                self._close()
                if move < ALGA:
                    self._buy_cube(move - CUBE)
                elif move < TILE:
                    self._play_alga(move - ALGA)
                elif move < COLLECT:
                    self._buy_tile(move - TILE)
                elif move < PASS:
                    self._collect(move - COLLECT)
                else:
                    self._ask_next(self.seat)
        elif move >= POLYP:
            if move < CONSUMED:
                self._place(move - POLYP, False)
            elif move < SHRIMP:
                self._place(move - CONSUMED, True)
            else:
                self._close()
                self._introduce(move - SHRIMP)
        elif move >= LARVA:
            self._close()
            self._play_larva(move - LARVA)
        elif move >= EAT:
            self._eat(move - EAT)
        elif move >= TAKE_CUBES:
            self._take_cubes(move - TAKE_CUBES)
        else:
            self._choose_fish(move)

    def _close(self) -> None:
        """Ruling `open action`: another action than 5 closes it."""
        self.acted = True
        self.open = -1
        self.laid = 0
        self.placed = False

    def _choose_fish(self, colour: i64) -> None:
        at = self.seat * COLOURS + colour
        self.hand[at] -= 1
        self.least[at] -= 1
        self.fish[at] += 1
        self.first[self.seat] = colour
        self.phase = CHOOSE_CUBES

    def _take_cubes(self, pair: i64) -> None:
        for colour in (_FIRST[pair], _SECOND[pair]):
            self.supply[colour] -= 1
            self.cubes[self.seat * COLOURS + colour] += 1
        if self.seat + 1 < self.seats:
            self.phase = CHOOSE_FISH
            self._turn_to(self.seat + 1)
        else:
            self._next_turn(0)

    def _turn_to(self, seat: i64) -> None:
        self.seat = seat
        self.turn += 1
        self._close()
        self.acted = False
        self.larvae = 0
        self.introduced = False
        self.locked = False

    def _next_turn(self, seat: i64) -> None:
        self.phase = TURN
        self._turn_to(seat)

    def _eat(self, cell: i64) -> None:
        """Ruling `eating`."""
        seat = self.seat
        rock = cell // CELLS
        bit = BIT[cell % CELLS]
        colour = self.colour_at(rock, bit)
        coral = self.coral(rock, colour, bit)
        size = count(coral)
        returned: i64 = 4
        if self.phase == EXTRA:
            returned += 1
        if self.advanced:
            returned += 1
        if returned > size:
            returned = size
        self.polyps[rock * COLOURS + colour] &= ~coral
        self.bag[colour] += returned
        self.fish[seat * COLOURS + colour] += size - returned
        self.shrimps[rock * self.seats + seat] &= ~bit
        self.eaten[seat] += 1
        if self.phase == EXTRA:
            self._ask_next(seat)
        else:
            self.acted = True
            if self.eaten[seat] == SHRIMPS:
                self._end_at_once(BY_SHRIMPS)

    def _play_larva(self, colour: i64) -> None:
        at = self.seat * COLOURS + colour
        self.cubes[at] -= 1
        self.supply[colour] += 1
        self.larvae += 1
        self.open = colour
        if self.front[at] == 0 and self.hand[at] - 1 < self.least[at]:
            # A polyp must follow, and there is none in front of the screen: so one is behind it.
            self.least[at] = self.hand[at] - 1

    def _place(self, cell: i64, consumed: bool) -> None:
        colour = self.open
        at = self.seat * COLOURS + colour
        if consumed:
            self.front[at] -= 1
        else:
            self.hand[at] -= 1
            if self.hand[at] < self.least[at]:
                self.least[at] = self.hand[at]
            self.laid += 1
        self.placed = True
        rock = cell // CELLS
        bit = BIT[cell % CELLS]
        victim = self.colour_at(rock, bit)
        if victim >= 0:
            self.polyps[rock * COLOURS + victim] &= ~bit
            self.front[self.seat * COLOURS + victim] += 1
        self.polyps[rock * COLOURS + colour] |= bit
        star = STAR[self.rocks[rock]]
        if near(self.near, rock, bit) & star:
            self._grow(rock, colour, star)

    def grows(self, rock: i64, colour: i64) -> bool:
        """Ruling `growth`: whether a polyp just placed next to the extra-growth space makes it grow."""
        star = STAR[self.rocks[rock]]
        return self.bonus[colour] > 0 and self.empty(rock) & star & ~self.guarded(rock, colour) != 0

    def _grow(self, rock: i64, colour: i64, star: i64) -> None:
        if self.grows(rock, colour):
            self.polyps[rock * COLOURS + colour] |= star
            self._spend_bonus(colour)

    def _spend_bonus(self, colour: i64) -> None:
        """A bonus tile goes, and comes back from the bag if the bag has one."""
        if self.bag[colour] > 0:
            self._out_of_bag(colour)
        else:
            self.bonus[colour] -= 1
            self.bare |= BIT[colour]

    def _out_of_bag(self, colour: i64) -> None:
        self.bag[colour] -= 1
        if self.bag[colour] < self.slack[colour]:
            self.slack[colour] = self.bag[colour]

    def _introduce(self, cell: i64) -> None:
        self.shrimps[(cell // CELLS) * self.seats + self.seat] |= BIT[cell % CELLS]
        self.home[self.seat] -= 1
        self.introduced = True

    def shrimp_in(self, slot: i64) -> i64:
        """The cell bit of the mover's shrimp in a slot of the moves' range, or 0."""
        standing = self.shrimps[(slot >> 1) * self.seats + self.seat]
        if slot & 1:
            standing &= standing - 1
        return standing & -standing

    def _move_shrimp(self, code: i64) -> None:
        self.acted = True
        slot = code // SLOT_SIZE
        to = code % SLOT_SIZE
        self.shrimps[(slot >> 1) * self.seats + self.seat] ^= self.shrimp_in(slot)
        if to == SLOT_SIZE - 1:
            self.home[self.seat] += 1
        else:
            self.shrimps[(to // CELLS) * self.seats + self.seat] |= BIT[to % CELLS]

    def _buy_cube(self, colour: i64) -> None:
        at = self.seat * COLOURS + colour
        self.front[at] -= 1
        self.bag[colour] += 1
        self.supply[colour] -= 1
        self.cubes[at] += 1

    def turns_over(self, alga: i64, target: i64) -> i64:
        """The coral tiles that a cylinder turns over when it is played onto a target."""
        tiles = SHOWS[self.turned * ALGAE + alga] & ~self.covered
        if target != SEA:
            tiles &= ~(BIT[target])
        return tiles

    def _play_alga(self, code: i64) -> None:
        """Rulings `action 7` and `locking`."""
        target = code % TARGETS
        paid = (code // TARGETS) % COLOURS
        alga = code // (TARGETS * COLOURS)
        self.front[self.seat * COLOURS + paid] -= 1
        self.bag[paid] += 1
        self.turned ^= self.turns_over(alga, target)
        self.cylinders[alga] -= 1
        if target == SEA:
            if self.alga >= 0:
                self.cylinders[self.alga] += 1
            self.alga = alga
        else:
            self.covered |= BIT[target]
            self.locked = True
            if self.covered == ALL_TILES:
                self._end_at_once(BY_TILES)

    def _buy_tile(self, colour: i64) -> None:
        """Ruling `action 8`."""
        at = self.seat * COLOURS + colour
        self.cubes[at] -= 1
        self.supply[colour] += 1
        if self.bag[colour] > 0:
            self._out_of_bag(colour)
        else:
            self.bonus[colour] -= 1
            self.bare |= BIT[colour]
        self.hand[at] += 1

    def _collect(self, space: i64) -> None:
        """Action 10, rulings `refill` and `shortage`."""
        seat = self.seat
        for colour in range(COLOURS):
            self.hand[seat * COLOURS + colour] += self.sea[space * COLOURS + colour]
            self.sea[space * COLOURS + colour] = 0
        self.cubes[seat * COLOURS + space] += 1
        if self.supply[space] == 0:
            self._finish(BY_SHORTAGE)
            return
        self.supply[space] -= 1
        wanted = len(self.refill_order())
        if self.bag_size() < wanted:
            for colour in range(COLOURS):
                self.bag[colour] += self.bonus[colour]
                self.bonus[colour] = 0
            if self.bag_size() < wanted:
                self._finish(BY_SHORTAGE)
                return
        self._turn_to(CHANCE)
        self.phase = REFILL
        self.collector = seat

    def bag_size(self) -> i64:
        size: i64 = 0
        for colour in range(COLOURS):
            size += self.bag[colour]
        return size

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

    def draw(self, rng: Rng) -> list[int]:
        drawn: list[int] = []
        for space in self.refill_order():
            colour = self._random_tile(rng)
            self._out_of_bag(colour)
            self.sea[space * COLOURS + colour] += 1
            drawn.append(colour)
        self._refilled()
        return drawn

    def _random_tile(self, rng: Rng) -> i64:
        left = rng.below(self.bag_size())
        for colour in range(COLOURS):
            left -= self.bag[colour]
            if left < 0:
                return colour
        raise AssertionError("the bag holds fewer tiles than it counts")

    def chance(self, outcome: list[int]) -> None:
        order = self.refill_order()
        if self.phase != REFILL or len(outcome) != len(order):
            raise ValueError("refill")
        for colour in range(COLOURS):
            if outcome.count(colour) > self.bag[colour]:
                raise ValueError("bag")
        for at in range(len(order)):
            drawn: i64 = outcome[at]
            self._out_of_bag(drawn)
            self.sea[order[at] * COLOURS + drawn] += 1
        self._refilled()

    def _refilled(self) -> None:
        """Ruling `full`, then the next player."""
        seat = self.collector + 1
        self.collector = -1
        for colour in range(COLOURS):
            if self.placeable_anywhere(colour):
                self._next_turn(0 if seat == self.seats else seat)
                return
        self._finish(BY_FULL)

    # The end

    def _finish(self, reason: i64) -> None:
        self.ended = reason
        self._turn_to(NOBODY)
        self.phase = OVER

    def _end_at_once(self, reason: i64) -> None:
        """Ruling `end at once`."""
        self.ended = reason
        self.ender = self.seat
        self._ask_next(self.seat)

    def _ask_next(self, seat: i64) -> None:
        """The extra turn of the next player who has something to eat."""
        while True:
            seat = 0 if seat + 1 == self.seats else seat + 1
            if seat == self.ender:
                self._finish(self.ended)
                return
            if self.hungry(seat):
                self.phase = EXTRA
                self._turn_to(seat)
                return

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
            for colour in range(COLOURS):
                here = standing & self.polyps[rock * COLOURS + colour]
                if here:
                    number += count(self.coral(rock, colour, here))
        return number

    # Copies and keys

    def clone(self) -> ReefEncounter:
        other = ReefEncounter()
        other._share_history(self)
        other._copy(self)
        return other

    def become(self, other: State) -> None:
        assert isinstance(other, ReefEncounter)
        self.seat = other.seat
        self.turn = other.turn
        self._copy(other)

    def _copy(self, other: ReefEncounter) -> None:
        self.advanced = other.advanced
        self.rocks = other.rocks
        self.near = other.near
        self.polyps = other.polyps[:]
        self.shrimps = other.shrimps[:]
        self.hand = other.hand[:]
        self.front = other.front[:]
        self.cubes = other.cubes[:]
        self.fish = other.fish[:]
        self.first = other.first[:]
        self.home = other.home[:]
        self.eaten = other.eaten[:]
        self.sea = other.sea[:]
        self.bag = other.bag[:]
        self.bonus = other.bonus[:]
        self.supply = other.supply[:]
        self.cylinders = other.cylinders[:]
        self.turned = other.turned
        self.covered = other.covered
        self.alga = other.alga
        self.dealt = other.dealt[:]
        self.undealt = other.undealt[:]
        self.least = other.least[:]
        self.slack = other.slack[:]
        self.bare = other.bare
        self.phase = other.phase
        self.acted = other.acted
        self.larvae = other.larvae
        self.open = other.open
        self.laid = other.laid
        self.placed = other.placed
        self.introduced = other.introduced
        self.locked = other.locked
        self.collector = other.collector
        self.ended = other.ended
        self.ender = other.ender

    def key(self) -> bytes:
        small = [
            self.advanced,
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
            self.collector,
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

    # What a seat cannot know

    def redeal(self, seat: i64, rng: Rng) -> ReefEncounter:
        other = self.clone()
        other.forget()
        other._redraw(seat, rng)
        return other

    def knowledge(self, seat: i64) -> Knowledge:
        """What the public play and the seat's own screen say about the opening draws of the others."""
        known = Knowledge()
        hidden = vec[i64]([0] * COLOURS)
        for other in range(self.seats):
            if other != seat:
                known.seats.append(other)
                fed = self.first[other] >= 0
                known.fed.append(fed)
                size: i64 = -1 if fed else 0
                needs: list[int] = []
                for colour in range(COLOURS):
                    at = other * COLOURS + colour
                    size += self.dealt[at]
                    hidden[colour] += self.dealt[at]
                    needs.append(self.dealt[at] - (1 if self.first[other] == colour else 0) - self.least[at])
                known.sizes.append(size)
                known.needs.append(needs)
        asking = self.phase == TURN and seat == self.seat and not (self.open >= 0 and not self.placed)
        for colour in range(COLOURS):
            more = self.slack[colour]
            fewer = hidden[colour]
            if (self.bare >> colour) & 1:
                fewer = 0
            if asking and self.cubes[seat * COLOURS + colour] and self.bonus[colour] == 0:
                # The player to move may see whether action 8 is possible, and so whether the bag has this colour.
                if self.bag[colour] == 0:
                    fewer = 0
                elif self.bag[colour] - 1 < more:
                    more = self.bag[colour] - 1
            known.least.append(hidden[colour] - fewer)
            known.most.append(hidden[colour] + more)
            known.pool.append(hidden[colour] + self.undealt[colour])
        return known

    def _redraw(self, seat: i64, rng: Rng) -> None:
        known = self.knowledge(seat)
        deal = fitting_deal(known, rng)
        for place in range(len(known.seats)):
            other: i64 = known.seats[place]
            first: i64 = deal.first[place]
            for colour in range(COLOURS):
                at = other * COLOURS + colour
                was: i64 = 1 if self.first[other] == colour else 0
                fed: i64 = 1 if first == colour else 0
                kept: i64 = deal.screens[place][colour]
                behind = kept - (self.dealt[at] - was)
                drawn = behind + fed - was
                self.hand[at] += behind
                self.least[at] += behind
                self.fish[at] += fed - was
                self.dealt[at] += drawn
                self.undealt[colour] -= drawn
                self.bag[colour] -= drawn
                self.slack[colour] -= drawn
            self.first[other] = first
