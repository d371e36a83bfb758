"""What is kept: people, tables, seats, and of every game the header and one row a line. SQLite, ready for others.

All writing goes through one thread that puts whatever has come in meanwhile into one transaction; whoever waits for a
write goes on when it is on the disk, not before.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
)

T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_AT_ONCE = 256

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # a hash; the token itself is only in the cookie
    Column("name", String(40)),
    Column("since", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("status", String(10), nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("host", ForeignKey("people.id")),
    Column("invite", String(32), nullable=False),
    Column("seed", String(80), nullable=False),
    Column("header", Text),  # lines of the record before the first move; none while the table waits
    Column("decides", Integer, nullable=False),  # the seat to move, for lists; 0: none
    Column("base", Integer, nullable=False),  # lines of the log that were there before anyone played here
    Column("tutorial", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
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
)

lines = Table(
    "lines",
    metadata,
    Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)


def open_engine(url: str) -> Engine:
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: Any) -> None:
            connection.isolation_level = None  # transactions begin where we say so, see below
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA foreign_keys=ON")
            cursor.execute("PRAGMA busy_timeout=10000")
            cursor.close()

        @event.listens_for(engine, "begin")
        def begun(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the database to the present form."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class Store:
    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        migrate(self.engine)
        self._jobs: queue.SimpleQueue[tuple[Work[Any], asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self._writer.start()

    async def write(self, work: Work[T]) -> T:
        """Do something to the database; it is on the disk when this returns."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((work, future))
        return await future

    async def read(self, work: Work[T]) -> T:
        def reading() -> T:
            with self.engine.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(reading)

    def close(self) -> None:
        """Finish what has been asked for."""
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    def _write_all(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
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
        """Each job in a savepoint of its own: one that fails takes no other with it."""
        results: list[tuple[asyncio.Future[Any], Any, BaseException | None]] = []
        try:
            with self.engine.begin() as connection:
                for work, future in batch:
                    try:
                        with connection.begin_nested():
                            results.append((future, work(connection), None))
                    except Exception as error:
                        results.append((future, None, error))
        except Exception as error:
            results = [(future, None, error) for _, future in batch]
        for future, result, problem in results:
            with contextlib.suppress(RuntimeError):  # nobody waits any more: the loop is closed
                future.get_loop().call_soon_threadsafe(_settle, future, result, problem)


def _settle(future: asyncio.Future[Any], result: Any, problem: BaseException | None) -> None:
    if future.done():
        return
    if problem is None:
        future.set_result(result)
    else:
        future.set_exception(problem)
