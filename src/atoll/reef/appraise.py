"""What a position is worth to a seat, roughly: in tenths of a point, for bots that look one move ahead."""

from __future__ import annotations

from mypy_extensions import i64

from atoll.core.bits import count, index
from atoll.reef.board import Board
from atoll.reef.tables import DECK, HAND_LIMIT


def appraise(board: Board, seat: i64) -> i64:
    """Points and what the cards in hand promise, less half of the best other's points."""
    if board.over:
        return 1000000 if seat in board.winners() else -1000000
    best: i64 = 0
    for other in range(board.seats):
        if other != seat and board.points[other] > best:
            best = board.points[other]
    return 10 * board.points[seat] + promise(board, seat) - 5 * best


def promise(board: Board, seat: i64) -> i64:
    """What the cards in hand may still bring: the more their patterns show already, the more."""
    worth: i64 = 0
    cards = board.hand[seat]
    held = count(cards)
    while cards:
        low = cards & -cards
        cards ^= low
        card = index(low)
        worth += 5 * board.card_score(seat, card) + DECK.points[card] + 6
    if held == HAND_LIMIT:
        worth -= 8
    return worth
