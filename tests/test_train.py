"""Training: the same rows for the same seeds, weights from rows, and a match that decides."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

from atoll.cli import main
from atoll.compiled import compiled
from atoll.core.value import WHOLE as UNIT
from atoll.train.gen import Generation, play
from atoll.train.rows import read
from atoll.train.task import Task

WHOLE = int(UNIT)
QUICK = "planning:plans=2:beam=2:deals=1:turns=0"
COMPARING = "planning:plans=2:beam=2:deals=1:turns=1"
TASK = Task("reef", (), 2)
needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="the extra train is not installed")
needs_speed = pytest.mark.skipif(not compiled(), reason="whole games take long")


@needs_speed
def test_rows_follow_from_their_seed(tmp_path: Path) -> None:
    made = []
    for folder in ("one", "two"):
        generation = Generation(TASK, (QUICK, "greedy"), 3, str(tmp_path / folder))
        assert play(generation, 0) > 100
        made.append(read([generation.file(0)]))
    for name, column in made[0].items():
        assert np.array_equal(column, made[1][name]), name


@needs_speed
def test_rows_tell_how_games_ended_and_how_plans_compared(tmp_path: Path) -> None:
    generation = Generation(Task("reef-encounter", (), 2), (COMPARING,), 1, str(tmp_path))
    play(generation, 0)
    rows = read([generation.file(0)])
    lore = generation.task.lore
    assert rows["senses"].shape[1] == 2 * lore.own + lore.shared
    ended = rows["roots"] < 0
    assert np.allclose(rows["outcomes"][ended].sum(1), 1)
    won = rows["outcomes"][ended].argmax(1)
    assert (rows["leads"][ended][np.arange(len(won)), won] >= 0).all()
    compared = ~ended
    assert compared.sum() > ended.sum()
    assert (rows["deals"][compared] > 0).all()
    assert ((rows["shares"][compared] >= 0) & (rows["shares"][compared] <= 1)).all()
    for root in np.unique(rows["roots"][compared])[:20]:
        assert len(set(rows["seats"][rows["roots"] == root].tolist())) == 1
    advanced = rows["senses"][:, 2 * lore.own + 4]
    assert set(advanced.tolist()) == {0, 1}  # every variant is learned from


@needs_speed
def test_what_a_judge_thought_without_short_games_is_not_kept(tmp_path: Path) -> None:
    generation = Generation(Task("reef", (), 2), (QUICK,), 1, str(tmp_path))
    play(generation, 0)
    assert (read([generation.file(0)])["roots"] < 0).all()


@needs_speed
def test_a_block_that_is_there_is_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wish = ["train", "gen", "--game", "reef", "--rows", str(tmp_path), "--games", "8", "--players", "greedy"]
    for new in (1, 0):
        assert main([*wish, "--processes", "1"]) == 0
        assert f"{new} of them new" in capsys.readouterr().out


@needs_torch
@needs_speed
def test_a_net_learns_and_has_to_win_its_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, net, log = str(tmp_path / "rows"), str(tmp_path / "net.json"), tmp_path / "log.jsonl"
    common = ["--game", "reef", "--seats", "2"]
    assert main(["train", "gen", *common, "--rows", rows, "--games", "400", "--players", "greedy,careless"]) == 0
    assert main(["train", "fit", *common, "--rows", rows, "--net", net, "--epochs", "6", "--hidden", "8"]) == 0
    told = capsys.readouterr().out
    losses = [float(line.split()[-1]) for line in told.splitlines() if line.startswith("epoch")]
    assert losses[-1] < 0.685  # a coin's is 0.693
    judged = TASK.lore.read(Path(net), 2)
    assert judged.hidden == 8
    assert judged.about["origin"]["rows"] > 1000
    done = main(
        ["train", "gate", *common, "--net", net, "--against", net, "--bot", QUICK, "--games", "4", "--log", str(log)]
    )
    assert done == 1
    (line,) = log.read_text("utf-8").splitlines()
    assert json.loads(line)["promoted"] is False


@needs_torch
def test_weights_in_whole_numbers_say_what_torch_says() -> None:
    import torch
    from librt.vecs import vec
    from mypy_extensions import i64

    from atoll.core.value import Net, inputs
    from atoll.train.fit import Mark, arranged, weights

    torch.manual_seed(1)
    for seats in (2, 3):
        size = inputs(seats, 6, 4)
        mark, scale = Mark(size, 5), torch.rand(size) + 1
        torch.nn.init.normal_(mark.direct.weight)
        net = Net(seats, 6, 4, 5, weights(mark, scale))
        seen = torch.randint(0, 20, (30, seats * 6 + 4))
        shares = torch.softmax(mark(arranged(seen.float(), seats, 6) / scale), 1)
        for row, wanted in zip(seen.tolist(), shares.tolist(), strict=True):
            out = vec[i64]([0] * seats)
            net.judge(vec[i64](row), out)
            assert list(out) == pytest.approx([WHOLE * share for share in wanted], abs=400)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (["gen", "--rows", "r", "--games", "0"], "at least one game"),
        (["gen", "--rows", "r", "--seats", "7"], "7"),
        (["gen", "--rows", "r", "--players", "clever"], "no bot “clever”"),
        (["gate", "--net", "no-such-net.json"], "no-such-net.json"),
    ],
)
def test_wrong_wishes_are_answered(wish: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "train", *wish]) == 1
    assert words in capsys.readouterr().err


@needs_torch
def test_a_net_may_begin_with_what_one_for_fewer_seats_has_learned() -> None:
    import torch

    from atoll.core.value import inputs
    from atoll.train.fit import Mark, begun_with, weights

    lore = TASK.lore
    taught = lore.net(2)
    assert taught is not None
    size, own, hidden = inputs(3, lore.own, lore.shared), lore.own, int(taught.hidden)
    scale = torch.arange(1, size + 1).float()
    net = Mark(size, hidden)
    begun_with(net, taught, 3, scale)
    found = weights(net, scale)
    first = [list(found[row * hidden : (row + 1) * hidden]) for row in range(size)]
    known = [int(number) for number in taught.first]
    old = [known[row * hidden : (row + 1) * hidden] for row in range(inputs(2, own, lore.shared))]
    assert np.allclose(first[: 2 * own], old[: 2 * own], atol=1)
    assert np.allclose(first[3 * own :], old[2 * own :], atol=1)
    assert not np.any(first[2 * own : 3 * own])
    assert np.allclose(found[size * hidden : (size + 1) * hidden], [int(number) for number in taught.bias], atol=1)
    assert np.allclose(found[-size:][: 2 * own], [int(number) for number in taught.direct][: 2 * own], atol=1)
