"""Where work is done: in this process, in several of this machine, or on Ray (`on_ray`).

Work is a function of what all its tasks share and of one item, and of nothing else: it gives the same wherever it is
done, and once more if who did it died. So every place gives the same results, in the order of the items unless they are
wanted as they come, each once.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from atoll.core.errors import AtollError
from atoll.core.messages import Message

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Done = TypeVar("Done")

HERE = "here"
AHEAD = 4  # tasks for each that is at work which may be done before one that is missing
TASK_SECONDS = 0.5  # how long a task should take, so that handing it out costs nothing beside it
TASK_ITEMS = 64  # at most
DEATHS = 10  # of processes, one after the other with nothing done between, until no more are started


@dataclass(frozen=True)
class Part(Generic[Done]):
    """What came of a task."""

    first: int  # the number of its first item
    results: list[Done]
    seconds: float


class Crew(ABC):
    """Who does the tasks of one piece of work."""

    @abstractmethod
    def most(self) -> int:
        """How many tasks may be handed out at once."""

    @abstractmethod
    def start(self, first: int, items: list[Any]) -> None:
        """Hand out a task."""

    @abstractmethod
    def finished(self) -> list[Part[Any]]:
        """What has come in, once something has, or nothing after a while."""

    @abstractmethod
    def close(self) -> None:
        """Take back what is not done."""


class Place(ABC):
    """Somewhere that work can be done: a context in which it can."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    @abstractmethod
    def spread(
        self,
        work: Callable[[Shared, Item], Done],
        shared: Shared,
        items: Iterable[Item],
        bots: Sequence[str] = (),
        in_order: bool = True,
    ) -> Iterator[Done]:
        """What comes of the items. The files of bots that the work names go along to where it is done."""


class Here(Place):
    """So many processes of this machine; one is this process itself."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def spread(
        self,
        work: Callable[[Shared, Item], Done],
        shared: Shared,
        items: Iterable[Item],
        bots: Sequence[str] = (),
        in_order: bool = True,
    ) -> Iterator[Done]:
        if self.processes <= 1:
            return (work(shared, item) for item in items)
        return handed_out(_Processes(self.processes, work, shared), items, in_order)


def place(on: str | None = None, processes: int | None = None, tasks: int | None = None) -> Place:
    """The place that a user names: `here`, `ray`, or the address of a cluster; by so many processes, or one per core,
    but no more than there are tasks."""
    most = processes or os.cpu_count() or 1
    most = most if tasks is None else max(1, min(most, tasks))
    if on is None or on == HERE:
        return Here(most)
    from atoll.arena.on_ray import LOCAL, OnRay

    return OnRay(on, most if on == LOCAL else processes)


def as_place(where: int | Place) -> Place:
    """A place, or so many processes here."""
    return Here(where) if isinstance(where, int) else where


def handed_out(crew: Crew, items: Iterable[Item], in_order: bool) -> Iterator[Any]:
    """The results of all items by a crew. Tasks grow until each takes a while; no more of them are out than the crew
    wants, and those that are done do not run far ahead of one that is missing, or of who takes the results."""
    left = iter(items)
    given = taken = out = 0  # items handed out, results passed on, tasks at work
    size, more = 1, True
    waiting: dict[int, Any] = {}  # results by the number of their item
    with closing(crew):
        while True:
            most = crew.most()
            while more and out < most and given - taken < AHEAD * most * size:
                task = list(islice(left, size))
                more = bool(task)
                if task:
                    crew.start(given, task)
                    given += len(task)
                    out += 1
            if not out:
                return
            for part in crew.finished():
                out -= 1
                waiting.update(enumerate(part.results, part.first))
                size = _better(size, part)
            ready = range(taken, given) if in_order else sorted(waiting)
            for number in ready:
                if number not in waiting:
                    break
                taken += 1
                yield waiting.pop(number)


def _better(size: int, part: Part[Any]) -> int:
    """How many items a task should have, after what one took."""
    fitting = TASK_SECONDS * len(part.results) / max(part.seconds, 1e-6)
    return max(1, min(TASK_ITEMS, 2 * size, int(fitting)))


def done(work: Callable[[Any, Any], Done], shared: Any, first: int, items: list[Any]) -> Part[Done]:
    """Do a task."""
    begun = time.monotonic()
    results = [work(shared, item) for item in items]
    return Part(first, results, time.monotonic() - begun)


# Processes of this machine

_own: tuple[Callable[[Any, Any], Any], Any]  # what a process does, and what its tasks share


def _begin(work: Callable[[Any, Any], Any], shared: Any) -> None:
    global _own
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked, which then ends its workers
    _own = work, shared


def _task(first: int, items: list[Any]) -> Part[Any]:
    return done(*_own, first, items)


def _lost(task: Future[Part[Any]]) -> bool:
    """Whether a task of processes that were ended has to be done again."""
    return task.cancelled() or not task.done() or isinstance(task.exception(), BrokenProcessPool)


class _Processes(Crew):
    """Processes of this machine. If one dies, all are started again, with what was not done."""

    def __init__(self, processes: int, work: Callable[[Any, Any], Any], shared: Any) -> None:
        self._processes = processes
        self._begin = work, shared
        self._tasks: dict[Future[Part[Any]], tuple[int, list[Any]]] = {}
        self._deaths = 0
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, context, _begin, self._begin)

    def most(self) -> int:
        return 2 * self._processes

    def start(self, first: int, items: list[Any]) -> None:
        while True:
            try:
                self._tasks[self._pool.submit(_task, first, items)] = first, items
                return
            except BrokenProcessPool:
                self._start_again()

    def finished(self) -> list[Part[Any]]:
        came: list[Part[Any]] = []
        for task in wait(self._tasks, return_when=FIRST_COMPLETED).done:
            if not isinstance(task.exception(), BrokenProcessPool):
                del self._tasks[task]
                came.append(task.result())
        if came:
            self._deaths = 0
        else:
            self._start_again()
        return came

    def _start_again(self) -> None:
        self._deaths += 1
        if self._deaths > DEATHS:
            raise AtollError(Message("spread.deaths", {"number": DEATHS}))
        self.close()
        lost = {task: wish for task, wish in self._tasks.items() if _lost(task)}
        self._tasks = {task: wish for task, wish in self._tasks.items() if task not in lost}
        self._pool = self._new_pool()
        for first, items in lost.values():
            self.start(first, items)

    def close(self) -> None:
        for process in list((self._pool._processes or {}).values()):
            process.terminate()
        self._pool.shutdown(cancel_futures=True)
