"""The database as a file: for its owner's eyes alone, held by one server, and copied while that runs."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote

from atoll.core.errors import AtollError
from atoll.core.messages import Message

log = logging.getLogger("atoll")
OTHERS = 0o077  # what a file may allow those who do not own it
BESIDE = ("", "-wal", "-shm", ".lock")  # the file, and what lies beside it while it is used


def default_file() -> Path:
    """Where games are kept unless one says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "atoll" / "tables.sqlite"


def named(wish: str | None) -> Path:
    """The file that someone means, by its one true name: links lead to it."""
    file = Path(wish or default_file())
    try:
        file = file.resolve()
        if file.is_dir():
            raise AtollError(Message("data.is_folder", {"file": str(file)}))
        if file.exists() and file.stat().st_nlink > 1:
            raise AtollError(Message("data.linked", {"file": str(file)}))
    except (OSError, RuntimeError) as error:  # a loop of links is a RuntimeError
        raise trouble(file, error) from None
    return file


def existing(wish: str | None) -> Path:
    file = named(wish)
    if not file.exists():
        raise AtollError(Message("data.missing", {"file": str(file)}))
    return file


def made(file: Path) -> None:
    """Make the file and its folder, if they are not there, for the owner alone, so that its name outlives a power cut.
    SQLite gives the same rights to what it lays beside it."""
    try:
        if file.parent.exists() and not file.parent.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            if os.name == "posix":
                folder = os.open(file.parent, os.O_RDONLY)
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)
    except OSError as error:
        raise trouble(file, error) from None


def kept_private(file: Path) -> None:
    """Close a database, and what lies beside it, if they stand open to others."""
    if os.name != "posix":
        return
    names = [file.with_name(file.name + more) for more in BESIDE]
    loose = [name for name in names if name.exists() and name.stat().st_mode & OTHERS]
    try:
        for name in loose:
            name.chmod(name.stat().st_mode & 0o700)
    except PermissionError:
        log.warning("others can read the database, and only its owner can change that: %s", file)
    except FileNotFoundError:
        pass  # what lay beside it has gone
    else:
        if loose:
            log.warning("others could read the database, and now only its owner can: %s", file)


def reserved(file: Path) -> BinaryIO:
    """A mark that this server keeps the tables in a file, and no other: each would trust its own memory of them. It
    goes with the process, however that ends."""
    name = file.with_name(f"{file.name}.lock")
    try:
        mark = open(os.open(name, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "ab")  # noqa: SIM115
    except OSError as error:
        raise trouble(name, error) from None
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            mark.close()
            raise AtollError(Message("table.in_use", {"file": str(file)})) from None
    return mark


def trouble(file: Path, error: Exception) -> AtollError:
    """Why a file cannot be used, in a sentence."""
    name = str(getattr(error, "sqlite_errorname", ""))
    number = getattr(error, "errno", None)
    if name.startswith("SQLITE_FULL") or number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        key = "data.full"
    elif name.startswith(("SQLITE_READONLY", "SQLITE_PERM")) or number in (errno.EACCES, errno.EPERM, errno.EROFS):
        key = "data.denied"
    elif name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        key = "data.no_database"
    elif name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        key = "table.in_use"
    else:
        key = "data.failed"
    reason = getattr(error, "strerror", None) or str(error)
    return AtollError(Message(key, {"file": str(file), "reason": reason}))


# Copies


def backup(source: Path, target: Path) -> Path:
    """A copy as of this moment, whole and checked, in a file of its own for the owner alone; where it is."""
    if target.is_dir():
        target /= f"{source.stem}-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}.sqlite"
    if target.exists():
        raise AtollError(Message("data.exists", {"file": str(target)}))
    part = target.with_name(f"{target.name}.part")
    try:
        with fresh(part):
            copy(source, part)
            os.link(part, target)  # unlike a rename, this overwrites nothing
    except FileExistsError as error:
        raise AtollError(Message("data.exists", {"file": str(error.filename2 or error.filename)})) from None
    except OSError as error:
        raise trouble(target, error) from None
    return target


@contextlib.contextmanager
def fresh(part: Path) -> Iterator[None]:
    """An empty file for the owner alone, for as long as it is needed."""
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        yield
    finally:
        part.unlink(missing_ok=True)


def copy(source: Path, part: Path) -> None:
    """Copy page by page what is committed, while a server may write on."""
    address = f"file:{quote(str(source))}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True, timeout=10)) as old:
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()
            with contextlib.closing(sqlite3.connect(part)) as new:
                try:
                    old.backup(new)
                    new.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
                    found = [row[0] for row in new.execute("PRAGMA integrity_check(5)")]
                except sqlite3.Error as error:
                    raise trouble(part, error) from None
    except sqlite3.Error as error:
        raise trouble(source, error) from None
    if found != ["ok"]:
        raise AtollError(Message("data.damaged", {"file": str(source), "reason": found}))
    with part.open("rb") as written:
        os.fsync(written.fileno())
