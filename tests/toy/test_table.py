"""The toy at the table: over a real socket, in a process that was told of it by ATOLL_GAMES alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Person, Server, opened

TOY = Path(__file__).parent


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("ATOLL_GAMES", str(TOY))
    running = Server(tmp_path / "tables.sqlite")
    yield running
    opened.close()
    running.stop()


def test_it_is_played_at_the_table(server: Server) -> None:
    ada = Person(server)
    assert "toy" in [game["name"] for game in ada.hello["games"]]
    page = ada.sit(ada.make("toy", "me", "greedy")["id"])
    other = 3 - page.seat
    while page.table["status"] == "playing":
        page.my_turn()
        if page.moves:
            assert page.view["players"][page.seat - 1]["favourite"] is not None
            assert page.view["players"][other - 1]["favourite"] is None
            assert page.play(page.moves[0])["type"] == "done"
    assert page.view["ended"] == "empty"
    assert page.view["players"][other - 1]["favourite"] is not None
    record = ada.http.get(f"/api/tables/{page.table['id']}/record").text
    assert "game toy" in record


def test_its_words_reach_the_page_in_english_where_there_is_no_other(server: Server) -> None:
    for language in ("en", "fr", "it"):
        assert Person(server, language).get(f"/api/texts/{language}")["toy.stop"] == "Take no more"


def test_a_refusal_names_the_ruling_in_english_too(server: Server) -> None:
    bo = Person(server, "fr")
    page = bo.sit(bo.make("toy", "me", "greedy")["id"])
    page.my_turn()
    answer = page.ask("why", move="stop")
    assert answer["ruling"] == "take"
    assert answer["text"] == "First a shell is taken"
