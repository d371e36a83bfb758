"""The 28 action cards: when each can be played, what it then asks, and what the answers do."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from atoll.core.bits import BIT, count, replaced
from atoll.core.legal import Legal
from atoll.reef_encounter.board import BY_TILES, near
from atoll.reef_encounter.tables import ALGAE, ALL_TILES, COLOURS, LARGE, PLACES, SHOWS, TILES
from atoll.second_kind.heaps import BLUE, CARD, CROWNS, FOR_BLUE, HAND, SATED
from atoll.second_kind.layers import Layers
from atoll.second_kind.moves import (
    ALGA,
    BESIDE,
    BOARD,
    CONSUME,
    CORAL,
    DEALS,
    DISLODGE,
    DONE,
    DRIVE,
    FREE,
    GROW,
    PAYMENTS,
    REMOVE,
    SHIFT,
    SLOT_SIZE,
    SWAP,
    TARGETS,
    TRADE,
    UNLOCK,
)
from atoll.second_kind.moves import BLUE as BLUE_MOVE
from atoll.second_kind.tables import (
    ALGAE_INDIGESTION,
    ANY_POLYP,
    CONFUSION,
    CONSUMED_POLYP_TILES,
    DEEP_WATER,
    DISINTEGRATION,
    DISLODGED,
    DOUBLE_LOCK,
    EXTRA_FREE_GROWTH,
    EXTRA_GROWTH,
    FAIR_EXCHANGE,
    FREE_ALGA,
    FREE_GROWTH,
    KINDS_OF,
    LARVA_CUBE_EXCHANGE,
    LATE_BREAKFAST,
    LUCKY_DIP,
    PICK_ME_UP,
    SCORING,
    SECOND_COURSE,
    UNRELIABLE_1,
    UNRELIABLE_4,
    UNTURNED,
    VARIANT,
    VARIANTS,
    cards,
)

SEA_TARGET: Final[i64] = 10
LARGEST_CORAL: Final[i64] = 9  # that Disintegration leaves
MOST_CONSUMED: Final[i64] = 3
MOST_TRADES: Final[i64] = 3
MOST_SWAPS: Final[i64] = 2
GROWTHS: Final[i64] = 2
MOST_LOCKED: Final[i64] = 8  # with which Double lock can be played

# Cards that become possible or impossible when a shrimp moves.
RESTLESS: Final = cards(EXTRA_FREE_GROWTH, EXTRA_GROWTH, LATE_BREAKFAST, SECOND_COURSE) | (
    cards(UNRELIABLE_1, UNRELIABLE_1 + 1, UNRELIABLE_1 + 2, UNRELIABLE_4)
)
# Cards that ask nothing: in force for the turn, laid out, or drawn for.
SILENT: Final = SCORING | cards(DEEP_WATER, DOUBLE_LOCK, FREE_GROWTH, LATE_BREAKFAST, LUCKY_DIP, PICK_ME_UP)


class Cards(Layers):
    """The questions about cards. `seat` is always who decides, `player` whose card it is."""

    def possible(self, card: i64, seat: i64) -> bool:
        """Ruling `playing`: whether a player could play this card for its text now."""
        if BIT[card] & SCORING or card == FREE_ALGA:
            return True
        if card == ALGAE_INDIGESTION:
            return self.covered != 0
        if card == CONFUSION:
            return self.shiftable() != 0
        if card in (CONSUMED_POLYP_TILES, FAIR_EXCHANGE):
            return self.polyps_behind(seat) > 0
        if card == DEEP_WATER:
            return self.open >= 0 and self.deep == 0 and any(self.sunken(rock) for rock in range(self.seats))
        if card == DISINTEGRATION:
            return any(self.large_corals(rock) for rock in range(self.seats))
        if card == DISLODGED:
            return any(self.layer(rock, CROWNS) for rock in range(self.seats))
        if card == DOUBLE_LOCK:
            return self.eaten[seat] > 0 and count(self.covered) <= MOST_LOCKED
        if card == EXTRA_FREE_GROWTH:
            return any(self.free_growths(rock, seat) for rock in range(self.seats))
        if card == EXTRA_GROWTH:
            return self.growth_possible()
        if card == FREE_GROWTH:
            return self.larvae == 0
        if card == LARVA_CUBE_EXCHANGE:
            return self.swaps(seat) != 0
        if card == LATE_BREAKFAST:
            return not self.acted and self.larvae == 0
        if card == LUCKY_DIP:
            return self.whole_bag() > 0
        if card == PICK_ME_UP:
            return not self.collected
        if card == SECOND_COURSE:
            return any(self.layer(rock, CROWNS) and self.drives(rock) for rock in range(self.seats))
        if UNRELIABLE_1 <= card <= UNRELIABLE_4:
            return self._blue_can_stray(card - UNRELIABLE_1 + 1)
        return False

    # What a card asks

    def shiftable(self) -> i64:
        """Confusion: the covered tiles whose cylinder could move."""
        tiles: i64 = 0
        for tile in range(TILES):
            if (self.covered >> tile) & 1 and self.shift_targets(tile):
                tiles |= BIT[tile]
        return tiles

    def alga_on(self, tile: i64) -> i64:
        """The large alga of a coral tile as it lies."""
        return LARGE[tile + TILES * ((self.turned >> tile) & 1)]

    def shift_targets(self, tile: i64) -> i64:
        """The uncovered tiles with the same large alga."""
        return SHOWS[self.turned * ALGAE + self.alga_on(tile)] & ~self.covered

    def large_corals(self, rock: i64) -> i64:
        """Disintegration: of each coral of ten or more the place whose name sorts first."""
        left = self.grown(rock)
        cells: i64 = 0
        while left:
            coral = self.coral(rock, left & -left)
            left &= ~coral
            if count(coral) > LARGEST_CORAL:
                cells |= BIT[self.first_named(rock, coral)]
        return cells

    def removable(self, rock: i64) -> i64:
        """Disintegration: polyps of the named coral that bear no shrimp."""
        return self.named & ~self.shrimps_on(rock) & ~self.layer(rock, BLUE)

    def free_growths(self, rock: i64, seat: i64) -> i64:
        """Extra free growth: the colours that a player may let grow on a rock's extra-growth space."""
        star = self.star[rock] & self.empty(rock)
        if star == 0:
            return 0
        beside = near(self.near, rock, star) & self.own_corals(rock, seat)
        colours: i64 = 0
        for colour in range(COLOURS):
            if not beside & self.polyps[rock * COLOURS + colour] or self.bag[colour] == 0:
                continue
            if not (self.guarded(rock, colour) | self.twice_beside(rock, colour, self.blue_on(rock))) & star:
                colours |= BIT[colour]
        return colours

    def growth_possible(self) -> bool:
        """Extra growth: whether any ordinary tile of the bag can be laid."""
        return any(self.bag[colour] > 0 and self.layable(colour, 0) for colour in range(COLOURS))

    def drives(self, rock: i64) -> i64:
        """Second course: where a crown of this rock may be moved to."""
        return self.empty(rock) & near(self.near, rock, self.grown(rock))

    def swaps(self, seat: i64) -> i64:
        """Larva cube exchange: given cube * COLOURS + taken cube."""
        pairs: i64 = 0
        for given in range(COLOURS):
            if self.cubes[seat * COLOURS + given]:
                for taken in range(COLOURS):
                    if taken != given and self.supply[taken]:
                        pairs |= BIT[given * COLOURS + taken]
        return pairs

    def exchanges(self, kinds: i64) -> i64:
        """Cubes to be had for tiles of these kinds: colour * DEALS + variant."""
        deals: i64 = 0
        for colour in range(COLOURS):
            if self.supply[colour] and kinds & KINDS_OF[colour]:
                for variant in range(UNTURNED):
                    if (kinds >> VARIANT[colour * VARIANTS + variant]) & 1:
                        deals |= BIT[colour * DEALS + variant]
        return deals

    def tradable(self, seat: i64) -> i64:
        """Fair exchange: cubes to be had for tiles behind a screen."""
        return self.exchanges(self.kinds_in(self.hand, seat, HAND))

    def stray_targets(self, which: i64, rock: i64, bit: i64, other: i64) -> i64:
        """Unreliable shrimp: where on a rock the blue shrimp of this cell may go, by the card's number."""
        if which == 1 and other != rock:
            return 0
        leaving: i64 = 0
        if other == rock:
            leaving = bit
        cells = self.free_for_blue(other, leaving)
        colour = self.colour_at(rock, bit)
        if which == 2:
            cells &= self.polyps[other * COLOURS + colour]
        elif which == 3:
            cells &= ~self.polyps[other * COLOURS + colour]
        elif which == 4:
            size = count(self.coral(rock, bit))
            left = cells
            while left:
                cell = left & -left
                left ^= cell
                if count(self.coral(other, cell)) >= size:
                    cells &= ~cell
        return cells

    def _blue_can_stray(self, which: i64) -> bool:
        for rock in range(self.seats):
            left = self.layer(rock, BLUE)
            while left:
                for other in range(self.seats):
                    if self.stray_targets(which, rock, left & -left, other):
                        return True
                left &= left - 1
        return False

    def blue_possible(self, seat: i64) -> bool:
        """Ruling `blue card`: whether one could be brought in, moved or taken back."""
        for rock in range(self.seats):
            # One can come here: from beside the board or, if none is there, from wherever they all are.
            if self.free_for_blue(rock, 0):
                return True
        for rock in range(self.seats):
            blue = self.layer(rock, BLUE)
            if blue and blue & self.own_corals(rock, seat):
                return True
        return self.beside == 0 and self._blue_can_stray(0)

    def lock_allowed(self, seat: i64, free: bool) -> bool:
        """Rulings `locking` and `last tile`: whether a player may cover a coral tile now."""
        if self.locks >= (2 if self.double else 1):
            return False
        if not free and self.eaten[seat] == 0:
            return False
        if count(self.covered) < TILES - 1:
            return True
        return self.locks == 0 and self.fish_tiles(seat) >= 2

    def alga_targets(self, alga: i64, lock: bool) -> i64:
        """Where a cylinder of this colour may go."""
        if self.cylinders[alga] == 0:
            return 0
        targets = BIT[SEA_TARGET]
        if lock:
            targets |= SHOWS[self.turned * ALGAE + alga] & ~self.covered
        return targets

    def card_answers(self, out: Legal) -> None:
        """The answers to what the card in play asks."""
        card = self.card
        seat = self.seat
        seats = self.seats
        if self.way == FOR_BLUE:
            self._blue_answers(out)
        elif card == ALGAE_INDIGESTION:
            out.add(UNLOCK, self.covered)
        elif card == CONFUSION:
            for tile in range(TILES):
                if (self.covered >> tile) & 1:
                    out.add(SHIFT + tile * TILES, self.shift_targets(tile))
        elif card == CONSUMED_POLYP_TILES:
            out.add(CONSUME, self.kinds_in(self.hand, seat, HAND) & ANY_POLYP)
            out.add(DONE, 1 if self.left < MOST_CONSUMED else 0)
        elif card == DISINTEGRATION:
            if self.named:
                rock = self.spot
                out.add(REMOVE + rock * PLACES, self.removable(rock))
            else:
                for rock in range(seats):
                    out.add(CORAL + rock * PLACES, self.large_corals(rock))
        elif card == DISLODGED:
            number: i64 = 0
            for rock in range(seats):
                number += count(self.layer(rock, CROWNS))
            out.add(DISLODGE, BIT[number] - 1)
        elif card == EXTRA_FREE_GROWTH:
            for colour in range(COLOURS):
                for rock in range(seats):
                    if (self.free_growths(rock, seat) >> colour) & 1:
                        out.add(GROW + colour * BOARD + rock * PLACES, self.star[rock])
        elif card == EXTRA_GROWTH:
            for colour in range(COLOURS):
                if self.bag[colour] > 0:
                    for rock in range(seats):
                        out.add(GROW + colour * BOARD + rock * PLACES, self.places(rock, colour, False, False))
        elif card == FAIR_EXCHANGE:
            out.add(TRADE, self.tradable(seat))
            out.add(DONE, 1)
        elif card == FREE_ALGA:
            lock = self.lock_allowed(seat, True)
            for alga in range(ALGAE):
                out.add(ALGA + (alga * PAYMENTS + FREE) * TARGETS, self.alga_targets(alga, lock))
        elif card == LARVA_CUBE_EXCHANGE:
            out.add(SWAP, self.swaps(seat))
            out.add(DONE, 1 if self.left < MOST_SWAPS else 0)
        elif card == SECOND_COURSE:
            slot: i64 = 0
            for rock in range(seats):
                for _ in range(count(self.layer(rock, CROWNS))):
                    out.add(DRIVE + slot * BOARD + rock * PLACES, self.drives(rock))
                    slot += 1
        else:
            self._straying(out, card - UNRELIABLE_1 + 1)

    def _blue_answers(self, out: Legal) -> None:
        """Ruling `blue card`."""
        if self.beside > 0:
            for rock in range(self.seats):
                out.add(BLUE_MOVE + BESIDE * SLOT_SIZE + rock * PLACES, self.free_for_blue(rock, 0))
        self._straying(out, 0)

    def _straying(self, out: Legal, which: i64) -> None:
        """Moves of blue shrimps: by an Unreliable shrimp, or (0) by a card with a blue shrimp."""
        slot: i64 = 0
        for rock in range(self.seats):
            left = self.layer(rock, BLUE)
            while left:
                bit = left & -left
                left ^= bit
                slot += 1
                own = which == 0 and bit & self.own_corals(rock, self.seat) != 0
                if which == 0 and not own and self.beside > 0:
                    continue
                base = BLUE_MOVE + slot * SLOT_SIZE
                for other in range(self.seats):
                    out.add(base + other * PLACES, self.stray_targets(which, rock, bit, other))
                if own:
                    out.add(base + BOARD, 1)

    # What the answers do

    def open_card(self) -> None:
        """The card's window is over: it asks for as much as it may."""
        self.asked = CARD
        self.named = 0
        card = self.card
        if self.way == FOR_BLUE:
            self.left = 1
        elif card == CONSUMED_POLYP_TILES:
            self.left = MOST_CONSUMED
        elif card == FAIR_EXCHANGE:
            self.left = MOST_TRADES
        elif card == LARVA_CUBE_EXCHANGE:
            self.left = MOST_SWAPS
        elif card == EXTRA_GROWTH:
            self.left = GROWTHS
        else:
            self.left = 1

    def card_goes_on(self) -> bool:
        """Whether the card in play asks (once more)."""
        if self.left == 0:
            return False
        if self.way == FOR_BLUE:
            return True
        card = self.card
        if card == CONSUMED_POLYP_TILES:
            return self.polyps_behind(self.player) > 0
        if card == FAIR_EXCHANGE:
            return self._trades_left()
        if card == LARVA_CUBE_EXCHANGE:
            return self.swaps(self.player) != 0
        if card == EXTRA_GROWTH:
            return self.growth_possible()
        return True

    def _trades_left(self) -> bool:
        """Whether a trade is legal; all see whether one is asked for, so a tile that would change that is known."""
        seat = self.player
        trades = self.tradable(seat) != 0
        first = self.first[seat]
        for colour in range(COLOURS):
            at = seat * COLOURS + colour
            if colour != first and self.least[at] > 0:
                # As if this colour were in the fish, and what is there behind the screen.
                self.hand[at] -= 1
                self.hand[seat * COLOURS + first] += 1
                if (self.tradable(seat) != 0) != trades:
                    self.least[at] = 0
                self.hand[at] += 1
                self.hand[seat * COLOURS + first] -= 1
        return trades

    def answer_card(self, move: i64) -> None:
        """An answer to what the card in play asks."""
        seat = self.seat
        self.left -= 1
        if move == DONE:
            self.left = 0
        elif move >= SWAP:
            self._swap(seat, move - SWAP)
        elif move >= SHIFT:
            self._shift(move - SHIFT)
        elif move >= UNLOCK:
            self._unlock(move - UNLOCK)
        elif move >= GROW:
            self._grow_tile(move - GROW)
        elif move >= DRIVE:
            spot = (move - DRIVE) % BOARD
            self._take_crown((move - DRIVE) // BOARD, BIT[spot % PLACES])
        elif move >= BLUE_MOVE:
            self._move_blue(move - BLUE_MOVE)
        elif move >= DISLODGE:
            self._take_crown(move - DISLODGE, 0)
        elif move >= CONSUME:
            kind = move - CONSUME
            self._out_of_hand(seat, kind)
            self._to_front(seat, kind)
        elif move >= ALGA:
            self._play_cylinder(move - ALGA)
        elif move >= TRADE:
            self._trade(seat, move - TRADE)
        elif move >= REMOVE:
            self._remove(move - REMOVE)
        else:
            self._name_coral(move - CORAL)

    def _swap(self, seat: i64, pair: i64) -> None:
        for colour, step in ((pair // COLOURS, -1), (pair % COLOURS, 1)):
            self.cubes[seat * COLOURS + colour] += step
            self.supply[colour] -= step

    def _trade(self, seat: i64, deal: i64) -> None:
        colour = deal // DEALS
        kind = VARIANT[colour * VARIANTS + deal % DEALS]
        self._out_of_hand(seat, kind)
        self._to_bag(kind)
        self.supply[colour] -= 1
        self.cubes[seat * COLOURS + colour] += 1

    def _unlock(self, tile: i64) -> None:
        alga = self.alga_on(tile)
        self.covered &= ~BIT[tile]
        self.cylinders = replaced(self.cylinders, alga, self.cylinders[alga] + 1)

    def _shift(self, pair: i64) -> None:
        """The cylinder moves; all other uncovered tiles with its alga turn, the vacated one among them."""
        start = pair // TILES
        alga = self.alga_on(start)
        self.covered = (self.covered & ~BIT[start]) | BIT[pair % TILES]
        self.turned ^= SHOWS[self.turned * ALGAE + alga] & ~self.covered

    def _grow_tile(self, code: i64) -> None:
        colour = code // BOARD
        spot = code % BOARD
        self._out_of_bag(colour)
        self._lay_tile(spot // PLACES, BIT[spot % PLACES], colour, 0)

    def _take_crown(self, slot: i64, to: i64) -> None:
        """A crown leaves its place for another of the rock or, if that is none, leaves the game."""
        spot = self.in_order(CROWNS, slot)
        rock = spot // PLACES
        bit = BIT[spot % PLACES]
        sated = self.layer(rock, SATED)
        self.set_layer(rock, CROWNS, (self.layer(rock, CROWNS) & ~bit) | to)
        self.set_layer(rock, SATED, (sated & ~bit) | (to if sated & bit else 0))
        self.note_land(rock)

    def _move_blue(self, code: i64) -> None:
        slot = code // SLOT_SIZE
        to = code % SLOT_SIZE
        if slot == BESIDE:
            self.beside -= 1
        else:
            spot = self.in_order(BLUE, slot - 1)
            rock = spot // PLACES
            self.set_layer(rock, BLUE, self.layer(rock, BLUE) & ~BIT[spot % PLACES])
        if to == BOARD:
            self.beside += 1
        else:
            self.set_layer(to // PLACES, BLUE, self.layer(to // PLACES, BLUE) | BIT[to % PLACES])

    def _name_coral(self, spot: i64) -> None:
        rock = spot // PLACES
        self.named = self.coral(rock, BIT[spot % PLACES])
        self.spot = rock
        self.left = count(self.named) - LARGEST_CORAL

    def _remove(self, spot: i64) -> None:
        bit = BIT[spot % PLACES]
        self._to_bag(self._lift(spot // PLACES, bit))
        self.named &= ~bit

    def _play_cylinder(self, code: i64) -> None:
        """Rulings `action 7` and `locking`."""
        target = code % TARGETS
        kind = (code // TARGETS) % PAYMENTS
        alga = code // (TARGETS * PAYMENTS)
        if kind != FREE:
            self._out_of_front(self.seat, kind)
            self._to_bag(kind)
        self.turned ^= self.turns_over(alga, target)
        self.cylinders = replaced(self.cylinders, alga, self.cylinders[alga] - 1)
        if target == SEA_TARGET:
            if self.alga >= 0:
                self.cylinders = replaced(self.cylinders, self.alga, self.cylinders[self.alga] + 1)
            self.alga = alga
        else:
            self.covered |= BIT[target]
            self.locks += 1
            if self.covered == ALL_TILES:
                self.ended = BY_TILES
                self.ender = self.seat
