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


def playthrough(game: atoll.Game) -> str:
    """Every step: what was done, what it did, what could be done then, the position, and a digest of every view."""
    out: list[str] = []
    before: atoll.Game | None = None
    for step in game.steps():
        if before is None:
            out += [*game.header, "", step.draw()]
        else:
            line = step.log[-1]
            word, _, said = line.partition(" ")
            if word == "*":
                outcome = game.kind.find_chance(before.state, said)
                events = game.kind.chance_events(before.state, outcome, step.state)
            else:
                events = before.events(said, before.seat)
            out += ["", f"> {line}", *(f"  {event.message().text()}" for event in events)]
        views = json.dumps([step.view(seat) for seat in (*range(step.seats), None)])
        texts = "\n".join(step.texts())
        out.append(f"  seat {step.seat}, {len(step.legal())} legal {hashlib.sha256(texts.encode()).hexdigest()[:12]}")
        out.append(f"  {step.position()}")
        out.append(f"  views {hashlib.sha256(views.encode()).hexdigest()[:12]}")
        before = step
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
