"""A game that joins from outside, by being named: the rest of the house takes it as one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOY = Path(__file__).parent
ROOT = TOY.parent.parent


def run(*words: str, said: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Python with the toy among the games."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        env=os.environ | {"ATOLL_GAMES": str(TOY), "ATOLL_LANG": "en"} | environment,
        cwd=ROOT,
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_has_every_property_of_a_game_and_every_bot_plays_it() -> None:
    tests = ("tests/test_properties.py", "tests/test_bots.py", "tests/server/test_views.py")
    done = run("pytest", *tests, "-q", "-n", "0", "-k", "toy and not beats", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout
    assert " failed" not in done.stdout


PEARL = """
import atoll
from atoll import Rng
from atoll.server.chronicle import Chronicle

game = atoll.new("toy", seats=2, seed=3)
game.apply("take a")
game.apply("stop")
line = game.log[-1]
assert line.startswith("* pearl 1 "), line
for viewer, said in ((0, line), (1, "* pearl 1 ?"), (atoll.SPECTATOR, "* pearl 1 ?"), (atoll.ALL_SEEING, line)):
    assert game.view(viewer)["log"][-1] == said
    [event] = list(game.story(viewer))[-1][1]
    assert event.data()["pool"] == (said[-1] if said == line else None)
chronicle = Chronicle.read("toy", game.header, game.log)
finder, other = (chronicle.entry(len(game.log) - 1, viewer, "en", []) for viewer in (0, 1))
assert finder.events[0].text == f"Seat 1 finds a pearl of pool {line[-1]}", finder
assert (other.move, other.events[0].text) == ("pearl 1 ?", "Seat 1 finds a pearl")
assert {game.redeal(1, Rng(seed)).log[-1] for seed in range(60)} == {f"* pearl 1 {pool}" for pool in "abcde"}
assert {game.redeal(0, Rng(seed)).log[-1] for seed in range(9)} == {line}
"""


def test_a_pearl_is_told_to_its_finder_alone() -> None:
    environment = os.environ | {"ATOLL_GAMES": str(TOY)}
    done = subprocess.run([sys.executable, "-c", PEARL], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_it_is_played_in_the_terminal(tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    words = ("play", "--game", "toy", "--seed", "3", "--save", str(game))
    done = run("atoll", *words, said="why stop\ntake a\nundo\n1\nstop\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "take: first a shell is taken" in done.stdout
    assert "Seat 1 takes a shell from pool a" in done.stdout
    assert "A wave takes a shell from pool" in done.stdout
    assert "favourite ?" in done.stdout
    assert run("atoll", "replay", str(game)).returncode == 0


def test_bots_play_it_in_other_processes(tmp_path: Path) -> None:
    words = ("selfplay", "--game", "toy", "--players", "greedy,random,careless", "--games", "4", "--processes", "2")
    done = run("atoll", *words, "--record", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "ended by: the pools are empty (4)" in done.stdout
    for record in tmp_path.glob("toy-*.txt"):
        assert "winner" in run("atoll", "replay", str(record)).stdout


@pytest.mark.parametrize("language", ["fr", "it"])
def test_a_language_that_it_lacks_falls_back_to_english(language: str, tmp_path: Path) -> None:
    words = ("play", "--game", "toy", "--save", str(tmp_path / "game.txt"))
    done = run("atoll", *words, said="take a\nquit\n", ATOLL_LANG=language)
    assert "takes a shell from pool a" in done.stdout


def test_the_doctor_knows_it_and_a_folder_without_a_game_is_named(tmp_path: Path) -> None:
    assert "toy: played a game" in run("atoll", "doctor").stdout
    without = run("atoll", "selfplay", "--game", "toy", ATOLL_GAMES="")
    assert "there is no game “toy”" in without.stderr
    nowhere = run("atoll", "selfplay", "--game", "nothing", ATOLL_GAMES=str(tmp_path / "nothing"))
    assert "no game in the folder" in nowhere.stderr
