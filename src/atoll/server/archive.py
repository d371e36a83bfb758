"""All tables of a database, to be looked through: it may be in use, a copy, or of an older form. Nothing is written."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from urllib.parse import quote

from sqlalchemy import Connection, inspect, select
from sqlalchemy.exc import DBAPIError, NoSuchTableError

from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.server.engines import look_at, open_engine
from atoll.server.places import Place, server_trouble
from atoll.server.schema import tables
from atoll.server.store import Kept, facts_of, record_of


class Archive:
    def __init__(self, place: Place) -> None:
        self.place = place
        file = place.file
        url = place.url if file is None else f"sqlite:///file:{quote(str(file))}?mode=ro&uri=true"
        self.engine = open_engine(url, read_only=True)
        with self._reading() as connection:
            look_at(connection, place.name)
            there = {column["name"] for column in inspect(connection).get_columns("tables")}
            self._columns = [column for column in tables.c if column.name in there]
            self.names = list(connection.execute(select(tables.c.id).order_by(tables.c.created)).scalars())

    def find(self, name: str) -> Kept | None:
        """A table without its seats; None if it is gone meanwhile, AtollError if its row is no table."""
        with self._reading() as connection:
            row = connection.execute(select(*self._columns).where(tables.c.id == name)).mappings().first()
            texts = list(connection.execute(record_of(name)).scalars())
        try:
            return Kept(facts_of(row), (), texts) if row else None
        except (ValueError, TypeError, AttributeError):
            raise AtollError(Message("data.no_table")) from None

    def close(self) -> None:
        self.engine.dispose()

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except (DBAPIError, sqlite3.Error) as error:
            raise server_trouble(self.place, error) from None
        except NoSuchTableError:
            raise AtollError(Message("data.no_database", {"file": self.place.name})) from None
