"""Records that people send: long ones are read, and none is read for nobody."""

from __future__ import annotations

import asyncio
import random
from functools import cache

import pytest

import atoll
from atoll.server import uploading
from atoll.server.refusal import Refusal
from atoll.server.uploading import MOST_LINES, followed
from tests.server.running import Person, Server


@cache
def long_record(lines: int) -> str:
    """A game whose players shift their shrimps about for ever."""
    rng = random.Random(1)
    game = atoll.new("reef-encounter", 2, seed=1)
    while len(game.log) < lines:
        moves = game.texts()
        shifts = [move for move in moves if move.startswith("move") and "screen" not in move]
        growing = [move for move in moves if move.startswith(("shrimp", "larva", "polyp"))]
        game.apply(rng.choice(shifts or growing or moves))
    return game.write()


def test_a_record_of_six_thousand_lines_can_be_looked_at(server: Server) -> None:
    ada = Person(server)
    answer = ada.post("/api/records", {"text": long_record(6000)})
    assert answer.status_code == 200, answer.text
    page = ada.sit(answer.json()["id"])
    assert page.table["status"] == "study"
    assert page.log[-1]["line"] == 6000
    assert ada.http.get(f"/api/tables/{page.table['id']}/record").text.startswith(long_record(6000))


def test_a_record_has_an_end(server: Server) -> None:
    ada = Person(server)
    answer = ada.post("/api/records", {"text": long_record(600) + "\n" * MOST_LINES})
    assert (answer.status_code, answer.json()["code"]) == (413, "record_long")
    assert str(MOST_LINES) in answer.json()["text"]
    answer = ada.post("/api/records", {"text": "#" * 600_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_long")


def test_a_record_that_costs_too_much_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploading, "PIECE", 0.001)
    with pytest.raises(Refusal, match="longer than 0 seconds") as caught:
        asyncio.run(followed(long_record(6000), most=0.01))
    assert caught.value.code == "record_costly"


def test_a_record_is_not_read_on_for_someone_who_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploading, "PIECE", 0.001)
    looks = 0

    async def gone() -> bool:
        nonlocal looks
        looks += 1
        return looks == 3

    with pytest.raises(Refusal) as caught:
        asyncio.run(followed(long_record(6000), gone))
    assert (caught.value.code, looks) == ("asker_gone", 3)


def test_a_record_read_in_pieces_is_the_one_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploading, "PIECE", 0.0)
    text = long_record(600)
    chronicle = asyncio.run(followed(text))
    assert chronicle.game.write() == atoll.read(text).write()
    assert len(chronicle.history) == len(chronicle.game.log)
    assert chronicle.view(0) == type(chronicle).read("reef-encounter", chronicle.game.header, chronicle.game.log).view(
        0
    )


def test_what_follows_a_wrong_line_is_not_read() -> None:
    text = long_record(600).replace("\n1 cubes", "\n1 nonsense\n1 cubes", 1) + "* refill\n" * 5000
    with pytest.raises(atoll.RecordError) as caught:
        asyncio.run(followed(text))
    assert caught.value.line < 20
