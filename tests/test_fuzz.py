"""Bad input gets a clear error, whatever it is."""

from __future__ import annotations

import random

import pytest

import atoll
from atoll import AtollError, PositionError, RecordError
from atoll.core.state import ALL_SEEING
from tests.walk import TABLES, Table, scaled, walk

STRANGE = [
    "",
    " ",
    "-",
    "/",
    "|",
    ",",
    "@",
    "?",
    "0",
    "9",
    "²",
    "\u0661",
    "é",
    "w",
    "x",
    "99999999999",
    "\t",
    "=",
    "t",
    "*",
    "#",
]


def mangled(text: str, rng: random.Random) -> str:
    """A text with a few characters changed, lost, doubled or moved."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        end = at + rng.choice([0, 1, 1, 1, 5])
        text = text[:at] + rng.choice([*STRANGE, text[at - 3 : at]]) + text[end:]
    return text


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_mangled_position_is_refused_or_is_a_position(table: Table) -> None:
    rng = random.Random(1)
    refused = 0
    for seed in range(scaled(40)):
        game = table.new(seed)
        for _ in walk(game, rng, rng.choice([1, 3, 20, 100, 300])):
            pass
        for _ in range(50):
            line = mangled(game.position(ALL_SEEING), rng)
            problem: AtollError | None = None
            try:
                again = atoll.at(line)
            except AtollError as error:
                problem = error
            if problem:
                refused += 1
                assert all(problem.text(language) for language in ("en", "fr", "it"))
                assert isinstance(problem, PositionError) or "game" in str(problem)
            else:
                assert atoll.at(again.position(ALL_SEEING)).position(ALL_SEEING) == again.position(ALL_SEEING)
                assert len(again.texts()) == len(again.legal())
                assert again.draw(ALL_SEEING)
                for seat in range(again.seats):
                    again.view(seat)
    assert refused > scaled(40) * 20


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_mangled_record_is_refused_with_its_line_or_is_a_record(table: Table) -> None:
    rng = random.Random(2)
    refused = 0
    for seed in range(scaled(40)):
        game = table.new(seed)
        for _ in walk(game, rng, rng.choice([3, 20, 60])):
            pass
        record = game.write()
        for _ in range(20):
            broken = mangled(record, rng)
            problem: RecordError | None = None
            try:
                again = atoll.read(broken)
            except RecordError as error:
                problem = error
            if problem:
                refused += 1
                assert 1 <= problem.line <= broken.count("\n") + 2
                assert all(problem.text(language) for language in ("en", "fr", "it"))
            else:
                assert atoll.read(again.write()).write() == again.write()
    assert refused > scaled(40) * 5


def test_a_position_that_could_not_go_on_is_refused_in_words() -> None:
    game = atoll.new(seed=2)
    while game.view()["phase"] != "turn":
        game.apply(game.texts()[0])
    line = game.position(ALL_SEEING)
    head, seats, bag, turn = line.rsplit(" ", 3)
    hand, front, cubes, _, *rest = seats.split("|")[0].split("/")
    other = seats.split("|")[1]
    empty = "/".join([hand, front, cubes, "", *rest])
    with pytest.raises(atoll.PositionError, match="seats"):
        atoll.at(f"{head} {empty}|{other} {bag} {turn}")
    lacking = next(letter for letter in "wyopg" if letter not in hand)
    with pytest.raises(atoll.PositionError, match="turn"):
        atoll.at(f"{head} {seats} {bag} t1al1{lacking}0!")
    assert atoll.at(line).position(ALL_SEEING) == line
