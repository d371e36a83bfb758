"""Moving all that is kept from one database to another, whichever each is, and comparing every record afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, Table, func, insert, select, text

from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.server.engines import migrate, open_engine, secure
from atoll.server.files import kept_private, made
from atoll.server.places import Place
from atoll.server.schema import analyses, lines, people, seats, tables

KEPT = (people, tables, seats, lines, analyses)  # in the order in which they refer to each other
AT_ONCE = 500  # rows


def size(place: Place) -> int:
    """How many rows there are to copy and to compare."""
    engine = open_engine(place.url)
    with engine.connect() as source:
        rows = sum(source.execute(select(func.count()).select_from(table)).scalar_one() for table in KEPT)
    engine.dispose()
    return 2 * rows


def copied(source: Place, target: Place) -> Iterator[None]:
    """Copy in one transaction, then compare; a step for every row. AtollError if the target is not empty, or if it is
    another afterwards."""
    if target.file is not None:
        made(target.file)
    old, new = open_engine(source.url), open_engine(target.url)
    try:
        migrate(old)
        migrate(new)
        with old.connect() as giving, new.begin() as taking:
            for table in KEPT:
                if taking.execute(select(table).limit(1)).first():
                    raise AtollError(Message("data.not_empty", {"file": target.name}))
            for table in KEPT:
                for rows in in_parts(giving, table):
                    taking.execute(insert(table), rows)
                    yield from (None for _ in rows)
            if new.dialect.name == "postgresql":  # the next person is nobody who is there already
                highest = "(SELECT max(id) FROM people)"
                number = f"SELECT setval(pg_get_serial_sequence('people', 'id'), {highest}) FROM people LIMIT 1"
                taking.execute(text(number))
            for table in KEPT:
                for there, here in zip(in_parts(giving, table), in_parts(taking, table), strict=True):
                    if there != here:
                        raise AtollError(Message("data.differs", {"file": target.name, "table": table.name}))
                    yield from (None for _ in there)
        secure(new)
    finally:
        old.dispose()
        new.dispose()
    if target.file is not None:
        kept_private(target.file)


def in_parts(database: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    """All rows, some at a time, in the order of their keys, compared byte by byte."""
    after = 0
    keys = [column.collate("C") if collates(database, column) else column for column in table.primary_key]
    query = select(table).order_by(*keys).limit(AT_ONCE)
    while rows := [dict(row) for row in database.execute(query.offset(after)).mappings()]:
        yield rows
        after += len(rows)


def collates(database: Connection, column: object) -> bool:
    """Whether a server would sort a text by the habits of a language."""
    return database.dialect.name == "postgresql" and getattr(column, "type", None).__class__.__name__ == "String"
