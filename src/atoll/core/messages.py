"""Words for people: messages are keys and values until someone reads them in a language.

The house's sentences are in `locales/LANGUAGE.toml`. A game has its own in `locales/GAME.LANGUAGE.toml` of its folder;
their keys begin with the name of the file. What a language lacks is said in English.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

LANGUAGES = ("en", "fr", "it")
HARD_SPACES = "\u00a0\u202f"
_HOUSE = Path(__file__).parent.parent / "locales"
_folders: list[Path] = []


def add_texts(folder: Path) -> None:
    """Look for sentences in this folder too."""
    if folder not in _folders:
        _folders.append(folder)
        _catalogue.cache_clear()
        template.cache_clear()
        addressed.cache_clear()


@cache
def _catalogue(language: str) -> dict[str, Any]:
    texts = tomllib.loads((_HOUSE / f"{language}.toml").read_text("utf-8"))
    for folder in _folders:
        for file in folder.glob(f"*.{language}.toml"):
            texts[file.name.removesuffix(f".{language}.toml")] = tomllib.loads(file.read_text("utf-8"))
    return texts


def typeset(text: str, language: str) -> str:
    """A text as its language sets it: in French a space before a sign, or inside guillemets, does not break a line."""
    return re.sub(r" (?=[:;!?»])|(?<=«) ", "\u00a0", text) if language == "fr" else text


@cache
def template(key: str, language: str) -> str:
    """The text behind a dotted key."""
    found: Any = _catalogue(language)
    for part in key.split("."):
        if part not in found and language != "en":
            return template(key, "en")
        found = found[part]
    return typeset(str(found), language)


@cache
def places(sentence: str) -> tuple[str, ...]:
    """The values that a text has places for."""
    return tuple({name for _, name, _, _ in Formatter().parse(sentence) if name})


@cache
def addressed(key: str) -> str:
    """The key of a sentence as it is said to who did it, if there is one."""
    found: Any = _catalogue("en")
    *path, last = key.split(".")
    for part in path:
        found = found.get(part, {})
    return f"{key}_you" if f"{last}_you" in found else key


@dataclass(frozen=True, slots=True)
class Term:
    """A word that has its own translation, such as a colour."""

    key: str

    def text(self, language: str) -> str:
        return template(self.key, language)


@dataclass(frozen=True, slots=True)
class Who:
    """The player of a seat (from 1): by name where one is known."""

    seat: int

    def text(self, language: str, names: Sequence[str] = ()) -> str:
        return names[self.seat - 1] if names else template("who", language).format(seat=self.seat)


@dataclass(frozen=True)
class Message:
    """A sentence to be said in some language."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str = "en", names: Sequence[str] = (), you: int = 0) -> str:
        """In a language; players by name, if names are given seat by seat, and the seat of `you` (from 1) as you."""
        to_you = bool(you) and self.values.get("who") == Who(you)
        sentence = template(addressed(self.key) if to_you else self.key, language)
        said = sentence.format(**{name: _spoken(self.values[name], language, names) for name in places(sentence)})
        if to_you:
            return said
        return said[0].upper() + said[1:] if sentence.startswith("{who}") and not names else said


def _spoken(value: object, language: str, names: Sequence[str]) -> object:
    if isinstance(value, Term):
        return value.text(language)
    if isinstance(value, Message | Who):
        return value.text(language, names)
    if isinstance(value, str):
        if value.isprintable():
            return value
        # What a file or a person gave must not steer the terminal; French writes narrow and hard spaces.
        return "".join(mark if mark.isprintable() or mark in HARD_SPACES else ascii(mark)[1:-1] for mark in value)
    if isinstance(value, list | tuple):
        return ", ".join(str(_spoken(item, language, names)) for item in value)
    return value


def chosen_language(wish: str | None = None) -> str:
    """The language asked for, else ATOLL_LANG, else that of the terminal, else English."""
    terminal = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    for candidate in (wish, os.environ.get("ATOLL_LANG"), terminal):
        if candidate and candidate[:2].lower() in LANGUAGES:
            return candidate[:2].lower()
    return "en"
