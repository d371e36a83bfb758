"""What a server logs, and what it does not."""

from __future__ import annotations

import json
import logging
import secrets
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from atoll.server.chance import new_seed
from atoll.server.hall import code
from atoll.server.logs import Json, Plain
from tests.server.running import Person, Server

pytestmark = pytest.mark.once


def record(error: Exception | None = None, text: str = "table %s", *values: object) -> logging.LogRecord:
    trace = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("atoll", logging.ERROR, __file__, 1, text, values or ("abc",), trace)


def raised() -> Exception:
    try:
        [].pop()
    except IndexError as error:
        return error
    raise AssertionError


def test_a_thing_is_a_line_with_its_trace() -> None:
    plain = Plain().format(record(raised(), "two\nlines %s\x1b", 7))
    assert plain.count("\n") == 0
    assert " error atoll: two lines 7" in plain
    assert "| IndexError: pop from empty list | test_logs.py:" in plain
    said = json.loads(Json().format(record(raised())))
    assert said["level"] == "error"
    assert said["message"] == "table abc"
    assert said["error"] == "IndexError: pop from empty list"
    assert said["trace"].endswith(" raised")
    assert said["time"].endswith("Z")
    assert "error" not in json.loads(Json().format(record()))


@pytest.mark.parametrize("form", [Plain(), Json()])
def test_what_looks_like_a_secret_is_masked(form: logging.Formatter) -> None:
    seed = new_seed()
    assert seed not in form.format(record(ValueError(f"bad {seed}"), "seed %s", seed))
    token = secrets.token_urlsafe(32)
    assert token not in form.format(record(None, "cookie atoll_device=%s;", token))
    invite = code(16)
    assert invite not in form.format(record(None, "/t/abc?invite=%s", invite))


def test_a_log_in_json_tells_of_migrations_start_and_stop_and_of_nobody(tmp_path: Path) -> None:
    file, log = tmp_path / "tables.sqlite", tmp_path / "log"
    with log.open("w") as stream:
        server = Server(file, "--log", "json", stderr=stream)
        ada = Person(server)
        made = ada.make("reef", "me", "friend")
        ada.sit(made["id"])
        assert httpx.get(f"{server.address}/t/{made['id']}?invite={made['invite']}").status_code in (200, 503)
        assert ada.post("/api/tables", {"game": "nothing"}).status_code == 422
        server.stop()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    messages = [line["message"] for line in lines]
    assert messages[0].startswith("the database was brought from form 0 to ")
    assert [message.split(":")[0] for message in messages[1:]] == ["started", "stopped"]
    with closing(sqlite3.connect(file)) as database:
        [seed] = database.execute("SELECT seed FROM tables").fetchone()
    for secret in (seed, made["invite"], made["id"], *ada.http.cookies.values()):
        assert secret not in log.read_text()


def test_a_table_that_breaks_is_a_line_without_what_it_hides(tmp_path: Path) -> None:
    file, log = tmp_path / "tables.sqlite", tmp_path / "log"
    with log.open("w") as stream:
        server = Server(file, "--bot-pace", "0", stderr=stream)
        ada = Person(server)
        table = ada.make("reef", "me", "me")["id"]
        page = ada.sit(table, 1)
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("ALTER TABLE lines RENAME TO lost")
            [seed, invite] = database.execute("SELECT seed, invite FROM tables").fetchone()
        assert page.play(page.moves[0])["code"] == "database"
        [line] = log.read_text().splitlines()
        server.stop()
    assert "error atoll: the database does not work: " in line
    assert "no such table: lines" in line
    assert seed not in line
    assert invite not in line
    assert page.moves[0] not in line


def test_a_refused_start_is_a_line_of_the_log(tmp_path: Path) -> None:
    (tmp_path / "poem").write_text("The sea is calm to-night." * 300)
    command = [sys.executable, "-m", "atoll", "--lang", "en", "serve", "--port", "0", "--no-open", "--log", "json"]
    ended = subprocess.run([*command, "--data", str(tmp_path / "poem")], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (1, "")
    said = json.loads(ended.stderr)
    assert said["level"] == "error"
    assert said["message"].startswith("not started: ")
