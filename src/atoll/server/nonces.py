"""What the browsers at a table add to its seed: whoever holds a seat gives a nonce after having seen the hash of the
seed, so that nobody can choose a seed for what it deals.

They are kept by chair, the seats as they were set up: AWAITED until the chair's person has come, MISSING for a bot and
for a person whose page gave none. Who came without one may still give one until the deal; one that was given stays.
"""

from __future__ import annotations

from atoll.server import seats
from atoll.server.chance import MISSING
from atoll.server.seats import Seats

AWAITED = ""

Nonces = tuple[str, ...]


def settled(nonces: Nonces, seated: Seats) -> Nonces:
    """As the chairs are taken now: a free one waits for its person, a bot has nothing to give."""
    known = nonces or (AWAITED,) * len(seated)
    return tuple(
        AWAITED if seat.free else MISSING if seat.who == "bot" else nonce
        for nonce, seat in zip(known, seated, strict=True)
    )


def given(nonces: Nonces, seated: Seats, person: int | None, nonce: str | None) -> Nonces:
    """When a person has come, with a nonce or without."""
    return tuple(
        nonce or old or MISSING if seat.held_by(person) and old in (AWAITED, MISSING) else old
        for old, seat in zip(settled(nonces, seated), seated, strict=True)
    )


def complete(nonces: Nonces, seated: Seats) -> bool:
    """Whether every chair is taken and everyone has come: the cards can be dealt."""
    return seats.full(seated) and AWAITED not in settled(nonces, seated)


def notes(nonces: Nonces) -> list[str]:
    """For the record: enough to check what they were mixed into."""
    return [f"# nonce {chair} {nonce}" for chair, nonce in enumerate(nonces, 1)]
