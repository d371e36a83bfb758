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
from pathlib import Path
from typing import Any

from atoll.bots.named import planning
from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.version import __version__

log = logging.getLogger("atoll")

BACKLOG = 128  # connections that wait to be let in
FILES_OF_ITS_OWN = 200  # that no connection may take


def run_serve(asked: argparse.Namespace, language: str) -> int:
    try:
        import uvicorn

        from atoll.server.address import networks
        from atoll.server.analyses import ANALYST
        from atoll.server.answering import Pauses
        from atoll.server.app import MOST_SOCKET_BYTES, Settings, make_app
        from atoll.server.files import made, reserved
        from atoll.server.hosts import accepted
        from atoll.server.limits import Limits
        from atoll.server.logs import set_up
        from atoll.server.places import placed
        from atoll.server.protocol import Door, protocols
        from atoll.server.quiet import be_quiet
        from atoll.server.table import Patience
        from atoll.server.together import opened
    except ImportError as error:
        raise AtollError(Message("serve.missing", {"module": error.name})) from None

    set_up(asked.log)
    page = Path(asked.page) if asked.page else Path(__file__).parent.parent / "server" / "page"
    held = contextlib.ExitStack()  # the file and the port
    limits = Limits(asked.generous)
    try:
        planning(asked.analyst or ANALYST)
        allowed, proxies = networks(asked.metrics_to), networks(asked.proxy)
        if asked.keep is not None and not asked.keep > 0:
            raise AtollError(Message("serve.keep"))
        place = placed(asked.data)
        if place.file is not None:
            made(place.file)
            held.enter_context(reserved(place.file))
        door, address = listening(asked.host, asked.port)
        held.enter_context(door)
        store = opened(place.url)
    except AtollError as error:
        held.close()
        if not asked.log:
            raise
        log.error("not started: %s", error.text(language))
        return 1
    settings = Settings(
        place.url,
        page,
        pace=asked.bot_pace,
        workers=asked.workers,
        tables_per_minute=asked.tables_per_minute,
        questions_per_second=asked.questions_per_second,
        patience=Patience(asked.absence, asked.waiting_hours * 3600),
        waiting_tables=asked.waiting_tables,
        keep=asked.keep,
        metrics_to=allowed,
        hosts=accepted(asked.host, asked.accept_host),
        limits=limits,
        pauses=Pauses.of(asked.answer_pause),
        analyst=asked.analyst or ANALYST,
    )

    def started() -> None:
        print(Message("serve.running", {"address": address}).text(language))
        print(Message("serve.kept", {"file": place.name}).text(language))
        if not (page / "index.html").exists():
            print(Message("serve.no_page", {"folder": str(page)}).text(language))
        sys.stdout.flush()
        log.info("started: version %s at %s, games in %s", __version__, address, place.name)
        if asked.open and has_desktop():
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    most = int(min(limits.times(limits.connections), files_allowed() - FILES_OF_ITS_OWN))
    requests, sockets = protocols(Door(most, limits, proxies))
    config = uvicorn.Config(
        make_app(settings, store),
        http=requests,
        ws=sockets,
        backlog=BACKLOG,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=asked.proxy,
        server_header=False,
        log_config=None,
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
    with held:
        serving(config, started).run([door])
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
            door.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            door.close()
            if getattr(error, "errno", None) == errno.EADDRINUSE and number not in (port + 19, 0):
                continue
            raise closed(host, number, error) from None
        name = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
        return door, f"http://{name}:{door.getsockname()[1]}"
    raise AssertionError("unreachable")


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
