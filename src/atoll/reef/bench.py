"""What is worth measuring in Reef, beyond what is measured in every game."""

from __future__ import annotations

from atoll.reef.state import Reef
from atoll.reef.tables import CARDS


def score_cards(states: list[Reef]) -> int:
    """Score every card on the first reef of every state, called from Python; how many that was."""
    for state in states:
        for card in range(1, CARDS + 1):
            state.card_score(0, card)
    return CARDS * len(states)


MEASURES = {"scoring one card": score_cards}
