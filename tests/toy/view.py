"""What a seat or a spectator may know."""

from __future__ import annotations

from typing import TypedDict

from atoll.core.state import NOBODY, sees

from .state import POOLS, Toy


class Player(TypedDict):
    """The shells by their pools; the favourite pool, where one may know it."""

    seat: int
    shells: dict[str, int]
    favourite: str | None


class View(TypedDict):
    """A position. The table's frame reads `game`, `decides`, `ended` and `scores`; the rest is for the board alone."""

    game: str
    you: int | None
    decides: int | None
    ended: str | None
    scores: list[int] | None
    pools: dict[str, int]
    players: list[Player]


def favourite(state: Toy, seat: int, viewer: int) -> str | None:
    """Whoever looks: all favourites are told when the game is over."""
    return POOLS[state.favourites[seat]] if state.seat == NOBODY or sees(viewer, seat) else None


def view(state: Toy, viewer: int) -> View:
    players = [
        Player(
            seat=seat + 1,
            shells=dict(zip(POOLS, state.taken[seat], strict=True)),
            favourite=favourite(state, seat, viewer),
        )
        for seat in range(state.seats)
    ]
    return View(
        game="toy",
        you=viewer + 1 if viewer >= 0 else None,
        decides=state.seat + 1 if state.seat >= 0 else None,
        ended="empty" if state.over else None,
        scores=state.scores() if state.over else None,
        pools=dict(zip(POOLS, state.pools, strict=True)),
        players=players,
    )
