"""Moves in words (`take a`, `stop`), and what of a record's lines is hidden."""

from __future__ import annotations

from atoll.core.notation import Grammar

from .state import POOLS, STOP, Toy
from .view import secret

GRAMMAR = Grammar({"take": ("pool",), "stop": ()}, {"pool": ("a",)})


def text(move: int) -> str:
    return "stop" if move == STOP else f"take {POOLS[move]}"


def seen(line: str, state: Toy, viewer: int) -> str:
    """`favourite 1 a` of the header and `* pearl 1 a` belong to a seat, and so does the pool they name."""
    *words, pool = line.split()
    if words[0] == "favourite" or words[:2] == ["*", "pearl"]:
        return " ".join([*words, pool if secret(state, int(words[-1]) - 1, viewer) else "?"])
    return line


def restated(lines: list[str], state: Toy) -> list[str]:
    """The same lines with the favourites and pearls of a redealt state, each in its turn."""
    pearls = [iter(found) for found in state.pearls]
    out = []
    for line in lines:
        *words, pool = line.split()
        if words and words[0] == "favourite":
            pool = POOLS[state.favourites[int(words[-1]) - 1]]
        elif words[:2] == ["*", "pearl"]:
            pool = POOLS[next(pearls[int(words[-1]) - 1])]
        out.append(" ".join([*words, pool]))
    return out
