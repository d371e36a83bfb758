"""`atoll facts`: what happens in many games."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from atoll.bots import named
from atoll.cli import options_of, place_of
from atoll.cli.progress import progress, table
from atoll.core.errors import AtollError, RecordError
from atoll.core.messages import Message
from atoll.games import kind, read
from atoll.study.counts import Counts, of_record
from atoll.study.facts import FILE, RECORDS, Wish, blocks, fact_set, gathered, read_sets, write_set
from atoll.study.shown import shown


def run_facts(asked: argparse.Namespace, language: str) -> int:
    rules = kind(asked.game)
    options = rules.complete_options(options_of(asked.option))
    if asked.seats not in rules.seat_numbers:
        raise AtollError(Message("game.seats", {"seats": asked.seats, "known": list(rules.seat_numbers)}))
    wish = Wish(asked.game, tuple(options.items()), asked.seats, asked.players, asked.seed)
    file = Path(asked.file) if asked.file else wish.rules.folder / FILE
    read_sets(file)  # says at once if it cannot be added to
    made, said = _read(asked, wish) if asked.records else _played(asked, wish)
    write_set(file, made)
    print(report(made, language))
    print(Message(said[0], said[1] | {"file": str(file)}).text(language))
    return 0


def _played(asked: argparse.Namespace, wish: Wish) -> tuple[dict[str, Any], tuple[str, dict[str, Any]]]:
    """The games of a bot against itself, those that are not kept from before played now."""
    named(asked.players)
    if asked.games < 1:
        raise AtollError(Message("cli.games"))
    counts = Counts(wish.seats)
    missing = []
    for block in blocks(wish, asked.games, str(asked.blocks or kept_blocks())):
        kept = block.kept()
        if kept is None:
            missing.append(block)
        else:
            counts.add(kept)
    with place_of(asked, len(missing)) as where:
        for new in progress(gathered(missing, where), len(missing), "blocks"):
            counts.add(new)
    made = fact_set(wish.about(), counts, wish.command(counts.games))
    return made, ("facts.made", {"games": counts.games, "new": sum(block.games for block in missing)})


def _read(asked: argparse.Namespace, wish: Wish) -> tuple[dict[str, Any], tuple[str, dict[str, Any]]]:
    """The finished games of a folder that are played as it was asked for."""
    files = sorted(Path(asked.records).glob("*.txt"))
    counts, left = Counts(wish.seats), 0
    for file in progress(files, len(files), "records"):
        try:
            game = read(file.read_text("utf-8"))
        except (RecordError, UnicodeDecodeError) as error:
            problem = error.message if isinstance(error, RecordError) else str(error)
            raise AtollError(Message("facts.record", {"file": str(file), "problem": problem})) from None
        fits = (game.kind is wish.rules, game.options == dict(wish.options), game.seats == wish.seats, game.over)
        if all(fits):
            counts.add(of_record(game))
        else:
            left += 1
    if counts.games == 0:
        raise AtollError(Message("facts.nothing", {"folder": asked.records}))
    made = fact_set(wish.about() | {"players": RECORDS, "seed": None, "net": None}, counts, None)
    return made, ("facts.read", {"games": counts.games, "left": left})


def kept_blocks() -> Path:
    """Where blocks are kept if nothing else is said."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "atoll" / "facts"


def report(made: dict[str, Any], language: str) -> str:
    """Who wins, how long it takes, how it ends."""
    facts = shown(made, language)
    heads = [Message(key).text(language) for key in ("facts.seat", "selfplay.share", "selfplay.score")]
    rows = [heads]
    for seat, wins in enumerate(facts["wins"], 1):
        interval = f"[{100 * wins['low']:.1f}, {100 * wins['high']:.1f}]"
        rows.append([str(seat), f"{100 * wins['share']:.1f} % {interval}", f"{wins['score']:.1f}"])
    ends = ", ".join(f"{end['text']} ({100 * end['share']:.1f} %)" for end in facts["ends"])
    counts = Counts.read(made["seats"], made)
    means = {
        "turns": f"{sum(size * number for size, number in counts.turns.items()) / counts.games:.1f}",
        "decisions": f"{facts['decisions']['mean']:.0f}",
        "score": f"{facts['best']['mean']:.1f}",
        "margin": f"{facts['margins']['mean']:.1f}",
    }
    said = [Message("facts.length", means), Message("facts.ends", {"ends": ends})]
    return "\n".join([table(rows), "", *(message.text(language) for message in said)])
