"""Whoever asks too much, reads nothing or says nothing harms nobody but themselves."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import atoll
from atoll.server.chronicle import PAGE
from tests.server.running import Person, Server, opened

pytestmark = pytest.mark.once

FOREVER = 60.0  # seconds until something counts as never happening


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Server]:
    """A server as people run it, its log in a file."""
    running = Server(tmp_path / "tables.sqlite", "--bot-pace", "0", log=tmp_path / "log.txt")
    yield running
    running.stop()


def logged(server: Server) -> str:
    assert server.log is not None
    return server.log.read_text()


class Cramped(Server):
    """May open few files."""

    before = ("sh", "-c", 'ulimit -n 300; exec "$@"', "sh")


def call(server: Server, where: str = "127.0.0.1", room: int | None = None) -> socket.socket:
    """A connection from an address, with little room for answers if wished."""
    line = opened.enter_context(socket.socket())
    if room is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.bind((where, 0))
    line.settimeout(FOREVER)
    line.connect(("127.0.0.1", int(server.port)))
    return line


def heard(line: socket.socket) -> bytes:
    """All that comes until the other end hangs up."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65536):
            said += part
    return said


def upgraded(server: Server, table: str, room: int | None = None) -> socket.socket:
    line = call(server, room=room)
    lines = [f"GET /ws/{table} HTTP/1.1", f"Host: {server.host}", "Connection: Upgrade", "Upgrade: websocket"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]
    line.sendall("\r\n".join(lines).encode())
    return line


def frame(kind: int, data: bytes) -> bytes:
    return bytes([0x80 | kind, 0x80 | len(data), 0, 0, 0, 0]) + data


def until_cut(line: socket.socket, *said: bytes) -> int:
    """Say things again and again until the other end hangs up; how often that was."""
    line.settimeout(1)
    end = time.monotonic() + FOREVER
    number = 0
    with contextlib.suppress(ConnectionError):
        while time.monotonic() < end:
            with contextlib.suppress(TimeoutError):
                line.sendall(said[number % len(said)])
            number += 1
            time.sleep(0.002)
        raise AssertionError("it was not cut")
    return number


def long_record() -> str:
    game = atoll.new("reef", 2, seed=4)
    while len(game.log) < 2 * PAGE + 20:
        game.apply(game.texts()[-1])
    return game.write()


def studied(person: Person) -> str:
    """A table with a long log."""
    table: str = person.post("/api/records", {"text": long_record()}).json()["id"]
    return table


# Reading and saying nothing


def test_a_page_that_never_reads_is_cut_and_the_others_go_on(plain: Server) -> None:
    ada = Person(plain)
    table = studied(ada)
    deaf = upgraded(plain, table, room=4096)
    page = ada.sit(ada.make("reef", "me", "me")["id"], 1)
    speaks = [json.dumps({"type": "speak", "id": "x", "language": language}).encode() for language in ("fr", "it")]
    until_cut(deaf, *(frame(1, text) for text in speaks))
    assert page.play(page.moves[0])["type"] == "done"
    watched = ada.sit(table)
    assert watched.table["watching"] == 1


def test_pings_without_end_are_cut(plain: Server) -> None:
    line = upgraded(plain, studied(Person(plain)))
    until_cut(line, frame(9, b"x" * 100) * 20)


def test_who_does_not_finish_asking_is_cut_and_nothing_is_logged(plain: Server) -> None:
    head, body = call(plain), call(plain)
    head.sendall(b"GET / HTTP/1.1\r\nHost: localh")
    body.sendall(f"POST /api/name HTTP/1.1\r\nHost: {plain.host}\r\nContent-Length: 90\r\n".encode())
    body.sendall(b'Content-Type: application/json\r\n\r\n{"name"')
    assert heard(head) == b""
    assert heard(body) == b""
    assert logged(plain) == ""


def test_who_goes_in_the_middle_of_a_request_leaves_no_trace(plain: Server) -> None:
    for half in (b"POST /api/name HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n", b"GET /api/hel"):
        for _ in range(5):
            line = call(plain)
            line.sendall(half + (b"Content-Type: application/json\r\n\r\n{" if b"POST" in half else b""))
            line.close()
    Person(plain)
    assert logged(plain) == ""


def test_connections_that_say_nothing_keep_nobody_out(plain: Server) -> None:
    lines = [call(plain, "127.0.0.2") for _ in range(290)]
    time.sleep(3)
    lines += [call(plain, "127.0.0.2") for _ in range(100)]
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(transport=transport, base_url=plain.address.replace("localhost", "127.0.0.1")) as client:
        assert client.get("/api/hello").status_code == 200
    assert heard(lines[0]) == b""


def test_more_connections_than_files_keep_nobody_out(tmp_path: Path) -> None:
    server = Cramped(tmp_path / "tables.sqlite", "--bot-pace", "0", log=tmp_path / "log.txt")
    lines = [call(server, f"127.0.0.{2 + number % 8}") for number in range(400)]
    ada = Person(server)
    page = ada.sit(ada.make("reef", "me", "greedy")["id"])
    assert page.play(page.moves[0])["type"] == "done"
    assert heard(lines[0]) == b""
    server.stop()
    # So many may come at one moment that the machine has no file left for the last of them: said once, if at all.
    assert len(logged(server).splitlines()) <= 1


def test_an_address_has_so_many_connections_and_is_told_in_words(plain: Server) -> None:
    for _ in range(310):
        line = call(plain, "127.0.0.3")
        line.sendall(b"POST /api/name HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        line.sendall(b"Content-Length: 90\r\n\r\n{")
    said = heard(line).decode()
    assert said.startswith("HTTP/1.1 429 ")
    assert "Too many connections from your address; try again in 10 s\n" in said
    assert "réessayez dans 10 s\n" in said
    assert "riprovate tra 10 s\n" in said
    Person(plain)


# What could be understood in two ways


@pytest.mark.parametrize(
    "head",
    [
        "POST /api/name HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET /api/hello HTTP/1.1\nHost: {host}\n\n",
        "GET /api/hello HTTP/1.1\r\nHost: {host}\nX-Other: 1\r\n\r\n",
        "GET /api/hello HTTP/1.1\r\nHost: {host}\r\n\n",
    ],
)
def test_two_lengths_and_bare_line_ends_are_refused(server: Server, head: str) -> None:
    line = call(server)
    line.sendall(head.format(host=server.host).encode())
    said = heard(line).decode()
    assert said.startswith("HTTP/1.1 400 ")
    assert "This is not a request that can be understood\n" in said


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:{port}", 200),
        ("LOCALHOST.", 200),
        ("127.0.0.1:1", 200),
        ("[::1]:{port}", 200),
        ("elsewhere.example", 421),
        ("localhost.elsewhere.example:{port}", 421),
        ("192.0.2.1", 421),
    ],
)
def test_a_server_answers_to_its_own_names(server: Server, host: str, status: int) -> None:
    answer = httpx.get(f"{server.address}/api/health", headers={"Host": host.format(port=server.port)})
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["code"] == "host"
        with pytest.raises(InvalidStatus):
            connect(f"ws://{server.host}/ws/x", additional_headers={"Host": host.format(port=server.port)})


def test_a_server_answers_to_the_names_that_it_is_given(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--accept-host", "reef.example", "--accept-host", "www.reef.example")
    for host in ("reef.example", "www.reef.example:80", "localhost"):
        assert httpx.get(f"{server.address}/api/health", headers={"Host": host}).status_code == 200
    assert httpx.get(f"{server.address}/api/health", headers={"Host": "other.example"}).status_code == 421
    server.stop()


# Whose limits they are


def newcomers(server: Server, where: str, *forwarded: str) -> list[int]:
    """How visitors fare who come from an address, as it says for others."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=where)) as client:
        url = f"http://127.0.0.1:{server.port}/api/hello"
        return [client.get(url, headers={"X-Forwarded-For": name, "Cookie": ""}).status_code for name in forwarded]


def test_who_a_visitor_is_may_be_said_by_a_named_proxy_alone(tmp_path: Path) -> None:
    many = [f"192.0.2.{number}" for number in range(6)]
    server = Server(tmp_path / "a.sqlite", "--tables-per-minute", "3")
    assert newcomers(server, "127.0.0.1", *many)[-1] == 429
    server.stop()
    server = Server(tmp_path / "b.sqlite", "--tables-per-minute", "3", "--proxy", "127.0.0.1")
    assert newcomers(server, "127.0.0.1", *many) == [200] * 6
    assert newcomers(server, "127.0.0.1", *["198.51.100.1, 203.0.113.7"] * 6)[-1] == 429
    assert newcomers(server, "127.0.0.1", *[f"2001:db8::{number}" for number in range(6)])[-1] == 429
    assert newcomers(server, "127.0.0.1", *[f"2001:db8:0:{number}::1" for number in range(1, 6)]) == [200] * 5
    assert newcomers(server, "127.0.0.2", *many)[-1] == 429
    server.stop()


def test_a_person_has_so_many_tables_open(plain: Server) -> None:
    ada = Person(plain)
    table = ada.make("reef", "me", "me")["id"]
    for _ in range(20):
        ada.sit(table)
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
    with connect(f"ws://{plain.host}/ws/{table}?lang=fr", additional_headers={"Cookie": cookie}) as line:
        said = json.loads(line.recv())
        assert said["code"] == "sockets_person"
        assert said["text"].startswith("Vous avez déjà 20 tables ouvertes")
        with pytest.raises(ConnectionClosed):
            line.recv()
    Person(plain).sit(table)


def test_questions_are_paid_for_by_all_sockets_of_an_address(plain: Server) -> None:
    people = [Person(plain) for _ in range(4)]
    table = people[0].make("reef-encounter", "me", "me")["id"]
    pages = [person.sit(table) for person in people for _ in range(19)]
    for page in pages:
        page.send("hint", at=0)
    assert pages[0].until(lambda message: "id" in message)["code"] == "stale"
    refused = pages[-1].until(lambda message: "id" in message)
    assert refused["code"] == "too_fast"
    assert re.search(r"try again in \d+ s$", refused["text"])
    with connect(f"ws://127.0.0.1:{plain.port}/ws/{table}", source_address=("127.0.0.7", 0)) as other:
        assert json.loads(other.recv())["type"] == "welcome"


# The log, replays, bots


def test_the_log_comes_in_pages(server: Server) -> None:
    ada = Person(server)
    page = ada.sit(studied(ada))
    lines = page.heard[0]["lines"]
    assert lines == len(page.log) > 2 * PAGE
    assert [entry["line"] for entry in page.heard[0]["log"]] == list(range(lines - PAGE + 1, lines + 1))
    assert [entry["line"] for entry in page.log] == list(range(1, lines + 1))
    story = ada.get(f"/api/tables/{page.table['id']}/story")["steps"]
    assert [{key: step[key] for key in entry} for entry, step in zip(page.log, story, strict=True)] == page.log
    assert page.ask("log", before=1)["log"] == []
    assert [entry["line"] for entry in page.ask("log", before=3)["log"]] == [1, 2]
    assert len(page.ask("log", before=999_999)["log"]) == PAGE


def test_replays_that_nobody_waits_for_are_not_told(plain: Server) -> None:
    ada = Person(plain)
    table = studied(ada)
    for number in range(60):
        line = call(plain, "127.0.0.4")
        line.sendall(f"GET /api/tables/{table}/story?seat={number % 3} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        line.close()
    assert len(ada.get(f"/api/tables/{table}/story")["steps"]) > PAGE
    again = ada.http.get(f"/api/tables/{table}/story")
    assert again.content == ada.http.get(f"/api/tables/{table}/story").content


def test_a_bot_that_the_page_does_not_offer_is_refused(server: Server) -> None:
    ada = Person(server)
    seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
    assert "random" not in ada.hello["bots"]
    assert ada.post("/api/tables", {"game": "reef", "seats": seats}).json()["code"] == "no_bot"
    page = ada.sit(ada.make("reef", "me", "friend")["id"])
    assert page.ask("fill", seat=2, bot="random")["code"] == "no_bot"


def test_a_person_lets_bots_play_among_themselves_at_two_tables_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--bot-pace", "2")
    ada = Person(server)
    first, second, third = [ada.sit(ada.make("reef", "greedy", "greedy")["id"]) for _ in range(3)]
    said = third.until(lambda message: message["type"] == "problem")
    assert said["code"] == "bot_tables"
    for page in (first, second):
        page.hear_step()
    assert third.log == []
    server.stop()
