"""The windows of the expansion, and what a seat owes without a choice."""

from __future__ import annotations

from atoll.reef_encounter.board import TURN
from atoll.second_kind.heaps import ATTACK, CARD, CURRENT, DISPLACED, NOTHING, PUSHED, RETURN, START
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import CONSUMED_POLYP_TILES, FAIR_EXCHANGE

WINDOWS = ("current", "start", "growth")
# What these can take is behind a screen: that nothing else is there would be told by an answer that comes by itself.
FROM_BEHIND = (CONSUMED_POLYP_TILES, FAIR_EXCHANGE)


def window(state: SecondKind) -> str | None:
    """Rulings `current window`, `start window`, `growth window`: the one in which the seat to decide is asked."""
    if state.asked == CURRENT:
        return "current"
    if state.asked != NOTHING or state.phase != TURN:
        return None
    if state.growing:
        return "growth"
    return "start" if state.stage == START else None


def forced(state: SecondKind) -> bool:
    """A crown's only attack, the only answer to a card, the only tile to go back or way to go."""
    if state.asked == CARD:
        owed = state.card not in FROM_BEHIND
    elif state.asked == NOTHING:
        owed = state.phase == TURN and state.stage == ATTACK and not state.growing
    else:
        owed = state.asked in (RETURN, DISPLACED, PUSHED)
    return owed and len(state.legal()) == 1
