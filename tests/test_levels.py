"""The bots that people meet: levels and characters, by game and number of seats."""

from __future__ import annotations

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atoll import Rng
from atoll.bots import CHARACTERS, LEVELS, Planning, make, named
from atoll.bots.levels import USUAL, Level, parameters_of
from atoll.bots.turn import Plan, softly
from atoll.core.errors import AtollError
from atoll.core.value import WHOLE
from tests.walk import TABLES, Table, scaled

EVERYONE = [*LEVELS, *CHARACTERS]


def plan_worth(share: float) -> Plan:
    """A plan that was compared on one deal."""
    plan = Plan(vec[i64]([0]), Table("reef", 2, ()).new(1).state)
    plan.won = int(share * int(WHOLE))
    plan.deals = 1
    return plan


def test_there_are_six_levels_and_two_characters() -> None:
    assert len(LEVELS) == 6
    assert list(USUAL) == EVERYONE


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("name", EVERYONE)
def test_every_level_is_a_planning_bot_of_its_game(table: Table, name: str) -> None:
    state = table.new(3).state
    level = make(name)
    assert isinstance(level, Level)
    assert isinstance(level.at(state), Planning)
    assert level.at(state) is level.at(state)
    lore = state.lore()
    if lore is not None:
        for number, _ in [*level.at(state).keeps, *level.at(state).hurts]:
            assert 0 <= number < lore.own


@pytest.mark.parametrize("table", [table for table in TABLES if table.new(1).state.lore() is not None], ids=str)
def test_a_game_with_nets_says_what_its_levels_are(table: Table) -> None:
    lore = table.new(1).state.lore()
    assert lore is not None
    assert set(lore.levels()) == set(EVERYONE)
    heat = [parameters_of(name, table.new(1).state).get("heat", 0) for name in LEVELS]
    assert heat[0] == max(heat) > 0
    assert heat[-1] == 0


def test_parameters_for_a_number_of_seats_come_before_those_for_all() -> None:
    state = Table("reef", 3, ()).new(1).state
    lore = state.lore()
    assert lore is not None
    kept = dict(lore.levels())
    try:
        lore.levels()["orca"] = {"plans": 4, "deals": 2, "3": {"deals": 5}, "4": {"deals": 7}}
        assert parameters_of("orca", state) == {"plans": 4, "deals": 5}
    finally:
        lore.levels().update(kept)


def test_without_heat_the_best_plan_is_played() -> None:
    plans = [plan_worth(0.6), plan_worth(0.59)]
    assert all(softly(plans, 0, Rng(seed)) is plans[0] for seed in range(20))


def test_the_better_a_plan_the_more_often_it_is_played() -> None:
    plans = [plan_worth(share) for share in (0.6, 0.58, 0.5, 0.2)]
    rng = Rng(1)
    chosen = Counter(plans.index(softly(plans, 50, rng)) for _ in range(4000))
    assert chosen[0] > chosen[1] > chosen[2] > chosen[3]
    # By the exponential: 0.02 less of the win at a heat of 0.05 is e^-0.4 as frequent.
    assert 0.6 < chosen[1] / chosen[0] < 0.74


def test_a_taste_is_worth_a_little_of_the_win() -> None:
    state = Table("reef", 2, ()).new(4).state
    rng = Rng(4)
    while state.seat < 0 or state.turn < 12:
        if state.seat < 0:
            state.resolve(rng)
        else:
            state.apply(make("greedy").choose(state, rng))
    held = 16  # cards in hand
    plans = Planning(plans=2, beam=4, deals=1, turns=0, keeps=f"{held}*1000000").considered(state.clone(), Rng(5))
    most = max(len(_hand(plan, state.seat)) for plan in plans)
    assert len(_hand(plans[0], state.seat)) == most
    fewest = Planning(plans=2, beam=4, deals=1, turns=0, keeps=f"{held}*-1000000").considered(state.clone(), Rng(5))
    assert len(_hand(fewest[0], state.seat)) < most


def _hand(plan: Plan, seat: int) -> str:
    return bin(plan.end.hand[seat]).replace("0b", "").replace("0", "")  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["12", "12*x", "a*3", "1*2*3"])
def test_a_taste_that_is_none_is_refused_in_words(text: str) -> None:
    with pytest.raises(AtollError, match=r"12\*300"):
        named(f"planning:keeps={text}")


@pytest.mark.parametrize("name", ["minnow", "hermit"])
@pytest.mark.parametrize("table", [Table("reef-encounter", 2, ()), Table("reef", 3, ())], ids=str)
def test_a_level_chooses_the_same_whatever_is_hidden(table: Table, name: str) -> None:
    game = table.new(8)
    rng = Rng(8)
    for number in range(scaled(24, 3)):
        if game.over:
            break
        if number % 6 == 0 and game.seat >= 0:
            plans = []
            for world in (game, game.redeal(game.seat, Rng(1)), game.redeal(game.seat, Rng(2))):
                stream = Rng(number)
                plans.append(make(name).plan(world.state.redeal(game.seat, stream), stream))
            assert plans[0] == plans[1] == plans[2]
        game.apply(make("greedy").choose(game.state.redeal(game.seat, rng), rng))
