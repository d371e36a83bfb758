"""Moving all that is kept from one database to another, whichever each is, and comparing every record afterwards."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator
from itertools import zip_longest

from sqlalchemy import Connection, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.server.engines import migrate, open_engine, secure
from atoll.server.files import kept_private, made
from atoll.server.places import Place, server_trouble
from atoll.server.schema import analyses, lines, people, seats, tables

KEPT = (people, tables, seats, lines, analyses)  # in the order in which they refer to each other
AT_ONCE = 500  # rows


def size(place: Place) -> int:
    """How many rows there are to copy and to compare."""
    with looking(place) as source:
        return 2 * sum(source.execute(select(func.count()).select_from(table)).scalar_one() for table in KEPT)


def copied(source: Place, target: Place) -> Iterator[None]:
    """Copy in one transaction, then compare; a step for every row. AtollError if the target is not empty, or if it is
    another afterwards. All of it is as of one moment, should somebody play meanwhile."""
    if target.file is not None:
        made(target.file)
    with looking(source) as giving:
        new = open_engine(target.url)
        try:
            migrate(new)
            with new.begin() as taking:
                unhurried(taking)
                yield from _copied(source, giving, target, taking)
            secure(new)
        except DBAPIError as error:
            raise server_trouble(target, error) from None
        finally:
            new.dispose()
    if target.file is not None:
        kept_private(target.file)


def _copied(source: Place, giving: Connection, target: Place, taking: Connection) -> Iterator[None]:
    for table in KEPT:
        if taking.execute(select(table).limit(1)).first():
            raise AtollError(Message("data.not_empty", {"file": target.name}))
    for table in KEPT:
        for rows in in_parts(source, giving, table):
            taking.execute(insert(table), rows)
            yield from (None for _ in rows)
    if taking.dialect.name == "postgresql":  # the next person is nobody who is there already
        highest = "(SELECT max(id) FROM people)"
        number = f"SELECT setval(pg_get_serial_sequence('people', 'id'), {highest}) FROM people LIMIT 1"
        taking.execute(text(number))
    for table in KEPT:
        old, new = in_parts(source, giving, table), in_parts(target, taking, table)
        with contextlib.closing(old), contextlib.closing(new):
            for there, here in zip_longest(old, new):
                if there != here:
                    raise AtollError(Message("data.differs", {"file": target.name, "table": table.name}))
                yield from (None for _ in there)


@contextlib.contextmanager
def looking(place: Place) -> Iterator[Connection]:
    """A database of the present form, as it is at one moment."""
    engine = open_engine(place.url)
    try:
        migrate(engine)
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            unhurried(connection)
            yield connection
    except DBAPIError as error:
        raise server_trouble(place, error) from None
    finally:
        engine.dispose()


def unhurried(database: Connection) -> None:
    """Sorting a large table may take long, and the one database waits for the other."""
    if database.dialect.name == "postgresql":
        database.execute(text("SET LOCAL statement_timeout = 0"))
        database.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))


def in_parts(place: Place, database: Connection, table: Table) -> Generator[list[dict[str, object]]]:
    """All rows, some at a time, in the order of their keys, compared byte by byte."""
    keys = [column.collate("C") if collates(database, column) else column for column in table.primary_key]
    query = select(table).order_by(*keys).execution_options(yield_per=AT_ONCE)
    try:
        with database.execute(query) as found:
            for rows in found.mappings().partitions():
                yield [dict(row) for row in rows]
    except DBAPIError as error:
        raise server_trouble(place, error) from None


def collates(database: Connection, column: object) -> bool:
    """Whether a server would sort a text by the habits of a language."""
    return database.dialect.name == "postgresql" and getattr(column, "type", None).__class__.__name__ == "String"
