"""The words of the page: PART.LANGUAGE.toml in `locales/page/` of the house and of each game's folder.

Keys are PART.NAME. What a language lacks is said in English.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from atoll.core.messages import typeset
from atoll.games import kinds

HOUSE = Path(__file__).parent.parent


def folders() -> list[Path]:
    return [
        folder / "locales" / "page" for folder in (HOUSE, *(form.folder for kind in kinds() for form in kind.forms()))
    ]


def parts() -> dict[str, Path]:
    """Every part of the texts, and the folder it lies in."""
    found = ((file.name.removesuffix(".en.toml"), folder) for folder in folders() for file in folder.glob("*.en.toml"))
    return dict(sorted(found))


def read(part: str, language: str) -> dict[str, str]:
    """The texts of a part; none in a language that it lacks."""
    file = parts()[part] / f"{part}.{language}.toml"
    return flat(tomllib.loads(file.read_text("utf-8")), part) if file.exists() else {}


def flat(part: dict[str, Any], prefix: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for name, value in part.items():
        key = f"{prefix}.{name}"
        if isinstance(value, dict):
            out |= flat(value, key)
        else:
            out[key] = str(value)
    return out


@cache
def texts(language: str) -> dict[str, str]:
    """Every text of the page."""
    out: dict[str, str] = {}
    for part in parts():
        out |= read(part, "en") | {key: typeset(text, language) for key, text in read(part, language).items()}
    return out
