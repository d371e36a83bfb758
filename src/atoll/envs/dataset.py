"""Records become a training set: every decision with what its seat saw, what was legal, what was done, what it brought.

    python -m atoll.envs.dataset games/ games.parquet

`rows` reads records one after the other, `write` puts them into a Parquet file or into a folder of NumPy files; only a
piece of so many rows is in the memory at a time, however many records there are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from atoll.arena.batch import rewards
from atoll.core.errors import AtollError
from atoll.core.game import Game, reading
from atoll.core.messages import Message
from atoll.envs.setting import Setting, Sight
from atoll.games import kind

PIECE = 8192  # rows that are written at once
Rows = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Decision:
    """A decision of a record. The mask has a bit for each move, packed as `numpy.packbits` does."""

    observation: NDArray[np.uint8]
    mask: NDArray[np.uint8]
    action: int
    seat: int
    reward: float  # of that seat, at the end of the game; 0 where the record has none
    score: int
    episode: int  # which record
    step: int
    last: bool  # of that seat, in that game
    finished: bool  # whether the game came to its end


def records(folder: str | Path) -> list[Path]:
    """The records of a folder, in order; AtollError if there is none."""
    found = sorted(Path(folder).glob("*.txt"))
    if not found:
        raise AtollError(Message("envs.empty", {"folder": str(folder)}))
    return found


def setting_of(game: Game) -> Setting:
    return Setting(game.kind.name, game.seats, game.options)


def decisions(file: str | Path, episode: int = 0, wanted: Setting | None = None) -> Iterator[Decision]:
    """The decisions of one record; AtollError if it is of another game, RecordError names a line that is wrong."""
    lines = reading(kind, Path(file).read_text("utf-8"))
    game, _ = next(lines)
    setting = setting_of(game)
    if wanted is not None and repr(setting) != repr(wanted):
        raise AtollError(Message("envs.mixed", {"file": str(file), "found": repr(setting), "wanted": repr(wanted)}))
    sight = Sight(setting)
    found: list[tuple[NDArray[np.uint8], NDArray[np.uint8], int, int]] = []
    for _, step in lines:
        if step is not None and step.outcome is None:
            state = step.before
            mask = np.packbits(sight.mask(state).view(np.uint8))
            found.append((sight.observation(state, state.seat), mask, step.move, state.seat))
    brought = rewards(game.state) if game.over else [0.0] * setting.seats
    scores = game.state.scores()
    last = {seat: at for at, (_, _, _, seat) in enumerate(found)}
    for at, (observation, mask, action, seat) in enumerate(found):
        yield Decision(
            observation, mask, action, seat, brought[seat], scores[seat], episode, at, last[seat] == at, game.over
        )


def rows(files: Iterable[str | Path], size: int = PIECE) -> Iterator[Rows]:
    """All decisions of records of one setting, in pieces of so many, as arrays by name."""
    waiting: list[Decision] = []
    wanted: Setting | None = None
    for episode, file in enumerate(files):
        if wanted is None:
            wanted = setting_of(next(reading(kind, Path(file).read_text("utf-8")))[0])
        for decision in decisions(file, episode, wanted):
            waiting.append(decision)
            if len(waiting) == size:
                yield _together(waiting)
                waiting = []
    if waiting:
        yield _together(waiting)


def _together(found: list[Decision]) -> Rows:
    kinds: Mapping[str, type] = {
        "observation": np.uint8,
        "mask": np.uint8,
        "action": np.int32,
        "seat": np.int8,
        "reward": np.float32,
        "score": np.int32,
        "episode": np.int32,
        "step": np.int32,
        "last": np.bool_,
        "finished": np.bool_,
    }
    return {name: np.array([getattr(row, name) for row in found], kind) for name, kind in kinds.items()}


def described(setting: Setting) -> dict[str, Any]:
    """What the numbers mean, as data: it is written with every set."""
    return {
        "game": setting.game,
        "seats": setting.seats,
        "options": setting.options,
        "moves": setting.moves,
        "pieces": [
            {"name": piece.name, "shape": list(piece.shape), "most": piece.most, "meaning": piece.meaning}
            for piece in setting.pieces
        ],
    }


def write(folder: str | Path, target: str | Path, size: int = PIECE) -> int:
    """Make a training set of a folder of records: a `.parquet` file, or a folder of `.npz` files; how many decisions.

    A Parquet file has what the numbers mean in its metadata, a folder in `setting.json`.
    """
    files, path = records(folder), Path(target)
    meaning = described(setting_of(next(reading(kind, files[0].read_text("utf-8")))[0]))
    pieces = rows(files, size)
    if path.suffix == ".parquet":
        return _write_parquet(pieces, path, meaning)
    if path.suffix or path.is_file():
        raise AtollError(Message("envs.target", {"path": str(target)}))
    path.mkdir(parents=True, exist_ok=True)
    (path / "setting.json").write_text(json.dumps(meaning, indent=1), "utf-8")
    total = 0
    for number, piece in enumerate(pieces):
        np.savez_compressed(path / f"{number:06}.npz", allow_pickle=False, **piece)
        total += len(piece["action"])
    return total


def _write_parquet(pieces: Iterable[Rows], path: Path, meaning: dict[str, Any]) -> int:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise AtollError(Message("envs.missing", {"extra": "data"})) from None
    total = 0
    writer: Any = None
    part = path.with_name(path.name + ".part")
    try:
        for piece in pieces:
            columns = {}
            for name, values in piece.items():
                flat = pa.array(values.reshape(-1))
                columns[name] = pa.FixedSizeListArray.from_arrays(flat, values.shape[1]) if values.ndim > 1 else flat
            table = pa.table(columns).replace_schema_metadata({"atoll": json.dumps(meaning)})
            writer = writer or pq.ParquetWriter(part, table.schema, compression="zstd")
            writer.write_table(table)
            total += len(piece["action"])
    finally:
        if writer is not None:
            writer.close()
    part.replace(path)
    return total


def read(target: str | Path) -> Iterator[Rows]:
    """The pieces of a set that was written, one after the other; masks are unpacked: 1 for each legal move."""
    path = Path(target)
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        file = pq.ParquetFile(path)
        moves = json.loads(file.schema_arrow.metadata[b"atoll"])["moves"]
        for group in range(file.num_row_groups):
            table = file.read_row_group(group)
            yield _unpacked({name: _array(table[name].combine_chunks()) for name in table.column_names}, moves)
        return
    moves = json.loads((path / "setting.json").read_text("utf-8"))["moves"]
    for piece in sorted(path.glob("*.npz")):
        with np.load(piece) as found:
            yield _unpacked({name: found[name] for name in found.files}, moves)


def _array(column: Any) -> NDArray[Any]:
    values = column.flatten() if hasattr(column, "flatten") and hasattr(column.type, "list_size") else column
    array = values.to_numpy(zero_copy_only=False)
    return array.reshape(len(column), -1) if values is not column else array


def _unpacked(piece: Rows, moves: int) -> Rows:
    return {**piece, "mask": np.unpackbits(piece["mask"], axis=1, count=moves)}


if __name__ == "__main__":
    print(f"{write(sys.argv[1], sys.argv[2]):,} decisions")
