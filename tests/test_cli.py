"""The command line, as a person uses it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import atoll
from atoll.cli import main
from atoll.cli.progress import in_columns
from atoll.core.state import ALL_SEEING

FIXTURES = Path(__file__).parent / "reef_encounter" / "fixtures"
GAME = str(FIXTURES / "shrimps-2.txt")


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ATOLL_LANG", "en")
    monkeypatch.chdir(tmp_path)


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))


def test_replay_prints_position_scores_and_winner(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", GAME]) == 0
    out = capsys.readouterr().out
    record = Path(GAME).read_text("utf-8").splitlines()
    assert record[-2] in out
    assert record[-1] in out
    assert "four shrimps" in out
    assert "1   a b c d e f g" in out


def test_replay_until_a_line_prints_the_legal_moves_there_sorted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", GAME, "--until", "14", "--legal"]) == 0
    legal = capsys.readouterr().out.splitlines()
    assert legal == sorted(legal)
    assert legal == atoll.read(Path(GAME).read_text("utf-8"), until=14).texts()
    assert "collect w" in legal


def test_replay_prints_the_position_in_one_line_whole_and_as_a_seat_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", GAME, "--until", "20", "--position"]) == 0
    [whole] = capsys.readouterr().out.splitlines()
    assert atoll.at(whole).position(ALL_SEEING) == whole
    assert main(["replay", GAME, "--until", "20", "--position", "--seat", "1"]) == 0
    [seen] = capsys.readouterr().out.splitlines()
    assert "?" in seen
    assert main(["replay", GAME, "--until", "20", "--seat", "2"]) == 0
    assert "??" in capsys.readouterr().out


def test_replay_tells_the_game_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "fr", "replay", GAME, "--events"]) == 0
    assert "Le joueur 1 prend deux cubes larve" in capsys.readouterr().out


def test_a_record_that_stops_early_says_who_is_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", GAME, "--until", "12"]) == 0
    assert "seat 1 decides next" in capsys.readouterr().out


def test_a_broken_record_exits_with_line_move_and_ruling(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = Path(GAME).read_text("utf-8").splitlines()
    lines[13] = "1 eat 1d4"
    broken = tmp_path / "broken.txt"
    broken.write_text("\n".join(lines), "utf-8")
    assert main(["replay", str(broken)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "line 14 (1 eat 1d4): eating: there is no shrimp on 1d4" in captured.err
    assert main(["--lang", "it", "replay", str(broken)]) == 1
    error = capsys.readouterr().err
    assert "riga 14 (1 eat 1d4): eating: " in error
    assert "nessun gamberetto in 1d4" in error


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "no-such-file.txt"], "no-such-file.txt"),
        (["replay", GAME, "--seat", "7"], "no seat 7"),
        (["selfplay", "--players", "clever,random"], "clever"),
        (["selfplay", "--players", "searching:depth=2,random"], "plans, deals, turns"),
        (["selfplay", "--players", "own.py:Mine,random"], "own.py"),
        (["play", "--bots", "careless:seen=all"], "whole number"),
        (["selfplay", "--players", "random"], "1 seats"),
        (["selfplay", "--game", "chess"], "chess"),
        (["selfplay", "--option", "advanced=maybe"], "maybe"),
        (["selfplay", "--option", "speed=fast"], "speed"),
        (["selfplay", "--games", "0"], "at least one"),
        (["play", "--me", "5"], "no seat 5"),
        (["play", "--seats", "9"], "9 seats"),
        (["play", "--seats", "0"], "0 seats"),
        (["play", "--seats", "2", "--bots", "greedy,random"], "more bots"),
        (["bench", "--seconds", "0"], "more than 0"),
        (["replay", GAME, "--study", "--seat", "0"], "seat to study"),
        (["play", "--resume", "no-such-file.txt"], "no-such-file.txt"),
    ],
)
def test_wrong_requests_get_one_clear_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error


def test_bytes_that_are_no_text_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.txt"
    file.write_bytes(b"game reef-encounter\n\xff\xfe")
    assert main(["replay", str(file)]) == 1
    assert "line 2" in capsys.readouterr().err


def test_selfplay_writes_records_that_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "records"
    arguments = ["selfplay", "--players", "random,random,random", "--games", "3", "--seed", "7"]
    assert main([*arguments, "--record", str(folder), "--option", "advanced=yes"]) == 0
    out = capsys.readouterr().out
    assert "3 games" in out
    assert "decisions a game" in out
    assert "ended by: tiles or cubes have run out (3)" in out
    records = sorted(folder.glob("*.txt"))
    assert len(records) == 3
    for record in records:
        assert main(["replay", str(record)]) == 0


def test_selfplay_gives_the_same_games_for_the_same_seed(tmp_path: Path) -> None:
    for name in ("a", "b"):
        main(
            ["selfplay", "--players", "random,random", "--games", "2", "--seed", "9", "--record", str(tmp_path / name)]
        )
    first, second = (sorted((tmp_path / name).glob("*.txt")) for name in ("a", "b"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_a_person_can_play_ask_and_undo(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(
        monkeypatch,
        "help",
        "1",
        "cubes",
        "1",
        "why eat 1d4",
        "what collect w",
        "shrimp 1d4",
        "moves shrimp",
        "1",
        "undo",
        "undo",
        "hint",
        "log",
        "board",
        "",
        "save mine.txt",
        "collect w",
        "quit",
    )
    assert main(["play", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "Type a move" in out
    assert "eating: there is no shrimp on 1d4" in out
    assert "Seat 1 collects the white space" in out
    assert "bare rock: a shrimp is introduced onto a polyp" in out
    assert "Seat 1 introduces a shrimp" in out
    assert "taken back" in out
    assert "nothing of this turn" in out
    assert "the bot would play" in out
    assert "Seat 2 feeds a tile to the parrotfish" in out
    assert atoll.read(Path("mine.txt").read_text("utf-8")).seat == 0
    assert "The open sea is refilled" in out
    kept = atoll.read(Path("atoll-game.txt").read_text("utf-8"))
    assert "1 collect w" in kept.log
    assert "2 " in kept.log[-2][:2]


def test_a_game_that_was_left_goes_on(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "1")
    assert main(["play", "--seed", "3"]) == 0
    before = Path("atoll-game.txt").read_text("utf-8")
    typed(monkeypatch, "moves", "quit")
    assert main(["play", "--resume", "atoll-game.txt"]) == 0
    assert "cubes gg" in capsys.readouterr().out
    assert Path("atoll-game.txt").read_text("utf-8") == before


def test_long_lists_are_set_in_columns() -> None:
    assert in_columns([], 80) == []
    assert in_columns(["a", "bb", "c", "d", "e"], 12) == ["a    d", "bb   e", "c"]
    assert in_columns(["too wide for it"], 4) == ["too wide for it"]


def test_a_new_game_never_overwrites_an_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in ("1", "2"):
        typed(monkeypatch, "quit")
        assert main(["play", "--seed", seed]) == 0
    first, second = Path("atoll-game.txt").read_text("utf-8"), Path("atoll-game-2.txt").read_text("utf-8")
    assert first != second
    typed(monkeypatch, "1", "quit")
    assert main(["play", "--resume", "atoll-game-2.txt"]) == 0
    assert Path("atoll-game.txt").read_text("utf-8") == first
    resumed = Path("atoll-game-2.txt").read_text("utf-8")
    assert resumed.startswith(f"{second}1 {atoll.read(second).texts()[0]}\n")


def test_the_game_is_kept_move_by_move_even_if_the_player_is_cut_off(tmp_path: Path) -> None:
    player = subprocess.Popen(
        [sys.executable, "-u", "-m", "atoll", "play", "--seed", "3", "--save", str(tmp_path / "cut.txt")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ,
    )
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(b"1\n")
    player.stdin.flush()
    for line in player.stdout:
        if line.startswith(b"seat 1>") and b" tile to the parrotfish" in line:
            break
    player.kill()
    player.communicate()
    assert atoll.read((tmp_path / "cut.txt").read_text("utf-8")).log[:1] == ["1 fish g"]


def test_a_game_that_cannot_be_kept_is_refused_before_it_begins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--save", "no/such/folder/game.txt"]) == 1
    assert "no/such/folder" in capsys.readouterr().err


def test_a_closed_pipe_is_no_error_and_a_poor_terminal_no_crash(tmp_path: Path) -> None:
    reef = FIXTURES.parent.parent / "reef" / "fixtures" / "colour-2.txt"
    command = f"{sys.executable} -m atoll replay {reef} --events | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False, env=os.environ)
    assert done.stderr == b""
    for wanted in (["replay", str(reef)], ["play", "--seed", "1", "--save", str(tmp_path / "game.txt")]):
        poor = os.environ | {"PYTHONIOENCODING": "ascii:strict"}
        done = subprocess.run(
            [sys.executable, "-m", "atoll", *wanted], input=b"\xff\nquit\n", capture_output=True, check=False, env=poor
        )
        assert done.returncode == 0, done.stderr


def test_a_seat_is_not_told_how_many_moves_another_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", GAME, "--until", "10", "--seat", "2"]) == 0
    assert capsys.readouterr().out.endswith("seat 1 decides next\n")


def test_the_language_may_stand_behind_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", GAME, "--until", "11", "--lang", "fr"]) == 0
    assert "décide ensuite" in capsys.readouterr().out


def test_bots_can_be_watched_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--me", "0", "--bots", "greedy,greedy", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    assert "the game is over" in out
    assert "winner " in out
    assert atoll.read(Path("atoll-game.txt").read_text("utf-8")).over


def test_reef_is_played_through_the_same_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    start = ["start r a1", "start r b2", "start y c2", "start g b3", "start p c3"]
    typed(monkeypatch, *start, "study", "take", "play", "1", "hint", "lay", "1", "undo", "quit")
    assert main(["play", "--game", "reef", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "start: start pieces go onto the centre spaces b2, c2, b3, c3, not a1" in out
    assert "What the cards would score on the reef of seat 1 now" in out
    assert "Seat 1 plays card" in out
    assert "taken back" in out
    assert (
        main(["play", "--game", "reef", "--me", "0", "--bots", "greedy,greedy,random", "--option", "start=free"]) == 0
    )
    assert "a colour has run out" in capsys.readouterr().out
    folder = tmp_path / "records"
    assert (
        main(["selfplay", "--game", "reef", "--players", "random,greedy", "--games", "4", "--record", str(folder)]) == 0
    )
    for record in folder.glob("*.txt"):
        assert main(["replay", str(record), "--events"]) == 0
    assert "scores card" in capsys.readouterr().out


def test_a_position_can_be_studied(capsys: pytest.CaptureFixture[str]) -> None:
    reef = str(FIXTURES.parent.parent / "reef" / "fixtures" / "colour-2.txt")
    assert main(["replay", reef, "--until", "120", "--study", "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert "in hand" in out
    assert "[" in out
    assert main(["replay", GAME, "--until", "120", "--study"]) == 0
    assert "polyps worth" in capsys.readouterr().out


def test_bench_prints_its_table_and_writes_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.01", "--json", "speed.json"]) == 0
    out = capsys.readouterr().out
    assert "reef-encounter, 2 players, Python loop" in out
    assert "import atoll and a new game" in out
    assert '"measures"' in Path("speed.json").read_text("utf-8")


def test_doctor_finds_everything_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert ("compiled to native code" in out) != ("INTERPRETED" in out)
    assert "record and replay agree" in out


def test_version_and_help_teach(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, words in (
        (["--version"], atoll.__version__),
        (["--help"], "examples:"),
        (["play", "--help"], "bots"),
    ):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        assert left.value.code == 0
        assert words in capsys.readouterr().out


def test_the_installed_command_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "atoll", "replay", "-", "--position"],
        input=Path(GAME).read_bytes(),
        capture_output=True,
        env=os.environ | {"PYTHONPATH": os.environ.get("PYTHONPATH", "")},
        cwd=Path(__file__).parent.parent,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"reef-encounter ")
