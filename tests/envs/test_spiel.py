"""The OpenSpiel games: OpenSpiel's own tests, chance as the rules draw it, what players know, and its bots."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation  # noqa: E402

import atoll  # noqa: E402
from atoll import ALL_SEEING, CHANCE, Rng  # noqa: E402
from atoll.compiled import compiled  # noqa: E402
from atoll.envs import Setting, Sight  # noqa: E402
from atoll.envs.spiel import GAMES  # noqa: E402
from tests.walk import TABLES, Table, scaled, walk  # noqa: E402

NAMES = [game.form.name for game in GAMES]
every_game = pytest.mark.parametrize("name", NAMES)
natively = pytest.mark.skipif(not compiled(), reason="whole games of OpenSpiel's own tests, with native code only")


@natively
@pytest.mark.parametrize(("name", "players"), [*((name, 2) for name in NAMES), ("atoll_reef", 4)])
def test_it_passes_the_simulation_of_openspiel(name: str, players: int) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(name, {"players": players}), 1, serialize=name == "atoll_reef", verbose=False
    )


@natively
@every_game
def test_it_passes_the_test_that_openspiel_has_for_its_own_games(name: str) -> None:
    sim = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    np.random.seed(1)
    sim.GamesSimTest().sim_game(pyspiel.load_game(name))


def chosen(state: Any, rng: random.Random) -> int:
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        return int(rng.choices([outcome for outcome, _ in outcomes], [chance for _, chance in outcomes])[0])
    return int(rng.choice(state.legal_actions()))


def played(name: str, steps: int, seed: int = 1, **parameters: Any) -> Iterator[Any]:
    rng = random.Random(seed)
    state = pyspiel.load_game(name, parameters).new_initial_state()
    for _ in range(steps):
        yield state
        if state.is_terminal():
            return
        state.apply_action(chosen(state, rng))


@every_game
def test_options_and_players_are_parameters(name: str) -> None:
    game = pyspiel.load_game(f"{name}(players=3)")
    assert game.num_players() == 3
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 1.0, 0.0)
    free = pyspiel.load_game("atoll_reef(start=free)")
    assert free.setting.options == {"start": "free"}
    assert pyspiel.load_game("atoll_second_kind(expansion=dealt)").setting.options["expansion"] == "dealt"


@pytest.mark.parametrize("table", [table for table in TABLES if table.game != "toy"], ids=str)
def test_a_deal_drawn_one_by_one_is_the_deal_of_the_rules(table: Table) -> None:
    kind = Setting(table.game, table.seats, dict(table.options)).kind
    options = dict(table.options)
    for seed in range(scaled(40, least=2)):
        rng, drawn = Rng(seed), list[int]()
        while ahead := kind.draws(table.seats, options, None, drawn):
            left = rng.below(sum(weight for _, weight in ahead))
            for outcome, weight in ahead:
                left -= weight
                if left < 0:
                    drawn.append(outcome)
                    break
        assert all(0 <= outcome < kind.outcomes for outcome in drawn)
        assert kind.drawn_deal(table.seats, options, drawn) == kind.deal(table.seats, options, Rng(seed))


@pytest.mark.parametrize("table", [table for table in TABLES if table.game != "toy"], ids=str)
def test_what_is_listed_is_what_can_be_drawn(table: Table) -> None:
    options = dict(table.options)
    rng, chance = random.Random(3), Rng(3)
    met = 0
    for game in walk(table.new(3), rng, scaled(400, least=60)):
        if game.over:
            break
        after = game.state.clone()
        after.do(game.legal().sample(chance))
        if after.seat != CHANCE:
            continue
        met += 1
        kind: Any = game.kind
        for _ in range(4):
            rolled = after.clone().roll(chance)
            for at in range(len(rolled)):
                ahead = dict(kind.draws(table.seats, options, after, rolled[:at]))
                assert rolled[at] in ahead
            assert kind.draws(table.seats, options, after, rolled) == []
        drawn: list[int] = []
        while ahead_now := kind.draws(table.seats, options, after, drawn):
            drawn.append(rng.choice(ahead_now)[0])
        after.clone().accept(drawn)
    assert met


@every_game
def test_a_player_remembers_everything_and_knows_nothing_that_is_hidden(name: str) -> None:
    known: dict[int, list[str]] = {}
    for state in played(name, scaled(160, least=60)):
        if state.played is None:
            continue
        for player in range(2):
            lines = state.information_state_string(player).split("\n")
            before = known.get(player, [])
            assert [line.split()[:2] for line in lines[: len(before)]] == [line.split()[:2] for line in before]
            known[player] = lines
        if state.is_player_node():
            player = state.current_player()
            other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            assert other.history() == state.history()


@every_game
def test_the_pieces_of_an_observation_have_their_names(name: str) -> None:
    game = pyspiel.load_game(name)
    observation = make_observation(game)
    sight = Sight(game.setting)
    for state in played(name, scaled(120, least=60)):
        if state.played is None:
            continue
        observation.set_from(state, 1)
        assert list(observation.dict) == [piece.name for piece in game.setting.pieces]
        assert (observation.tensor == sight.observation(state.played.state, 1)).all()
        assert observation.dict["you"].tolist() == [0, 1]
    recall = make_observation(game, INFO_STATE_OBS_TYPE)
    assert recall.string_from(state, 0) == state.information_state_string(0)
    with pytest.raises(ValueError, match="what one player sees"):
        make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
        )


@every_game
def test_copies_and_pickles_go_on_alike(name: str) -> None:
    rng = random.Random(2)
    *_, state = played(name, scaled(150, least=60))
    copies = [state.clone(), pickle.loads(pickle.dumps(state))]
    for _ in range(20):
        assert all(str(copy) == str(state) for copy in copies)
        assert all(copy.history() == state.history() for copy in copies)
        if state.is_terminal():
            break
        action = chosen(state, rng)
        for one in (state, *copies):
            one.apply_action(action)


def test_an_illegal_action_or_draw_raises_with_the_ruling() -> None:
    state = pyspiel.load_game("atoll_reef").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="61 cannot be drawn here"):
        state.apply_action(61)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state)
    with pytest.raises(pyspiel.SpielError, match="start: first the start pieces are laid"):
        state.apply_action(307)
    assert str(state) == before


@pytest.mark.parametrize("wanted", ["atoll_reef(start=edge)", "atoll_reef(players=7)"])
def test_a_bad_parameter_says_what_there_is(wanted: str) -> None:
    with pytest.raises((atoll.AtollError, pyspiel.SpielError)):
        pyspiel.load_game(wanted)


@natively
def test_a_finished_game_returns_what_its_seats_won() -> None:
    *_, state = played("atoll_reef", 5000, players=3)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    winners = state.played.state.winners()
    assert [seat for seat in range(3) if state.returns()[seat] == max(state.returns())] == winners
    assert "winner" in state.played.write()
    assert state.played.position(ALL_SEEING) in str(state)


@natively
@every_game
def test_the_searching_bots_of_openspiel_play_it(name: str) -> None:
    game = pyspiel.load_game(name)
    random_state = np.random.RandomState(1)
    evaluator = (
        mcts.RandomRolloutEvaluator(1, random_state, max_length=30)
        if name != "atoll_reef"
        else (mcts.RandomRolloutEvaluator(1, random_state))
    )
    bots = [
        mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=random_state),
        ismcts.ISMCTSBot(game, evaluator, 1.4, 4, random_state=random_state),
    ]
    state = game.new_initial_state()
    rng = random.Random(1)
    for _ in range(60):
        if state.is_chance_node():
            state.apply_action(chosen(state, rng))
        else:
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
