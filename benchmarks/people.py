"""Simulated people at tables, as cheap as they can be: they share the machine with the server that is measured.

A page here reads of a message only who moved and what it may do now, and decides when a timer says so; thousands of
them are one asyncio loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec

GAMES = ("reef-encounter", "reef")
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST = 0x80  # of the parts of a message, and always the only one
MASKED = 0x80
NO_MASK = bytes(4)


@dataclass
class Figures:
    """What was measured."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)  # table, version: when the move was sent
    delays: list[float] = field(default_factory=list)
    moves: int = 0  # of people
    bot_moves: int = 0
    draws: int = 0
    refused: int = 0
    received: int = 0  # bytes
    measuring: bool = False

    def begin(self) -> None:
        self.delays = []
        self.moves = self.bot_moves = self.draws = self.refused = self.received = 0
        self.measuring = True


class Possible(msgspec.Struct):
    moves: msgspec.Raw


class Entry(msgspec.Struct):
    seat: int


class Message(msgspec.Struct):
    """As much of a message as a player needs."""

    type: str
    version: int = 0
    seat: int = 0
    text: str = ""
    entry: Entry | None = None
    possible: Possible | None = None


read = msgspec.json.Decoder(Message).decode
read_moves = msgspec.json.Decoder(list[str]).decode


def frame(kind: int, content: bytes) -> bytes:
    size = len(content)
    head = bytes([LAST | kind, MASKED | size]) if size < 126 else bytes([LAST | kind, MASKED | 126]) + size.to_bytes(2)
    return head + NO_MASK + content


class Socket(asyncio.Protocol):
    """A WebSocket as a browser would open it, without what a browser is for."""

    def __init__(self, base: str, table: str, cookie: str, query: str = "") -> None:
        self.transport: asyncio.Transport | None = None
        self.open = asyncio.get_running_loop().create_future()
        self._unread = b""
        lines = [f"GET /ws/{table}{query} HTTP/1.1", f"Host: {base}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", f"Cookie: {cookie}"]
        self._first = "\r\n".join([*lines, "", ""]).encode()

    async def connect(self, base: str, local: str | None = None) -> None:
        host, _, port = base.rpartition(":")
        mine = (local, 0) if local else None
        await asyncio.get_running_loop().create_connection(lambda: self, host, int(port), local_addr=mine)
        await self.open

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._first)

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        heard = time.perf_counter()
        if self._unread:
            data = self._unread + data
        if not self.open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._unread = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self.open.set_result(None)
        start, size = 0, len(data)
        while size - start >= 2:
            length, at = data[start + 1], start + 2
            if length >= 126:
                more = 2 if length == 126 else 8
                length, at = int.from_bytes(data[at : at + more]), at + more
            if size - at < length:
                break
            self.hear(data[start] & 15, data[at : at + length], heard)
            start = at + length
        self._unread = data[start:]

    def hear(self, kind: int, content: bytes, heard: float) -> None:
        if kind == TEXT:
            self.told(content, heard)
        elif kind == PING:
            self.send(content, PONG)
        elif kind == CLOSE and self.transport is not None:
            self.transport.close()

    def told(self, content: bytes, heard: float) -> None:
        """A message came."""

    def send(self, content: bytes, kind: int = TEXT) -> None:
        if self.transport is not None:
            self.transport.write(frame(kind, content))

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()


class Player(Socket):
    """A page with someone in front of it who thinks for some seconds before every decision."""

    def __init__(self, base: str, table: str, cookie: str, think: float, figures: Figures, seed: int) -> None:
        super().__init__(base, table, cookie)
        self.table = table
        self.think = think
        self.figures = figures
        self.rng = random.Random(seed)
        self.seat = 0
        self.version = 0

    def told(self, content: bytes, heard: float) -> None:
        figures = self.figures
        figures.received += len(content)
        message = read(content)
        kind = message.type
        if kind == "step":
            assert message.entry is not None
            self.count(message.entry.seat, message.version, heard)
        if kind == "welcome":
            self.seat = message.seat
        if message.possible is not None and kind != "about":
            self.version = message.version
            if bytes(message.possible.moves) != b"[]":
                pause = self.think * self.rng.uniform(0.5, 1.5)
                asyncio.get_running_loop().call_later(pause, self.decide, message.version, message.possible.moves)
        elif kind == "problem":
            figures.refused += 1

    def count(self, seat: int, version: int, heard: float) -> None:
        """A line was written, and `seat` made it, or chance."""
        figures = self.figures
        sent = figures.sent.pop((self.table, version), None) if seat not in (0, self.seat) else None
        if not figures.measuring:
            return
        if sent is not None:
            figures.delays.append(heard - sent)
        if self.seat == 1:
            figures.draws += seat == 0
            figures.bot_moves += seat == 3
            figures.moves += seat in (1, 2)

    def decide(self, version: int, possible: msgspec.Raw) -> None:
        if self.version != version or self.transport is None:
            return
        moves = read_moves(possible)
        verb = self.rng.choice(sorted({move.split(" ", 1)[0] for move in moves}))
        move = self.rng.choice([move for move in moves if move.split(" ", 1)[0] == verb])
        self.figures.sent[self.table, version + 1] = time.perf_counter()
        self.send(b'{"type":"play","id":"%d","at":%d,"move":"%s"}' % (version, version, move.encode()))


# What processes cost


def processor_seconds(pid: int) -> float:
    """Of a process and all its threads."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    parents: dict[int, list[int]] = {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat") as file:
            parents.setdefault(int(file.read().rpartition(")")[2].split()[1]), []).append(int(name))
    found, ahead = list[int](), [pid]
    while ahead:
        own = parents.get(ahead.pop(), [])
        found += own
        ahead += own
    return found


def memory(pid: int) -> int:
    """Bytes that a process holds in the memory of the machine."""
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
