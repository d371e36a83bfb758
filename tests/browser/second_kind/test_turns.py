"""Every card, tile and verb of the expansion, played by clicks in turns of real games."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.hands import sit_into
from tests.browser.second_kind.hands import SecondHands
from tests.browser.second_kind.sights import every_sight, sights
from tests.browser.second_kind.turns import Turn, names
from tests.server.running import Server


@pytest.mark.parametrize("name", names())
def test_a_turn_is_played_by_clicks(visit: Visit, server: Server, name: str) -> None:
    turn = Turn.kept(name)
    page = visit("/")
    sit_into(page, turn.before())
    hands = SecondHands(page, server.file)
    for move in turn.moves():
        hands.wait_for(move)
        hands.play(move)


def test_the_turns_show_all_of_the_expansion() -> None:
    seen: set[str] = set()
    for name in names():
        for game, move in Turn.kept(name).decisions():
            seen |= sights(game, move)
    assert every_sight() <= seen
