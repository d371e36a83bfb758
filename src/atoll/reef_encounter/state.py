"""The rules of Reef Encounter: legal moves, what they do, and the ends of the game."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, replaced
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.sheet import Sheet
from atoll.core.state import CHANCE, NOBODY, State
from atoll.core.value import Lore
from atoll.reef_encounter.appraise import appraise, candidates
from atoll.reef_encounter.board import (
    BY_FULL,
    BY_SHORTAGE,
    BY_SHRIMPS,
    BY_TILES,
    CHOOSE_CUBES,
    CHOOSE_FISH,
    EXTRA,
    MOST_LAID,
    MOST_LARVAE,
    OVER,
    REFILL,
    RETURNED,
    TURN,
    Board,
    near,
)
from atoll.reef_encounter.features import LORE, OWN, sense
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
from atoll.reef_encounter.observe import observe
from atoll.reef_encounter.redeal import redraw
from atoll.reef_encounter.tables import (
    ALGAE,
    ALL_TILES,
    CELLS,
    COLOURS,
    SHOWS,
    SHRIMPS,
    TILES,
)

_FIRST: Final = vec[i64]([a for a, _ in PAIR_LIST])
_SECOND: Final = vec[i64]([b for _, b in PAIR_LIST])


class ReefEncounter(Board):
    """The rules of play: which moves are legal, and what they do."""

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
        mask: i64 = 0
        for colour in range(COLOURS):
            if (self.playable >> colour) & 1 and self.placeable_anywhere(colour):
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
        if introduce:
            for rock in range(seats):
                if self._roomy(rock):
                    out.add(SHRIMP + rock * CELLS, self.arrivals(rock) & self.grown(rock))
        for rock in range(seats):
            standing = shrimps[rock * seats + seat]
            slot: i64 = 2 * rock
            while standing:
                bit = standing & -standing
                standing ^= bit
                base = MOVE + slot * SLOT_SIZE
                for other in range(seats):
                    if other == rock:
                        out.add(base + other * CELLS, self.arrivals(rock) | (self.coral(rock, bit) & ~bit))
                    elif self._roomy(other):
                        out.add(base + other * CELLS, self.arrivals(other))
                out.add(base + SLOT_SIZE - 1, 1)
                slot += 1

    def _roomy(self, rock: i64) -> bool:
        """Ruling `two per rock`: whether the player may have one more shrimp there."""
        own = self.shrimps[rock * self.seats + self.seat]
        return own & (own - 1) == 0

    def may_lock(self) -> bool:
        """Rulings `locking` and `last tile`: whether the player may cover a coral tile this turn."""
        if self.locked or self.eaten[self.seat] == 0:
            return False
        if count(self.covered) < TILES - 1:
            return True
        return self.fish_size(self.seat) >= 2

    def _exchanges(self, out: Legal) -> None:
        """Actions 6, 7 and 8."""
        paid = self.payable
        if paid:
            out.add(CUBE, paid & self.cubes_for_sale)
            lock = self.may_lock()
            # The targets of an alga are the same whichever colour is paid: one group of 5 times 11 moves.
            each: i64 = 0
            for colour in range(COLOURS):
                if (paid >> colour) & 1:
                    each |= BIT[colour * TARGETS]
            for alga in range(ALGAE):
                if self.cylinders[alga] > 0:
                    targets: i64 = BIT[SEA]
                    if lock:
                        targets |= SHOWS[self.turned * ALGAE + alga] & ~self.covered
                    out.add(ALGA + alga * COLOURS * TARGETS, targets * each)
        out.add(TILE, self.tiles_for_sale)

    # What they do

    def do(self, move: i64) -> None:
        if MOVE <= move < CUBE:
            self._move_shrimp(move - MOVE)
        else:
            self._act(move)
            self.note_means()

    def _act(self, move: i64) -> None:
        """Everything but moving a shrimp."""
        if move >= CUBE:
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
        """Ruling `cubes`: all feed their parrotfish before anyone takes cubes."""
        self._from_screen(colour, True)
        self.fish[self.seat * COLOURS + colour] += 1
        self.first = replaced(self.first, self.seat, colour)
        if self.seat + 1 < self.seats:
            self._turn_to(self.seat + 1)
        else:
            self.phase = CHOOSE_CUBES
            self._turn_to(0)

    def _take_cubes(self, pair: i64) -> None:
        for colour in (_FIRST[pair], _SECOND[pair]):
            self.supply[colour] -= 1
            self.cubes[self.seat * COLOURS + colour] += 1
        if self.seat + 1 < self.seats:
            self._turn_to(self.seat + 1)
        else:
            self._begin_turn(0)

    def _turn_to(self, seat: i64) -> None:
        self.seat = seat
        if seat >= 0:
            self.mover = seat
        self.turn += 1
        self._close()
        self.acted = False
        self.larvae = 0
        self.introduced = False
        self.locked = False

    def _begin_turn(self, seat: i64) -> None:
        """A player's turn begins. A seam: other rules may have something come first."""
        self.phase = TURN
        self._turn_to(seat)

    def _eat(self, cell: i64) -> None:
        """Ruling `eating`."""
        seat = self.seat
        rock = cell // CELLS
        bit = BIT[cell % CELLS]
        colour = self.colour_at(rock, bit)
        coral = self.coral(rock, bit)
        size = count(coral)
        returned: i64 = RETURNED
        if self.phase == EXTRA:
            returned += 1
        if self.advanced:
            returned += 1
        if returned > size:
            returned = size
        self.lay(rock, colour, self.polyps[rock * COLOURS + colour] & ~coral)
        self.bag[colour] += returned
        self.fish[seat * COLOURS + colour] += size - returned
        self.stand(rock, seat, self.shrimps[rock * self.seats + seat] & ~bit)
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
        if self.front[at] == 0:
            # A polyp must follow, and there is none in front of the screen: so one is behind it.
            self._from_screen(colour, False)

    def _place(self, cell: i64, consumed: bool) -> None:
        colour = self.open
        if consumed:
            self.front[self.seat * COLOURS + colour] -= 1
        else:
            self._from_screen(colour, True)
            self.laid += 1
        self.placed = True
        rock = cell // CELLS
        bit = BIT[cell % CELLS]
        victim = self.colour_at(rock, bit)
        if victim >= 0:
            self._consume(rock, victim, bit)
        self.lay(rock, colour, self.polyps[rock * COLOURS + colour] | bit)
        star = self.star[rock]
        if near(self.near, rock, bit) & star:
            self._grow(rock, colour, star)

    def _consume(self, rock: i64, colour: i64, bit: i64) -> None:
        """An attacked polyp goes in front of the player's screen. A seam: other rules may take it elsewhere."""
        self.lay(rock, colour, self.polyps[rock * COLOURS + colour] & ~bit)
        self.front[self.seat * COLOURS + colour] += 1

    def _grow(self, rock: i64, colour: i64, star: i64) -> None:
        """Ruling `growth`."""
        if self.grows(rock, colour) and self._from_bag(colour):
            self.lay(rock, colour, self.polyps[rock * COLOURS + colour] | star)

    def _from_screen(self, colour: i64, leaves: bool) -> None:
        """A tile leaves the player's screen, or is known to be behind it: for redeal, it was there all along."""
        at = self.seat * COLOURS + colour
        others = self.hand[at] - 1
        if others < self.least[at]:
            self.least[at] = others
        if leaves:
            self.hand[at] = others

    def _from_bag(self, colour: i64) -> bool:
        """A tile leaves the bag; where that has none, all see it, and the bonus tile goes, if it is there still."""
        if self.bag[colour] > 0:
            self.bag[colour] -= 1
            if self.bag[colour] < self.slack[colour]:
                self.slack[colour] = self.bag[colour]
            if self.bag[colour] == 0 and not self.bonus_gone:
                self._bonus_into_bag()
            return True
        self.bare |= BIT[colour]
        if self.bonus[colour] == 0:
            return False
        self.bonus[colour] -= 1
        return True

    def _bonus_into_bag(self) -> None:
        """Ruling `shortage`: in the moment the bag is empty the bonus tiles that are there go into it."""
        if self.advanced or self.bag_size() > 0:
            return
        for colour in range(COLOURS):
            self.bag[colour] = self.bonus[colour]
            self.bonus[colour] = 0
        self.bonus_gone = True

    def _introduce(self, cell: i64) -> None:
        rock = cell // CELLS
        self.stand(rock, self.seat, self.shrimps[rock * self.seats + self.seat] | BIT[cell % CELLS])
        self.home[self.seat] -= 1
        self.introduced = True

    def _move_shrimp(self, code: i64) -> None:
        self.acted = True
        slot = code // SLOT_SIZE
        to = code % SLOT_SIZE
        seat = self.seat
        rock = slot >> 1
        cells = self.shrimps[rock * self.seats + seat] ^ self.shrimp_in(slot)
        if to == SLOT_SIZE - 1:
            self.home[seat] += 1
        elif to // CELLS == rock:
            cells |= BIT[to % CELLS]
        else:
            other = to // CELLS
            self.stand(other, seat, self.shrimps[other * self.seats + seat] | BIT[to % CELLS])
        self.stand(rock, seat, cells)

    def _buy_cube(self, colour: i64) -> None:
        at = self.seat * COLOURS + colour
        self.front[at] -= 1
        self.bag[colour] += 1
        self.supply[colour] -= 1
        self.cubes[at] += 1

    def _play_alga(self, code: i64) -> None:
        """Rulings `action 7` and `locking`."""
        target = code % TARGETS
        paid = (code // TARGETS) % COLOURS
        alga = code // (TARGETS * COLOURS)
        self.front[self.seat * COLOURS + paid] -= 1
        self.bag[paid] += 1
        self.turned ^= self.turns_over(alga, target)
        self.cylinders = replaced(self.cylinders, alga, self.cylinders[alga] - 1)
        if target == SEA:
            if self.alga >= 0:
                self.cylinders = replaced(self.cylinders, self.alga, self.cylinders[self.alga] + 1)
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
        self._from_bag(colour)
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
        if self.bag_size() + self.bonus_size() < len(self.refill_order()):
            self._finish(BY_SHORTAGE)
            return
        self._turn_to(CHANCE)
        self.phase = REFILL

    def roll(self, rng: Rng) -> list[int]:
        drawn: list[int] = []
        for space in self.refill_order():
            colour = self.random_tile(rng)
            self._from_bag(colour)
            self.sea[space * COLOURS + colour] += 1
            drawn.append(colour)
        self._refilled()
        return drawn

    def random_tile(self, rng: Rng) -> i64:
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
        if any(drawn < 0 or drawn >= COLOURS for drawn in outcome):
            raise ValueError("colour")
        if self.undrawable(outcome) >= 0:
            raise ValueError("bag")
        for at in range(len(order)):
            tile: i64 = outcome[at]
            self._from_bag(tile)
            self.sea[order[at] * COLOURS + tile] += 1
        self._refilled()

    def _refilled(self) -> None:
        """Ruling `full`, then the next player."""
        seat = self.mover + 1
        for colour in range(COLOURS):
            if self.placeable_anywhere(colour):
                self._begin_turn(0 if seat == self.seats else seat)
                self.note_means()
                return
        self._finish(BY_FULL)

    # The end

    def _finish(self, reason: i64) -> None:
        self.ended = reason
        self._turn_to(NOBODY)
        self.mover = -1
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

    # For bots

    def appraise(self, seat: i64) -> i64:
        return appraise(self, seat)

    def candidates(self, out: Legal) -> None:
        self.generate(out)
        candidates(self, out)

    def lore(self) -> Lore | None:
        return LORE

    def sense(self, out: vec[i64]) -> None:
        sense(self, out, OWN)

    def settled(self) -> bool:
        return self.open < 0 or self.placed

    def shifts(self, move: i64) -> bool:
        return SHRIMP <= move < CUBE

    # For learners

    def observe(self, viewer: i64, out: Sheet) -> None:
        observe(self, viewer, out)

    # Copies

    def clone(self) -> ReefEncounter:
        other = ReefEncounter()
        other._share_history(self)
        other._copy(self)
        return other

    def become(self, other: State) -> None:
        assert isinstance(other, ReefEncounter)
        self._share_turn(other)
        self._copy(other)

    def redeal(self, viewer: i64, rng: Rng) -> ReefEncounter:
        other = self.clone()
        other.forget()
        redraw(other, viewer, rng)
        other.note_means()
        return other
