"""Who starts: drawn from the seed or chosen, and seen by all."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

import atoll
import atoll.server
from atoll.cli import main
from atoll.server.chance import drawn_chair, mixed
from atoll.server.engines import open_engine
from atoll.server.store import Store
from tests.server import databases
from tests.server.databases import looked_into
from tests.server.running import Page, Person, Server


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server, "en")


def three(ada: Person, game: str, start: int | None) -> list[Page]:
    """Ada, Bo and Cy at one table; the pages were open before the last one sat down."""
    made = ada.make(game, "me", "friend", "open", start=start)
    pages = [ada.sit(made["id"])]
    for number, name in ((2, "Bo"), (3, "Cy")):
        page = Person(ada.server).sit(made["id"])
        assert page.ask("sit", seat=number, name=name, invite=made["invite"])["type"] == "done"
        pages.append(page)
    for page in pages:
        while page.view is None:
            page.hear()
    return pages


def names(page: Page) -> list[str]:
    return [seat["name"] for seat in page.table["seats"]]


def ended(pages: list[Page]) -> None:
    for page in pages[:2]:
        page.ask("concede", seat=page.seat)
    pages[0].until(lambda message: message["type"] == "welcome")


@pytest.mark.parametrize("game", atoll.NAMES)
def test_the_start_player_is_drawn_from_the_seed_and_the_people_are_moved(
    ada: Person, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = three(ada, game, None)
    around = names(pages[0])
    for page, name in zip(pages, ("Guest", "Bo", "Cy"), strict=True):
        assert names(page) == around
        assert around[page.seat - 1] == name
        assert [seat["seat"] for seat in page.table["seats"] if seat["mine"]] == [page.seat]
        assert [bool(page.moves)] == [page.seat == 1]
        [event] = page.opening
        assert (event["kind"], event["data"]["drawn"]) == ("starts", True)
        assert event["text"] == f"{around[0]} starts, drawn by lot"
    table = pages[0].table["id"]
    again = ada.sit(table)
    assert (names(again), again.seat, again.opening) == (around, pages[0].seat, pages[0].opening)
    ended(pages)
    chair = drawn_chair(mixed(pages[0].table["seed"], pages[0].table["nonces"]), 3)
    assert {page.table["first_chair"] for page in pages} == {chair + 1}
    assert around == [("Guest", "Bo", "Cy")[(chair + place) % 3] for place in range(3)]
    text = ada.http.get(f"/api/tables/{table}/record").text
    assert f"# start player: drawn, chair {chair + 1} of 3\n" in text
    assert f"# seat 1: {around[0]}\n" in text
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    assert main(["--lang", "en", "verify", str(file)]) == 0
    assert f"follows from the seed: chair {chair + 1} of 3" in capsys.readouterr().out
    other = (chair + 1) % 3 + 1
    for lie in (f"chair {other} of 3", f"chair {chair + 1} of 4"):
        file.write_text(text.replace(f"chair {chair + 1} of 3", lie), "utf-8")
        assert main(["--lang", "en", "verify", str(file)]) == 1
        assert f"draws chair {chair + 1} of 3" in capsys.readouterr().out


@pytest.mark.parametrize("start", [1, 2, 3])
def test_the_host_may_choose_who_starts(
    ada: Person, start: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = three(ada, "reef", start)
    order = ["Guest", "Bo", "Cy"]
    assert names(pages[0]) == order[start - 1 :] + order[: start - 1]
    assert pages[start - 1].seat == 1
    [event] = pages[0].opening
    assert event["text"] == f"{order[start - 1]} starts, chosen by the host"
    ended(pages)
    file = tmp_path / "game.txt"
    file.write_text(ada.http.get(f"/api/tables/{pages[0].table['id']}/record").text, "utf-8")
    assert "# start player: chosen\n" in file.read_text("utf-8")
    assert main(["--lang", "en", "verify", str(file)]) == 0
    assert "was chosen" in capsys.readouterr().out


def test_a_table_that_is_full_from_the_first_draws_at_once_and_any_seat_may_start(ada: Person) -> None:
    seats = set()
    for _ in range(40):
        page = ada.sit(ada.make("reef", "me", "greedy", start=None)["id"])
        [event] = page.opening
        assert event["text"] == f"{names(page)[0]} starts, drawn by lot"
        seats.add(page.seat)
        page.my_turn()
        assert page.moves
        if len(seats) == 2:
            return
    raise AssertionError("one seat starts always")


def test_a_chair_that_is_not_there_cannot_start(ada: Person) -> None:
    wish = {"game": "reef", "seats": [{"who": "me"}, {"who": "open"}], "start": 3}
    assert ada.post("/api/tables", wish).json()["code"] == "no_seat"


def test_who_left_before_the_game_moves_nobody_and_bots_are_moved_too(ada: Person) -> None:
    made = ada.make("reef", "me", "greedy", "friend", start=3)
    ada.sit(made["id"])
    bo = Person(ada.server).sit(made["id"])
    bo.ask("sit", seat=3, name="Bo", invite=made["invite"])
    assert bo.seat == 1
    assert [seat["bot"] for seat in bo.table["seats"]] == [None, None, "greedy"]
    assert bo.table["seats"][1]["name"] == "Guest"


def test_nobody_is_moved_in_a_tutorial_or_a_game_played_on(ada: Person) -> None:
    tutorial = ada.sit(ada.make("reef", "me", "greedy", tutorial=True, start=2)["id"])
    assert (tutorial.seat, tutorial.opening) == (1, [])
    page = ada.sit(ada.make("reef", "me", "greedy", start=2)["id"])
    assert page.seat == 2
    page.my_turn()
    page.ask("concede", seat=2)
    seats = [{"who": "me"}, {"who": "bot", "bot": "greedy"}]
    fork = ada.sit(ada.post(f"/api/tables/{page.table['id']}/fork", {"line": 2, "seats": seats}).json()["id"])
    assert (fork.seat, fork.opening) == (1, [])
    fork.ask("concede", seat=1)
    assert "start player" not in ada.http.get(f"/api/tables/{fork.table['id']}/record").text


def test_a_database_from_before_is_brought_to_the_present(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    config = Config()
    config.set_main_option("script_location", str(Path(atoll.server.__file__).parent / "migrations"))
    engine = open_engine(databases.url(file, empty=True))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "tables")
    engine.dispose()
    with looked_into(file) as old:
        for name, status in (("waits", "waiting"), ("plays", "playing")):
            row = {"id": name, "game": "reef", "options": "{}", "status": status, "version": 1, "seed": "s"}
            row |= {"invite": "i", "decides": 0, "base": 0, "tutorial": False, "created": 1.0, "changed": 1.0}
            places = ", ".join("?" * len(row))
            old.execute(f"INSERT INTO tables ({', '.join(row)}) VALUES ({places})", list(row.values()))
    Store(databases.url(file)).close()
    with looked_into(file) as new:
        assert new.execute("SELECT id, start FROM tables ORDER BY id").fetchall() == [("plays", None), ("waits", 0)]
