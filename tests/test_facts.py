"""Facts from many games: the same counts for the same seeds, sums that agree, and what is shipped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import atoll
from atoll import AtollError
from atoll.arena.match import Match, interval
from atoll.arena.match import play as match_play
from atoll.cli import main
from atoll.compiled import compiled
from atoll.core.messages import Message
from atoll.games import kinds
from atoll.study.counts import Counts, of_record
from atoll.study.facts import BLOCK, FILE, Wish, blocks, gathered, play, read_sets, write_set
from atoll.study.shown import facts_of, part, rounds, share, spread

needs_speed = pytest.mark.skipif(not compiled(), reason="whole games take long")
FORMS = [("reef", {}, 3), ("reef-encounter", {"advanced": "yes"}, 2), ("reef-encounter", {"expansion": "yes"}, 2)]
FILES = [form.folder / FILE for kind in kinds() for form in kind.forms() if (form.folder / FILE).exists()]


def wished(name: str, options: dict[str, str] | None = None, seats: int = 2, seed: int = 3) -> Wish:
    full = atoll.kind(name).complete_options(options)
    return Wish(name, tuple(full.items()), seats, "greedy", seed)


def counted(wish: Wish, games: int, first: int = 0) -> Counts:
    counts = Counts(wish.seats)
    for number in range(first, first + games):
        play(wish, number, counts)
    return counts


def consistent(one: dict[str, Any]) -> None:
    """Everything that is counted once a game, or once a seat, adds up to the games."""
    games, seats = one["games"], one["seats"]
    assert games > 0
    wins = [number for first in one["wins"] for number in first]
    assert sum(sum(first[sharing] for first in one["wins"]) / (sharing + 1) for sharing in range(seats)) == games
    assert all(number >= 0 for number in wins)
    assert sum(one["ends"].values()) == games
    for name in ("turns", "decisions", "best", "margins"):
        assert sum(one[name].values()) == games, name
    for chosen in one["choices"].values():
        for times, *first in chosen.values():
            assert 0 <= sum(first) <= times
            assert times > 0
    best = sum(int(score) * number for score, number in one["best"].items())
    assert best <= sum(one["scores"]) or seats == 1
    for key in one["ends"]:
        assert Message(key).text("en") != key


@needs_speed
@pytest.mark.parametrize(("name", "options", "seats"), FORMS)
def test_counts_agree_with_each_other_and_with_the_game(name: str, options: dict[str, str], seats: int) -> None:
    wish = wished(name, options, seats)
    plain = {"seats": seats} | counted(wish, 3).plain()
    consistent(plain)
    once_a_seat = {"reef": ["first", "start", "plays"]}.get(name, ["fish", "cubes", "turn", "meals"])
    for topic in once_a_seat:
        assert sum(row[0] for row in plain["choices"][topic].values()) == 3 * seats, topic
    worth = plain["measures"]["left" if name == "reef" else "worth"]
    assert all(sum(sizes.values()) == 3 for sizes in worth.values())
    assert len(worth) == len(wish.rules.facts()["colours"])


@needs_speed
@pytest.mark.parametrize(("name", "options", "seats"), FORMS)
def test_the_games_are_those_of_selfplay_and_a_record_counts_the_same(
    name: str, options: dict[str, str], seats: int, tmp_path: Path
) -> None:
    wish = wished(name, options, seats)
    match = Match(name, ("greedy",) * seats, dict(wish.options), wish.seed, str(tmp_path))
    records = Counts(seats)
    for number in range(2):
        match_play(match, number)
    for file in sorted(tmp_path.glob("*.txt")):
        records.add(of_record(atoll.read(file.read_text("utf-8"))))
    assert records.plain() == counted(wish, 2).plain()


@needs_speed
def test_blocks_add_up_in_any_order_and_whoever_plays_them(tmp_path: Path) -> None:
    wish = wished("reef")
    games = BLOCK + 7
    jobs = blocks(wish, games, str(tmp_path))
    assert [job.games for job in jobs] == [BLOCK, 7]
    two = list(gathered(jobs, 2))
    backwards = Counts(2)
    for counts in reversed(two):
        backwards.add(counts)
    assert backwards.plain() == counted(wish, games).plain()
    kept = [job.kept() for job in jobs]
    assert [counts.games for counts in kept if counts] == [BLOCK, 7]
    file = jobs[1].file
    assert file is not None
    file.write_text(file.read_text("utf-8")[:-40], "utf-8")
    assert jobs[1].kept() is None
    assert blocks(wished("reef", seed=4), games, str(tmp_path))[0].kept() is None


@needs_speed
def test_a_run_that_was_stopped_goes_on_and_gives_the_same_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = ["facts", "make", "--game", "reef", "--seed", "5", "--lang", "en"]
    once, twice = tmp_path / "once.json", tmp_path / "twice.json"
    parts = ["--blocks", str(tmp_path / "parts"), "--processes", "1", "--file", str(twice)]
    assert main([*wish, *parts, "--games", "25"]) == 0
    assert "25 games, 25 of them new" in capsys.readouterr().out
    assert main([*wish, *parts, "--games", "40"]) == 0
    assert "40 games, 15 of them new" in capsys.readouterr().out
    whole = ["--blocks", str(tmp_path / "whole"), "--processes", "2", "--file", str(once)]
    assert main([*wish, *whole, "--games", "40"]) == 0
    assert "share of wins" in capsys.readouterr().out
    assert once.read_bytes() == twice.read_bytes()
    [one] = read_sets(once)
    assert one["command"] == "atoll facts make --game reef --seats 2 --players greedy --games 40 --seed 5"


@needs_speed
def test_records_of_a_folder_are_counted_if_they_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records, file = tmp_path / "records", tmp_path / "facts.json"
    for seats in (2, 3):
        players = ",".join(["greedy"] * seats)
        assert (
            main(
                [
                    "selfplay",
                    "--game",
                    "reef",
                    "--players",
                    players,
                    "--games",
                    "2",
                    "--seed",
                    str(seats),
                    "--record",
                    str(records),
                ]
            )
            == 0
        )
    make = ["facts", "make", "--lang", "en", "--game", "reef", "--records", str(records), "--file", str(file)]
    assert main(make) == 0
    assert "2 games are in" in capsys.readouterr().out
    assert [(one["players"], one["games"], one["command"]) for one in read_sets(file)] == [("records", 2, None)]
    assert main([*make, "--seats", "4"]) == 1
    (records / "wrong.txt").write_text("game reef\nnonsense\n", "utf-8")
    before = file.read_bytes()
    assert main(make) == 1
    assert "wrong.txt" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_bad_wishes_get_a_sentence_and_lose_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "facts.json"
    file.write_text("{}", "utf-8")
    for words in (
        ["--seats", "5"],
        ["--games", "0"],
        ["--players", "nobody"],
        ["--option", "start=nowhere"],
        ["--file", str(file)],
    ):
        target = [] if "--file" in words else ["--file", str(tmp_path / "new.json")]
        assert main(["facts", "make", "--game", "reef", "--lang", "en", *target, *words]) == 1
        assert capsys.readouterr().err.startswith("atoll: ")
    assert file.read_text("utf-8") == "{}"
    assert not (tmp_path / "new.json").exists()


def test_a_set_takes_the_place_of_the_one_about_the_same(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    base = {"seats": 2, "options": {}, "seed": 1, "version": "1", "command": None}
    counts = Counts(2, 1, [[1, 0], [0, 0]]).plain()
    for players, games in (("planning", 1), ("greedy", 1), ("planning", 2)):
        write_set(file, base | {"players": players} | counts | {"games": games})
    assert [(one["players"], one["games"]) for one in read_sets(file)] == [("greedy", 1), ("planning", 2)]
    assert len(file.read_text("utf-8").splitlines()) == 4


def test_shares_have_the_interval_of_wilson() -> None:
    assert interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert part(29, 100) == {"share": 0.29, "low": 0.21015, "high": 0.38539}
    assert share([3, 2, 0]) == 4.0
    assert part(share([0, 2]), 2)["share"] == 0.5


def test_sizes_have_a_mean_and_a_middle() -> None:
    assert spread({3: 1, 1: 2, 10: 1}) == {"number": 4, "mean": 3.75, "middle": 1, "sizes": [[1, 2], [3, 1], [10, 1]]}
    assert rounds({7: 1, 8: 2, 9: 4}, 4) == {2: 3, 3: 4}


def test_the_toy_has_the_facts_of_every_game(tmp_path: Path) -> None:
    """A game that says nothing of its own has who wins, how games end, how long they are and what they bring."""
    toy = Path(__file__).parent / "toy"
    words = [
        "--game",
        "toy",
        "--seats",
        "3",
        "--games",
        "30",
        "--players",
        "random",
        "--file",
        str(tmp_path / "f.json"),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "atoll", "facts", "make", *words, "--blocks", str(tmp_path), "--processes", "1"],
        env=os.environ | {"ATOLL_GAMES": str(toy), "ATOLL_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "ended by: the pools are empty (100.0 %)" in done.stdout
    [one] = json.loads((tmp_path / "f.json").read_text("utf-8"))["sets"]
    assert (one["choices"], one["measures"], one["games"]) == ({}, {}, 30)
    assert sum(one["turns"].values()) == 30


# What is shipped


def test_every_game_of_the_house_has_facts_for_every_number_of_players() -> None:
    for kind in kinds():
        for form in kind.forms():
            if form.package.startswith("atoll."):
                seats = {one["seats"] for one in read_sets(form.folder / FILE)}
                assert seats == set(form.seat_numbers), form.title


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_shipped_facts_agree_with_themselves(file: Path) -> None:
    for one in read_sets(file):
        consistent(one)
        assert one["games"] >= 50
        assert f"--games {one['games']} --seed {one['seed']}" in one["command"]


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_facts_are_shown_in_every_language(language: str) -> None:
    for kind in kinds():
        for form in kind.forms():
            told = facts_of(form, language)
            assert told["game"] == form.page
            for one in told["sets"]:
                assert sum(seat["share"] for seat in one["wins"]) == pytest.approx(1, abs=1e-3)
                assert all(end["text"] != end["key"] for end in one["ends"])
                assert all(seat["low"] <= seat["share"] <= seat["high"] for seat in one["wins"])


@needs_speed
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_shipped_facts_are_played_again_by_their_command(file: Path, tmp_path: Path) -> None:
    """A block of the quickest set comes out as it would have to: every count fits below the shipped one."""
    ones = [one for one in read_sets(file) if one["players"] == "greedy"]
    one = min(ones, key=lambda one: one["seats"])
    form = next(form for kind in kinds() for form in kind.forms() if form.folder == file.parent)
    wish = Wish(form.name, tuple(one["options"].items()), one["seats"], "greedy", one["seed"])
    again = counted(wish, 2).plain()
    for name in ("ends", "turns", "decisions", "best", "margins"):
        assert all(one[name].get(key, 0) >= number for key, number in again[name].items()), name
    for topic, chosen in again["choices"].items():
        for what, numbers in chosen.items():
            assert all(a >= b for a, b in zip(one["choices"][topic][what], numbers, strict=True)), (topic, what)


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    assert read_sets(file) == []
    for wrong in ("", "[]", '{"form": 99, "sets": []}', '{"form": 1, "sets": [{"seats": 2}]}'):
        file.write_text(wrong, "utf-8")
        with pytest.raises(AtollError, match="no file of facts"):
            read_sets(file)
