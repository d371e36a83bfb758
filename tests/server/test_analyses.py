"""Finished games looked through at the table: for those who ask, once, and never before the end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import atoll
from atoll import Rng
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.core.messages import Message, Term, Who
from atoll.study.analysis import Turn
from atoll.study.packing import packed, unpacked
from tests.server.databases import looked_into
from tests.server.running import EASY, Data, Person, Server

QUICK = "--analyst=planning:plans=1:beam=2:deals=1:turns=0"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("analyses") / "tables.sqlite", *EASY, QUICK)
    yield running
    running.stop()


def finished(seed: int = 1, name: str = "reef") -> atoll.Game:
    game, rng = atoll.new(name, 2, seed=seed), Rng(seed)
    while not game.over:
        game.apply(decide(Greedy(), game, rng))
    return game


def opened(person: Person, game: atoll.Game) -> str:
    answer = person.post("/api/records", {"text": game.write()})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def asked(person: Person, table: str) -> Data:
    state: Data = person.post(f"/api/tables/{table}/analysis", {}).raise_for_status().json()
    return state


def made(person: Person, table: str) -> Data:
    """Ask, and wait until it is there."""
    state = asked(person, table)
    for _ in range(3000):
        if state["status"] == "done":
            break
        assert state["status"] in ("waiting", "working"), state
        time.sleep(0.1)
        state = person.get(f"/api/tables/{table}/analysis/state")
    found: Data = person.get(f"/api/tables/{table}/analysis")
    return found


def test_a_finished_game_is_looked_through_turn_by_turn(server: Server) -> None:
    person, game = Person(server), finished()
    table = opened(person, game)
    assert person.get(f"/api/tables/{table}/analysis/state") == {"status": "none", "done": 0, "total": 0, "before": 0}
    assert person.http.get(f"/api/tables/{table}/analysis").status_code == 404
    found = made(person, table)
    assert len(found["turns"]) > 10
    for turn in found["turns"]:
        assert sum(turn["chances"]) == pytest.approx(1, abs=0.001)
        assert game.log[turn["line"] - 1].startswith(f"{turn['seat']} ")
        assert all(line[0] in f"{turn['seat']}*" for line in game.log[turn["line"] - 1 : turn["last"]])
        assert bool(turn["plan"]) == (turn["loss"] >= 0.005) == (turn["reason"] is not None)
        assert not turn["plan"] or turn["plan"][0]["events"]
    assert sum(found["final"]) == 1
    assert len(found["turning"]) == 3
    by_line = {turn["line"]: turn for turn in found["turns"]}
    for seat in found["seats"]:
        losses = [turn["loss"] for turn in found["turns"] if turn["seat"] == seat["seat"]]
        assert seat["lost"] == pytest.approx(sum(losses), abs=0.01)
        largest = [by_line[line]["loss"] for line in seat["largest"]]
        assert largest == sorted(losses, reverse=True)[: len(largest)]
    assert person.http.get(f"/api/tables/{table}/analysis?seat=9").status_code == 400
    worst = max(found["turns"], key=lambda turn: turn["loss"])
    trial = list(game.steps())[worst["line"] - 1].clone()
    for step in worst["plan"]:
        assert step["changes"]
        trial.apply(step["move"])
    made_then = [line.partition(" ")[2] for line in game.log[worst["line"] - 1 : worst["last"]]]
    assert [step["move"] for step in worst["plan"]] != made_then


def test_a_running_game_is_never_looked_through(server: Server) -> None:
    person = Person(server)
    running = person.make("reef", "me", "greedy")["id"]
    person.sit(running).close()
    waiting = person.make("reef", "me", "friend")["id"]
    partial = atoll.read("\n".join(finished().write().splitlines()[:40]))
    early = opened(person, partial)
    for table in (running, waiting, early):
        path = f"/api/tables/{table}/analysis"
        for asker in (person, Person(server)):
            answers = [
                asker.post(path, {}),
                asker.http.get(path),
                asker.http.get(f"{path}?seat=1"),
                asker.http.get(f"{path}/state"),
            ]
            assert [answer.status_code for answer in answers] == [403] * 4
            assert {answer.json()["text"] for answer in answers} == {"Only a game that is over is analysed"}


def given_up(person: Person, moves: int) -> str:
    """A table at which somebody made some moves and gave up: a short game."""
    page = person.sit(person.make("reef", "me", "greedy")["id"])
    for _ in range(moves):
        page.my_turn()
        page.play(page.moves[0])
    page.ask("concede", seat=1)
    table = str(page.table["id"])
    page.close()
    return table


def test_a_game_that_people_gave_up_is_looked_through_to_where_it_went(server: Server) -> None:
    person = Person(server)
    found = made(person, given_up(person, 4))
    assert found["final"] == [0, 1]
    assert found["turns"]


def test_it_is_kept_told_in_every_language_gone_on_with_and_made_anew_if_it_is_outdated(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", *EASY, QUICK)
    try:
        person = Person(server)
        table = given_up(person, 5)
        whole = made(person, table)
        server.kill()
        server.start()
        french = Person(server, "fr")
        assert asked(french, table)["status"] == "done"
        for one, other in zip(whole["turns"], french.get(f"/api/tables/{table}/analysis")["turns"], strict=True):
            assert (one["chances"], one["loss"]) == (other["chances"], other["loss"])
            assert one["reason"] is None or one["reason"] != other["reason"]
        server.kill()
        with looked_into(server.file) as database:
            database.execute("delete from analyses where number >= 2")
        server.start()
        state = person.get(f"/api/tables/{table}/analysis/state")
        assert state == {"status": "none", "done": 2, "total": len(whole["turns"]), "before": 0}
        assert made(person, table) == whole
        server.kill()
        with looked_into(server.file) as database:
            database.execute("update analyses set version = 'older'")
        server.start()
        state = person.get(f"/api/tables/{table}/analysis/state")
        assert (state["status"], state["done"]) == ("none", 0)
        asked(person, table)
        while person.get(f"/api/tables/{table}/analysis/state")["done"] == 0:
            time.sleep(0.1)
        with looked_into(server.file) as database:
            assert "older" not in {row[0] for row in database.execute("select version from analyses")}
    finally:
        server.stop()


def test_two_who_ask_share_one_work_and_nobody_takes_all(tmp_path: Path) -> None:
    slow = "--analyst=planning:plans=12:beam=12:deals=12:turns=4"
    server = Server(tmp_path / "tables.sqlite", slow)
    try:
        one, two = Person(server), Person(server)
        tables = [opened(one, finished(seed)) for seed in range(4)]
        states = [asked(one, table) for table in tables[:3]]
        assert [state["before"] for state in states] == [0, 1, 2]
        again = asked(two, tables[1])
        assert (again["status"], again["before"]) == ("waiting", 1)
        answer = two.post(f"/api/tables/{tables[3]}/analysis", {})
        assert answer.status_code == 429
        assert "too many games wait" in answer.json()["text"].lower()
        assert answer.headers["retry-after"]
    finally:
        server.kill()  # nobody waits for that


def test_a_stranger_page_cannot_ask(server: Server) -> None:
    person = Person(server)
    table = opened(person, finished(2))
    path = f"/api/tables/{table}/analysis"
    other = person.http.post(path, json={}, headers={"Origin": "http://elsewhere.example"})
    assert other.status_code == 403
    assert person.http.post(path, content="{}").status_code == 415


def test_a_turn_is_kept_with_its_words() -> None:
    inner = Message("reef.reason.scores", {"card": 3, "points": 4, "colour": Term("reef.colour.y")})
    reason = Message("reef.reason.turn", {"parts": [inner, "x"], "who": Who(2), "none": None})
    turn = Turn(7, 1, ["take 1"], [0.25, 0.75], ["take 2"], 0.5, 0.625, reason)
    assert unpacked(packed(turn)) == turn
