"""Nobody chooses a nonce for those of the others: all are sealed first, and opened when everyone has come."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from atoll.cli import main
from atoll.server import nonces
from atoll.server.chance import commitment
from atoll.server.refusal import Refusal
from atoll.server.seats import Seated
from tests.server.running import Data, Page, Person, Server

ONE, TWO, THREE = "1" * 32, "2" * 32, "3" * 32
ADA, BO = Seated("me", "person", 1, "Ada"), Seated("friend", "person", 2, "Bo")
BOT, FRIEND = Seated("bot", "bot", name="Goby", bot="greedy"), Seated("friend", "friend")


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server)


@pytest.fixture
def bo(server: Server) -> Person:
    return Person(server)


def came(page: Page) -> list[bool]:
    return [seat["came"] for seat in page.table["seats"]]


def sealed(page: Page) -> list[bool]:
    return [seat["sealed"] for seat in page.table["seats"]]


def is_dealt(message: Data) -> bool:
    return message["type"] == "welcome" and message["view"] is not None


def both(ada: Person, bo: Person) -> tuple[Page, Page]:
    """A table at which two people have come, each with a seal."""
    made = ada.make("reef", "me", "friend")
    host, guest = ada.sit(made["id"], seal=commitment(ONE)), bo.sit(made["id"])
    guest.ask("sit", seat=2, name="Bo", invite=made["invite"], seal=commitment(TWO))
    host.until(lambda message: all(came(host)))
    return host, guest


def test_a_seal_is_opened_when_everyone_has_come() -> None:
    around, full = (ADA, BOT, FRIEND), (ADA, BOT, BO)
    first, second = f"={commitment(ONE)}", f"={commitment(TWO)}"
    waits = nonces.given((), around, 1, None, commitment(ONE))
    assert waits == (first, "-", "")
    with pytest.raises(Refusal, match="everyone has come"):
        nonces.opened(waits, around, 1, ONE)
    shut = nonces.given(waits, full, 2, None, commitment(TWO))
    assert shut == (first, "-", second)
    assert nonces.all_came(shut, full)
    assert not nonces.complete(shut, full)
    assert nonces.seals(shut) == [commitment(ONE), "-", commitment(TWO)]
    for person, nonce in ((1, TWO), (2, ONE), (3, ONE), (None, ONE)):
        with pytest.raises(Refusal, match="does not fit"):
            nonces.opened(shut, full, person, nonce)
    one = nonces.opened(shut, full, 1, ONE)
    assert one == (ONE + first, "-", second) == nonces.opened(one, full, 1, ONE)
    assert nonces.any_opened(one)
    assert not nonces.any_opened(shut)
    assert not nonces.complete(one, full)
    both = nonces.opened(one, full, 2, TWO)
    assert nonces.complete(both, full)
    assert nonces.plain(both) == (ONE, "-", TWO)
    assert nonces.seals(both) == nonces.seals(shut) == nonces.seals((ONE, "-", TWO))
    twice = (ADA, replace(ADA, name="Eva"))
    shut = nonces.given((), twice, 1, None, commitment(ONE))
    assert nonces.plain(nonces.opened(shut, twice, 1, ONE)) == (ONE, ONE)


def test_once_everyone_has_come_nothing_more_can_be_added() -> None:
    full = (ADA, BO)
    shut = ("-", f"={commitment(TWO)}")
    assert nonces.given(shut, full, 1, ONE) == nonces.given(shut, full, 1, None, commitment(ONE)) == shut


def test_the_deal_is_drawn_when_the_last_seal_is_open(
    ada: Person, bo: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host, guest = both(ada, bo)
    assert (host.table["status"], sealed(host)) == ("waiting", [True, True])
    assert host.table["seals"] == [commitment(ONE), commitment(TWO)]
    assert guest.ask("open", nonce=TWO)["type"] == "done"
    host.until(lambda message: sealed(host) == [True, False])
    assert (host.table["status"], host.table["nonces"], host.view) == ("waiting", [], None)
    assert guest.ask("open", nonce=TWO)["type"] == "done"
    assert host.ask("open", nonce=ONE)["type"] == "done"
    guest.until(is_dealt)
    for page in (host, guest):
        assert (page.table["status"], page.table["nonces"]) == ("playing", [ONE, TWO])
        assert page.table["seals"] == [commitment(ONE), commitment(TWO)]
    assert host.ask("open", nonce=ONE)["code"] == "open_late"
    host.ask("concede", seat=1)
    text = ada.http.get(f"/api/tables/{host.table['id']}/record").text
    assert f"# seal 1 {commitment(ONE)}\n# seal 2 {commitment(TWO)}\n# nonce 1 {ONE}\n# nonce 2 {TWO}\n" in text
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    assert main(["--lang", "en", "verify", str(file)]) == 0
    assert "had sealed it first: 1, 2\n" in capsys.readouterr().out
    for lie in (
        text.replace(f"# seal 1 {commitment(ONE)}", f"# seal 1 {commitment(THREE)}"),
        text + f"# seal 3 {commitment(ONE)}\n",
    ):
        file.write_text(lie, "utf-8")
        assert main(["--lang", "en", "verify", str(file)]) == 1
        assert "does not fit its seal" in capsys.readouterr().out


def test_a_seat_that_waits_for_the_others_sees_no_nonce_before_it_has_sealed(ada: Person, bo: Person) -> None:
    made = ada.make("reef", "me", "friend", "friend")
    host, guest, last = ada.sit(made["id"], seal=commitment(ONE)), bo.sit(made["id"]), Person(ada.server)
    guest.ask("sit", seat=2, name="Bo", invite=made["invite"], nonce=TWO)
    assert host.ask("open", nonce=ONE)["code"] == "open_early"
    late = last.sit(made["id"])
    assert late.table["nonces"] == []
    assert late.table["seals"] == [commitment(ONE), commitment(TWO), "-"]
    late.ask("sit", seat=3, name="Cy", invite=made["invite"], seal=commitment(THREE))
    host.ask("open", nonce=ONE)
    late.until(lambda message: sealed(late) == [False, False, True])
    assert ONE not in json.dumps(late.heard)
    assert TWO not in json.dumps(late.heard)
    again = last.sit(made["id"], nonce=TWO, seal=commitment(TWO))
    assert again.table["seals"][2] == commitment(THREE)
    late.ask("open", nonce=THREE)
    assert late.table["nonces"] == [ONE, TWO, THREE]


@pytest.mark.parametrize(("language", "said"), [("en", "does not fit"), ("fr", "ne correspond"), ("it", "non corr")])
def test_what_does_not_fit_its_seal_is_refused(ada: Person, server: Server, language: str, said: str) -> None:
    host, guest = both(ada, Person(server, language))
    for wrong in (ONE, THREE):
        refused = guest.ask("open", nonce=wrong)
        assert refused["code"] == "open_wrong"
        assert said in refused["text"]
    assert guest.ask("open", nonce="x")["code"] == "malformed"
    assert Person(server).sit(host.table["id"]).ask("open", nonce=ONE)["code"] == "open_wrong"
    assert (guest.table["status"], sealed(guest)) == ("waiting", [True, True])


def test_a_restart_forgets_neither_seals_nor_what_was_opened(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    ada, bo = Person(server), Person(server)
    host, guest = both(ada, bo)
    guest.ask("open", nonce=TWO)
    server.kill()
    server.start()
    back = ada.sit(host.table["id"], seal=commitment(THREE))
    assert (came(back), sealed(back)) == ([True, True], [True, False])
    assert back.table["seals"] == [commitment(ONE), commitment(TWO)]
    assert back.ask("open", nonce=THREE)["code"] == "open_wrong"
    back.ask("open", nonce=ONE)
    assert (back.table["status"], back.table["nonces"]) == ("playing", [ONE, TWO])
    server.kill()
    server.start()
    again = bo.sit(host.table["id"])
    assert again.view is not None
    assert again.table["nonces"] == [ONE, TWO]
    server.stop()


def test_who_stands_up_takes_the_seal_along_and_the_others_stay_valid(ada: Person, bo: Person) -> None:
    host, guest = both(ada, bo)
    guest.ask("leave", seat=2)
    assert host.ask("open", nonce=ONE)["code"] == "open_early"
    assert guest.table["seals"] == [commitment(ONE), "-"]
    other = Person(ada.server).sit(host.table["id"])
    other.ask("sit", seat=2, name="Cy", invite=host.table["invite"], seal=commitment(THREE))
    assert guest.ask("open", nonce=TWO)["code"] == "open_wrong"
    host.ask("open", nonce=ONE)
    other.ask("open", nonce=THREE)
    assert other.table["nonces"] == [ONE, THREE]


def test_nobody_stands_up_to_come_back_with_another_nonce_once_one_is_open(ada: Person, bo: Person) -> None:
    host, guest = both(ada, bo)
    host.ask("open", nonce=ONE)
    for page in (host, guest):
        assert page.ask("leave", seat=page.seat)["code"] == "opening"
    guest.close()
    guest = bo.sit(host.table["id"], seal=commitment(THREE))
    assert guest.table["seals"] == [commitment(ONE), commitment(TWO)]
    guest.ask("open", nonce=TWO)
    assert guest.table["nonces"] == [ONE, TWO]
    assert guest.ask("leave", seat=2)["type"] == "done"


def test_a_simple_page_beside_sealing_ones_gets_the_deal_when_they_have_opened(ada: Person, bo: Person) -> None:
    made = ada.make("reef", "me", "friend", "greedy")
    host, guest = ada.sit(made["id"], seal=commitment(ONE)), bo.sit(made["id"])
    guest.ask("sit", seat=2, name="Bo", invite=made["invite"])
    assert (guest.view, came(guest), sealed(guest)) == (None, [True, True, True], [True, False, False])
    assert bo.sit(made["id"], nonce=TWO).table["seals"] == [commitment(ONE), "-", "-"]
    host.ask("open", nonce=ONE)
    guest.until(is_dealt)
    assert guest.table["nonces"] == [ONE, "-", "-"]


def test_a_bot_in_the_last_seat_leaves_only_the_opening(ada: Person) -> None:
    made = ada.make("reef", "me", "friend")
    host = ada.sit(made["id"], seal=commitment(ONE))
    host.ask("fill", seat=2, bot="greedy")
    assert (host.view, came(host), sealed(host)) == (None, [True, True], [True, False])
    host.ask("open", nonce=ONE)
    assert host.view is not None
    assert host.table["nonces"] == [ONE, "-"]


@pytest.mark.parametrize("seal", ["", "1", "x" * 64, "1" * 65, "A" * 64, "1" * 63 + "%0A"])
def test_what_is_no_seal_is_none(ada: Person, seal: str) -> None:
    page = ada.sit(ada.make("reef", "me", "greedy")["id"], seal=seal)
    assert page.table["nonces"] == ["-", "-"]
    waiting = ada.sit(ada.make("reef", "me", "open")["id"])
    assert waiting.ask("sit", seat=2, name="X", seal=seal)["code"] == "malformed"
