"""What chance can do, one tile after the other, with weights: for those who list chance instead of drawing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from atoll.reef_encounter.board import Board
from atoll.reef_encounter.notation import letters
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import COLOURS, LETTERS, OPENING_HAND, OPENING_SEA, ROCK_IDS

Weights = list[tuple[int, int]]  # what can come, and of how many things that is one


class Incomplete(Exception):
    """So much has been drawn, and more is to come."""

    def __init__(self, ahead: Weights) -> None:
        self.ahead = ahead


def _tile(board: Board, drawn: Iterator[int]) -> int:
    return _next(drawn, [(colour, board.bag[colour]) for colour in range(COLOURS) if board.bag[colour]])


def _next(drawn: Iterator[int], ahead: Weights) -> int:
    """The next thing that was drawn; Incomplete says what it could be, where nothing was."""
    outcome = next(drawn, None)
    if outcome is None:
        raise Incomplete(ahead)
    return outcome


def dealt(seats: int, advanced: bool, outcomes: Sequence[int]) -> list[str]:
    """The header lines of a deal that was drawn one by one: rocks, starfish, the first space, tiles."""
    drawn = iter(outcomes)
    left = list(ROCK_IDS)
    for at in range(seats):
        rock = _next(drawn, [(rock, 1) for rock in left[at:]])
        other = left.index(rock)
        left[at], left[other] = left[other], left[at]
    down = _next(drawn, [(0, 1), (1, 1)])
    board = ReefEncounter()
    board.prepare(left[:seats], not down, advanced)
    first = _tile(board, drawn)
    sea = [""] * COLOURS
    for step, size in enumerate(OPENING_SEA):
        space = (first + step) % COLOURS
        for _ in range(size):
            tile = _tile(board, drawn)
            board.deal_sea(space, tile)
            sea[space] += LETTERS[tile]
    for seat, size in enumerate(OPENING_HAND[seats]):
        for _ in range(size):
            board.deal_hand(seat, _tile(board, drawn))
    hands = [[board.dealt[seat * COLOURS + colour] for colour in range(COLOURS)] for seat in range(seats)]
    return [
        "rocks " + " ".join(map(str, left[:seats])),
        f"starfish {'down' if down else 'up'}",
        "sea " + " ".join(f"{space}:{tiles}" for space, tiles in zip(LETTERS, sea, strict=True)),
        *(f"hand {seat + 1} {letters(hand)}" for seat, hand in enumerate(hands)),
    ]


def deal_draws(seats: int, advanced: bool, outcomes: Sequence[int]) -> Weights:
    """What can be drawn next for a deal; nothing where it is complete."""
    try:
        dealt(seats, advanced, outcomes)
    except Incomplete as more:
        return more.ahead
    return []


def from_bag(bag: list[int], bonus: list[int] | None, drawn: Sequence[int]) -> Weights:
    """Ruling `shortage`: what the bag holds after some tiles; in the moment it is empty the bonus tiles go into it."""
    for tile in drawn:
        bag[tile] -= 1
        if bonus is not None and not any(bag):
            bag[: len(bonus)], bonus = bonus, None
    return [(kind, number) for kind, number in enumerate(bag) if number]


def waiting_bonus(board: Board) -> list[int] | None:
    """The bonus tiles, while they can still go into the bag."""
    return None if board.advanced or board.bonus_gone else list(board.bonus)


def refill_draws(board: Board, drawn: Sequence[int]) -> Weights:
    """What can be drawn next for the open sea; nothing where it is full."""
    if len(drawn) == len(board.refill_order()):
        return []
    return from_bag(list(board.bag), waiting_bonus(board), drawn)
