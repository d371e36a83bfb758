"""The games that a server keeps: whether today's rules follow them, and a copy of them."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from atoll.cli.progress import progress
from atoll.core.errors import AtollError
from atoll.core.messages import Message

if TYPE_CHECKING:
    from atoll.server.archive import Archive
    from atoll.server.places import Place

FEW = 200  # tables, for which no process is worth starting


@dataclass(frozen=True)
class Refused:
    """A table that cannot be followed to its end, and why."""

    table: str
    error: AtollError
    game: str = "-"
    version: int | str = "-"

    def text(self, language: str) -> str:
        where = Message("data.refused", {"table": self.table, "game": self.game, "version": self.version})
        return f"{where.text(language)}: {self.error.text(language)}"


def run_data(asked: argparse.Namespace, language: str) -> int:
    """`atoll data check`: replay every table. 1 if the rules refuse one."""
    try:
        from atoll.server.archive import Archive
        from atoll.server.places import placed
    except ImportError as error:
        raise AtollError(Message("serve.missing", {"module": error.name})) from None

    archive = Archive(placed(asked.data, must_exist=True))
    size = len(archive.names)
    refused = [wrong for wrong in progress(checked(archive), size, "tables") if wrong]
    archive.close()
    for wrong in refused:
        print(wrong.text(language))
    values = {"file": archive.place.name, "tables": size, "good": size - len(refused), "refused": len(refused)}
    print(Message("data.checked", values).text(language))
    return 1 if refused else 0


def run_copy(asked: argparse.Namespace, language: str) -> int:
    """`atoll data copy`: everything from one database into another, compared afterwards."""
    try:
        from atoll.server.copying import copied, size
        from atoll.server.places import placed
    except ImportError as error:
        raise AtollError(Message("serve.missing", {"module": error.name})) from None

    source, target = placed(asked.source, must_exist=True), placed(asked.target)
    rows = size(source)
    for _ in progress(copied(source, target), rows, "rows"):
        pass
    values = {"source": source.name, "target": target.name, "rows": rows // 2}
    print(Message("data.copied", values).text(language))
    return 0


def checked(archive: Archive) -> Iterator[Refused | None]:
    """What is wrong with each table, if anything is; many are looked at on all cores."""
    if len(archive.names) <= FEW:
        yield from (check(archive, name) for name in archive.names)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count(), _open, [archive.place]) as pool:
        yield from pool.imap(_check, archive.names, chunksize=16)


def check(archive: Archive, name: str) -> Refused | None:
    """Replay a table as the server does when someone comes to it."""
    from atoll.server.hall import reread

    try:
        kept = archive.find(name)
    except AtollError as error:
        return Refused(name, error)
    if kept is None:
        return None
    _, outdated = reread(kept)
    if outdated is None:
        return None
    version = kept.facts.rules_version
    return Refused(name, outdated.error, kept.facts.game, "-" if version is None else version)


_opened: Archive


def _open(place: Place) -> None:
    """In a process of its own, which leaves interrupts to the one that started it."""
    global _opened
    from atoll.server.archive import Archive

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _opened = Archive(place)


def _check(name: str) -> Refused | None:
    return check(_opened, name)


def run_backup(asked: argparse.Namespace, language: str) -> int:
    """`atoll backup`: a copy of the database, while a server may use it."""
    try:
        from atoll.server.files import backup
        from atoll.server.places import placed
    except ImportError as error:
        raise AtollError(Message("serve.missing", {"module": error.name})) from None

    source = placed(asked.data, must_exist=True).file
    if source is None:
        raise AtollError(Message("data.dump"))
    target = backup(source, Path(asked.target))
    print(Message("data.backed_up", {"source": str(source), "target": str(target)}).text(language))
    return 0
