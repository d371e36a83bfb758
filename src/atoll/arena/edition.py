"""Which edition of Atoll this is: two that are the same play the same games.

That is the version, and what is in the files of the rules, the bots, their nets and all that plays games, those of
games from outside too. Whether they are compiled makes no difference to what is played.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from atoll import games
from atoll.version import __version__

_HOUSE = Path(__file__).parent.parent
_ASIDE = {"server", "cli", "locales", "__pycache__"}  # plays nothing
_KINDS = {".py", ".toml", ".json"}


@cache
def edition() -> str:
    """As 0.1.0+3f2a9c01."""
    mark = hashlib.sha256()
    for folder in (_HOUSE, *games._JOINED.values()):
        for file in sorted(folder.rglob("*")):
            name = file.relative_to(folder)
            if file.suffix in _KINDS and not _ASIDE & set(name.parts) and file.is_file():
                mark.update(f"{name.as_posix()}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return f"{__version__}+{mark.hexdigest()[:8]}"
