"""Nobody chooses what is drawn: every browser at a table adds to its seed before the deal."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest

import atoll
from atoll.cli import main
from atoll.server import nonces
from atoll.server.chance import commitment, mixed
from atoll.server.seats import Seated
from tests.server.running import Page, Person, Server

ONE, TWO = "1" * 32, "2" * 32
ADA, BO = Seated("me", "person", 1, "Ada"), Seated("friend", "person", 2, "Bo")
BOT, FRIEND = Seated("bot", "bot", name="Goby", bot="greedy"), Seated("friend", "friend")


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server)


@pytest.fixture
def bo(server: Server) -> Person:
    return Person(server)


def given_up(page: Page) -> str:
    """The record of a game that ends here."""
    page.ask("concede", seat=page.seat)
    text: str = page.person.http.get(f"/api/tables/{page.table['id']}/record").text
    return text


def verified(tmp_path: Path, text: str) -> int:
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    return main(["--lang", "en", "verify", str(file)])


def test_a_chair_waits_for_its_person_and_keeps_the_first_nonce_given() -> None:
    around = (ADA, BOT, FRIEND)
    before = nonces.settled((), around)
    assert before == ("", "-", "")
    assert nonces.given(before, around, 2, TWO) == before
    came = nonces.given(before, around, 1, None)
    assert came == ("-", "-", "")
    gave = nonces.given(came, around, 1, ONE)
    assert gave == (ONE, "-", "")
    assert nonces.given(gave, around, 1, TWO) == nonces.given(gave, around, 1, None) == gave
    assert not nonces.complete(gave, around)
    seated = (ADA, BOT, BO)
    assert not nonces.complete(gave, seated)
    assert nonces.complete(nonces.given(gave, seated, 2, None), seated)
    assert nonces.settled((ONE, "-", TWO), around) == (ONE, "-", "")
    twice = (ADA, replace(ADA, name="Eva"))
    assert nonces.given((), twice, 1, ONE) == (ONE, ONE)


def test_the_mixed_seed_can_be_computed_by_anyone() -> None:
    assert mixed("s", [ONE, "-"]) == hashlib.sha256(f"s:{ONE}:-".encode()).hexdigest()
    assert mixed("s", []) == "s"


@pytest.mark.parametrize("game", atoll.NAMES)
def test_what_a_browser_gave_is_in_the_deal_and_the_record(
    ada: Person, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = ada.make(game, "me", "greedy", start=None)
    page = ada.sit(made["id"], nonce=ONE)
    assert page.view is not None
    assert page.table["commitment"] == made["commitment"]
    assert page.table["nonces"] == [ONE, "-"]
    while page.table["status"] == "playing" and not any(entry["seat"] == 0 for entry in page.log):
        page.my_turn()
        page.play(next((move for move in page.moves if move.startswith("collect")), page.moves[0]))
    text = given_up(page)
    assert commitment(page.table["seed"]) == made["commitment"]
    assert f"# nonce 1 {ONE}\n# nonce 2 -\n" in text
    assert verified(tmp_path, text) == 0
    said = capsys.readouterr().out
    assert "added to the seed: 1\n" in said
    assert made["commitment"] in said
    for lie in (TWO, "-"):
        assert verified(tmp_path, text.replace(ONE, lie)) == 1
    for lie in (f"# nonce 1 {ONE}\n", f"# nonce 3 {ONE}\n", "# nonce 1 x\n"):
        assert verified(tmp_path, text + lie) == 1
    assert verified(tmp_path, re.sub("# nonce .*\n", "", text)) == 1


def test_a_record_of_the_seed_alone_says_so(
    server: Server, ada: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = ada.sit(ada.make("reef", "me", "greedy")["id"])
    assert page.table["nonces"] == ["-", "-"]
    text = given_up(page)
    assert verified(tmp_path, text) == 0
    assert "server\u2019s seed alone" in capsys.readouterr().out
    assert verified(tmp_path, re.sub("# seed .*\n", "", text)) == 3


def test_the_deal_waits_for_everyone_who_holds_a_seat(ada: Person, bo: Person) -> None:
    made = ada.make("reef", "me", "friend")
    page = bo.sit(made["id"])
    assert [seat["came"] for seat in page.table["seats"]] == [False, False]
    page.ask("sit", seat=2, name="Bo", invite=made["invite"], nonce=TWO)
    assert (page.table["status"], page.view, page.table["nonces"]) == ("waiting", None, [])
    assert [seat["came"] for seat in page.table["seats"]] == [False, True]
    host = ada.sit(made["id"], nonce=ONE)
    assert (host.seat, bool(host.view), host.table["nonces"]) == (1, True, [ONE, TWO])
    page.until(lambda message: message["type"] == "welcome")
    assert page.view is not None
    assert page.table["first_chair"] == 1
    assert bo.sit(made["id"], nonce=ONE).table["nonces"] == [ONE, TWO]


def test_who_has_come_is_known_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    ada, bo = Person(server), Person(server)
    made = ada.make("reef", "me", "friend")
    ada.sit(made["id"], nonce=ONE)
    server.kill()
    server.start()
    page = bo.sit(made["id"])
    assert [seat["came"] for seat in page.table["seats"]] == [True, False]
    page.ask("sit", seat=2, name="Bo", invite=made["invite"])
    assert (page.table["status"], page.table["nonces"]) == ("playing", [ONE, "-"])
    server.stop()


def test_who_stands_up_takes_the_nonce_along(ada: Person, bo: Person) -> None:
    made = ada.make("reef", "me", "open", "open")
    ada.sit(made["id"], nonce=ONE)
    page = bo.sit(made["id"])
    page.ask("sit", seat=2, name="Bo", nonce=TWO)
    page.ask("leave", seat=2)
    page.ask("sit", seat=3, name="Bo")
    page.ask("leave", seat=3)
    cy, di = (Person(ada.server).sit(made["id"]) for _ in "12")
    cy.ask("sit", seat=2, name="Cy")
    di.ask("sit", seat=3, name="Di", nonce=TWO)
    assert di.table["nonces"] == [ONE, "-", TWO]


def test_a_table_of_bots_and_a_tutorial_wait_for_nobody(ada: Person) -> None:
    bots = Person(ada.server).sit(ada.make("reef", "greedy", "greedy")["id"])
    assert (bots.table["status"], bots.table["nonces"]) == ("playing", ["-", "-"])
    lesson = Person(ada.server).sit(ada.make("reef", "me", "greedy", tutorial=True)["id"])
    assert (lesson.table["status"], lesson.table["nonces"]) == ("playing", [])


@pytest.mark.parametrize("nonce", ["", "1", "x" * 32, "1" * 33, "A" * 32, "1" * 31 + "%0A"])
def test_what_is_no_nonce_is_none(ada: Person, nonce: str) -> None:
    page = ada.sit(ada.make("reef", "me", "greedy")["id"], nonce=nonce)
    assert page.table["nonces"] == ["-", "-"]
    waiting = ada.sit(ada.make("reef", "me", "open")["id"])
    assert waiting.ask("sit", seat=2, name="X", nonce=nonce)["code"] == "malformed"


def test_playing_on_draws_when_its_player_has_come(
    ada: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = atoll.new("reef", 2, seed=4)
    while len(game.log) < 30:
        game.apply(game.texts()[-1])
    line = next(place for place, text in enumerate(game.log) if place > 10 and text.startswith("*"))
    study = ada.post("/api/records", {"text": game.write()}).json()["id"]
    seats = [{"who": "me"}, {"who": "me"}]
    made = ada.post(f"/api/tables/{study}/fork", {"line": line, "seats": seats}).json()
    page = ada.sit(made["id"], nonce=ONE)
    assert page.table["commitment"] == made["commitment"]
    assert page.table["nonces"] == [ONE, ONE]
    assert len(page.log) == line + 1
    assert page.log[-1]["seat"] == 0
    page.ask("look", seat=1)
    text = given_up(page)
    assert f"# played on from line {line}\n" in text
    assert verified(tmp_path, text) == 0
    assert "Draws: 1\n" in capsys.readouterr().out
    assert verified(tmp_path, text.replace(f"from line {line}", f"from line {line + 1}")) == 3
    for beyond in (line + 2, 99999):
        assert verified(tmp_path, text.replace(f"from line {line}", f"from line {beyond}")) == 1
        assert "has only" in capsys.readouterr().err
    again = ada.sit(made["id"])
    assert [entry["move"] for entry in again.log] == [entry["move"] for entry in page.log]
