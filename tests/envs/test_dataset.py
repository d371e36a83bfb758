"""Records become training sets: every decision, with what its seat saw; in pieces, whatever their number."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import atoll
from atoll.arena import Match, play_many
from atoll.arena.batch import rewards
from atoll.core.errors import AtollError
from atoll.envs import Sight, dataset


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    for _ in play_many(Match("reef", ("random", "random"), {}, 1, str(folder)), 3, 1):
        pass
    return folder


def test_a_row_is_what_the_seat_saw_and_did(records: Path) -> None:
    [piece] = dataset.rows(dataset.records(records))
    at = 0
    for episode, file in enumerate(dataset.records(records)):
        game = atoll.read(file.read_text("utf-8"))
        setting = dataset.setting_of(game)
        sight = Sight(setting)
        first = at
        for step in game.replay():
            if step.outcome is not None:
                continue
            seat = step.before.seat
            assert (piece["observation"][at] == sight.observation(step.before, seat)).all()
            legal = np.flatnonzero(np.unpackbits(piece["mask"][at], count=setting.moves))
            assert legal.tolist() == step.before.legal_moves()
            assert (piece["action"][at], piece["seat"][at], piece["episode"][at]) == (step.move, seat, episode)
            assert piece["step"][at] == at - first
            assert piece["reward"][at] == rewards(game.state)[seat]
            assert piece["score"][at] == game.state.scores()[seat]
            at += 1
        assert piece["last"][first:at].sum() == game.seats
        assert piece["finished"][first:at].all()
    assert at == len(piece["action"])


@pytest.mark.parametrize("target", ["set.parquet", "set"])
def test_a_set_is_written_in_pieces_and_read_back(records: Path, tmp_path: Path, target: str) -> None:
    if target.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    [whole] = dataset.rows(dataset.records(records), size=1_000_000)
    total = dataset.write(records, tmp_path / target, size=100)
    assert total == len(whole["action"]) > 200
    pieces = list(dataset.read(tmp_path / target))
    assert [len(piece["action"]) for piece in pieces[:-1]] == [100] * (len(pieces) - 1)
    for name, values in whole.items():
        together = np.concatenate([piece[name] for piece in pieces])
        wanted = np.unpackbits(values, axis=1, count=308) if name == "mask" else values
        assert (together == wanted).all(), name
        assert together.dtype == wanted.dtype, name


def test_what_the_numbers_mean_is_written_with_them(records: Path, tmp_path: Path) -> None:
    dataset.write(records, tmp_path / "set")
    meaning = json.loads((tmp_path / "set" / "setting.json").read_text("utf-8"))
    assert (meaning["game"], meaning["seats"], meaning["moves"]) == ("reef", 2, 308)
    assert meaning["pieces"][0]["name"] == "tops"
    parquet = pytest.importorskip("pyarrow.parquet")
    dataset.write(records, tmp_path / "set.parquet")
    assert json.loads(parquet.read_schema(tmp_path / "set.parquet").metadata[b"atoll"]) == meaning


def test_wrong_use_says_what_is_wrong(records: Path, tmp_path: Path) -> None:
    with pytest.raises(AtollError, match="there is no record"):
        dataset.write(tmp_path, tmp_path / "set")
    with pytest.raises(AtollError, match=r"neither a \.parquet file nor a folder"):
        dataset.write(records, tmp_path / "set.csv")
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    (mixed / "0.txt").write_text(dataset.records(records)[0].read_text("utf-8"), "utf-8")
    (mixed / "1.txt").write_text(atoll.new("reef", 3).write(), "utf-8")
    with pytest.raises(AtollError, match=r"1\.txt is a game of .*3"):
        dataset.write(mixed, tmp_path / "other")
    (mixed / "1.txt").write_text("game reef\n", "utf-8")
    with pytest.raises(atoll.RecordError):
        dataset.write(mixed, tmp_path / "other")


def test_a_game_that_was_broken_off_brings_nothing(tmp_path: Path) -> None:
    game = atoll.new("reef", seed=1)
    for _ in range(6):
        game.apply(game.legal()[0])
    (tmp_path / "1.txt").write_text(game.write(), "utf-8")
    [piece] = dataset.rows(dataset.records(tmp_path))
    assert len(piece["action"]) == 6
    assert not piece["reward"].any()
    assert not piece["finished"].any()
