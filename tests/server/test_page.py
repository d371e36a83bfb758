"""The page's types and texts fit the server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atoll.server import texts
from atoll.server.typescript import written

pytestmark = pytest.mark.once

WEB = Path(__file__).parent.parent.parent / "web" / "src"


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    assert (WEB / "wire.ts").read_text("utf-8") == written(), "python -m atoll.server.typescript > web/src/wire.ts"


@pytest.mark.parametrize("part", texts.parts())
@pytest.mark.parametrize("language", ["fr", "it"])
def test_a_part_of_the_page_has_the_same_texts_in_every_language(part: str, language: str) -> None:
    english, other = texts.read(part, "en"), texts.read(part, language)
    assert list(english) == list(other)
    for key, text in english.items():
        assert set(re.findall(r"\{(\w+)\}", text)) == set(re.findall(r"\{(\w+)\}", other[key])), key
        assert other[key].strip(), key


def test_every_text_that_the_page_asks_for_is_there() -> None:
    known = texts.texts("en")
    missing = set()
    for file in [*WEB.rglob("*.svelte"), *WEB.rglob("*.ts")]:
        for key in re.findall(r"""\bt\(\s*["']([^"'$]+)["']""", file.read_text("utf-8")):
            if key not in known:
                missing.add(f"{file.name}: {key}")
    assert missing == set()
