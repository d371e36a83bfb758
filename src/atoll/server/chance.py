"""Chance that can be checked afterwards: a secret seed, its hash published first, then a nonce of every browser at the
table; every draw is derived from both.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from atoll.core.game import Chance
from atoll.core.rng import Rng

MISSING = "-"  # instead of the nonce of a chair that gave none


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published before the first draw."""
    return hashlib.sha256(seed.encode()).hexdigest()


def mixed(seed: str, nonces: Sequence[str]) -> str:
    """What everything is drawn from: the seed with the nonces by chair. Without any it is the seed alone, as in games
    from before there were nonces, and in tutorials."""
    return hashlib.sha256(":".join([seed, *nonces]).encode()).hexdigest() if nonces else seed


def derived(seed: str, purpose: str) -> Rng:
    """A generator for one purpose; knowing its numbers tells nothing about any other's."""
    return Rng(int.from_bytes(hashlib.sha256(f"{seed}:{purpose}".encode()).digest()[:8]))


def for_deal(seed: str) -> Rng:
    return derived(seed, "deal")


def for_draw(seed: str, number: int) -> Rng:
    """For the draw of that number in a game, counted from 1."""
    return derived(seed, f"draw {number}")


def draws(seed: str) -> Chance:
    """For all draws of a game."""
    return lambda number: for_draw(seed, number)


def drawn_chair(seed: str, chairs: int) -> int:
    """Where the start player sits, from 0."""
    return derived(seed, "start player").below(chairs)
