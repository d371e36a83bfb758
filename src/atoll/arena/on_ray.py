"""Work on Ray: a local one that is started for it, or a cluster.

Ray hands tasks to workers and does those again whose worker died. A task is a few numbers; what all of them share, and
the files of bots, each worker is sent once. Workers run their own Atoll, which has to be the same edition.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from types import ModuleType, TracebackType
from typing import Any, Self

from atoll.arena.edition import edition
from atoll.arena.luggage import Piece, packed, unpacked
from atoll.arena.spread import Crew, Done, Item, Part, Place, Shared, done, handed_out
from atoll.core.errors import AtollError
from atoll.core.messages import Message

LOCAL = "ray"
AUTO = "auto"  # the cluster that this machine belongs to
_ADDRESS = re.compile(r"(?:ray://)?(?P<host>\[[^\]]+\]|[^\s:/]+):(?P<port>\d{1,5})(?:/\S*)?")
REACHED = 5  # seconds in which an address has to answer at all
ANSWERED = 25  # seconds in which it has to answer as a cluster does
RETRIES = 20  # times that a task is done again whose worker died
STORE = 100 * 2**20  # bytes that a local Ray may keep; results are small
LOOK = 5.0  # seconds until the workers of a cluster are counted again
WAIT = 1.0


class OnRay(Place):
    """A local Ray, of so many workers, or a cluster; of that no more than so many if it is said."""

    def __init__(self, address: str, processes: int | None) -> None:
        if address not in (LOCAL, AUTO) and not _ADDRESS.fullmatch(address):
            raise AtollError(Message("spread.nowhere", {"place": address}))
        self.address = address
        self.processes = processes
        self._ray = _module()
        self._own = False  # whether the connection is ours to end

    def __enter__(self) -> Self:
        if not self._ray.is_initialized():
            self._connect()
            self._own = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._own:
            self._ray.shutdown()
            self._own = False

    def _connect(self) -> None:
        how: dict[str, Any] = {"logging_level": logging.CRITICAL, "log_to_driver": False}
        if self.address == LOCAL:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            how |= {"num_cpus": self.processes, "include_dashboard": False, "object_store_memory": STORE}
        else:
            _reach(self.address)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what matters of them is an error, too
            try:
                self._ray.init("local" if self.address == LOCAL else self.address, **how)
            except (RuntimeError, ValueError, OSError, ImportError, self._ray.exceptions.RayError) as error:
                raise _unreachable(self.address, str(error)) from error

    def workers(self) -> int:
        """How many there are at the moment."""
        there = max(1, int(self._ray.cluster_resources().get("CPU", 0)))
        return min(there, self.processes or there)

    def spread(
        self,
        work: Callable[[Shared, Item], Done],
        shared: Shared,
        items: Iterable[Item],
        bots: Sequence[str] = (),
        in_order: bool = True,
    ) -> Iterator[Done]:
        return handed_out(_Workers(self, work, shared, packed(bots)), items, in_order)


class _Workers(Crew):
    """The workers of a Ray."""

    def __init__(self, where: OnRay, work: Callable[[Any, Any], Any], shared: Any, luggage: list[Piece]) -> None:
        self._ray = where._ray
        self._where = where
        self._task = self._ray.remote(num_cpus=1, max_retries=RETRIES)(_task)
        self._shared = self._ray.put(pickle.dumps((edition(), work, shared, luggage)))
        self._out: list[Any] = []
        self._most, self._counted = 0, 0.0

    def most(self) -> int:
        """One at work and one that waits beside it for every worker; never more at work than were wished for."""
        now = time.monotonic()
        if not self._most or now - self._counted > LOOK:
            there = self._where.workers()
            limited = self._where.processes is not None and self._where.address != LOCAL
            self._most, self._counted = there if limited else 2 * there, now
        return self._most

    def start(self, first: int, items: list[Any]) -> None:
        self._out.append(self._task.remote(self._shared, first, items))

    def finished(self) -> list[Part[Any]]:
        try:
            came, self._out = self._ray.wait(self._out, num_returns=1, timeout=WAIT)
            return [_checked(self._ray.get(one)) for one in came]
        except self._ray.exceptions.RayTaskError as error:
            if _not_there(error):
                raise AtollError(Message("spread.not_installed", {"here": edition()})) from error
            raise error.cause from error
        except self._ray.exceptions.WorkerCrashedError as error:
            raise AtollError(Message("spread.deaths", {"number": RETRIES})) from error
        except (self._ray.exceptions.RayError, ConnectionError) as error:
            raise AtollError(Message("spread.lost", {"problem": _line(str(error))})) from error

    def close(self) -> None:
        for one in self._out:
            try:
                self._ray.cancel(one, force=True)
            except Exception:  # the cluster may be gone
                break
        self._out = []


def _module() -> ModuleType:
    """Ray, if it is installed."""
    try:
        import ray
    except ImportError:
        raise AtollError(Message("spread.no_ray")) from None
    found: ModuleType = ray  # for a type checker without Ray it is anything
    return found


def _reach(address: str) -> None:
    """Say at once if nobody answers: Ray itself would go on trying for minutes."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        return
    try:
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), REACHED).close()
    except (OSError, OverflowError) as error:
        raise _unreachable(address, str(error)) from error
    if not address.startswith("ray://"):
        asked = [sys.executable, "-m", "ray.scripts.scripts", "health-check", "--address", address]
        try:
            well = subprocess.run(asked, capture_output=True, timeout=ANSWERED).returncode == 0
        except subprocess.TimeoutExpired:
            well = False
        if not well:
            raise _unreachable(address, Message("spread.silent"))


def _unreachable(address: str, problem: str | Message) -> AtollError:
    said = _line(problem) if isinstance(problem, str) else problem
    return AtollError(Message("spread.unreachable", {"address": address, "problem": said}))


def _line(text: str) -> str:
    return " ".join(text.split())[:300]


def _not_there(error: Exception) -> bool:
    """Whether a worker did not find what it should do: it has no Atoll, or one that is much older."""
    return "No module named 'atoll" in str(error)


def _checked(part: Part[Any] | AtollError) -> Part[Any]:
    if isinstance(part, AtollError):
        raise part
    return part


# On the worker


@lru_cache(1)
def _opened(content: bytes) -> tuple[str, Callable[[Any, Any], Any], Any]:
    wanted, work, shared, luggage = pickle.loads(content)
    unpacked(luggage)
    return wanted, work, shared


def _task(content: bytes, first: int, items: list[Any]) -> Part[Any] | AtollError:
    """Do a task, on a worker. What a user has to be told is a result, too."""
    try:
        wanted, work, shared = _opened(content)
        if wanted != edition():
            values = {"here": wanted, "there": edition(), "machine": socket.gethostname()}
            return AtollError(Message("spread.edition", values))
        return done(work, shared, first, items)
    except AtollError as error:
        return error
