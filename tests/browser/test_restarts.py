"""Two processes behind nginx that go while someone plays: the page comes back by itself, and no touch is lost."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hands import Hands, sensible, start
from tests.browser.window import window
from tests.server import databases
from tests.server.databases import kept_waiting, looked_into
from tests.server.postgres import free_port
from tests.server.running import Server
from tests.server.several import processes

CONFIGURATION = """pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; daemon off;
events {{ worker_connections 256; }}
http {{
    access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    map $http_upgrade $wish {{ default upgrade; "" ""; }}
    upstream atoll {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://atoll; proxy_http_version 1.1; proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $wish;
        }}
    }}
}}
"""


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Where tables are kept: in a database on a server."""
    databases.kind = "postgresql"
    try:
        with databases.tidy():
            yield tmp_path / "tables"
    finally:
        databases.end()
        databases.kind = "sqlite"


@contextlib.contextmanager
def behind_nginx(folder: Path, servers: list[Server]) -> Iterator[str]:
    """The address of a proxy that takes them in turn."""
    port = free_port()
    listed = " ".join(f"server 127.0.0.1:{server.port} fail_timeout=1s;" for server in servers)
    (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, servers=listed, port=port))
    nginx = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")])
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert nginx.poll() is None
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        nginx.terminate()
        nginx.wait()


def at_table(file: Path, servers: list[Server]) -> Server:
    """The process that the page is at, of some in the order in which they were started."""
    while True:
        with looked_into(file) as database:
            numbers = [number for (number,) in database.execute("SELECT id FROM processes ORDER BY id").fetchall()]
            held = database.execute("SELECT process, present FROM holders").fetchall()
        there = [process for process, present in held if json.loads(present).get("people")]
        if len(there) == 1 and len(numbers) == len(servers):  # who has gone is let go
            return servers[numbers.index(there[0])]
        time.sleep(0.05)


def test_no_touch_is_lost_when_the_process_goes_that_it_was_meant_for(
    browser: Browser, tmp_path: Path, file: Path
) -> None:
    with (
        processes(file, 2) as servers,
        behind_nginx(tmp_path, servers) as address,
        window(browser, address) as page,
    ):
        page.goto("/")
        start(page, "reef-encounter")
        hands = Hands(page, file)
        for number in range(2):
            assert hands.wait_for_turn()
            hands.play(sensible(hands.game(), number))
        for number in range(2):  # the touch was heard, and its process is killed before it is written down
            assert hands.wait_for_turn()
            game = hands.game()
            move, there = sensible(game, number), at_table(file, servers)
            with kept_waiting(file):
                hands.touch(game, move)
                page.wait_for_timeout(200)
                there.kill()
            hands.until_made(game, move)
            there.start()
            servers.sort(key=lambda server: server is there)
        assert hands.wait_for_turn()
        game = hands.game()
        move = sensible(game, 9)
        for server in servers:  # and one that nobody heard
            server.stop()
        expect(page.locator('[data-bar="offline"]')).to_be_visible()
        hands.touch(game, move)
        for server in servers:
            server.start()
        hands.until_made(game, move)
        expect(page.locator('[data-bar="offline"]')).to_have_count(0)
        for number in range(2):
            assert hands.wait_for_turn()
            hands.play(sensible(hands.game(), number))
