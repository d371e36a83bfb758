"""Counting every piece of Reef."""

from __future__ import annotations

from typing import cast

from atoll.core.bits import count
from atoll.core.state import State
from atoll.reef.notation import stack_letters
from atoll.reef.state import Reef
from atoll.reef.tables import CELLS, LETTERS


def census(state: State) -> dict[str, list[int]]:
    """All pieces and cards wherever they are. Start pieces come out of the supply when they are laid."""
    board = cast(Reef, state)
    stacks = "".join(stack_letters(board.stacks[at]) for at in range(board.seats * CELLS))
    laying = board.card != 0
    pieces = [
        stacks.count(letter) + board.supply[colour] + (board.left[colour] if laying else 0)
        for colour, letter in enumerate(LETTERS)
    ]
    shown = [1 << card for card in [*board.display, board.top] if card]
    sets = [board.deck, *board.hand, *board.played, *shown]
    everything = 0
    for cards in sets:
        everything |= cards
    return {"pieces": pieces, "cards": [sum(count(cards) for cards in sets), count(everything)]}
