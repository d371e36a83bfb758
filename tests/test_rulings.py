"""The rulings of a game are one list, its rulings.toml: code, documentation, rules page and tests follow it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atoll import games
from atoll.core.messages import LANGUAGES
from atoll.server import texts

ROOT = Path(__file__).parent.parent
GAMES = [name for name in games.NAMES if games.kind(name).rulings]

each_game = pytest.mark.parametrize("name", GAMES)


def sources(folder: Path) -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(folder.glob("*.py")))


def test_the_games_of_the_house_have_rulings() -> None:
    assert {"reef-encounter", "reef"} <= set(GAMES)


@each_game
def test_no_ruling_stands_twice(name: str) -> None:
    rulings = games.kind(name).rulings
    assert len(set(rulings)) == len(rulings)


@each_game
def test_every_ruling_that_the_code_names_is_one(name: str) -> None:
    kind = games.kind(name)
    source = sources(kind.folder)
    named = set(re.findall(r'_no\("([a-z0-9 ]+)"', source))
    named |= set(re.findall(r"[Rr]ulings? `([a-z0-9 ]+)`", source))
    assert len(named) > 5
    assert named <= set(kind.rulings)


@each_game
def test_every_ruling_has_its_tests_and_every_mark_is_a_ruling(name: str) -> None:
    kind = games.kind(name)
    marked = set(re.findall(r'@pytest\.mark\.ruling\("([^"]+)"\)', sources(ROOT / "tests" / kind.folder.name)))
    assert marked == set(kind.rulings)


@each_game
def test_the_documentation_has_every_ruling_in_order(name: str) -> None:
    kind = games.kind(name)
    page = (ROOT / "docs" / "RULINGS.md").read_text("utf-8")
    [part] = re.findall(rf"^## {kind.title}\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    assert re.findall(r"^\| `([^`]+)` \| .+ \|$", part, re.M) == list(kind.rulings)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_ruling_in_order(name: str, language: str) -> None:
    start = f"rules-{name}.ruling."
    told = [key.removeprefix(start) for key in texts.texts(language) if key.startswith(start)]
    anchors = [ruling.replace(" ", "-") for ruling in games.kind(name).rulings]
    assert told == [f"{anchor}.{part}" for anchor in anchors for part in ("title", "text")]


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_links_of_the_rules_page_lead_to_its_rulings_and_sections(name: str, language: str) -> None:
    told = texts.texts(language)
    anchors = {ruling.replace(" ", "-") for ruling in games.kind(name).rulings}
    for key, text in told.items():
        if key.startswith(f"rules-{name}."):
            for link in re.findall(r"\]\(#([^)]+)\)", text):
                section = link.removeprefix("s-").replace("do-", "do.")
                assert link in anchors or f"rules-{name}.{section}.title" in told, f"{key}: {link}"
