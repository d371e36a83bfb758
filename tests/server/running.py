"""A real server in a process of its own, and people who talk to it as browsers do."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import httpx
from websockets.sync.client import ClientConnection, connect

from atoll.server.changes import changed
from atoll.server.wire import Change
from tests.server import databases

Data = dict[str, Any]
# No limit is in the way, and nobody waits.
EASY = (
    "--bot-pace=0",
    "--answer-pause=0",
    "--tables-per-minute=6000",
    "--questions-per-second=1000",
    "--waiting-tables=1000",
    "--absence=0",
    "--generous=1000",
)
opened = contextlib.ExitStack()  # what people have open; it is closed after every test


class Server:
    """Started and killed at will; what it keeps is in a file."""

    before: tuple[str, ...] = ()  # a command that starts it

    def __init__(
        self,
        file: Path,
        *more: str,
        program: Sequence[str] = ("atoll",),
        log: Path | None = None,
        stderr: IO[str] | None = None,
    ) -> None:
        self.file = file
        self.program = program
        self.log = log
        self.stderr = stderr
        self.port = "0"
        self.more = more or EASY
        self.start()

    def data(self) -> str:
        """What `--data` says."""
        return databases.address(self.file)

    def start(self) -> None:
        command = [sys.executable, "-m", *self.program, "--lang", "en", "serve", "--port", self.port, "--no-open"]
        command += ["--data", self.data(), "--workers", "1", *self.more]
        with self.log.open("ab") if self.log else contextlib.nullcontext() as log:
            self.process = subprocess.Popen(
                [*self.before, *command],
                stdout=subprocess.PIPE,
                stderr=log or self.stderr,
                text=True,
                env=dict(os.environ),
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if line:  # else it has ended already
            self.address = line.split()[3]
            self.host = self.address.removeprefix("http://")
            self.port = self.host.rpartition(":")[2]  # started again, it is where it was

    def kill(self) -> None:
        """At once, as by a power switch."""
        self.process.kill()
        self._ended()

    def stop(self) -> None:
        self.process.terminate()
        self._ended()

    def _ended(self) -> None:
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Person:
    """A device with its cookie."""

    def __init__(self, server: Server, language: str = "en", same: Person | None = None) -> None:
        """Someone new, or the same person at another process."""
        self.server = server
        self.language = language
        http = httpx.Client(base_url=server.address, headers={"Accept-Language": language}, timeout=60)
        self.http = opened.enter_context(http)
        if same is not None:
            [token] = same.http.cookies.values()
            self.http.cookies.set(f"atoll_device_{server.port}", token)
        self.hello: Data = self.get("/api/hello")
        if same is not None:  # it was given again, for a host that has a name
            self.http.cookies.clear()
            self.http.cookies.set(f"atoll_device_{server.port}", token)

    def get(self, path: str) -> Any:
        return self.http.get(path).raise_for_status().json()

    def post(self, path: str, body: object) -> httpx.Response:
        return self.http.post(path, json=body)

    def make(self, game: str, *seats: str, **more: object) -> Data:
        """A table; a seat is me, friend, open, or the name of a bot. The first one starts, unless something else is
        wished."""
        wishes = [{"who": s} if s in ("me", "friend", "open") else {"who": "bot", "bot": s} for s in seats]
        answer = self.post("/api/tables", {"game": game, "seats": wishes, "start": 1} | more)
        assert answer.status_code == 200, answer.text
        made: Data = answer.json()
        return made

    def sit(self, table: str, seat: int | str = "", nonce: str | None = None, seal: str | None = None) -> Page:
        return Page(self, table, seat, nonce, seal)


class Page:
    """A table open in a browser."""

    def __init__(
        self, person: Person, table: str, seat: int | str = "", nonce: str | None = None, seal: str | None = None
    ) -> None:
        self.person = person
        cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
        query = f"lang={person.language}&seat={seat}" + (f"&nonce={nonce}" if nonce else "")
        query += f"&seal={seal}" if seal else ""
        where = f"{person.server.address.replace('http', 'ws', 1)}/ws/{table}?{query}"
        self.open = opened.enter_context(contextlib.ExitStack())
        # However much comes that nobody reads: a full queue would keep the end from being heard.
        self.socket: ClientConnection = self.open.enter_context(
            connect(where, additional_headers={"Cookie": cookie}, max_size=None, max_queue=None)
        )
        self.heard: list[Data] = []
        self.later: list[Data] = []  # what came while earlier lines of the log were asked for
        self.version = 0
        self.moves: list[str] = []
        self.may_undo = self.answered = False
        self.table: Data = {}
        self.view: Any = None
        self.outdated: Data | None = None
        self.opening: list[Data] = []
        self.log: list[Data] = []
        self.count = 0
        self.until(lambda message: message["type"] == "welcome")

    def hear(self, seconds: float = 60) -> Data:
        """The next message, carried out as the page does."""
        message: Data = self.later.pop(0) if self.later else json.loads(self.socket.recv(seconds))
        self.heard.append(message)
        if message["type"] == "welcome":
            log = message["log"]  # all of it, or nothing is known of it
            while log and log[0]["line"] > 1:
                log = [*self._before(log[0]["line"]), *log]
            self.version, self.table, self.view = message["version"], message["table"], message["view"]
            self.opening, self.log, self.outdated = message["opening"], log, message["outdated"]
        if message["type"] in ("step", "undone"):
            self.version = message["version"]
            changed(self.view, [Change(**change) for change in message["changes"]])
            self.log = [*self.log, message["entry"]] if message["type"] == "step" else self.log[: message["lines"]]
        if message["type"] in ("welcome", "step", "undone"):
            self._can(message["possible"])
            self.seat = message.get("seat", getattr(self, "seat", 0))
        if message["type"] == "about":
            self.table = message["table"]
            if message["possible"]:
                self._can(message["possible"])
        return message

    def _can(self, possible: Data) -> None:
        self.moves, self.may_undo, self.answered = possible["moves"], possible["undo"], possible["answered"]

    def _before(self, line: int) -> list[Data]:
        """Earlier lines of the log."""
        name = self.send("log", before=line)
        while (message := json.loads(self.socket.recv(60))).get("id") != name:
            self.later.append(message)
        earlier: list[Data] = message["log"]
        return earlier

    def until(self, fits: Callable[[Data], bool]) -> Data:
        while True:
            message = self.hear()
            if fits(message):
                return message

    def hear_step(self) -> Data:
        return self.until(lambda message: message["type"] == "step")

    def send(self, kind: str, **more: object) -> str:
        self.count += 1
        name = f"q{self.count}"
        self.socket.send(json.dumps({"type": kind, "id": name} | more))
        return name

    def ask(self, kind: str, **more: object) -> Data:
        """Send something, and hear until its answer."""
        if kind in ("play", "undo", "what", "why", "hint", "list", "insight") and "at" not in more:
            more["at"] = self.version
        name = self.send(kind, **more)
        return self.until(lambda message: message.get("id") == name)

    def play(self, move: str) -> Data:
        return self.ask("play", move=move)

    def my_turn(self) -> None:
        """Hear until there is something to decide, or the game is over."""
        while not self.moves and self.table["status"] == "playing":
            self.hear()

    def close(self) -> None:
        self.open.close()
