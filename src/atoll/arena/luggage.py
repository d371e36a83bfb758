"""The files that bots are named with, sent along to other machines: their own code, what it imports from beside it,
and nets. Where the same file lies in the same place already, it is used as it is."""

from __future__ import annotations

import ast
import atexit
import hashlib
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from atoll.bots.named import MOVED


@dataclass(frozen=True)
class Piece:
    """A file as bots name it, with those that it needs, by their places in its folder."""

    name: str
    folder: str  # where they lie on the machine that sends them
    file: str
    contents: tuple[tuple[str, bytes], ...]


def packed(bots: Iterable[str]) -> list[Piece]:
    """All files that these bots are named with."""
    found: dict[str, Piece] = {}
    for text in bots:
        first, *given = text.split(":")
        names = [first] if first.endswith(".py") else []
        names += [value for word in given if (value := word.partition("=")[2]) and Path(value).is_file()]
        for name in names:
            path = Path(name).resolve()
            if name not in found and path.is_file():
                found[name] = Piece(name, str(path.parent), path.name, _contents(path))
    return list(found.values())


def _contents(path: Path) -> tuple[tuple[str, bytes], ...]:
    ahead, found = [path], dict[str, bytes]()
    while ahead:
        file = ahead.pop()
        name = file.relative_to(path.parent).as_posix()
        if name not in found:
            found[name] = file.read_bytes()
            if file.suffix == ".py":
                ahead += _beside(found[name], path.parent)
    return tuple(sorted(found.items()))


def _beside(source: bytes, folder: Path) -> list[Path]:
    """The files of a folder that a file of it imports; of a package all."""
    found: list[Path] = []
    for node in ast.walk(ast.parse(source)):
        names: Sequence[str] = ()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in {name.partition(".")[0] for name in names} - {"atoll"}:
            if (folder / f"{name}.py").is_file():
                found.append(folder / f"{name}.py")
            elif (folder / name / "__init__.py").is_file():
                found += sorted((folder / name).rglob("*.py"))
    return found


def unpacked(pieces: Iterable[Piece]) -> None:
    """Make bots find these files by the names that they have elsewhere."""
    MOVED.clear()
    for piece in pieces:
        folder = Path(piece.folder)
        if not all(_is(folder / name, content) for name, content in piece.contents):
            folder = _kept(piece)
        MOVED[piece.name] = str(folder / piece.file)


def _is(file: Path, content: bytes) -> bool:
    try:
        return file.read_bytes() == content
    except OSError:
        return False


@cache
def _kept(piece: Piece) -> Path:
    """A folder of this process with the files of a piece, for as long as it lives."""
    mark = hashlib.sha256(repr(piece.contents).encode()).hexdigest()[:12]
    folder = Path(tempfile.mkdtemp(prefix=f"atoll-{mark}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, content in piece.contents:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
