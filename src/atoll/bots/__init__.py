"""Bots, by the names that the command line knows: the easiest first."""

from __future__ import annotations

from collections.abc import Callable

from atoll.bots.bot import Bot, Random
from atoll.bots.careless import Careless
from atoll.bots.greedy import Greedy
from atoll.bots.searching import Searching
from atoll.core.errors import AtollError
from atoll.core.messages import Message

BOTS: dict[str, Callable[[], Bot]] = {
    "random": Random,
    "careless": Careless,
    "greedy": Greedy,
    "searching": Searching,
}


def make(name: str) -> Bot:
    """A bot by its name."""
    if name not in BOTS:
        raise AtollError(Message("game.bot", {"name": name, "known": list(BOTS)}))
    return BOTS[name]()


__all__ = ["BOTS", "Bot", "Careless", "Greedy", "Random", "Searching", "make"]
