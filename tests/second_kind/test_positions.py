"""Position lines of the expansion: what a game can come to is read, what it cannot is refused."""

from __future__ import annotations

import pytest

import atoll
from atoll.core.errors import PositionError
from atoll.core.state import ALL_SEEING
from tests.second_kind.bridge import Engine
from tests.second_kind.build import at, no, play


@pytest.mark.ruling("pick-me-up")
def test_a_position_is_read_while_the_sea_is_refilled_under_pick_me_up() -> None:
    """Its `collect` does not ask that a shrimp has left bare rock."""
    engine = Engine(at("white 1b5 1c5(1)", cards={1: "pick-me-up"}))
    play(engine.game, "play pick-me-up", "move 1c5 1d5", "collect w")
    before = engine.snapshot()
    engine.reread()
    assert engine.snapshot() == before
    play(engine.game, "* refill w:w y:w o:w p:w g:w")
    no(engine.game, "end", ruling="bare rock")


def test_a_position_with_a_polyp_on_open_water_is_refused() -> None:
    """Ruling `empty`: only Deep water allows a polyp on water, on enclosed water."""
    at("white 1e3")
    at("white 1h4; rock 1h4")
    for cell in ("1a1", "1h4"):
        with pytest.raises(PositionError):
            at(f"white {cell}")


@pytest.mark.parametrize("extra", ["taken:4", "emptied:8", "player:2", "spot:130"])
def test_a_position_that_speaks_of_a_rock_or_seat_that_is_not_there_is_refused(extra: str) -> None:
    line = atoll.new("reef-encounter", 2, {"expansion": "yes"}, seed=1).position(ALL_SEEING)
    atoll.at(line)
    *fields, turn = line.split(" ")
    with pytest.raises(PositionError, match="turn"):
        atoll.at(" ".join([*fields, f"{turn},{extra}"]))
