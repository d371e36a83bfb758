"""The tree searches that the bots are measured against: fair, and as strong as they should be."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import atoll
from atoll import AtollError, Rng
from atoll.arena.match import Match, Player, decide, play
from atoll.bots import BOTS, YARDSTICKS, Greedy, Ismcts, Mcts, Random, make, named
from atoll.bots.greedy import LONGEST
from atoll.bots.judging import Judge
from atoll.bots.tree import WANDERS, Node, Search, marked
from atoll.bots.winning import winning, wins
from atoll.compiled import compiled
from atoll.core.legal import Legal
from atoll.core.state import State
from atoll.core.value import WHOLE
from atoll.server.seats import PLAYERS
from tests.test_bots import share
from tests.walk import TABLES, Table, scaled

QUICK: dict[str, Mcts] = {
    "mcts": Mcts(simulations=6, rollout=1, greedy=False),
    "ismcts": Ismcts(simulations=6, rollout=1, greedy=False),
}
WHOLE_GAMES = (
    "simulations=2:rollout=1:greedy=no",
    "simulations=2:rollout=2:greedy=yes:pruned=yes:puct=yes",
    "simulations=2:rollout=0:greedy=no",
)


@pytest.mark.parametrize("name", YARDSTICKS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_tree_search_chooses_legal_moves(name: str, table: Table) -> None:
    game = table.new(6)
    rng = Rng(6)
    for number in range(scaled(40, 4)):
        if game.over:
            break
        if number % 8 == 0:
            assert decide(QUICK[name], game, rng) in game.legal()
        game.apply(decide(Greedy(), game, rng))


@pytest.mark.skipif(not compiled(), reason="whole games take long")
@pytest.mark.parametrize("name", YARDSTICKS)
@pytest.mark.parametrize("how", WHOLE_GAMES)
@pytest.mark.parametrize(("game", "seats"), [("reef-encounter", 2), ("reef", 3)])
def test_a_tree_search_ends_its_turns_asked_move_by_move(name: str, how: str, game: str, seats: int) -> None:
    played = Table(game, seats, ()).new(9)
    rng = Rng(9)
    bot = named(f"{name}:{how}")
    turn, begun = -1, 0
    while not played.over and played.state.turn < 40:
        if played.state.turn != turn:
            turn, begun = played.state.turn, len(played.log)
        assert len(played.log) - begun < WANDERS + LONGEST
        played.apply(decide(bot, played, rng))


@pytest.mark.parametrize("name", YARDSTICKS)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_is_chosen_whatever_is_hidden(name: str, table: Table) -> None:
    """Byte for byte: a redealt game leads to the same plan by the same stream, and nothing is kept from before."""
    game = table.new(8)
    rng = Rng(8)
    for number in range(scaled(32, 3)):
        if game.over:
            break
        if number % 10 == 2:
            plans = []
            for world in (game, game.redeal(game.seat, Rng(1)), game.redeal(game.seat, Rng(2))):
                stream = Rng(number)
                plans.append(QUICK[name].plan(world.state.redeal(game.seat, stream), stream))
            assert plans[0] == plans[1] == plans[2]
        game.apply(decide(Greedy(), game, rng))


def searched(bot: Mcts, state: State, rng: Rng) -> Search:
    return Search(state, bot.rules, Judge(state, None), rng)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_positions_are_one_to_whoever_cannot_tell_them_apart(table: Table) -> None:
    """Deals that fit what a seat knows share its node, and a move that it can see leads to another."""
    game = table.new(3)
    rng = Rng(3)
    for _ in range(scaled(30, 4)):
        if game.over:
            break
        search = searched(QUICK["ismcts"], game.state, rng)
        deals = [game.state.redeal(game.seat, rng) for _ in range(3)]
        assert len({search.key(deal) for deal in deals}) == 1
        before = search.key(game.state)
        game.apply(decide(Greedy(), game, rng))
        if game.seat >= 0:
            assert search.key(game.state) != before


@pytest.mark.skipif(not compiled(), reason="whole games take long")
def test_a_win_that_is_one_move_away_is_taken() -> None:
    found = 0
    for seed in range(4):
        game = atoll.new("reef-encounter", 2, seed=seed)
        rng = Rng(seed)
        player = Player(Greedy())
        while not game.over:
            seat = game.seat
            if winning(game.state, rng) >= 0:
                for bot in QUICK.values():
                    deal = game.state.redeal(seat, rng)
                    (move,) = bot.plan(deal, rng)
                    deal.do(move)
                    assert wins(deal, seat, 4)
                    found += 1
            game.apply(player.decide(game, rng))
    assert found >= 2


@pytest.mark.skipif(not compiled(), reason="whole games take long")
@pytest.mark.parametrize("name", YARDSTICKS)
def test_a_tree_search_beats_the_random_bot(name: str) -> None:
    bot = YARDSTICKS[name](simulations=40, rollout=0, greedy=False)  # type: ignore[call-arg]
    assert share(Table("reef", 3, ()), bot, Random(), 6) >= 0.9


def legal(*moves: int) -> Legal:
    out = Legal()
    for move in moves:
        out.add(move, 1)
    return out


def test_moves_that_are_legal_on_some_deals_only_are_tried_there() -> None:
    rules = Mcts(uct_c=1.0).rules
    node = Node(0, vec[i64](), marked(legal()))
    first, second = legal(1, 2), legal(2, 5)
    tried: list[int] = []
    for deal in (first, second, first, second) * 20:
        place = node.pick(deal, rules)
        move = int(node.moves[place])
        assert move in deal
        tried.append(move)
        node.total += 1
        node.tries[place] += 1
        node.won[place] += WHOLE if move == 2 else 0
    assert set(tried) == {1, 2, 5}
    assert node.favourite(first) == node.favourite(second) == 2
    assert node.favourite(legal(1, 5)) in (1, 5)


def test_the_yardsticks_are_named_for_matches_and_do_not_sit_down_at_tables() -> None:
    bot = named("ismcts:simulations=7:uct_c=0.25:greedy=yes:seconds=0.5:rollout=3")
    assert isinstance(bot, Ismcts)
    rules = bot.rules
    assert (rules.simulations, rules.uct_c, rules.greedy, rules.seconds, rules.rollout) == (7, 0.25, True, 0.5, 3)
    assert rules.hidden
    for name in YARDSTICKS:
        assert name not in BOTS
        assert name not in PLAYERS
        with pytest.raises(AtollError, match="no bot"):
            make(name)
    for wrong in ("simulations=0", "rollout=-2", "uct_c=-1", "seconds=-1"):
        with pytest.raises(AtollError, match="at least"):
            named(f"mcts:{wrong}")


def test_a_match_at_a_time_is_played_to_its_end() -> None:
    result = play(Match("reef", ("mcts:seconds=0.001:rollout=2:greedy=yes", "ismcts:seconds=0.001"), {}, 4), 0)
    assert sum(result.wins) == 1
