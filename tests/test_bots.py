"""Bots choose legal moves from what their seat may know, and each is stronger than the one before it."""

from __future__ import annotations

from pathlib import Path

import pytest

import atoll
from atoll import AtollError, Rng
from atoll.arena.match import Match, Player, Summary, decide, game_seed, interval, play, play_many, player_in
from atoll.bots import BOTS, Bot, Careless, Greedy, Planning, Random, Searching, make, named, parameters
from atoll.compiled import compiled
from tests.walk import TABLES, Table, scaled

PLAIN_TABLES = [Table(name, seats, ()) for name in atoll.NAMES for seats in atoll.kind(name).seat_numbers]
LONGEST_TURN = 60


def quick(name: str) -> Bot:
    """A bot by its name, with a budget for tests."""
    if name == "planning":
        return Planning(plans=2, beam=2, deals=1, turns=0)
    return Searching(plans=2, deals=1, turns=0) if name == "searching" else make(name)


def share(table: Table, one: Bot, other: Bot, games: int) -> float:
    """The share of wins of one bot against copies of another, seats rotated."""
    wins = 0.0
    for number in range(games):
        game = table.new(game_seed(7, number))
        rng = Rng(number)
        players = [Player(one if player_in(seat, number, table.seats) == 0 else other) for seat in range(table.seats)]
        while not game.over:
            game.apply(players[game.seat].decide(game, rng))
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
    ids=["reef-encounter", "reef"],
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


OWN = """\
from atoll import Bot, Rng, State

CLEVER = 1


class Mine(Bot):
    def __init__(self, depth: int = 1, name: str = "", daring: float = 0.5, sleepy: bool = False, rest: object = None):
        self.given = depth, name, daring, sleepy

    def choose(self, state: State, rng: Rng) -> int:
        return state.legal_moves()[0]


class Cheat(Bot):
    def choose(self, state: State, rng: Rng) -> int:
        return -7
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with bots of one's own."""
    file = tmp_path / "own.py"
    file.write_text(OWN, "utf-8")
    return file


def test_the_parameters_of_a_bot_are_those_of_its_init() -> None:
    assert parameters(Searching) == {"plans": int, "deals": int, "turns": int}
    assert parameters(Careless) == {"seen": int, "careful": int}
    assert parameters(Greedy) == parameters(Random) == {}


def test_a_bot_is_named_with_its_parameters(own: Path) -> None:
    bot = named("searching:plans=16:turns=3")
    assert isinstance(bot, Searching)
    assert (bot.plans, bot.deals, bot.turns) == (16, 2, 3)
    mine = named(f"{own}:Mine:depth=3:name=polyp:daring=0.25:sleepy=yes")
    assert isinstance(mine, Bot)
    assert vars(mine)["given"] == (3, "polyp", 0.25, True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("clever", "no bot “clever”; there is: random, careless, greedy, searching, planning"),
        ("", "no bot “”"),
        ("searching:plan=3", "searching has no parameter “plan”; it has: plans, deals, turns"),
        ("searching:", "no parameter “”"),
        ("greedy:depth=1", "greedy has no parameter “depth”; it has: -"),
        ("searching:plans=many", "the parameter plans of searching cannot be “many”, only a whole number"),
        ("searching:plans", "cannot be “”, only a whole number"),
        ("searching:plans=0", "plans and deals are at least 1"),
        ("OWN:Mine:daring=a lot", "cannot be “a lot”, only a number"),
        ("OWN:Mine:sleepy=2", "cannot be “2”, only yes or no"),
        ("OWN:Mine:rest=1", "no parameter “rest”; it has: depth, name, daring, sleepy"),
        ("OWN:Yours", "no class “Yours” in OWN; its bots: Mine, Cheat"),
        ("OWN", "no class “” in OWN; its bots: Mine, Cheat"),
        ("OWN:CLEVER", "“CLEVER” in OWN is no class made from atoll.Bot; its bots: Mine, Cheat"),
        ("OWN:State", "“State” in OWN is no class made from atoll.Bot"),
        ("OWN:Bot", "“Bot” in OWN is no class made from atoll.Bot"),
        ("no/such.py:Mine", "there is no file no/such.py"),
    ],
)
def test_a_wrong_name_or_parameter_is_answered_with_what_there_is(text: str, words: str, own: Path) -> None:
    with pytest.raises(AtollError) as caught:
        named(text.replace("OWN", str(own)))
    assert words in str(caught.value).replace(str(own), "OWN")
    assert len({caught.value.text(language) for language in ("en", "fr", "it")}) == 3


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x = 1\nclass Mine(:\n", "line 2: SyntaxError"),
        ("import atoll\n\nimport no_such_module\n", "line 3: ModuleNotFoundError: No module named 'no_such_module'"),
        ("def f():\n    return 1 / 0\n\nf()\n", "line 2: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)\n", "line 1: SystemExit: 3"),
    ],
)
def test_a_file_that_does_not_load_says_where(content: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(content, "utf-8")
    with pytest.raises(AtollError) as caught:
        named(f"{file}:Mine")
    assert words in str(caught.value)


def test_the_names_of_the_table_lead_to_no_file(own: Path) -> None:
    for text in (f"{own}:Mine", "searching:plans=1000", "clever"):
        with pytest.raises(AtollError, match="no bot"):
            make(text)


def test_bots_of_a_file_play_matches_in_other_processes(own: Path) -> None:
    match = Match("reef", (f"{own}:Mine", "careless:seen=16"), {}, 3)
    assert [result.wins for result in play_many(match, 2, 2)] == [[0.0, 1.0], [0.0, 1.0]]


def test_a_bot_that_chooses_no_legal_move_is_told_apart(own: Path) -> None:
    with pytest.raises(AtollError, match="the bot Cheat chose -7, which is no legal move here"):
        play(Match("reef", (f"{own}:Cheat", "random"), {}, 3), 0)
