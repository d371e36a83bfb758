"""All that is kept, moved between a file and a server: every record is compared, and what cannot be is said."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from atoll.cli import main
from atoll.core.messages import LANGUAGES, Message
from atoll.server import copying
from atoll.server.engines import migrate, open_engine
from atoll.server.places import shown
from atoll.server.schema import analyses, lines, people, seats, tables
from tests.server import databases

pytestmark = pytest.mark.served
NAMES = ("aB", "Ab", "a-b", "ab", "B", "b", "é", "Zz", "_", "a b")  # sorted by bytes here, by habit elsewhere
ROWS = 2 * copying.AT_ONCE + 3


def filled(file: Path) -> None:
    """Some of everything that is kept, with what is hard to carry: no value, other alphabets, fractions of a second."""
    engine = open_engine(f"sqlite:///{file}")
    migrate(engine)
    table: dict[str, Any] = {
        "game": "reef",
        "options": "{}",
        "status": "playing",
        "version": 3,
        "host": 7,
        "invite": "x",
        "seed": "0" * 64,
        "header": 'a "quoted"\nheader \\ with ü',
        "decides": 1,
        "base": 0,
        "tutorial": False,
        "revision": 12,
        "created": 1_700_000_000.123456789,
        "changed": 0.1 + 0.2,
    }
    nobody = {"wish": "friend", "who": "friend", "left": False, "conceded": False, "standing": ""}
    with engine.begin() as database:
        who = [
            {"id": number, "token": f"{number:064x}", "name": "🐠 Žofie" if number % 2 else None, "since": number / 3}
            for number in range(1, ROWS)
        ]
        database.execute(insert(people), who)
        database.execute(insert(tables), [table | {"id": name} for name in NAMES])
        chairs = [nobody | {"table": name, "seat": seat} for name in NAMES for seat in (1, 2)]
        database.execute(insert(seats), chairs)
        record = [{"table": name, "number": number, "text": f"1 move {number}"} for name in NAMES for number in (2, 1)]
        record += [{"table": "ab", "number": number, "text": "* x"} for number in range(3, ROWS)]
        database.execute(insert(lines), record)
        judged = {"table": "b", "version": "v", "total": ROWS, "text": "[0.1, 1e-300]"}
        database.execute(insert(analyses), [judged | {"number": number} for number in range(ROWS)])
    engine.dispose()


def everything(url: str) -> list[set[Any]]:
    engine = open_engine(url)
    with engine.connect() as database:
        found = [{tuple(row) for row in database.execute(select(table))} for table in copying.KEPT]
    engine.dispose()
    return found


def copy(*words: str, language: str = "en") -> int:
    return main(["--lang", language, "data", "copy", *words])


def test_many_records_of_all_kinds_go_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, back = tmp_path / "here.sqlite", tmp_path / "back.sqlite"
    filled(here)
    there = databases.address(tmp_path / "there")
    assert copy(str(here), there) == 0
    assert copy(there, str(back)) == 0
    said = capsys.readouterr()
    before = everything(f"sqlite:///{here}")
    assert all(before)
    assert everything(databases.url(tmp_path / "there")) == before == everything(f"sqlite:///{back}")
    assert said.out.count(str(sum(map(len, before)))) == 2
    assert back.stat().st_mode & 0o077 == 0  # seeds are in it


def test_a_copy_that_differs_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(tmp_path / "here.sqlite")
    there = databases.address(tmp_path / "there")
    original = copying.in_parts

    def careless(place: Any, database: Any, table: Any) -> Any:
        for rows in original(place, database, table):
            wrong = table is lines and database.dialect.name == "postgresql"
            yield [row | {"text": "1 move 99"} for row in rows] if wrong else rows

    monkeypatch.setattr(copying, "in_parts", careless)
    assert copy(str(tmp_path / "here.sqlite"), there) == 1
    assert "lines" in capsys.readouterr().err
    monkeypatch.undo()
    assert not any(everything(databases.url(tmp_path / "there")))


def test_what_cannot_be_copied_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(tmp_path / "here.sqlite")
    here, there = str(tmp_path / "here.sqlite"), databases.address(tmp_path / "there")
    nobody, nowhere = "postgresql://me:secret@127.0.0.1:1/atoll", databases.server().address("nowhere")
    missing, note = str(tmp_path / "missing.sqlite"), tmp_path / "note.txt"
    note.write_text("no database")
    assert copy(here, there) == 0
    capsys.readouterr()
    cases = [
        ((here, there), "not_empty", shown(databases.url(tmp_path / "there"))),
        ((there, here), "not_empty", here),
        ((nobody, str(tmp_path / "new.sqlite")), "unreachable", shown(nobody)),
        ((here, nobody), "unreachable", shown(nobody)),
        ((here, nowhere), "no_such", shown(nowhere)),
        ((missing, there), "missing", missing),
        ((str(note), there), "no_database", str(note)),
        ((here, str(note)), "no_database", str(note)),
    ]
    for words, key, name in cases:
        for language in LANGUAGES:
            assert copy(*words, language=language) == 1
            said = capsys.readouterr()
            sentence = Message(f"data.{key}", {"file": name, "reason": "@@"}).text(language).partition("@@")[0]
            assert said.err.startswith(f"atoll: {sentence}"), (words, said.err)
            assert len(said.err.splitlines()) == 1
            assert "secret" not in said.err + said.out


def test_a_bar_shows_how_far_it_is(tmp_path: Path) -> None:
    filled(tmp_path / "here.sqlite")
    ours, theirs = pty.openpty()  # a terminal
    words = ["data", "copy", str(tmp_path / "here.sqlite"), databases.address(tmp_path / "there")]
    with contextlib.closing(os.fdopen(ours, "rb", buffering=0)) as terminal:
        done = subprocess.run([sys.executable, "-m", "atoll", *words], stderr=theirs, stdout=subprocess.DEVNULL)
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # its other end is closed
            while part := terminal.read(65536):
                shown += part
    assert done.returncode == 0
    assert "█".encode() in shown
    assert b" rows" in shown
