"""What is kept: people, tables, seats, and of every game the header and one row a line. SQLite, ready for others.

This room and `archive.py` alone speak SQL; the others say what shall be kept or found. Seats count from 1 in the rows.
All writing goes through one thread that puts whatever has come in meanwhile into one transaction; whoever waits for a
write goes on when it is on the disk, not before.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    RowMapping,
    Select,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, OperationalError

from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.core.state import NOBODY
from atoll.server import metrics
from atoll.server.chance import mixed
from atoll.server.files import kept_private, made, trouble
from atoll.server.nonces import plain
from atoll.server.refusal import Refusal
from atoll.server.seats import Seated, Seats
from atoll.server.wire import Status

log = logging.getLogger("atoll")
T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_AT_ONCE = 256
MOST_LISTED = 30
MOST_FORGOTTEN = 50  # rows deleted at once
A_DAY = 24 * 3600.0
QUIET = 5.0  # seconds without a write, until there is time for a checkpoint
OFTEN = 60.0  # seconds until there is one anyway
DRAWN = -1  # a chair that the seed names

metadata = MetaData()
OPEN = text("who = 'open'")  # few seats of many, with an index of their own: that is found by this very text

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # a hash; the token itself is only in the cookie
    Column("name", String(40)),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False, server_default="0"),  # to the day
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("status", String(10), nullable=False),
    Column("version", Integer, nullable=False),
    Column("host", ForeignKey("people.id"), index=True),
    Column("invite", String(32), nullable=False),
    Column("seed", String(80), nullable=False),
    Column("header", Text),  # lines of the record before the first move; none while the table waits
    Column("decides", Integer, nullable=False),  # the seat to move, for lists; 0: none
    Column("base", Integer, nullable=False),  # lines of the log that were there before anyone played here
    Column("tutorial", Boolean, nullable=False),
    Column("start", Integer),  # the chair of the start player; 0: drawn; none: all stay where they sat down
    Column("nonces", Text),  # what browsers gave for the seed, by chair, parted by colons; none: the seed stands alone
    Column("rules_version", Integer),  # by which the record was last followed; none: before versions were kept
    Column("hints", Boolean),  # whether they are allowed; none: as it is usual for who sits there
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Index("ix_tables_status_changed", "status", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("wish", String(10), nullable=False),  # what it was set up as
    Column("who", String(10), nullable=False),
    Column("person", ForeignKey("people.id"), index=True),
    Column("name", String(40)),
    Column("bot", String(40)),
    Column("left", Boolean, nullable=False),
    Column("conceded", Boolean, nullable=False),
    Column("standing", Text, nullable=False, server_default=""),  # what it answers in windows, see `seats.py`
    Index("ix_seats_open", "table", sqlite_where=OPEN),
)

lines = Table(
    "lines",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the turn, from 0
    Column("version", String(80), nullable=False),  # of all that judged it
    Column("total", Integer, nullable=False),  # turns that the game has
    Column("text", Text, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),  # when the database was last seen to be writable
)


@dataclass(frozen=True)
class Facts:
    """A table as it is kept, without its seats and lines."""

    id: str
    game: str
    options: dict[str, str]
    status: Status
    host: int | None
    invite: str
    seed: str
    version: int = 1
    header: tuple[str, ...] = ()
    decides: int = NOBODY  # the seat to move, for lists
    base: int = 0
    tutorial: bool = False
    start: int | None = None  # the chair of the start player, or DRAWN; None: all stay where they sat down
    nonces: tuple[str, ...] = ()  # by chair, see `nonces.py`
    rules_version: int | None = None  # by which the record was last followed; None: before versions were kept
    hints: bool | None = None  # whether they are allowed; None: as it is usual for who sits there
    changed: float = field(default_factory=time.time)

    @property
    def mixed(self) -> str:
        """What everything at this table is drawn from."""
        return mixed(self.seed, plain(self.nonces))


@dataclass(frozen=True)
class Kept:
    """A table as it was found."""

    facts: Facts
    seated: Seats
    lines: list[str]


def open_engine(url: str, read_only: bool = False) -> Engine:
    engine = create_engine(url, hide_parameters=True)  # errors are logged, and seeds are among what is written
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # transactions begin where we say so, see below
            cursor = connection.cursor()
            if not read_only:
                cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.execute("PRAGMA busy_timeout=10000")
            cursor.close()

        @event.listens_for(engine, "begin")
        def begun(connection: Connection) -> None:
            connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def migrate(engine: Engine, form: str = "head") -> None:
    """Bring the database to a form, the present one if none is named; AtollError says why that cannot be."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    file = Path(engine.url.database or "")
    try:
        with engine.begin() as connection:
            look_at(connection, file)
            config.attributes["connection"] = connection
            here = MigrationContext.configure(connection)
            before = here.get_current_revision()
            command.upgrade(config, form)
            if (after := here.get_current_revision()) != before:
                log.info("the database was brought from form %s to %s", before or "0", after)
    except CommandError as error:
        if not isinstance(error.__cause__, ResolutionError):
            raise
        # Its form is none that we know.
        raise AtollError(Message("data.newer", {"file": str(file)})) from None
    except (DBAPIError, sqlite3.Error) as error:
        raise trouble(file, error.orig if isinstance(error, DBAPIError) and error.orig else error) from None


def look_at(connection: Connection, file: Path) -> None:
    """Whether this is a database of ours, or an empty one."""
    names = inspect(connection).get_table_names()
    if names and "alembic_version" not in names:
        raise AtollError(Message("data.no_database", {"file": str(file)}))


def secure(engine: Engine) -> None:
    """What a killed server wrote last may be readable and yet not on the disk: put it there before anyone is told."""
    if engine.dialect.name != "sqlite":
        return
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint")
    except OperationalError as error:  # a full disk has it already; it only could not be moved to its place
        if getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_FULL:
            raise


class Store:
    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        file = Path((self.engine.url.database or "").removeprefix("file:"))
        try:
            made(file)
            migrate(self.engine)
            secure(self.engine)
        except AtollError:
            self.engine.dispose()
            raise
        kept_private(file)
        # The lock that another program may hold is waited for once, not by every job.
        self._writing = self.engine.execution_options(begin="BEGIN IMMEDIATE")
        self._failing = False
        self._jobs: queue.SimpleQueue[tuple[Work[Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    # People

    async def add_person(self, token: str) -> int:
        """Someone new, known by the hash of a token."""
        now = time.time()
        row = {"token": token, "name": None, "since": now, "seen": now}

        def add(database: Connection) -> int:
            key = database.execute(insert(people).values(row)).inserted_primary_key
            assert key is not None
            return int(key[0])

        return await self.write(add)

    async def find_person(self, token: str) -> tuple[int, str | None] | None:
        """Who that is, and how they are called."""
        query = select(people.c.id, people.c.name, people.c.seen).where(people.c.token == token)
        row = await self.read(lambda database: database.execute(query).first())
        if row is None:
            return None
        if row.seen < time.time() - A_DAY:
            saw = update(people).where(people.c.id == row.id).values(seen=time.time())
            with contextlib.suppress(DBAPIError, AtollError):  # a full disk keeps nobody out
                await self.write(lambda database: database.execute(saw))
        return row.id, row.name

    async def rename(self, person: int, name: str) -> None:
        change = update(people).where(people.c.id == person).values(name=name)
        await self.write(lambda database: database.execute(change))

    # Tables

    async def keep_table(self, facts: Facts, seated: Seats, texts: Sequence[str] = ()) -> None:
        """A new table, with the lines that are there before anyone plays."""

        def keep(database: Connection) -> None:
            database.execute(insert(tables).values(_row(facts) | {"created": facts.changed}))
            database.execute(insert(seats), [_place(facts, at) | vars(seat) for at, seat in enumerate(seated)])
            _append(database, facts, 0, texts)

        await self.write(keep)

    async def append_lines(self, facts: Facts, after: int, texts: Sequence[str]) -> None:
        """Lines of a record that has `after` of them, and how the table stands then."""

        def keep(database: Connection) -> None:
            _append(database, facts, after, texts)
            _change(database, facts)

        await self.write(keep)

    async def drop_lines(self, facts: Facts, after: int) -> None:
        """Take the last lines away, all after the line of that number, and say how the table stands then."""
        gone = (lines.c.table == facts.id) & (lines.c.number > after)

        def drop(database: Connection) -> None:
            database.execute(delete(lines).where(gone))
            _change(database, facts)

        await self.write(drop)

    async def seat(self, facts: Facts, seated: Seats, after: int = 0, texts: Sequence[str] = ()) -> None:
        """Who sits where now, with lines of a record that has `after` of them, and how the table stands then."""

        def keep(database: Connection) -> None:
            for at, seat in enumerate(seated):
                here = (seats.c.table == facts.id) & (seats.c.seat == at + 1)
                database.execute(update(seats).where(here).values(vars(seat)))
            _append(database, facts, after, texts)
            _change(database, facts)

        await self.write(keep)

    async def find_facts(self, name: str) -> tuple[Facts, Seats] | None:
        """A table without its lines."""
        query = select(tables).where(tables.c.id == name)
        return next(iter(await self.read(lambda database: _find(database, query))), None)

    async def find_table(self, name: str) -> Kept | None:
        def find(database: Connection) -> Kept | None:
            found = _find(database, select(tables).where(tables.c.id == name))
            return next((Kept(*table, list(database.execute(record_of(name)).scalars())) for table in found), None)

        return await self.read(find)

    async def lobby(self, person: int | None) -> tuple[list[tuple[Facts, Seats]], list[tuple[Facts, Seats]]]:
        """The tables of a person, and those that wait for anyone, the latest first."""
        mine = select(seats.c.table).where(seats.c.person == person)
        hosted = (tables.c.host == person) & (tables.c.status != "over")
        waiting = select(seats.c.table).where(OPEN)
        own = select(tables).where(tables.c.id.in_(mine) | hosted)
        free = select(tables).where((tables.c.status == "waiting") & tables.c.id.in_(waiting))
        return await self.read(lambda database: ([] if person is None else _find(database, own), _find(database, free)))

    async def waiting(self, names: Collection[str] | None = None) -> set[str]:
        """Which of these tables, or of all, still wait for people to sit down."""
        query = select(tables.c.id).join(seats).where(tables.c.status == "waiting", seats.c.who.in_(("friend", "open")))
        if names is not None:
            query = query.where(tables.c.id.in_(list(names)))
        return await self.read(lambda database: set(database.execute(query).scalars()))

    async def drop_waiting(self, before: float, but: Collection[str]) -> int:
        """Remove the tables that wait and have not changed since, except some; how many there were."""
        old = (tables.c.status == "waiting") & (tables.c.changed < before) & tables.c.id.not_in(list(but))
        return await self.write(lambda database: database.execute(delete(tables).where(old)).rowcount)

    # Analyses

    async def keep_turn(self, table: str, version: str, number: int, total: int, content: str) -> bool:
        """A turn that was judged; what others judged of the game goes. False if its table has been let go."""
        here = analyses.c.table == table
        row = {"table": table, "number": number, "version": version, "total": total, "text": content}

        def keep(database: Connection) -> bool:
            if not database.execute(select(tables.c.id).where(tables.c.id == table)).first():
                return False
            old = (analyses.c.number >= number) | (analyses.c.version != version)
            database.execute(delete(analyses).where(here & old))
            database.execute(insert(analyses).values(row))
            return True

        return await self.write(keep)

    async def find_analysis(self, table: str, version: str) -> tuple[int, list[str]]:
        """How many turns there are to judge, 0 if that is not known, and those that have been judged."""
        here = (analyses.c.table == table) & (analyses.c.version == version)
        query = select(analyses.c.total, analyses.c.text).where(here).order_by(analyses.c.number)
        rows = await self.read(lambda database: database.execute(query).all())
        return (rows[0].total if rows else 0), [row.text for row in rows]

    # Looking after it

    async def beat(self) -> None:
        """Write something of no account."""

        def write(database: Connection) -> None:
            row = {"id": 1, "at": time.time()}
            if not database.execute(update(pulse).where(pulse.c.id == 1).values(row)).rowcount:
                database.execute(insert(pulse).values(row))

        await self.write(write)

    async def counted(self) -> dict[str, int]:
        """How many tables there are of each status."""
        query = select(tables.c.status, func.count()).group_by(tables.c.status)
        rows = await self.read(lambda database: database.execute(query).all())
        return {status: count for status, count in rows}  # noqa: C416

    async def forget_tables(self, before: float, but: Collection[str]) -> int:
        """Delete some tables that have not changed since, with seats and lines, except some and those that wait."""
        old = (tables.c.changed < before) & (tables.c.status != "waiting")
        query = select(tables.c.id).where(old).order_by(tables.c.changed).limit(MOST_FORGOTTEN + len(but))

        def forget(database: Connection) -> int:
            names = [name for name in database.execute(query).scalars() if name not in but][:MOST_FORGOTTEN]
            return database.execute(delete(tables).where(tables.c.id.in_(names))).rowcount

        return await self.write(forget)

    async def forget_people(self, before: float, but: Collection[int]) -> int:
        """Delete some people who have not been seen since and have no table, except some. The last one stays, so that
        no number is given twice."""
        sitting = select(seats.c.table).where(seats.c.person == people.c.id).exists()
        hosting = select(tables.c.id).where(tables.c.host == people.c.id).exists()
        last = select(func.max(people.c.id)).scalar_subquery()
        old = (people.c.seen < before) & (people.c.since < before) & (people.c.id < last)
        query = select(people.c.id).where(old & ~sitting & ~hosting).limit(MOST_FORGOTTEN + len(but))

        def forget(database: Connection) -> int:
            numbers = [number for number in database.execute(query).scalars() if number not in but][:MOST_FORGOTTEN]
            return database.execute(delete(people).where(people.c.id.in_(numbers))).rowcount

        return await self.write(forget)

    # How it is done

    async def write(self, work: Work[T]) -> T:
        """Do something to the database; it is on the disk when this returns."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with metrics.writes.timed():
            self._jobs.put((work, future))
            return await future

    async def read(self, work: Work[T]) -> T:
        def reading() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        try:
            return await asyncio.to_thread(reading)
        except OperationalError as error:
            raise self._unwell(error) from None

    def close(self) -> None:
        """Finish what has been asked for."""
        self._jobs.put(None)
        self._writer.join()
        self._checkpoint("TRUNCATE")
        self.engine.dispose()

    def _unwell(self, error: OperationalError) -> Refusal:
        """The disk is full or fails, or another program holds a lock: said to all who ask, logged when it begins."""
        if not self._failing:
            log.error("the database does not work: %s", error.orig)
            self._failing = True
        return Refusal("database", 503)

    def _checkpoint(self, how: str) -> None:
        """Bring what is in the log beside the database into it, so that even a plain copy of the file has it."""
        with contextlib.suppress(DBAPIError, sqlite3.Error), self.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.execute(f"PRAGMA wal_checkpoint({how})")

    def _write_all(self) -> None:
        written, last = True, time.monotonic()  # by migrations, perhaps
        while True:
            try:
                job = self._jobs.get(timeout=QUIET if written else None)
            except queue.Empty:
                self._checkpoint("PASSIVE")
                written, last = False, time.monotonic()
                continue
            if job is None:
                return
            if time.monotonic() - last > OFTEN:
                self._checkpoint("PASSIVE")
                last = time.monotonic()
            written = True
            batch = [job]
            closing = False
            while len(batch) < MOST_AT_ONCE and not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    closing = True
                    break
                batch.append(more)
            self._write_batch(batch)
            if closing:
                return

    def _write_batch(self, batch: list[tuple[Work[Any], asyncio.Future[Any]]]) -> None:
        """Each job in a savepoint of its own: one that fails takes no other with it. After some errors of the disk
        there is no savepoint any more, for SQLite has taken everything back: then nothing of it counts."""
        results: list[tuple[asyncio.Future[Any], Any, BaseException | None]] = []
        try:
            with self._writing.begin() as connection:
                for work, future in batch:
                    savepoint = connection.begin_nested()
                    try:
                        results.append((future, work(connection), None))
                    except Exception as error:
                        try:
                            savepoint.rollback()
                        except OperationalError:
                            raise error from None
                        results.append((future, None, error))
                    else:
                        savepoint.commit()
            if self._failing:
                log.warning("the database works again")
                self._failing = False
        except Exception as error:
            results = [(future, None, error) for _, future in batch]
        for future, result, problem in results:
            if isinstance(problem, OperationalError):
                problem = self._unwell(problem)
            with contextlib.suppress(RuntimeError):  # nobody waits any more: the loop is closed
                future.get_loop().call_soon_threadsafe(_hand_over, future, result, problem)


def _hand_over(future: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    if future.done():
        return
    if problem is None:
        future.set_result(result)
    else:
        future.set_exception(problem)


def _row(facts: Facts) -> dict[str, Any]:
    coded = {
        "options": json.dumps(facts.options),
        "header": "\n".join(facts.header) or None,
        "decides": max(0, facts.decides + 1),
        "start": None if facts.start is None else facts.start + 1,
        "nonces": ":".join(facts.nonces) if facts.nonces else None,
    }
    return vars(facts) | coded


def facts_of(row: RowMapping) -> Facts:
    values = {name: row[name] for name in Facts.__dataclass_fields__ if name in row}
    values["options"] = json.loads(row["options"])
    values["header"] = tuple(row["header"].split("\n")) if row["header"] else ()
    values["decides"] = row["decides"] - 1 if row["decides"] else NOBODY
    values["nonces"] = tuple(row["nonces"].split(":")) if row.get("nonces") else ()
    values["start"] = None if row.get("start") is None else row["start"] - 1
    return Facts(**values)


def record_of(name: str) -> Select[Any]:
    """The lines of a table, in order."""
    return select(lines.c.text).where(lines.c.table == name).order_by(lines.c.number)


def _place(facts: Facts, seat: int) -> dict[str, Any]:
    return {"table": facts.id, "seat": seat + 1}


def _append(database: Connection, facts: Facts, after: int, texts: Sequence[str]) -> None:
    if texts:
        rows = [{"table": facts.id, "number": number, "text": text} for number, text in enumerate(texts, after + 1)]
        database.execute(insert(lines), rows)


def _change(database: Connection, facts: Facts) -> None:
    database.execute(update(tables).where(tables.c.id == facts.id).values(_row(facts)))


def _find(database: Connection, query: Select[Any]) -> list[tuple[Facts, Seats]]:
    rows = list(database.execute(query.order_by(tables.c.changed.desc()).limit(MOST_LISTED)).mappings())
    chairs: dict[str, list[Seated]] = {row["id"]: [] for row in rows}
    for chair in database.execute(
        select(seats).where(seats.c.table.in_(list(chairs))).order_by(seats.c.seat)
    ).mappings():
        values = {name: chair[name] for name in Seated.__dataclass_fields__}
        chairs[chair["table"]].append(Seated(**values))
    return [(facts_of(row), tuple(chairs[row["id"]])) for row in rows]
