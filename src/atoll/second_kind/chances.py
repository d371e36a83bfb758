"""What chance can do with the expansion, one tile or card after the other, with weights."""

from __future__ import annotations

from collections.abc import Sequence

from atoll.reef_encounter.chances import Weights, from_bag, waiting_bonus
from atoll.second_kind.heaps import DIP, DRAW_CARD
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import CARDS, KINDS


def chance_draws(state: SecondKind, drawn: Sequence[int]) -> Weights:
    """What can be drawn next of what is owed; nothing where that is complete."""
    if state.asked == DRAW_CARD:
        return [] if drawn else [(card, 1) for card in range(CARDS) if state.deck >> card & 1]
    wanted = state.dip_size() if state.asked == DIP else len(state.spaces_to_refill())
    if len(drawn) == wanted:
        return []
    return from_bag([state.in_bag(kind) for kind in range(KINDS)], waiting_bonus(state), drawn)
