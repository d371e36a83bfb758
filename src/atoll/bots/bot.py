"""What a bot is: something that chooses moves from what its seat may know."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from atoll.core.rng import Rng
from atoll.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)  # a bot of one's own is plain Python
class Bot:
    """Is asked with a state redealt from its seat's view, so that it cannot know more than a player does.

    What `__init__` takes are the parameters of the bot, given on the command line as `name:parameter=value`.
    """

    def choose(self, state: State, rng: Rng) -> int:
        """One of the legal moves; `rng` is the bot's own."""
        raise NotImplementedError

    def plan(self, state: State, rng: Rng) -> list[int]:
        """Moves for the rest of the turn, at least one, as far as no chance and no other seat comes in between.

        Whoever follows a plan looks whether the next move is legal, and asks anew where it is not or the plan ends.
        """
        return [self.choose(state, rng)]

    def looks(self) -> bool:
        """Whether the bot looks at anything but the list of legal moves."""
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
class Random(Bot):
    """Any legal move, each equally likely."""

    def choose(self, state: State, rng: Rng) -> int:
        return state.legal().sample(rng)

    def looks(self) -> bool:
        return False
