"""The page about the environments says what is so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from atoll.arena import Match, play_many
from atoll.compiled import compiled
from atoll.envs.describe import GAMES, renewed

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "ENVIRONMENTS.md"


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    page = PAGE.read_text("utf-8")
    assert renewed(page) == page, "python -m atoll.envs.describe docs/ENVIRONMENTS.md"
    for title in GAMES:
        assert f"### {title}: the observation" in page


@pytest.mark.skipif(not compiled(), reason="whole games, with native code only")
def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pettingzoo", "gymnasium", "pyspiel", "pyarrow"):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    for _ in play_many(Match("reef", ("random", "random"), {}, 1, "games"), 2, 1):
        pass
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    known: dict[str, object] = {}
    for block in blocks:
        exec(block.replace("searching:plans=16", "careless"), known)
    assert len(blocks) == 6


def test_a_game_from_outside_is_an_environment_too() -> None:
    code = (
        "from atoll import Rng; from atoll.envs import Games; games = Games(3, 'toy', 3)\n"
        "for _ in range(60): games.step(games.sample(Rng(1)))\n"
        "print(games.observation.shape, games.game.max() > 2)"
    )
    environment = os.environ | {"ATOLL_GAMES": str(ROOT / "tests" / "toy")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "(3, 57) True\n"
