"""A finished game looked through: chances, turning points, and what was given away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import atoll
from atoll import AtollError, Rng
from atoll.arena.match import Player
from atoll.bots import Greedy, Planning
from atoll.cli import main
from atoll.compiled import compiled
from atoll.study.analysis import analysed, looked_through, number_of_turns, turns_of

QUICK = Planning(plans=2, beam=2, deals=1, turns=0)
pytestmark = pytest.mark.skipif(not compiled(), reason="whole games take long")


def finished(name: str, seed: int, options: dict[str, str] | None = None) -> atoll.Game:
    game = atoll.new(name, 2, options, seed=seed)
    players = [Player(Greedy()), Player(Greedy())]
    rng = Rng(seed)
    while not game.over:
        game.apply(players[game.seat].decide(game, rng))
    return game


@pytest.mark.parametrize(
    ("name", "options"), [("reef", {}), ("reef-encounter", {}), ("reef-encounter", {"expansion": "yes"})]
)
def test_every_turn_with_a_choice_is_judged(name: str, options: dict[str, str]) -> None:
    game = finished(name, 3, options)
    turns = list(looked_through(game, QUICK))
    found = analysed(game, turns)
    assert len(turns) == number_of_turns(game)
    assert [turn.line for turn in turns] == sorted({turn.line for turn in turns})
    for turn in turns:
        assert sum(turn.chances) == pytest.approx(1)
        assert 0 <= turn.share <= turn.best_share <= 1
        assert f"{turn.seat + 1} {turn.played[0]}" == game.log[turn.line - 1]
        assert (turn.loss > 0) == (turn.reason is not None)
    assert found.losses(0)[0].loss == max(turn.loss for turn in turns if turn.seat == 0)
    assert len(found.turning_points()) == 3
    assert found.final is not None
    assert sum(found.final) == 1
    again = list(looked_through(atoll.read(game.write()), QUICK, after=len(turns) - 6))
    assert again == turns[-6:]  # gone on with, it comes to the same


def test_the_best_plan_can_be_played() -> None:
    game = finished("reef-encounter", 5)
    steps = dict(turns_of(game))
    for turn in looked_through(game, QUICK):
        state = steps[turn.line][0].before.clone()
        for text in turn.best:
            state.apply(game.kind.find(state, text))


def test_a_running_game_is_not_looked_through() -> None:
    game = atoll.new("reef", seed=1)
    with pytest.raises(AtollError, match="over"):
        analysed(game, [])


def test_the_command_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, data = tmp_path / "game.txt", tmp_path / "game.json"
    file.write_text(finished("reef", 4).write(), "utf-8")
    wish = [
        "--lang",
        "fr",
        "analyse",
        str(file),
        "--bot",
        "planning:plans=2:beam=2:deals=1:turns=0",
        "--json",
        str(data),
    ]
    assert main(wish) == 0
    assert "tournants de la partie" in capsys.readouterr().out
    assert len(json.loads(data.read_text("utf-8"))["turns"]) > 10
    assert main(["analyse", str(file), "--bot", "greedy"]) == 1
    file.write_text("\n".join(file.read_text("utf-8").splitlines()[:30]), "utf-8")
    assert main(["analyse", str(file)]) == 1
