"""The planning bot: whole turns, compared on deals that its seat may believe in."""

from __future__ import annotations

from itertools import pairwise

import pytest

from atoll import Rng
from atoll.arena.match import Player, decide
from atoll.bots import Greedy, Planning
from atoll.bots.greedy import LONGEST
from atoll.compiled import compiled
from tests.test_bots import share
from tests.walk import TABLES, Table, scaled

QUICK = Planning(plans=2, beam=2, deals=1, turns=1)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_plans_lead_to_different_positions_and_never_back(table: Table) -> None:
    game = table.new(5)
    rng = Rng(5)
    for number in range(scaled(60, 4)):
        if game.over:
            break
        if number % 4 == 0 and len(game.legal()) > 1:
            seen = game.state.redeal(game.seat, rng)
            plans = QUICK.considered(seen, rng)
            ends = [plan.end.key() for plan in plans]
            assert len(set(ends)) == len(ends)
            for plan in plans:
                after = seen.clone()
                met = {after.key()}
                assert 0 < len(plan.moves) <= LONGEST
                for move in plan.texts():
                    assert after.turn == seen.turn
                    after.apply(move)
                    if plan.by_beam:
                        assert after.key() not in met
                        met.add(after.key())
                assert after.key() == plan.end.key()
            assert all(0 <= plan.share() <= 1 for plan in plans)
            assert all(one.deals >= other.deals for one, other in pairwise(plans))
        game.apply(decide(Greedy(), game, rng))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_is_chosen_whatever_is_hidden(table: Table) -> None:
    """Byte for byte: a redealt game leads to the same plan by the same random stream."""
    game = table.new(8)
    rng = Rng(8)
    for number in range(scaled(60, 4)):
        if game.over:
            break
        if number % 6 == 0:
            plans = []
            for world in (game, game.redeal(game.seat, Rng(1)), game.redeal(game.seat, Rng(2))):
                stream = Rng(number)
                seen = world.state.redeal(game.seat, stream)
                plans.append(QUICK.plan(seen, stream))
            assert plans[0] == plans[1] == plans[2]
        game.apply(decide(Greedy(), game, rng))


@pytest.mark.skipif(not compiled(), reason="whole games take long")
@pytest.mark.parametrize("game", ["reef-encounter", "reef"])
def test_the_planning_bot_beats_the_greedy_one(game: str) -> None:
    assert share(Table(game, 2, ()), Planning(plans=3, beam=3, deals=1, turns=1), Greedy(), 10) >= 0.8


def test_a_plan_is_kept_for_the_turn() -> None:
    game = Table("reef-encounter", 2, ()).new(3)
    player = Player(QUICK)
    rng = Rng(3)
    for _ in range(12):
        game.apply(player.decide(game, rng))
    seen = game.state.redeal(game.seat, Rng(4))
    planned = QUICK.plan(seen, Rng(4))
    following = Player(QUICK)
    turn = game.state.turn
    stream = Rng(4)
    for move in planned:
        assert game.state.turn == turn
        assert following.decide(game, stream) == move
        game.apply(move)
