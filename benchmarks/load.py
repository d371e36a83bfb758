"""What a move costs the server, and how long it takes to the other player's screen, with many tables at once.

Every table has two simulated people and a bot that all decide at human pace, on the loopback address. The script starts
servers of its own, one after the other: for every number of tables the one that is installed here and, with --against,
that of another Python, for so many rounds. The processor time of the server's process and of its workers is counted
while moves are; with --memory it is measured what a table takes in the memory, too. With --write the figures go to
benchmarks/load.txt. With --postgres all is done on PostgreSQL, see `several.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from benchmarks.people import GAMES, Figures, Player, Socket, children, memory, processor_seconds

from atoll.cli.progress import progress

HERE = Path(__file__).parent
AT_ONCE = 8  # tables that are made at the same time
SEATS = [{"who": "me"}, {"who": "open"}, {"who": "bot", "bot": "greedy"}]


@dataclass
class Server:
    """A server that runs, and where."""

    pid: int
    base: str

    def busy(self) -> tuple[float, float]:
        """The processor time of its own process, and of its workers."""
        return processor_seconds(self.pid), sum(map(processor_seconds, children(self.pid)))


@contextlib.contextmanager
def serving(python: str, folder: str, think: float, data: str | None = None) -> Iterator[Server]:
    """A server run by a Python, with its tables in a folder, or where it is said."""
    command = [python, "-m", "atoll", "--lang", "en", "serve", "--port", "0", "--no-open"]
    command += ["--data", data or f"{folder}/tables.sqlite", "--bot-pace", str(think)]
    command += ["--tables-per-minute", "1000000", "--waiting-tables", "1000000", "--generous", "1000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    try:
        assert process.stdout is not None
        base = process.stdout.readline().split()[3].removeprefix("http://").replace("localhost", "127.0.0.1")
        yield Server(process.pid, base)
    finally:
        process.terminate()
        process.wait(60)


# Playing


async def cookies(base: str) -> list[str]:
    """Of two devices."""
    found = []
    for _ in "12":
        async with httpx.AsyncClient(base_url=f"http://{base}", timeout=60) as client:
            (await client.get("/api/hello")).raise_for_status()
            found.append("; ".join(f"{name}={value}" for name, value in client.cookies.items()))
    return found


async def seat_everyone(base: str, tables: int, think: float, figures: Figures) -> list[Player]:
    """Make the tables and open the pages."""
    mine, other = await cookies(base)
    players: list[Player] = []
    numbers = iter(range(tables))

    async def make(client: httpx.AsyncClient) -> None:
        for number in numbers:
            asked = {"game": GAMES[number % 2], "seats": SEATS, "start": 1}
            answer = await client.post("/api/tables", json=asked, headers={"cookie": mine})
            table = answer.raise_for_status().json()["id"]
            for at, cookie in enumerate((mine, other)):
                player = Player(base, table, cookie, think, figures, 2 * number + at)
                await player.connect(base)
                players.append(player)
            player.send(json.dumps({"type": "sit", "id": "sit", "seat": 2, "name": "Bo"}).encode())

    async with httpx.AsyncClient(base_url=f"http://{base}", timeout=60) as client:
        await asyncio.gather(*(make(client) for _ in range(AT_ONCE)))
    return players


@dataclass
class Run:
    """What one server did with a number of tables."""

    name: str
    tables: int
    figures: Figures = field(default_factory=Figures)
    seconds: float = 0.0
    server: float = 0.0  # seconds of processor time
    workers: float = 0.0
    players: float = 0.0

    @property
    def all_moves(self) -> int:
        return self.figures.moves + self.figures.bot_moves

    def each(self, seconds: float) -> float:
        """Milliseconds a move."""
        return 1000 * seconds / max(1, self.all_moves)

    def delay(self, share: float) -> float:
        """Milliseconds to the other's screen that so many moves did not exceed."""
        delays = sorted(self.figures.delays) or [float("nan")]
        return 1000 * delays[min(len(delays) - 1, int(share * len(delays)))]


async def play(run: Run, server: Server, asked: argparse.Namespace) -> None:
    gc.disable()  # pauses of the players are not the server's
    players = await seat_everyone(server.base, run.tables, asked.think, run.figures)
    await asyncio.sleep(asked.warm)
    before, own, began = server.busy(), time.process_time(), time.monotonic()
    run.figures.begin()
    await asyncio.sleep(asked.seconds)
    run.figures.measuring = False
    after = server.busy()
    run.seconds, run.players = time.monotonic() - began, time.process_time() - own
    run.server, run.workers = after[0] - before[0], after[1] - before[1]
    for player in players:
        player.close()
    await asyncio.sleep(0.5)
    gc.enable()


# Memory


@dataclass
class Room:
    """Bytes that a table takes: in the memory with nobody there, and with two pages open at it."""

    name: str
    tables: int
    lines: float  # of the record, on average
    idle: float
    open: float


async def room(name: str, server: Server, folder: str) -> Room:
    """Look for every table that a server kept, then open two pages at each."""
    import sqlite3

    with contextlib.closing(sqlite3.connect(f"{folder}/tables.sqlite")) as database:
        tables = [row[0] for row in database.execute("SELECT id FROM tables")]
        lines = database.execute("SELECT count(*) FROM lines").fetchone()[0]
    mine = await cookies(server.base)
    async with httpx.AsyncClient(base_url=f"http://{server.base}", timeout=60) as client:

        async def find(table: str) -> None:
            await client.get(f"/api/tables/{table}/record")  # refused while it is played, but it is looked for

        await find(tables[0])
        empty = memory(server.pid)
        for table in tables[1:]:
            await find(table)
    idle = memory(server.pid)
    sockets = [Socket(server.base, table, cookie) for table in tables[1:] for cookie in mine]
    for socket in sockets:
        await socket.connect(server.base)
    await asyncio.sleep(2)
    full = memory(server.pid)
    for socket in sockets:
        socket.close()
    number = len(tables) - 1
    return Room(name, number, lines / len(tables), (idle - empty) / number, (full - empty) / number)


# Reporting


def report(asked: argparse.Namespace, runs: list[Run], rooms: list[Room]) -> str:
    lines = [
        f"two people and a bot at every table, {asked.think:g} s for a decision on average; measured for "
        f"{asked.seconds:g} s each, {asked.rounds} round(s)",
        f"Python {platform.python_version()}, {os.cpu_count()} cores shared by server, bots and players",
        "ms of processor time a move, of people and bots; ms from sending a move to the other player's screen",
        "",
        f"{'':<24}{'moves':>8}{'draws':>8}{'refused':>8} |{'server':>8}{'workers':>8}{'players':>8} |"
        f"{'median':>8}{'90 %':>8}{'99 %':>8}{'slowest':>8} |{'kB a move':>10}",
    ]
    for run in runs:
        figures = run.figures
        lines.append(
            f"{run.name + ', ' + str(run.tables) + ' tables':<24}{run.all_moves:>8}{figures.draws:>8}"
            f"{figures.refused:>8} |"
            + "".join(f"{run.each(part):>8.2f}" for part in (run.server, run.workers, run.players))
            + " |"
            + "".join(f"{run.delay(share):>8.1f}" for share in (0.5, 0.9, 0.99, 1.0))
            + f" |{figures.received / 1000 / max(1, run.all_moves):>10.2f}"
        )
    for tables in dict.fromkeys(run.tables for run in runs):
        cost = {
            name: statistics.median(run.each(run.server) for run in runs if (run.tables, run.name) == (tables, name))
            for name in dict.fromkeys(run.name for run in runs)
        }
        if len(cost) == 2:
            here, there = cost["here"], cost["against"]
            lines.append(f"{tables} tables: {here:.2f} ms of the server here, {there:.2f} there: {here / there:.2f}")
    for room in rooms:
        lines.append(
            f"memory, {room.name}: {room.idle / 1000:.0f} kB a table of {room.lines:.0f} lines with nobody"
            f" there, {room.open / 1000:.0f} kB with two pages open at it ({room.tables} tables)"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+")
    parser.add_argument("--think", type=float, default=3.0, help="mean seconds before a decision")
    parser.add_argument("--warm", type=float, default=15.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--against", metavar="PYTHON", help="of another installed version, to take turns with")
    parser.add_argument("--memory", action="store_true", help="measure what a table takes in the memory, too")
    parser.add_argument("--write", action="store_true", help="write the figures to benchmarks/load.txt")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL beside SQLite, with several processes")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4], help="on PostgreSQL")
    asked = parser.parse_args()
    if asked.postgres:
        from benchmarks.several import measure

        measure(asked, sys.executable)
        return
    asked.tables = asked.tables or [500]
    pythons = {"here": sys.executable} | ({"against": asked.against} if asked.against else {})
    wanted = [(at, tables, name) for at in range(asked.rounds) for tables in asked.tables for name in pythons]
    runs, rooms = list[Run](), list[Room]()
    for at, tables, name in progress(wanted, len(wanted), "runs"):
        run = Run(name, tables)
        with tempfile.TemporaryDirectory() as folder:
            with serving(pythons[name], folder, asked.think) as server:
                asyncio.run(play(run, server, asked))
            runs.append(run)
            if asked.memory and at == asked.rounds - 1 and tables == asked.tables[-1]:
                with serving(pythons[name], folder, 3600.0) as server:
                    rooms.append(asyncio.run(room(name, server, folder)))
    told = report(asked, runs, rooms)
    print(told)
    if asked.write:
        (HERE / "load.txt").write_text(told + "\n", "utf-8")


if __name__ == "__main__":
    main()
