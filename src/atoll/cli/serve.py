"""Run the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import BinaryIO

from atoll.core.errors import AtollError
from atoll.core.messages import Message

BACKLOG = 128  # connections that wait to be let in
FILES_OF_ITS_OWN = 200  # that no connection may take


def run_serve(asked: argparse.Namespace, language: str) -> int:
    try:
        import uvicorn

        from atoll.server.address import networks
        from atoll.server.app import MOST_SOCKET_BYTES, Settings, make_app
        from atoll.server.hosts import accepted
        from atoll.server.limits import Limits
        from atoll.server.protocol import Door, protocols
        from atoll.server.quiet import be_quiet
    except ImportError as error:
        raise AtollError(Message("serve.missing", {"module": error.name})) from None

    limits, proxies = Limits(asked.generous), networks(asked.proxy)
    file = Path(asked.data or default_file())
    file.parent.mkdir(parents=True, exist_ok=True)
    mark = reserved(file)
    page = Path(asked.page) if asked.page else Path(__file__).parent.parent / "server" / "page"
    settings = Settings(
        f"sqlite:///{file}",
        page,
        pace=asked.bot_pace,
        workers=asked.workers,
        tables_per_minute=asked.tables_per_minute,
        questions_per_second=asked.questions_per_second,
        hosts=accepted(asked.host, asked.accept_host),
        limits=limits,
    )
    most = int(min(limits.times(limits.connections), files_allowed() - FILES_OF_ITS_OWN))
    requests, sockets = protocols(Door(most, limits, proxies))
    door, address = listening(asked.host, asked.port)
    print(Message("serve.running", {"address": address}).text(language))
    print(Message("serve.kept", {"file": file}).text(language))
    if not (page / "index.html").exists():
        print(Message("serve.no_page", {"folder": page}).text(language))
    sys.stdout.flush()
    if asked.open and has_desktop():
        threading.Timer(0.7, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        make_app(settings),
        http=requests,
        ws=sockets,
        backlog=BACKLOG,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=asked.proxy,
        server_header=False,
        log_level="warning",
        ws_max_size=4 * MOST_SOCKET_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    be_quiet()
    sys.setswitchinterval(0.0005)  # who reads a record in a thread does not keep everyone waiting
    # Games live long and hold few cycles: looking through all of them would keep everyone waiting.
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000)
    uvicorn.Server(config).run([door])
    mark.close()
    return 0


def files_allowed() -> int:
    """How many files and connections may be open: as many as the machine allows."""
    if sys.platform == "win32":
        return 8_192
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft if soft > 0 else 8_192


def reserved(file: Path) -> BinaryIO:
    """A mark that this server keeps the tables in a file, and no other: each would trust its own memory of them. It
    goes with the process, however that ends."""
    mark = file.with_name(f"{file.name}.lock").open("ab")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            mark.close()
            raise AtollError(Message("table.in_use", {"file": str(file)})) from None
    return mark


def listening(host: str, port: int) -> tuple[socket.socket, str]:
    """A socket on that port, or on the next free one if it is taken; 0 is any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + 20) if port else (0,):
        door = socket.socket(family, socket.SOCK_STREAM)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, number))
            door.listen(BACKLOG)
        except OSError:
            door.close()
            if number in (port + 19, 0):
                raise
            continue
        name = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
        return door, f"http://{name}:{door.getsockname()[1]}"
    raise AssertionError("unreachable")


def default_file() -> Path:
    """Where games are kept unless one says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "atoll" / "tables.sqlite"


def has_desktop() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
