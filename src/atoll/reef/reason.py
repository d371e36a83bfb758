"""Why someone might want to play a turn like this: what it scores and prepares, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from atoll.core.events import Event
from atoll.core.messages import Message
from atoll.reef.events import Laid, Played, RanOut, Scored, Taken, TopTaken, move_events
from atoll.reef.notation import cards_of
from atoll.reef.state import Reef


def reason(state: Reef, moves: list[int]) -> Message | None:
    """What these moves bring who makes them, if anything; others' hands have no part in it."""
    after, events = state, list[Event]()
    for move in moves:
        before, after = after, after.clone()
        after.make(move)
        events += move_events(before, move, after)
    parts = list(_parts(state, after, events))
    return _said("turn", parts=parts) if parts else None


def _said(key: str, **values: object) -> Message:
    return Message(f"reef.reason.{key}", values)


def _parts(state: Reef, after: Reef, events: list[Event]) -> Iterator[Message]:
    seat = state.seat
    scored = [event for event in events if isinstance(event, Scored)]
    for event in events:
        if isinstance(event, Scored) and event.points:
            yield _said("scores", card=event.card, points=event.points)
        elif isinstance(event, Played) and not any(later.points for later in scored):
            yield _said("plays", card=event.card)
        elif isinstance(event, Taken | TopTaken):
            points = after.card_score(seat, event.card)
            yield _said("takes_ready" if points else "takes", card=event.card, points=points)
            if isinstance(event, Taken) and event.points:
                yield _said("gains", points=event.points)
        elif isinstance(event, RanOut):
            yield _said("last")
    if any(isinstance(event, Laid) for event in events):
        if not state.card and not any(isinstance(event, Played) for event in events):
            yield _said("start")
        yield from _prepared(state, after, seat)


def _prepared(state: Reef, after: Reef, seat: int) -> Iterator[Message]:
    """The card in hand that the new pieces helped most."""
    gains = [(after.card_score(seat, card) - state.card_score(seat, card), card) for card in cards_of(after.hand[seat])]
    gain, card = max(gains, default=(0, 0))
    if gain > 0:
        yield _said("prepares", card=card, points=after.card_score(seat, card))
