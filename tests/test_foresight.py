"""Before a move is made one is told what holds whatever is hidden, and a move that told more is not taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import atoll
from atoll import Game, Rng
from atoll.core.events import EndsGame, Event
from atoll.core.state import CHANCE, NothingToUndo
from tests.walk import TABLES, Table, scaled, varied_move

FIXTURES = sorted(Path(__file__).parent.glob("*/fixtures/*.txt"))


def assert_holds(game: Game, foreseen: atoll.Foreseen, move: str, seat: int) -> None:
    """What was foreseen of a move comes true in a game."""
    [step] = game.step(move)
    told = game.kind.told(step, seat)
    for event in foreseen.events:
        if isinstance(event, EndsGame):
            assert step.after.over
        else:
            assert any(fits(event, real) for real in told), (event, told)
    before, after = game.kind.view(game.state, seat), game.kind.view(step.after, seat)
    if not step.after.over:
        assert_true(foreseen.view, before, after)


def fits(event: Event, real: Event) -> bool:
    """Whether an event is another, but for what cannot be known."""
    if type(event) is not type(real):
        return False
    return all(value is None or value == asdict(real)[name] for name, value in asdict(event).items())


def assert_true(said: Any, before: Any, after: Any) -> None:
    """A view says nothing but what was so before, or will be."""
    if said in (before, after):
        return
    assert type(said) is type(before) is type(after)
    assert isinstance(said, dict | list)
    assert len(said) == len(after)
    for key in said if isinstance(said, dict) else range(len(said)):
        old = before[key] if isinstance(before, list) or key in before else None
        assert_true(said[key], old, after[key])


def decisions(game: Game, number: int) -> Iterator[Game]:
    """A game before its last decisions."""
    steps = [earlier for earlier in game.steps() if earlier.seat >= 0]
    yield from steps[-number:]


def check(game: Game, seed: int) -> None:
    seat = game.seat
    chance = random.Random(seed)
    worlds = [game, *(game.redeal(seat, Rng(seed + at)) for at in range(4))]
    texts = game.texts()
    dear = [text for text in texts if text.startswith(("tile", "collect", "pass", "eat"))]
    for move in [*dear, *chance.sample(texts, min(len(texts), 6))]:
        foreseen = game.foreseen(move, seat)
        for world in worlds:
            assert_holds(world, foreseen, move, seat)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_foreseen_comes_true_whatever_is_hidden(table: Table) -> None:
    for seed in range(scaled(4)):
        game = table.new(seed)
        chance = random.Random(seed)
        for _ in range(40 * seed + 9):
            if game.over:
                break
            if game.seat != CHANCE and chance.random() < 0.1:
                check(game, seed)
            game.apply(varied_move(game, chance))


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_what_is_foreseen_at_the_end_of_a_game_comes_true(file: Path) -> None:
    game = atoll.read(file.read_text())
    for at, earlier in enumerate(decisions(game, scaled(25, 4))):
        check(earlier, at)


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_the_end_is_told_when_it_has_come_and_not_before(file: Path) -> None:
    [game] = decisions(atoll.read(file.read_text()), 1)
    move = atoll.read(file.read_text()).log[-1]
    if move.startswith("*"):
        return  # chance ended it
    foreseen = game.foreseen(move.partition(" ")[2], game.seat)
    assert foreseen.events[-1] == EndsGame()
    assert foreseen.view["scores"] is None
    for player in foreseen.view["players"]:
        if player["seat"] != game.seat + 1:
            now = game.view(game.seat)["players"][player["seat"] - 1]
            assert {key: player[key] for key in ("hand",)} == {key: now[key] for key in ("hand",)}


def test_a_line_that_chance_decided_cannot_be_taken_back() -> None:
    game = atoll.new("reef", 2, seed=3)
    while not game.log or not game.log[-1].startswith("*"):
        game.apply(game.texts()[0])
    assert game.sealed == len(game.log)
    with pytest.raises(NothingToUndo):
        game.undo()
