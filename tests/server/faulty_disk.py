"""A disk that fails when it is told to, and notes what it has been asked for.

Wraps the file system layer of the SQLite that Python uses, in this very process. `python -m tests.server.faulty_disk
NOTES serve ...` runs the command line of Atoll on such a disk. NOTES is a file to which every change is appended, for
`tests.server.power` to say what a power cut would leave of it; NOTES.orders says what fails, see Fault. Nothing is
really synced (the notes count instead), and waiting for a lock takes a hundredth of its time.
"""

from __future__ import annotations

import ctypes as c
import errno
import json
import os
import signal
import sqlite3
import struct
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

OK = 0
FULL = 13
READ_ERROR, WRITE_ERROR, SYNC_ERROR, LOCK_ERROR = (10 | number << 8 for number in (1, 3, 4, 20))
DEATH = -1  # no answer: the process is killed
CREATE, MAIN_FILE, JOURNAL, LOG = 0x4, 0x100, 0x800, 0x80000
KINDS = {MAIN_FILE: "main", JOURNAL: "journal", LOG: "log"}
HURRY = 100  # so much faster a wait for a lock goes by
NOTE = struct.Struct("<cBqI")  # what, the length of the file's name, where, how many bytes

Pointer, Function, Int, Long = c.c_void_p, c.c_void_p, c.c_int, c.c_int64


@dataclass(frozen=True)
class Fault:
    """What goes wrong: an operation on a kind of file, after so many that go well, so often or until it is lifted."""

    operation: str  # read, write, sync, lock; any
    code: int
    file: str = "any"  # main, journal, log; any
    after: int = 0
    times: int = 1_000_000

    def order(self, notes: Path) -> None:
        _replace(orders(notes), json.dumps(asdict(self)))

    def meets(self, operation: str, file: str) -> bool:
        return self.operation in ("any", operation) and self.file in ("any", file)


def lift(notes: Path) -> None:
    """Nothing fails any more."""
    _replace(orders(notes), "null")


def orders(notes: Path) -> Path:
    return notes.with_name(f"{notes.name}.orders")


def _replace(file: Path, text: str) -> None:
    new = file.with_name(f"{file.name}.new")
    new.write_text(text, "utf-8")
    new.replace(file)


@dataclass(frozen=True)
class Note:
    """Something done to a file: created (C), written (W), cut (T), synced (S), synced in vain (V), unlinked (U), its
    folder synced (D). X: a fault struck."""

    what: str
    file: str
    where: int = 0
    data: bytes = b""

    def packed(self) -> bytes:
        name = self.file.encode()
        return NOTE.pack(self.what.encode(), len(name), self.where, len(self.data)) + name + self.data


def read_notes(file: Path, start: int = 0) -> Iterator[tuple[int, Note]]:
    """Every note from a place in the file on, with the place after it."""
    written = file.read_bytes()
    while start + NOTE.size <= len(written):
        what, named, where, size = NOTE.unpack_from(written, start)
        name = start + NOTE.size
        start = name + named + size
        if start > len(written):  # the process was killed in the middle of it
            return
        yield start, Note(what.decode(), written[name : name + named].decode(), where, written[name + named : start])


def fields(text: str, kind: Any) -> list[tuple[str, Any]]:
    return [(name, kind) for name in text.split()]


class FileMethods(c.Structure):
    """sqlite3_io_methods, without the mapped files of version 3."""

    _fields_ = [
        *fields("version", Int),
        *fields("close read write truncate sync size lock unlock reserved control sector traits", Function),
        *fields("shared_map shared_lock shared_barrier shared_unmap", Function),
    ]


class OpenFile(c.Structure):
    _fields_ = [("methods", c.POINTER(FileMethods))]


class System(c.Structure):
    """sqlite3_vfs."""

    _fields_ = [
        *fields("version file_size longest_path", Int),
        *fields("next name data", Pointer),
        *fields("open delete access full dl_open dl_error dl_sym dl_close", Function),
        *fields("randomness sleep now last_error now64 set_call get_call next_call", Function),
    ]


Open = c.CFUNCTYPE(Int, Pointer, Pointer, Pointer, Int, Pointer)
Delete = c.CFUNCTYPE(Int, Pointer, Pointer, Int)
Sleep = c.CFUNCTYPE(Int, Pointer, Int)
Transfer = c.CFUNCTYPE(Int, Pointer, Pointer, Int, Long)
Truncate = c.CFUNCTYPE(Int, Pointer, Long)
Sync = c.CFUNCTYPE(Int, Pointer, Int)
SharedLock = c.CFUNCTYPE(Int, Pointer, Int, Int, Int)


def library() -> c.CDLL:
    """The SQLite that Python uses: a library of its module, or part of the program."""
    import _sqlite3

    for place in (getattr(_sqlite3, "__file__", None), None):
        found = c.CDLL(place)
        if hasattr(found, "sqlite3_vfs_register"):
            found.sqlite3_libversion.restype = c.c_char_p
            if found.sqlite3_libversion().decode() == sqlite3.sqlite_version:
                return found
    raise OSError(errno.ENOSYS, "the SQLite of this Python cannot be reached")


MADE: list[FaultyDisk] = []  # SQLite knows them for as long as the process runs


class FaultyDisk:
    """The file system of this process's SQLite, under a name of its own, or for whoever names none."""

    def __init__(self, notes: Path, name: str = "faulty", default: bool = False) -> None:
        self.notes = notes
        self.slept = 0  # microseconds that were asked for
        self._written = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._orders = orders(notes)
        self._known: tuple[int, int] | None = None  # of the orders: when they came
        self._fault: Fault | None = None
        self._met = 0
        self._lock = threading.RLock()
        self._files: dict[int, tuple[str, str]] = {}  # by address: name and kind
        self._fresh: set[int] = set()  # files whose first sync takes the folder with it
        self._methods: dict[int, tuple[FileMethods, FileMethods]] = {}  # by address: the real ones and ours
        sqlite = library()
        sqlite.sqlite3_vfs_find.restype = Pointer
        self._real = System.from_address(sqlite.sqlite3_vfs_find(None))
        self._name = c.create_string_buffer(name.encode())
        self._system = System.from_buffer_copy(self._real)
        self._system.name = c.addressof(self._name)
        self._calls = [Open(self._open), Delete(self._delete), Sleep(self._sleep)]
        for field, call in zip(("open", "delete", "sleep"), self._calls, strict=True):
            setattr(self._system, field, c.cast(call, Pointer))
        self._ours = {
            "read": Transfer(self._read),
            "write": Transfer(self._write),
            "truncate": Truncate(self._truncate),
            "sync": Sync(self._sync),
            "shared_lock": SharedLock(self._shared_lock),
        }
        assert sqlite.sqlite3_vfs_register(c.byref(self._system), int(default)) == OK
        MADE.append(self)

    # What SQLite asks for

    def _open(self, system: int, path: int, file: int, flags: int, out: int) -> int:
        name = Path(c.string_at(path).decode()).name if path else ""
        new = bool(path) and not os.path.exists(c.string_at(path))
        code = int(Open(self._real.open)(system, path, file, flags, out))
        kind = KINDS.get(flags & (MAIN_FILE | JOURNAL | LOG))
        if code == OK and kind:
            with self._lock:
                self._files[file] = name, kind
                self._fresh.discard(file)
                if new:
                    self._note("C", name)
                if flags & CREATE and kind != "main":
                    self._fresh.add(file)
            opened = OpenFile.from_address(file)
            opened.methods = c.pointer(self._wrapped(opened.methods))
        return code

    def _delete(self, system: int, path: int, sync: int) -> int:
        with self._lock:
            self._note("U", Path(c.string_at(path).decode()).name)
            code = int(Delete(self._real.delete)(system, path, 0))
            if sync:
                self._note("D", "")
        return code

    def _sleep(self, _: int, microseconds: int) -> int:
        self.slept += microseconds
        time.sleep(microseconds / 1e6 / HURRY)
        return microseconds

    def _read(self, file: int, to: int, size: int, where: int) -> int:
        return self._struck("read", file) or int(self._method(file, "read", Transfer)(file, to, size, where))

    def _write(self, file: int, data: int, size: int, where: int) -> int:
        with self._lock:
            if code := self._struck("write", file):
                size //= 2  # a full disk takes what it still can
            if size:
                self._note("W", self._files[file][0], where, c.string_at(data, size))
                done = int(self._method(file, "write", Transfer)(file, data, size, where))
                code = code or done
        return code

    def _truncate(self, file: int, size: int) -> int:
        with self._lock:
            if code := self._struck("write", file):
                return code
            self._note("T", self._files[file][0], size)
            return int(self._method(file, "truncate", Truncate)(file, size))

    def _sync(self, file: int, _: int) -> int:
        with self._lock:
            name = self._files[file][0]
            if code := self._struck("sync", file):
                self._note("V", name)
                return code
            self._note("S", name)
            if file in self._fresh:
                self._fresh.discard(file)
                self._note("D", "")
        return OK

    def _shared_lock(self, file: int, first: int, number: int, flags: int) -> int:
        if flags & 2 and (code := self._struck("lock", file)):  # when one is taken, not when it is given back
            return code
        return int(self._method(file, "shared_lock", SharedLock)(file, first, number, flags))

    # How it is done

    def _wrapped(self, real: Any) -> FileMethods:
        """The methods of a kind of file with ours among them."""
        address = c.addressof(real.contents)
        if address not in self._methods:
            ours = FileMethods.from_buffer_copy(real.contents)
            ours.version = min(ours.version, 2)
            for name, call in self._ours.items():
                setattr(ours, name, c.cast(call, Pointer))
            self._methods[address] = real.contents, ours
            self._methods[c.addressof(ours)] = real.contents, ours
        return self._methods[address][1]

    def _method(self, file: int, name: str, form: Any) -> Any:
        ours = c.addressof(OpenFile.from_address(file).methods.contents)
        return form(getattr(self._methods[ours][0], name))

    def _note(self, what: str, file: str, where: int = 0, data: bytes = b"") -> None:
        os.write(self._written, Note(what, file, where, data).packed())

    def _struck(self, operation: str, file: int) -> int:
        """The error that this operation shall get, if any."""
        with self._lock:
            self._hear()
            name, kind = self._files[file]
            if self._fault is None or not self._fault.meets(operation, kind):
                return OK
            self._met += 1
            if not self._fault.after < self._met <= self._fault.after + self._fault.times:
                return OK
            self._note("X", name)
            if self._fault.code == DEATH:
                os.kill(os.getpid(), signal.SIGKILL)
            return self._fault.code

    def _hear(self) -> None:
        """Read the orders, if they are new."""
        try:
            found = os.stat(self._orders)
        except FileNotFoundError:
            return
        if self._known != (found.st_ino, found.st_mtime_ns):
            self._known = found.st_ino, found.st_mtime_ns
            order = json.loads(self._orders.read_text("utf-8"))
            self._fault, self._met = Fault(**order) if order else None, 0


def main(arguments: Sequence[str]) -> int:
    from atoll.cli import main as run

    FaultyDisk(Path(arguments[0]), default=True)
    return run(arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
