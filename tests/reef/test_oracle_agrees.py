"""The engine and a naive oracle, written apart from each other, agree move by move and card by card."""

from __future__ import annotations

import random
from typing import Any

import pytest

from atoll.core.game import Game
from atoll.games import kind
from tests.oracle.reef import Oracle, random_chance, random_deal, random_move
from tests.reef.bridge import as_position
from tests.reef.build import state_of
from tests.walk import scaled

POSITIONS = 3_600
TABLES = [(seats, start) for seats in (2, 3, 4) for start in ("centre", "free")]


def deal_lines(deal: dict[str, Any]) -> list[str]:
    return [f"hand {seat} {' '.join(map(str, player['hand']))}" for seat, player in enumerate(deal["players"], 1)]


def check(game: Game, oracle: Oracle) -> None:
    """The same position, the same legal moves, and the same score for every card in hand and on the table."""
    state = state_of(game)
    position = oracle.position()
    assert as_position(state) == position
    assert set(game.texts()) == oracle.legal()
    shown = [card for card, _ in position["display"]]
    for seat, player in enumerate(position["players"]):
        for card in [*player["hand"], *shown]:
            assert state.card_score(seat, card) == oracle.card_score(seat + 1, card), (card, player["board"])


@pytest.mark.parametrize(("seats", "start"), TABLES)
def test_the_oracle_agrees_through_whole_games(seats: int, start: str) -> None:
    rng = random.Random(3000 + seats + len(start))
    seen = 0
    while seen < scaled(POSITIONS):
        deal = random_deal(rng, seats, start)
        game = Game.dealt(kind("reef"), seats, {"start": start}, deal_lines(deal))
        oracle = Oracle.from_position(deal)
        while not game.over:
            check(game, oracle)
            seen += 1
            if oracle.position()["phase"] in ("display", "reveal"):
                text = random_chance(rng, oracle)
                oracle.chance(text)
                game.chance(text)
            else:
                move = random_move(rng, oracle) if rng.random() < 0.8 else rng.choice(game.texts())
                oracle.apply(move)
                game.apply(move)
        check(game, oracle)
        assert game.state.scores() == oracle.scores()
        assert [seat + 1 for seat in game.state.winners()] == oracle.winners()
