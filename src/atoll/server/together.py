"""Several processes over one database of PostgreSQL, which orders and keeps; its notifications tell.

Every process holds the tables that somebody looks at there, and has a row in `holders` for each. Who changes a table
changes its row first, if that is still of the revision that was known; who is second learns that, and catches up. All
other holders are notified in the same transaction, each on a channel of its own, so that nobody hears of tables that
are not theirs. A process that dies is missed by its lock: the others let its rows go and do what it owed.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.engine import make_url

from atoll.core.errors import AtollError
from atoll.server.engines import LINE, SESSION
from atoll.server.places import server_trouble
from atoll.server.refusal import Refusal
from atoll.server.schema import holders, jobs, lines, makers, processes, seats, tables
from atoll.server.seats import Seated, Seats
from atoll.server.store import (
    MOVING,
    Conflict,
    Facts,
    Job,
    Kept,
    Store,
    T,
    Work,
    facts_of,
    found_tables,
    record_of,
    row_of,
)

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger("atoll")
CLASS = 0x41746F  # of the locks that processes hold for as long as they live
TICK = 2.0  # seconds between two looks whether the others live
AGAIN = 0.3  # seconds until a lost connection is tried again
PATIENCE = 10.0  # seconds that anybody waits for the database
# The locks of processes that live.
LOCKED = (
    "FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2 AND granted "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
BOTS, ANALYSIS = "bots", "analysis"  # what a table may owe


# A move, in one question: the table's row if it is as it was known, its lines, and who else holds it is notified.
MOVE = text("""
WITH moved AS (
    UPDATE tables SET status = :status, version = :version, decides = :decides, rules_version = :rules_version,
        changed = :changed, revision = :revision
    WHERE id = :id AND revision = :revision - 1 RETURNING id
), added AS (
    INSERT INTO lines ("table", number, text)
    SELECT moved.id, :after + fresh.number, fresh.text
    FROM moved, unnest(CAST(:texts AS text[])) WITH ORDINALITY AS fresh (text, number)
)
SELECT (SELECT count(*) FROM moved), (
    SELECT count(pg_notify('atoll_' || holders.process, 'changed ' || moved.id))
    FROM moved JOIN holders ON holders."table" = moved.id WHERE holders.process <> :process
)
""")


class News(NamedTuple):
    """How a table stands, for a process that knew its first lines."""

    facts: Facts
    seated: Seats
    size: int  # how many lines there are
    lines: list[str]  # those that were asked for


def channel(process: int) -> str:
    return f"atoll_{process}"


class Shared(Store):
    """A store that other processes use too."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._listener: Listener | None = None

    def join(self, heard: Callable[[str, str], None], restored: Callable[[], None]) -> None:
        """Become one of the processes, and hear from then on what the others change: a word and the table."""
        self._listener = Listener(self, heard, restored)
        self.process = self._listener.process

    @property
    def deaf(self) -> bool:
        """Whether nothing is heard of the others at the moment."""
        return self._listener is not None and not self._listener.hears

    def close(self) -> None:
        """What was asked for is written while this process still counts as one of them."""
        super().close()
        if self._listener is not None:
            self._listener.stop()

    # Writing

    async def write(self, work: Work[T], table: str = "") -> T:
        """Nobody waits for ever. Whether it was done is not known then."""
        try:
            return await asyncio.wait_for(super().write(work, table), PATIENCE)
        except TimeoutError:
            log.error("the database did not answer for %g seconds", PATIENCE)
            raise Refusal("unsure", 503) from None

    async def read(self, work: Work[T]) -> T:
        try:
            return await asyncio.wait_for(super().read(work), PATIENCE)
        except TimeoutError:
            raise Refusal("database", 503) from None

    def _ordered(self, batch: list[Job]) -> list[Job]:
        """By what they lock, so that two processes never wait for each other; not for those who have given up."""
        return sorted((job for job in batch if not job[1].done()), key=lambda job: job[2])

    def _change(self, database: Connection, facts: Facts) -> None:
        super()._change(database, facts)
        self._tell(database, "changed", facts.id)

    def _move(self, database: Connection, facts: Facts) -> None:
        super()._move(database, facts)
        self._tell(database, "changed", facts.id)

    async def append_lines(self, facts: Facts, after: int, texts: Sequence[str]) -> None:
        row = row_of(facts)
        values = {name: row[name] for name in ("id", *MOVING)}
        values |= {"after": after, "texts": list(texts), "process": self.process or 0}

        def keep(database: Connection) -> None:
            if database.execute(MOVE, values).one()[0] != 1:
                raise Conflict(facts.id)

        await self.write(keep, facts.id)

    def _tell(self, database: Connection, word: str, table: str) -> None:
        """Notify the other holders of a table, when this is written."""
        others = (holders.c.table == table) & (holders.c.process != self.process)
        told = func.pg_notify(literal("atoll_").concat(holders.c.process), f"{word} {table}")
        database.execute(select(told).where(others))

    # Holding

    def _be_there(self, database: Connection) -> None:
        """Others may have let this process go while the database was away, until it is heard of again. Its row is
        locked before all that refers to it, as by who lets it go: they never wait for each other."""
        row = {"id": self.process, "since": time.time()}
        said = upsert(processes).values(row)
        database.execute(said.on_conflict_do_update(index_elements=["id"], set_={"since": processes.c.since}))

    def _made(self, database: Connection, facts: Facts) -> None:
        if self.process is not None:
            self._be_there(database)
            database.execute(insert(holders).values(table=facts.id, process=self.process))

    async def hold(self, name: str) -> Kept | None:
        """Whoever changes the table waits until it is held, and notifies then."""

        def take(database: Connection) -> Kept | None:
            query = select(tables).where(tables.c.id == name)
            if not database.execute(select(tables.c.id).where(tables.c.id == name).with_for_update(read=True)).first():
                return None
            if self.process is not None:
                self._be_there(database)
                row = {"table": name, "process": self.process}
                database.execute(upsert(holders).values(row).on_conflict_do_nothing())
            found = found_tables(database, query)
            return next((Kept(*table, list(database.execute(record_of(name)).scalars())) for table in found), None)

        return await self.write(take, name)

    def release(self, *names: str) -> None:
        def let_go(database: Connection) -> None:
            self._be_there(database)
            for kept in (holders, jobs):
                mine = kept.c.table.in_(names) & (kept.c.process == self.process)
                database.execute(delete(kept).where(mine))
            for name in names:
                self._tell(database, "here", name)

        if names:
            task = asyncio.ensure_future(self.write(let_go))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def news(self, name: str, after: int) -> News | None:
        """How a table stands, with its lines after the first ones: all in one question, for it is asked at every move
        of others."""
        added = record_of(name).where(lines.c.number > after)
        chairs = func.json_agg(aggregate_order_by(literal_column("seats"), seats.c.seat))
        query = select(
            tables,
            select(func.count()).where(lines.c.table == name).scalar_subquery().label("size"),
            func.array(added.scalar_subquery()).label("added"),
            select(chairs).where(seats.c.table == name).scalar_subquery().label("chairs"),
        ).where(tables.c.id == name)

        def find(database: Connection) -> News | None:
            database = database.execution_options(isolation_level="AUTOCOMMIT")
            row = database.execute(query).mappings().first()
            if row is None:
                return None
            seated = tuple(
                Seated(**{name: seat[name] for name in Seated.__dataclass_fields__}) for seat in row["chairs"]
            )
            return News(facts_of(row), seated, row["size"], row["added"])

        return await self.read(find)

    # Who is here

    async def announce(self, name: str, present: dict[str, Any]) -> bool:
        """Say who has a table open here. Others may have let this process go meanwhile: it holds the table again, and
        may have missed something if so."""
        row = {"table": name, "process": self.process, "present": json.dumps(present)}
        said = upsert(holders).values(row)
        said = said.on_conflict_do_update(index_elements=["table", "process"], set_={"present": row["present"]})

        def write(database: Connection) -> bool:
            if database.execute(select(tables.c.id).where(tables.c.id == name).with_for_update(read=True)).first():
                self._be_there(database)
                new = database.execute(said.returning(literal_column("xmax = 0", Boolean))).scalar_one()
                self._tell(database, "here", name)
                return new
            return False

        return await self.write(write, name)

    async def elsewhere(self, name: str) -> dict[int, dict[str, Any]]:
        """Who has a table open at other processes, by process."""
        query = select(holders.c.process, holders.c.present).where(
            (holders.c.table == name) & (holders.c.process != self.process)
        )
        rows = await self.read(lambda database: database.execute(query).all())
        return {process: json.loads(present) for process, present in rows}

    async def say(self, word: str, name: str) -> None:
        """Something of no account to those who hold a table."""
        await self.write(lambda database: self._tell(database, word, name))

    # What a table owes

    async def claim(self, name: str, kind: str) -> bool:
        """Take over what a table owes, unless another process that lives does it; this process keeps it then."""

        def take(database: Connection) -> bool:
            self._be_there(database)
            row = {"table": name, "kind": kind, "process": None}
            database.execute(upsert(jobs).values(row).on_conflict_do_nothing())
            this = (jobs.c.table == name) & (jobs.c.kind == kind)
            free = this & (jobs.c.process.is_(None) | (jobs.c.process == self.process))
            taken = select(jobs.c.table).where(free).with_for_update(skip_locked=True).scalar_subquery()
            change = update(jobs).where((jobs.c.table == taken) & (jobs.c.kind == kind))
            return database.execute(change.values(process=self.process)).rowcount == 1

        return await self.write(take, name)

    async def resign(self, name: str, kind: str) -> None:
        """Leave to others what a table owes."""
        this = (jobs.c.table == name) & (jobs.c.kind == kind) & (jobs.c.process == self.process)

        def leave(database: Connection) -> None:
            self._be_there(database)
            database.execute(delete(jobs).where(this))
            self._tell(database, "here", name)

        await self.write(leave, name)

    async def owed(self, name: str, kind: str) -> tuple[bool, bool]:
        """Whether a table owes something, and whether another process does it."""
        query = select(jobs.c.process).where((jobs.c.table == name) & (jobs.c.kind == kind))
        found = await self.read(lambda database: database.execute(query).first())
        return found is not None, found is not None and found.process not in (None, self.process)

    # Limits and old tables

    async def keep_waiting(self, facts: Facts, seated: Seats, maker: str, most: int) -> None:
        """A table that waits for people, unless too many do that were made from there."""
        address = hashlib.sha256(maker.encode()).hexdigest()
        waiting = (makers.c.address == address) & (tables.c.status == "waiting") & seats.c.who.in_(("friend", "open"))
        query = select(func.count(tables.c.id.distinct())).select_from(
            makers.join(tables, makers.c.table == tables.c.id).join(seats, seats.c.table == tables.c.id)
        )

        def keep(database: Connection) -> None:
            database.execute(select(func.pg_advisory_xact_lock(int(address[:15], 16))))
            if database.execute(query.where(waiting)).scalar_one() >= most:
                raise Refusal("waiting_enough", 429, most=most)
            self._keep_table(database, facts, seated, ())
            database.execute(insert(makers).values(table=facts.id, address=address))

        await self.write(keep, f" {address}")  # before all tables: its lock comes first in every process

    def _not_elsewhere(self) -> ColumnElement[bool]:
        others = (holders.c.table == tables.c.id) & (holders.c.process != self.process)
        return ~select(holders.c.table).where(others).exists()


class Listener:
    """A connection of its own: it hears what other processes change, and its lock shows that this process lives."""

    def __init__(self, store: Shared, heard: Callable[[str, str], None], restored: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._place, self._engine = store.place, store.engine
        self._heard, self._restored = heard, restored
        self.process = 0
        self.hears = True
        self._ended = threading.Event()
        connection = self._connected()
        self._thread = threading.Thread(target=self._listen, args=[connection], name="listener", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """The others do what this process owed, from now on."""
        self._ended.set()
        self._thread.join(TICK + 3)

    def _connected(self) -> psycopg.Connection[Any]:
        import psycopg

        _, address = self._engine.dialect.create_connect_args(self._engine.url)
        line: dict[str, Any] = {**address, **LINE, "application_name": "atoll listener"}
        try:
            connection = psycopg.connect(autocommit=True, **line)
        except psycopg.Error as error:
            raise server_trouble(self._place, error) from None
        for name, value in SESSION.items():
            connection.execute(f"SET {name} = '{value}'")
        if not self.process:
            row = connection.execute("SELECT nextval(pg_get_serial_sequence('processes', 'id'))").fetchone()
            assert row is not None
            self.process = row[0]
        # The lock first: who has a row and no lock is dead. A line that was lost may have it still: it is cut.
        while not self._one(connection, "SELECT pg_try_advisory_lock(%s, %s)", CLASS, self.process):
            connection.execute(f"SELECT pg_terminate_backend(pid) {LOCKED} AND objid = %s", [CLASS, self.process])
            time.sleep(AGAIN)
        connection.execute(f"LISTEN {channel(self.process)}")
        known = "INSERT INTO processes (id, since) VALUES (%s, %s) ON CONFLICT DO NOTHING"
        connection.execute(known, [self.process, time.time()])
        return connection

    @staticmethod
    def _one(connection: psycopg.Connection[Any], query: str, *values: object) -> Any:
        row = connection.execute(query, values).fetchone()
        return row[0] if row else None

    def _listen(self, connection: psycopg.Connection[Any] | None) -> None:
        import psycopg
        from psycopg import errors

        while not self._ended.is_set():
            try:
                if connection is None:
                    connection = self._connected()
                    self.hears = True
                    self._call(self._restored)
                    log.warning("other processes are heard again")
                with contextlib.suppress(errors.LockNotAvailable, errors.DeadlockDetected, errors.QueryCanceled):
                    self._bury(connection)  # unless somebody holds what they had; later, then
                until = time.monotonic() + TICK
                while (left := until - time.monotonic()) > 0 and not self._ended.is_set():
                    for notice in connection.notifies(timeout=min(left, 0.5), stop_after=1):
                        word, _, table = notice.payload.partition(" ")
                        self._call(self._heard, word, table)
            except (psycopg.Error, AtollError) as error:
                if connection is not None:
                    self.hears = False
                    log.error("other processes are not heard: %s", error)
                    connection.close()
                    connection = None
                self._ended.wait(AGAIN)
        if connection is not None:
            with contextlib.suppress(psycopg.Error), connection:
                self._let_go(connection, [self.process])

    def _call(self, action: Callable[..., None], *values: str) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(action, *values)

    def _bury(self, connection: psycopg.Connection[Any]) -> None:
        """Let the rows of processes go that have ended without a word."""
        dead = connection.execute(
            f"SELECT id FROM processes WHERE NOT EXISTS (SELECT {LOCKED} AND objid = processes.id)", [CLASS]
        ).fetchall()
        if dead:
            self._let_go(connection, [number for (number,) in dead])

    def _let_go(self, connection: psycopg.Connection[Any], dead: list[int]) -> None:
        with connection.transaction():
            # Those that nobody else is about to let go.
            mine = "SELECT id FROM processes WHERE id = ANY(%s) ORDER BY id FOR UPDATE SKIP LOCKED"
            dead = [number for (number,) in connection.execute(mine, [dead]).fetchall()]
            connection.execute(
                "SELECT pg_notify('atoll_' || others.process, 'here ' || others.\"table\") FROM holders "
                'JOIN holders AS others ON others."table" = holders."table" '
                "WHERE holders.process = ANY(%s) AND others.process <> ALL(%s)",
                [dead, dead],
            )
            connection.execute("DELETE FROM processes WHERE id = ANY(%s)", [dead])


def opened(url: str) -> Store:
    """A store in a file, or one that other processes use too."""
    return Store(url) if make_url(url).get_backend_name() == "sqlite" else Shared(url)
