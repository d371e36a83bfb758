"""Bad input gets a clear error, whatever it is."""

from __future__ import annotations

import random
import re

import pytest

import atoll
from atoll import AtollError, Game, PositionError, RecordError, Rng
from atoll.compiled import compiled
from atoll.core.state import ALL_SEEING, CHANCE
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

MARKS = "0123456789wyopgrbtlsadkxfceh-+.@!UD"


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


def disordered(line: str, others: list[str], rng: random.Random) -> str:
    """A position with parts of its fields lost, doubled, moved or taken from another one, so that most look right."""
    fields = line.split(" ")
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        place = rng.randrange(1, len(fields))
        parts = re.split("([/|,.:=])", fields[place])
        at, other = rng.randrange(0, len(parts), 2), rng.randrange(0, len(parts), 2)
        match rng.randrange(5):
            case 0:
                parts = [rng.choice(others).split(" ")[place]]
            case 1:
                parts[at], parts[other] = parts[other], parts[at]
            case 2:
                parts[at] = rng.choice(["", "-", "0", "99999", parts[other]])
            case _:
                cut = rng.randrange(len(parts[at]) + 1)
                parts[at] = parts[at][:cut] + rng.choice(MARKS) + parts[at][cut + rng.choice([0, 1, 1]) :]
        fields[place] = "".join(parts)
    return " ".join(fields)


def play_out(game: Game, rng: Rng, most: int) -> int:
    """Play on at random; how many decisions that took, chance included."""
    state = game.state.clone()
    for number in range(most):
        if state.over:
            assert sorted(seat for place in state.standing() for seat in place) == list(range(state.seats))
            return number
        if state.seat == CHANCE:
            state.resolve(rng)
        else:
            assert len(state.legal()) > 0
            state.apply(state.legal().sample(rng))
    return most


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_position_is_refused_in_words_or_can_be_played_to_its_end(table: Table) -> None:
    rng, chance = random.Random(3), Rng(3)
    most = 50_000 if compiled() else 300  # random players shift pieces about for a long time
    played = refused = 0
    for seed in range(scaled(12)):
        lines = []
        for steps in (2, 20, 60, 150, 300):
            game = table.new(10 * seed + steps)
            for _ in walk(game, rng, steps):
                pass
            lines.append(game.position(ALL_SEEING))
        for _ in range(scaled(60, 20)):
            line = disordered(rng.choice(lines), lines, rng)
            try:
                game = atoll.at(line)
            except PositionError:
                refused += 1
                continue
            assert play_out(game, chance, most) < 50_000, line
            played += 1
    assert played > 0
    assert refused > 0


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
