"""What a seat or a spectator may know."""

from __future__ import annotations

from typing import TypedDict

from atoll.core.state import NOBODY, sees

from .state import POOLS, Toy


class Player(TypedDict):
    """The shells by their pools; the favourite pool and the pearls, where one may know them."""

    seat: int
    shells: dict[str, int]
    favourite: str | None
    pearls: str


class View(TypedDict):
    """A position. The table's frame reads `game`, `decides`, `ended` and `scores`; the rest is for the board alone."""

    game: str
    you: int | None
    decides: int | None
    ended: str | None
    scores: list[int] | None
    pools: dict[str, int]
    players: list[Player]


def secret(state: Toy, seat: int, viewer: int) -> bool:
    """Whether what a seat hides is open to who looks: it is to everybody when the game is over."""
    return state.seat == NOBODY or sees(viewer, seat)


def favourite(state: Toy, seat: int, viewer: int) -> str | None:
    return POOLS[state.favourites[seat]] if secret(state, seat, viewer) else None


def pearls(state: Toy, seat: int, viewer: int) -> str:
    """The pools of a seat's pearls, `?` for those that one may not know."""
    return "".join(POOLS[pool] if secret(state, seat, viewer) else "?" for pool in state.pearls[seat])


def view(state: Toy, viewer: int) -> View:
    players = [
        Player(
            seat=seat + 1,
            shells=dict(zip(POOLS, state.taken[seat], strict=True)),
            favourite=favourite(state, seat, viewer),
            pearls=pearls(state, seat, viewer),
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
