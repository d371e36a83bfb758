"""Run the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import errno
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.version import __version__

log = logging.getLogger("atoll")


def run_serve(asked: argparse.Namespace, language: str) -> int:
    try:
        import uvicorn

        from atoll.server.app import MOST_SOCKET_BYTES, Settings, make_app
        from atoll.server.files import made, named, reserved
        from atoll.server.logs import set_up
        from atoll.server.store import Store
        from atoll.server.table import Patience
    except ImportError as error:
        raise AtollError(Message("serve.missing", {"module": error.name})) from None

    set_up(asked.log)
    page = Path(asked.page) if asked.page else Path(__file__).parent.parent / "server" / "page"
    held = contextlib.ExitStack()  # the file and the port
    try:
        allowed = [network(name) for name in asked.metrics_to]
        if asked.keep is not None and not asked.keep > 0:
            raise AtollError(Message("serve.keep"))
        file = named(asked.data)
        made(file)
        held.enter_context(reserved(file))
        door, address = listening(asked.host, asked.port)
        held.enter_context(door)
        store = Store(f"sqlite:///{file}")
    except AtollError as error:
        held.close()
        if not asked.log:
            raise
        log.error("not started: %s", error.text(language))
        return 1
    settings = Settings(
        f"sqlite:///{file}",
        page,
        pace=asked.bot_pace,
        workers=asked.workers,
        tables_per_minute=asked.tables_per_minute,
        questions_per_second=asked.questions_per_second,
        patience=Patience(asked.absence, asked.waiting_hours * 3600),
        waiting_tables=asked.waiting_tables,
        keep=asked.keep,
        metrics_to=tuple(allowed),
    )

    def started() -> None:
        print(Message("serve.running", {"address": address}).text(language))
        print(Message("serve.kept", {"file": str(file)}).text(language))
        if not (page / "index.html").exists():
            print(Message("serve.no_page", {"folder": str(page)}).text(language))
        sys.stdout.flush()
        log.info("started: version %s at %s, games in %s", __version__, address, file)
        if asked.open and has_desktop():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    config = uvicorn.Config(
        make_app(settings, store),
        log_config=None,
        log_level="warning",
        ws_max_size=4 * MOST_SOCKET_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    # Games live long and hold few cycles: looking through all of them would keep everyone waiting.
    gc.freeze()
    gc.set_threshold(20_000, 50, 1_000)
    with held:
        serving(config, started).run([door])
    return 0


def serving(config: Any, started: Callable[[], None]) -> Any:
    """A server that says when people can come in, and not before."""
    import uvicorn

    class Serving(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                started()

    return Serving(config)


def listening(host: str, port: int) -> tuple[socket.socket, str]:
    """A socket on that port, or on the next free one if it is taken; 0 is any."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + 20) if port else (0,):
        door = socket.socket(family, socket.SOCK_STREAM)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, number))
            door.listen(256)
        except (OSError, OverflowError) as error:
            door.close()
            if getattr(error, "errno", None) == errno.EADDRINUSE and number not in (port + 19, 0):
                continue
            raise closed(host, number, error) from None
        name = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
        return door, f"http://{name}:{door.getsockname()[1]}"
    raise AssertionError("unreachable")


def network(name: str) -> IPv4Network | IPv6Network:
    """An address or a network."""
    try:
        return ip_network(name, strict=False)
    except ValueError:
        raise AtollError(Message("serve.no_network", {"name": name})) from None


def closed(host: str, port: int, error: Exception) -> AtollError:
    """Why one cannot listen there, in a sentence."""
    number = getattr(error, "errno", None)
    if isinstance(error, OverflowError):
        key = "no_port"
    elif number in (errno.EACCES, errno.EPERM):
        key = "port_denied"
    elif number == errno.EADDRINUSE:
        key = "port_taken"
    elif isinstance(error, socket.gaierror) or number == errno.EADDRNOTAVAIL:
        key = "no_host"
    else:
        key = "no_door"
    reason = getattr(error, "strerror", None) or str(error)
    return AtollError(Message(f"serve.{key}", {"host": host, "port": port, "reason": reason}))


def has_desktop() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
