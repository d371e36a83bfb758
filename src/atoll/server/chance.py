"""Chance that can be checked afterwards: a secret seed, its hash published first, every draw derived from it."""

from __future__ import annotations

import hashlib
import secrets

from atoll.core.game import Chance
from atoll.core.rng import Rng


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is published before the first draw."""
    return hashlib.sha256(seed.encode()).hexdigest()


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
