"""Bots, and how they are named."""

from atoll.bots.bot import Bot, Random
from atoll.bots.careless import Careless
from atoll.bots.greedy import Greedy
from atoll.bots.levels import CHARACTERS, LEVELS
from atoll.bots.named import BOTS, YARDSTICKS, make, named, parameters, players
from atoll.bots.searching import Searching
from atoll.bots.tidying import tidied
from atoll.bots.tree import Ismcts, Mcts
from atoll.bots.turn import Plan, Planning

__all__ = [
    "BOTS",
    "CHARACTERS",
    "LEVELS",
    "YARDSTICKS",
    "Bot",
    "Careless",
    "Greedy",
    "Ismcts",
    "Mcts",
    "Plan",
    "Planning",
    "Random",
    "Searching",
    "make",
    "named",
    "parameters",
    "players",
    "tidied",
]
