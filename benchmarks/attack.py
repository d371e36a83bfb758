"""What people at ordinary tables notice of hostile load, on loopback addresses: theirs and the attackers' differ.

A server of its own, a hundred tables with two simulated people and a bot each, first in peace, then under attack: pages
that never read, connections that never finish asking, sockets that ask the dearest questions as fast as they may,
replays that nobody waits for, and tables of bots. Everything is bounded. The attackers have a process of their own that
yields to the others, for what they compute is no fault of the server's. With --write the figures go to
benchmarks/attack.txt, too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import httpx
from benchmarks.people import GAMES, Figures, Player, processor_seconds
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import atoll
from atoll.bots import make
from atoll.core.rng import Rng

HERE = Path(__file__).parent
PEOPLE = 25  # addresses that ordinary people come from
DEAF, HALF_OPEN, DEAREST, STORIES, SHOWS = 20, 2_000, 50, 100, 50


def address(group: int, number: int) -> str:
    """A loopback address of a group of visitors."""
    return f"127.0.{group}.{1 + number}"


# People


class Watcher(Player):
    """A player who also notices how long bots take."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.bots: list[float] = []
        self.last = 0.0

    def count(self, seat: int, version: int, heard: float) -> None:
        if seat == 3 and self.seat == 1 and self.figures.measuring:
            self.bots.append(heard - self.last)
        self.last = heard
        super().count(seat, version, heard)


class Device:
    """A browser at an address, with its cookie."""

    def __init__(self, base: str, where: str) -> None:
        self.base = base
        self.where = where
        transport = httpx.AsyncHTTPTransport(local_address=where)
        self.http = httpx.AsyncClient(base_url=f"http://{base}", transport=transport, timeout=60)

    async def begin(self) -> Device:
        (await self.http.get("/api/hello")).raise_for_status()
        return self

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def make(self, game: str, *seats: dict[str, str]) -> str:
        answer = await self.http.post("/api/tables", json={"game": game, "seats": seats, "start": 1})
        table: str = answer.raise_for_status().json()["id"]
        return table

    async def open(self, table: str, seat: int | str = "") -> ClientConnection:
        uri = f"ws://{self.base}/ws/{table}?seat={seat}"
        headers = {"Cookie": self.cookie}
        return await connect(
            uri, additional_headers=headers, compression=None, max_size=None, local_addr=(self.where, 0)
        )


async def seat_everyone(base: str, tables: int, think: float, figures: Figures) -> list[Watcher]:
    """Four tables for every address, two people and a bot at each."""
    players = []
    for group in range(PEOPLE):
        ada, bo = [await Device(base, address(1, group)).begin() for _ in "12"]
        for number in range(group, tables, PEOPLE):
            seats = [{"who": "me"}, {"who": "friend"}, {"who": "bot", "bot": "greedy"}]
            answer = await ada.http.post("/api/tables", json={"game": GAMES[number % 2], "seats": seats, "start": 1})
            made = answer.raise_for_status().json()
            for at, device in enumerate((ada, bo)):
                player = Watcher(base, made["id"], device.cookie, think, figures, 2 * number + at)
                await player.connect(base, device.where)
                players.append(player)
            ask = {"type": "sit", "id": "sit", "seat": 2, "name": "Bo", "invite": made["invite"]}
            player.send(json.dumps(ask).encode())
        await ada.http.aclose()
        await bo.http.aclose()
    return players


# Attackers

tried: Counter[str] = Counter()  # what they did, all in all


async def again(attack: Any, *args: Any) -> None:
    """Whoever is cut or refused comes back."""
    while True:
        with contextlib.suppress(
            OSError, httpx.HTTPError, WebSocketException, asyncio.IncompleteReadError, TimeoutError
        ):
            await attack(*args)
        await asyncio.sleep(1)


async def never_read(device: Device, table: str) -> None:
    """Ask for the full view and ping without end, and read nothing."""
    host, _, port = device.base.partition(":")
    _, writer = await asyncio.open_connection(host, int(port), local_addr=(device.where, 0), limit=1)
    try:
        key = "dGhlIHNhbXBsZSBub25jZQ=="
        head = [
            f"GET /ws/{table} HTTP/1.1",
            f"Host: {device.base}",
            f"Cookie: {device.cookie}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        tried["pages that never read"] += 1
        writer.write("\r\n".join([*head, "", ""]).encode())
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.sleep(0.5)
        ping = bytes([0x89, 0x80 | 100, 0, 0, 0, 0]) + b"x" * 100
        while not writer.transport.is_closing():
            for language in ("fr", "it", "en"):
                text = json.dumps({"type": "speak", "id": "x", "language": language}).encode()
                writer.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text + ping)
            await asyncio.wait_for(writer.drain(), 30)
            await asyncio.sleep(0.05)
    finally:
        writer.transport.abort()


async def never_finish(base: str, where: str) -> None:
    host, _, port = base.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(where, 0))
    tried["half-open connections"] += 1
    writer.write(b"GET /api/hello HTTP/1.1\r\nHost: " + base.encode() + b"\r\nX-Slow: ")
    try:
        await reader.read()
    finally:
        writer.transport.abort()


async def ask_dearest(device: Device, table: str, seat: int) -> None:
    async with await device.open(table, seat) as socket:
        version = json.loads(await socket.recv())["version"]
        for number in range(1_000_000):
            kind = ("list", "look", "speak")[number % 3]
            more = {"list": {"at": version}, "look": {"seat": seat}, "speak": {"language": "fr"}}[kind]
            await socket.send(json.dumps({"type": kind, "id": str(number)} | more))
            while (answer := json.loads(await socket.recv())).get("id") != str(number):
                pass
            tried["dear questions refused" if answer["type"] == "problem" else "dear questions answered"] += 1
            if answer["type"] == "problem":
                await asyncio.sleep(0.05)


async def abandon(device: Device, table: str) -> None:
    host, _, port = device.base.partition(":")
    _, writer = await asyncio.open_connection(host, int(port), local_addr=(device.where, 0))
    try:
        tried["replays abandoned"] += 1
        seat = random.choice("01234")
        writer.write(f"GET /api/tables/{table}/story?seat={seat} HTTP/1.1\r\nHost: {device.base}\r\n\r\n".encode())
        await asyncio.sleep(random.uniform(0.05, 1))
    finally:
        writer.transport.abort()


async def watch_bots(device: Device, table: str) -> None:
    async with await device.open(table) as socket:
        async for text in socket:
            tried["moves of bots among themselves"] += json.loads(text)["type"] == "step"


def long_game() -> tuple[str, int, int]:
    """A record, the line with the most to choose from, and the seat that chooses there."""
    game = atoll.new("reef-encounter", 4, seed=5)
    bot, rng = make("greedy"), Rng(3)
    best, line, seat = 0, 0, 1
    while not game.over:
        if game.seat >= 0 and len(game.texts()) > best:
            best, line, seat = len(game.texts()), len(game.log), game.seat + 1
        game.apply(game.kind.text(game.state, bot.choose(game.state, rng)))
    return game.write(), line, seat


async def attack(base: str, seconds: float, ready: Event, done: Connection) -> None:
    """All of it at once; what is to be asked about is set up first."""
    record, line, seat = long_game()
    askers = [await Device(base, address(2, number)).begin() for number in range(15)]
    made = (await askers[0].http.post("/api/records", json={"text": record})).raise_for_status().json()["id"]
    tables = []
    for asker in askers[:5]:
        forked = await asker.http.post(f"/api/tables/{made}/fork", json={"line": line, "seats": [{"who": "me"}] * 4})
        tables.append(forked.raise_for_status().json()["id"])
    fans = [await Device(base, address(3, number // 3)).begin() for number in range(25)]
    bots = [{"who": "bot", "bot": "searching"}] * 4
    shows = [(fan, await fan.make("reef-encounter", *bots)) for fan in fans for _ in "12"][:SHOWS]
    os.nice(10)
    ready.set()
    work: list[Coroutine[Any, Any, None]] = []
    work += [again(never_read, askers[10 + number % 5], made) for number in range(DEAF)]
    work += [again(never_finish, base, address(4, number % 20)) for number in range(HALF_OPEN)]
    work += [again(ask_dearest, askers[number % 5], tables[number % 5], seat) for number in range(DEAREST)]
    work += [again(abandon, askers[5 + number % 5], made) for number in range(STORIES)]
    work += [again(watch_bots, *show) for show in shows]
    tasks = [asyncio.create_task(one) for one in work]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=5)
    done.send(dict(tried))
    os._exit(0)  # whoever still says goodbye


def attacker(base: str, seconds: float, ready: Event, done: Connection) -> None:
    raise_files()
    asyncio.run(attack(base, seconds, ready, done))


def raise_files() -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


# Measuring


@dataclass
class Phase:
    """A stretch of time and what it was like."""

    name: str
    delays: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    memory: float = 0.0  # MB, the most that server and workers had together
    files: int = 0
    busy: float = 0.0  # share of a core that the server took, without its workers
    kept_waiting: float = 0.0  # share of the time in which it wanted a core and others had it
    refused: int = 0


def family(pid: int) -> list[int]:
    """A process and all below it."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    below = children.read_text().split() if children.exists() else []
    return [pid, *(one for child in below for one in family(int(child)))]


def memory(pid: int) -> float:
    pages = 0
    for one in family(pid):
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{one}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def core_wait(pid: int) -> float:
    """Seconds that the server's main thread could have run but had no core: a busy machine's fault."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def files(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


async def measured(name: str, pid: int, players: list[Watcher], figures: Figures, seconds: float) -> Phase:
    phase = Phase(name)
    figures.delays, figures.refused = [], 0
    for player in players:
        player.bots = []
    began, before, waited = time.monotonic(), processor_seconds(pid), core_wait(pid)
    figures.measuring = True
    for _ in range(int(seconds * 2)):
        await asyncio.sleep(0.5)
        phase.memory = max(phase.memory, memory(pid))
        phase.files = max(phase.files, files(pid))
    figures.measuring = False
    lasted = time.monotonic() - began
    phase.busy, phase.kept_waiting = (processor_seconds(pid) - before) / lasted, (core_wait(pid) - waited) / lasted
    phase.delays, phase.refused = figures.delays, figures.refused
    phase.bots = [seconds for player in players for seconds in player.bots]
    return phase


async def measure(base: str, pid: int, asked: argparse.Namespace) -> tuple[list[Phase], dict[str, int]]:
    figures = Figures()
    gc.disable()  # pauses of the players are not the server's
    players = await seat_everyone(base, asked.tables, asked.think, figures)
    await asyncio.sleep(asked.warm)
    phases = [await measured("in peace", pid, players, figures, asked.seconds)]
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Event()
    done, told = spawn.Pipe(duplex=False)
    process = spawn.Process(target=attacker, args=(base, asked.seconds + asked.warm, ready, told))
    process.start()
    while not ready.is_set():
        assert process.is_alive(), "the attackers could not set up what they need"
        await asyncio.sleep(0.1)
    await asyncio.sleep(asked.warm)
    phases.append(await measured("under attack", pid, players, figures, asked.seconds))
    for _ in range(120):
        if process.is_alive():
            await asyncio.sleep(0.5)
    made = done.recv() if done.poll() else {}
    process.kill()
    process.join()
    await asyncio.sleep(60)
    phases.append(await measured("a minute later", pid, players, figures, min(asked.seconds, 20)))
    for player in players:
        player.close()
    return phases, made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--think", type=float, default=3.0, help="mean seconds before a decision")
    parser.add_argument("--warm", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--write", action="store_true", help="write the figures to benchmarks/attack.txt")
    asked = parser.parse_args()
    raise_files()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "atoll", "--lang", "en", "serve", "--port", "0", "--no-open"]
        command += ["--data", f"{folder}/tables.sqlite"]
        said = Path(folder) / "said.txt"
        with said.open("wb") as errors:
            server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            assert server.stdout is not None
            base = server.stdout.readline().split()[3].removeprefix("http://").replace("localhost", "127.0.0.1")
            phases, made = asyncio.run(measure(base, server.pid, asked))
        finally:
            server.terminate()
            server.wait(20)
        size = said.stat().st_size
        sys.stderr.write(said.read_text()[:2000])
    told = report(asked, phases, made, size)
    print(told)
    if asked.write:
        (HERE / "attack.txt").write_text(told + "\n", "utf-8")


def report(asked: argparse.Namespace, phases: list[Phase], made: dict[str, int], log: int) -> str:
    def at(values: list[float], share: float) -> float:
        return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")

    def row(title: str, values: list[str]) -> str:
        return f"{title:<34}" + "".join(f"{value:>16}" for value in values)

    def delays(title: str, share: float, name: str) -> str:
        return row(title, [f"{at(getattr(phase, name), share):.1f} ms" for phase in phases])

    return "\n".join(
        [
            f"{asked.tables} tables, two people and a bot each, {asked.think:g} s for a decision on average; measured "
            f"for {asked.seconds:g} s each",
            f"Python {platform.python_version()}, {os.cpu_count()} cores shared by server, players and attackers",
            f"the attack: {DEAF} pages that never read, {HALF_OPEN} half-open connections, {DEAREST} sockets asking",
            f"the dearest questions, {STORIES} abandoned replays, {SHOWS} tables of four bots; who is cut comes back",
            "",
            row("", [phase.name for phase in phases]),
            row("moves of people", [str(len(phase.delays)) for phase in phases]),
            row("  refused", [str(phase.refused) for phase in phases]),
            delays("to the other's screen, median", 0.5, "delays"),
            delays("  90th percentile", 0.9, "delays"),
            delays("  99th percentile", 0.99, "delays"),
            delays("  slowest", 1.0, "delays"),
            row("moves of their bots", [str(len(phase.bots)) for phase in phases]),
            delays("a bot's answer, median", 0.5, "bots"),
            delays("  90th percentile", 0.9, "bots"),
            delays("  99th percentile", 0.99, "bots"),
            row("memory, server and workers", [f"{phase.memory:.0f} MB" for phase in phases]),
            row("the server's processor", [f"{phase.busy:.0%}" for phase in phases]),
            row("  waiting for a core", [f"{phase.kept_waiting:.0%}" for phase in phases]),
            row("files and connections", [str(phase.files) for phase in phases]),
            "",
            "what the attackers came to: " + ", ".join(f"{number} {what}" for what, number in sorted(made.items())),
            f"the server wrote {log} bytes of log",
        ]
    )


if __name__ == "__main__":
    main()
