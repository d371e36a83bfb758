"""Many games at once, as arrays: one call steps them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from atoll.arena.batch import Batch
from atoll.bots import Bot, named
from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import State
from atoll.envs.setting import Bytes, Setting
from atoll.games import NAMES


class Games:
    """So many games of a setting side by side. A finished one is replaced by another in the same step.

    The arrays are made once and filled in place; they cannot be written to. Game number `n`, from 0 on, is the one that
    `atoll.new(game, seats, options, seed + n)` begins; `game` says which one a row plays. With `opponents` bots have
    all seats but one, which goes round from game to game unless `seat` names it; without them every decision is asked
    for. After `most_decisions` a game is truncated, unless that is 0. Where `lasting`, a finished game stays until all
    are dealt anew.
    """

    def __init__(
        self,
        number: int,
        game: str = NAMES[0],
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        opponents: str | Bot | Sequence[str | Bot] | None = None,
        most_decisions: int = 0,
        seat: int | None = None,
        lasting: bool = False,
    ) -> None:
        self.setting = Setting(game, seats, options)
        if number < 1:
            raise AtollError(Message("envs.number", {"number": number}))
        if seat is not None and seat not in range(seats):
            raise AtollError(Message("envs.seat", {"seat": seat, "known": list(range(seats))}))
        self.number = number
        self._seed = seed
        self._batch = Batch(
            number,
            seats,
            self.setting.moves,
            self.setting.size,
            most_decisions,
            lambda number: self.setting.deal(self._seed + number),
            sitting(opponents, seats),
            -1 if seat is None else seat,
            lasting,
        )
        batch: Any = self._batch
        self.observation: Bytes = np.frombuffer(batch.observation, np.uint8).reshape(number, -1)
        self.mask: NDArray[np.bool_] = np.frombuffer(batch.mask, np.bool_).reshape(number, -1)
        self.learner: NDArray[np.int64] = np.frombuffer(batch.learner, np.int64)
        self.seat: NDArray[np.int64] = np.frombuffer(batch.seat, np.int64)
        self.reward: NDArray[np.float64] = np.frombuffer(batch.reward, np.float64).reshape(number, seats)
        self.finished: NDArray[np.bool_] = np.frombuffer(batch.finished, np.bool_)
        self.truncated: NDArray[np.bool_] = np.frombuffer(batch.truncated, np.bool_)
        self.length: NDArray[np.int64] = np.frombuffer(batch.length, np.int64)
        self.game: NDArray[np.int64] = np.frombuffer(batch.game, np.int64)
        self.last: Bytes = np.frombuffer(batch.final, np.uint8).reshape(number, -1)
        self._action: NDArray[np.int64] = np.frombuffer(batch.action, np.int64)

    def reset(self, seed: int | None = None, seat: int | None = None) -> None:
        """Deal all games anew; from another seed and for another seat, if one is given."""
        if seed is not None:
            self._seed = seed
        if seat is not None:
            self._batch.free = seat
        self._batch.restart()

    def step(self, actions: ArrayLike) -> None:
        """Make a move in each game. If one is not legal, none is made; IllegalMove says which and why."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.number,) or chosen.dtype.kind not in "iu":
            values = {"number": self.number, "shape": str(chosen.shape), "type": str(chosen.dtype)}
            raise ValueError(Message("envs.actions", values).text())
        packed = chosen.astype("<i8").tobytes()
        wrong = self._batch.illegal(packed)
        if wrong >= 0:
            refusal = self.setting.refusal(self.state(wrong), int(chosen[wrong]))
            raise type(refusal)(f"game {wrong}: {refusal}")
        self._batch.step(packed)

    def sample(self, rng: Rng) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely."""
        self._batch.sample(rng)
        return self._action

    def state(self, row: int) -> State:
        """The position of a game, to look at. Clone it before it is changed."""
        return self._batch.slots[row].state


def sitting(opponents: str | Bot | Sequence[str | Bot] | None, seats: int) -> list[Bot]:
    """Bots for all seats but one, clockwise: by name and parameters, of a file, or as they are; one stands for all."""
    if opponents is None:
        return []
    given = [opponents] if isinstance(opponents, (str, Bot)) else list(opponents)
    if len(given) == 1:
        given *= seats - 1
    if len(given) != seats - 1:
        raise AtollError(Message("envs.opponents", {"given": len(given), "wanted": seats - 1}))
    return [named(bot) if isinstance(bot, str) else bot for bot in given]
