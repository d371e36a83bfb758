"""Bots choose legal moves from what their seat may know, and each is stronger than the one before it."""

from __future__ import annotations

import pytest

import atoll
from atoll import AtollError, Rng
from atoll.arena.match import Match, Summary, decide, game_seed, interval, play, play_many, player_in
from atoll.bots import BOTS, Bot, Careless, Greedy, Searching, make
from atoll.cli.doctor import compiled
from tests.walk import TABLES, Table, scaled

PLAIN_TABLES = [Table(name, seats, ()) for name in atoll.NAMES for seats in atoll.kind(name).seat_numbers]
LONGEST_TURN = 60


def quick(name: str) -> Bot:
    """A bot by its name, with a budget for tests."""
    return Searching(plans=2, deals=1, turns=0) if name == "searching" else make(name)


def share(table: Table, one: Bot, other: Bot, games: int) -> float:
    """The share of wins of one bot against copies of another, seats rotated."""
    wins = 0.0
    for number in range(games):
        game = table.new(game_seed(7, number))
        rng = Rng(number)
        while not game.over:
            game.apply(decide(one if player_in(game.seat, number, table.seats) == 0 else other, game, rng))
        winners = [player_in(seat, number, table.seats) for seat in game.state.winners()]
        wins += winners.count(0) / len(winners)
    return wins / games


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_bot_chooses_legal_moves(name: str, table: Table) -> None:
    game = table.new(1)
    rng = Rng(1)
    bot = quick(name)
    for _ in range(scaled(100)):
        if game.over:
            break
        move = decide(bot, game, rng)
        assert move in game.legal()
        game.apply(move)


@pytest.mark.skipif(not compiled(), reason="whole games take long")
@pytest.mark.parametrize("name", [name for name in BOTS if name != "random"])
@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def test_a_bot_ends_its_turns_and_the_game(name: str, table: Table) -> None:
    game = table.new(4)
    rng = Rng(4)
    bot = quick(name)
    turn, begun = -1, 0
    while not game.over:
        if game.state.turn != turn:
            turn, begun = game.state.turn, len(game.log)
        assert len(game.log) - begun < LONGEST_TURN
        game.apply(decide(bot, game, rng))
    assert len(game.log) < 1000


@pytest.mark.skipif(not compiled(), reason="whole games take long")
@pytest.mark.parametrize("game", atoll.NAMES)
def test_the_greedy_bot_beats_the_careless_one(game: str) -> None:
    assert 0.8 <= share(Table(game, 2, ()), Greedy(), Careless(), 20) < 1


@pytest.mark.skipif(not compiled(), reason="whole games take long")
@pytest.mark.parametrize(
    ("game", "bot", "games"),
    [
        ("reef-encounter", Searching(plans=3, deals=1, turns=3), 4),
        ("reef", Searching(plans=3, deals=1, turns=5), 6),
    ],
    ids=atoll.NAMES,
)
def test_the_searching_bot_beats_the_greedy_one(game: str, bot: Searching, games: int) -> None:
    assert share(Table(game, 2, ()), bot, Greedy(), games) >= 0.75


def test_the_searching_bot_makes_do_with_one_plan() -> None:
    for name in atoll.NAMES:
        game = atoll.new(name, seed=3)
        assert decide(Searching(plans=1, deals=1, turns=0), game, Rng(3)) in game.legal()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_bot_chooses_the_same_whatever_is_hidden_from_it(table: Table) -> None:
    """The bot is asked on redealt games: all that differs between them is what it may not know."""
    game = table.new(2)
    rng = Rng(2)
    for _ in range(scaled(40)):
        if game.over:
            break
        choices = {decide(Greedy(), game.redeal(game.seat, Rng(seed)), Rng(9)) for seed in range(2)}
        assert choices <= set(game.legal())
        game.apply(decide(Greedy(), game, rng))


def test_the_greedy_bot_beats_the_random_one() -> None:
    games = scaled(20)
    match = Match("reef-encounter", ("greedy", "random"), {}, 1)
    summary = Summary(match.players)
    for result in play_many(match, games, 1):
        summary.add(result)
    assert summary.games == games
    assert summary.wins[0] == games
    assert summary.scores[0] > 10 * summary.scores[1]


def test_the_greedy_bot_grows_guards_eats_and_locks() -> None:
    verbs: set[str] = set()
    for number in range(scaled(20)):
        game = atoll.new(seed=number)
        rng = Rng(number)
        while not game.over and len(game.log) < 600:
            text = game.text(decide(Greedy(), game, rng))
            verbs.add(" ".join(text.split()[:1]) if not text.startswith("alga") else text.split()[-1][:3])
            game.apply(text)
    assert {"polyp", "shrimp", "eat", "collect", "larva"} <= verbs
    assert verbs - {"sea"} > {"polyp", "shrimp", "eat"}


def test_a_match_gives_the_same_games_however_many_processes_play() -> None:
    match = Match("reef-encounter", ("random", "random"), {}, 3)
    alone = sorted(play_many(match, 4, 1), key=lambda result: result.number)
    together = sorted(play_many(match, 4, 2), key=lambda result: result.number)
    assert alone == together


def test_seats_rotate_and_games_have_their_own_seeds() -> None:
    assert [player_in(seat, 0, 3) for seat in range(3)] == [0, 1, 2]
    assert [player_in(seat, 1, 3) for seat in range(3)] == [2, 0, 1]
    assert len({game_seed(seed, number) for seed in range(5) for number in range(100)}) == 500


def test_results_are_told_by_player_not_by_seat() -> None:
    match = Match("reef-encounter", ("greedy", "random"), {}, 5)
    for number in (0, 1):
        result = play(match, number)
        assert result.wins == [1.0, 0.0]
        assert result.places == [1, 2]


def test_the_interval_of_a_share_holds_it() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    low, high = interval(60, 100)
    assert low < 0.6 < high
    assert 0.50 < low < 0.51
    assert 0.69 < high < 0.70
    assert interval(10, 10)[1] == pytest.approx(1.0)


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(AtollError, match="clever"):
        make("clever")
