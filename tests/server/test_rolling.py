"""Processes that are restarted one after the other while people play at many tables: pages come back by themselves, no
touch is lost, and every line is there once."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import threading
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.ledger import Kept, kept_on_server
from tests.server.running import Data, Person, Server
from tests.server.several import processes

pytestmark = pytest.mark.served
TABLES = 12
LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)
MEANWHILE = ("database", "unsure")  # what may be said while a process goes; the page comes back and tries again


@dataclass
class Tab:
    """A page that comes back by itself, to whichever process is next, and says again what had no answer."""

    table: str
    cookies: list[tuple[Server, str]]
    rng: Random
    told: dict[int, str] = field(default_factory=dict)  # lines that were told, by number
    touches: int = 0
    confirmed: int = 0
    again: int = 0  # touches that had no answer and were said once more
    found: int = 0  # touches that had no answer and were found done
    lines: int = 0  # how often the line was lost
    asked: tuple[int, str] | None = None  # version and move of a touch that has no answer yet
    line: int = 0  # that it would be
    version: int = 0
    seat: int = 0
    status: str = ""
    moves: list[str] = field(default_factory=list)

    async def play(self, ended: threading.Event) -> None:
        for at in itertools.count(self.rng.randrange(len(self.cookies))):
            server, cookie = self.cookies[at % len(self.cookies)]
            where = f"ws://127.0.0.1:{server.port}/ws/{self.table}?lang=en"
            try:
                async with connect(where, additional_headers={"Cookie": cookie}, max_size=None) as socket:
                    await self._stay(socket, ended)
                    return
            except LOST:
                self.lines += 1
                await asyncio.sleep(0.05)

    async def _stay(self, socket: ClientConnection, ended: threading.Event) -> None:
        """Play for as long as the line holds; at the end nothing is left without an answer."""
        here = said = False  # whether the table has been told, and the touch here
        while not ended.is_set() or self.asked:
            if self.status == "over":
                return
            if here and self.asked is None and self.moves and not ended.is_set():
                self.asked, said = (self.version, self.rng.choice(self.moves)), False
                self.line = max(self.told, default=0) + 1
                self.touches += 1
            if here and self.asked is not None and not said:
                said = True
                at, move = self.asked
                await socket.send(json.dumps({"type": "play", "id": "touch", "at": at, "move": move}))
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 1))
            except TimeoutError:
                continue
            self._hear(message)
            here |= message["type"] == "welcome"

    def _hear(self, message: Data) -> None:
        if message["type"] == "welcome":
            self.version, self.seat, self.status = message["version"], message["seat"], message["table"]["status"]
            self._note(message["log"])
            self._can(message)
            if self.asked is not None and self.asked[0] == self.version:
                self.again += 1
            elif self.asked is not None:
                self._find()
        elif message["type"] == "step":
            self.version = message["version"]
            self._can(message)
            self._note([message["entry"]])
        elif message["type"] == "about":
            self.status = message["table"]["status"]
            if message["possible"]:
                self._can(message)
        elif message["type"] == "done":
            self.asked, self.confirmed = None, self.confirmed + 1
        elif message["type"] == "problem" and message["code"] == "stale":  # what was said first was written meanwhile
            assert self.again
            self._find()
        elif message["type"] == "problem":
            assert message["code"] in MEANWHILE, message
            raise OSError(message["text"])  # the page opens the line anew

    def _find(self) -> None:
        """A touch without an answer was done: nobody else moves for this seat."""
        assert self.asked is not None
        assert self.told[self.line] == f"{self.seat} {self.asked[1]}"
        self.asked, self.found = None, self.found + 1

    def _can(self, message: Data) -> None:
        possible = message["possible"]
        self.moves = [] if possible["answered"] else possible["moves"]

    def _note(self, entries: list[Data]) -> None:
        for entry in entries:
            line = f"{entry['seat'] or '*'} {entry['move']}"
            assert self.told.setdefault(entry["line"], line) == line
            self.told[entry["line"]] = line

    def check(self, kept: Kept) -> None:
        for number, line in self.told.items():
            pattern = re.escape(line).replace(r"\?", ".*")
            assert re.fullmatch(pattern, kept.lines[number - 1]), (line, kept.lines[number - 1])
        assert max(self.told, default=0) <= len(kept.lines)


def seated(servers: list[Server], rng: Random) -> list[Tab]:
    """Two people and a bot at every table, each of them known at all processes."""
    people = [[Person(servers[0])], [Person(servers[0])]]
    for devices in people:
        devices += [Person(server, same=devices[0]) for server in servers[1:]]
    cookies = [
        [(one.server, "; ".join(f"{name}={value}" for name, value in one.http.cookies.items())) for one in devices]
        for devices in people
    ]
    tabs = []
    for number in range(TABLES):
        made = people[0][0].make(("reef", "reef-encounter")[number % 2], "me", "friend", "careless")
        page = people[1][number % len(servers)].sit(made["id"])
        assert page.ask("sit", seat=2, name="Bo", invite=made["invite"])["type"] == "done"
        page.close()
        tabs += [Tab(made["id"], device, Random(rng.random())) for device in cookies]
    return tabs


def test_no_touch_is_lost_while_processes_are_restarted_one_after_the_other(tmp_path: Path) -> None:
    file = tmp_path / "tables"
    with processes(file, 3) as servers:
        tabs = seated(servers, Random(7))
        ended = threading.Event()

        async def all_play() -> None:
            await asyncio.gather(*(tab.play(ended) for tab in tabs))

        playing = threading.Thread(target=lambda: asyncio.run(all_play()))
        playing.start()
        for server in servers:
            server.stop()
            server.start()
        ended.set()
        playing.join(60)
        assert not playing.is_alive()
        kept = kept_on_server(file)
        for tab in tabs:
            tab.check(kept[tab.table])
        assert all(tab.asked is None for tab in tabs)
        assert sum(tab.touches for tab in tabs) == sum(tab.confirmed + tab.found for tab in tabs) > 5 * TABLES
        assert sum(tab.lines for tab in tabs) >= len(tabs)  # each process had pages, and each was restarted
        own = sum(line.startswith(("1 ", "2 ")) for tab in tabs[::2] for line in kept[tab.table].lines)
        assert own >= sum(tab.confirmed + tab.found for tab in tabs)  # and what a seat owes without a choice
    logs = [log.read_text("utf-8") for log in tmp_path.glob("log-*")]
    assert len(logs) == 3
    assert not any(" error atoll: " in log for log in logs), logs  # those who go and those who stay are in nobody's way
