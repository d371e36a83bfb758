"""Bots for people, from one that a child beats to the strongest, and some with a character of their own.

All of them make whole plans and compare them as the strongest does. The softer ones take less care with it and choose
among their plans by how good they seem: the better a plan, the more often. What a level is, differs from game to game:
`nets/levels.toml` of a game has the parameters, by level and, where that matters, by number of seats.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from atoll.bots.bot import Bot
from atoll.bots.turn import Planning
from atoll.core.rng import Rng
from atoll.core.state import State

# For a game that has no levels of its own.
USUAL: dict[str, dict[str, Any]] = {
    "minnow": {"plans": 3, "beam": 0, "deals": 1, "turns": 0, "heat": 600, "noise": 400},
    "seahorse": {"plans": 4, "beam": 0, "deals": 1, "turns": 0, "heat": 200, "noise": 120},
    "turtle": {"plans": 4, "beam": 0, "deals": 1, "turns": 1, "heat": 60},
    "octopus": {"plans": 4, "beam": 2, "deals": 1, "turns": 1, "heat": 30},
    "shark": {"plans": 4, "beam": 4, "deals": 2, "turns": 1},
    "orca": {},
    "hermit": {},
    "barracuda": {},
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Level(Bot):
    """Plays as a level of the game at hand does."""

    def __init__(self) -> None:
        self._bot: Planning | None = None
        self._for = ""

    def name(self) -> str:
        raise NotImplementedError

    def choose(self, state: State, rng: Rng) -> int:
        return self.at(state).choose(state, rng)

    def plan(self, state: State, rng: Rng) -> list[int]:
        return self.at(state).plan(state, rng)

    def at(self, state: State) -> Planning:
        """The planning bot that it is in this game, with so many seats; kept."""
        wanted = f"{type(state).__name__} {state.seats}"
        bot = self._bot
        if bot is None or self._for != wanted:
            bot = Planning(**parameters_of(self.name(), state))
            self._bot = bot
            self._for = wanted
        return bot


def parameters_of(level: str, state: State) -> dict[str, Any]:
    """What a level is made of in a game with so many seats."""
    lore = state.lore()
    known = {} if lore is None else lore.levels()
    found = known.get(level, USUAL[level])
    by_seats = found.get(str(state.seats), {})
    return {name: value for name, value in {**found, **by_seats}.items() if not isinstance(value, dict)}


@mypyc_attr(allow_interpreted_subclasses=True)
class Minnow(Level):
    """Does what it feels like, within reason. A child beats it."""

    def name(self) -> str:
        return "minnow"


@mypyc_attr(allow_interpreted_subclasses=True)
class Seahorse(Level):
    """Sees what is good and often takes something else."""

    def name(self) -> str:
        return "seahorse"


@mypyc_attr(allow_interpreted_subclasses=True)
class Turtle(Level):
    """Plays sound turns without looking further."""

    def name(self) -> str:
        return "turtle"


@mypyc_attr(allow_interpreted_subclasses=True)
class Octopus(Level):
    """Compares a few turns with care, and is not always strict about it."""

    def name(self) -> str:
        return "octopus"


@mypyc_attr(allow_interpreted_subclasses=True)
class Shark(Level):
    """Gives little away."""

    def name(self) -> str:
        return "shark"


@mypyc_attr(allow_interpreted_subclasses=True)
class Orca(Level):
    """The strongest there is here."""

    def name(self) -> str:
        return "orca"


@mypyc_attr(allow_interpreted_subclasses=True)
class Hermit(Level):
    """Hoards: of turns that are nearly as good it takes the one that keeps most in hand."""

    def name(self) -> str:
        return "hermit"


@mypyc_attr(allow_interpreted_subclasses=True)
class Barracuda(Level):
    """Attacks: of turns that are nearly as good it takes the one that leaves the others worst off."""

    def name(self) -> str:
        return "barracuda"


# The easiest first.
LEVELS: dict[str, type[Bot]] = {
    "minnow": Minnow,
    "seahorse": Seahorse,
    "turtle": Turtle,
    "octopus": Octopus,
    "shark": Shark,
    "orca": Orca,
}
CHARACTERS: dict[str, type[Bot]] = {"hermit": Hermit, "barracuda": Barracuda}
