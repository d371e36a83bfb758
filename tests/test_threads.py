"""Two threads that ask different states get what one thread gets: no question leaves anything behind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from atoll import CHANCE, Rng
from atoll.core.state import State
from tests.walk import TABLES, Table, scaled

THREADS = 2


@pytest.fixture(autouse=True)
def _restless() -> Iterator[None]:
    """Threads change places as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def some_states(table: Table, seed: int, number: int) -> list[State]:
    """States from the course of random games, each of its own."""
    found: list[State] = []
    rng = Rng(seed)
    while len(found) < number:
        state = table.new(seed + len(found)).state
        while not state.over and len(found) < number:
            if state.seat == CHANCE:
                state.resolve(rng)
            else:
                state.apply(state.legal().sample(rng))
            if rng.below(8) == 0:
                found.append(state.clone())
    return found


def answers(states: list[State]) -> list[object]:
    """What the states say when asked anew."""
    return [
        (asked.legal_moves(), asked.scores(), [asked.appraise(seat) for seat in range(asked.seats)])
        for asked in (state.clone() for state in states)
    ]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_two_threads_get_what_one_gets(table: Table) -> None:
    rooms = [some_states(table, 100 * room, scaled(400, least=150)) for room in range(THREADS)]
    alone = [answers(states) for states in rooms]
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(3):
            assert list(pool.map(answers, rooms)) == alone
