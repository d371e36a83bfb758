"""What is left on a disk when a process is killed, and when the power goes: worked out from what it was asked for.

A file's bytes are safe when it was synced after they were written, its name when the folder was synced. Of all the rest
a power cut leaves anything: each write, each sector of one, each new or gone name may be there or not.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from tests.server.faulty_disk import Note

SECTOR = 512


@dataclass
class File:
    """Its bytes that are safe, and what was done to it since."""

    safe: bytearray = field(default_factory=bytearray)
    unsafe: list[Note] = field(default_factory=list)

    def survivors(self, rng: random.Random, share: float) -> bytearray:
        """The safe bytes, and of what was done since such a share."""
        left = bytearray(self.safe)
        for note in self.unsafe:
            if note.what == "T":
                if rng.random() < share:
                    _do(left, note)
                continue
            whole = rng.random() < share
            for part in _sectors(note):
                if whole or rng.random() < share / 2:
                    _do(left, part)
        return left

    def sync(self) -> None:
        self.safe, self.unsafe = self.seen(), []

    def lose(self, rng: random.Random) -> None:
        """A sync that failed: what it was to save may be on the disk or not, and no later sync brings it there."""
        self.safe, self.unsafe = self.survivors(rng, 0.5), []

    def seen(self) -> bytearray:
        seen = bytearray(self.safe)
        for note in self.unsafe:
            _do(seen, note)
        return seen


class Disk:
    """A folder, as processes see it and as it is safe."""

    def __init__(self, rng: random.Random, files: Iterable[Path] = ()) -> None:
        self.rng = rng
        self.names = {file.name: File(bytearray(file.read_bytes())) for file in files}
        self.safe_names = dict(self.names)
        self.renamed: list[tuple[str, File | None]] = []  # names that came and went since the folder was synced

    def carry_out(self, note: Note) -> None:
        match note.what:
            case "C":
                self._name(note.file, File())
            case "U":
                self._name(note.file, None)
            case "W" | "T":
                self._file(note.file).unsafe.append(note)
            case "S":
                self._file(note.file).sync()
            case "V":
                self._file(note.file).lose(self.rng)
            case "D":
                self.safe_names, self.renamed = dict(self.names), []

    def _file(self, name: str) -> File:
        """A file that was there before SQLite had to do with it was made with its name safe."""
        if name not in self.names:
            self.names[name] = self.safe_names[name] = File()
        return self.names[name]

    def _name(self, name: str, file: File | None) -> None:
        self.renamed.append((name, file))
        _link(self.names, name, file)

    def killed(self, folder: Path) -> None:
        """Fill a folder with what the next process sees if only this one ended."""
        _fill(folder, {name: file.seen() for name, file in self.names.items()})

    def cut_off(self, folder: Path) -> None:
        """Fill a folder with what a power cut leaves. From there on it is all that there is."""
        share = self.rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        names = dict(self.safe_names)
        for name, file in self.renamed:
            if self.rng.random() < share:
                _link(names, name, file)
        _fill(folder, {name: file.survivors(self.rng, share) for name, file in names.items()})


def _link(names: dict[str, File], name: str, file: File | None) -> None:
    if file is None:
        names.pop(name, None)
    else:
        names[name] = file


def _do(content: bytearray, note: Note) -> None:
    if note.what == "T":
        del content[note.where :]
        content.extend(bytes(note.where - len(content)))
    else:
        content.extend(bytes(max(0, note.where - len(content))))
        content[note.where : note.where + len(note.data)] = note.data


def _sectors(note: Note) -> list[Note]:
    """A write, cut where a disk may tear it."""
    end = note.where + len(note.data)
    cuts = [note.where, *range((note.where // SECTOR + 1) * SECTOR, end, SECTOR), end]
    return [
        Note("W", note.file, first, note.data[first - note.where : last - note.where]) for first, last in pairwise(cuts)
    ]


def _fill(folder: Path, files: dict[str, bytearray]) -> None:
    """The files of a database; the memory that processes shared is gone."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.sqlite*"):
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
