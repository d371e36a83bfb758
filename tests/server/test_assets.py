"""What a page is made of comes packed, is kept by browsers, and is asked for again only when it has changed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from html import escape

import httpx
import pytest

from tests.server.running import Person, Server, opened

pytestmark = pytest.mark.once

SCRIPT = b"export const reef = 'coral'\n" * 100
HEAD = '<title>Atoll</title>\n<meta\n name="description" content="Play." />'
PAGE = f"<!doctype html><html><head>{HEAD}</head><body></body></html>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(PAGE)
    for name, content in {
        "main-a1.js": SCRIPT,
        "main-a1.js.gz": gzip.compress(SCRIPT),
        "main-a1.js.br": b"packed by brotli",
        "tiny-b2.css": b"a{}",
    }.items():
        (folder / "assets" / name).write_bytes(content)
    running = Server(folder / "tables.sqlite", "--page", str(folder))
    yield running
    running.stop()


def fetched(server: Server, path: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer, and its body as it came over the wire."""
    http = opened.enter_context(httpx.Client(base_url=server.address))
    wished = {name.replace("_", "-"): value for name, value in headers.items()}
    with http.stream("GET", path, headers={"accept-encoding": "identity"} | wished) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("accepts", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("gzip;q=0.5, br;q=0", "gzip"),
        ("identity", None),
        ("", None),
    ],
)
def test_a_file_is_sent_as_small_as_its_reader_can_read_it(server: Server, accepts: str, encoding: str | None) -> None:
    answer, body = fetched(server, "/assets/main-a1.js", accept_encoding=accepts)
    assert answer.status_code == 200
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert int(answer.headers["content-length"]) == len(body)
    assert {"br": lambda: body == b"packed by brotli", "gzip": lambda: gzip.decompress(body) == SCRIPT}.get(
        encoding or "", lambda: body == SCRIPT
    )()


def test_each_form_of_a_file_has_its_own_mark(server: Server) -> None:
    marks = {
        fetched(server, "/assets/main-a1.js", accept_encoding=accepts)[0].headers["etag"]
        for accepts in ("br", "gzip", "identity")
    }
    assert len(marks) == 3
    again, body = fetched(server, "/assets/main-a1.js", accept_encoding="br", if_none_match=", ".join(marks))
    assert (again.status_code, body) == (304, b"")


def test_a_file_without_a_packed_copy_is_sent_as_it_is(server: Server) -> None:
    answer, body = fetched(server, "/assets/tiny-b2.css", accept_encoding="br, gzip")
    assert (answer.headers.get("content-encoding"), body) == (None, b"a{}")
    for name in ("main-a1.js.br", "main-a1.js.gz", "none.js"):
        assert fetched(server, f"/assets/{name}")[0].status_code == 404


def test_texts_are_packed_and_fetched_once(server: Server) -> None:
    plain, body = fetched(server, "/api/texts/en")
    packed, small = fetched(server, "/api/texts/en", accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(small) == body
    assert len(small) < len(body) / 3
    assert plain.headers["cache-control"] == "no-cache"
    mark = plain.headers["etag"]
    again, nothing = fetched(server, "/api/texts/en", if_none_match=f'"other", W/{mark}')
    assert (again.status_code, nothing, again.headers["etag"]) == (304, b"", mark)
    other, whole = fetched(server, "/api/texts/fr", if_none_match=mark)
    assert (other.status_code, other.headers["etag"] != mark, whole != body) == (200, True, True)


def test_the_first_word_to_a_page_is_packed(server: Server) -> None:
    answer, body = fetched(server, "/api/hello", accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-store"
    assert b'"games"' in gzip.decompress(body)


def test_a_link_to_a_table_says_who_invites_and_marks_nothing_up(server: Server) -> None:
    ada = Person(server)
    name = "<b>\"Ada\" & 'co'</b>"
    ada.post("/api/name", {"name": name})
    made = ada.make("reef", "me", "friend")
    answer, body = fetched(server, f"/t/{made['id']}/{made['invite']}", accept_language="fr")
    assert answer.headers["content-type"].startswith("text/html")
    page = body.decode()
    assert "<title>Reef - Atoll</title>" in page
    said = f'content="{escape(name)} vous invite à Reef. Places libres\u00a0: 1."'
    assert (page.count(said), page.count('name="description"')) == (2, 1)
    assert name not in page
    assert made["invite"] not in page


def test_a_link_to_a_table_with_an_expansion_names_it(server: Server) -> None:
    ada = Person(server)
    made = ada.make("reef-encounter", "me", "friend", options={"expansion": "yes"})
    page = fetched(server, f"/t/{made['id']}/{made['invite']}")[1].decode()
    assert "<title>Reef Encounters of the Second Kind - Atoll</title>" in page
    assert page.count("invites you to Reef Encounters of the Second Kind.") == 2


def test_a_link_to_no_table_is_the_plain_page(server: Server) -> None:
    for path in ("/t/nothing", "/t/", "/t/%3Cscript%3E", "/", "/rules/reef"):
        answer, body = fetched(server, path)
        assert (answer.status_code, body.decode()) == (200, PAGE)


def test_a_link_tells_nothing_of_the_game(server: Server) -> None:
    ada = Person(server)
    made = ada.make("reef", "me", "greedy")
    ada.sit(made["id"])
    page = fetched(server, f"/t/{made['id']}")[1].decode()
    assert "Reef is being played: Guest, " in page
    assert len(page) < len(PAGE) + 800


@pytest.mark.parametrize("page", ["reef", "reef-encounter", "second-kind"])
def test_facts_are_packed_and_fetched_once(server: Server, page: str) -> None:
    plain, body = fetched(server, f"/api/facts/{page}/fr")
    packed, small = fetched(server, f"/api/facts/{page}/fr", accept_encoding="gzip")
    assert plain.headers["cache-control"] == "no-cache"
    assert gzip.decompress(small) == body
    assert len(small) < len(body) / 3 < 40_000
    assert packed.headers["etag"] == plain.headers["etag"]
    again, nothing = fetched(server, f"/api/facts/{page}/fr", if_none_match=plain.headers["etag"])
    assert (again.status_code, nothing) == (304, b"")
    assert fetched(server, f"/facts/{page}")[0].status_code == 200


def test_there_are_no_facts_of_what_is_no_game(server: Server) -> None:
    assert fetched(server, "/facts")[0].status_code == 200
    for path in ("/api/facts/chess/en", "/api/facts/reef/de", "/api/facts/reef", "/factsheet"):
        assert fetched(server, path)[0].status_code == 404, path
