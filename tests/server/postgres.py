"""A PostgreSQL of the tests' own: in a folder that goes with it, started and stopped at will."""

from __future__ import annotations

import contextlib
import itertools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

PASSWORD = "coral reef"  # over TCP; the socket in the folder lets anyone in who can open it
ROLE = "atoll"


def tool(name: str) -> str:
    """A program of PostgreSQL; Debian keeps most of them out of sight."""
    if found := shutil.which(name):
        return found
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    assert versions, f"there is no {name}: make .venv/postgresql"
    return str(versions[-1])


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
        return port


class Postgres:
    """A server of databases. It does not run as root, so there it runs as who may do least."""

    def __init__(self, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="atoll-postgres-"))
        self.port = free_port()
        self.user: dict[str, Any] = {}
        if os.geteuid() == 0:
            who = next(entry for entry in pwd.getpwall() if entry.pw_name in ("postgres", "nobody"))
            self.user = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
            os.chown(self.folder, who.pw_uid, who.pw_gid)
        self._numbers = itertools.count(1)
        self._template = False
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        options = ["--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={secret}", f"--username={ROLE}"]
        self._run(tool("initdb"), "-D", str(self.data), "--no-locale", "--encoding=UTF8", "--no-sync", *options)
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "fsync": "on" if durable else "off",
            "full_page_writes": "on" if durable else "off",
            "max_connections": 200,
            "shared_buffers": "32MB",
            "log_min_messages": "fatal",
        }
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _run(self, *command: str) -> None:
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, **self.user)
        assert done.returncode == 0, done.stderr

    # Running

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            command = [tool("postgres"), "-D", str(self.data)]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **self.user)
        while True:
            try:
                with self.connected():
                    return
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.02)

    def stop(self, immediate: bool = False) -> None:
        """Politely, or at once, as a power switch would: connections break, and it has to recover when it starts."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT if immediate else signal.SIGINT)
        self.process.wait(60)

    def freeze(self) -> None:
        """Nothing is answered any more, and nothing is cut."""
        for number in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGSTOP)

    def thaw(self) -> None:
        for number in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGCONT)

    def _processes(self) -> list[int]:
        assert self.process is not None
        first = self.process.pid
        return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    def remove(self) -> None:
        self.stop(immediate=True)
        shutil.rmtree(self.folder)

    # Databases

    def connected(self, name: str = "postgres") -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(f"host={self.folder} port={self.port} user={ROLE} dbname={name}", autocommit=True)

    def address(self, name: str, password: str = PASSWORD) -> str:
        """As people write it."""
        return f"postgresql://{ROLE}:{password.replace(' ', '%20')}@127.0.0.1:{self.port}/{name}"

    def url(self, name: str) -> str:
        """As SQLAlchemy wants it."""
        return self.address(name).replace("postgresql", "postgresql+psycopg", 1)

    def new(self, empty: bool = False) -> str:
        """The name of a new database, empty or of the present form."""
        name = f"d{next(self._numbers)}_{secrets.token_hex(2)}"
        if not empty and not self._template:
            from atoll.server.engines import migrate, open_engine

            with self.connected() as server:
                server.execute("CREATE DATABASE present")
            engine = open_engine(self.url("present"))
            migrate(engine)
            engine.dispose()
            self._template = True
        with self.connected() as server:
            server.execute(f"CREATE DATABASE {name} TEMPLATE {'template0' if empty else 'present'}")
        return name

    def drop(self, name: str) -> None:
        with self.connected() as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
