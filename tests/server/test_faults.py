"""A disk that is full, fails or is locked while something is asked of a server: a sentence says so, nothing else
happens, and it can be done later.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import atoll
from atoll.core.messages import LANGUAGES
from atoll.server.refusal import Refusal, problem
from tests.server.crash import ERRORS, Frail
from tests.server.faulty_disk import READ_ERROR, Fault, lift, read_notes
from tests.server.running import Data, Page, Person

pytestmark = pytest.mark.once

SENTENCES = {language: problem(Refusal("database"), language).text for language in LANGUAGES}


@pytest.fixture(scope="module")
def frail(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Frail]:
    server = Frail(tmp_path_factory.mktemp("frail"))
    yield server
    server.stop()


@contextlib.contextmanager
def failing(server: Frail, fault: Fault) -> Iterator[None]:
    fault.order(server.notes)
    yield
    lift(server.notes)


@contextlib.contextmanager
def locked(server: Frail) -> Iterator[None]:
    """By another program."""
    with closing(sqlite3.connect(server.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


TROUBLES: dict[str, Callable[[Frail], AbstractContextManager[None]]] = {
    f"{fault.operation}-{fault.code}": lambda server, fault=fault: failing(server, fault) for fault in ERRORS
} | {"locked": locked}


def everything(file: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(file)) as database:
        return {
            name: database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()
            for name in ("people", "tables", "seats", "lines")
        }


def answered(answer: httpx.Response | Data) -> Data:
    """What is said to an order over HTTP or a socket, as a socket says it."""
    if isinstance(answer, httpx.Response):
        said: Data = answer.json()
        assert (answer.status_code, said.get("code")) in ((200, None), (503, "database"))
        return said if answer.status_code != 200 else {"type": "done"}
    return answer


class Story:
    """Everything that can be changed at a server, in an order in which it can be done."""

    def __init__(self, server: Frail, language: str) -> None:
        self.server = server
        self.ada, self.bo = Person(server, language), Person(server, language)
        self.watcher: Page | None = None
        self.done = 0

    def go(self, trouble: Callable[[Frail], AbstractContextManager[None]]) -> None:
        ada, bo = self.ada, self.bo

        def do(order: Callable[[], httpx.Response | Data]) -> Any:
            """Something: in vain first, then in earnest."""
            before, seen = everything(self.server.file), self.seen()
            with trouble(self.server):
                said = answered(order())
                assert (said["type"], said["code"], said["text"]) == ("problem", "database", SENTENCES[ada.language])
                assert self.seen() == seen
                assert everything(self.server.file) == before
            answer = order()
            assert answered(answer)["type"] == "done"
            assert everything(self.server.file) != before
            self.done += 1
            return answer.json() if isinstance(answer, httpx.Response) else answer

        do(lambda: httpx.get(f"{ada.server.address}/api/hello", headers={"Accept-Language": ada.language}))
        do(lambda: ada.post("/api/name", {"name": "Ada"}))
        seats = [{"who": "me"}, {"who": "friend"}, {"who": "friend"}]
        made = do(lambda: ada.post("/api/tables", {"game": "reef", "seats": seats, "start": 1}))
        first, second = ada.sit(made["id"]), bo.sit(made["id"])
        self.watcher = Person(self.server).sit(made["id"])
        do(lambda: second.ask("sit", seat=2, name="Bo", invite=made["invite"]))
        do(lambda: second.ask("leave", seat=2))
        do(lambda: second.ask("sit", seat=2, name="Bo", invite=made["invite"]))
        do(lambda: first.ask("fill", seat=3, bot="careless"))
        do(lambda: first.play(first.moves[0]))
        do(lambda: first.ask("undo"))
        do(lambda: first.play(first.moves[-1]))
        second.until(lambda message: second.version == first.version)
        do(lambda: second.ask("leave", seat=2))
        second.close()
        first.until(lambda message: message["type"] == "about" and not message["table"]["seats"][1]["here"])
        do(lambda: first.ask("agree", seat=2, yes=True))
        second = bo.sit(made["id"])
        do(lambda: second.ask("return", seat=2))
        do(lambda: second.ask("concede", seat=2))
        do(lambda: first.ask("concede", seat=1))
        fork = {"line": 0, "seats": [{"who": "me"}] * 3}
        do(lambda: ada.post(f"/api/tables/{made['id']}/fork", fork))
        do(lambda: ada.post("/api/records", {"text": atoll.new("reef", 2, seed=4).write()}))

    def seen(self) -> object:
        """What a spectator knows."""
        if self.watcher is None:
            return None
        page = self.watcher
        assert page.ask("look", seat=0)["type"] == "done"
        return page.version, page.table, page.log, page.view


@pytest.mark.parametrize(("trouble", "language"), list(zip(TROUBLES, cycle(LANGUAGES), strict=False)))
def test_whatever_cannot_be_written_is_said_and_can_be_done_later(frail: Frail, trouble: str, language: str) -> None:
    story = Story(frail, language)
    story.go(TROUBLES[trouble])
    assert story.done > 10


def test_the_log_of_a_failing_server_is_short_and_tells_no_secrets(tmp_path: Path) -> None:
    server = Frail(tmp_path)
    ada = Person(server)
    story = Story(server, "en")
    story.go(TROUBLES["write-13"])
    with failing(server, Fault("any", READ_ERROR)):
        for _ in range(50):
            assert ada.http.get("/api/tables").status_code == 503
    assert ada.post("/api/name", {"name": "Ada"}).status_code == 200
    server.stop()
    assert server.log is not None
    lines = [line.partition(" atoll: ")[2] for line in server.log.read_text("utf-8").splitlines()]
    assert lines[-2:] == ["the database does not work: disk I/O error", "the database works again"]
    assert set(lines[:-2]) == {"the database does not work: database or disk is full", "the database works again"}


def test_votes_are_kept_when_what_they_decide_cannot_be_written(frail: Frail) -> None:
    people = [Person(frail) for _ in range(3)]
    made = people[0].make("reef", "me", "friend", "friend")
    pages = [person.sit(made["id"]) for person in people]
    for seat, page in enumerate(pages[1:], 2):
        assert page.ask("sit", seat=seat, name="X", invite=made["invite"])["type"] == "done"
    first, second, third = pages
    third.ask("leave", seat=3)
    third.close()
    second.until(lambda message: message["type"] == "about" and not message["table"]["seats"][2]["here"])
    assert first.ask("agree", seat=3, yes=True)["type"] == "done"
    with failing(frail, ERRORS[0]):
        assert second.ask("agree", seat=3, yes=True)["code"] == "database"
    second.ask("look", seat=2)
    assert second.table["seats"][2]["agreed"] == [1]
    assert second.ask("agree", seat=3, yes=True)["type"] == "done"
    assert second.table["seats"][2]["bot"] is not None


def test_a_bots_move_that_cannot_be_written_is_made_later(frail: Frail) -> None:
    ada = Person(frail)
    page = ada.sit(ada.make("reef", "me", "careless")["id"])
    for _ in range(3):
        page.play(page.moves[0])
    start = frail.notes.stat().st_size
    with failing(frail, Fault("sync", ERRORS[2].code, "log", after=1)):  # the last piece is laid, the bot's is not
        assert page.play(page.moves[0])["type"] == "done"
        while not any(note.what == "X" for _, note in read_notes(frail.notes, start)):
            assert page.ask("look", seat=1)["type"] == "done"
        assert {entry["seat"] for entry in page.log} <= {0, 1}
    page.my_turn()
    assert [entry["seat"] for entry in page.log if entry["seat"]] == [1] * 4 + [2] * 4


def test_what_cannot_be_read_is_said_and_can_be_read_later(tmp_path: Path) -> None:
    server = Frail(tmp_path)
    ada = Person(server, "it")
    page = ada.sit(ada.make("reef", "me", "careless")["id"])
    page.play(page.moves[0])
    server.kill()
    server.start()
    assert ada.get("/api/health")
    with failing(server, Fault("any", READ_ERROR)):
        for path in ("/api/tables", "/api/hello", f"/api/tables/{page.table['id']}/story"):
            answer = ada.http.get(path)
            assert (answer.status_code, answer.json()["text"]) == (503, SENTENCES["it"]), path
        with connect(f"ws://{server.host}/ws/{page.table['id']}?lang=it") as socket:
            assert json.loads(socket.recv())["text"] == SENTENCES["it"]
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013  # try again later
    again = ada.sit(page.table["id"])
    assert again.log == page.log
    assert again.play(again.moves[0])["type"] == "done"
    server.stop()
