"""The learned judge: whole numbers, the same everywhere, and no net that does not fit."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import atoll
from atoll import Game, Rng
from atoll.arena.match import decide
from atoll.bots import Greedy, named
from atoll.bots.judging import Judge, net_for
from atoll.compiled import compiled
from atoll.core.value import WHOLE as UNIT
from atoll.core.value import Lore, Net, WrongNet, inputs
from tests.walk import TABLES, Table, scaled

WHOLE = int(UNIT)
LEARNED = [table for table in TABLES if table.new(0).state.lore() is not None]


def lore_of(game: Game) -> Lore:
    lore = game.state.lore()
    assert lore is not None
    return lore


def senses(game: Game) -> list[int]:
    lore = lore_of(game)
    out = vec[i64]([0] * (game.seats * lore.own + lore.shared))
    game.state.sense(out)
    return list(out)


def some_net(seats: int, own: int, shared: int, hidden: int, seed: int = 1) -> tuple[Net, list[int]]:
    chance = random.Random(seed)
    size = inputs(seats, own, shared)
    weights = [chance.randrange(-3000, 3000) for _ in range((size + 2) * hidden + size)]
    return Net(seats, own, shared, hidden, weights), weights


def plainly(seats: int, own: int, shared: int, hidden: int, weights: list[int], seen: list[int]) -> list[float]:
    """What a net says, in floats, from its description alone."""
    size = inputs(seats, own, shared)
    first, bias = weights[: size * hidden], weights[size * hidden : (size + 1) * hidden]
    last, direct = weights[(size + 1) * hidden : (size + 2) * hidden], weights[(size + 2) * hidden :]
    each = [seen[seat * own : (seat + 1) * own] for seat in range(seats)]
    marks = []
    for seat in range(seats):
        others = [numbers for other, numbers in enumerate(each) if other != seat]
        into = each[seat] + max(others, key=lambda numbers: numbers[0])
        if seats > 2:
            into = into + [sum(column) for column in zip(*others, strict=True)]
        into = into + seen[seats * own :]
        units = [bias[u] + sum(x * first[at * hidden + u] for at, x in enumerate(into)) for u in range(hidden)]
        mark = sum(max(0, unit) * last[u] for u, unit in enumerate(units))
        marks.append((mark + WHOLE * sum(x * direct[at] for at, x in enumerate(into))) / WHOLE / WHOLE)
    most = max(marks)
    left = [math.exp(mark - most) for mark in marks]
    return [part / sum(left) for part in left]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_net_in_whole_numbers_says_what_it_would_in_floats(seats: int) -> None:
    net, weights = some_net(seats, 5, 3, 4)
    chance = random.Random(seats)
    for _ in range(50):
        seen = [chance.randrange(0, 30) for _ in range(seats * 5 + 3)]
        out = vec[i64]([0] * seats)
        net.judge(vec[i64](seen), out)
        assert list(out) == pytest.approx([WHOLE * share for share in plainly(seats, 5, 3, 4, weights, seen)], abs=400)
        assert abs(sum(map(int, out)) - WHOLE) <= seats


def test_a_hopeless_seat_has_nothing() -> None:
    net = Net(2, 1, 0, 1, [0, 0, 0, 0, WHOLE, 0])
    out = vec[i64]([0, 0])
    net.judge(vec[i64]([100, 0]), out)
    assert list(out) == [WHOLE, 0]


@pytest.mark.parametrize("table", LEARNED, ids=str)
def test_what_is_noticed_changes_nothing_and_can_be_learned_from(table: Table) -> None:
    game = table.new(3)
    rng = Rng(3)
    for _ in range(scaled(120, 20)):
        if game.over:
            break
        before = game.state.key()
        seen = senses(game)
        assert game.state.key() == before
        assert all(-2_000 < number < 32_000 for number in seen)
        assert senses(game.clone()) == seen
        game.apply(decide(Greedy(), game, rng))


@pytest.mark.skipif(not compiled(), reason="whole games take long")
@pytest.mark.parametrize("table", LEARNED, ids=str)
def test_everything_that_is_noticed_happens(table: Table) -> None:
    """A number that never differs from 0 would be a mistake; a few games must move most of them."""
    moved: set[int] = set()
    size = 0
    for seed in range(6):
        game = table.new(seed)
        rng = Rng(seed)
        while not game.over:
            seen = senses(game)
            size = len(seen)
            moved |= {at for at, number in enumerate(seen) if number}
            game.apply(decide(Greedy(), game, rng))
    assert len(moved) > 0.6 * size


def test_the_end_needs_no_judge() -> None:
    game = atoll.new("reef", seed=2)
    rng = Rng(2)
    while not game.over:
        game.apply(decide(Greedy(), game, rng))
    judged = Judge(game.state, None).all(game.state)
    winners = game.state.winners()
    assert judged == [WHOLE // len(winners) if seat in winners else 0 for seat in range(2)]


@pytest.mark.parametrize("table", [table for table in LEARNED if table.seats == 2], ids=str)
def test_the_nets_of_the_house_fit_and_say_where_they_come_from(table: Table) -> None:
    game = table.new(1)
    net = lore_of(game).net(game.seats)
    assert net is not None
    assert {"game", "seats", "version", "origin"} <= set(net.about)
    assert net.about["origin"]["rows"] > 10_000
    shares = Judge(game.state, net).all(game.state)
    assert abs(sum(shares) - WHOLE) <= game.seats
    assert all(0.1 * WHOLE < share < 0.9 * WHOLE for share in shares)


def kept(tmp_path: Path, **changed: object) -> Path:
    """A net in a file, with something else in its heading."""
    lore = lore_of(atoll.new("reef"))
    _, weights = some_net(2, lore.own, lore.shared, 2)
    file = tmp_path / "net.json"
    lore.write(file, 2, 2, weights, {"rows": 0})
    about = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(about | changed), "utf-8")
    return file


def test_a_net_is_kept_as_it_was(tmp_path: Path) -> None:
    game = atoll.new("reef")
    net = net_for(game.state, str(kept(tmp_path)))
    assert net is not None
    lore = lore_of(game)
    same, _ = some_net(2, lore.own, lore.shared, 2)
    assert Judge(game.state, net).all(game.state) == Judge(game.state, same).all(game.state)
    assert net_for(game.state, "-") is None


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "reef-encounter"}, "game is reef-encounter, not reef"),
        ({"seats": 3}, "seats is 3, not 2"),
        ({"version": 0}, "version is 0"),
        ({"own": 1}, "own is 1"),
        ({"format": 9}, "format is 9, not 1"),
        ({"hidden": 3}, "another number of weights"),
        ({"hidden": "many"}, "is not a net"),
        ({"weights": "\u00e9"}, "is not a net"),
    ],
)
def test_a_net_that_does_not_fit_is_refused(changed: dict[str, object], words: str, tmp_path: Path) -> None:
    with pytest.raises(WrongNet, match=words):
        net_for(atoll.new("reef").state, str(kept(tmp_path, **changed)))


def test_a_file_that_is_no_net_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "net.json"
    file.write_text("[]", "utf-8")
    with pytest.raises(WrongNet, match="is not a net"):
        net_for(atoll.new("reef").state, str(file))
    bot = named(f"planning:net={file}")
    with pytest.raises(WrongNet):
        bot.choose(atoll.new("reef").state, Rng(1))
