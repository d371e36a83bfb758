"""The small parts that everything stands on."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest

import atoll
from atoll import CHANCE, NAMES, RecordError, Rng, RuleError, new
from atoll.core.bits import BIT, count, index, nth
from atoll.core.legal import Legal
from atoll.core.messages import Message, Term
from atoll.core.state import ALL_SEEING


def test_bits_are_counted_and_found() -> None:
    rng = random.Random(1)
    for _ in range(500):
        places = sorted(rng.sample(range(63), rng.randint(1, 62)))
        mask = sum(1 << place for place in places)
        assert count(mask) == len(places)
        assert [nth(mask, at) for at in range(len(places))] == places
    assert [index(BIT[place]) for place in range(63)] == list(range(63))


def test_a_seed_gives_the_same_numbers_everywhere() -> None:
    rng = Rng(7)
    assert [rng.word() for _ in range(4)] == [2587473187, 2217272191, 3740945623, 4254855676]
    assert [rng.below(10) for _ in range(6)] == [7, 4, 8, 0, 5, 5]


def test_other_seeds_give_other_numbers() -> None:
    seeds = [0, 1, -1, 2, 2**32, 2**32 + 1, 2**64, -(2**64), 10**30]
    assert len({Rng(seed).word() for seed in seeds}) == len(seeds)


def test_below_is_uniform_and_inside_its_bounds() -> None:
    rng = Rng(3)
    found = Counter(rng.below(7) for _ in range(70_000))
    assert set(found) == set(range(7))
    assert sum((n - 10_000) ** 2 / 10_000 for n in found.values()) < 30
    assert {rng.below(1) for _ in range(10)} == {0}


@pytest.mark.parametrize("wrong", [0, -1, 2**31 + 1])
def test_below_refuses_what_it_cannot_do(wrong: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Rng(1).below(wrong)


def test_unit_lies_between_zero_and_one() -> None:
    rng = Rng(4)
    numbers = [rng.unit() for _ in range(10_000)]
    assert 0 <= min(numbers) < 0.01
    assert 0.99 < max(numbers) < 1
    assert abs(sum(numbers) / len(numbers) - 0.5) < 0.02


def test_split_generators_go_their_own_ways() -> None:
    rng = Rng(5)
    first, second = rng.split(), rng.split()
    assert [first.word() for _ in range(5)] != [second.word() for _ in range(5)]


def test_legal_moves_behave_like_a_sorted_list() -> None:
    legal = Legal()
    legal.add(10, 0b1011)
    legal.add(100, 0)
    legal.add(200, 1 << 41)
    assert list(legal) == [10, 11, 13, 241]
    assert len(legal) == 4
    assert legal[-1] == 241
    assert 13 in legal
    assert 12 not in legal
    assert "13" not in legal
    assert -5 not in legal
    assert 10**30 not in legal
    for wrong in (4, -5, -100):
        with pytest.raises(IndexError):
            legal[wrong]
    legal.clear()
    assert list(legal) == []


def test_large_numbers_are_drawn_uniformly_too() -> None:
    rng = Rng(6)
    n = 3 * 2**70
    found = Counter(rng.below_big(n) * 3 // n for _ in range(3_000))
    assert set(found) == {0, 1, 2}
    assert all(850 < number < 1150 for number in found.values())
    assert {rng.below_big(1) for _ in range(5)} == {0}
    assert {rng.below_big(3) for _ in range(100)} == {0, 1, 2}


def test_errors_survive_the_way_between_processes() -> None:
    assert atoll.kind("reef-encounter")  # its sentences are there with it
    for error in (
        RuleError(Message("reef-encounter.why.no_cube", {"colour": Term("reef-encounter.colour.w")}), "open action"),
        RecordError(3, "1 fish x", Message("record.over"), "record"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert again.text("fr") == error.text("fr")


def test_what_a_file_says_cannot_steer_the_terminal() -> None:
    said = RecordError(1, "game \x1b[31mX", Message("game.unknown", {"name": "\x1b[31mX", "known": ["reef"]})).text()
    assert "\x1b" not in said
    assert "\\x1b[31mX" in said


@pytest.mark.parametrize("name", NAMES)
def test_chance_that_cannot_be_is_refused(name: str) -> None:
    game = new(name, seed=1)
    with pytest.raises(ValueError, match="nothing has to be drawn"):
        game.state.resolve(Rng(1))
    game.rng = None
    rng = Rng(1)
    while game.seat != CHANCE:
        game.apply(game.legal().sample(rng))
    before = game.position(ALL_SEEING)
    size = len(game.state.clone().resolve(Rng(1)))
    for wrong in (-1, -5, 64, 99):
        with pytest.raises(ValueError, match=r"^(bag|colour|card|deck)$"):
            game.state.accept([wrong] * size)
    with pytest.raises(ValueError, match=r"^(refill|reveal)$"):
        game.state.accept([1] * (size + 1))
    assert game.position(ALL_SEEING) == before


def test_hard_spaces_of_french_stay_as_they_are() -> None:
    said = RecordError(1, "x", Message("game.unknown", {"name": "fin\u00a0: oui\u202f!", "known": ["reef"]})).text("fr")
    assert "fin\u00a0: oui\u202f!" in said
