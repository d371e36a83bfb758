"""What is kept when the disk fails, and when the power goes in the middle of whatever the store does."""

from __future__ import annotations

import asyncio
import copy
import itertools
import logging
import random
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, insert

import atoll.server
from atoll.server.engines import open_engine
from atoll.server.refusal import Refusal
from atoll.server.schema import people
from atoll.server.store import Store, Work
from tests.server.faulty_disk import (
    FULL,
    LOCK_ERROR,
    READ_ERROR,
    SYNC_ERROR,
    WRITE_ERROR,
    Fault,
    FaultyDisk,
    Note,
    lift,
    read_notes,
)
from tests.server.power import Disk

pytestmark = pytest.mark.once

NUMBERS = itertools.count()
TROUBLES = (
    Fault("write", FULL, "log"),
    Fault("write", WRITE_ERROR, "log", after=1),
    Fault("sync", SYNC_ERROR, "log"),
    Fault("lock", LOCK_ERROR),
)


class Box:
    """A file on a disk that can fail, and who was confirmed to be in it when so much had been noted."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.notes = folder / "notes"
        self.name = f"disk{next(NUMBERS)}"
        self.disk = FaultyDisk(self.notes, self.name)
        self.file = folder / "kept" / "tables.sqlite"
        self.file.parent.mkdir(exist_ok=True)
        self.url = f"sqlite:///file:{self.file}?vfs={self.name}&uri=true"
        self.tried: list[str] = []
        self.confirmed: list[tuple[int, str]] = []

    def add(self, store: Store, number: int, before: Callable[[], None] = lambda: None) -> None:
        """So many people, one after the other; the disk may refuse some."""

        async def adding() -> None:
            for _ in range(number):
                before()
                self.tried.append(f"p{len(self.tried)}")
                with suppress(Refusal):
                    await store.add_person(self.tried[-1])
                    self.confirmed.append((self.notes.stat().st_size, self.tried[-1]))

        asyncio.run(adding())

    def check(self, there: Sequence[str], place: int) -> None:
        """Who was confirmed up to a place in the notes is there once, in order, and perhaps one more who was not."""
        known = [name for noted, name in self.confirmed if noted <= place]
        assert list(there[: len(known)]) == known
        rest = there[len(known) :]
        assert len(rest) <= 1
        assert set(rest) <= set(self.tried)


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def names(file: Path) -> list[str]:
    """The people in a file that is sound, in the order in which they came."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [name for (name,) in database.execute("SELECT token FROM people ORDER BY id")]


def opened_again(file: Path) -> list[str]:
    Store(f"sqlite:///{file}").close()
    return names(file)


def fall(box: Box, base: Disk, often: float, look: Callable[[Path], list[str]] = names, since: int = 0) -> int:
    """Go through all that a disk was asked for, and now and then kill the process there, or cut the power."""
    rng, left, falls = random.Random(5), box.file.parent.with_name("left"), 0
    for place, note in read_notes(box.notes):
        base.carry_out(note)
        if place > since and rng.random() < (1 if note.what in "CUTVD" else often):
            for end in (base.killed, base.cut_off):
                end(left)
                box.check(look(left / box.file.name), place)
                falls += 1
    return falls


def test_the_power_may_go_while_the_file_is_made_or_closed(box: Box) -> None:
    store = Store(box.url)
    box.add(store, 3)
    store.close()
    assert fall(box, Disk(random.Random(1)), 0.15, opened_again) > 30


def test_the_power_may_go_while_an_old_file_is_brought_up_to_date(box: Box) -> None:
    engine = open_engine(f"sqlite:///{box.file}")
    config = Config()
    config.set_main_option("script_location", str(Path(atoll.server.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "tables")
        connection.execute(insert(people), [{"token": f"p{number}", "since": 0.0} for number in range(5)])
        table = "'t', 'reef', '{}', 'waiting', 1, 1, '', '', NULL, 0, 0, 0, 0, 0"
        connection.exec_driver_sql(f"INSERT INTO tables VALUES ({table})")
    engine.dispose()
    base = Disk(random.Random(2), box.file.parent.glob("tables.sqlite*"))
    box.tried = [f"p{number}" for number in range(5)]
    box.confirmed = [(0, name) for name in box.tried]
    Store(box.url).close()

    def look(file: Path) -> list[str]:
        found = opened_again(file)
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("SELECT id, start FROM tables").fetchall() == [("t", 0)]
        return found

    assert fall(box, base, 0.3, look) > 10


def test_the_power_may_go_while_the_log_is_moved_to_its_place(box: Box) -> None:
    store = Store(box.url)
    box.add(store, 600)
    store.close()
    moved = [at for at, (_, note) in enumerate(read_notes(box.notes)) if (note.what, note.file) == ("S", box.file.name)]
    assert len(moved) > 3  # when it was made and closed, and in between
    assert fall(box, Disk(random.Random(3)), 0.02, since=box.confirmed[0][0]) > 100


def test_the_disk_may_fail_again_and_again_and_the_power_go(box: Box) -> None:
    rng = random.Random(4)
    store = Store(box.url)

    def trouble() -> None:
        if rng.random() < 0.5:
            lift(box.notes)
        elif rng.random() < 0.5:
            kind, code = rng.choice((("write", FULL), ("write", WRITE_ERROR), ("sync", SYNC_ERROR)))
            Fault(kind, code, rng.choice(("log", "main", "any")), rng.randrange(6), rng.randrange(1, 9)).order(
                box.notes
            )

    box.add(store, 700, trouble)
    assert 350 < len(box.confirmed) < 690
    lift(box.notes)
    assert names(box.file) == [name for _, name in box.confirmed]
    store.close()
    assert fall(box, Disk(random.Random(4)), 0.02, since=box.confirmed[0][0]) > 100


def test_a_power_cut_takes_what_was_not_synced(box: Box) -> None:
    """The tests above would see it if the store trusted a write too early."""
    with closing(sqlite3.connect(box.file.parent / "tables.sqlite")) as plain:
        plain.execute("PRAGMA journal_mode=WAL")
        plain.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, token TEXT)")
    base = Disk(random.Random(6), box.file.parent.glob("tables.sqlite*"))
    where = f"file:{box.file}?vfs={box.name}"
    with closing(sqlite3.connect(where, uri=True, isolation_level=None)) as careless:
        careless.execute("PRAGMA synchronous=NORMAL")
        for number in range(50):
            careless.execute("INSERT INTO people (token) VALUES (?)", [f"p{number}"])
            box.tried.append(f"p{number}")
            box.confirmed.append((box.notes.stat().st_size, f"p{number}"))
    with pytest.raises(AssertionError):
        fall(box, base, 0.1)


def test_what_a_server_finds_after_a_kill_is_safe_before_it_tells(box: Box, tmp_path: Path) -> None:
    store = Store(box.url)
    box.add(store, 8)
    base, notes = Disk(random.Random(7)), [note for _, note in read_notes(box.notes)]
    found = 0
    for note, following in itertools.pairwise([*notes, Note("D", "")]):
        base.carry_out(note)
        if (note.what, following.what) != ("W", "S") or not base.names[note.file].seen().count(b"p"):
            continue
        found += 1
        again = Box(tmp_path / f"again{found}")
        disk = copy.deepcopy(base)
        disk.killed(again.file.parent)
        told = Store(again.url)
        seen = names_told(told)
        for _, later in read_notes(again.notes):
            disk.carry_out(later)
        disk.cut_off(again.file.parent)
        assert names(again.file) == seen
        told.close()
    assert found > 8
    store.close()


def names_told(store: Store) -> list[str]:
    with store.engine.connect() as connection:
        return list(connection.exec_driver_sql("SELECT token FROM people ORDER BY id").scalars())


def together(store: Store, *works: Work[object]) -> list[object]:
    """Have things written in one transaction."""
    queued = threading.Event()

    async def write() -> list[object]:
        first = asyncio.ensure_future(store.write(lambda _: queued.wait(20)))
        tasks = [asyncio.ensure_future(store.write(work)) for work in works]
        await asyncio.sleep(0.05)
        queued.set()
        await asyncio.gather(first, return_exceptions=True)
        return list(await asyncio.gather(*tasks, return_exceptions=True))

    return asyncio.run(write())


def adding(name: str, text: str = "") -> Work[object]:
    row = {"token": name, "name": text, "since": 0.0}
    return lambda database: database.execute(insert(people).values(row)).rowcount


@pytest.mark.parametrize("code", [FULL, WRITE_ERROR])
def test_an_error_that_takes_everything_back_confirms_nothing(box: Box, code: int) -> None:
    store = Store(box.url)

    def long(database: Connection) -> object:
        Fault("write", code, "log").order(box.notes)
        try:
            return adding("long", "x" * 9_000_000)(database)  # more than is held back until the end
        finally:
            lift(box.notes)

    answers = together(store, adding("p0"), long, adding("p2"))
    assert [isinstance(answer, Refusal) for answer in answers] == [True] * 3
    assert names(box.file) == []
    assert together(store, adding("p0"), adding("p1")) == [1, 1]
    assert names(box.file) == ["p0", "p1"]
    store.close()


@pytest.mark.parametrize("fault", TROUBLES, ids=lambda fault: f"{fault.operation}-{fault.code}")
def test_a_transaction_that_cannot_be_written_is_refused_as_a_whole(box: Box, fault: Fault) -> None:
    store = Store(box.url)
    box.add(store, 2)
    for _ in range(3):
        fault.order(box.notes)
        answers = together(store, *(adding(f"q{number}") for number in range(5)))
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["database"] * 5
        lift(box.notes)
        assert names(box.file) == ["p0", "p1"]
    box.add(store, 2)
    assert names(box.file) == ["p0", "p1", "p2", "p3"]
    store.close()


def test_a_lock_of_another_program_is_waited_for_once(box: Box) -> None:
    store = Store(box.url)
    with closing(sqlite3.connect(box.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = together(store, *(adding(f"q{number}") for number in range(50)))
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["database"] * 50
        other.execute("ROLLBACK")
    assert box.disk.slept < 25_000_000  # microseconds: ten seconds for the one before them, ten for all of them
    assert together(store, adding("p0")) == [1]
    store.close()


def test_a_checkpoint_that_fails_is_nobodys_problem(box: Box) -> None:
    store = Store(box.url)
    Fault("write", FULL, "main").order(box.notes)
    box.add(store, 600)
    assert len(box.confirmed) == 600
    assert any(note.what == "X" for _, note in read_notes(box.notes))
    lift(box.notes)
    store.close()
    assert names(box.file) == box.tried


def test_a_full_disk_does_not_keep_a_server_from_starting(box: Box) -> None:
    store = Store(f"sqlite:///{box.file}")
    asyncio.run(store.add_person("p0"))
    copied = Box(box.file.parent.parent / "copied")
    for file in box.file.parent.glob("tables.sqlite*"):  # as a kill leaves it, its log not yet moved
        if not file.name.endswith("-shm"):
            (copied.file.parent / file.name).write_bytes(file.read_bytes())
    store.close()
    Fault("write", FULL).order(copied.notes)
    again = Store(copied.url)
    assert names_told(again) == ["p0"]
    lift(copied.notes)
    asyncio.run(again.add_person("p1"))
    assert names(copied.file) == ["p0", "p1"]
    again.close()


def test_trouble_is_logged_when_it_begins_and_ends_without_what_is_kept(
    box: Box, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(box.url)
    caplog.set_level(logging.INFO, "atoll")
    Fault("any", WRITE_ERROR).order(box.notes)
    box.add(store, 5)
    with pytest.raises(Refusal):
        asyncio.run(store.find_person("p0"))
    lift(box.notes)
    box.add(store, 5)
    assert [record.message for record in caplog.records] == [
        "the database does not work: disk I/O error",
        "the database works again",
    ]
    store.close()


def test_a_read_that_fails_is_refused_and_the_next_one_is_not(box: Box) -> None:
    store = Store(f"sqlite:///{box.file}")
    asyncio.run(store.add_person("p0"))
    store.close()
    again = Store(box.url)
    again.engine.dispose()  # nothing is remembered
    Fault("read", READ_ERROR).order(box.notes)
    with pytest.raises(Refusal) as refused:
        asyncio.run(again.find_person("p0"))
    assert (refused.value.code, refused.value.status) == ("database", 503)
    lift(box.notes)
    assert asyncio.run(again.find_person("p0")) == (1, None)
    again.close()
