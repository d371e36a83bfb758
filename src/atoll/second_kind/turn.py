"""The main part of a turn: actions 1 to 10 with 8a, 8b and 8c."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from atoll.core.bits import BIT, count, index
from atoll.core.legal import Legal
from atoll.core.state import CHANCE
from atoll.reef_encounter.board import (
    BY_SHORTAGE,
    MOST_LAID,
    MOST_LARVAE,
    REFILL,
    TURN,
)
from atoll.reef_encounter.moves import COLLECT, LARVA, TILE
from atoll.reef_encounter.tables import ALGAE, COLOURS, PLACES
from atoll.second_kind.cards import RESTLESS
from atoll.second_kind.heaps import (
    CROWNS,
    DRAW_CARD,
    FOR_BLUE,
    FOR_TEXT,
    FRONT,
    HAND,
    MAIN,
    NOTHING,
    ROCKS,
    SEA,
    WATERS,
)
from atoll.second_kind.moves import (
    ALGA,
    BOARD,
    BUY,
    BUY_CONSUMED,
    BUY_CUBE,
    CHANGE,
    CUBE,
    DEALS,
    DISCARD,
    EAT,
    END,
    LAY,
    MEALS,
    MOVE,
    PAYMENTS,
    PLAY,
    PLAY_BLUE,
    POLYP,
    SHRIMP,
    SLOT_SIZE,
    TARGETS,
    TRADE,
)
from atoll.second_kind.steps import Steps
from atoll.second_kind.tables import (
    CARDS,
    CROWN,
    DEEP_WATER,
    DOUBLE,
    HAND_LIMIT,
    KINDS_OF,
    LATE_BREAKFAST,
    ONE,
    OWN_TURN,
    POLYPS_ONLY,
    ROCK,
    VARIANT,
    VARIANTS,
    WATER,
    of_kind,
)

MOST_LATE: Final = 2  # polyps of action 2 under Late breakfast


class Turn(Steps):
    """What the active player may do, and what it does."""

    # Legal moves

    def owing(self) -> bool:
        """Ruling `open action`: whether a polyp is owed."""
        return self.open >= 0 and not self.placed

    def _playable(self, among: i64) -> i64:
        """Of these cards those that the seat to decide could play for their text."""
        found: i64 = 0
        while among:
            bit = among & -among
            among ^= bit
            if self.possible(index(bit), self.seat):
                found |= bit
        return found

    def _main_moves(self, out: Legal) -> None:
        owing = self.owing()
        seat = self.seat
        if not owing:
            if self.larvae < MOST_LARVAE:
                out.add(LARVA, self.larvae_to_play())
            out.add(TILE, self.tiles_for_sale)
            if not self.collected and (self.pick or self.stranded(seat) == 0):
                out.add(COLLECT, 31)
            if not self.acted:
                self._meals(out)
        if self.open >= 0:
            self._polyps(out)
        if not owing and not self.introduced and self.home[seat] > 0:
            for rock in range(self.seats):
                if self.roomy(rock, seat):
                    out.add(SHRIMP + rock * PLACES, self.landings(rock) & self.grown(rock))
        for rock in range(self.seats):
            self._shrimp_moves_of(out, rock, self.shrimps[rock * self.seats + seat])
        if owing:
            if self.cards[seat] & BIT[DEEP_WATER] and self.possible(DEEP_WATER, seat):
                out.add(PLAY, BIT[DEEP_WATER])
            return
        self._payments(out)
        self._terrain(out)
        self._cards_to_buy(out)
        held = self.cards[seat]
        if held:
            out.add(PLAY, self.ready | self._playable(held & RESTLESS))
            if held & self.blue_marks and self.blue_possible(seat):
                out.add(PLAY_BLUE, held & self.blue_marks)
            out.add(DISCARD, held)
        doubles = self.special[FRONT + seat] >> (2 * (DOUBLE - COLOURS))
        if doubles & 1023:
            for colour in range(COLOURS):
                if (doubles >> (2 * colour)) & 3 and self.bag[colour] > 1:
                    out.add(CHANGE + colour, 1)
        if self.pick and self.collected and self.stranded(seat) == 0:
            out.add(END, 1)

    def note_stock(self) -> None:
        """Note what the active player has and could pay. Whoever changes tiles or cubes directly asks for it."""
        if self.phase != TURN or self.seat != self.mover or self.asked != NOTHING or self.stage != MAIN:
            return
        seat = self.seat
        self.hand_kinds = self.kinds_in(self.hand, seat, HAND)
        self.front_kinds = self.kinds_in(self.front, seat, FRONT)
        self.deals = self.exchanges(self.front_kinds)
        self.ready = self._playable(self.cards[seat] & ~RESTLESS)
        self.tiles_for_sale = self.playable = 0
        free = self.free_growth and self.larvae == 0
        for colour in range(COLOURS):
            cube = self.cubes[seat * COLOURS + colour] > 0
            if cube and self.bag[colour] + self.bonus[colour] > 0:
                self.tiles_for_sale |= BIT[colour]
            if (cube or free) and (self.hand_kinds | self.front_kinds) & KINDS_OF[colour]:
                self.playable |= BIT[colour]

    def larvae_to_play(self) -> i64:
        """Ruling `open action`: the colours whose larva may be played, because a polyp can follow at once."""
        mask: i64 = 0
        ordinary = self.hand_kinds | self.front_kinds
        for colour in range(COLOURS):
            if (self.playable >> colour) & 1:
                held = ordinary & BIT[colour] != 0
                if (held and self.layable(colour, 0)) or self._special_layable(colour):
                    mask |= BIT[colour]
        return mask

    def _special_layable(self, colour: i64) -> bool:
        """Whether one of the player's special tiles of a colour can be laid."""
        seat = self.seat
        tiles = self.special_of(HAND + seat, colour) | self.special_of(FRONT + seat, colour)
        if tiles == 0:
            return False
        for variant in range(1, VARIANTS):
            kind = VARIANT[colour * VARIANTS + variant]
            if tiles & (3 * ONE[kind]) and self.layable(colour, variant):
                return True
        return False

    def may_lay(self, consumed: bool) -> bool:
        """Rulings `four` and `late-breakfast`: whether the open action allows one more polyp."""
        if self.late and self.larvae == 1 and self.laid + self.dropped >= MOST_LATE:
            return False
        return consumed or self.laid < MOST_LAID

    def _polyps(self, out: Legal) -> None:
        colour = self.open
        seat = self.seat
        deep = self.deep == 1
        for source in range(2):
            if not self.may_lay(source == 1):
                continue
            tiles = self.special_of((FRONT if source else HAND) + seat, colour)
            ordinary = self.front[seat * COLOURS + colour] if source else self.hand[seat * COLOURS + colour]
            for variant in range(VARIANTS):
                kind = VARIANT[colour * VARIANTS + variant]
                if (ordinary > 0) if variant == 0 else (tiles & (3 * ONE[kind]) != 0):
                    base = POLYP + (source * VARIANTS + variant) * BOARD
                    for rock in range(self.seats):
                        out.add(base + rock * PLACES, self.variant_places(rock, colour, variant, deep))
                if tiles == 0:
                    break

    def _shrimp_moves_of(self, out: Legal, rock: i64, which: i64) -> None:
        """Action 5 for some of the player's shrimps on a rock."""
        seat = self.seat
        standing = self.shrimps[rock * self.seats + seat]
        slot: i64 = 2 * rock
        while standing:
            bit = standing & -standing
            standing ^= bit
            if bit & which:
                base = MOVE + slot * SLOT_SIZE
                for other in range(self.seats):
                    if other == rock:
                        within = self.arrivals(rock) | (self.coral(rock, bit) & ~bit)
                        out.add(base + other * PLACES, within & ~self.blue_on(rock))
                    elif self.roomy(other, seat):
                        out.add(base + other * PLACES, self.landings(other))
                out.add(base + BOARD, 1)
            slot += 1

    def _payments(self, out: Legal) -> None:
        """Actions 6 and 7, with consumed tiles."""
        kinds = self.front_kinds
        if kinds == 0:
            return
        out.add(CUBE, self.deals)
        lock = self.lock_allowed(self.seat, False)
        for alga in range(ALGAE):
            targets = self.alga_targets(alga, lock)
            if targets:
                left = kinds
                while left:
                    # The targets are the same whichever tile is paid: five kinds make one group of 5 times 11 moves.
                    first = index(left & -left)
                    each: i64 = 0
                    for kind in range(first, first + 5):
                        if (left >> kind) & 1:
                            each |= BIT[(kind - first) * TARGETS]
                    left &= ~(31 * BIT[first])
                    out.add(ALGA + (alga * PAYMENTS + first) * TARGETS, targets * each)

    def _terrain(self, out: Legal) -> None:
        """Action 8a."""
        special = self.special[HAND + self.seat] & ~POLYPS_ONLY
        if special == 0:
            return
        for tile in range(3):
            if of_kind(special, ROCK + tile) > 0:
                for rock in range(self.seats):
                    cells = self.rock_tile_places(rock) if tile == 0 else self.empty(rock)
                    out.add(LAY + tile * BOARD + rock * PLACES, cells)

    def _cards_to_buy(self, out: Legal) -> None:
        """Ruling `buying`."""
        seat = self.seat
        if self.bought or count(self.cards[seat]) >= HAND_LIMIT:
            return
        out.add(BUY, self.hand_kinds)
        out.add(BUY_CONSUMED, self.front_kinds)
        out.add(BUY_CUBE, self._held(self.cubes))

    def _meals(self, out: Legal) -> None:
        """Rulings `eating` and `first coral`."""
        seat = self.seat
        ways: i64 = 1
        if self.eaten[seat] == 0:
            ways = (self.cards[seat] & self.blue_marks) * 2
        if ways == 0:
            return
        for rock in range(self.seats):
            cells = self.eatable(rock, seat)
            if cells:
                standing = self.shrimps[rock * self.seats + seat]
                if cells & standing & -standing:
                    out.add(EAT + 2 * rock * MEALS, ways)
                if cells & (standing & (standing - 1)):
                    out.add(EAT + (2 * rock + 1) * MEALS, ways)

    # The main part

    def _main(self, move: i64) -> None:
        """Ruling `order`."""
        if move < EAT:
            if move >= COLLECT:
                self._collect_space(move - COLLECT)
            elif move >= TILE:
                self._shut()
                self._tile_for_cube(move - TILE)
            else:
                self._larva(move - LARVA)
        elif move < SHRIMP:
            if move < POLYP:
                self._meal(move - EAT)
            else:
                self._polyp(move - POLYP)
        elif move < MOVE:
            self._shut()
            self._bring_in(move - SHRIMP)
        elif move < BUY:
            self._shut()
            if move < TRADE:
                self._cube_for_tile(move - CUBE)
            elif move < LAY:
                self._play_cylinder(move - ALGA)
            else:
                self._terrain_tile(move - LAY)
        elif move < PLAY:
            self._shut()
            self._buy(move)
        elif move < DISCARD:
            self._play_in_turn(move)
        elif move < CHANGE:
            card = move - DISCARD
            self.cards[self.seat] &= ~BIT[card]
            self.pile |= BIT[card]
        elif move < END:
            self._change(move - CHANGE)
        else:
            self._turn_over()

    def _play_in_turn(self, move: i64) -> None:
        """Action 8c, and what it does to the order whether it is cancelled or not."""
        if move >= PLAY_BLUE:
            self._shut()
            self._play(move - PLAY_BLUE, FOR_BLUE)
            return
        card = move - PLAY
        if card == DEEP_WATER:
            self.acted = True
        elif card != LATE_BREAKFAST and not self.clownfish & ~OWN_TURN & BIT[card]:
            self._shut()
        self._play(card, FOR_TEXT)

    def _larva(self, colour: i64) -> None:
        at = self.seat * COLOURS + colour
        acted = self.acted
        self._shut()
        if self.larvae == 0 and self.late:
            self.acted = acted
        if self.larvae > 0 or not self.free_growth:
            self.cubes[at] -= 1
            self.supply[colour] += 1
        if self.hand[at] > 0 and self.front[at] == 0 and not self._special_layable(colour):
            # A polyp must follow, and nothing else could: so an ordinary one is behind the screen.
            self._needed(self.seat, colour)
        self.larvae += 1
        self.open = colour

    def _polyp(self, code: i64) -> None:
        spot = code % BOARD
        variant = code // BOARD
        colour = self.open
        rock = spot // PLACES
        bit = BIT[spot % PLACES]
        if variant >= VARIANTS:
            variant -= VARIANTS
            self._out_of_front(self.seat, VARIANT[colour * VARIANTS + variant])
            self.dropped += 1
        else:
            self._out_of_hand(self.seat, VARIANT[colour * VARIANTS + variant])
            self.laid += 1
        self.placed = True
        if not (self.land[rock] | self.grown(rock)) & bit:
            self.deep = 2
        self._lay_tile(rock, bit, colour, variant)

    def _bring_in(self, spot: i64) -> None:
        rock = spot // PLACES
        self.stand(rock, self.seat, self.shrimps[rock * self.seats + self.seat] | BIT[spot % PLACES])
        self.home[self.seat] -= 1
        self.introduced = True

    def _cube_for_tile(self, deal: i64) -> None:
        """Ruling `action 6`."""
        colour = deal // DEALS
        kind = VARIANT[colour * VARIANTS + deal % DEALS]
        self._out_of_front(self.seat, kind)
        self._to_bag(kind)
        self.supply[colour] -= 1
        self.cubes[self.seat * COLOURS + colour] += 1

    def _tile_for_cube(self, colour: i64) -> None:
        """Ruling `action 8`."""
        at = self.seat * COLOURS + colour
        self.cubes[at] -= 1
        self.supply[colour] += 1
        self._ordinary(colour)
        self.hand[at] += 1

    def _terrain_tile(self, code: i64) -> None:
        """Rulings `rock tile`, `water tile` and `crown`."""
        kind = ROCK + code // BOARD
        spot = code % BOARD
        rock = spot // PLACES
        bit = BIT[spot % PLACES]
        self.special[HAND + self.seat] -= ONE[kind]
        if kind == CROWN:
            self.set_layer(rock, CROWNS, self.layer(rock, CROWNS) | bit)
        else:
            own, other = (ROCKS, WATERS) if kind == ROCK else (WATERS, ROCKS)
            if self.layer(rock, other) & bit:
                self.set_layer(rock, other, self.layer(rock, other) & ~bit)
                self._to_bag(ROCK)
                self._to_bag(WATER)
            else:
                self.set_layer(rock, own, self.layer(rock, own) | bit)
        self.note_land(rock)

    def _buy(self, move: i64) -> None:
        """Ruling `buying`."""
        seat = self.seat
        if move >= BUY_CUBE:
            colour = move - BUY_CUBE
            self.cubes[seat * COLOURS + colour] -= 1
            self.supply[colour] += 1
        else:
            kind = move - (BUY_CONSUMED if move >= BUY_CONSUMED else BUY)
            if move >= BUY_CONSUMED:
                self._out_of_front(seat, kind)
            else:
                self._out_of_hand(seat, kind)
            self._to_bag(kind)
        self.bought = True
        if self.deck == 0:
            self.deck = self.pile
            self.pile = 0
            self.shuffle += 1
            shuffles = self.shuffles[:]
            for card in range(CARDS):
                if (self.deck >> card) & 1:
                    shuffles[card] = self.shuffle
            self.shuffles = shuffles
        self.asked = DRAW_CARD
        self.player = seat
        self._decide(CHANCE)

    def _change(self, colour: i64) -> None:
        """Ruling `double`."""
        self._out_of_front(self.seat, DOUBLE + colour)
        self._to_bag(DOUBLE + colour)
        for _ in range(2):
            self._out_of_bag(colour)
            self._to_front(self.seat, colour)

    def _collect_space(self, space: i64) -> None:
        """Action 10, rulings `refill` and `shortage`."""
        seat = self.seat
        if self.pick:
            self.acted = True
        else:
            self._shut()
        self.collected = True
        for colour in range(COLOURS):
            self.hand[seat * COLOURS + colour] += self.sea[space * COLOURS + colour]
            self.sea[space * COLOURS + colour] = 0
        self.special[HAND + seat] += self.special[SEA + space]
        self.special[SEA + space] = 0
        self.cubes[seat * COLOURS + space] += 1
        if self.supply[space] == 0:
            self._end_game(BY_SHORTAGE)
            return
        self.supply[space] -= 1
        if self.whole_bag() + self.bonus_size() < len(self.spaces_to_refill()):
            self._end_game(BY_SHORTAGE)
            return
        self.phase = REFILL
        self._decide(CHANCE)
