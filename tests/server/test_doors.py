"""Bad input gets a clear error and loses nothing."""

from __future__ import annotations

import asyncio
import json
import random
import string
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.types import Message
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from atoll.bots import CHARACTERS, LEVELS
from atoll.cli import main
from atoll.server import wire
from atoll.server.app import Doors, Settings, make_app
from atoll.server.telling import tell_about
from atoll.server.waiting import MOST_WAITING_BYTES
from tests.server import databases
from tests.server.running import Person, Server
from tests.walk import scaled


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server)


def test_every_answer_carries_the_policy(server: Server) -> None:
    for path in ("/api/hello", "/api/health", "/nowhere", "/"):
        headers = httpx.get(server.address + path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert f"ws://{server.host} " in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_device_keeps_its_identity_in_a_cookie_that_scripts_cannot_read(server: Server) -> None:
    answer = httpx.get(server.address + "/api/hello")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    name = f"atoll_device_{server.port}"
    token = answer.cookies[name]
    assert len(token) >= 43
    again = httpx.get(server.address + "/api/hello", cookies={name: token})
    assert again.cookies[name] == token
    forged = httpx.get(server.address + "/api/hello", cookies={name: token[:-1]})
    assert forged.cookies[name] != token[:-1]


def test_bots_are_offered_from_the_easiest_and_characters_after_them(ada: Person) -> None:
    bots, characters = ada.hello["bots"], ada.hello["characters"]
    assert bots == [*LEVELS, *characters]
    assert characters == list(CHARACTERS)


def test_a_name_is_kept(server: Server, ada: Person) -> None:
    assert ada.hello["name"] is None
    assert ada.post("/api/name", {"name": "Ada"}).status_code == 200
    assert ada.get("/api/hello")["name"] == "Ada"


@pytest.mark.parametrize(
    ("path", "content", "status", "code"),
    [
        ("/api/tables", b"", 422, "malformed"),
        ("/api/tables", b"{", 422, "malformed"),
        ("/api/tables", b"[]", 422, "malformed"),
        ("/api/tables", b'{"game":"reef"}', 422, "malformed"),
        ("/api/tables", b'{"game":"reef","seats":[{"who":"me"},{"who":"you"}]}', 422, "malformed"),
        ("/api/tables", b'{"game":"reef","seats":[{"who":"me"},{"who":"me"}],"cheat":1}', 422, "malformed"),
        ("/api/tables", b'{"game":"reef","seats":[{"who":"me"}]}', 400, "seats"),
        ("/api/tables", b'{"game":"chess","seats":[{"who":"me"}]}', 400, "input"),
        ("/api/tables", b'{"game":"reef","options":{"x":"y"},"seats":[{"who":"me"},{"who":"me"}]}', 400, "input"),
        ("/api/tables", b'{"game":"reef","seats":[{"who":"me"},{"who":"bot","bot":"x"}]}', 400, "no_bot"),
        ("/api/records", b'{"text":"nonsense"}', 400, "input"),
        ("/api/name", b'{"name":""}', 422, "malformed"),
        ("/api/name", b'{"name":"' + b"x" * 41 + b'"}', 422, "malformed"),
        ("/api/records", b'{"text":"' + b"x" * 600_000 + b'"}', 413, "too_long"),
        ("/api/tables/nowhere/fork", b'{"line":1,"seats":[{"who":"me"}]}', 404, "unknown"),
    ],
)
def test_a_wrong_request_is_refused_in_words(ada: Person, path: str, content: bytes, status: int, code: str) -> None:
    answer = ada.http.post(path, content=content, headers={"Content-Type": "application/json"})
    said = answer.json()
    assert (answer.status_code, said["code"]) == (status, code)
    assert len(said["text"]) > 10
    assert "Traceback" not in answer.text


def test_requests_from_other_pages_are_refused(server: Server, ada: Person) -> None:
    body = {"name": "Eve"}
    answer = ada.http.post("/api/name", json=body, headers={"Origin": "https://elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    plain = ada.http.post("/api/name", content=json.dumps(body), headers={"Content-Type": "text/plain"})
    assert plain.json()["code"] == "not_json"
    assert ada.get("/api/hello")["name"] is None
    own = ada.http.post("/api/name", json=body, headers={"Origin": server.address})
    assert own.status_code == 200
    with pytest.raises(InvalidStatus):
        connect(f"ws://{server.host}/ws/x", additional_headers={"Origin": "https://elsewhere.example"})


@pytest.mark.parametrize("origin", ["null", "http://[", "http://", "//", "http://localhost@elsewhere.example"])
def test_an_origin_that_makes_no_sense_is_another_page(ada: Person, origin: str) -> None:
    answer = ada.http.post("/api/name", json={"name": "Eve"}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_an_answer_to_a_failure_carries_the_policy_too(tmp_path: Path) -> None:
    async def ask() -> httpx.Response:
        app = make_app(Settings("sqlite://", tmp_path))  # it was never started: whatever it is asked, it fails
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/tables")

    answer = asyncio.run(ask())
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_name_is_one_line_of_visible_marks(ada: Person) -> None:
    def renamed(name: str) -> object:
        answer = ada.post("/api/name", {"name": name})
        return answer.json()["name"] if answer.status_code == 200 else answer.json()["code"]

    assert renamed(" Ada \n1 take 1\t") == "Ada 1 take 1"
    assert renamed("A\u202eda\x1b[1m\u2066") == "Ada[1m"
    assert renamed("Zo\u00eb \U0001f420") == "Zo\u00eb \U0001f420"
    for nothing in (" ", "\n", "\u200b", "\u202e\x00"):
        assert renamed(nothing) == "malformed"


def test_a_page_that_does_not_listen_is_cut_off(tmp_path: Path) -> None:
    async def run() -> int:
        doors = Doors(Settings(databases.url(tmp_path / "tables.sqlite"), tmp_path))
        async with doors.lifespan(Starlette()):
            wish = wire.NewTable(game="reef", seats=[wire.SeatWish(who="open")] * 2)
            made = await doors.hall.make(wish, (await doors.hall.new_person())[0], "Ada")
            live = await doors.hall.find(made.id)
            never = asyncio.Event()
            heard: list[Message] = [{"type": "websocket.connect"}]

            async def receive() -> Message:
                if not heard:
                    await never.wait()
                return heard.pop()

            async def send(message: Message) -> None:
                if message["type"] == "websocket.send":
                    await never.wait()

            scope = {
                "type": "websocket",
                "scheme": "ws",
                "server": ("localhost", 80),
                "path": f"/ws/{made.id}",
                "headers": [],
                "query_string": b"",
                "path_params": {"id": made.id},
            }
            deaf = asyncio.create_task(doors.socket(WebSocket(scope, receive, send)))
            while not live.visitors and not deaf.done():
                await asyncio.sleep(0.01)
            for _ in range(MOST_WAITING_BYTES // 400):
                tell_about(live)
            await asyncio.wait_for(deaf, 5)
            return len(live.visitors)

    assert asyncio.run(run()) == 0


@pytest.mark.once
def test_no_two_servers_keep_their_tables_in_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path / "tables.sqlite")
    assert main(["--lang", "en", "serve", "--port", "0", "--no-open", "--data", str(server.file)]) != 0
    assert "another server keeps its tables in" in capsys.readouterr().err.lower()
    server.stop()


def test_an_unknown_table_says_so(server: Server) -> None:
    with connect(f"ws://{server.host}/ws/nowhere?lang=fr") as socket:
        said = json.loads(socket.recv())
    assert (said["code"], said["text"]) == (
        "unknown",
        "Cette table n\u2019existe pas, ou elle a \u00e9t\u00e9 retir\u00e9e",
    )


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "{",
        "null",
        "[1]",
        '{"type":"play"}',
        '{"type":"play","id":"a"}',
        '{"type":"play","id":"a","at":"now","move":"x"}',
        '{"type":"play","id":"a","at":1,"move":"x","more":1}',
        '{"type":"dance","id":"a"}',
        '{"type":"look","id":"a","seat":-1}',
        '{"type":"speak","id":"a","language":"xx"}',
        '{"type":"play","id":"' + "a" * 100 + '","at":1,"move":"x"}',
    ],
)
def test_a_malformed_message_is_answered_and_the_table_goes_on(ada: Person, sent: str) -> None:
    page = ada.sit(ada.make("reef", "me", "greedy")["id"])
    page.socket.send(sent)
    said = page.hear()
    assert (said["type"], said["code"]) == ("problem", "malformed")
    assert page.play(page.moves[0])["type"] == "done"


def test_a_message_that_is_too_long_is_refused(ada: Person) -> None:
    page = ada.sit(ada.make("reef", "me", "greedy")["id"])
    page.socket.send(json.dumps({"type": "play", "id": "a", "at": 1, "move": "x" * 5000}))
    assert page.hear()["code"] == "too_long"
    page.socket.send(b"\x00\x01")
    assert page.hear()["code"] == "too_long"
    assert page.play(page.moves[0])["type"] == "done"


def test_random_noise_never_breaks_a_table(ada: Person) -> None:
    page = ada.sit(ada.make("reef-encounter", "me", "greedy")["id"])
    rng = random.Random(3)
    words = [
        "play",
        "why",
        "what",
        "look",
        "hint",
        "undo",
        "polyp",
        "1d5",
        "fish",
        "c",
        "w",
        "-",
        "9",
        "alga red o sea",
    ]
    for _ in range(scaled(300, 40)):
        move = " ".join(rng.choices(words, k=rng.randint(1, 4))) + rng.choice(["", *string.printable])
        kind = rng.choice(["play", "why", "what"])
        answer = page.ask(kind, move=move, at=rng.choice([page.version, 0]))
        assert answer["type"] in ("problem", "why")
        assert answer.get("code") != "broken"
    assert page.log == []
    assert page.play(page.moves[0])["type"] == "done"


def test_who_asks_too_fast_is_told_to_wait(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--questions-per-second", "2", "--tables-per-minute", "4")
    ada = Person(server)
    page = ada.sit(ada.make("reef", "me", "greedy")["id"])
    answers = [page.ask("why", move="take 1") for _ in range(12)]
    assert answers[0]["type"] == "why"
    assert answers[-1]["code"] == "too_fast"
    assert answers[-1]["text"] == "Too many questions at once; try again in 1 s"
    made = [ada.post("/api/tables", {"game": "reef", "seats": [{"who": "me"}, {"who": "me"}]}) for _ in range(4)]
    assert made[-1].status_code == 429
    assert 1 <= int(made[-1].headers["retry-after"]) <= 16
    assert made[-1].json()["text"].endswith(f"try again in {made[-1].headers['retry-after']} s")
    server.stop()


def test_texts_come_in_three_languages_and_no_other(server: Server) -> None:
    for language in ("en", "fr", "it"):
        assert httpx.get(f"{server.address}/api/texts/{language}").status_code == 200
    answer = httpx.get(f"{server.address}/api/texts/xx")
    assert (answer.status_code, answer.json()["code"]) == (404, "language")
