"""How long the lobby takes with many tables kept, and which indexes it goes by.

python -m benchmarks.lobby --tables 50000
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path

from sqlalchemy import insert, text

from atoll.server.schema import people, seats, tables
from atoll.server.store import Store

PEOPLE = 5_000


def fill(store: Store, count: int) -> None:
    """Tables as they come to be by and by: most are over, one in two hundred waits for someone."""
    rng = random.Random(1)
    rows, chairs = [], []
    for number in range(count):
        name, host = f"t{number:09}", rng.randrange(PEOPLE) + 1
        waits = number % 200 == 0
        status = "waiting" if waits else "playing" if number % 10 == 0 else "over"
        row = {"id": name, "game": "reef", "options": "{}", "status": status, "version": 1, "host": host, "invite": "i"}
        row |= {"seed": "s", "header": None, "decides": 0, "base": 0, "tutorial": False, "start": None}
        rows.append(row | {"rules_version": 1, "created": float(number), "changed": float(number)})
        for seat in range(1, 5):
            who = "person" if seat == 1 else "open" if waits and seat == 2 else "bot"
            chair = {"table": name, "seat": seat, "wish": "me", "who": who, "person": host if seat == 1 else None}
            chairs.append(chair | {"name": None, "bot": None, "left": False, "conceded": False})
    with store.engine.begin() as database:
        database.execute(insert(people), [{"token": f"p{n}", "since": 0.0, "seen": 0.0} for n in range(PEOPLE)])
        database.execute(insert(tables), rows)
        database.execute(insert(seats), chairs)


async def measured(store: Store, person: int | None, times: int) -> list[float]:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        _, free = await store.lobby(person)
        taken.append(1000 * (time.perf_counter() - start))
    assert len(free) == 30
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50_000)
    parser.add_argument("--times", type=int, default=50)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'tables.sqlite'}")
        fill(store, asked.tables)
        for what in ("with its indexes", "without them"):
            if what == "without them":
                with store.engine.begin() as database:
                    for name in ("ix_seats_open", "ix_tables_status_changed", "ix_tables_host"):
                        database.execute(text(f"DROP INDEX {name}"))
                    database.execute(text("CREATE INDEX ix_tables_status ON tables (status)"))
            for who, person in (("a stranger", None), ("someone with tables", 7)):
                taken = asyncio.run(measured(store, person, asked.times))
                print(
                    f"{asked.tables} tables, {what}, {who}: median {statistics.median(taken):.1f} ms, "
                    f"worst {max(taken):.1f} ms"
                )
        store.close()


if __name__ == "__main__":
    main()
