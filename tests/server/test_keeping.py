"""Whether the server is well, what it tells of itself, and what it lets go."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import time
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.requests import HTTPConnection

from atoll.core.state import SPECTATOR
from atoll.server import wire
from atoll.server.hall import IDLE, Hall
from atoll.server.keeping import FRESH, sweep
from atoll.server.metrics import may_ask
from atoll.server.refusal import Refusal
from atoll.server.store import Store
from atoll.server.table import Visitor
from atoll.server.thinkers import Thinkers
from tests.server import databases
from tests.server.databases import looked_into
from tests.server.running import Person, Server

DAY = 24 * 3600.0


def numbers(server: Server) -> dict[str, float]:
    """The metrics by name and labels, as Prometheus reads them."""
    answer = httpx.get(f"{server.address}/api/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    families = list(text_string_to_metric_families(answer.text))
    assert len({family.name for family in families}) == len(families)
    assert all(family.type != "unknown" and family.documentation for family in families)
    samples = [sample for family in families for sample in family.samples]
    return {"".join([sample.name, *map(str, sample.labels.values())]): sample.value for sample in samples}


# Health


@pytest.mark.once
def test_the_health_check_writes_and_says_when_it_cannot(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")

    def status() -> tuple[int, dict[str, str]]:
        time.sleep(FRESH * 1.1)  # an answer holds for that long
        answer = httpx.get(f"{server.address}/api/health?lang=en", timeout=60)
        return answer.status_code, answer.json()

    assert status()[0] == 200
    with looked_into(server.file) as database:
        assert database.execute("SELECT count(*) FROM pulse").fetchone() == (1,)
    whole = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, whole[1]))  # as on a full disk
    code, said = status()
    assert (code, said["code"]) == (503, "unhealthy")
    assert said["text"] == "The server cannot write to its database at the moment"
    assert httpx.get(f"{server.address}/api/tables").status_code == 200  # reading goes on
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, whole)
    assert status()[0] == 200
    server.stop()


def test_many_questions_about_its_health_cost_few_writes(server: Server) -> None:
    before = numbers(server)["atoll_write_seconds_count"]
    start = time.monotonic()
    with httpx.Client(base_url=server.address) as http:
        assert {http.get("/api/health").status_code for _ in range(100)} == {200}
    seconds = time.monotonic() - start
    assert numbers(server)["atoll_write_seconds_count"] - before <= seconds / FRESH + 2


# Metrics


def test_metrics_count_what_happens(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    before = numbers(server)
    ada = Person(server)
    page = ada.sit(ada.make("reef", "greedy", "me")["id"])
    page.my_turn()
    page.play(page.moves[0])
    page.my_turn()
    assert page.ask("play", move="nonsense")["type"] == "problem"
    assert page.ask("undo", at=10**5)["code"] == "stale"
    ada.make("reef", "me", "open")
    assert ada.http.get("/api/nowhere").status_code == 404
    after = numbers(server)
    assert (before["atoll_moves_total"], after["atoll_moves_total"]) == (0, len([e for e in page.log if e["seat"]]))
    assert (after["atoll_tablesplaying"], after["atoll_tableswaiting"]) == (1, 1)
    assert (after["atoll_live_tables"], after["atoll_sockets"]) == (2, 1)
    assert (after["atoll_refusals_totalstale"], after["atoll_refusals_totalno_page"]) == (1, 1)
    assert after["atoll_requests_total4xx"] == 1
    assert after["atoll_requests_total2xx"] >= 4
    assert after["atoll_thought_seconds_count"] >= 1
    assert after["atoll_thought_seconds_bucket+Inf"] == after["atoll_thought_seconds_count"]
    assert after["atoll_write_seconds_sum"] > 0
    assert after["process_resident_memory_bytes"] > 10**7
    assert after["atoll_uptime_seconds"] > before["atoll_uptime_seconds"]
    server.stop()


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "198.51.100.7"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"X-Real-IP": "127.0.0.1"},
    ],
)
def test_whom_a_proxy_brings_gets_no_metrics(server: Server, headers: dict[str, str]) -> None:
    answer = httpx.get(f"{server.address}/api/metrics", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "metrics")


@pytest.mark.parametrize(
    ("asker", "also", "may"),
    [
        ("127.0.0.1", [], True),
        ("::1", [], True),
        ("198.51.100.7", [], False),
        ("198.51.100.7", ["198.51.100.0/24"], True),
        ("198.51.100.7", ["198.51.100.8"], False),
        ("2001:db8::7", ["2001:db8::/48"], True),
        ("2001:db8::7", ["198.51.100.7"], False),
        ("testclient", [], False),
    ],
)
def test_metrics_are_told_to_this_machine_and_to_who_is_named(asker: str, also: list[str], may: bool) -> None:
    connection = HTTPConnection({"type": "http", "headers": [], "client": (asker, 1)})
    assert may_ask(connection, [ip_network(name) for name in also]) == may


# Letting go


def aged(file: Path, table: str, days: float, status: str | None = None) -> None:
    with looked_into(file) as database:
        database.execute("UPDATE tables SET changed = changed - ? WHERE id = ?", [days * DAY, table])
        if status:
            database.execute("UPDATE tables SET status = ? WHERE id = ?", [status, table])


def rows(file: Path, table: str) -> list[str]:
    names = {"tables": "id", "seats": '"table"', "lines": '"table"'}
    with looked_into(file) as database:
        found = {n: database.execute(f"SELECT count(*) FROM {n} WHERE {k} = ?", [table]) for n, k in names.items()}
        return [name for name, count in found.items() if count.fetchone()[0]]


def test_what_nobody_touched_for_long_is_deleted_and_nothing_else(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(tmp_path / "tables.sqlite", "--bot-pace", "0", "--tables-per-minute", "6000")
    ada, guest, regular = Person(server), Person(server), Person(server)
    finished = [ada.make("reef", "me", "me")["id"] for _ in range(120)]
    abandoned, fresh, waiting = (ada.make("reef", "me", seat)["id"] for seat in ("me", "me", "open"))
    page = ada.sit(abandoned, 1)
    page.play(page.moves[0])
    page.close()
    server.stop()
    for table in finished:
        aged(server.file, table, 31, "over")
    aged(server.file, abandoned, 31)
    aged(server.file, fresh, 29)
    aged(server.file, waiting, 31)
    with looked_into(server.file) as database:
        database.execute("UPDATE people SET since = since - ?, seen = seen - ?", [31 * DAY, 31 * DAY])
        database.execute("INSERT INTO people (token, since, seen) VALUES ('last', 1, 1)")
    with log.open("w") as stream:
        server.stderr = stream
        server.more = ("--keep", "30", "--log", "plain")
        server.start()
        assert regular.get("/api/hello")  # who comes back has been seen
        for _ in range(600):
            if "deleted: " in log.read_text():
                break
            time.sleep(0.1)
        server.stop()
    assert log.read_text().count("deleted: 121 tables and ") == 1
    assert [table for table in [*finished, abandoned] if rows(server.file, table)] == []
    assert rows(server.file, fresh) == rows(server.file, waiting) == ["tables", "seats"]
    with looked_into(server.file) as database:
        left = {token for (token,) in database.execute("SELECT token FROM people")}
        orphans = database.execute('SELECT count(*) FROM lines WHERE "table" NOT IN (SELECT id FROM tables)').fetchone()
    assert "last" in left  # its number is not given to another
    assert len(left) in (2, 3)  # Ada has tables; the regular may have come too late
    assert orphans == (0,)
    assert guest.hello


def test_a_table_that_somebody_is_at_is_never_deleted(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"

    async def run() -> None:
        store = Store(databases.url(file))
        hall = Hall(store, Thinkers(1))
        person, _ = await hall.new_person()
        seats = [wire.SeatWish(who="me")] * 2
        table = (await hall.make(wire.NewTable(game="reef", seats=seats), person, "Ada")).id
        aged(file, table, 31, "over")
        live = await hall.find(table)
        visitor = Visitor(person, "en", lambda _: None)
        live.enter(visitor, SPECTATOR)
        live.idle_since -= IDLE + 1
        assert await sweep(hall, 30) == (0, 0)
        live.exit(visitor)
        live.idle_since -= IDLE + 1
        assert await sweep(hall, 30) == (1, 0)
        with pytest.raises(Refusal):
            await hall.find(table)
        hall.thinkers.close()
        store.close()

    asyncio.run(run())
    assert rows(file, "") == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--keep", "0"], "tables have to be kept for more than 0 days"),
        (["--keep", "nan"], "tables have to be kept for more than 0 days"),
        (["--metrics-to", "monitor"], "monitor is no address"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(tmp_path: Path, more: list[str], said: str) -> None:
    command = [sys.executable, "-m", "atoll", "--lang", "en", "serve", "--port", "0", "--no-open", *more]
    command += ["--data", str(tmp_path / "tables.sqlite")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert said in ended.stderr
