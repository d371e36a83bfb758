"""The examples run, and do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from atoll.arena import Match, Summary, play_many
from atoll.compiled import compiled

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
RECORD = ROOT / "tests" / "reef" / "fixtures" / "colour-2.txt"
WORDS = {
    "learn.py": (["reef", "1"], "a lead of   0 wins  50%"),
    "look_back.py": ([str(RECORD), "greedy"], "decisions as greedy would"),
    "measure.py": (["reef", "2", "random", "careless:careful=0"], "careless:careful=0"),
}


def run(example: str, *words: str) -> str:
    """An example, run as a person does. Its own warnings are errors too."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / example), *words],
        env=os.environ | {"ATOLL_LANG": "en", "OMP_NUM_THREADS": "1"},  # the tests have all cores already
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_tried() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {"own_bot.py", "imitate.py", "masked_ppo.py", *WORDS}


@pytest.mark.parametrize("example", WORDS)
def test_an_example_runs(example: str) -> None:
    arguments, words = WORDS[example]
    assert words in run(example, *arguments)


@pytest.mark.skipif(not compiled(), reason="a hundred games of bots, with native code only")
def test_an_agent_that_learned_from_records_beats_the_random_player() -> None:
    pytest.importorskip("sklearn")
    pytest.importorskip("gymnasium")
    shown = run("imitate.py", "100", "80")
    found = re.search(r"wins (\d+)% of (\d+) games \[(\d+)%", shown)
    assert found is not None, shown
    assert int(found[3]) > 50, shown


def test_an_agent_that_learns_by_playing_runs() -> None:
    pytest.importorskip("sb3_contrib")
    assert "against the random player it wins" in run("masked_ppo.py", "2048", "2")


def test_the_bot_of_the_examples_beats_the_random_one() -> None:
    summary = Summary((f"{EXAMPLES / 'own_bot.py'}:Mine", "random"))
    for result in play_many(Match("reef", summary.players, {}, 1), 4, 1):
        summary.add(result)
    assert summary.wins[0] == 4
    assert summary.scores[0] > 2 * summary.scores[1]
