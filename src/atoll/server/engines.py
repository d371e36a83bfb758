"""Opening a database: a file of SQLite, or one on a server of PostgreSQL, brought to the present form."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError

from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.server.places import by_url, server_trouble

log = logging.getLogger("atoll")
MIGRATING = 0x41746F6C6C  # the lock that a process holds on PostgreSQL while it brings a database to the present form
# What sessions on PostgreSQL ask for: nobody waits for ever, nobody who has gone keeps a lock, and what is confirmed is
# on the disk.
SESSION = {
    "synchronous_commit": "on",
    "lock_timeout": "8s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "20s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
CONNECTING = 5  # seconds
# Who hears nothing of the other end gives up: after 25 seconds of silence, or when nobody takes what was sent for 20.
LINE = {
    "connect_timeout": CONNECTING,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
MOST_READERS, MOST_AT_TIMES = 4, 4


def open_engine(url: str, read_only: bool = False) -> Engine:
    if make_url(url).get_backend_name() == "sqlite":
        return open_file(url, read_only)
    return open_server(url)


def open_server(url: str) -> Engine:
    """A database on a server. AtollError if what speaks with it is not installed."""
    try:
        engine = create_engine(
            url,
            hide_parameters=True,  # errors are logged, and seeds are among what is written
            pool_size=MOST_READERS,
            max_overflow=MOST_AT_TIMES,
            pool_timeout=CONNECTING,
            connect_args=LINE | {"application_name": "atoll"},
        )
    except ImportError as error:
        raise server_trouble(by_url(url), error) from None

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        with connection.cursor() as cursor:
            for name, value in SESSION.items():
                cursor.execute(f"SET {name} = '{value}'")
        connection.commit()

    return engine


def open_file(url: str, read_only: bool) -> Engine:
    engine = create_engine(url, hide_parameters=True)  # errors are logged, and seeds are among what is written

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
    """Bring the database to a form, the present one if none is named; AtollError says why that cannot be. Of several
    processes that start at once, one does it and the others wait."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    place = by_url(engine.url.render_as_string(hide_password=False))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            look_at(connection, place.name)
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
        raise AtollError(Message("data.newer", {"file": place.name})) from None
    except (DBAPIError, sqlite3.Error) as error:
        raise server_trouble(place, error) from None


def look_at(connection: Connection, name: str) -> None:
    """Whether this is a database of ours, or an empty one."""
    names = inspect(connection).get_table_names()
    if names and "alembic_version" not in names:
        raise AtollError(Message("data.no_database", {"file": name}))


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
