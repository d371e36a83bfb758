"""Steps: what a line owes and brings about. Windows, cards in play, crowns, meals, turns and the ends of the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from atoll.core.bits import BIT, count, index
from atoll.core.state import CHANCE
from atoll.reef_encounter.board import (
    BY_FULL,
    BY_NOTHING,
    BY_SHRIMPS,
    EXTRA,
    REFILL,
    RETURNED,
    TURN,
    near,
)
from atoll.reef_encounter.moves import PASS
from atoll.reef_encounter.tables import BESIDE, COLOURS, PLACES, SHRIMPS
from atoll.second_kind.cards import SILENT, Cards
from atoll.second_kind.heaps import (
    ASIDE,
    ATTACK,
    BLUE,
    CARD,
    CROWNS,
    CURRENT,
    DIP,
    DISPLACED,
    FOR_MEAL,
    FOR_TEXT,
    MAIN,
    NOTHING,
    PUSHED,
    RETURN,
    SATED,
    SPECIAL,
    START,
)
from atoll.second_kind.heaps import (
    FISH as FISH_HEAP,
)
from atoll.second_kind.moves import (
    BAG as BAG_MOVE,
)
from atoll.second_kind.moves import (
    BOARD,
    MEALS,
    MOVE,
    OFF,
    PLAY,
    PUSH,
    SLOT_SIZE,
)
from atoll.second_kind.tables import (
    DEEP_WATER,
    DIRECTIONS,
    DOUBLE,
    DOUBLE_LOCK,
    EXTRA_FREE_GROWTH,
    FREE_GROWTH,
    LATE_BREAKFAST,
    LUCKY_DIP,
    ONE,
    OWN_TURN,
    PICK_ME_UP,
    POLYP_KINDS,
    SCORING,
    STRONG_CURRENT,
    TOWARDS,
    cards,
    how_many,
    of_kind,
)

# Cards that wait for a moment of their own, and are not for the start window.
WAITING: Final = cards(STRONG_CURRENT, EXTRA_FREE_GROWTH) | OWN_TURN


class Steps(Cards):
    """What follows from a line until the next one is made freely."""

    def start_cards(self) -> i64:
        """Ruling `start window`: the cards it is for."""
        return self.clownfish & ~WAITING

    def _note_taken(self) -> None:
        """The step begins: which extra-growth spaces bear a polyp or a crown?"""
        self.taken = 0
        for rock in range(self.seats):
            if self.star[rock] & (self.grown(rock) | self.layer(rock, CROWNS)):
                self.taken |= BIT[rock]

    def _decide(self, seat: i64) -> None:
        """Ask a seat, or chance. Asking someone else ends what can be undone."""
        if seat != self.seat:
            self.seat = seat
            self.turn += 1

    # Steps

    def _complete(self) -> None:
        """Ruling `step`: if nothing is owed any more, see to what a step brings about, and go on."""
        if self.asked != NOTHING or self.phase == REFILL or self.over:
            return
        for rock in range(self.seats):
            if self.layer(rock, CROWNS):
                self._let_crowns_die(rock)
        if self.blue_at_sea and all(self.eaten[seat] > 0 for seat in range(self.seats)):
            self.blue_at_sea = False
            self.beside += 1
        if self.phase == EXTRA:
            self._ask_further(self.seat)
        elif self.ended != BY_NOTHING:
            self._ask_further(self.ender)
        else:
            self._open_growth()

    def _let_crowns_die(self, rock: i64) -> None:
        """Ruling `crown death`."""
        alive = self.layer(rock, CROWNS) & near(self.near, rock, self.grown(rock))
        if alive != self.layer(rock, CROWNS):
            self.set_layer(rock, CROWNS, alive)
            self.set_layer(rock, SATED, self.layer(rock, SATED) & alive)
            self.note_land(rock)

    def _open_growth(self) -> None:
        """Ruling `growth window`: has an extra-growth space become empty?"""
        self.emptied = 0
        left = self.taken
        while left:
            rock = index(left & -left)
            left &= left - 1
            if self.star[rock] & self.empty(rock):
                self.emptied |= BIT[rock]
        self.taken = 0
        self._offer_growth(1)

    def _offer_growth(self, after: i64) -> None:
        """Ask the next seat, so many after the active player, in the growth window."""
        if self.emptied and BIT[EXTRA_FREE_GROWTH] & self.clownfish & ~self.pile:
            for ahead in range(after, self.seats):
                seat = (self.mover + ahead) % self.seats
                if self.cards[seat] and self._could_grow(seat):
                    self.growing = True
                    self._decide(seat)
                    return
        self.growing = False
        self.emptied = 0
        self._go_on()

    def _could_grow(self, seat: i64) -> bool:
        return any(self.emptied & BIT[rock] and self.free_growths(rock, seat) for rock in range(self.seats))

    def _growth_answer(self, move: i64) -> None:
        if move == PASS:
            self.taken = 0
            self._offer_growth((self.seat - self.mover + self.seats) % self.seats + 1)
        else:
            self.growing = False
            self.emptied = 0
            self._play(move - PLAY, FOR_TEXT)
            self._complete()

    def _go_on(self) -> None:
        """Nothing is owed and no window is open: what comes next in the turn."""
        if self.stage == START:
            if self.start_cards() & ~self.pile and self.crown_can_attack():
                while self.offered < self.seats:
                    seat = (self.mover + self.offered) % self.seats
                    if self.cards[seat]:
                        self._decide(seat)
                        return
                    self.offered += 1
            self.stage = ATTACK
            self.offered = 0
        if self.stage == ATTACK and not self.crown_can_attack():
            self.stage = MAIN
        self._decide(self.mover)

    def _start_answer(self, move: i64) -> None:
        if move == PASS:
            self.taken = 0
            self.offered += 1
            self._go_on()
        else:
            self._play(move - PLAY, FOR_TEXT)
            self._complete()

    # Cards

    def _play(self, card: i64, way: i64) -> None:
        """Ruling `playing`: the card leaves the hand, and the current window opens."""
        self.cards[self.seat] &= ~BIT[card]
        self.card = card
        self.way = way
        self.player = self.seat
        if way == FOR_MEAL:
            self.pile |= BIT[card]
        self.asked = CURRENT
        self._offer_current(1)

    def _offer_current(self, after: i64) -> None:
        """Ruling `current window`: ask the next seat, so many after the card's player; then the card takes effect."""
        current = BIT[STRONG_CURRENT]
        if not self.pile & current:
            for ahead in range(after, self.seats):
                seat = (self.player + ahead) % self.seats
                if self.cards[seat] and (self.clownfish & current or seat == self.mover):
                    self._decide(seat)
                    return
        self._take_effect()

    def _take_effect(self) -> None:
        self.asked = NOTHING
        if self.way == FOR_MEAL:
            self._decide(self.player)
            self._eat_coral()
            return
        card = self.card
        if self.way == FOR_TEXT and BIT[card] & SCORING:
            self.laid_out[self.player] |= BIT[card]
        else:
            self.pile |= BIT[card]
        if self.way == FOR_TEXT and BIT[card] & SILENT:
            if card == DEEP_WATER:
                self.deep = 1
            elif card == DOUBLE_LOCK:
                self.double = True
            elif card == FREE_GROWTH:
                self.free_growth = True
            elif card == LATE_BREAKFAST:
                self.late = True
            elif card == PICK_ME_UP:
                self.pick = True
            elif card == LUCKY_DIP:
                self.asked = DIP
                self._decide(CHANCE)
                return
            self._card_done()
        else:
            self.open_card()
            self._ask_card()

    def _ask_card(self) -> None:
        """Ask what the card in play wants to know, as long as it does."""
        if not self.card_goes_on():
            self._card_done()
            return
        seat = self.player
        if self.named:
            standing = self.named & self.shrimps_on(self.spot)
            if standing:
                seat = self.shrimp_owner(self.spot, standing)
        self._decide(seat)

    def _card_done(self) -> None:
        self.asked = NOTHING
        self.card = -1
        self.way = FOR_TEXT
        self.player = -1
        self.spot = -1
        self.left = 0
        self.named = 0

    def _answer(self, move: i64) -> None:
        """What is owed."""
        asked = self.asked
        if asked == CARD:
            self.answer_card(move)
            self._ask_card()
        elif asked == CURRENT:
            if move == PASS:
                self._offer_current((self.seat - self.player + self.seats) % self.seats + 1)
            else:
                # Cancelled: nothing of the card happens.
                self.cards[self.seat] &= ~BIT[STRONG_CURRENT]
                self.pile |= BIT[STRONG_CURRENT] | BIT[self.card]
                self._card_done()
        elif asked == RETURN:
            self._return_tile(move - BAG_MOVE)
            self._return_tiles()
        elif asked == DISPLACED:
            self._arrive((move - MOVE) % SLOT_SIZE)
            self._card_done()
        elif move >= PUSH:
            self._push(move - PUSH)
        else:
            # The shrimp in the way makes room.
            slot = (move - MOVE) // SLOT_SIZE
            self.named = self.shrimp_in(slot)
            self._move(move - MOVE)

    # Crowns

    def push_targets(self) -> i64:
        """Ruling `pushed`: the neighbours that the pushed blue shrimp may go to."""
        rock = self.spot // PLACES
        beside = BESIDE[self.rocks[rock] * PLACES + self.spot % PLACES]
        if self.named:
            return self.named
        return beside & self.free_for_blue(rock, 0)

    def in_the_way(self) -> i64:
        """Ruling `pushed`: the player's shrimps on neighbours that would be free for the blue one without them."""
        rock = self.spot // PLACES
        cells = BESIDE[self.rocks[rock] * PLACES + self.spot % PLACES]
        cells &= self.grown(rock) & self.shrimps[rock * self.seats + self.seat]
        left = self.blue_on(rock)
        while cells and left:
            cells &= ~self.coral(rock, left & -left)
            left &= left - 1
        return cells

    def _attack(self, code: i64) -> None:
        """Ruling `crown attack`."""
        spot = self.in_order(CROWNS, code // DIRECTIONS)
        rock = spot // PLACES
        start = BIT[spot % PLACES]
        to = TOWARDS[(self.rocks[rock] * PLACES + spot % PLACES) * DIRECTIONS + code % DIRECTIONS]
        self._to_bag(self._lift(rock, to))
        self.set_layer(rock, CROWNS, (self.layer(rock, CROWNS) & ~start) | to)
        self.set_layer(rock, SATED, self.layer(rock, SATED) | to)
        self.note_land(rock)
        there = rock * PLACES + index(to)
        own = self.shrimps[rock * self.seats + self.seat]
        if own & to:
            self.stand(rock, self.seat, own & ~to)
            self.asked = DISPLACED
            self.spot = there
        elif self.layer(rock, BLUE) & to:
            self.set_layer(rock, BLUE, self.layer(rock, BLUE) & ~to)
            self.asked = PUSHED
            self.spot = there
            if self.push_targets() | self.in_the_way() == 0:
                self._push(OFF)

    def _push(self, way: i64) -> None:
        """Ruling `pushed`."""
        if way == OFF:
            self.beside += 1
        else:
            rock = self.spot // PLACES
            to = TOWARDS[(self.rocks[rock] * PLACES + self.spot % PLACES) * DIRECTIONS + way]
            self.set_layer(rock, BLUE, self.layer(rock, BLUE) | to)
        self._card_done()

    # Shrimps

    def _move(self, code: i64) -> None:
        slot = code // SLOT_SIZE
        rock = slot >> 1
        to = code % SLOT_SIZE
        cells = self.shrimps[rock * self.seats + self.seat] ^ self.shrimp_in(slot)
        if to // PLACES == rock:
            self.stand(rock, self.seat, cells | BIT[to % PLACES])
        else:
            self.stand(rock, self.seat, cells)
            self._arrive(to)

    def _arrive(self, to: i64) -> None:
        """The player's shrimp that was taken up comes to stand somewhere."""
        if to == BOARD:
            self.home[self.seat] += 1
        else:
            rock = to // PLACES
            self.stand(rock, self.seat, self.shrimps[rock * self.seats + self.seat] | BIT[to % PLACES])

    # Meals

    def _shut(self) -> None:
        """Another action closes the open one, and ends the chance of action 1."""
        self._close()
        self.dropped = 0
        self.deep = 0

    def kinds_aside(self) -> i64:
        """The kinds of the tiles laid aside."""
        kinds: i64 = 0
        if self.aside > 0:
            kinds |= BIT[self.hue]
        for kind in range(COLOURS, POLYP_KINDS):
            if of_kind(self.special[ASIDE], kind) > 0:
                kinds |= BIT[kind]
        return kinds

    def _meal(self, code: i64) -> None:
        """Rulings `eating` and `first coral`."""
        slot = code // MEALS
        bit = self.shrimp_in(slot)
        self.spot = (slot >> 1) * PLACES + index(bit)
        card = code % MEALS - 1
        if card >= 0:
            self._play(card, FOR_MEAL)
        else:
            self.player = self.seat
            self._eat_coral()

    def _eat_coral(self) -> None:
        """The coral's tiles are laid aside, and go back one after the other."""
        seat = self.player
        rock = self.spot // PLACES
        bit = BIT[self.spot % PLACES]
        coral = self.coral(rock, bit)
        self._shut()
        self.hue = self.colour_at(rock, bit)
        special = coral & self.layer(rock, SPECIAL)
        self.aside = count(coral & ~special)
        left = special
        while left:
            self.special[ASIDE] += ONE[self.kind_at(rock, left & -left)]
            left &= left - 1
        if special:
            self._plain(rock, special)
        self.lay(rock, self.hue, self.polyps[rock * COLOURS + self.hue] & ~coral)
        self.stand(rock, seat, self.shrimps[rock * self.seats + seat] & ~bit)
        self.beside += count(coral & self.layer(rock, BLUE))
        self.set_layer(rock, BLUE, self.layer(rock, BLUE) & ~coral)
        self.eaten[seat] += 1
        self.left = RETURNED + (1 if self.advanced else 0) + (1 if self.phase == EXTRA else 0)
        self.asked = RETURN
        self._return_tiles()

    def _return_tile(self, kind: i64) -> None:
        if kind < COLOURS:
            self.aside -= 1
        else:
            self.special[ASIDE] -= ONE[kind]
        self._to_bag(kind)
        self.left -= 2 if DOUBLE <= kind < DOUBLE + COLOURS else 1

    def _return_tiles(self) -> None:
        """Ruling `returned`: what goes back without a choice; then the rest goes into the fish."""
        while self.left > 0:
            kinds = self.kinds_aside()
            if kinds == 0:
                break
            special = self.special[ASIDE]
            together = self.aside + how_many(special)
            for colour in range(COLOURS):
                together += of_kind(special, DOUBLE + colour)
            if together > self.left:
                if kinds & (kinds - 1):
                    return
                self._return_tile(index(kinds))
            else:
                while kinds:
                    self._return_tile(index(kinds & -kinds))
                    kinds = self.kinds_aside()
        self._feed()

    def _feed(self) -> None:
        seat = self.player
        self.fish[seat * COLOURS + self.hue] += self.aside
        self.special[FISH_HEAP + seat] += self.special[ASIDE]
        self.special[ASIDE] = 0
        self.aside = 0
        self.hue = -1
        self._card_done()
        if self.phase == TURN and self.eaten[seat] == SHRIMPS:
            self.ended = BY_SHRIMPS
            self.ender = seat

    # Turns and the end

    def _begin_turn(self, seat: i64) -> None:
        """A player's turn begins with the start window and the crowns."""
        self.phase = TURN
        self._turn_to(seat)
        self._shut()
        self.acted = False
        self.bought = False
        self.collected = False
        self.locks = 0
        self.late = False
        self.free_growth = False
        self.pick = False
        self.double = False
        self.offered = 0
        self.taken = 0
        self.stage = START
        for rock in range(self.seats):
            self.set_layer(rock, SATED, 0)
        self._go_on()

    def _turn_over(self) -> None:
        """Ruling `full`, then the next player."""
        for colour in range(COLOURS):
            if self.room_for(colour):
                self._begin_turn((self.mover + 1) % self.seats)
                return
        self._end_game(BY_FULL)

    def _end_game(self, reason: i64) -> None:
        self.stage = MAIN
        self._shut()
        self._finish(reason)

    def _ask_further(self, seat: i64) -> None:
        """Ruling `end at once`: the extra turn of the next player who has something to eat, and has eaten before."""
        self.stage = MAIN
        while True:
            seat = (seat + 1) % self.seats
            if seat == self.ender:
                self._end_game(self.ended)
                return
            if self.eaten[seat] > 0 and self.hungry(seat):
                self.phase = EXTRA
                self._turn_to(seat)
                return
