"""The rulings of the expansion are one list, too: code, documentation, rules page and tests follow it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from atoll import games
from atoll.core.messages import LANGUAGES
from atoll.second_kind.tables import CARD_NAMES
from atoll.server import texts

ROOT = Path(__file__).parent.parent.parent
BASE = games.kind("reef-encounter")
EXPANSION = BASE.variation({"expansion": "yes"})


def sources(folder: Path) -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(folder.glob("*.py")))


def test_no_ruling_stands_twice() -> None:
    named = [*BASE.rulings, *EXPANSION.rulings, *CARD_NAMES]
    assert len(set(named)) == len(named)


def test_every_ruling_that_the_code_names_is_one() -> None:
    source = sources(EXPANSION.folder)
    named = set(re.findall(r'_(?:no|plain)\("([a-z0-9 -]+)"', source))
    named |= set(re.findall(r"[Rr]ulings? `([a-z0-9 -]+)`", source))
    assert len(named) > 40
    assert named <= {*BASE.rulings, *EXPANSION.rulings, *CARD_NAMES}


def test_every_ruling_and_every_card_has_its_tests() -> None:
    marked = set(re.findall(r'@pytest\.mark\.ruling\("([^"]+)"\)', sources(Path(__file__).parent)))
    assert marked == {*EXPANSION.rulings, *CARD_NAMES}


def test_the_documentation_has_every_ruling_and_card() -> None:
    page = (ROOT / "docs" / "SECOND-KIND.md").read_text("utf-8")
    assert {name for name in (*EXPANSION.rulings, *CARD_NAMES) if f"`{name}`" not in page} <= {
        f"unreliable-shrimp-{number}" for number in range(1, 5)
    }


def anchors(rulings: tuple[str, ...]) -> list[str]:
    return [ruling.replace(" ", "-") for ruling in rulings]


def told(language: str, start: str) -> list[str]:
    """What follows the start of a key in the texts of the rules page."""
    start = f"rules-second-kind.{start}."
    return [key.removeprefix(start) for key in texts.texts(language) if key.startswith(start)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_ruling_and_card_in_order(language: str) -> None:
    rulings = anchors(EXPANSION.rulings)
    assert told(language, "ruling") == [f"{anchor}.{part}" for anchor in rulings for part in ("title", "text")]
    assert told(language, "card") == list(CARD_NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_says_what_becomes_of_rulings_of_the_base_game_in_their_order(language: str) -> None:
    changed = told(language, "changed")
    assert changed == [anchor for anchor in anchors(BASE.rulings) if anchor in changed]
    assert len(changed) > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_of_the_rules_page_lead_to_its_rulings_cards_and_sections(language: str) -> None:
    said = texts.texts(language)
    places = {*anchors(BASE.rulings), *anchors(EXPANSION.rulings), *CARD_NAMES}
    found = 0
    for key, text in said.items():
        if key.startswith("rules-second-kind."):
            for link in re.findall(r"\]\(#([^)]+)\)", text):
                section = link.removeprefix("s-").replace("do-", "do.")
                assert link in places or f"rules-second-kind.{section}.title" in said, f"{key}: {link}"
                found += 1
    assert found > 15
