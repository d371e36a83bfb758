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
    tests = ("tests/test_properties.py", "tests/test_bots.py")
    done = run("pytest", *tests, "-q", "-n", "0", "-k", "toy and not beats", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout
    assert " failed" not in done.stdout


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


def test_the_doctor_and_the_benchmark_know_it(tmp_path: Path) -> None:
    assert "toy: played a game" in run("atoll", "doctor").stdout
    without = run("atoll", "selfplay", "--game", "toy", ATOLL_GAMES="")
    assert "there is no game “toy”" in without.stderr
    nowhere = run("atoll", "selfplay", "--game", "nothing", ATOLL_GAMES=str(tmp_path / "nothing"))
    assert "no game in the folder" in nowhere.stderr
