"""The databases that the server's tests run on. A test names a file; where that is kept depends on the database."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg

from tests.server.postgres import Postgres

KINDS = ("sqlite", "postgresql")
kind = "sqlite"  # of the tests that are running
_server: Postgres | None = None
_names: dict[Path, str] = {}  # of databases on the server, by the file that a test named


def server(durable: bool = False) -> Postgres:
    """The PostgreSQL of these tests, started when it is needed first."""
    global _server
    if _server is None:
        _server = Postgres(durable)
    return _server


def end() -> None:
    global _server
    if _server is not None:
        _server.remove()
        _server = None


def _name(file: Path, empty: bool = False) -> str:
    if file not in _names:
        _names[file] = server().new(empty)
    return _names[file]


def address(file: Path) -> str:
    """What `--data` says."""
    return str(file) if kind == "sqlite" else server().address(_name(file))


def url(file: Path, empty: bool = False) -> str:
    """What the store is told; a database that is named first is of the present form on a server, or empty."""
    return f"sqlite:///{file}" if kind == "sqlite" else server().url(_name(file, empty))


@contextlib.contextmanager
def tidy() -> Iterator[None]:
    """Databases that are named meanwhile are gone afterwards."""
    before = {*_names}
    yield
    for file in _names.keys() - before:
        server().drop(_names.pop(file))


class Looked:
    """A database to look into and to write to, in SQL that both know, with ? for values."""

    def __init__(self, raw: sqlite3.Connection | psycopg.Connection[Any]) -> None:
        self._raw = raw

    def execute(self, query: str, values: Sequence[object] = ()) -> Any:
        if isinstance(self._raw, sqlite3.Connection):
            return self._raw.execute(query, values)
        return self._raw.execute(query.replace("?", "%s"), values)


@contextlib.contextmanager
def looked_into(file: Path) -> Iterator[Looked]:
    """A database, with what was changed there kept."""
    if kind == "sqlite":
        with contextlib.closing(sqlite3.connect(file, timeout=30)) as database, database:
            yield Looked(database)
    else:
        with psycopg.connect(server().address(_name(file))) as served:
            yield Looked(served)


@contextlib.contextmanager
def kept_waiting(file: Path) -> Iterator[None]:
    """Whatever wants to change a table has to wait."""
    if kind == "sqlite":
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as slow:
            slow.execute("BEGIN IMMEDIATE")
            yield
            slow.execute("COMMIT")
    else:
        with psycopg.connect(server().address(_name(file))) as served:
            served.execute("LOCK TABLE tables IN SHARE MODE")
            yield
