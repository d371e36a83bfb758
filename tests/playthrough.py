"""A game told in full, and counts of move sequences: for the tests of every game."""

from __future__ import annotations

import hashlib
import json

import atoll
from atoll.core.state import ALL_SEEING, SPECTATOR, State


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _state_lines(game: atoll.Game) -> list[str]:
    views = json.dumps([game.view(seat) for seat in (*range(game.seats), SPECTATOR)])
    return [
        f"  seat {game.seat}, {len(game.legal())} legal {_digest(chr(10).join(game.texts()))}",
        f"  {game.position(ALL_SEEING)}",
        f"  views {_digest(views)}",
    ]


def playthrough(game: atoll.Game) -> str:
    """Every step: what was done, what it did, what could be done then, the position, and a digest of every view."""
    first = next(game.steps())
    out = [*game.header, "", first.draw(ALL_SEEING), *_state_lines(first)]
    for step, (line, events) in zip(list(game.steps())[1:], game.story(ALL_SEEING), strict=True):
        out += ["", f"> {line}", *(f"  {event.message().text()}" for event in events), *_state_lines(step)]
    out += ["", game.draw(ALL_SEEING), "score " + " ".join(map(str, game.state.scores()))]
    return "\n".join(out) + "\n"


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many decisions; chance and the end cut them short."""
    if depth == 0 or state.seat < 0:
        return 1
    if depth == 1:
        return len(state.legal())
    total = 0
    for move in state.legal_moves():
        after = state.clone()
        after.do(move)
        total += perft(after, depth - 1)
    return total
