"""The database as a file: who may read it, who may use it, copies of it, and starts that fail in a sentence."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from atoll.cli import main
from atoll.cli.data import checked
from atoll.core.errors import AtollError
from atoll.server.archive import Archive
from atoll.server.files import backup, named
from atoll.server.places import in_file
from atoll.server.store import Store
from tests.server.running import Person, Server

pytestmark = pytest.mark.once


def mode(file: Path) -> str:
    return oct(file.stat().st_mode & 0o777)


def serve(file: object, *more: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    """Start a server that does not get far."""
    command = [sys.executable, "-m", "atoll", "--lang", language, "serve", "--port", "0", "--no-open"]
    command += ["--data", str(file), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.fixture
def old_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


# Who may read it


@pytest.mark.usefixtures("old_umask")
def test_files_are_their_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "tables.sqlite"
    server = Server(file)
    Person(server)
    names = {path.name for path in file.parent.iterdir()}
    assert names == {"tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm", "tables.sqlite.lock"}
    assert {mode(path) for path in file.parent.iterdir()} == {"0o600"}
    assert mode(file.parent) == "0o700"
    assert main(["backup", "--data", str(file), str(tmp_path / "copy.sqlite")]) == 0
    assert mode(tmp_path / "copy.sqlite") == "0o600"
    server.stop()


def test_files_that_stood_open_are_closed_and_it_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "tables.sqlite"
    Store(f"sqlite:///{file}").close()
    file.chmod(0o644)
    Store(f"sqlite:///{file}").close()
    assert mode(file) == "0o600"
    assert caplog.messages == [f"others could read the database, and now only its owner can: {file}"]
    Store(f"sqlite:///{file}").close()
    assert len(caplog.messages) == 1


def test_an_error_of_the_database_names_no_values(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    with store.engine.connect() as connection, pytest.raises(Exception, match="no such table") as caught:
        connection.exec_driver_sql("INSERT INTO nowhere VALUES (?)", ("the-seed",))
    assert "the-seed" not in str(caught.value)
    store.close()


# Who may use it


@pytest.mark.parametrize("link", ["symbolic", "hard", "folder"])
def test_no_link_lets_a_second_server_in(tmp_path: Path, link: str) -> None:
    folder = tmp_path / "data"
    server = Server(folder / "tables.sqlite")
    other = tmp_path / "other.sqlite"
    if link == "symbolic":
        other.symlink_to(server.file)
    elif link == "hard":
        other.hardlink_to(server.file)
    else:
        (tmp_path / "there").symlink_to(folder)
        other = tmp_path / "there" / "tables.sqlite"
    ended = serve(other)
    assert (ended.returncode, ended.stdout) == (1, "")
    said = "has a second name" if link == "hard" else "another server keeps its tables in"
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    server.stop()


# Copies


def numbers(file: Path) -> int:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM lines").fetchone()[0])


def test_a_copy_made_while_people_play_is_whole_and_can_be_restored(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    ada = Person(server)
    table = ada.make("reef", "me", "me")["id"]
    pages = [ada.sit(table, seat) for seat in (1, 2)]
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set() and pages[0].table["status"] == "playing":
            for page in pages:
                page.my_turn() if page.moves else None
                if page.moves:
                    page.play(page.moves[0])
            for page, other in (pages, pages[::-1]):
                if not other.moves and page.version != other.version:
                    page.hear() if page.version < other.version else other.hear()

    playing = threading.Thread(target=play)
    playing.start()
    copies = [tmp_path / f"copy{number}.sqlite" for number in range(5)]
    assert [main(["backup", "--data", str(server.file), str(copy)]) for copy in copies] == [0] * 5
    stop.set()
    playing.join(60)
    lines = [numbers(copy) for copy in copies]
    assert lines == sorted(lines)
    assert [path.name for path in tmp_path.glob("copy*")] == [path.name for path in tmp_path.glob("copy?.sqlite")]
    for copy in copies:
        assert main(["data", "check", "--data", str(copy)]) == 0
    # Restored: stopped, copied into its place, started.
    server.stop()
    assert not list(tmp_path.glob("tables.sqlite-*"))
    shutil.copy(copies[-1], server.file)
    server.start()
    page = ada.sit(table, 1)
    assert (len(page.log), page.table["status"]) == (lines[-1], "playing")
    page.close()
    server.stop()


def test_a_copy_overwrites_nothing_and_leaves_nothing_half_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "tables.sqlite", tmp_path / "copy.sqlite"
    Store(f"sqlite:///{source}").close()
    target.write_text("mine")
    assert main(["--lang", "en", "backup", "--data", str(source), str(target)]) == 1
    assert capsys.readouterr().err == f"atoll: {target} is there already, and nothing is overwritten\n"
    assert target.read_text() == "mine"
    for wrong in (tmp_path / "nowhere" / "copy.sqlite", tmp_path / "copy.sqlite" / "copy.sqlite"):
        with pytest.raises(AtollError, match="cannot be used"):
            backup(source, wrong)
    target.write_bytes(os.urandom(9999))
    with pytest.raises(AtollError, match="no database of Atoll"):
        backup(target, tmp_path / "other.sqlite")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "tables.sqlite"]
    folder = tmp_path / "copies"
    folder.mkdir()
    assert main(["--lang", "en", "backup", "--data", str(source), str(folder)]) == 0
    [made] = folder.iterdir()
    assert str(made) in capsys.readouterr().out


def test_a_damaged_database_is_not_copied(tmp_path: Path) -> None:
    source = tmp_path / "tables.sqlite"
    Store(f"sqlite:///{source}").close()
    with closing(sqlite3.connect(source)) as database, database:
        database.executemany("INSERT INTO people (token, since) VALUES (?, 0)", [(str(n) * 60,) for n in range(2000)])
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = database.execute("PRAGMA page_size").fetchone()[0]
    with source.open("r+b") as file:
        file.seek(size * 20)
        file.write(os.urandom(size * 4))
    with pytest.raises(AtollError, match="damaged"):
        backup(source, tmp_path / "copy.sqlite")
    assert not list(tmp_path.glob("copy*"))


def test_a_plain_copy_has_what_was_written_before_a_stop_or_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atoll.server.store.QUIET", 0.05)
    file = tmp_path / "tables.sqlite"
    store = Store(f"sqlite:///{file}")

    def copied() -> int:
        shutil.copy(file, tmp_path / "copy")
        with closing(sqlite3.connect(tmp_path / "copy")) as database:
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'people'").fetchone():
                return 0
            return int(database.execute("SELECT count(*) FROM people").fetchone()[0])

    asyncio.run(store.add_person("a"))
    for _ in range(200):
        if copied():
            break
        threading.Event().wait(0.05)
    assert copied() == 1
    monkeypatch.setattr("atoll.server.store.QUIET", 600)
    asyncio.run(store.add_person("b"))
    monkeypatch.setattr("atoll.server.store.OFTEN", 0)  # however busy it is
    asyncio.run(store.add_person("c"))
    assert copied() == 2
    store.close()
    assert copied() == 3
    assert not file.with_name("tables.sqlite-wal").exists()


# Starts that fail


def no_database(folder: Path) -> Path:
    (folder / "poem.txt").write_text("The sea is calm to-night.\n" * 400)
    return folder / "poem.txt"


def of_another(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "other.sqlite")) as database, database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    return folder / "other.sqlite"


def newer(folder: Path) -> Path:
    Store(f"sqlite:///{folder}/new.sqlite").close()
    with closing(sqlite3.connect(folder / "new.sqlite")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = 'tomorrow'")
    return folder / "new.sqlite"


def under_a_file(folder: Path) -> Path:
    (folder / "file").write_text("")
    return folder / "file" / "tables.sqlite"


STARTS = {
    "no database": (no_database, "is no database of Atoll"),
    "another's": (of_another, "is no database of Atoll"),
    "newer": (newer, "was written by a newer version of Atoll"),
    "a folder": (lambda folder: folder, "is a folder"),
    "under a file": (under_a_file, "cannot be used: Not a directory"),
    "not writable": (lambda _: Path("/sys/atoll/tables.sqlite"), "cannot be written: this user may not"),
    "an address": (lambda _: "mysql://me:secret@db/atoll", "postgresql://…; mysql://… is something else"),
}


@pytest.mark.parametrize("case", STARTS)
def test_a_start_that_fails_says_why_in_one_sentence_and_promises_no_address(tmp_path: Path, case: str) -> None:
    made, said = STARTS[case]
    ended = serve(made(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("atoll: ")
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert "secret" not in ended.stderr


def test_a_start_that_fails_speaks_the_users_language(tmp_path: Path) -> None:
    file = no_database(tmp_path)
    assert "est pas une base de données" in serve(file, language="fr").stderr
    assert "non è una base di dati" in serve(file, language="it").stderr


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--port", "70000"], "there is no port 70000"),
        (["--host", "203.0.113.7"], "this machine has no address 203.0.113.7"),
        (["--host", "nowhere.invalid"], "this machine has no address nowhere.invalid"),
    ],
)
def test_an_address_where_one_cannot_listen_is_named(tmp_path: Path, more: list[str], said: str) -> None:
    ended = serve(tmp_path / "tables.sqlite", *more)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_port_that_is_taken_gives_way_to_the_next_free_one_of_twenty(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = Server(tmp_path / "tables.sqlite", "--port", str(port))
        assert int(server.port) > port
        assert Person(server).hello["version"]
        server.stop()


def test_a_disk_that_is_full_at_the_start_is_named(tmp_path: Path) -> None:
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)); "
        "from atoll.cli import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", limited, "--lang", "en", "serve", "--port", "0", "--no-open", "--data"]
    command.append(str(tmp_path / "tables.sqlite"))
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("atoll: ")
    assert "tables.sqlite cannot be" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


# Replaying all


def test_the_check_names_what_todays_rules_refuse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path / "tables.sqlite")
    ada = Person(server)
    good, bad, odd, waiting = (ada.make("reef", seat, "careless")["id"] for seat in (*["greedy"] * 3, "friend"))
    with closing(sqlite3.connect(server.file)) as database, database:
        number = len(database.execute("SELECT header FROM tables WHERE id = ?", [bad]).fetchone()[0].split("\n")) + 1
        database.execute("INSERT INTO lines VALUES (?, 1, '1 juggle w')", [bad])
        database.execute("UPDATE tables SET rules_version = 0 WHERE id = ?", [bad])
        database.execute("UPDATE tables SET options = '{' WHERE id = ?", [odd])
    before = server.file.read_bytes(), server.file.with_name("tables.sqlite-wal").read_bytes()
    assert main(["--lang", "en", "data", "check", "--data", str(server.file)]) == 1
    assert before == (server.file.read_bytes(), server.file.with_name("tables.sqlite-wal").read_bytes())
    refused, unread, summary = capsys.readouterr().out.splitlines()
    assert refused.startswith(f"{bad} (reef, rules 0): line {number} (1 juggle w): ")
    assert unread == f"{odd} (-, rules -): its row in the database cannot be read"
    assert summary.startswith(f"Tables in {server.file}: 4. Fine: 2. Refused by today")
    server.stop()
    with closing(sqlite3.connect(server.file)) as database, database:
        database.execute('DELETE FROM lines WHERE "table" = ?', [bad])
        database.execute("UPDATE tables SET options = '{}' WHERE id = ?", [odd])
    assert main(["--lang", "en", "data", "check", "--data", str(server.file)]) == 0
    archive = Archive(in_file(server.file))
    assert set(archive.names) == {good, bad, odd, waiting}
    archive.close()


def test_many_tables_are_checked_on_all_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("atoll.cli.data.FEW", 1)
    server = Server(tmp_path / "tables.sqlite")
    ada = Person(server)
    names = [ada.make("reef", "greedy", "greedy")["id"] for _ in range(40)]
    server.stop()
    with closing(sqlite3.connect(server.file)) as database, database:
        database.execute("INSERT INTO lines VALUES (?, 1, '1 juggle w')", [names[20]])
    archive = Archive(in_file(server.file))
    assert [wrong.table if wrong else None for wrong in checked(archive)] == [None] * 20 + [names[20]] + [None] * 19
    archive.close()


def test_the_check_reads_a_database_of_an_older_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path / "tables.sqlite")
    Person(server).make("reef", "me", "me")
    server.stop()
    with closing(sqlite3.connect(server.file)) as database, database:
        for column in ("rules_version", "start", "nonces"):
            database.execute(f"ALTER TABLE tables DROP COLUMN {column}")
    assert main(["--lang", "en", "data", "check", "--data", str(server.file)]) == 0
    assert "Fine: 1." in capsys.readouterr().out


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["data", "check"], ["backup", str(tmp_path / "copy")]):
        assert main(["--lang", "en", *command, "--data", str(tmp_path / "none.sqlite")]) == 1
        assert capsys.readouterr().err == f"atoll: there is no database {tmp_path / 'none.sqlite'}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_loop_of_links_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(AtollError):
        named(str(tmp_path / "a"))
