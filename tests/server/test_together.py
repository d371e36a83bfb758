"""Several processes over one database: whoever is at a table notices nothing of it, whatever becomes of them."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server import databases
from tests.server.cards import holding, kept
from tests.server.databases import looked_into
from tests.server.running import EASY, Person, Server
from tests.server.several import Behind, at_table, behind_nginx, heard, lines_of, processes, seat, together, turn
from tests.server.test_analyses import asked, finished, made, opened

pytestmark = pytest.mark.served


@pytest.mark.parametrize("number", [2, 4])
def test_people_at_different_processes_play_one_game(tmp_path: Path, number: int) -> None:
    file = tmp_path / "tables.sqlite"
    with processes(file, number) as servers:
        _, pages = at_table(servers)
        for page in pages:
            heard(page, lambda table: all(seat["here"] for seat in table["seats"]))
        for _ in range(8):
            page = turn(pages)
            assert page.play(page.moves[0])["type"] == "done"
        together(pages)
        mover = next((page for page in pages if page.may_undo), None)
        if mover is not None:
            assert mover.ask("undo")["type"] == "done"
            together(pages)
        logs = [[(entry["seat"], entry["move"].split()[0]) for entry in page.log] for page in pages]
        assert all(log == logs[0] for log in logs)
        for page in pages:  # who comes anew sees what was told step by step
            again = page.person.sit(page.table["id"])
            assert (again.version, again.view, again.moves) == (page.version, page.view, page.moves)
        assert len(lines_of(file, pages[0].table["id"])) == len(pages[0].log)


def test_of_two_moves_at_once_one_is_made_and_the_other_hears_why(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with processes(file, 2) as servers:
        _, pages = at_table(servers)
        for _ in range(6):
            page = turn(pages)
            other = Person(servers[1 - pages.index(page)], same=page.person).sit(page.table["id"])
            before, move = len(lines_of(file, page.table["id"])), page.moves[-1]
            sent = [(tab, tab.send("play", at=page.version, move=move)) for tab in (page, other)]
            answers = [tab.until(lambda message, name=name: message.get("id") == name) for tab, name in sent]  # type: ignore[misc]
            assert sorted(answer["type"] for answer in answers) == ["done", "problem"]
            assert [answer["code"] for answer in answers if answer["type"] == "problem"] == ["stale"]
            made = lines_of(file, page.table["id"])[before:]
            assert made[0] == f"{page.seat} {move}"
            assert all(line.startswith("*") for line in made[1:])
            other.close()
            together(pages)


def test_what_a_bot_owes_is_done_once_and_by_another_process_when_the_first_dies(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with processes(file, 2, "--bot-pace=0.2") as servers:
        _, pages = at_table(servers, "careless")
        table = pages[0].table["id"]
        while not any(entry["seat"] == 3 for entry in pages[0].log):
            page = turn(pages)
            page.play(page.moves[0])
        with looked_into(file) as database:
            [(process,)] = database.execute("SELECT process FROM jobs WHERE kind = 'bots'").fetchall()
            numbers = [row[0] for row in database.execute("SELECT id FROM processes ORDER BY id").fetchall()]
        driver = numbers.index(process)
        servers[driver].kill()
        left = pages[1 - driver]
        person = Person(servers[1 - driver], same=pages[driver].person)
        both = [left, person.sit(table)]
        for _ in range(9):
            page = turn(both)
            assert page.play(page.moves[0])["type"] == "done"
        assert any(line.startswith("3 ") for line in lines_of(file, table)[-12:])
        with looked_into(file) as database:
            assert database.execute("SELECT process FROM jobs").fetchall() == [(numbers[1 - driver],)]


def test_those_who_are_left_vote_across_processes(tmp_path: Path) -> None:
    with processes(tmp_path / "tables.sqlite", 3) as servers:
        _, pages = at_table(servers)
        servers[2].kill()
        for page in pages[:2]:
            heard(page, lambda table: not seat(table, 3)["here"])
        assert pages[0].ask("agree", seat=3, yes=True)["type"] == "done"
        heard(pages[1], lambda table: seat(table, 3)["agreed"] == [1])
        assert seat(pages[1].table, 3)["who"] == "person"
        assert pages[1].ask("agree", seat=3, yes=True)["type"] == "done"
        for page in pages[:2]:
            heard(page, lambda table: seat(table, 3)["who"] == "bot")
        back = Person(servers[0], same=pages[2].person).sit(pages[0].table["id"])
        assert back.ask("return", seat=3)["type"] == "done"
        for page in pages[:2]:
            heard(page, lambda table: seat(table, 3)["who"] == "person")


def test_a_standing_answer_holds_at_all_processes(tmp_path: Path) -> None:
    """Told at one, given by another while nobody is at the first, and shown to nobody else."""
    file = tmp_path / "tables.sqlite"
    with processes(file, 2) as servers:
        ada, bo = Person(servers[0]), Person(servers[1])
        game = holding(["free-growth"], ["strong-current"])
        with looked_into(file) as database:
            numbers = [number for (number,) in database.execute("SELECT id FROM people ORDER BY id").fetchall()]
        kept(file, game, numbers, "t")
        pages = [ada.sit("t"), bo.sit("t")]
        tab = Person(servers[0], same=bo).sit("t")  # of the same person, at the other process
        assert pages[1].ask("standing", seat=2, window="current", answer="no")["type"] == "done"
        heard(tab, lambda table: seat(table, 2)["standing"].get("current") == "no")
        pages[1].close()
        tab.close()
        assert pages[0].play("play free-growth")["type"] == "done"
        while pages[0].log[-1]["move"] != "pass":
            pages[0].hear()
        assert seat(pages[0].table, 2)["standing"] == {}
        assert lines_of(file, "t")[len(game.log) :] == ["1 play free-growth", "2 pass"]
        again = bo.sit("t")
        assert seat(again.table, 2)["standing"]["current"] == "no"
        assert again.version == pages[0].version


def test_an_analysis_is_made_once_and_gone_on_with_by_another_process(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with processes(file, 2, "--analyst=planning:plans=2:beam=2:deals=1:turns=0") as servers:
        ada = Person(servers[0])
        table = opened(ada, finished())
        other = Person(servers[1], same=ada)
        assert asked(ada, table)["status"] in ("waiting", "working")
        assert asked(other, table)["status"] == "working"  # by the first process
        with looked_into(file) as database:
            assert len(database.execute("SELECT * FROM jobs WHERE kind = 'analysis'").fetchall()) == 1
        while (before := other.get(f"/api/tables/{table}/analysis/state"))["done"] < 2:
            assert before["status"] == "working"
        servers[0].kill()
        found = made(other, table)
        with looked_into(file) as database:
            numbers = [row[0] for row in database.execute("SELECT number FROM analyses ORDER BY number").fetchall()]
            assert database.execute("SELECT * FROM jobs WHERE kind = 'analysis'").fetchall() == []
        assert numbers == list(range(len(found["turns"])))


def test_a_limit_counts_what_was_made_at_all_processes(tmp_path: Path) -> None:
    with processes(tmp_path / "tables.sqlite", 2, "--waiting-tables=3") as servers:
        ada = Person(servers[0])
        wishes = {"game": "reef", "seats": [{"who": "me"}, {"who": "friend"}]}
        people = [ada, Person(servers[1], same=ada)]
        codes = [people[number % 2].post("/api/tables", wishes).status_code for number in range(5)]
        assert codes == [200, 200, 200, 429, 429]


def test_a_database_that_ends_and_comes_back_has_lost_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with processes(file, 2) as servers:
        _, pages = at_table(servers)
        table = pages[0].table["id"]
        for _ in range(2):
            page = turn(pages)
            order = page.send("play", at=page.version, move=page.moves[0])
            databases.server().stop(immediate=True)
            answer = page.until(lambda message, name=order: message.get("id") == name)  # type: ignore[misc]
            assert answer["type"] == "done" or answer["code"] == "database"
            databases.server().start()
            kept = lines_of(file, table)
            if answer["type"] == "done":
                assert len(kept) >= max(len(other.log) for other in pages)
            for page in pages:  # what was made without being confirmed is told
                while len(page.log) < len(kept):
                    page.hear()
            for _ in range(3):
                page = turn(pages)
                while (said := page.play(page.moves[0]))["type"] == "problem":
                    assert said["code"] == "database"
            together(pages)
            assert len(lines_of(file, table)) == len(pages[0].log) == len(pages[1].log)


def test_processes_are_restarted_one_after_the_other(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with processes(file, 2) as servers:
        people, pages = at_table(servers)
        for number, server in enumerate(servers):
            page = turn(pages)
            pages[number].send("play", at=page.version, move=page.moves[0]) if page is pages[number] else None
            server.stop()
            with contextlib.suppress(ConnectionClosed):
                while True:
                    pages[number].hear()
            server.start()
            again = Person(server, same=people[number]).sit(page.table["id"])
            assert again.version >= pages[number].version
            pages[number] = again
            for _ in range(3):
                page = turn(pages)
                assert page.play(page.moves[0])["type"] == "done"
        together(pages)
        assert len(lines_of(file, pages[0].table["id"])) == len(pages[0].log)


def test_nginx_brings_all_pages_of_a_table_to_one_process(tmp_path: Path) -> None:
    """As docs/running/several.conf does it; and puzzles to where they are."""
    file = tmp_path / "tables.sqlite"
    with processes(file, 2) as servers, behind_nginx(tmp_path, servers) as address:
        ada, bo = Person(Behind(address)), Person(Behind(address))
        for _ in range(8):
            made = ada.make("reef", "me", "friend")
            first, second = ada.sit(made["id"]), bo.sit(made["id"])
            assert second.ask("sit", seat=2, name="Bo", invite=made["invite"])["type"] == "done"
            heard(first, lambda table: table["status"] == "playing")
            together([first, second])
            assert first.play(first.moves[0])["type"] == "done"
        with looked_into(file) as database:
            held = database.execute("SELECT process, present FROM holders").fetchall()
        watched = [process for process, present in held if json.loads(present).get("people")]
        assert len(watched) == 8  # nobody is at the same table at another process
        assert len(set(watched)) == 2  # and both have some
        [puzzle] = [found["puzzles"][0]["id"] for found in [ada.get("/api/puzzles/reef")]]
        for _ in range(4):
            opened = ada.post("/api/puzzles", {"puzzle": puzzle}).json()
            page = ada.sit(opened["id"])
            assert page.play(page.moves[0])["type"] == "done"


def serve(address: str, language: str = "en") -> Any:
    import sys

    command = [sys.executable, "-m", "atoll", "--lang", language, "serve", "--port", "0", "--no-open"]
    return subprocess.run([*command, "--data", address], capture_output=True, text=True, timeout=60)


def test_a_database_that_cannot_be_used_is_named_in_one_sentence() -> None:
    running = databases.server()
    cases = {
        running.address("nowhere"): "there is no such database",
        running.address("postgres", password="secret"): "does not let this user in",
        "postgresql://me:secret@127.0.0.1:1/atoll": "does not answer",
        "postgresql://me:secret@127.0.0.1:nine/atoll": "is no address of a database",
        "postgresql:atoll": "is no address of a database",
        "mysql://me:secret@db/atoll": "is something else",
    }
    for address, said in cases.items():
        ended = serve(address)
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ended.stderr.startswith("atoll: ")
        assert said in ended.stderr
        assert len(ended.stderr.splitlines()) == 1
        assert "secret" not in ended.stderr
    assert "ne répond pas" in serve("postgresql://me@127.0.0.1:1/atoll", "fr").stderr
    assert "non risponde" in serve("postgresql://me@127.0.0.1:1/atoll", "it").stderr


def test_processes_that_start_at_once_bring_the_database_to_its_form_once(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    file = tmp_path / "tables.sqlite"
    databases.url(file, empty=True)
    with ThreadPoolExecutor(4) as pool:
        servers = list(pool.map(lambda _: Server(file, *EASY), range(4)))
    assert all(Person(server).hello["games"] for server in servers)
    for server in servers:
        server.stop()


def test_all_that_is_kept_moves_to_a_server_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from atoll.cli import main

    databases.kind = "sqlite"
    server = Server(tmp_path / "here.sqlite")
    ada = Person(server)
    page = ada.sit(ada.make("reef", "me", "careless")["id"])
    page.play(page.moves[0])
    ada.make("reef-encounter", "me", "friend")
    server.stop()
    databases.kind = "postgresql"
    there = databases.address(tmp_path / "there.sqlite")
    assert main(["--lang", "en", "data", "copy", str(tmp_path / "here.sqlite"), there]) == 0
    assert main(["--lang", "en", "data", "copy", str(tmp_path / "here.sqlite"), there]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert main(["--lang", "en", "data", "copy", there, str(tmp_path / "back.sqlite")]) == 0

    def rows(file: Path) -> list[list[Any]]:
        names = ("people", "tables", "seats", "lines", "analyses")
        with contextlib.closing(sqlite3.connect(file)) as database:
            return [database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names]

    assert rows(tmp_path / "back.sqlite") == rows(tmp_path / "here.sqlite")
    moved = Server(tmp_path / "there.sqlite")
    newcomer = Person(moved)
    assert newcomer.sit(page.table["id"]).version >= page.version
    moved.stop()
