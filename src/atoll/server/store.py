"""What is kept: people, tables, seats, and of every game the header and one row a line.

This room and few beside it speak SQL; the others say what shall be kept or found. Seats count from 1 in the rows.
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
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    RowMapping,
    Select,
    Update,
    bindparam,
    delete,
    func,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from atoll.core.errors import AtollError
from atoll.core.state import NOBODY
from atoll.server import metrics
from atoll.server.chance import mixed
from atoll.server.engines import migrate, open_engine, secure
from atoll.server.files import kept_private, made
from atoll.server.nonces import plain
from atoll.server.places import by_url
from atoll.server.refusal import Refusal
from atoll.server.schema import OPEN, analyses, lines, people, pulse, seats, tables
from atoll.server.seats import Seated, Seats
from atoll.server.wire import Status

log = logging.getLogger("atoll")
T = TypeVar("T")
Work = Callable[[Connection], T]
Job = tuple[Callable[[Connection], Any], asyncio.Future[Any], str]
Result = tuple[asyncio.Future[Any], Any, BaseException | None]
Way = Callable[[Connection, list[Job]], list[Result]]  # in which a batch is written
MOST_AT_ONCE = 256
MOST_LISTED = 30
MOST_FORGOTTEN = 50  # rows deleted at once
A_DAY = 24 * 3600.0
QUIET = 5.0  # seconds without a write, until there is time for a checkpoint
PACE = 0.008  # seconds between two transactions at least: when many play, one of them keeps several moves
OFTEN = 60.0  # seconds until there is one anyway
SQLITE = sqlite.dialect()
DRAWN = -1  # a chair that the seed names
UNWELL = (OperationalError, InterfaceError, InternalError, NoneFree)  # what a database fails with, whoever asks


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
    revision: int = 0  # how often anything of it was changed

    def changed_to(self, **values: Any) -> Facts:
        """The same but for some values; this is asked for with every move."""
        other = object.__new__(Facts)
        vars(other).update(vars(self), **values)
        return other

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


class Conflict(Exception):
    """Another process has changed a table meanwhile."""


class Failed(Exception):
    """One of several jobs failed; nothing of them was written."""


class Ready:
    """A statement that is worded once. A file is spoken to directly: this is what every move has to wait for."""

    def __init__(self, statement: Insert | Update) -> None:
        self.statement = statement
        in_file = statement.compile(dialect=SQLITE)
        self._text, self._places = in_file.string, in_file.positiontup or []

    def run(self, database: Connection, values: dict[str, Any]) -> int:
        """How many rows that concerned."""
        if database.dialect.name != SQLITE.name:
            return database.execute(self.statement, values).rowcount
        raw = database.connection.driver_connection
        assert raw is not None
        try:
            return int(raw.execute(self._text, [values[name] for name in self._places]).rowcount)
        except sqlite3.Error as error:
            raise DBAPIError.instance(None, None, error, sqlite3.Error, hide_parameters=True) from None


# What changes in the row of a table when lines are written or taken back, if it still is as it was known.
MOVING = ("status", "version", "decides", "rules_version", "changed", "revision")
AS_KNOWN = (tables.c.id == bindparam("here")) & (tables.c.revision == bindparam("known"))
MOVED = Ready(update(tables).where(AS_KNOWN).values({name: bindparam(name) for name in MOVING}))
LINE = Ready(insert(lines))


class Store:
    process: int | None = None  # the number of this process among those that share the database

    def __init__(self, url: str) -> None:
        self.place = by_url(url)
        self.engine = open_engine(url)
        file = self.place.file
        self._in_file = file is not None
        try:
            if file is not None:
                made(file)
            migrate(self.engine)
            secure(self.engine)
        except AtollError:
            self.engine.dispose()
            raise
        if file is not None:
            kept_private(file)
        # The lock that another program may hold is waited for once, not by every job.
        self._writing = self.engine.execution_options(begin="BEGIN IMMEDIATE")
        self._failing = False
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
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

        await self.write(lambda database: self._keep_table(database, facts, seated, texts), facts.id)

    def _keep_table(self, database: Connection, facts: Facts, seated: Seats, texts: Sequence[str]) -> None:
        database.execute(insert(tables).values(row_of(facts) | {"created": facts.changed}))
        database.execute(insert(seats), [_place(facts, at) | vars(seat) for at, seat in enumerate(seated)])
        _append(database, facts, 0, texts)
        self._made(database, facts)

    def _made(self, database: Connection, facts: Facts) -> None:
        """A table is new."""

    async def append_lines(self, facts: Facts, after: int, texts: Sequence[str]) -> None:
        """Lines of a record that has `after` of them, and how the table stands then."""

        def keep(database: Connection) -> None:
            self._move(database, facts)
            _append(database, facts, after, texts)

        await self.write(keep, facts.id)

    async def drop_lines(self, facts: Facts, after: int) -> None:
        """Take the last lines away, all after the line of that number, and say how the table stands then."""
        gone = (lines.c.table == facts.id) & (lines.c.number > after)

        def drop(database: Connection) -> None:
            self._move(database, facts)
            database.execute(delete(lines).where(gone))

        await self.write(drop, facts.id)

    async def seat(self, facts: Facts, seated: Seats, after: int = 0, texts: Sequence[str] = ()) -> None:
        """Who sits where now, with lines of a record that has `after` of them, and how the table stands then."""

        def keep(database: Connection) -> None:
            self._change(database, facts)
            for at, seat in enumerate(seated):
                here = (seats.c.table == facts.id) & (seats.c.seat == at + 1)
                database.execute(update(seats).where(here).values(vars(seat)))
            _append(database, facts, after, texts)

        await self.write(keep, facts.id)

    def _change(self, database: Connection, facts: Facts) -> None:
        """A table's row, first of all: whoever is second finds another revision, and changes nothing."""
        here = (tables.c.id == facts.id) & (tables.c.revision == facts.revision - 1)
        if database.execute(update(tables).where(here).values(row_of(facts))).rowcount != 1:
            raise Conflict(facts.id)

    def _move(self, database: Connection, facts: Facts) -> None:
        """The same, where no more has changed than lines."""
        row = {
            "here": facts.id,
            "known": facts.revision - 1,
            "status": facts.status,
            "version": facts.version,
            "decides": _decides(facts),
            "rules_version": facts.rules_version,
            "changed": facts.changed,
            "revision": facts.revision,
        }
        if MOVED.run(database, row) != 1:
            raise Conflict(facts.id)

    async def find_facts(self, name: str) -> tuple[Facts, Seats] | None:
        """A table without its lines."""
        query = select(tables).where(tables.c.id == name)
        return next(iter(await self.read(lambda database: found_tables(database, query))), None)

    async def find_table(self, name: str) -> Kept | None:
        def find(database: Connection) -> Kept | None:
            found = found_tables(database, select(tables).where(tables.c.id == name))
            return next((Kept(*table, list(database.execute(record_of(name)).scalars())) for table in found), None)

        return await self.read(find)

    async def hold(self, name: str) -> Kept | None:
        """A table that is to be held in the memory."""
        return await self.find_table(name)

    def release(self, *names: str) -> None:
        """Tables that are in the memory no more."""

    async def lobby(self, person: int | None) -> tuple[list[tuple[Facts, Seats]], list[tuple[Facts, Seats]]]:
        """The tables of a person, and those that wait for anyone, the latest first."""
        mine = select(seats.c.table).where(seats.c.person == person)
        hosted = (tables.c.host == person) & (tables.c.status != "over")
        waiting = select(seats.c.table).where(OPEN)
        own = select(tables).where(tables.c.id.in_(mine) | hosted)
        free = select(tables).where((tables.c.status == "waiting") & tables.c.id.in_(waiting))
        return await self.read(
            lambda database: ([] if person is None else found_tables(database, own), found_tables(database, free))
        )

    async def waiting(self, names: Collection[str] | None = None) -> set[str]:
        """Which of these tables, or of all, still wait for people to sit down."""
        query = select(tables.c.id).join(seats).where(tables.c.status == "waiting", seats.c.who.in_(("friend", "open")))
        if names is not None:
            query = query.where(tables.c.id.in_(list(names)))
        return await self.read(lambda database: set(database.execute(query).scalars()))

    async def drop_waiting(self, before: float, but: Collection[str]) -> int:
        """Remove the tables that wait and have not changed since, except some; how many there were."""
        old = (tables.c.status == "waiting") & (tables.c.changed < before) & tables.c.id.not_in(list(but))
        old &= self._not_elsewhere()
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
        old = (tables.c.changed < before) & (tables.c.status != "waiting") & self._not_elsewhere()
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

    def _not_elsewhere(self) -> ColumnElement[bool]:
        """Whether a table is held by no other process."""
        return true()

    async def write(self, work: Work[T], table: str = "") -> T:
        """Do something to the database; it is on the disk when this returns. The table that it changes is named,
        or what else it locks."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with metrics.writes.timed():
            self._jobs.put((work, future, table))
            return await future

    async def read(self, work: Work[T]) -> T:
        def reading() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        def read() -> T:
            try:
                return reading()
            except DBAPIError as error:
                if not cut(error):
                    raise
                return reading()  # the line had gone while nobody used it; there is another one

        try:
            return await asyncio.to_thread(read)
        except UNWELL as error:
            raise self._unwell(error) from None

    def close(self) -> None:
        """Finish what has been asked for."""
        self._jobs.put(None)
        self._writer.join()
        self._checkpoint("TRUNCATE")
        self.engine.dispose()

    def _unwell(self, error: DBAPIError | NoneFree) -> Refusal:
        """The disk is full or fails, or another program holds a lock: said to all who ask, logged when it begins."""
        if not self._failing:
            log.error("the database does not work: %s", error.orig if isinstance(error, DBAPIError) else error)
            self._failing = True
        return Refusal("database", 503)

    def _checkpoint(self, how: str) -> None:
        """Bring what is in the log beside the database into it, so that even a plain copy of the file has it."""
        if not self._in_file:
            return
        with contextlib.suppress(DBAPIError, sqlite3.Error), self.engine.connect() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.execute(f"PRAGMA wal_checkpoint({how})")

    def _write_all(self) -> None:
        written, last, began = True, time.monotonic(), 0.0  # by migrations, perhaps
        while True:
            try:
                job = self._jobs.get(timeout=QUIET if written and self._in_file else None)
            except queue.Empty:
                self._checkpoint("PASSIVE")
                written, last = False, time.monotonic()
                continue
            if job is None:
                return
            if self._in_file and (rest := began + PACE - time.monotonic()) > 0:
                time.sleep(rest)
            began = time.monotonic()
            if began - last > OFTEN:
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

    def _ordered(self, batch: list[Job]) -> list[Job]:
        """The order in which jobs are done."""
        return batch

    def _write_batch(self, batch: list[Job]) -> None:
        """All in one go; if a job fails, once more with a savepoint for each, so that it takes no other with it."""
        results: list[Result] = []
        try:
            batch = self._ordered(batch)
            try:
                results = self._written(_at_once, batch)
            except Failed:
                results = self._written(_apart, batch)
            if self._failing:
                log.warning("the database works again")
                self._failing = False
        except Exception as error:
            results = [(future, None, error) for _, future, _ in batch]
        self._answer(results)

    def _written(self, how: Way, batch: list[Job], again: bool = True) -> list[Result]:
        """A line that was cut before the end is replaced by another, once; if it was cut at the very end, nobody knows
        what counts."""
        ending = False
        try:
            with self._writing.begin() as connection:
                results = how(connection, batch)
                ending = True
        except DBAPIError as error:
            if not cut(error):
                raise
            if ending:
                self._unwell(error)
                raise Refusal("unsure", 503) from None
            if not again:
                raise
            return self._written(how, batch, again=False)
        return results

    def _answer(self, results: list[Result]) -> None:
        """Let those go on who waited, all at once."""
        by_loop: dict[asyncio.AbstractEventLoop, list[Result]] = {}
        for future, result, problem in results:
            if isinstance(problem, UNWELL):
                problem = self._unwell(problem)
            by_loop.setdefault(future.get_loop(), []).append((future, result, problem))
        for loop, own in by_loop.items():
            with contextlib.suppress(RuntimeError):  # nobody waits any more: the loop is closed
                loop.call_soon_threadsafe(_hand_over, own)


def _at_once(connection: Connection, batch: list[Job]) -> list[Result]:
    try:
        return [(future, work(connection), None) for work, future, _ in batch]
    except Exception as error:
        if len(batch) == 1 or cut(error):
            raise
        raise Failed from error


def _apart(connection: Connection, batch: list[Job]) -> list[Result]:
    """Each job in a savepoint of its own. After some errors of the disk there is none any more, for SQLite has taken
    everything back: then nothing of it counts."""
    results: list[Result] = []
    for work, future, _ in batch:
        savepoint = connection.begin_nested()
        try:
            results.append((future, work(connection), None))
        except Exception as error:
            if cut(error):
                raise
            try:
                savepoint.rollback()
            except DBAPIError:
                raise error from None
            results.append((future, None, error))
        else:
            savepoint.commit()
    return results


def cut(error: Exception) -> bool:
    """Whether an error says that the line to the database is gone."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _hand_over(results: list[Result]) -> None:
    for future, result, problem in results:
        if future.done():
            continue
        if problem is None:
            future.set_result(result)
        else:
            future.set_exception(problem)


def _decides(facts: Facts) -> int:
    return max(0, facts.decides + 1)


def row_of(facts: Facts) -> dict[str, Any]:
    coded = {
        "options": json.dumps(facts.options),
        "header": "\n".join(facts.header) or None,
        "decides": _decides(facts),
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
    for number, text in enumerate(texts, after + 1):
        LINE.run(database, {"table": facts.id, "number": number, "text": text})


def found_tables(database: Connection, query: Select[Any]) -> list[tuple[Facts, Seats]]:
    rows = list(database.execute(query.order_by(tables.c.changed.desc()).limit(MOST_LISTED)).mappings())
    chairs: dict[str, list[Seated]] = {row["id"]: [] for row in rows}
    for chair in database.execute(
        select(seats).where(seats.c.table.in_(list(chairs))).order_by(seats.c.seat)
    ).mappings():
        values = {name: chair[name] for name in Seated.__dataclass_fields__}
        chairs[chair["table"]].append(Seated(**values))
    return [(facts_of(row), tuple(chairs[row["id"]])) for row in rows]
