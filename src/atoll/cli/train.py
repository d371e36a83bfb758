"""`atoll train`: games become rows, rows become weights, a match decides which weights are kept."""

from __future__ import annotations

import argparse
import importlib
import json
import shutil
from pathlib import Path
from typing import Any

from atoll.arena.match import interval
from atoll.arena.spread import HERE
from atoll.bots import named, players
from atoll.cli import options_of, place_of
from atoll.cli.progress import progress
from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.games import kind
from atoll.train.task import Task


def run_train(asked: argparse.Namespace, language: str) -> int:
    rules = kind(asked.game)
    options = options_of(asked.option)
    rules.complete_options(options)
    if asked.seats not in rules.seat_numbers:
        raise AtollError(Message("game.seats", {"seats": asked.seats, "known": list(rules.seat_numbers)}))
    task = Task(asked.game, tuple(options.items()), asked.seats)
    assert task.lore
    if asked.step == "gen":
        return _gen(asked, task, language)
    if asked.step == "fit":
        return _fit(asked, task, language)
    return _gate(asked, task, language)


def _needs(*modules: str) -> None:
    """The extra that only training needs."""
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:
            raise AtollError(Message("train.missing", {"extra": name})) from None


def _gen(asked: argparse.Namespace, task: Task, language: str) -> int:
    _needs("numpy")
    from atoll.train.gen import BLOCK, Generation, generate

    bots = players(asked.players)
    for name in bots:
        named(name)
    if asked.games < 1:
        raise AtollError(Message("train.games"))
    blocks = -(-asked.games // BLOCK)
    generation = Generation(task, bots, asked.seed, asked.rows, asked.heat)
    missing = sum(not generation.file(block).exists() for block in range(blocks))
    with place_of(asked, missing) as where:
        rows = sum(number for _, number in progress(generate(generation, blocks, where), missing, "blocks"))
    values = {"files": blocks, "rows": rows, "folder": asked.rows, "new": missing}
    print(Message("train.blocks", values).text(language))
    return 0


def _fit(asked: argparse.Namespace, task: Task, language: str) -> int:
    if asked.on is not None and asked.on != HERE:
        raise AtollError(Message("train.fit_here"))
    _needs("numpy", "torch")
    from atoll.train.fit import Fitting, fit

    files: list[Path] = []
    for part in asked.rows.split(","):
        folder, _, most = part.partition(":")
        found = sorted(file for file in Path(folder).glob("*.npz") if ".part" not in file.name)
        if not found:
            raise AtollError(Message("train.no_rows", {"folder": folder}))
        files += found[: int(most)] if most else found
    taught, hidden = None, asked.hidden
    if asked.begin:
        taught = task.lore.read(Path(asked.begin), asked.begin_seats)
        hidden = int(taught.hidden)
    how = Fitting(hidden=hidden, epochs=asked.epochs, contrast=asked.contrast, points=asked.points, seed=asked.seed)
    origin = {"task": str(task), "rows_of": asked.rows} | ({"begun_with": asked.begin} if asked.begin else {})
    fit(task, files, Path(asked.net), how, origin, print, taught)
    print(Message("train.fitted", {"file": asked.net}).text(language))
    return 0


def _gate(asked: argparse.Namespace, task: Task, language: str) -> int:
    from atoll.train.gate import challenge

    house = task.lore.folder / f"{task.seats}.json"
    champion = asked.against or (str(house) if house.exists() else "-")
    for net in (asked.net, champion):
        if net != "-":
            task.lore.read(Path(net), task.seats)
    if asked.games < 1:
        raise AtollError(Message("train.games"))
    with place_of(asked, asked.games) as where:
        steps = challenge(task, asked.bot, (asked.net, champion), asked.games, asked.seed, where)
        *_, summary = progress(steps, asked.games, "games")
    low, high = interval(summary.wins[0], summary.games)
    values: dict[str, Any] = {
        "challenger": asked.net,
        "champion": champion,
        "share": f"{100 * summary.wins[0] / summary.games:.1f}",
        "games": summary.games,
        "low": f"{100 * low:.1f}",
        "high": f"{100 * high:.1f}",
    }
    print(Message("train.gate", values).text(language))
    better = low > 1 / task.seats
    if asked.log:
        line = {"task": str(task), "bot": asked.bot, "seed": asked.seed} | values | {"promoted": better}
        with Path(asked.log).open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
    if better and asked.promote:
        house.parent.mkdir(exist_ok=True)
        shutil.copy(asked.net, house)
        print(Message("train.promoted", {"file": str(house)}).text(language))
    elif not better:
        print(Message("train.kept").text(language))
    return 0 if better else 1
