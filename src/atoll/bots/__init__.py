"""Bots, by the names that the command line knows."""

from __future__ import annotations

from collections.abc import Callable

from atoll.bots.bot import Bot, Random
from atoll.bots.greedy import Greedy
from atoll.core.errors import AtollError
from atoll.core.messages import Message

BOTS: dict[str, Callable[[], Bot]] = {"random": Random, "greedy": Greedy}


def make(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise AtollError(Message("game.bot", {"name": name, "known": list(BOTS)}))
    return BOTS[name]()


__all__ = ["BOTS", "Bot", "Greedy", "Random", "make"]
