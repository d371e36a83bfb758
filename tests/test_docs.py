"""The pages of docs/ show what is so. `python -m tests.test_docs` brings the files shown there up to date."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import atoll
import atoll.arena
import atoll.bots

ROOT = Path(__file__).parent.parent
TOY = ROOT / "tests" / "toy"
ADDING = ROOT / "docs" / "ADDING-A-GAME.md"
PYTHON = ROOT / "docs" / "PYTHON.md"
SHOWN = re.compile(r"^`tests/toy/(?P<file>[^`]+)`:\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
LANGUAGES = {".py": "python", ".toml": "toml", ".ts": "ts", ".svelte": "svelte"}


def shown(file: str) -> str:
    """A file of the toy as the page shows it."""
    text = (TOY / file).read_text("utf-8")
    return f"`tests/toy/{file}`:\n\n```{LANGUAGES[Path(file).suffix]}\n{text}```"


def test_the_page_about_adding_a_game_shows_the_toy_as_it_is() -> None:
    found = {match["file"]: match["text"] for match in SHOWN.finditer(ADDING.read_text("utf-8"))}
    for file, text in found.items():
        assert text == (TOY / file).read_text("utf-8"), file
    own = {str(path.relative_to(TOY)) for path in TOY.rglob("*.*") if path.suffix in LANGUAGES}
    assert {file for file in own if not file.startswith(("test_", "__init__"))} == set(found)


def test_the_steps_are_numbered_one_after_the_other() -> None:
    numbers = re.findall(r"^## (\d+)\.", ADDING.read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))


def test_the_page_for_python_users_runs() -> None:
    result = doctest.testfile(str(PYTHON), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 40
    assert result.failed == 0


@pytest.mark.parametrize("module", [atoll, atoll.arena, atoll.bots], ids=lambda module: module.__name__)
def test_every_public_name_is_described_for_python_users(module: object) -> None:
    page = PYTHON.read_text("utf-8")
    missing = [name for name in vars(module)["__all__"] if not re.search(rf"`(\w+\.)*{name}\b", page)]
    assert missing == []


if __name__ == "__main__":
    page = re.sub(r"^SHOW (\S+)$", lambda match: shown(match[1]), ADDING.read_text("utf-8"), flags=re.MULTILINE)
    ADDING.write_text(SHOWN.sub(lambda match: shown(match["file"]), page), "utf-8")
