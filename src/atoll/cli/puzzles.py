"""`atoll puzzles`: cut puzzles from games, and look whether they still are some."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from atoll.arena.spread import Place
from atoll.cli import options_of, place_of
from atoll.cli.progress import progress
from atoll.core.errors import AtollError
from atoll.core.kind import Options
from atoll.core.messages import Message
from atoll.games import kind, rules_of
from atoll.study.making import Notes, Source, checked, make, without_repeats
from atoll.study.puzzles import FILE, Puzzle, read_file, write_file


def run_puzzles(asked: argparse.Namespace, language: str) -> int:
    rules = rules_of(asked.game, options_of(asked.option))
    file = Path(asked.file) if asked.file else rules.folder / FILE
    if asked.step == "check":
        return _check(asked, file, language)
    return _make(asked, file, language)


def _make(asked: argparse.Namespace, file: Path, language: str) -> int:
    if asked.number < 1:
        raise AtollError(Message("puzzles.number"))
    before = read_file(file) if asked.add and file.exists() else []
    notes = Notes(Path(asked.notes) if asked.notes else file.with_suffix(".part"))
    found: list[Puzzle] = []
    with place_of(asked) as where:
        for puzzle in progress(_found(asked, notes, where), asked.number, "puzzles"):
            found.append(puzzle)
            if len(found) == asked.number:
                break
    puzzles = without_repeats([*before, *found])
    write_file(file, puzzles)
    if not asked.notes:
        notes.file.unlink(missing_ok=True)
    print(Message("puzzles.made", {"number": len(found), "games": len(notes.done)}).text(language))
    print(Message("puzzles.kept", {"number": len(puzzles), "file": str(file)}).text(language))
    _levels(puzzles, language)
    return 0


def _found(asked: argparse.Namespace, notes: Notes, where: Place) -> Iterator[Puzzle]:
    """Puzzles with different positions, as they come."""
    known: set[str] = set()
    for puzzles in make(_sources(asked), notes, where):
        for puzzle in puzzles:
            if puzzle.seen() not in known:
                known.add(puzzle.seen())
                yield puzzle


def _sources(asked: argparse.Namespace) -> Iterator[Source]:
    """The games that puzzles are cut from: records, in the order of their names, or games of bots, one after the other,
    with all values of the options that are left open."""
    if asked.records:
        files = sorted(file for file in Path(asked.records).iterdir() if file.suffix == ".txt")
        if not files:
            raise AtollError(Message("puzzles.no_records", {"folder": asked.records}))
        for number, file in enumerate(files):
            yield Source(asked.game, (), 0, asked.seed, number, str(file), file.read_text("utf-8"))
        return
    rules = kind(asked.game)
    seats = [int(word) for word in asked.seats.split(",") if word.isdecimal()]
    for wanted in seats or [0]:
        if wanted not in rules.seat_numbers:
            raise AtollError(Message("game.seats", {"seats": asked.seats, "known": list(rules.seat_numbers)}))
    variants = _variants(asked.game, options_of(asked.option))
    for number in range(asked.games):
        options = variants[number // len(seats) % len(variants)]
        yield Source(asked.game, tuple(options.items()), seats[number % len(seats)], asked.seed, number)


def _variants(game: str, given: Options) -> list[dict[str, str]]:
    """The options that are given, with every value of the others that keeps the same rules."""
    found: list[dict[str, str]] = [dict(given)]
    for name, values in rules_of(game, given).own_options().items():
        if name not in given:
            found = [{**before, name: value} for before in found for value in values]
    return found


def _check(asked: argparse.Namespace, file: Path, language: str) -> int:
    puzzles = read_file(file)
    with place_of(asked) as where:
        seen = progress(checked(puzzles, where), len(puzzles), "puzzles")
        good = [puzzle for puzzle in seen if puzzle is not None]
    values = {"good": len(good), "number": len(puzzles), "file": str(file)}
    print(Message("puzzles.checked", values).text(language))
    _levels(good, language)
    if asked.drop:
        write_file(file, good)
    return 0 if asked.drop or len(good) == len(puzzles) else 1


def _levels(puzzles: list[Puzzle], language: str) -> None:
    for level, number in sorted(Counter(puzzle.level for puzzle in puzzles).items()):
        print("  " + Message("puzzles.level", {"level": level, "number": number}).text(language))
