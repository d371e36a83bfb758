"""Moves in words: `take a`, `stop`."""

from atoll.core.notation import Grammar

from .state import POOLS, STOP

GRAMMAR = Grammar({"take": ("pool",), "stop": ()}, {"pool": ("a",)})


def text(move: int) -> str:
    return "stop" if move == STOP else f"take {POOLS[move]}"
