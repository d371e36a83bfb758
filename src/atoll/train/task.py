"""What is trained: a game with its options, for a number of seats, as `reef-encounter+expansion=yes/2` names it."""

from __future__ import annotations

from dataclasses import dataclass

from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.messages import Message
from atoll.core.value import Lore
from atoll.games import kind


@dataclass(frozen=True)
class Task:
    game: str
    options: tuple[tuple[str, str], ...]
    seats: int

    def __str__(self) -> str:
        words = "".join(f"+{name}={value}" for name, value in self.options)
        return f"{self.game}{words}/{self.seats}"

    def new(self, seed: int) -> Game:
        return Game.new(kind(self.game), self.seats, dict(self.options), seed)

    def variants(self) -> list[Task]:
        """This task with every value of the options that are left open: what a net has to know to judge."""
        given = dict(self.options)
        open_values = {
            name: values
            for name, values in kind(self.game).option_values.items()
            if name not in given and name != "expansion"
        }
        found = [self.options]
        for name, values in open_values.items():
            found = [(*before, (name, value)) for before in found for value in values]
        return [Task(self.game, options, self.seats) for options in found]

    @property
    def lore(self) -> Lore:
        lore = self.new(0).state.lore()
        if lore is None:
            raise AtollError(Message("train.no_lore", {"game": self.game}))
        return lore
