"""An observation is what the view of its seat says, as numbers: nothing more, and nothing less."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import numpy as np
import pytest

from atoll import Game, Rng
from atoll.core.errors import AtollError
from atoll.core.observation import Piece
from atoll.envs import Setting, Sight
from tests.envs import rebuilt
from tests.walk import TABLES, Table, scaled, walk

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
# What a view works out from what it says elsewhere.
DERIVED = {"game", "worth", "scores", "standing", "scoring", "present", "end"}


def setting_of(table: Table) -> Setting:
    return Setting(table.game, table.seats, dict(table.options))


def positions(table: Table, seed: int, decisions: int) -> Iterator[Game]:
    """A game from its beginning on, and where another one ends."""
    yield from walk(table.new(seed), random.Random(seed), decisions)
    late, chance = table.new(seed + 1), Rng(seed)
    while not late.over and len(late.log) < 40 * decisions:
        late.apply(late.legal().sample(chance))
    yield late


@every_table
def test_every_number_is_written_and_none_is_beyond_its_most(table: Table) -> None:
    setting = setting_of(table)
    sight = Sight(setting)
    for game in positions(table, 1, scaled(300, least=20)):
        for seat in range(game.seats):
            numbers = sight.observation(game.state, seat)
            assert sight._sheet.written() == setting.size == len(numbers)
            assert (numbers <= setting.most).all()


@every_table
def test_no_number_changes_when_what_is_hidden_does(table: Table) -> None:
    setting = setting_of(table)
    sight, other = Sight(setting), Sight(setting)
    chance = Rng(2)
    for game in walk(table.new(2), random.Random(2), scaled(200, least=15)):
        for seat in range(game.seats):
            numbers = sight.observation(game.state, seat)
            for _ in range(2):
                redealt = game.state.redeal(seat, chance)
                assert (other.observation(redealt, seat) == numbers).all()
                if redealt.seat == seat:
                    assert (other.mask(redealt) == sight.mask(game.state)).all()


@every_table
def test_what_was_written_before_makes_no_difference(table: Table) -> None:
    """Only what changed is written again: a sheet that has seen other positions says the same as a new one."""
    setting = setting_of(table)
    used = Sight(setting)
    games = [walk(table.new(seed), random.Random(seed), scaled(60, least=8)) for seed in (3, 4, 5)]
    for game in chain.from_iterable(zip(*games, strict=False)):
        seat = random.Random(len(game.log)).randrange(game.seats)
        assert (used.observation(game.state, seat) == Sight(setting).observation(game.state, seat)).all()
        assert (used.mask(game.state) == Sight(setting).mask(game.state)).all()


@every_table
def test_a_mask_has_a_one_for_each_legal_move(table: Table) -> None:
    sight = Sight(setting_of(table))
    for game in positions(table, 4, scaled(300, least=20)):
        assert np.flatnonzero(sight.mask(game.state)).tolist() == game.state.legal_moves()


def rebuild(game: Game) -> Callable[[Setting, Any], dict[str, Any]] | None:
    return getattr(rebuilt, game.kind.folder.name, None)


@every_table
def test_a_view_can_be_put_together_from_nothing_but_the_numbers(table: Table) -> None:
    setting = setting_of(table)
    sight = Sight(setting)
    put_together = rebuild(table.new(0))
    if put_together is None:
        pytest.skip("a game from outside")
    for game in positions(table, 5, scaled(300, least=20)):
        for seat in range(game.seats):
            view = game.kind.view(game.state, seat)
            found = put_together(setting, sight.observation(game.state, seat))
            for name in view.keys() - DERIVED - {"players", "expansion"}:
                assert found[name] == view[name], name
            for mine, theirs in zip(found["players"], view["players"], strict=True):
                assert mine == {name: theirs[name] for name in theirs if name != "worth"}


@every_table
def test_the_groups_of_moves_are_the_whole_range(table: Table) -> None:
    kind = setting_of(table).kind
    at = 0
    for group in kind.move_groups():
        assert group.first == at, group
        at += group.size
    assert at == kind.moves


def test_planes_come_first_and_have_one_size() -> None:
    for table in TABLES:
        setting = setting_of(table)
        kinds = [piece.planes for piece in setting.pieces]
        assert kinds == sorted(kinds, reverse=True)
        assert len({piece.shape[-2:] for piece in setting.pieces if piece.planes}) <= 1
        planes, rows, columns = setting.board
        observation = np.arange(setting.size) % 200
        parts = setting.split(observation.astype(np.uint8))
        assert parts["board"].shape == (planes, rows, columns)
        assert len(parts["numbers"]) == setting.size - planes * rows * columns
        assert len({piece.name for piece in setting.pieces}) == len(setting.pieces)


def test_seats_come_in_order_of_the_table_from_ones_own_on() -> None:
    setting = Setting("reef", 3)
    game = setting.new(7)
    game.apply(game.legal()[0])
    named = [setting.named(Sight(setting).observation(game.state, seat)) for seat in range(3)]
    assert [int(pieces["stacks"].any(axis=(1, 2, 3, 4)).argmax()) for pieces in named] == [0, 2, 1]
    assert [int(pieces["decides"].argmax()) for pieces in named] == [0, 2, 1]


def test_hundreds_of_points_are_counted_apart() -> None:
    setting = Setting("reef", 2)
    state, _ = setting.deal(1)
    for points in (7, 99, 100, 312):
        state.points[0] = points  # type: ignore[attr-defined]
        pieces = setting.named(Sight(setting).observation(state, 0))
        assert 100 * int(pieces["hundreds"][0]) + int(pieces["points"][0]) == points


def test_a_game_that_says_nothing_about_numbers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(seats: int) -> list[Piece]:
        return []

    monkeypatch.setattr(Setting("reef").kind, "observation", nothing)
    with pytest.raises(AtollError, match="cannot be had as an environment"):
        Setting("reef")


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"seats": 5}, "5 seats are not possible"),
        ({"options": {"depth": "3"}}, "there is no option"),
        ({"options": {"advanced": "maybe"}}, "cannot be"),
    ],
)
def test_a_setting_that_cannot_be_says_why(wanted: dict[str, Any], message: str) -> None:
    with pytest.raises(AtollError, match=message):
        Setting(**wanted)
