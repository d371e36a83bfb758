"""People, a card and an answer to it, at a real server: with a choice and without, and when it is killed meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from atoll.core.game import Game
from tests.server.cards import holding, kept
from tests.server.databases import looked_into
from tests.server.running import EASY, Page, Person, Server, opened

CARD = "free-growth"
NEVER = "--answer-pause=3600"  # so long that nothing is answered before the server is killed


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "tables.sqlite")
    yield running
    opened.close()
    running.stop()


def sat_down(server: Server, game: Game, *, same: bool = False) -> list[Person]:
    """People who have a table with this game, named t; all of them at one device, or each at their own."""
    people = [Person(server) for _ in range(1 if same else game.seats)]
    with looked_into(server.file) as database:
        numbers = [number for (number,) in database.execute("SELECT id FROM people ORDER BY id")]
    kept(server.file, game, numbers * game.seats if same else numbers, "t")
    return people


def lines(page: Page) -> list[str]:
    return [f"{entry['seat']} {entry['move']}" for entry in page.log]


def until(page: Page, line: str) -> None:
    while line not in lines(page):
        page.hear()


def test_a_card_is_stopped_by_who_can(server: Server) -> None:
    ada, bo = (person.sit("t") for person in sat_down(server, holding([CARD], ["strong-current"])))
    ada.play(f"play {CARD}")
    bo.my_turn()
    assert not bo.answered
    assert bo.moves == ["pass", "play strong-current"]
    assert bo.play("play strong-current")["type"] == "done"
    until(ada, "2 play strong-current")
    assert ada.view["turn"]["in_force"] == []
    assert sorted(ada.view["pile"]) == [CARD, "strong-current"]


def test_a_table_does_not_stop_for_who_cannot(server: Server) -> None:
    ada, bo = (person.sit("t") for person in sat_down(server, holding([CARD], ["free-alga"])))
    ada.play(f"play {CARD}")
    until(ada, "2 pass")
    until(bo, "2 pass")
    assert ada.view["turn"]["in_force"] == [CARD]
    assert ada.moves
    assert not bo.may_undo


@pytest.mark.parametrize("signal", ["kill", "stop"])
def test_a_window_is_still_open_after_a_restart(server: Server, signal: str) -> None:
    """Whoever comes back, the answers that need nobody come once each, and those that were said before still hold."""
    game = holding([CARD], ["strong-current"], ["free-alga"])
    people = sat_down(server, game)
    server.kill()
    server.more = (*EASY, NEVER)
    server.start()
    ada, bo, _ = (person.sit("t") for person in people)
    assert bo.ask("standing", seat=2, window="current", answer="no")["type"] == "done"
    ada.play(f"play {CARD}")
    until(bo, f"1 play {CARD}")
    assert bo.answered
    assert bo.table["seats"][1]["standing"]["current"] == "no"
    for page in (ada, bo):
        page.close()
    getattr(server, signal)()
    server.more = EASY
    server.start()
    cy = people[2].sit("t")
    until(cy, "3 pass")
    assert cy.table["seats"][1]["standing"] == {}
    ada = people[0].sit("t")
    assert lines(ada)[len(game.log) :] == [f"1 play {CARD}", "2 pass", "3 pass"]
    assert ada.view["turn"]["in_force"] == [CARD]
    assert ada.moves
    bo = people[1].sit("t")
    assert bo.table["seats"][1]["standing"] == {"current": "no", "start": "able", "growth": "able"}


def test_a_server_killed_again_and_again_answers_once(server: Server) -> None:
    """It is killed at any moment of a window: what was written down is there, and what is missing comes afterwards."""
    game = holding([CARD], ["free-alga"], ["dislodged"])
    people = sat_down(server, game)
    server.kill()
    server.more = (*EASY, "--answer-pause=0.05")
    server.start()
    people[0].sit("t").play(f"play {CARD}")
    for kills in range(12):
        page = people[kills % 3].sit("t")
        told = lines(page)[len(game.log) :]
        server.kill()
        page.close()
        server.start()
        assert lines(people[1].sit("t"))[len(game.log) :][: len(told)] == told
    page = people[0].sit("t")
    while not page.moves:
        page.hear()
    assert lines(page)[len(game.log) :] == [f"1 play {CARD}", "2 pass", "3 pass"]


def test_what_several_people_at_one_device_are_told(server: Server) -> None:
    [ada] = sat_down(server, holding([CARD], ["free-alga"]), same=True)
    page = ada.sit("t", 1)
    page.play(f"play {CARD}")
    until(page, "2 pass")
    told = [said["possible"] for said in page.heard if said["type"] == "step"]
    assert [(possible["window"], possible["answered"]) for possible in told] == [("current", True), (None, False)]
