"""Drawing what a seat cannot know: the set-up tile in another's parrotfish, and the cards that nobody has shown.

Opening hands are public here, and so is the bag. Each tile of an opening draw that could be in the fish is equally
likely. Cards are drawn shuffle by shuffle: those of one shuffle that were not shown are in the deck, or were bought
from it by a known seat; each way to deal them to these places is equally likely.
"""

from __future__ import annotations

from mypy_extensions import i64

from atoll.core.bits import BIT, replaced
from atoll.core.rng import Rng
from atoll.reef_encounter.board import OVER
from atoll.reef_encounter.tables import COLOURS
from atoll.second_kind.layers import Layers
from atoll.second_kind.tables import CARDS


def redraw(board: Layers, viewer: i64, rng: Rng) -> None:
    """Replace what a viewer cannot know by something that fits."""
    if board.phase == OVER:
        return
    for seat in range(board.seats):
        if seat != viewer and board.first[seat] >= 0:
            _refeed(board, seat, rng)
    _redeal_cards(board, viewer, rng)


def could_be_fed(board: Layers, seat: i64, colour: i64) -> bool:
    """Whether an ordinary tile of this colour could be the one that a player put into the parrotfish at set-up."""
    at = seat * COLOURS + colour
    return board.dealt[at] > 0 and (board.first[seat] == colour or board.least[at] > 0)


def _refeed(board: Layers, seat: i64, rng: Rng) -> None:
    """Another tile of the opening draw into the fish, the one that is there behind the screen."""
    tiles: i64 = 0
    for colour in range(COLOURS):
        if could_be_fed(board, seat, colour):
            tiles += board.dealt[seat * COLOURS + colour]
    left = rng.below(tiles)
    chosen: i64 = 0
    for colour in range(COLOURS):
        if could_be_fed(board, seat, colour):
            left -= board.dealt[seat * COLOURS + colour]
            if left < 0:
                chosen = colour
                break
    was = board.first[seat]
    if chosen == was:
        return
    row = seat * COLOURS
    board.first = replaced(board.first, seat, chosen)
    board.fish[row + was] -= 1
    board.fish[row + chosen] += 1
    board.hand[row + was] += 1
    board.hand[row + chosen] -= 1
    board.least[row + was] += 1
    board.least[row + chosen] -= 1


def _redeal_cards(board: Layers, viewer: i64, rng: Rng) -> None:
    for shuffle in range(board.shuffle + 1):
        cards: list[int] = []
        holders: list[int] = []  # a seat, or -1 for the deck
        for card in range(CARDS):
            if board.shuffles[card] == shuffle:
                holder = _holder(board, card, viewer)
                if holder >= -1:
                    cards.append(card)
                    holders.append(holder)
        holders.sort()  # else the deal would follow from who holds what, and not from the generator alone
        for at in range(len(cards) - 1, 0, -1):
            other = rng.below(at + 1)
            cards[at], cards[other] = cards[other], cards[at]
        for at in range(len(cards)):
            _take(board, holders[at], cards[at])


def _holder(board: Layers, card: i64, viewer: i64) -> i64:
    """Where a card is that the viewer has not seen, and take it away from there; -2 if it has been."""
    if board.deck & BIT[card]:
        board.deck &= ~BIT[card]
        return -1
    for seat in range(board.seats):
        if seat != viewer and board.cards[seat] & BIT[card]:
            board.cards[seat] &= ~BIT[card]
            return seat
    return -2


def _take(board: Layers, holder: i64, card: i64) -> None:
    if holder < 0:
        board.deck |= BIT[card]
    else:
        board.cards[holder] |= BIT[card]
