"""How the server is doing, in numbers, for Prometheus (text format 0.0.4). Nothing here tells who did what."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from atoll.server import address
from atoll.version import __version__

if TYPE_CHECKING:
    from atoll.server.hall import Hall

Network = IPv4Network | IPv6Network
TYPE = "text/plain; version=0.0.4; charset=utf-8"
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1"))
BY_A_PROXY = ("x-forwarded-for", "x-forwarded-proto", "x-real-ip", "forwarded", "via")
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Counter:
    """Goes up only; with a label, one number for each of its values."""

    def __init__(self, name: str, about: str, label: str = "") -> None:
        self.name, self.about, self.label = name, about, label
        self._counts: dict[str, int] = {} if label else {"": 0}

    def add(self, value: str = "") -> None:
        self._counts[value] = self._counts.get(value, 0) + 1

    def told(self) -> Iterator[str]:
        yield from told(self.name, self.about, "counter", self._counts, self.label)


class Timing:
    """One of the things that take time."""

    def __init__(self, of: Histogram) -> None:
        self._of = of

    def __enter__(self) -> None:
        self._of.under_way += 1
        self._since = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._of.under_way -= 1
        self._of.add(time.perf_counter() - self._since)


class Histogram:
    """How long things took, and how many are under way."""

    def __init__(self, name: str, about: str) -> None:
        self.name, self.about = name, about
        self.under_way = 0
        self._sum = 0.0
        self._counts = [0] * (len(SECONDS) + 1)

    def timed(self) -> Timing:
        """Something that takes as long as one is inside."""
        return Timing(self)

    def add(self, took: float) -> None:
        self._sum += took
        self._counts[bisect_left(SECONDS, took)] += 1

    def told(self) -> Iterator[str]:
        yield from head(self.name, self.about, "histogram")
        total = 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{self.name}_bucket{{le="{bound}"}} {total}'
        yield f"{self.name}_sum {self._sum}"
        yield f"{self.name}_count {total}"


moves = Counter("atoll_moves_total", "Moves of people and bots, written down.")
requests = Counter("atoll_requests_total", "Requests answered, by class of status.", "status")
analyses = Counter("atoll_analyses_total", "Games that were asked to be looked through.")
refusals = Counter("atoll_refusals_total", "Requests and messages refused, by code.", "code")
writes = Histogram("atoll_write_seconds", "From asking for a write to its being on the disk.")
thoughts = Histogram("atoll_thought_seconds", "From asking a bot to its answer, waiting included.")
_began = time.monotonic()


async def page(hall: Hall) -> str:
    """All of it."""
    tables = await hall.store.counted()
    live = hall.live()
    lines = [
        *told("atoll_info", "The version of this server.", "gauge", {__version__: 1}, "version"),
        *gauge("atoll_uptime_seconds", "Since the server started.", time.monotonic() - _began),
        *told("atoll_tables", "Tables that are kept, by status.", "gauge", tables, "status"),
        *gauge("atoll_live_tables", "Tables in the memory.", len(live)),
        *gauge("atoll_sockets", "Pages that are open at tables.", sum(len(table.visitors) for table in live)),
        *gauge("atoll_thoughts_pending", "Bots that have been asked and not answered.", thoughts.under_way),
        *gauge("process_resident_memory_bytes", "Memory of the server, without its bots.", memory()),
    ]
    for metric in (moves, analyses, requests, refusals, writes, thoughts):
        lines += metric.told()
    return "\n".join(lines) + "\n"


def may_ask(connection: HTTPConnection, also: Iterable[Network]) -> bool:
    """Who is on this machine, or named. Whom a proxy on this machine brings is not on it."""
    try:
        asker = ip_network(address.client(connection), strict=False)
    except ValueError:
        return False
    brought = any(header in connection.headers for header in BY_A_PROXY)
    known = [*also, *(() if brought else LOOPBACK)]
    return any(asker.version == network.version and network.overlaps(asker) for network in known)


def memory() -> int:
    """In bytes; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def head(name: str, about: str, kind: str) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


def gauge(name: str, about: str, value: float) -> list[str]:
    return [*head(name, about, "gauge"), f"{name} {value}"]


def told(name: str, about: str, kind: str, values: dict[str, int], label: str) -> list[str]:
    lines = head(name, about, kind)
    for value, count in sorted(values.items()):
        lines.append(f'{name}{{{label}="{value}"}} {count}' if label else f"{name} {count}")
    return lines
