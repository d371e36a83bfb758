"""The spaces of actions and observations, as Gymnasium describes them, and rendering."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.core.state import ALL_SEEING, State
from atoll.envs.setting import Bytes, Setting

MODES = ("human", "ansi", "rgb_array")


class Moves(spaces.Discrete):
    """The range of moves. Without a mask a sample is one of the moves that are legal at present, if any is."""

    def __init__(self, moves: int) -> None:
        super().__init__(moves)
        self.legal: NDArray[np.int8] | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self.legal is not None:
            return super().sample(self.legal)
        return super().sample(mask, probability)


def numbers(setting: Setting) -> spaces.Box:
    """Observations as one vector."""
    return spaces.Box(0, setting.most, dtype=np.uint8)


def board_and_numbers(setting: Setting) -> spaces.Dict:
    """Observations as planes of the board, and a vector of all that is not on it."""
    parts = setting.split(setting.most)
    return spaces.Dict({name: spaces.Box(0, most, dtype=np.uint8) for name, most in parts.items()})


SHAPES = ("vector", "dict")


def space(setting: Setting, shape: str) -> spaces.Box | spaces.Dict:
    if shape not in SHAPES:
        raise AtollError(Message("envs.shape", {"shape": shape, "known": list(SHAPES)}))
    return numbers(setting) if shape == "vector" else board_and_numbers(setting)


def shaped(setting: Setting, observation: Bytes, shape: str) -> Bytes | dict[str, Bytes]:
    return observation if shape == "vector" else setting.split(observation)


def check_mode(mode: str | None) -> str | None:
    """A render mode, if there is such a one."""
    if mode not in (None, *MODES):
        raise AtollError(Message("envs.render", {"mode": mode, "known": list(MODES)}))
    return mode


def rendered(setting: Setting, state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The position with all that is hidden: as a text, as a picture, or printed for people."""
    if mode is None:
        return None
    drawing = setting.kind.draw(state, ALL_SEEING, mode != "ansi")
    if mode == "rgb_array":
        from atoll.envs.picture import picture

        return picture(drawing)
    if mode == "ansi":
        return drawing
    print(drawing)
    return None
