"""Work on Ray: the same as here, whoever dies of those that do it."""

from __future__ import annotations

import contextlib
import os
import pty
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import atoll
from atoll.arena import on_ray, spread
from atoll.arena.luggage import packed, unpacked
from atoll.arena.match import Match, play_many
from atoll.arena.spread import Here, Place, place
from atoll.bots.named import MOVED, named
from atoll.cli import main
from atoll.compiled import compiled
from atoll.core.errors import AtollError

ray = pytest.importorskip("ray")
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.xdist_group("ray")]
needs_speed = pytest.mark.skipif(not compiled(), reason="whole games take long")
MATCH = Match("reef", ("random", "random", "random"), {}, 5)
QUICK = "planning:plans=2:beam=2:deals=1:turns=0"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Place]:
    """A Ray of two workers, that all commands of this process then use."""
    with place("ray", 2) as where:
        yield where


def slow(folder: str, number: int) -> tuple[int, int]:
    """Some work that leaves a trace of who did it."""
    (Path(folder) / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(0.2)
    return number, number * number


def deadly(_: None, number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def killed_at_work(where: Place, folder: Path, items: int, times: int) -> list[tuple[int, int]]:
    """What comes of some work while a process that does it is killed now and then."""
    left = times

    def kill() -> None:
        nonlocal left
        seen: set[str] = set()
        ended = time.monotonic() + 60
        while left and time.monotonic() < ended:
            for trace in sorted(set(os.listdir(folder)) - seen):
                seen.add(trace)
                if len(seen) % 3 == 0 and left:
                    os.kill(int(trace.split("-")[1]), signal.SIGKILL)
                    left -= 1
                    break
            time.sleep(0.02)

    killer = threading.Thread(target=kill)
    killer.start()
    results = list(where.spread(slow, str(folder), range(items)))
    killer.join()
    assert left == 0
    return results


def test_a_match_is_the_same_on_ray(cluster: Place, tmp_path: Path) -> None:
    here = list(play_many(MATCH, 12, 1))
    assert list(play_many(MATCH, 12, cluster)) == here
    assert list(play_many(MATCH, 12, 2)) == here
    assert [result.number for result in here] == list(range(12))


def test_workers_that_die_lose_nothing_and_nothing_counts_twice(cluster: Place, tmp_path: Path) -> None:
    wanted = [(number, number * number) for number in range(24)]
    assert killed_at_work(cluster, tmp_path, 24, 4) == wanted
    assert len(list(tmp_path.iterdir())) > 24  # some of it was done again


def test_processes_that_die_are_started_again(tmp_path: Path) -> None:
    assert killed_at_work(Here(2), tmp_path, 12, 2) == [(number, number * number) for number in range(12)]


def test_work_that_kills_every_process_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "DEATHS", 1)
    with pytest.raises(AtollError, match="died 1 times"):
        list(Here(2).spread(deadly, None, range(3)))


def test_work_that_kills_every_worker_is_given_up(cluster: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_ray, "RETRIES", 1)
    with pytest.raises(AtollError, match="died 1 times"):
        list(cluster.spread(deadly, None, range(1)))


def run(words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, dict[str, bytes]]:
    """What a command says, without times, and the files that it leaves."""
    folder.mkdir()
    assert main([word.replace("OUT", str(folder)) for word in words]) == 0
    said = capsys.readouterr().out.replace(str(folder), "OUT")
    return said, {file.name: file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def test_records_are_the_same_and_lie_here(cluster: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", "--game", "reef", "--players", "random,random", "--games", "6", "--record", "OUT"]
    _, here = run([*words, "--processes", "1"], tmp_path / "here", capsys)
    _, there = run([*words, "--on", "ray"], tmp_path / "there", capsys)
    assert here == there
    assert len(here) == 6


@needs_speed
def test_a_match_ends_at_the_same_game(cluster: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", "--game", "reef", "--players", "greedy,random", "--games", "90", "--clear", "50"]
    wins = []
    for where in (["--processes", "1"], ["--on", "ray"]):
        assert main([*words, *where]) == 0
        lines = capsys.readouterr().out.splitlines()
        wins.append([line.split()[:3] for line in lines if line[:2] in ("1 ", "2 ")])
    assert wins[0] == wins[1]
    assert float(wins[0][0][2]) < 90


@needs_speed
def test_rows_to_learn_from_are_the_same_bit_for_bit(
    cluster: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numpy")
    words = ["train", "gen", "--game", "reef", "--games", "16", "--players", "greedy", "--rows", "OUT"]
    assert run([*words, "--processes", "1"], tmp_path / "here", capsys) == run(
        [*words, "--on", "ray"], tmp_path / "there", capsys
    )


@needs_speed
def test_an_analysis_is_the_same(cluster: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["selfplay", "--game", "reef", "--players", "greedy,random", "--games", "1", "--record", str(tmp_path)])
    capsys.readouterr()
    [record] = tmp_path.glob("*.txt")
    words = ["analyse", str(record), "--bot", QUICK, "--json", "OUT/all.json"]
    here = run([*words, "--processes", "1"], tmp_path / "here", capsys)
    assert run([*words, "--on", "ray"], tmp_path / "there", capsys) == here
    assert run([*words, "--processes", "2"], tmp_path / "two", capsys) == here


@needs_speed
def test_a_net_is_judged_the_same(cluster: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The net is in a file that goes along."""
    net = tmp_path / "challenger.json"
    shutil.copy(next((Path(atoll.__file__).parent / "reef" / "nets").glob("*2*.json")), net)
    words = ["train", "gate", "--game", "reef", "--games", "6", "--bot", QUICK, "--net", str(net), "--against", "-"]
    said = []
    for where in (["--processes", "1"], ["--on", "ray"]):
        main([*words, *where, "--log", str(tmp_path / "log")])
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    first, second = (tmp_path / "log").read_text("utf-8").splitlines()
    assert first == second


@needs_speed
def test_facts_are_the_same(cluster: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["facts", "make", "--game", "reef", "--games", "40", "--file", "OUT/facts.json", "--blocks", "OUT/blocks"]
    here = run([*words, "--processes", "1"], tmp_path / "here", capsys)
    assert run([*words, "--on", "ray"], tmp_path / "there", capsys) == here


@needs_speed
def test_puzzles_are_the_same(cluster: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["puzzles", "make", "--game", "reef", "--games", "2", "--number", "2", "--file", "OUT/puzzles.jsonl"]
    here = run([*words, "--processes", "1"], tmp_path / "here", capsys)
    assert run([*words, "--on", "ray"], tmp_path / "there", capsys) == here


@needs_speed
def test_a_bar_shows_how_far_it_is_and_an_interrupt_ends_everything(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()  # a terminal
    words = ["selfplay", "--game", "reef", "--players", "greedy,greedy", "--games", "1000000", "--on", "ray"]
    command = [sys.executable, "-m", "atoll", "--lang", "en", *words]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, start_new_session=True)
    os.close(theirs)
    shown = b""
    with os.fdopen(ours, "rb", buffering=0) as terminal, running:
        while b" games, " not in shown:
            shown += terminal.read(4096)
        running.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # its other end is closed
            while part := terminal.read(4096):
                shown += part
        assert running.wait(60) != 0
    assert "█".encode() in shown or "░".encode() in shown
    assert b"Traceback" not in shown
    left = [file for file in Path("/proc").glob("[0-9]*/stat") if session(file) == running.pid]
    assert left == []


def session(stat: Path) -> int:
    """To which a process belongs; 0 if it has ended."""
    try:
        state, _, _, found = stat.read_text().rpartition(")")[2].split()[:4]
    except OSError:
        return 0
    return 0 if state == "Z" else int(found)


def test_a_bot_of_a_file_goes_along_with_what_it_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    far = tmp_path / "far"
    far.mkdir()
    (far / "far_helper.py").write_text("NUMBER = 3\n", "utf-8")
    content = (
        "import far_helper\nfrom atoll.bots import Random\n\n\nclass Mine(Random):\n    number = far_helper.NUMBER\n"
    )
    (far / "far_bot.py").write_text(content, "utf-8")
    name = f"{far / 'far_bot.py'}:Mine"
    pieces = packed([name, "greedy"])
    assert [[file for file, _ in piece.contents] for piece in pieces] == [["far_bot.py", "far_helper.py"]]
    far.rename(tmp_path / "elsewhere")  # as on another machine
    monkeypatch.setattr(sys, "path", list(sys.path))
    try:
        unpacked(pieces)
        assert vars(type(named(name)))["number"] == 3
    finally:
        MOVED.clear()


def test_a_bot_of_a_file_plays_on_ray(cluster: Place, tmp_path: Path) -> None:
    (tmp_path / "own_on_ray.py").write_text(
        "from atoll.bots import Random\n\n\nclass Mine(Random):\n    pass\n", "utf-8"
    )
    match = Match("reef", (f"{tmp_path / 'own_on_ray.py'}:Mine", "random"), {}, 3)
    assert list(play_many(match, 2, cluster)) == list(play_many(match, 2, 1))


def test_a_bot_that_cheats_is_told_apart_on_ray(cluster: Place, tmp_path: Path) -> None:
    content = "from atoll import Bot\n\n\nclass Cheat(Bot):\n    def choose(self, state, rng):\n        return -7\n"
    (tmp_path / "cheating.py").write_text(content, "utf-8")
    with pytest.raises(AtollError, match="the bot Cheat chose -7"):
        list(play_many(Match("reef", (f"{tmp_path / 'cheating.py'}:Cheat", "random"), {}, 3), 2, cluster))


def test_another_edition_on_a_worker_is_refused(cluster: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_ray, "edition", lambda: "9.9.9+other")
    with pytest.raises(AtollError, match=r"has atoll .*, and here it is 9\.9\.9\+other"):
        list(play_many(MATCH, 2, cluster))


@pytest.mark.parametrize("address", ["ray://127.0.0.1:PORT", "127.0.0.1:PORT", "ray://no.such.name.invalid:10001"])
def test_an_address_at_which_nobody_is_gets_a_sentence(address: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(AtollError, match="no Ray cluster to be reached at"):
        on_ray._reach(address.replace("PORT", str(port)))


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 1
    return capsys.readouterr().err


def test_a_wrong_place_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert "“spark” is no place" in refused(["selfplay", "--on", "spark"], capsys)
    assert "at least one process" in refused(["selfplay", "--processes", "0"], capsys)
    words = ["train", "fit", "--rows", "x", "--net", "y", "--on", "ray", "--lang", "fr"]
    assert "un seul processus" in refused(words, capsys)


def test_without_ray_a_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    absent: Any = None
    monkeypatch.setitem(sys.modules, "ray", absent)
    for language in ("en", "fr", "it"):
        assert "pip install 'atoll[ray]'" in refused(["selfplay", "--on", "ray", "--lang", language], capsys)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """A cluster that others have started: where its clients call, and where its machines do. It lets in who has its
    token."""
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    with contextlib.ExitStack() as free:
        doors = [free.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2)]
        client, machines = (door.getsockname()[1] for door in doors)
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--disable-usage-stats"]
    command += [f"--port={machines}", f"--ray-client-server-port={client}", "--num-cpus=2"]
    command += ["--include-dashboard=false", "--node-ip-address=127.0.0.1", "--object-store-memory=100000000"]
    with (tmp_path / "log").open("wb") as log:
        head = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", client), 1):
                break
            assert head.poll() is None, (tmp_path / "log").read_text()
            time.sleep(0.1)
        yield f"ray://127.0.0.1:{client}", f"127.0.0.1:{machines}"
    finally:
        head.terminate()
        head.wait(30)
        with contextlib.suppress(ProcessLookupError):  # whoever is left of it
            os.killpg(head.pid, signal.SIGKILL)


def test_a_cluster_that_others_have_started_gives_the_same(tmp_path: Path, elsewhere: tuple[str, str]) -> None:
    words = ["selfplay", "--game", "reef", "--players", "random,random", "--games", "6", "--record"]
    command = [sys.executable, "-m", "atoll", *words]
    here = subprocess.run([*command, str(tmp_path / "here"), "--processes", "1"], capture_output=True)
    assert here.returncode == 0
    records = {file.name: file.read_bytes() for file in (tmp_path / "here").iterdir()}
    assert len(records) == 6
    for number, address in enumerate(elsewhere):
        there = tmp_path / f"there{number}"
        done = subprocess.run([*command, str(there), "--on", address], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert {file.name: file.read_bytes() for file in there.iterdir()} == records
