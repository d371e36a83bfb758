"""Drawing what a seat cannot know: the opening cards that others still hold, and the deck.

Cards taken from the display or the top of the deck were open, so everybody knows who has them.
"""

from __future__ import annotations

from mypy_extensions import i64

from atoll.core.bits import BIT, count, nth
from atoll.core.rng import Rng
from atoll.reef.board import OVER, Board


def redraw(board: Board, seat: i64, rng: Rng) -> None:
    """Replace what a seat cannot know, every deal equally likely. Once the game is over all hands are open."""
    if board.phase == OVER:
        return
    pool = board.deck
    for other in range(board.seats):
        if other != seat:
            pool |= board.secret[other]
    for other in range(board.seats):
        if other != seat:
            hidden = board.secret[other]
            board.hand[other] &= ~hidden
            drawn: i64 = 0
            for _ in range(count(hidden)):
                card = BIT[nth(pool, rng.below(count(pool)))]
                pool ^= card
                drawn |= card
            board.secret[other] = drawn
            board.hand[other] |= drawn
    board.deck = pool
