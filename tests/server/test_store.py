"""What is kept, and when."""

from __future__ import annotations

import ast
import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, func, insert, select

import atoll.server
from atoll.server.engines import migrate, open_engine
from atoll.server.schema import metadata, people
from atoll.server.store import Kept, Store, Work
from tests.server import databases
from tests.server.databases import looked_into


def adding(name: str) -> Work[object]:
    """Writing a person down."""
    row = {"token": name, "name": name, "since": 0.0}
    return lambda database: database.execute(insert(people).values(row))


def test_migrations_lead_to_the_tables_that_the_code_knows(tmp_path: Path) -> None:
    store = Store(databases.url(tmp_path / "tables.sqlite"))
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def test_a_database_of_the_first_form_keeps_all_it_has(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    engine = open_engine(databases.url(file, empty=True))
    migrate(engine, "start")
    engine.dispose()
    with looked_into(file) as other:
        other.execute("INSERT INTO people (id, token, name, since) VALUES (7, 'hash', 'Ada', 12.5)")
        values = "'t', 'reef', '{}', 'playing', 3, 7, 'i', 's', 'game reef', 1, 0, FALSE, 0, 1.0, 2.0"
        names = "id, game, options, status, version, host, invite, seed, header, decides, base, tutorial, start"
        other.execute(f"INSERT INTO tables ({names}, created, changed) VALUES ({values})")
        other.execute("INSERT INTO seats VALUES ('t', 1, 'me', 'person', 7, 'Ada', NULL, FALSE, FALSE)")
        other.execute("INSERT INTO lines VALUES ('t', 1, '1 pass')")
    store = Store(databases.url(file))

    async def found() -> tuple[tuple[int, str | None] | None, Kept | None]:
        return await store.find_person("hash"), await store.find_table("t")

    person, kept = asyncio.run(found())
    store.close()
    assert person == (7, "Ada")
    assert kept is not None
    assert (kept.facts.header, kept.facts.rules_version, kept.lines) == (("game reef",), None, ["1 pass"])
    assert kept.facts.hints is None
    assert kept.seated[0].answer_in("current") == "able"
    assert [seat.person for seat in kept.seated] == [7]


def test_a_database_is_opened_again_without_being_changed(tmp_path: Path) -> None:
    for expected in (1, 2):
        store = Store(databases.url(tmp_path / "tables.sqlite"))

        async def add(kept: Store, name: str) -> int:
            await kept.write(adding(name))
            query = select(func.count()).select_from(people)
            return int(await kept.read(lambda database: database.execute(query).scalar_one()))

        assert asyncio.run(add(store, f"p{expected}")) == expected
        store.close()


def test_a_write_that_returned_is_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    store = Store(databases.url(file))

    async def write() -> None:
        for number in range(20):
            await store.write(adding(f"p{number}"))
            with looked_into(file) as other:
                assert other.execute("select count(*) from people").fetchone() == (number + 1,)

    asyncio.run(write())
    store.close()


def test_a_write_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    store = Store(databases.url(tmp_path / "tables.sqlite"))

    def failing(database: Connection) -> None:
        adding("half")(database)
        raise ValueError("on purpose")

    async def write() -> list[object]:
        good = [store.write(adding(f"p{number}")) for number in range(10)]
        return list(await asyncio.gather(*good[:5], store.write(failing), *good[5:], return_exceptions=True))

    answers = asyncio.run(write())
    assert [isinstance(answer, ValueError) for answer in answers] == [False] * 5 + [True] + [False] * 5
    with store.engine.connect() as connection:
        names = set(connection.execute(select(people.c.name)).scalars())
    assert names == {f"p{number}" for number in range(10)}
    store.close()


def test_work_that_was_asked_for_is_finished_before_the_store_closes(tmp_path: Path) -> None:
    store = Store(databases.url(tmp_path / "tables.sqlite"))

    async def write() -> None:
        waiting = [asyncio.ensure_future(store.write(adding(f"p{number}"))) for number in range(50)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting)

    asyncio.run(write())
    store.close()
    with looked_into(tmp_path / "tables.sqlite") as other:
        assert other.execute("select count(*) from people").fetchone() == (50,)


@pytest.mark.once
def test_few_rooms_speak_sql() -> None:
    folder = Path(atoll.server.__file__).parent
    speaking = {
        str(file.relative_to(folder))
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom) and "sqlalchemy" in ast.unparse(node)
    }
    assert {name for name in speaking if not name.startswith("migrations/")} == {
        "schema.py",
        "places.py",
        "engines.py",
        "store.py",
        "together.py",
        "archive.py",
        "copying.py",
    }


@pytest.mark.once
def test_the_lobby_looks_at_no_table_or_seat_that_it_does_not_list(tmp_path: Path) -> None:
    store = Store(databases.url(tmp_path / "tables.sqlite"))
    plans: list[str] = []

    @event.listens_for(store.engine, "before_cursor_execute")
    def asked(_: Connection, cursor: sqlite3.Cursor, statement: str, values: tuple[object, ...], *__: object) -> None:
        if statement.startswith("SELECT"):
            plans.extend(row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall())

    asyncio.run(store.lobby(1))
    store.close()
    scans = [step for step in plans if step.startswith(("SCAN tables", "SCAN seats"))]
    assert [step.replace(" COVERING", "") for step in scans] == ["SCAN seats USING INDEX ix_seats_open"]
    assert len(plans) > 4
