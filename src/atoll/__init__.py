"""Atoll: the reef games, exact and fast.

>>> import atoll
>>> game = atoll.new("reef-encounter", seats=2, seed=7)
>>> game.apply(game.texts()[0])
>>> game.seat, len(game.legal())
(1, 3)
"""

from atoll.bots import Bot
from atoll.core.errors import AtollError, PositionError, RecordError, RuleError
from atoll.core.events import Event
from atoll.core.game import Game
from atoll.core.kind import Foreseen, Kind, Step
from atoll.core.legal import Legal
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import ALL_SEEING, CHANCE, NOBODY, SPECTATOR, IllegalMove, NothingToUndo, State
from atoll.games import NAMES, at, kind, kinds, new, read
from atoll.version import __version__

__all__ = [
    "ALL_SEEING",
    "CHANCE",
    "NAMES",
    "NOBODY",
    "SPECTATOR",
    "AtollError",
    "Bot",
    "Event",
    "Foreseen",
    "Game",
    "IllegalMove",
    "Kind",
    "Legal",
    "Message",
    "NothingToUndo",
    "PositionError",
    "RecordError",
    "Rng",
    "RuleError",
    "State",
    "Step",
    "__version__",
    "at",
    "kind",
    "kinds",
    "new",
    "read",
]
