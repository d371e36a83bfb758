"""What the browsers at a table add to its seed: whoever holds a seat gives a nonce after having seen the hash of the
seed, so that nobody can choose a seed for what it deals.

Where several people sit, a browser first gives its seal alone, the SHA-256 of the nonce, and opens it when everyone has
come: so nobody can choose a nonce for what the others gave.

They are kept by chair, the seats as they were set up: AWAITED until the chair's person has come, MISSING for a bot and
for a person whose page gave none, else NONCE, =SEAL, or NONCE=SEAL once that is opened. Who came without one may still
give one until everyone has come; one that was given stays.
"""

from __future__ import annotations

from atoll.server import seats
from atoll.server.chance import MISSING, commitment
from atoll.server.refusal import Refusal
from atoll.server.seats import Seats

AWAITED = ""
SEALED = "="

Nonces = tuple[str, ...]


def settled(nonces: Nonces, seated: Seats) -> Nonces:
    """As the chairs are taken now: a free one waits for its person, a bot has nothing to give."""
    known = nonces or (AWAITED,) * len(seated)
    return tuple(
        AWAITED if seat.free else MISSING if seat.who == "bot" else nonce
        for nonce, seat in zip(known, seated, strict=True)
    )


def given(nonces: Nonces, seated: Seats, person: int | None, nonce: str | None, seal: str | None = None) -> Nonces:
    """When a person has come, with a seal, with a nonce, or without."""
    if all_came(nonces, seated):
        return settled(nonces, seated)
    gift = SEALED + seal if seal else nonce
    return tuple(
        gift or old or MISSING if seat.held_by(person) and old in (AWAITED, MISSING) else old
        for old, seat in zip(settled(nonces, seated), seated, strict=True)
    )


def opened(nonces: Nonces, seated: Seats, person: int | None, nonce: str) -> Nonces:
    """When a person opens what they sealed."""
    if not all_came(nonces, seated):
        raise Refusal("open_early")
    sealed = SEALED + commitment(nonce)
    own = [seat.held_by(person) and old.endswith(sealed) for old, seat in zip(nonces, seated, strict=True)]
    if not any(own):
        raise Refusal("open_wrong")
    return tuple(nonce + sealed if mine else old for old, mine in zip(nonces, own, strict=True))


def all_came(nonces: Nonces, seated: Seats) -> bool:
    """Whether every chair is taken and everyone has come: what is sealed can be opened."""
    return seats.full(seated) and AWAITED not in settled(nonces, seated)


def complete(nonces: Nonces, seated: Seats) -> bool:
    """Whether nothing is sealed any more, too: the cards can be dealt."""
    return all_came(nonces, seated) and not any(map(is_sealed, settled(nonces, seated)))


def is_sealed(nonce: str) -> bool:
    return nonce.startswith(SEALED)


def any_opened(nonces: Nonces) -> bool:
    """Whether somebody has opened a seal: from then on nobody can change what they add."""
    return any(SEALED in nonce and not is_sealed(nonce) for nonce in nonces)


def plain(nonces: Nonces) -> Nonces:
    """What is mixed into the seed."""
    return tuple(nonce.partition(SEALED)[0] for nonce in nonces)


def seals(nonces: Nonces) -> list[str]:
    """What everyone may see before anything is opened: the hash of what each chair adds, given as a seal or not."""
    return [
        nonce.partition(SEALED)[2] or (MISSING if nonce in (AWAITED, MISSING) else commitment(nonce))
        for nonce in nonces
    ]


def notes(nonces: Nonces) -> list[str]:
    """For the record: enough to check what they were mixed into, and that who sealed one gave that one."""
    parts = [(chair, *nonce.split(SEALED)) for chair, nonce in enumerate(nonces, 1)]
    sealed = [f"# seal {chair} {seal[0]}" for chair, _, *seal in parts if seal]
    return [*sealed, *(f"# nonce {chair} {nonce}" for chair, nonce, *_ in parts)]
