"""The words of the page, in each language: locales/page/PART.LANGUAGE.toml, keys PART.NAME."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "locales" / "page"


def parts() -> list[str]:
    return sorted(file.name.removesuffix(".en.toml") for file in FOLDER.glob("*.en.toml"))


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
        out |= flat(tomllib.loads((FOLDER / f"{part}.{language}.toml").read_text("utf-8")), part)
    return out
