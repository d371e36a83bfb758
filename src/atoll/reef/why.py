"""Why a move is not legal: the ruling it breaks, and exactly what stands in its way."""

from __future__ import annotations

from atoll.core.bits import BIT, count
from atoll.core.errors import RuleError
from atoll.core.messages import Message
from atoll.core.state import CHANCE, NOBODY
from atoll.reef.board import DISPLAYING, LAYING, SET_UP
from atoll.reef.notation import Intent, cards_of, cells_of, colour_term
from atoll.reef.state import Reef
from atoll.reef.tables import CELL_NAMES, CENTRE, COLOURS, HAND_LIMIT, TALLEST


def _no(ruling: str, key: str, **values: object) -> RuleError:
    return RuleError(Message(f"reef.why.{key}", values), ruling)


def why_not(state: Reef, intent: Intent) -> RuleError | None:
    """None if the intent is legal for the seat to decide."""
    if state.seat == NOBODY:
        return _no("end", "over")
    if state.phase == DISPLAYING:
        return _no("start", "display_first")
    if state.seat == CHANCE:
        return _no("top card", "reveal_first")
    if state.phase == SET_UP:
        return _start(state, intent) if intent.verb == "start" else _no("start", "start_first")
    if intent.verb == "start":
        return _no("start", "started")
    if state.phase == LAYING:
        return _lay(state, intent) if intent.verb == "lay" else _no("hand", "lay_first", pieces=_pieces(state))
    if intent.verb == "lay":
        return _no("hand", "no_card_played")
    return {"take": _take, "top": _top, "play": _play}[intent.verb](state, intent)


def _pieces(state: Reef) -> list[object]:
    """The pieces still to be laid."""
    return [colour_term(colour) for colour in range(COLOURS) for _ in range(state.left[colour])]


def _start(state: Reef, intent: Intent) -> RuleError | None:
    where = CELL_NAMES[intent.cell]
    if not state.left[intent.colour]:
        return _no("start", "piece_laid", colour=colour_term(intent.colour))
    if bool(CENTRE & BIT[intent.cell]) == bool(state.free):
        return _no("start", "not_centre" if state.free else "only_centre", cell=where, cells=cells_of(CENTRE))
    if not state.free and state.occupied(state.seat) & BIT[intent.cell]:
        return _no("start", "one_each", cell=where)
    return _height(state, intent)


def _height(state: Reef, intent: Intent) -> RuleError | None:
    if state.height(state.seat, intent.cell) >= TALLEST:
        return _no("height", "too_high", cell=CELL_NAMES[intent.cell], most=TALLEST)
    return None


def _lay(state: Reef, intent: Intent) -> RuleError | None:
    if not state.left[intent.colour]:
        return _no("hand", "no_piece", colour=colour_term(intent.colour), pieces=_pieces(state))
    return _height(state, intent)


def _full_hand(state: Reef) -> RuleError | None:
    if count(state.hand[state.seat]) >= HAND_LIMIT:
        return _no("hand", "full_hand", most=HAND_LIMIT)
    return None


def _take(state: Reef, intent: Intent) -> RuleError | None:
    full = _full_hand(state)
    if full or intent.card in list(state.display):
        return full
    if intent.card == state.top and state.points[state.seat] == 0:
        return _no("top card", "no_point")
    if intent.card == state.top:
        return _no("top card", "is_top", card=intent.card, lowest=cards_of(state.printed_lowest()))
    return _no("hand", "not_shown", card=intent.card, display=list(state.display))


def _top(state: Reef, intent: Intent) -> RuleError | None:
    full = _full_hand(state)
    if full:
        return full
    if state.points[state.seat] == 0:
        return _no("top card", "no_point")
    if intent.card not in list(state.display):
        return _no("top card", "not_shown", card=intent.card, display=list(state.display))
    if not state.printed_lowest() >> intent.card & 1:
        return _no("top card", "not_lowest", card=intent.card, lowest=cards_of(state.printed_lowest()))
    return None


def _play(state: Reef, intent: Intent) -> RuleError | None:
    if not state.hand[state.seat] >> intent.card & 1:
        return _no("hand", "not_in_hand", card=intent.card)
    return None
