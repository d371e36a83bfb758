"""The same load on PostgreSQL, with one process, two and four, beside one process with a file of SQLite.

The two people of a table are at different processes. The processor time of the server's processes, of their workers and
of PostgreSQL is counted apart, and what PostgreSQL writes; it is one of the tests' own, in a folder that goes with it,
and keeps what it confirms. `python -m benchmarks.load --postgres` does all of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import platform
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from benchmarks.load import AT_ONCE, SEATS, Run, Server, cookies, serving
from benchmarks.people import GAMES, Figures, Player, children, memory, processor_seconds
from tests.server.postgres import Postgres

from atoll.cli.progress import progress

HERE = Path(__file__).parent
TABLES = (125, 250, 500, 1000)
SEATED = 30.0  # seconds until a page has to be let in
SQLITE = 0  # as a number of processes: one, with a file


@dataclass
class Measured(Run):
    """What several processes did with a number of tables."""

    processes: int = SQLITE
    postgres: float = 0.0  # seconds of its processor time
    wal: int = 0  # bytes that it wrote to its log
    commits: int = 0
    connections: int = 0
    line: float = 0.0  # bytes of the database, for a line and for a table without its lines
    table: float = 0.0
    memory: list[int] = field(default_factory=list)  # bytes of the server's processes, on average, and of PostgreSQL's


@dataclass
class Seen:
    """PostgreSQL at one moment."""

    seconds: float = 0.0
    wal: int = 0
    commits: int = 0


@contextlib.contextmanager
def running(python: str, folder: str, think: float, processes: int) -> Iterator[tuple[list[Server], Postgres | None]]:
    """So many processes over one PostgreSQL, or one with a file."""
    with contextlib.ExitStack() as stack:
        if processes == SQLITE:
            yield [stack.enter_context(serving(python, folder, think))], None
            return
        postgres = Postgres(durable=True)
        stack.callback(postgres.remove)
        data = postgres.address(postgres.new(empty=True))
        yield [stack.enter_context(serving(python, folder, think, data)) for _ in range(processes)], postgres


def look(postgres: Postgres | None) -> Seen:
    if postgres is None:
        return Seen()
    assert postgres.process is not None
    with postgres.connected() as database:
        [wal, commits] = database.execute(
            "SELECT pg_current_wal_lsn() - '0/0', (SELECT sum(xact_commit) FROM pg_stat_database)::bigint"
        ).fetchone() or (0, 0)
    first = postgres.process.pid
    return Seen(sum(map(processor_seconds, [first, *children(first)])), int(wal), int(commits))


async def seat_apart(bases: list[str], tables: int, think: float, figures: Figures) -> list[Player]:
    """Make the tables, and open the pages of the two people of each at different processes."""
    first = bases[0].rpartition(":")[2]
    names = await cookies(bases[0])
    known = {base: [name.replace(f"_{first}=", f"_{base.rpartition(':')[2]}=") for name in names] for base in bases}
    players: list[Player] = []
    numbers = iter(range(tables))

    async def make(clients: list[httpx.AsyncClient]) -> None:
        for number in numbers:
            own = number % len(bases), (number + 1) % len(bases)
            asked = {"game": GAMES[number % 2], "seats": SEATS, "start": 1}
            mine = {"cookie": known[bases[own[0]]][0]}
            answer = await clients[own[0]].post("/api/tables", json=asked, headers=mine)
            table = answer.raise_for_status().json()["id"]
            for at, place in enumerate(own):
                base = bases[place]
                player = Player(base, table, known[base][at], think, figures, 2 * number + at)
                await player.connect(base)
                players.append(player)
            until = time.monotonic() + SEATED
            while not player.version:  # a process reads one table after the other from the database
                assert time.monotonic() < until, "a page has not been let in"
                await asyncio.sleep(0.01)
            player.send(json.dumps({"type": "sit", "id": "sit", "seat": 2, "name": "Bo"}).encode())

    async with contextlib.AsyncExitStack() as stack:
        opened = [httpx.AsyncClient(base_url=f"http://{base}", timeout=60) for base in bases]
        clients = [await stack.enter_async_context(client) for client in opened]
        await asyncio.gather(*(make(clients) for _ in range(AT_ONCE)))
    return players


async def play(run: Measured, servers: list[Server], postgres: Postgres | None, asked: argparse.Namespace) -> None:
    gc.disable()  # pauses of the players are not the server's
    players = await seat_apart([server.base for server in servers], run.tables, asked.think, run.figures)
    await asyncio.sleep(asked.warm)
    busy, own, there, began = (
        [server.busy() for server in servers],
        time.process_time(),
        look(postgres),
        time.monotonic(),
    )
    run.figures.begin()
    await asyncio.sleep(asked.seconds)
    run.figures.measuring = False
    run.seconds, run.players = time.monotonic() - began, time.process_time() - own
    now, after = look(postgres), [server.busy() for server in servers]
    run.server = sum(later[0] - before[0] for before, later in zip(busy, after, strict=True))
    run.workers = sum(later[1] - before[1] for before, later in zip(busy, after, strict=True))
    run.postgres, run.wal, run.commits = now.seconds - there.seconds, now.wal - there.wal, now.commits - there.commits
    run.memory = [sum(memory(server.pid) for server in servers) // len(servers)]
    if postgres is not None:
        take_stock(run, postgres)
    for player in players:
        player.close()
    await asyncio.sleep(0.5)
    gc.enable()


def take_stock(run: Measured, postgres: Postgres) -> None:
    """What PostgreSQL has."""
    with postgres.connected() as server:
        lines = "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'atoll%'"
        [run.connections] = server.execute(lines).fetchone() or (0,)
        names = [name for (name,) in server.execute("SELECT datname FROM pg_database WHERE datname LIKE 'd%'")]
    with postgres.connected(names[0]) as database:
        query = "SELECT pg_total_relation_size('lines')::float / count(*) FROM lines"
        [run.line] = database.execute(query).fetchone() or (0.0,)
        parts = " + ".join(f"pg_total_relation_size('{name}')" for name in ("tables", "seats", "holders", "jobs"))
        [run.table] = database.execute(f"SELECT ({parts})::float / count(*) FROM tables").fetchone() or (0.0,)
    assert postgres.process is not None
    run.memory.append(sum(proportion(pid) for pid in [postgres.process.pid, *children(postgres.process.pid)]))


def proportion(pid: int) -> int:
    """Bytes of a process, those that it shares counted in part."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/smaps_rollup") as file:
        return next((1024 * int(line.split()[1]) for line in file if line.startswith("Pss:")), 0)
    return 0


# Reporting


def title(run: Measured) -> str:
    if run.processes == SQLITE:
        return f"SQLite, {run.tables} tables"
    return f"PostgreSQL x {run.processes}, {run.tables} tables"


def report(asked: argparse.Namespace, runs: list[Measured]) -> str:
    lines = [
        f"two people and a bot at every table, {asked.think:g} s for a decision on average; measured for "
        f"{asked.seconds:g} s each; the people of a table are at different processes",
        f"Python {platform.python_version()}, {os.cpu_count()} cores shared by servers, PostgreSQL, bots and players",
        "cores: processor seconds a second, of all processes of a kind; ms from sending a move to the other's screen",
        "",
        f"{'':<30}{'moves/s':>8}{'refused':>8} |{'server':>8}{'postgres':>9}{'workers':>8}{'players':>8} cores |"
        f"{'server':>7}{'postgres':>9} ms a move |{'median':>7}{'90 %':>7}{'99 %':>7}{'slowest':>8} ms |"
        f"{'commits/s':>10} |{'WAL':>6}{'sent':>6} kB a move",
    ]
    for run in runs:
        spent = "".join(
            f"{part / max(run.seconds, 1e-9):>{width}.2f}"
            for part, width in ((run.server, 8), (run.postgres, 9), (run.workers, 8), (run.players, 8))
        )
        lines.append(
            f"{title(run):<30}{run.all_moves / max(run.seconds, 1e-9):>8.1f}{run.figures.refused:>8} |{spent}       |"
            f"{run.each(run.server):>7.2f}{run.each(run.postgres):>9.2f}           |"
            f"{run.delay(0.5):>7.1f}{run.delay(0.9):>7.1f}{run.delay(0.99):>7.1f}{run.delay(1.0):>8.1f}    |"
            f"{run.commits / max(run.seconds, 1e-9):>10.1f}  |{run.wal / 1000 / max(1, run.all_moves):>6.2f}"
            f"{run.figures.received / 1000 / max(1, run.all_moves):>6.2f}"
        )
    for run in runs:
        if run.tables == max(one.tables for one in runs):
            own = f"{title(run)}: {run.memory[0] / 1e6:.0f} MB a process of the server"
            if len(run.memory) > 1:
                own += f", PostgreSQL {run.memory[1] / 1e6:.0f} MB with {run.connections} connections; of its disk"
                own += f" {run.line:.0f} bytes a line and {run.table:.0f} a table"
            lines.append(own)
    return "\n".join(lines)


def measure(asked: argparse.Namespace, python: str) -> None:
    """All runs that were asked for, one after the other."""
    wanted = [(processes, tables) for processes in (SQLITE, *asked.processes) for tables in asked.tables or TABLES]
    runs = list[Measured]()
    for processes, tables in progress(wanted, len(wanted), "runs"):
        run = Measured("", tables, processes=processes)
        with (
            tempfile.TemporaryDirectory() as folder,
            running(python, folder, asked.think, processes) as (servers, postgres),
        ):
            asyncio.run(play(run, servers, postgres, asked))
        runs.append(run)
        if asked.write:
            (HERE / "load-postgres.txt").write_text(report(asked, runs) + "\n", "utf-8")
    print(report(asked, runs))
