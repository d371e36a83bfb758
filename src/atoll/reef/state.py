"""The rules of Reef: legal moves, what they do, and the ends of the game."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import BIT, count, nth
from atoll.core.legal import Legal
from atoll.core.rng import Rng
from atoll.core.sheet import Sheet
from atoll.core.state import CHANCE, NOBODY, State
from atoll.core.value import Lore
from atoll.reef.appraise import appraise
from atoll.reef.board import BY_COLOUR, BY_DECK, DISPLAYING, HEIGHTS, LAYING, OVER, REVEAL, SET_UP, TURN, Board
from atoll.reef.features import LORE, sense
from atoll.reef.moves import LAY, PLAY, START, TAKE, TOP
from atoll.reef.observe import observe
from atoll.reef.redeal import redraw
from atoll.reef.tables import CARDS, CELLS, CENTRE, COLOURS, DECK, DISPLAY, HAND_LIMIT


class Reef(Board):
    """The rules of play: which moves are legal, and what they do."""

    # Legal moves

    def generate(self, out: Legal) -> None:
        phase = self.phase
        if phase == SET_UP:
            self._piece_moves(out, START, self.start_cells())
        elif phase == TURN:
            self._turn_moves(out)
        elif phase == LAYING:
            self._piece_moves(out, LAY, self.low_enough(self.seat))

    def start_cells(self) -> i64:
        """Ruling `start`: the free centre spaces, or in the variant all others, stacking allowed."""
        if self.free:
            return self.low_enough(self.seat) & ~CENTRE
        return CENTRE & ~self.occupied(self.seat)

    def _piece_moves(self, out: Legal, base: i64, cells: i64) -> None:
        for colour in range(COLOURS):
            if self.left[colour]:
                out.add(base + colour * CELLS, cells)

    def _turn_moves(self, out: Legal) -> None:
        """Rulings `hand` and `top card`."""
        hand = self.hand[self.seat]
        if count(hand) < HAND_LIMIT:
            shown: i64 = 0
            for place in range(DISPLAY):
                shown |= BIT[self.display[place]]
            out.add(TAKE, shown >> 1)
            if self.points[self.seat] > 0:
                out.add(TOP, self.printed_lowest() >> 1)
        out.add(PLAY, hand >> 1)

    # What they do

    def do(self, move: i64) -> None:
        if move >= LAY:
            self._put((move - LAY) // CELLS, (move - LAY) % CELLS)
            if self.pieces_left() == 0 or self.low_enough(self.seat) == 0:
                self._score()
        elif move >= PLAY:
            self._play(move - PLAY + 1)
        elif move >= TOP:
            self._take_top(move - TOP + 1)
        elif move >= TAKE:
            self._take(move - TAKE + 1)
        else:
            self._start(move - START)

    def _put(self, colour: i64, cell: i64) -> None:
        """A piece onto the mover's reef."""
        seat = self.seat
        bit = BIT[cell]
        height = self.height(seat, cell)
        self.heights[seat * HEIGHTS + height] ^= bit
        self.heights[seat * HEIGHTS + height + 1] |= bit
        for other in range(COLOURS):
            self.tops[seat * COLOURS + other] &= ~bit
        self.tops[seat * COLOURS + colour] |= bit
        self.stacks[seat * CELLS + cell] |= (colour + 1) << (3 * height)
        self.left[colour] -= 1

    def _start(self, piece: i64) -> None:
        self._put(piece // CELLS, piece % CELLS)
        self.supply[piece // CELLS] -= 1
        if self.pieces_left() == 0:
            self.turn += 1
            if self.seat + 1 < self.seats:
                for colour in range(COLOURS):
                    self.left[colour] = 1
                self.seat += 1
            else:
                self.phase = DISPLAYING
                self.seat = CHANCE

    def _play(self, card: i64) -> None:
        """Ruling `short supply`: take what is left."""
        bit = BIT[card]
        self.hand[self.seat] ^= bit
        self.secret[self.seat] &= ~bit
        self.played[self.seat] |= bit
        self.card = card
        for colour in range(COLOURS):
            given = DECK.gives[card * COLOURS + colour]
            if given > self.supply[colour]:
                given = self.supply[colour]
            self.left[colour] = given
            self.supply[colour] -= given
        self.phase = LAYING
        if self.pieces_left() == 0 or self.low_enough(self.seat) == 0:
            self._score()

    def _score(self) -> None:
        """Ruling `scoring`: automatic, and the most there is. Pieces that found no place go back."""
        self.points[self.seat] += self.card_score(self.seat, self.card)
        for colour in range(COLOURS):
            self.supply[colour] += self.left[colour]
            self.left[colour] = 0
        self.card = 0
        self._next(self.seat)

    def _next(self, seat: i64) -> None:
        """Ruling `end`: when a colour has run out the round is completed."""
        self.turn += 1
        if seat + 1 < self.seats:
            self._begin_turn(seat + 1)
        elif self.run_out():
            self._finish(BY_COLOUR)
        else:
            self._begin_turn(0)

    def _begin_turn(self, seat: i64) -> None:
        self.phase = TURN
        self.seat = seat
        self.mover = seat

    def _finish(self, reason: i64) -> None:
        self.phase = OVER
        self.seat = NOBODY
        self.mover = -1
        self.ended = reason

    def _take(self, card: i64) -> None:
        for place in range(DISPLAY):
            if self.display[place] == card:
                self.points[self.seat] += self.offered[place]
                self.offered[place] = 0
                self.display[place] = self.top
        self._receive(card)

    def _take_top(self, paid_on: i64) -> None:
        """Ruling `top card`."""
        for place in range(DISPLAY):
            if self.display[place] == paid_on:
                self.offered[place] += 1
        self.points[self.seat] -= 1
        self._receive(self.top)

    def _receive(self, card: i64) -> None:
        self.hand[self.seat] |= BIT[card]
        self.top = 0
        self.phase = REVEAL
        self.seat = CHANCE
        self.turn += 1

    def roll(self, rng: Rng) -> list[int]:
        if self.phase == DISPLAYING:
            deck = self.deck
            cards: list[int] = []
            for _ in range(DISPLAY):
                shown = nth(deck, rng.below(count(deck)))
                deck ^= BIT[shown]
                cards.append(shown)
            self._display(cards)
            return cards
        size = count(self.deck)
        card: i64 = nth(self.deck, rng.below(size)) if size else 0
        self._reveal(card)
        return [card]

    def chance(self, outcome: list[int]) -> None:
        if any(not 0 <= drawn <= CARDS for drawn in outcome):
            raise ValueError("card")
        if self.phase == DISPLAYING and len(outcome) == DISPLAY:
            deck = self.deck
            for place in range(DISPLAY):
                shown: i64 = outcome[place]
                if not deck & BIT[shown]:
                    raise ValueError("deck")
                deck ^= BIT[shown]
            self._display(outcome)
        elif self.phase == REVEAL and len(outcome) == 1:
            card: i64 = outcome[0]
            if (card == 0) != (self.deck == 0) or (card and not self.deck & BIT[card]):
                raise ValueError("deck")
            self._reveal(card)
        else:
            raise ValueError("reveal")

    def _display(self, cards: list[int]) -> None:
        """Ruling `start`: the display is turned up when all pieces lie; the deck's first face-up card follows."""
        for place in range(DISPLAY):
            card: i64 = cards[place]
            self.display[place] = card
            self.deck ^= BIT[card]
        self.phase = REVEAL

    def _reveal(self, card: i64) -> None:
        """Ruling `end`: when the last card has left the deck the game is over."""
        if card:
            self.top = card
            self.deck ^= BIT[card]
            self._next(self.mover)
        else:
            self.turn += 1
            self._finish(BY_DECK)

    # For bots

    def appraise(self, seat: i64) -> i64:
        return appraise(self, seat)

    def lore(self) -> Lore | None:
        return LORE

    def sense(self, out: vec[i64]) -> None:
        sense(self, out)

    def settled(self) -> bool:
        return self.phase != LAYING

    def shifts(self, move: i64) -> bool:
        return False

    # For learners

    def observe(self, viewer: i64, out: Sheet) -> None:
        observe(self, viewer, out)

    # Copies

    def clone(self) -> Reef:
        other = Reef()
        other._share_history(self)
        other._copy(self)
        return other

    def become(self, other: State) -> None:
        assert isinstance(other, Reef)
        self._share_turn(other)
        self._copy(other)

    def redeal(self, viewer: i64, rng: Rng) -> Reef:
        other = self.clone()
        other.forget()
        redraw(other, viewer, rng)
        return other
