"""The small parts that everything stands on."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from atoll import Rng
from atoll.core.bits import BIT, count, index, nth
from atoll.core.legal import Legal


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
    with pytest.raises(IndexError):
        legal[4]
    legal.clear()
    assert list(legal) == []
