"""Puzzles: those that are shipped are right, making them is repeatable, and judging accepts whatever does as well."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import atoll
from atoll import AtollError, Rng
from atoll.bots import Greedy
from atoll.cli import main
from atoll.compiled import compiled
from atoll.core.messages import LANGUAGES
from atoll.core.state import ALL_SEEING
from atoll.games import kinds
from atoll.study.making import CLEAR, Source, cut_from
from atoll.study.puzzles import LEVELS, Puzzle, name_of, packed, read, read_file, shipped, unpacked, written
from atoll.study.solving import found_moves, judged, plan_of

FORMS = {form.page: form for kind in kinds() for form in kind.forms()}
GAMES = ["reef-encounter", "second-kind", "reef"]
ENOUGH = {"reef-encounter": 200, "second-kind": 200, "reef": 200}
needs_speed = pytest.mark.skipif(not compiled(), reason="whole games take long")


def of(page: str) -> tuple[Puzzle, ...]:
    return shipped(FORMS[page])


@pytest.mark.parametrize("page", GAMES)
def test_there_are_enough_puzzles_of_every_game_and_level(page: str) -> None:
    levels = Counter(puzzle.level for puzzle in of(page))
    assert sum(levels.values()) >= ENOUGH[page]
    assert set(levels) == set(LEVELS)


def test_no_two_puzzles_are_the_same() -> None:
    puzzles = [puzzle for page in GAMES for puzzle in of(page)]
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.seen() for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("page", GAMES)
def test_every_puzzle_is_a_position_with_a_legal_turn_of_its_seat(page: str) -> None:
    for puzzle in of(page):
        state = puzzle.state()
        assert (state.seats, state.seat, state.mover) == (puzzle.seats, puzzle.seat, puzzle.seat)
        assert puzzle.id == name_of(puzzle.position, puzzle.best)
        assert puzzle.rules.page == page
        assert puzzle.rules.position(state, ALL_SEEING) == puzzle.position
        end = plan_of(state, found_moves(puzzle, puzzle.best)).end
        assert end.turn != state.turn
        assert puzzle.share - puzzle.second >= CLEAR - 0.03  # of turns that do equally well the first may be told
        assert 0 < puzzle.tolerance < CLEAR


@pytest.mark.parametrize("page", GAMES)
def test_every_reason_is_said_in_three_languages(page: str) -> None:
    for puzzle in of(page):
        said = [puzzle.why().text(language) for language in LANGUAGES]
        assert all(said)
        assert len(set(said)) == len(LANGUAGES)
        steps, reason = puzzle.at().explained(puzzle.best, puzzle.seat)
        assert [move for move, _ in steps] == puzzle.best
        assert packed(reason) == puzzle.reason == packed(unpacked(puzzle.reason))


@pytest.mark.parametrize("page", GAMES)
def test_nothing_of_the_position_depends_on_what_the_seat_cannot_know(page: str) -> None:
    """What is hidden was dealt anew from what the seat knows: dealing it again gives a position of the same look."""
    for puzzle in of(page)[::40]:
        other = puzzle.state().redeal(puzzle.seat, Rng(1))
        assert puzzle.rules.position(other, puzzle.seat) == puzzle.seen()


def same_end(puzzle: Puzzle, texts: list[str]) -> bool:
    try:
        moves = found_moves(puzzle, texts)
    except AtollError:
        return False
    state = puzzle.state()
    best = plan_of(state, found_moves(puzzle, puzzle.best)).end
    return plan_of(state, moves).end.key() == best.key()


def reordered(puzzle: Puzzle) -> list[str] | None:
    """The best turn in another order, if one leads to the same position."""
    for one, other in pairwise(range(len(puzzle.best))):
        texts = puzzle.best[:]
        texts[one], texts[other] = texts[other], texts[one]
        if texts != puzzle.best and same_end(puzzle, texts):
            return texts
    return None


@pytest.mark.parametrize("page", GAMES)
def test_the_best_turn_is_accepted_in_any_order(page: str) -> None:
    for puzzle in of(page)[::60]:
        assert judged(puzzle, puzzle.best).solved
    found = next((puzzle, other) for puzzle in of(page) if (other := reordered(puzzle)))
    assert judged(*found).solved


@needs_speed
@pytest.mark.parametrize("page", GAMES)
def test_the_greedy_turn_is_refused_and_the_same_turn_is_always_judged_alike(page: str) -> None:
    for puzzle in of(page)[::70]:
        state = puzzle.state()
        greedy = puzzle.rules.texts(state, Greedy().plan(state, Rng(3)))
        said = judged(puzzle, greedy)
        assert not said.solved
        assert said.share < said.best - puzzle.tolerance
        assert judged(puzzle, greedy) == said


@needs_speed
def test_a_turn_that_does_equally_well_is_accepted() -> None:
    """With a tolerance as large as the whole win every turn would do; with none of it only those that do no worse."""
    puzzle = of("reef")[0]
    state = puzzle.state()
    greedy = puzzle.rules.texts(state, Greedy().plan(state, Rng(3)))
    assert judged(with_tolerance(puzzle, 1.0), greedy).solved
    assert not judged(with_tolerance(puzzle, 0.0), greedy).solved


def with_tolerance(puzzle: Puzzle, tolerance: float) -> Puzzle:
    return read(json.dumps(json.loads(written(puzzle)) | {"tolerance": tolerance}))


# Making


def made(file: Path, *more: str) -> list[Puzzle]:
    words = ["puzzles", "make", "--game", "reef", "--number", "5", "--seed", "4", "--seats", "2,3", "--file", str(file)]
    assert main(["--lang", "en", *words, *more]) == 0
    return read_file(file)


@needs_speed
def test_the_same_seed_makes_the_same_puzzles_whatever_the_number_of_processes(tmp_path: Path) -> None:
    alone = made(tmp_path / "one.jsonl", "--processes", "1")
    assert len(alone) == 5
    assert made(tmp_path / "two.jsonl", "--processes", "2") == alone
    assert sorted(file.name for file in tmp_path.iterdir()) == ["one.jsonl", "two.jsonl"]


@needs_speed
def test_what_was_begun_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes = tmp_path / "notes"
    first = made(tmp_path / "first.jsonl", "--processes", "1", "--notes", str(notes))
    lines = notes.read_text("utf-8").splitlines()
    # As a process leaves it that was ended while it wrote: one game is whole, the next one is not.
    notes.write_text(f"{lines[0]}\n{lines[0][:40]}\n", "utf-8")
    assert made(tmp_path / "second.jsonl", "--processes", "1", "--notes", str(notes)) == first
    capsys.readouterr()


@needs_speed
def test_puzzles_are_cut_from_records(tmp_path: Path) -> None:
    [puzzle, *_] = cut_from(Source("reef", (), 2, 4, 0))
    assert puzzle.origin["line"] > 1
    records = tmp_path / "records"
    records.mkdir()
    words = ["selfplay", "--game", "reef", "--players", "greedy,greedy", "--games", "3", "--processes", "1"]
    assert main([*words, "--record", str(records)]) == 0
    found = made(tmp_path / "cut.jsonl", "--records", str(records), "--processes", "1")
    assert found
    for each in found:
        game = atoll.read((records / each.origin["record"]).read_text("utf-8"))
        *_, last = (game for _, game in zip(range(each.origin["line"]), game.steps(), strict=False))
        assert last.position(each.seat) == each.seen()


@needs_speed
def test_puzzles_that_are_none_are_found_and_dropped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzles = made(tmp_path / "good.jsonl", "--processes", "1")
    state = puzzles[0].state()
    greedy = puzzles[0].rules.texts(state, Greedy().plan(state, Rng(3)))
    wrong = json.loads(written(puzzles[0])) | {"best": greedy}
    file = tmp_path / "mixed.jsonl"
    file.write_text("".join(f"{line}\n" for line in [json.dumps(wrong), *map(written, puzzles[1:])]), "utf-8")
    check = ["--lang", "en", "puzzles", "check", "--game", "reef", "--file", str(file), "--processes", "1"]
    assert main(check) == 1
    assert f"4 of 5 puzzles in {file} still are some" in capsys.readouterr().out
    assert main([*check, "--drop"]) == 0
    assert [puzzle.id for puzzle in read_file(file)] == [puzzle.id for puzzle in puzzles[1:]]
    assert main(check) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--number", "0"], "at least one puzzle"),
        (["--seats", "9"], "9"),
        (["--records", "."], "no records"),
        (["--game", "chess"], "chess"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--lang", "en", "puzzles", "make", "--processes", "1", "--file", "none.jsonl", *words]) == 1
    assert said in capsys.readouterr().err
    assert not Path("none.jsonl").exists()


def test_a_line_that_is_no_puzzle_is_refused_in_words() -> None:
    with pytest.raises(AtollError, match="no puzzle"):
        read('{"id": "x"}')
