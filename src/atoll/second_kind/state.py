"""The rules of the expansion: which moves are legal, and what they do."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, index, nth, smaller
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.sheet import Sheet
from atoll.core.state import State
from atoll.core.value import Lore
from atoll.reef_encounter.board import (
    CHOOSE_CUBES,
    CHOOSE_FISH,
    EXTRA,
    REFILL,
    TURN,
)
from atoll.reef_encounter.moves import FISH, PASS, TAKE_CUBES
from atoll.reef_encounter.tables import COLOURS, PLACES
from atoll.second_kind.appraise import appraise, candidates
from atoll.second_kind.features import LORE, sense
from atoll.second_kind.heaps import (
    CARD,
    CROWNS,
    CURRENT,
    DIP,
    DISPLACED,
    DRAW_CARD,
    FRONT,
    MAIN,
    NOTHING,
    PUSHED,
    RETURN,
    SATED,
    SEA,
    START,
)
from atoll.second_kind.moves import (
    BAG as BAG_MOVE,
)
from atoll.second_kind.moves import (
    BOARD,
    CORAL,
    CUBE,
    EAT,
    MOVE,
    OFF,
    PLAY,
    PUSH,
    SHRIMP,
    SLOT_SIZE,
)
from atoll.second_kind.moves import (
    CROWN as CROWN_MOVE,
)
from atoll.second_kind.observe import observe
from atoll.second_kind.redeal import redraw
from atoll.second_kind.score import best_score
from atoll.second_kind.tables import (
    CARDS,
    DIRECTIONS,
    EXTRA_FREE_GROWTH,
    KINDS,
    ONE,
    STRONG_CURRENT,
    TOWARDS,
    how_many,
)
from atoll.second_kind.tables import (
    DIP as DIP_SIZE,
)
from atoll.second_kind.turn import Turn


class SecondKind(Turn):
    """The rules of play: which moves are legal, and what they do."""

    # Legal moves

    def generate(self, out: Legal) -> None:
        phase = self.phase
        if phase == CHOOSE_FISH:
            out.add(FISH, self._held(self.hand))
        elif phase == CHOOSE_CUBES:
            out.add(TAKE_CUBES, self.free_pairs())
        elif self.asked != NOTHING:
            self._owed_answers(out)
        elif phase == EXTRA:
            out.add(PASS, 1)
            self._meals(out)
        elif self.growing:
            out.add(PASS, 1)
            out.add(PLAY, self.cards[self.seat] & BIT[EXTRA_FREE_GROWTH])
        elif self.stage == MAIN:
            self._main_moves(out)
        elif self.stage == START:
            out.add(PASS, 1)
            out.add(PLAY, self._playable(self.cards[self.seat] & self.start_cards()))
        else:
            self._attacks(out)

    def _owed_answers(self, out: Legal) -> None:
        asked = self.asked
        if asked == CURRENT:
            out.add(PASS, 1)
            out.add(PLAY, self.cards[self.seat] & BIT[STRONG_CURRENT])
        elif asked == RETURN:
            out.add(BAG_MOVE, self.kinds_aside())
        elif asked == DISPLACED:
            rock = self.spot // PLACES
            base = MOVE + 2 * rock * SLOT_SIZE
            for other in range(self.seats):
                if other == rock or self.roomy(other, self.seat):
                    out.add(base + other * PLACES, self.landings(other))
            out.add(base + BOARD, 1)
        elif asked == PUSHED:
            self._pushes(out)
        elif asked == CARD:
            self.card_answers(out)

    def _pushes(self, out: Legal) -> None:
        targets = self.push_targets()
        if targets == 0:
            self._shrimp_moves_of(out, self.spot // PLACES, self.in_the_way())
            out.add(PUSH, BIT[OFF])
            return
        ways: i64 = 0
        at = (self.rocks[self.spot // PLACES] * PLACES + self.spot % PLACES) * DIRECTIONS
        for way in range(DIRECTIONS):
            if TOWARDS[at + way] & targets:
                ways |= BIT[way]
        out.add(PUSH, ways)

    def _attacks(self, out: Legal) -> None:
        """Ruling `crown attack`."""
        slot: i64 = 0
        for rock in range(self.seats):
            crowns = self.layer(rock, CROWNS)
            while crowns:
                bit = crowns & -crowns
                crowns ^= bit
                if not bit & self.layer(rock, SATED):
                    prey = self.crown_prey(rock, bit, self.seat)
                    at = (self.rocks[rock] * PLACES + index(bit)) * DIRECTIONS
                    ways: i64 = 0
                    for way in range(DIRECTIONS):
                        if TOWARDS[at + way] & prey:
                            ways |= BIT[way]
                    out.add(CROWN_MOVE + slot * DIRECTIONS, ways)
                slot += 1

    # What they do

    def do(self, move: i64) -> None:
        if self.asked == NOTHING and MOVE <= move < CUBE:
            # Most moves by far, and none that a step would have to look at.
            self.acted = True
            self._move(move - MOVE)
        else:
            self._make(move)
            self.note_stock()

    def _make(self, move: i64) -> None:
        """Everything but action 5."""
        if self.asked != NOTHING:
            self._answer(move)
            self._complete()
        elif self.phase < TURN:
            self._act(move)
        else:
            self._note_taken()
            if self.phase == EXTRA:
                self._extra(move)
            elif self.growing:
                self._growth_answer(move)
            elif self.stage == MAIN:
                self._main(move)
                self._complete()
            elif self.stage == START:
                self._start_answer(move)
            else:
                self._attack(move - CROWN_MOVE)
                self._complete()

    def _extra(self, move: i64) -> None:
        """The extra turn: a coral, or nothing."""
        if move == PASS:
            self._ask_further(self.seat)
        else:
            self._meal(move - EAT)
            self._complete()

    # Chance

    def random_kind(self, rng: Rng) -> i64:
        """A tile of the bag, each equally likely, by its kind."""
        left = rng.below(self.whole_bag())
        for kind in range(KINDS):
            left -= self.in_bag(kind)
            if left < 0:
                return kind
        raise AssertionError("the bag holds fewer tiles than it counts")

    def roll(self, rng: Rng) -> list[int]:
        drawn: list[int] = []
        if self.asked == DRAW_CARD:
            drawn.append(nth(self.deck, rng.below(count(self.deck))))
            self._drawn(drawn[0])
        elif self.asked == DIP:
            for _ in range(self.dip_size()):
                kind = self.random_kind(rng)
                self._dip(kind)
                drawn.append(kind)
            self._dipped()
        else:
            for space in self.spaces_to_refill():
                kind = self.random_kind(rng)
                self._refill(space, kind)
                drawn.append(kind)
            self._refilled_spaces()
        self.note_stock()
        return drawn

    def chance(self, outcome: list[int]) -> None:
        if self.asked == DRAW_CARD:
            if len(outcome) != 1 or not 0 <= outcome[0] < CARDS or not self.deck & BIT[outcome[0]]:
                raise ValueError("card")
            self._drawn(outcome[0])
            self.note_stock()
            return
        order = self.spaces_to_refill()
        dip = self.asked == DIP
        if self.phase != REFILL and not dip:
            raise ValueError("chance")
        if len(outcome) != (self.dip_size() if dip else len(order)):
            raise ValueError("refill")
        if any(drawn < 0 or drawn >= KINDS for drawn in outcome):
            raise ValueError("tile")
        if self.bag_lacks(outcome) >= 0:
            raise ValueError("bag")
        for at in range(len(outcome)):
            if dip:
                self._dip(outcome[at])
            else:
                self._refill(order[at], outcome[at])
        if dip:
            self._dipped()
        else:
            self._refilled_spaces()
        self.note_stock()

    def dip_size(self) -> i64:
        """How many tiles Lucky dip draws."""
        return smaller(DIP_SIZE, self.whole_bag())

    def _drawn(self, card: i64) -> None:
        """Only its buyer sees the card."""
        self.deck &= ~BIT[card]
        self.cards[self.player] |= BIT[card]
        self._card_done()
        self._complete()

    def _dip(self, kind: i64) -> None:
        self._out_of_bag(kind)
        self._to_hand(self.player, kind)

    def _dipped(self) -> None:
        self._card_done()
        self._complete()

    def _refill(self, space: i64, kind: i64) -> None:
        self._out_of_bag(kind)
        if kind < COLOURS:
            self.sea[space * COLOURS + kind] += 1
        else:
            self.special[SEA + space] += ONE[kind]

    def _refilled_spaces(self) -> None:
        """Ruling `turn end`."""
        self.phase = TURN
        if self.pick:
            self._complete()
        else:
            self._turn_over()

    # Scores

    def scores(self) -> list[int]:
        return [best_score(self, seat) for seat in range(self.seats)]

    def merits(self, seat: i64) -> list[int]:
        """Ruling `ties`."""
        consumed = how_many(self.special[FRONT + seat])
        cubes: i64 = 0
        for at in range(seat * COLOURS, seat * COLOURS + COLOURS):
            consumed += self.front[at]
            cubes += self.cubes[at]
        return [self.scores()[seat], consumed, cubes, self.polyps_behind(seat), self.sheltered(seat)]

    # For bots

    def appraise(self, seat: i64) -> i64:
        return appraise(self, seat)

    def candidates(self, out: Legal) -> None:
        self.generate(out)
        candidates(self, out)

    def lore(self) -> Lore | None:
        return LORE

    def sense(self, out: vec[i64]) -> None:
        sense(self, out)

    def settled(self) -> bool:
        return self.asked == NOTHING and self.stage == MAIN and not self.growing and not self.owing()

    def shifts(self, move: i64) -> bool:
        return SHRIMP <= move < CORAL or MOVE <= move < CUBE

    # For learners

    def observe(self, viewer: i64, out: Sheet) -> None:
        observe(self, viewer, out)

    # Copies and keys

    def clone(self) -> SecondKind:
        other = SecondKind()
        other._share_history(self)
        other._copy(self)
        other._copy_layers(self)
        return other

    def become(self, other: State) -> None:
        assert isinstance(other, SecondKind)
        self._share_turn(other)
        self._copy(other)
        self._copy_layers(other)

    def key(self) -> bytes:
        return super().key() + self.layers_key()

    def redeal(self, viewer: i64, rng: Rng) -> SecondKind:
        other = self.clone()
        other.forget()
        redraw(other, viewer, rng)
        other.note_stock()
        return other
