"""What the expansion adds to a position: heaps of special tiles, layers over the rocks, cards, and what is owed."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from atoll.core.bits import BIT, index, taken_over
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import (
    COLOURS,
)
from atoll.second_kind.tables import (
    CROWN,
    CROWN_SHIFT,
    KINDS,
    LONE,
    OF_COLOUR,
    ONE,
    POLYPS_ONLY,
    how_many,
    of_kind,
)

# Where special tiles lie together: in the bag, on the spaces of the open sea, and by seat.
BAG: Final = 0
SEA: Final = 1
HAND: Final = 6
FRONT: Final = 10
FISH: Final = 14
ASIDE: Final = 18  # of a coral that is being eaten
HEAPS: Final = 19

# What lies over a rock, as masks of its places.
CROWNS: Final = 0
BLUE: Final = 1  # wooden blue shrimps
SHOWN: Final = 2  # printed ones
SPECIAL: Final = 3  # polyps that are not ordinary
HALVES: Final = 4
ROCKS: Final = 5  # rock tiles
WATERS: Final = 6  # water tiles
SATED: Final = 7  # crowns that have attacked in this turn
OVERLAYS: Final = 8

# What is asked before anything else can be done
NOTHING: Final = 0
CURRENT: Final = 1  # whether someone plays Strong current
RETURN: Final = 2  # which tile of an eaten coral goes into the bag
DISPLACED: Final = 3  # where a shrimp goes whose polyp a crown ate
PUSHED: Final = 4  # where a blue shrimp goes
CARD: Final = 5  # what the card in play wants to know
DRAW_CARD: Final = 6
DIP: Final = 7

# How a card is played
FOR_TEXT: Final = 0
FOR_BLUE: Final = 1
FOR_MEAL: Final = 2

# The part of a turn
START: Final = 0
ATTACK: Final = 1
MAIN: Final = 2


class Heaps(ReefEncounter):
    """The fields of the expansion, and tiles wherever they lie but on rocks."""

    def __init__(self) -> None:
        super().__init__()
        self.dealt_crowns = False  # the recommended variant
        self.blue_marks: i64 = 0  # cards with a blue shrimp, and with a clownfish
        self.clownfish: i64 = 0
        self.special = vec[i64]()  # special tiles by heap
        self.layers = vec[i64]()  # by rock, see above
        # Copies share these two: they are replaced as a whole.
        self.kinds = vec[i64]()  # by rock and place: the kind of a special polyp, and the turn of a half
        self.shuffles = vec[i64]()  # by card: the last shuffle that it was in
        self.cards = vec[i64]()  # by seat: unplayed cards
        self.laid_out = vec[i64]()  # by seat: scoring cards in front of the screen
        self.deck: i64 = 0
        self.pile: i64 = 0
        self.shuffle: i64 = 0  # how often the pile became the deck
        self.beside: i64 = 0  # blue shrimps beside the board
        self.blue_at_sea = False
        # The turn
        self.stage: i64 = MAIN
        self.offered: i64 = 0  # seats that are done with the start window
        self.growing = False  # the growth window is open
        self.emptied: i64 = 0  # the rocks for which it is
        self.taken: i64 = 0  # the rocks whose extra-growth space was not free when the step began
        self.bought = False
        self.collected = False
        self.dropped: i64 = 0  # consumed polyps laid under the open action
        self.locks: i64 = 0  # coral tiles covered in this turn
        self.deep: i64 = 0  # Deep water for the open action: 1 in force, 2 used
        self.late = False  # Late breakfast, Free growth, Pick me up, Double lock are in force
        self.free_growth = False
        self.pick = False
        self.double = False
        # What the active player has, noted: it holds until something else than a shrimp moves.
        self.hand_kinds: i64 = 0  # kinds of tile behind the screen, and consumed ones in front of it
        self.front_kinds: i64 = 0
        self.ready: i64 = 0  # cards that could be played wherever shrimps are
        self.deals: i64 = 0  # cubes to be had for consumed tiles: colour * DEALS + variant
        # What is owed
        self.asked: i64 = NOTHING
        self.card: i64 = -1  # the card in play, how, and whose it is
        self.way: i64 = FOR_TEXT
        self.player: i64 = -1
        self.spot: i64 = -1  # the place in question: of a meal, of a displaced or a pushed shrimp
        self.left: i64 = 0  # how many answers are still to come, or may come
        self.aside: i64 = 0  # ordinary tiles of the coral that is being eaten, and its colour
        self.hue: i64 = -1
        self.named: i64 = 0  # the coral that Disintegration takes from, or where a blue shrimp has to be pushed

    def layer(self, rock: i64, which: i64) -> i64:
        return self.layers[rock * OVERLAYS + which]

    def set_layer(self, rock: i64, which: i64, cells: i64) -> None:
        self.layers[rock * OVERLAYS + which] = cells

    # Tiles

    def in_hand(self, seat: i64, kind: i64) -> i64:
        """How many tiles of a kind are behind a screen."""
        if kind < COLOURS:
            return self.hand[seat * COLOURS + kind]
        return of_kind(self.special[HAND + seat], kind)

    def in_front(self, seat: i64, kind: i64) -> i64:
        """How many consumed tiles of a kind are in front of a screen."""
        if kind < COLOURS:
            return self.front[seat * COLOURS + kind]
        return of_kind(self.special[FRONT + seat], kind)

    def kinds_in(self, ordinary: vec[i64], seat: i64, heap: i64) -> i64:
        """The kinds of a player's tiles, ordinary ones in this vector and special ones on that heap."""
        kinds: i64 = 0
        for colour in range(COLOURS):
            if ordinary[seat * COLOURS + colour]:
                kinds |= BIT[colour]
        special = self.special[heap + seat]
        if special >> CROWN_SHIFT:
            kinds |= BIT[CROWN]
        left = (special | (special >> 1)) & LONE
        while left:
            kinds |= BIT[COLOURS + (index(left & -left) >> 1)]
            left &= left - 1
        return kinds

    def in_bag(self, kind: i64) -> i64:
        if kind < COLOURS:
            return self.bag[kind]
        return of_kind(self.special[BAG], kind)

    def whole_bag(self) -> i64:
        """How many tiles of all kinds the bag holds."""
        return self.bag_size() + how_many(self.special[BAG])

    def space_size(self, space: i64) -> i64:
        return self.sea_size(space) + how_many(self.special[SEA + space])

    def spaces_to_refill(self) -> vec[i64]:
        """Ruling `refill`: the spaces that get a tile, in order."""
        order = vec[i64]()
        for size in range(3):
            for space in range(COLOURS):
                if self.space_size(space) == size:
                    order = append(order, space)
        return order

    def fish_tiles(self, seat: i64) -> i64:
        """How many tiles a parrotfish holds."""
        return self.fish_size(seat) + how_many(self.special[FISH + seat])

    def polyps_behind(self, seat: i64) -> i64:
        """How many polyp tiles are behind a screen."""
        number = how_many(self.special[HAND + seat] & POLYPS_ONLY)
        for at in range(seat * COLOURS, seat * COLOURS + COLOURS):
            number += self.hand[at]
        return number

    def special_of(self, heap: i64, colour: i64) -> i64:
        """The special polyp tiles of a heap that have a colour."""
        return self.special[heap] & OF_COLOUR[colour]

    def bag_lacks(self, tiles: list[int]) -> i64:
        """Ruling `shortage`: the place of the first of these tiles that cannot be drawn in its turn, or -1."""
        counts = vec[i64]([self.in_bag(kind) for kind in range(KINDS)])
        left = self.whole_bag()
        gone = self.bonus_gone
        for place in range(len(tiles)):
            drawn: i64 = tiles[place]
            if counts[drawn] == 0:
                return place
            counts[drawn] -= 1
            left -= 1
            if left == 0 and not gone:
                gone = True
                for colour in range(COLOURS):
                    counts[colour] += self.bonus[colour]
                    left += self.bonus[colour]
        return -1

    # Gestures

    def _to_hand(self, seat: i64, kind: i64) -> None:
        if kind < COLOURS:
            self.hand[seat * COLOURS + kind] += 1
        else:
            self.special[HAND + seat] += ONE[kind]

    def _to_front(self, seat: i64, kind: i64) -> None:
        if kind < COLOURS:
            self.front[seat * COLOURS + kind] += 1
        else:
            self.special[FRONT + seat] += ONE[kind]

    def _to_bag(self, kind: i64) -> None:
        if kind < COLOURS:
            self.bag[kind] += 1
        else:
            self.special[BAG] += ONE[kind]

    def _out_of_hand(self, seat: i64, kind: i64) -> None:
        """A tile leaves a screen; if it is ordinary, it was there all along."""
        if kind < COLOURS:
            self._needed(seat, kind)
            self.hand[seat * COLOURS + kind] -= 1
        else:
            self.special[HAND + seat] -= ONE[kind]

    def _needed(self, seat: i64, colour: i64) -> None:
        """An ordinary tile is known to be behind a screen: for redeal, it was not the one in the fish."""
        at = seat * COLOURS + colour
        others = self.hand[at] - 1
        if others < self.least[at]:
            self.least[at] = others

    def _out_of_front(self, seat: i64, kind: i64) -> None:
        if kind < COLOURS:
            self.front[seat * COLOURS + kind] -= 1
        else:
            self.special[FRONT + seat] -= ONE[kind]

    def _out_of_bag(self, kind: i64) -> None:
        """A tile that the bag holds leaves it; in the moment it is empty the bonus tiles go into it."""
        if kind < COLOURS:
            self.bag[kind] -= 1
        else:
            self.special[BAG] -= ONE[kind]
        if not self.advanced and not self.bonus_gone and self.special[BAG] == 0 and self.bag_size() == 0:
            for colour in range(COLOURS):
                self.bag[colour] = self.bonus[colour]
                self.bonus[colour] = 0
            self.bonus_gone = True

    def _ordinary(self, colour: i64) -> bool:
        """An ordinary tile leaves the bag or, if that has none, the bonus tiles."""
        if self.bag[colour] > 0:
            self._out_of_bag(colour)
            return True
        if self.bonus[colour] == 0:
            return False
        self.bonus[colour] -= 1
        return True

    # Copies and keys

    def _copy_layers(self, other: Heaps) -> None:
        self.dealt_crowns = other.dealt_crowns
        self.blue_marks = other.blue_marks
        self.clownfish = other.clownfish
        self.special = taken_over(self.special, other.special)
        self.layers = taken_over(self.layers, other.layers)
        self.kinds = other.kinds
        self.shuffles = other.shuffles
        self.cards = taken_over(self.cards, other.cards)
        self.laid_out = taken_over(self.laid_out, other.laid_out)
        self.deck = other.deck
        self.pile = other.pile
        self.shuffle = other.shuffle
        self.beside = other.beside
        self.blue_at_sea = other.blue_at_sea
        self.stage = other.stage
        self.offered = other.offered
        self.growing = other.growing
        self.emptied = other.emptied
        self.taken = other.taken
        self.bought = other.bought
        self.collected = other.collected
        self.dropped = other.dropped
        self.locks = other.locks
        self.deep = other.deep
        self.late = other.late
        self.free_growth = other.free_growth
        self.pick = other.pick
        self.double = other.double
        self.hand_kinds = other.hand_kinds
        self.front_kinds = other.front_kinds
        self.ready = other.ready
        self.deals = other.deals
        self.asked = other.asked
        self.card = other.card
        self.way = other.way
        self.player = other.player
        self.spot = other.spot
        self.left = other.left
        self.aside = other.aside
        self.hue = other.hue
        self.named = other.named

    def layers_key(self) -> bytes:
        small = [
            self.dealt_crowns,
            self.blue_marks,
            self.clownfish,
            self.deck,
            self.pile,
            self.beside,
            self.blue_at_sea,
            self.stage,
            self.offered,
            self.growing,
            self.emptied,
            self.bought,
            self.collected,
            self.dropped,
            self.locks,
            self.deep,
            self.late,
            self.free_growth,
            self.pick,
            self.double,
            self.asked,
            self.card,
            self.way,
            self.player,
            self.spot,
            self.left,
            self.aside,
            self.hue,
            self.named,
        ]
        return b"".join(
            [
                bytes(self.special),
                bytes(self.layers),
                bytes(self.kinds),
                bytes(self.cards),
                bytes(self.laid_out),
                bytes(self.supply),
                repr(small).encode(),
            ]
        )
