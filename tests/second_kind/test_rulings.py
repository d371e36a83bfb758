"""The rulings of the expansion are one list, too: code, documentation and tests follow it. Each card is one."""

from __future__ import annotations

import re
from pathlib import Path

from atoll import games
from atoll.second_kind.tables import CARD_NAMES

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
