"""What someone notes who watches many games: openings and how they fared, what colours or cards were worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atoll.core.state import State

if TYPE_CHECKING:
    from atoll.core.kind import Step


class Notes:
    """The notes of one game. How long it took, how it ended and who won is noted of every game elsewhere; one that has
    more to say says here what a choice is and what is worth measuring. Topics and names are the keys of its texts."""

    def __init__(self) -> None:
        self.choices: list[tuple[str, str, int]] = []  # topic, what was chosen, the seat that chose it
        self.measures: list[tuple[str, str, int]] = []  # topic, of what, how much

    def choose(self, topic: str, what: str, seat: int) -> None:
        """A seat did something that may decide the game: how often it is done is counted, and how often it wins."""
        self.choices.append((topic, what, int(seat)))

    def measure(self, topic: str, what: str, number: int) -> None:
        """Something had a size: how often it had which is counted."""
        self.measures.append((topic, what, int(number)))

    def preparing(self, state: State) -> bool:
        """Whether the game has still to begin: what is decided now belongs to no turn."""
        return False

    def see(self, step: Step) -> None:
        """A move was made. Chance is not shown."""

    def close(self, state: State) -> None:
        """The game is over."""
