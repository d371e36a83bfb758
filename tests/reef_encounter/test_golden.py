"""A game told in full, compared line by line with how it was told before.

ATOLL_WRITE_GOLDEN=1 writes the file anew: look at the difference before committing it.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest

import atoll

HERE = Path(__file__).parent


def state_lines(game: atoll.Game) -> list[str]:
    views = json.dumps([game.view(seat) for seat in (*range(game.seats), None)])
    texts = "\n".join(game.texts())
    return [
        f"  seat {game.seat}, {len(game.legal())} legal {hashlib.sha256(texts.encode()).hexdigest()[:12]}",
        f"  {game.position()}",
        f"  views {hashlib.sha256(views.encode()).hexdigest()[:12]}",
    ]


def playthrough(game: atoll.Game) -> str:
    """Every step: what was done, what it did, what could be done then, the position, and a digest of every view."""
    first = next(game.steps())
    out = [*game.header, "", first.draw(), *state_lines(first)]
    for step, line, events in game.story(all_seats=True):
        out += ["", f"> {line}", *(f"  {event.message().text()}" for event in events), *state_lines(step)]
    out += ["", game.draw(), "score " + " ".join(map(str, game.state.scores()))]
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("name", ["shrimps-2", "shortage-cubes", "shrimps-3-advanced-extra"])
def test_a_playthrough_reads_as_before(name: str) -> None:
    told = playthrough(atoll.read((HERE / "fixtures" / f"{name}.txt").read_text("utf-8")))
    golden = HERE / "golden" / f"{name}.txt"
    if os.environ.get("ATOLL_WRITE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(told, "utf-8")
    for at, (now, then) in enumerate(zip(told.splitlines(), golden.read_text("utf-8").splitlines(), strict=True), 1):
        assert now == then, f"line {at}"
