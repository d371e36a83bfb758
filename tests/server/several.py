"""Several processes over one database, and people at different ones who sit at one table."""

from __future__ import annotations

import contextlib
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.server.databases import looked_into
from tests.server.postgres import free_port
from tests.server.running import EASY, Data, Page, Person, Server
from tests.server.sandbox import EXAMPLES

NGINX = """pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; daemon off;
events {{ worker_connections 256; }}
http {{
    access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    map $http_upgrade $atoll_connection {{ default upgrade; "" ""; }}
    {several}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://atoll; proxy_http_version 1.1; proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $atoll_connection;
        }}
    }}
}}
"""


class Behind(Server):
    """Processes as they are reached through a proxy."""

    def __init__(self, address: str) -> None:
        self.address = address


@contextlib.contextmanager
def behind_nginx(folder: Path, servers: list[Server]) -> Iterator[str]:
    """The address of nginx in front of some processes, as docs/running/ has it."""
    port, several = free_port(), (EXAMPLES / "several.conf").read_text("utf-8")
    places = re.findall(r"(?<=127\.0\.0\.1:)\d+", several)
    for place, server in zip(places, servers, strict=True):
        several = several.replace(f":{place} ", f":{server.port} ")
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, several=several, port=port))
    nginx = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert nginx.poll() is None, (folder / "error.log").read_text()
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        nginx.terminate()
        nginx.wait()


@contextlib.contextmanager
def processes(file: Path, number: int, *more: str) -> Iterator[list[Server]]:
    """So many of them, started one after the other."""
    servers: list[Server] = []
    try:
        servers += [Server(file, *EASY, *more, log=file.parent / f"log-{at}") for at in range(number)]
        yield servers
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.stop()


def lines_of(file: Path, table: str) -> list[str]:
    """The record as it is kept; every line is there once."""
    with looked_into(file) as database:
        rows = database.execute('SELECT number, text FROM lines WHERE "table" = ? ORDER BY number', [table]).fetchall()
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    return [text for _, text in rows]


def together(pages: list[Page]) -> None:
    """Everyone hears as much as who knows most."""
    version = max(page.version for page in pages)
    for page in pages:
        while page.version < version:
            page.hear()


def heard(page: Page, fits: Callable[[Data], bool]) -> None:
    """Until a table is so."""
    while not fits(page.table):
        page.hear()


def seat(table: Data, number: int) -> Data:
    found: Data = table["seats"][number - 1]
    return found


def at_table(servers: list[Server], *bots: str, game: str = "reef") -> tuple[list[Person], list[Page]]:
    """A person at each process, all at one table."""
    people = [Person(server) for server in servers]
    made = people[0].make(game, "me", *["friend"] * (len(people) - 1), *bots)
    pages = [people[0].sit(made["id"])]
    for number, person in enumerate(people[1:], 2):
        page = person.sit(made["id"])
        assert page.ask("sit", seat=number, name=f"P{number}", invite=made["invite"])["type"] == "done"
        pages.append(page)
    for page in pages:
        heard(page, lambda table: table["status"] == "playing")
    return people, pages


def turn(pages: list[Page]) -> Page:
    """Whoever may move, when all know the same."""
    while True:
        together(pages)
        for page in pages:
            if page.moves:
                return page
        pages[0].hear()
