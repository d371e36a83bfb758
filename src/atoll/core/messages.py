"""Words for people: messages are keys and values until someone reads them in a language."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr", "it")
_FOLDER = Path(__file__).parent.parent / "locales"


@cache
def _catalogue(language: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))


@cache
def template(key: str, language: str) -> str:
    """The text behind a dotted key."""
    found: Any = _catalogue(language)
    for part in key.split("."):
        found = found[part]
    return str(found)


@dataclass(frozen=True, slots=True)
class Term:
    """A word that has its own translation, such as a colour."""

    key: str

    def text(self, language: str) -> str:
        return template(self.key, language)


@dataclass(frozen=True)
class Message:
    """A sentence to be said in some language."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        spoken = {name: _spoken(value, language) for name, value in self.values.items()}
        return template(self.key, language).format(**spoken)


def _spoken(value: object, language: str) -> object:
    if isinstance(value, Term | Message):
        return value.text(language)
    if isinstance(value, str):
        # What a file or a person gave must not steer the terminal.
        return "".join(mark if mark.isprintable() else ascii(mark)[1:-1] for mark in value)
    if isinstance(value, list | tuple):
        return ", ".join(str(_spoken(item, language)) for item in value)
    return value


def chosen_language(wish: str | None = None) -> str:
    """The language asked for, else ATOLL_LANG, else that of the terminal, else English."""
    terminal = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    for candidate in (wish, os.environ.get("ATOLL_LANG"), terminal):
        if candidate and candidate[:2].lower() in LANGUAGES:
            return candidate[:2].lower()
    return "en"
