"""Tables that wait for people, and people whom a table waits for."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from atoll.server import wire
from atoll.server.hall import Hall
from atoll.server.refusal import Refusal
from atoll.server.store import Store
from atoll.server.table import Patience, Visitor
from atoll.server.thinkers import Thinkers
from tests.server import databases
from tests.server.running import Page, Person, Server

ME, OPEN, BOT = wire.SeatWish(who="me"), wire.SeatWish(who="open"), wire.SeatWish(who="bot", bot="greedy")


def two_friends(ada: Person, bo: Person) -> tuple[Page, Page]:
    made = ada.make("reef", "me", "friend")
    first, second = ada.sit(made["id"]), bo.sit(made["id"])
    second.ask("sit", seat=2, name="Bo", invite=made["invite"])
    first.until(lambda message: message["type"] == "welcome")
    return first, second


def alone(page: Page) -> None:
    page.until(lambda message: message["type"] == "about" and not message["table"]["seats"][1]["here"])


def test_a_page_that_blinks_does_not_lose_its_seat(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--bot-pace", "0", "--absence", "1000")
    ada, bo = Person(server), Person(server, "fr")
    first, second = two_friends(ada, bo)
    assert [seat["vote_from"] for seat in first.table["seats"]] == [None, None]
    second.close()
    alone(first)
    opens = first.table["seats"][1]["vote_from"]
    assert 900 < opens - time.time() <= 1000
    refused = first.ask("agree", seat=2, yes=True)
    assert refused["code"] == "just_gone"
    assert "a bot can take it in" in refused["text"]
    assert int(refused["text"].split()[-2]) <= 1000
    assert first.ask("agree", seat=2, yes=False)["type"] == "done"
    assert first.table["seats"][1]["agreed"] == []
    server.kill()
    server.start()
    again = ada.sit(first.table["id"])
    assert again.table["seats"][1]["vote_from"] > opens  # a restarted server counts from its start
    assert again.ask("agree", seat=2, yes=True)["code"] == "just_gone"
    back = bo.sit(first.table["id"])
    again.until(lambda message: message["type"] == "about" and message["table"]["seats"][1]["here"])
    assert again.table["seats"][1]["vote_from"] is None
    assert back.ask("leave", seat=2)["type"] == "done"  # who says so is not waited for
    again.until(lambda message: message["type"] == "about" and message["table"]["seats"][1]["left"])
    assert again.ask("agree", seat=2, yes=True)["type"] == "done"
    assert again.table["seats"][1]["bot"] == "greedy"
    server.stop()


def test_after_a_while_a_bot_takes_the_seat_and_gives_it_back(server: Server) -> None:
    ada, bo = Person(server), Person(server)
    first, second = two_friends(ada, bo)
    other_tab = bo.sit(first.table["id"])
    second.close()
    assert first.ask("agree", seat=2, yes=True)["code"] == "is_here"
    other_tab.close()
    alone(first)
    assert first.ask("agree", seat=2, yes=True)["type"] == "done"
    assert first.table["seats"][1]["who"] == "bot"
    assert [seat["stands_in"] for seat in first.table["seats"]] == [False, True]
    back = bo.sit(first.table["id"])
    assert (back.seat, back.table["seats"][1]["mine"], back.table["seats"][1]["bot"]) == (2, True, "greedy")
    assert back.ask("return", seat=2)["type"] == "done"
    assert (back.table["seats"][1]["who"], back.table["seats"][1]["bot"]) == ("person", None)
    for _ in range(4):
        first.play(first.moves[0])
    back.my_turn()
    assert back.play(back.moves[0])["type"] == "done"


def test_a_stranger_takes_one_seat_and_the_host_several(server: Server) -> None:
    ada, bo = Person(server), Person(server)
    made = ada.make("reef", "me", "open", "open", "friend")
    host, page = ada.sit(made["id"]), bo.sit(made["id"])
    assert page.ask("sit", seat=2, name="Bo")["type"] == "done"
    refused = page.ask("sit", seat=3, name="Bo")
    assert (refused["code"], refused["text"]) == ("one_seat", "You already have a seat at this table")
    assert page.ask("sit", seat=4, name="Bo", invite=made["invite"])["code"] == "one_seat"
    assert host.ask("sit", seat=3, name="Eva")["type"] == "done"
    page.ask("leave", seat=2)
    assert page.ask("sit", seat=4, name="Bo", invite=made["invite"])["type"] == "done"


def test_one_address_has_few_tables_that_wait(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--waiting-tables", "2")
    ada, bo = Person(server), Person(server)
    wish = {"game": "reef", "seats": [{"who": "me"}, {"who": "open"}]}
    first = ada.post("/api/tables", wish).json()
    assert bo.post("/api/tables", wish).status_code == 200
    for person in (ada, bo):
        answer = person.post("/api/tables", wish)
        assert (answer.status_code, answer.json()["code"]) == (429, "waiting_enough")
        assert answer.json()["text"].startswith("2 tables from your address wait")
    assert ada.make("reef", "me", "greedy")
    assert ada.sit(first["id"]).ask("fill", seat=2, bot="greedy")["type"] == "done"
    assert ada.post("/api/tables", wish).status_code == 200
    assert bo.post("/api/tables", wish).status_code == 429
    server.stop()


def test_many_at_once_are_counted_too(tmp_path: Path) -> None:
    async def run() -> None:
        store, thinkers = Store(databases.url(tmp_path / "tables.sqlite")), Thinkers(1)
        hall = Hall(store, thinkers, most_waiting=3)
        person, _ = await hall.new_person()
        wish = wire.NewTable(game="reef", seats=[ME, OPEN])
        answers = await asyncio.gather(
            *(hall.make(wish, person, "Ada", f"192.0.2.{number % 2}") for number in range(20)), return_exceptions=True
        )
        assert sum(isinstance(answer, wire.Created) for answer in answers) == 6
        assert sum(isinstance(answer, Refusal) for answer in answers) == 14
        thinkers.close()
        store.close()

    asyncio.run(run())


def test_a_table_that_waits_too_long_is_removed_unless_somebody_is_there(tmp_path: Path) -> None:
    async def run() -> None:
        store, thinkers = Store(databases.url(tmp_path / "tables.sqlite")), Thinkers(1)
        hall = Hall(store, thinkers, patience=Patience(waiting=3600.0))
        person, _ = await hall.new_person()
        wishes = {
            "empty": [ME, OPEN],
            "watched": [ME, OPEN],
            "forgotten": [ME, BOT],
            "new": [ME, OPEN],
            "bots": [BOT, BOT],
        }
        made = {
            name: await hall.make(wire.NewTable(game="reef", seats=seats), person, "Ada", name)
            for name, seats in wishes.items()
        }
        (await hall.find(made["watched"].id)).enter(Visitor(None, "en", lambda _: None), -1)
        assert await hall.remove_expired() == 0
        for name, table in made.items():
            if name != "new":
                live = await hall.find(table.id)
                facts = live.facts
                live.facts = replace(facts, changed=time.time() - 3700, revision=facts.revision + 1)
                live.idle_since -= 3700
                await store.seat(live.facts, live.seated)
        assert await hall.remove_expired() == 2
        for name, table in made.items():
            if name in ("empty", "forgotten"):
                with pytest.raises(Refusal, match="no such table"):
                    await hall.find(table.id)
            else:
                assert (await hall.find(table.id)).facts.id == table.id
        lobby = await hall.lobby(None)
        assert {card.id for card in lobby.open} == {made["watched"].id, made["new"].id}
        assert set(hall._makers) == {"watched", "new"}
        thinkers.close()
        store.close()

    asyncio.run(run())


def test_a_running_server_removes_what_has_waited_too_long(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--waiting-hours", "0.0002")
    ada = Person(server)
    gone = ada.make("reef", "me", "open")
    here = ada.sit(ada.make("reef", "me", "open")["id"])
    assert here.table["expires"] is not None
    for _ in range(200):
        tables = [card["id"] for card in ada.get("/api/tables")["mine"]]
        if gone["id"] not in tables:
            break
        time.sleep(0.1)
    assert tables == [here.table["id"]]
    assert here.ask("fill", seat=2, bot="greedy")["type"] == "done"
    assert here.table["expires"] is None
    server.stop()
