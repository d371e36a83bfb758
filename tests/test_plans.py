"""Bots plan whole turns, in which nothing is done for nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

import atoll
from atoll import Game, Rng, State
from atoll.arena.match import Player, decide
from atoll.bots import Bot, Careless, Greedy, Planning, Searching, tidied
from tests.test_foresight import assert_holds
from tests.walk import TABLES, Table, scaled, varied_move

BOTS: list[Bot] = [
    Greedy(),
    Careless(),
    Searching(plans=3, deals=1, turns=0),
    Planning(plans=2, beam=2, deals=1, turns=0),
]


def end(state: State, moves: list[int]) -> tuple[int, bytes] | None:
    """Where moves of one turn lead; None if one of them is not legal, or comes after the turn."""
    after = state.clone()
    for move in moves:
        if after.turn != state.turn or move not in after.legal():
            return None
        after.apply(move)
    return after.turn, after.key()


def positions(table: Table, seed: int, number: int) -> Iterator[Game]:
    """A game that a bot plays well and chance plays badly, at some decisions."""
    game = table.new(seed)
    chance, rng, greedy = random.Random(seed), Rng(seed), Player(Greedy())
    for _ in range(number):
        if game.over:
            return
        if chance.random() < 0.2:
            yield game
        game.apply(varied_move(game, chance) if chance.random() < 0.3 else greedy.decide(game, rng))


def wandering(said: list[str]) -> list[str]:
    """The moves of a plan that take a shrimp on which the plan has put somewhere, or put it back where it was."""
    arrived, left, found = set[str](), set[str](), []
    for text in said:
        verb, *cells = text.split()
        if verb == "move":
            if cells[0] in arrived or cells[1] in left:
                found.append(text)
            left.add(cells[0])
            arrived.add(cells[1])
        elif verb == "shrimp":
            if cells[0] in left:
                found.append(text)
            arrived.add(cells[0])
    return found


def straight(state: State, plan: list[int]) -> list[int] | None:
    """A plan with the same end in which one move, anywhere, stands for two that shift a piece; None if there is none.

    A shrimp may have to step aside for a polyp that is laid where it stood.
    """
    wanted = end(state, plan)
    for pair in combinations(range(len(plan)), 2):
        rest = [move for at, move in enumerate(plan) if at not in pair]
        for at in range(len(rest) + 1):
            before = state.clone()
            if end(state, rest[:at]) is None:
                continue
            for move in rest[:at]:
                before.apply(move)
            if before.turn == state.turn:
                for move in filter(before.shifts, before.legal_moves()):
                    if end(state, [*rest[:at], move, *rest[at:]]) == wanted:
                        return [*rest[:at], move, *rest[at:]]
    return None


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: type(bot).__name__)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_planned_turn_does_nothing_for_nothing(table: Table, bot: Bot) -> None:
    for seed in range(scaled(4)):
        for game in positions(table, seed, scaled(120, 30)):
            state = game.state.redeal(game.seat, Rng(seed))
            plan = bot.plan(state.clone(), Rng(seed))
            wanted = end(state, plan)
            assert wanted is not None
            said = game.kind.texts(state, plan)
            for size in range(max(1, len(plan) - 2), len(plan)):
                for shorter in combinations(plan, size):
                    assert end(state, list(shorter)) != wanted, said
            if wandering(said):
                assert not straight(state, plan), said


def wander(game: Game, chance: random.Random) -> list[int]:
    """Moves of a turn as they come, among them many that shift a piece."""
    state = game.state.clone()
    moves: list[int] = []
    while state.turn == game.state.turn and len(moves) < 8:
        legal = state.legal_moves()
        shifting = [move for move in legal if state.shifts(move)]
        moves.append(chance.choice(shifting if shifting and chance.random() < 0.8 else legal))
        state.apply(moves[-1])
    return moves


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_tidied_plan_leads_to_the_same_end_with_no_more_moves(table: Table) -> None:
    for seed in range(scaled(4)):
        chance = random.Random(seed)
        for game in positions(table, seed, scaled(120, 30)):
            moves = wander(game, chance)
            state = game.state.clone()
            short = tidied(game.state, moves)
            assert game.state.key() == state.key()
            assert 1 <= len(short) <= len(moves)
            assert end(state, short) == end(state, moves)
            assert tidied(state, short) == short


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_player_follows_its_plan_and_asks_again_where_it_ends(table: Table) -> None:
    class Counting(Greedy):
        asked = 0

        def plan(self, state: State, rng: Rng) -> list[int]:
            self.asked += 1
            return super().plan(state, rng)

    bot = Counting()
    game, rng, player = table.new(3), Rng(3), Player(bot)
    for _ in range(scaled(120, 20)):
        if game.over:
            break
        game.apply(player.decide(game, rng))
    turns = game.state.turn + 1
    assert 1 <= bot.asked <= turns + 1


def test_a_bot_of_ones_own_plans_one_move_after_the_other() -> None:
    class First(Bot):
        def choose(self, state: State, rng: Rng) -> int:
            return state.legal_moves()[0]

    game = atoll.new(seed=1)
    assert First().plan(game.state, Rng(1)) == [game.legal()[0]]
    assert Player(First()).decide(game, Rng(1)) == decide(First(), game, Rng(1))


def test_a_plan_without_moves_is_no_decision() -> None:
    class Silent(Greedy):
        def plan(self, state: State, rng: Rng) -> list[int]:
            return []

    with pytest.raises(atoll.AtollError, match="the bot Silent chose -1"):
        Player(Silent()).decide(atoll.new(seed=1), Rng(1))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_told_of_a_plan_comes_true_whatever_is_hidden(table: Table) -> None:
    told = 0
    for seed in range(scaled(4)):
        for game in positions(table, seed, scaled(120, 30)):
            seat = game.seat
            state = game.imagined(seat)
            plan = game.kind.texts(state, Greedy().plan(state, Rng(seed)))
            steps, reason = game.explained(plan, seat)
            assert [move for move, _ in steps] == plan[: len(steps)]
            assert len({reason.text(language) for language in ("en", "fr", "it")}) == 3
            assert not reason.text().endswith(" ")
            told += len(steps)
            for world in (game.redeal(seat, Rng(seed + at)) for at in range(3)):
                if not world.kind.answers_alone:
                    assert world.explained(plan, seat)[1] == reason
                for move, foreseen in steps:
                    assert_holds(world, foreseen, move, seat)
                    world.apply(move)
    assert told > 0
