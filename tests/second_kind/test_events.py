"""What a line of the expansion did, as the page tells it."""

from __future__ import annotations

from atoll.core.game import Game
from tests.second_kind.build import at


def told(game: Game, line: str) -> list[tuple[str, dict[str, object]]]:
    """The kinds and facts of what a line does."""
    return [(event.kind, dict(vars(event))) for event in game.events(line)]


def test_a_blue_shrimp_of_an_eaten_coral_goes_beside_the_board() -> None:
    game = at("white 1d2 1e2 1f2(1) 1d3(b) 1f3", eaten={1: 1, 2: 1})
    happened = told(game, "eat 1f2")
    assert [kind for kind, _ in happened][:2] == ["coral_taken", "blue_moved"]
    assert happened[1][1] == {"seat": 1, "cell": "1d3", "to": None}
