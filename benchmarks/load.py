"""How long a move takes to the other player's screen with many tables at once, on the loopback address.

Every table has two simulated people and a bot that all decide at human pace. The script starts a server of its own,
plays for a bounded time and prints the figures; with --write they go to benchmarks/load.txt, too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

HERE = Path(__file__).parent
GAMES = ("reef-encounter", "reef")


@dataclass
class Figures:
    """What was measured."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)  # table, version: when the move was sent
    delays: list[float] = field(default_factory=list)
    moves: int = 0
    bot_moves: int = 0
    refused: int = 0
    measuring: bool = False


class Player:
    """A page with someone in front of it who thinks for some seconds before every decision."""

    def __init__(self, table: str, socket: ClientConnection, think: float, figures: Figures) -> None:
        self.table = table
        self.socket = socket
        self.think = think
        self.figures = figures
        self.rng = random.Random(table)
        self.seat = 0
        self.possible: dict[str, Any] = {"moves": []}
        self.version = 0
        self.deciding: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        async for text in self.socket:
            heard = time.perf_counter()
            message = json.loads(text)
            kind = message["type"]
            if kind == "step":
                self.count(message, heard)
            if kind in ("welcome", "step"):
                self.seat = message.get("seat", self.seat)
                self.version, self.possible = message["version"], message["possible"]
                if self.possible["moves"]:
                    self.deciding = asyncio.create_task(self.decide(self.version, self.possible["moves"]))
            elif kind == "problem":
                self.figures.refused += 1

    def count(self, message: dict[str, Any], heard: float) -> None:
        seat = message["entry"]["seat"]
        if seat not in (0, self.seat):
            sent = self.figures.sent.pop((self.table, message["version"]), None)
            if not self.figures.measuring:
                return
            if sent is not None:
                self.figures.delays.append(heard - sent)
                self.figures.moves += 1
            elif seat == 3 and self.seat == 1:
                self.figures.bot_moves += 1

    async def decide(self, version: int, moves: list[str]) -> None:
        await asyncio.sleep(self.think * self.rng.uniform(0.5, 1.5))
        if self.version != version:
            return
        verbs = sorted({move.split()[0] for move in moves})
        verb = self.rng.choice(verbs)
        move = self.rng.choice([move for move in moves if move.split()[0] == verb])
        self.figures.sent[self.table, version + 1] = time.perf_counter()
        with contextlib.suppress(ConnectionClosed):  # the time is over
            await self.socket.send(json.dumps({"type": "play", "id": str(version), "at": version, "move": move}))


async def seat_everyone(base: str, tables: int, think: float, figures: Figures) -> list[Player]:
    """Make the tables and open the pages."""
    async with (
        httpx.AsyncClient(base_url=f"http://{base}", timeout=60) as ada,
        httpx.AsyncClient(base_url=f"http://{base}", timeout=60) as bo,
    ):
        for client in (ada, bo):
            (await client.get("/api/hello")).raise_for_status()
        cookies = ["; ".join(f"{name}={value}" for name, value in client.cookies.items()) for client in (ada, bo)]
        players = []
        for number in range(tables):
            seats = [{"who": "me"}, {"who": "open"}, {"who": "bot", "bot": "greedy"}]
            answer = await ada.post("/api/tables", json={"game": GAMES[number % 2], "seats": seats, "start": 1})
            table = answer.raise_for_status().json()["id"]
            for cookie in cookies:
                where = f"ws://{base}/ws/{table}"
                socket = await connect(where, additional_headers={"Cookie": cookie}, compression=None, max_size=None)
                players.append(Player(table, socket, think, figures))
            await socket.send(json.dumps({"type": "sit", "id": "sit", "seat": 2, "name": "Bo"}))
        return players


async def measure(base: str, tables: int, think: float, warm: float, seconds: float) -> Figures:
    figures = Figures()
    gc.disable()  # pauses of the players are not the server's
    players = await seat_everyone(base, tables, think, figures)
    listening = [asyncio.create_task(player.listen()) for player in players]
    await asyncio.sleep(warm)
    figures.measuring = True
    await asyncio.sleep(seconds)
    figures.measuring = False
    for task in listening:
        task.cancel()
    for player in players:
        await player.socket.close()
    return figures


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--think", type=float, default=3.0, help="mean seconds before a decision")
    parser.add_argument("--warm", type=float, default=15.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--write", action="store_true", help="write the figures to benchmarks/load.txt")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "atoll", "--lang", "en", "serve", "--port", "0", "--no-open"]
        command += ["--data", f"{folder}/tables.sqlite", "--bot-pace", str(asked.think)]
        command += ["--tables-per-minute", "1000000", "--waiting-tables", "1000000", "--generous", "1000"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            base = server.stdout.readline().split()[3].removeprefix("http://").replace("localhost", "127.0.0.1")
            figures = asyncio.run(measure(base, asked.tables, asked.think, asked.warm, asked.seconds))
            busy = processor_seconds(server.pid)
        finally:
            server.terminate()
            server.wait(20)
    told = report(asked, figures, busy)
    print(told)
    if asked.write:
        (HERE / "load.txt").write_text(told + "\n", "utf-8")


def report(asked: argparse.Namespace, figures: Figures, busy: float) -> str:
    delays = sorted(1000 * delay for delay in figures.delays)

    def at(share: float) -> str:
        return f"{delays[min(len(delays) - 1, int(share * len(delays)))]:8.1f} ms"

    return "\n".join(
        [
            f"{asked.tables} tables, two people and a bot each, {asked.think:g} s for a decision on average",
            f"Python {platform.python_version()}, {os.cpu_count()} cores shared by server and players",
            f"measured for {asked.seconds:g} s: {figures.moves} moves of people, {figures.bot_moves} of bots, "
            f"{figures.refused} refused; the server used {busy:.0f} s of processor time in all",
            "from sending a move to the other player's screen:",
            f"  median           {at(0.5)}",
            f"  90th percentile  {at(0.9)}",
            f"  99th percentile  {at(0.99)}",
            f"  slowest          {at(1.0)}",
        ]
    )


if __name__ == "__main__":
    main()
