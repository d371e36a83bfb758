"""A database at the end of a line that is slow, freezes or is cut: people are told so, and nothing is lost or
doubled."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from atoll.server.refusal import Refusal, problem
from tests.server import databases
from tests.server.databases import looked_into
from tests.server.proxy import Proxy
from tests.server.running import EASY, Data, Page, Person, Server
from tests.server.several import at_table, lines_of, processes, together, turn

pytestmark = pytest.mark.served
AWAY = ("database", "unsure")
STEP = 0.04  # seconds that a word takes on the line, each way


class Far(Server):
    """A server whose database is at the other end of a line."""

    def __init__(self, file: Path, proxy: Proxy) -> None:
        self.proxy = proxy
        super().__init__(file, *EASY)

    def data(self) -> str:
        return super().data().replace(f":{databases.server().port}/", f":{self.proxy.port}/")


@contextlib.contextmanager
def far_and_near(file: Path) -> Iterator[tuple[Proxy, list[Server]]]:
    """Two processes over one database, the first of them far from it."""
    proxy = Proxy(databases.server().port)
    try:
        with processes(file, 1) as near:
            far = Far(file, proxy)
            yield proxy, [far, *near]
            proxy.thaw()
            proxy.let_in()
            far.stop()
    finally:
        proxy.close()


def said_to(page: Page, name: str) -> Data:
    return page.until(lambda message: message.get("id") == name)


def play_on(pages: list[Page], moves: int) -> None:
    """Everyone goes on, and all hear the same."""
    for _ in range(moves):
        page = turn(pages)
        while (said := page.play(page.moves[0]))["type"] == "problem":
            assert said["code"] in (*AWAY, "stale")
            together(pages)
            page = turn(pages)
    together(pages)


def as_it_is_kept(file: Path, pages: list[Page]) -> None:
    """Every page comes to know the record as it is, each line once."""
    kept = lines_of(file, pages[0].table["id"])
    for page in pages:
        while len(page.log) < len(kept):
            page.hear()
        assert [entry["line"] for entry in page.log] == list(range(1, len(kept) + 1))


def test_a_slow_database_takes_its_time_and_refuses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tables"
    with far_and_near(file) as (proxy, servers):
        _, pages = at_table(servers)
        proxy.delay = 0.1
        for _ in range(4):
            page = turn(pages)
            assert page.play(page.moves[0])["type"] == "done"
        together(pages)
        as_it_is_kept(file, pages)


def test_a_line_that_is_cut_at_any_moment_loses_and_doubles_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tables"
    with far_and_near(file) as (proxy, servers):
        _, pages = at_table(servers)
        answers = []
        for moment in range(12):  # of the words of a transaction, each is cut off once
            while turn(pages) is not pages[0]:
                assert pages[1].play(pages[1].moves[0])["type"] == "done"
            page, before = pages[0], len(lines_of(file, pages[0].table["id"]))
            proxy.delay = STEP
            order = page.send("play", at=page.version, move=page.moves[0])
            time.sleep(STEP * (moment + 0.5))
            proxy.delay = 0.0
            proxy.cut()
            answer = said_to(page, order)
            assert answer["type"] == "done" or answer["code"] in AWAY
            added = lines_of(file, page.table["id"])[before:]
            if answer["type"] == "done":
                assert added
            if answer.get("code") == "database":
                assert not added
            assert sum(not line.startswith("*") for line in added) <= 1
            answers.append(answer.get("code", "done"))
            as_it_is_kept(file, pages)
            play_on(pages, 1)
        as_it_is_kept(file, pages)
        assert answers.count("done") > 6  # what was cut off before its end is done again by itself


def test_a_database_that_cannot_be_reached_is_told_in_every_language_and_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "tables"
    with far_and_near(file) as (proxy, servers):
        _, pages = at_table(servers)
        visitors = [Person(servers[0], language) for language in ("en", "fr", "it")]
        proxy.cut(refuse=True)
        for visitor in visitors:
            answer = visitor.post("/api/tables", {"game": "reef", "seats": [{"who": "me"}, {"who": "me"}]})
            assert answer.status_code == 503
            assert answer.json()["text"] == problem(Refusal("database"), visitor.language).text
        assert visitors[0].http.get("/api/health").status_code == 503
        assert servers[1].process.poll() is None
        proxy.let_in()
        play_on(pages, 4)
        as_it_is_kept(file, pages)
        assert visitors[0].make("reef", "me", "me")["id"]


def test_a_database_that_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    """And those who reach it play on, at tables of their own."""
    file = tmp_path / "tables"
    with far_and_near(file) as (proxy, servers):
        _, pages = at_table(servers)
        french = Person(servers[0], "fr")
        own = french.sit(french.make("reef", "me", "careless")["id"])
        other = Person(servers[1])
        free = other.sit(other.make("reef", "me", "careless")["id"])
        while turn(pages) is not pages[0]:
            assert pages[1].play(pages[1].moves[0])["type"] == "done"
        proxy.freeze()
        sent = [(page, page.send("play", at=page.version, move=page.moves[0])) for page in (pages[0], own)]
        assert free.play(free.moves[0])["type"] == "done"
        answers = [said_to(page, name) for page, name in sent]
        assert [answer["code"] for answer in answers] == ["unsure", "unsure"]
        assert answers[1]["text"] == problem(Refusal("unsure"), "fr").text
        proxy.thaw()
        play_on(pages, 4)
        play_on([own], 2)
        for tables in (pages, [own], [free]):
            as_it_is_kept(file, tables)
        with looked_into(file) as database:
            assert database.execute("SELECT count(*) FROM processes").fetchone()[0] == 2
