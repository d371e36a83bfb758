"""A plan of Reef says what it scores and prepares."""

from __future__ import annotations

import pytest

from atoll import Game, Rng
from atoll.bots import Greedy
from atoll.reef.state import Reef
from tests.walk import Table, scaled


def reason(game: Game, *texts: str, language: str = "en") -> str:
    return game.explained(texts, game.seat)[1].text(language)


def turns(seed: int) -> list[tuple[Game, list[str], str]]:
    """The turns of a game with their reasons."""
    game, rng = Table("reef", 2, ()).new(seed), Rng(seed)
    out: list[tuple[Game, list[str], str]] = []
    while not game.over and len(out) < scaled(60, 8):
        state = game.imagined(game.seat)
        plan = game.kind.texts(state, Greedy().plan(state, rng))
        out.append((game.clone(), plan, reason(game, *plan)))
        for move in plan:
            game.apply(move)
    return out


@pytest.mark.parametrize("seed", [1, 2])
def test_the_reason_names_the_card_and_what_it_scores(seed: int) -> None:
    for game, plan, said in turns(seed):
        after = game.clone()
        for move in plan:
            after.apply(move)
        if plan[0].startswith("play") and not after.over:
            card = int(plan[0].split()[1])
            before, now = game.state, after.state
            assert isinstance(before, Reef)
            assert isinstance(now, Reef)
            points = now.points[game.seat] - before.points[game.seat]
            assert (f"scores card {card} (points: {points})" in said) == (points > 0)
            assert (f"plays card {card} for its pieces" in said) == (points == 0)
        elif plan[0].startswith("take"):
            assert f"takes card {plan[0].split()[1]}" in said
        elif plan[0].startswith("start"):
            assert said.startswith("This turn lays your start pieces")


def test_the_reason_speaks_three_languages() -> None:
    game, plan, said = turns(3)[-1]
    assert said.startswith("This turn ")
    assert reason(game, *plan, language="fr").startswith("Ce tour ")
    assert reason(game, *plan, language="it").startswith("Questo turno ")
