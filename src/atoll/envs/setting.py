"""What an environment is about: a game, how many play it and by which options; and what is seen of it as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from atoll.core.errors import AtollError, RuleError
from atoll.core.game import Game
from atoll.core.kind import Kind
from atoll.core.messages import Message
from atoll.core.observation import Piece
from atoll.core.record import Line
from atoll.core.rng import Rng
from atoll.core.sheet import Marks, Sheet, blank
from atoll.core.state import IllegalMove, State
from atoll.games import NAMES, kind

Bytes = NDArray[np.uint8]
Masks = NDArray[np.int8]


class Setting:
    """A game, its seats and its options. AtollError says what cannot be."""

    def __init__(self, game: str = NAMES[0], seats: int = 2, options: Mapping[str, str] | None = None) -> None:
        named = kind(game)
        self.game = game
        self.options = named.complete_options(options)
        self.kind: Kind[Any] = named.variation(self.options)
        if seats not in self.kind.seat_numbers:
            raise AtollError(Message("game.seats", {"seats": seats, "known": list(self.kind.seat_numbers)}))
        self.seats = seats
        self.moves = self.kind.moves
        self.pieces: list[Piece] = self.kind.observation(seats)
        if not self.pieces:
            raise AtollError(Message("envs.no_observation", {"game": game}))
        self.size = sum(piece.size for piece in self.pieces)

    def __repr__(self) -> str:
        return f"Setting({self.game!r}, {self.seats}, {self.options})"

    def deal(self, seed: int) -> tuple[State, Rng]:
        """The first position of `atoll.new(game, seats, options, seed)`, and the generator that its draws come from."""
        rng = Rng(seed)
        lines = [Line(at, text) for at, text in enumerate(self.kind.deal(self.seats, self.options, rng), 1)]
        return self.kind.first_state(self.seats, self.options, lines), rng

    def new(self, seed: int) -> Game:
        """The same as a game with a record."""
        return Game.new(self.kind, self.seats, self.options, seed)

    # What the numbers mean

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each piece is in an observation."""
        found, at = {}, 0
        for piece in self.pieces:
            found[piece.name] = slice(at, at + piece.size)
            at += piece.size
        return found

    @cached_property
    def most(self) -> Bytes:
        """The largest value of each number: what to divide by for numbers from 0 to 1."""
        return np.concatenate([np.full(piece.size, piece.most, np.uint8) for piece in self.pieces])

    @cached_property
    def board(self) -> tuple[int, int, int]:
        """How many planes there are, and their rows and columns."""
        shapes = [piece.shape for piece in self.pieces if piece.planes]
        rows, columns = shapes[0][-2:] if shapes else (0, 0)
        return sum(int(np.prod(shape[:-2])) for shape in shapes), rows, columns

    def named(self, observation: Bytes) -> dict[str, Bytes]:
        """An observation, or an array of them, as its pieces by name; they are views of it."""
        ahead = observation.shape[:-1]
        return {
            piece.name: observation[..., self.places[piece.name]].reshape(*ahead, *piece.shape) for piece in self.pieces
        }

    def split(self, observation: Bytes) -> dict[str, Bytes]:
        """An observation, or an array of them, as the planes of the board, and all other numbers; they are views."""
        planes, rows, columns = self.board
        size = planes * rows * columns
        ahead = observation.shape[:-1]
        return {
            "board": observation[..., :size].reshape(*ahead, planes, rows, columns),
            "numbers": observation[..., size:],
        }

    # Wrong use

    def refusal(self, state: State, action: object) -> IllegalMove:
        """Why an action is not legal: the words of the ruling, where it means a move at all."""
        if isinstance(action, (int, np.integer)) and not isinstance(action, bool) and 0 <= action < self.moves:
            try:
                text = self.kind.text(state, int(action))
            except Exception:  # a number that has no words here, as that of a shrimp which is not there
                return IllegalMove(f"action {action} is not legal here: {Message('envs.nothing').text()}")
            try:
                self.kind.find(state, text)
            except RuleError as error:
                return IllegalMove(f"action {action} ({text}) is not legal here: {error}")
            return IllegalMove(f"action {action} ({text}) is not legal here")
        values = {"action": repr(action), "last": self.moves - 1}
        return IllegalMove(Message("envs.no_action", values).text())


class Sight:
    """Writes what a seat sees of positions of a setting, one after the other, into an array."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        numbers: Any = blank(setting.size)
        moves: Any = blank(setting.moves)
        self._sheet = Sheet(numbers, 0)
        self._marks = Marks(moves, 0)
        self._numbers: Bytes = np.frombuffer(numbers, np.uint8)
        self._moves: Masks = np.frombuffer(moves, np.int8)

    def observation(self, state: State, viewer: int) -> Bytes:
        """What a seat may know of a position."""
        self._sheet.begin()
        state.observe(viewer, self._sheet)
        return self._numbers.copy()

    def mask(self, state: State) -> Masks:
        """1 for each legal move."""
        self._marks.write(state.legal())
        return self._moves.copy()


_owners: WeakKeyDictionary[Any, object] = WeakKeyDictionary()


def own(environment: Any, generator: object) -> None:
    """Note whose generator this is; ValueError if another environment draws from it."""
    for other, owned in _owners.items():
        if owned is generator and other is not environment:
            raise ValueError(Message("envs.shared").text())
    _owners[environment] = generator
