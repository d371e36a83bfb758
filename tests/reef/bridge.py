"""Between the engine's state and the plain position of the oracle."""

from __future__ import annotations

from typing import Any

from atoll.core.state import CHANCE
from atoll.reef.board import DISPLAYING, REVEAL
from atoll.reef.notation import cards_of, stack_letters
from atoll.reef.state import Reef
from atoll.reef.tables import CELL_NAMES, CELLS, LETTERS
from atoll.reef.view import pieces
from atoll.reef.words import ENDS, PHASES


def as_position(state: Reef) -> dict[str, Any]:
    """The whole state in the oracle's words."""
    seat = state.mover if state.seat == CHANCE else state.seat
    if state.phase in (DISPLAYING, REVEAL) and seat < 0:
        seat = state.seats - 1  # the oracle lets the last seat wait for the display
    players = []
    for other in range(state.seats):
        stacks = {CELL_NAMES[cell]: stack_letters(state.stacks[other * CELLS + cell]) for cell in range(CELLS)}
        players.append(
            {
                "board": {name: stack for name, stack in stacks.items() if stack},
                "points": state.points[other],
                "hand": cards_of(state.hand[other]),
                "played": cards_of(state.played[other]),
            }
        )
    return {
        "start": "free" if state.free else "centre",
        "seats": state.seats,
        "supply": dict(zip(LETTERS, state.supply, strict=True)),
        "deck": cards_of(state.deck),
        "top": state.top or None,
        "display": [[card, points] for card, points in zip(state.display, state.offered, strict=True) if card],
        "players": players,
        "phase": PHASES[state.phase],
        "seat": seat + 1 if seat >= 0 else None,
        "card": state.card or None,
        "pieces": "".join(sorted(pieces(state.left))) if state.card else "",
        "ended": ENDS[state.ended],
    }
