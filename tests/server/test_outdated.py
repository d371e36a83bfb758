"""Games from before the rules were corrected: looked at as far as their lines go, and kept as they are."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import atoll
from tests.server import databases
from tests.server.databases import looked_into
from tests.server.running import Data, Person, Server

TOY = Path(__file__).parent.parent / "toy"


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server)


def person_id(file: Path) -> int:
    with looked_into(file) as database:
        return int(database.execute("SELECT max(id) FROM people").fetchone()[0])


def kept(
    ada: Person,
    header: list[str],
    lines: list[str],
    status: str = "playing",
    decides: int = 1,
    rules: int | None = None,
) -> str:
    """A table as it was written down then: Ada against a bot."""
    file = ada.server.file
    ada.get("/api/tables")
    person = person_id(file)
    with looked_into(file) as database:
        name = f"old{database.execute('SELECT count(*) FROM tables').fetchone()[0]}"
        row = {"id": name, "game": header[0].split()[1], "options": "{}", "status": status, "version": len(lines) + 1}
        row |= {"host": person, "invite": "i", "seed": "5" * 64, "header": "\n".join(header), "decides": decides}
        row |= {"base": 0, "tutorial": False, "created": 1.0, "changed": 1.0, "rules_version": rules}
        places = ", ".join("?" * len(row))
        database.execute(f"INSERT INTO tables ({', '.join(row)}) VALUES ({places})", list(row.values()))
        for seat, (who, player, called, bot) in enumerate(
            (("person", person, "Ada", None), ("bot", None, "Goby", "greedy")), 1
        ):
            chair = [name, seat, "me" if player else "bot", who, player, called, bot, False, False, ""]
            database.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", chair)
        for number, line in enumerate(lines, 1):
            database.execute("INSERT INTO lines VALUES (?, ?, ?)", [name, number, line])
    return name


def rows(file: Path, table: str) -> list[object]:
    with looked_into(file) as database:
        return [
            *database.execute("SELECT * FROM tables WHERE id = ?", [table]),
            *database.execute('SELECT * FROM seats WHERE "table" = ? ORDER BY seat', [table]),
            *database.execute('SELECT * FROM lines WHERE "table" = ? ORDER BY number', [table]),
        ]


def listed(person: Person, table: str) -> Data:
    [card] = [card for card in person.get("/api/tables")["mine"] if card["id"] == table]
    found: Data = card
    return found


def recorded(game: str, lines: int) -> tuple[list[str], list[str]]:
    played = atoll.new(game, 2, seed=4)
    while len(played.log) < lines:
        played.apply(played.texts()[-1])
    return played.header, played.log


@pytest.mark.parametrize("game", atoll.NAMES)
@pytest.mark.parametrize("status", ["playing", "over"])
def test_a_game_is_shown_as_far_as_its_lines_go_and_says_where_it_stops(ada: Person, game: str, status: str) -> None:
    header, lines = recorded(game, 12)
    lines[3] = f"{lines[3][0]} juggle w"
    table = kept(ada, header, lines, status, decides=2)
    before = rows(ada.server.file, table)
    page = ada.sit(table)
    number = len(header) + 4
    assert page.table["status"] == "study"
    assert page.outdated is not None
    assert (page.outdated["line"], page.outdated["record"]) == (number, [*header, *lines])
    assert f"but not played on. Line {number} ({lines[3]}): " in page.outdated["text"]
    assert page.outdated["ruling"]
    assert [entry["line"] for entry in page.log] == [1, 2, 3]
    assert page.view["decides"] == atoll.read("\n".join([*header, *lines[:3]])).seat + 1
    assert (page.moves, page.may_undo, page.table["verdict"]) == ([], False, None)
    for kind, more in (("play", {"move": "pass"}), ("undo", {}), ("hint", {}), ("concede", {"seat": 1})):
        assert page.ask(kind, **more)["code"] == "not_playing"
    assert page.ask("look", seat=2)["type"] == "done"
    assert len(ada.get(f"/api/tables/{table}/story?seat=1")["steps"]) == 3
    seats = [{"who": "me"}, {"who": "bot", "bot": "greedy"}]
    assert ada.post(f"/api/tables/{table}/fork", {"line": 2, "seats": seats}).json()["code"] == "outdated_fork"
    text = Person(ada.server).http.get(f"/api/tables/{table}/record").text
    assert text.split("\n")[: len(header) + 12] == [*header, *lines]
    assert rows(ada.server.file, table) == before


def missing_a_line() -> list[str]:
    return recorded("reef", 0)[0][:-1]


def of_another_game() -> list[str]:
    return ["game sandcastle", "seats 2"]


@pytest.mark.parametrize("header", [missing_a_line(), of_another_game()], ids=["incomplete", "unknown"])
def test_a_header_that_cannot_be_read_is_shown_as_it_is(ada: Person, header: list[str]) -> None:
    table = kept(ada, header, ["1 start r b2", "1 start g b3"])
    assert listed(ada, table)["status"] == "playing"
    page = ada.sit(table)
    assert (page.view, page.log, page.moves) == (None, [], [])
    assert page.outdated is not None
    assert page.outdated["record"] == [*header, "1 start r b2", "1 start g b3"]
    assert page.outdated["line"] <= len(header) + 1
    assert page.ask("play", move="start r b2")["code"] == "not_playing"
    assert ada.http.get(f"/api/tables/{table}/story").status_code == 400
    text = ada.http.get(f"/api/tables/{table}/record").text
    assert text.startswith("\n".join(page.outdated["record"]) + "\n# seat 1: Ada\n")
    assert (listed(ada, table)["status"], listed(ada, table)["your_turn"]) == ("study", False)


# As games were written down when all that was dealt of Reef stood in the header, and each player fed the parrotfish and
# took cubes before the next one did.
OLD_REEF = str.splitlines("""game reef
option start centre
seats 2
hand 1 13 53
hand 2 24 56
display 41 39 33
top 52""")
OLD_REEF_LINES = ["1 start y b3", "1 start g c3", "1 start r c2", "1 start p b2", "2 start p b3"]
OLD_REEF_ENCOUNTER = str.splitlines("""game reef-encounter
option advanced no
option expansion no
seats 2
rocks 2 1
starfish down
sea w:ogg y:wpy o:wpg p:op g:y
hand 1 wwwygg
hand 2 wopppgggg""")
OLD_REEF_ENCOUNTER_LINES = ["1 fish g", "1 cubes wy", "2 fish w", "2 cubes gp", "1 shrimp 2d2", "1 collect y"]


def test_a_game_of_reef_with_its_display_in_the_header_shows_its_record(ada: Person) -> None:
    table = kept(ada, OLD_REEF, OLD_REEF_LINES, decides=2)
    before = rows(ada.server.file, table)
    page = ada.sit(table)
    assert (page.view, page.table["status"]) == (None, "study")
    assert page.outdated is not None
    assert (page.outdated["line"], page.outdated["record"]) == (6, [*OLD_REEF, *OLD_REEF_LINES])
    assert "Line 6 (display 41 39 33): record: " in page.outdated["text"]
    assert listed(ada, table)["status"] == "study"
    assert rows(ada.server.file, table) == before


def test_a_game_of_reef_encounter_with_cubes_in_the_old_order_stops_at_the_first_cubes(ada: Person) -> None:
    table = kept(ada, OLD_REEF_ENCOUNTER, OLD_REEF_ENCOUNTER_LINES)
    page = ada.sit(table)
    assert page.outdated is not None
    assert (page.outdated["line"], len(page.log)) == (11, 1)
    assert page.view["phase"] == "fish"
    assert "Line 11 (1 cubes wy): " in page.outdated["text"]
    text = ada.http.get(f"/api/tables/{table}/record").text
    assert text.startswith("\n".join([*OLD_REEF_ENCOUNTER, *OLD_REEF_ENCOUNTER_LINES]) + "\n")


def test_what_is_wrong_is_said_in_the_readers_language(server: Server) -> None:
    said = set()
    for language in ("en", "fr", "it"):
        person = Person(server, language)
        header, lines = recorded("reef", 3)
        page = person.sit(kept(person, header, [*lines, "2 take 99"]))
        assert page.outdated is not None
        assert f"{len(header) + 4}" in page.outdated["text"]
        said.add(page.outdated["text"])
    assert len(said) == 3


def test_a_game_from_before_that_can_be_followed_is_played_on(ada: Person) -> None:
    header, lines = recorded("reef", 2)
    page = ada.sit(kept(ada, header, lines))
    assert (page.outdated, page.table["status"], page.opening) == (None, "playing", [])
    assert page.play(page.moves[0])["type"] == "done"


def version(file: Path, table: str) -> int | None:
    with looked_into(file) as database:
        found = database.execute("SELECT rules_version FROM tables WHERE id = ?", [table]).fetchone()[0]
    return None if found is None else int(found)


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_table_keeps_the_version_of_its_rules_and_notes_it_in_its_record(ada: Person, game: str) -> None:
    today = atoll.kind(game).rules_version
    table = ada.make(game, "me", "me")["id"]
    page = ada.sit(table, 1)  # it is dealt when its people have come
    assert version(ada.server.file, table) == today
    assert page.ask("concede", seat=1)["type"] == "done"
    text = ada.http.get(f"/api/tables/{table}/record").text
    assert f"\n# rules {today}\n" in text
    assert atoll.read(text).header


def test_a_table_that_waits_gets_its_version_with_its_deal(ada: Person) -> None:
    made = ada.make("reef", "me", "open")
    ada.sit(made["id"])
    assert version(ada.server.file, made["id"]) is None
    assert Person(ada.server).sit(made["id"]).ask("sit", seat=2, name="Bo", invite=None)["type"] == "done"
    assert version(ada.server.file, made["id"]) == atoll.kind("reef").rules_version


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (None, "was played before versions of the rules were kept; today's rules are version 1. It can"),
        (0, "was played by version 0 of the rules; today's rules are version 1. It can"),
        (1, "was played by version 1 of the rules, which are still today's, but its record does not follow them."),
    ],
)
def test_an_outdated_game_names_its_rules_and_todays(ada: Person, rules: int | None, said: str) -> None:
    header, lines = recorded("reef", 3)
    table = kept(ada, header, [*lines, "2 take 99"], rules=rules)
    page = ada.sit(table)
    assert page.outdated is not None
    assert said in page.outdated["text"].replace("\u2019", "'")
    noted = f"# rules {rules}\n" in ada.http.get(f"/api/tables/{table}/record").text
    assert noted == (rules is not None)
    assert version(ada.server.file, table) == rules


def test_a_game_that_todays_rules_follow_is_theirs_with_the_next_move(ada: Person) -> None:
    header, lines = recorded("reef", 2)
    table = kept(ada, header, lines, rules=0)
    page = ada.sit(table)
    assert version(ada.server.file, table) == 0
    assert page.play(page.moves[0])["type"] == "done"
    assert version(ada.server.file, table) == 1


BROKEN = {
    "empty words": ["game", "seats"],
    "a lone seats": ["game reef", "option start centre", "seats", "hand 1 2 3"],
    "no words": ["", "", "", ""],
    "a huge number": ["game reef", "option start centre", "seats 2", f"hand 1 {'9' * 400} 2", "hand 2 3 4"],
    "zero bytes": ["game reef\0", "option start \0", "seats \0"],
}


@pytest.mark.parametrize("header", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("line", ["", " ", "1", "1 ", "*", "* top", "1 take \u0661", "² take 3"])
def test_whatever_is_wrong_with_a_record_its_page_opens_and_says_so(ada: Person, header: list[str], line: str) -> None:
    if databases.kind == "postgresql" and "\0" in header[0]:
        return  # no such text can be kept there
    whole, lines = recorded("reef", 10)
    for table in (kept(ada, ["game reef", *header[1:]], lines), kept(ada, whole, [*lines, line])):
        page = ada.sit(table)
        assert page.outdated is not None
        assert page.table["status"] == "study"
        assert ada.http.get(f"/api/tables/{table}/record").status_code == 200
        assert page.ask("look", seat=1)["type"] == "done"


def test_a_row_that_is_no_table_is_refused_in_words(ada: Person) -> None:
    header, lines = recorded("reef", 2)
    table = kept(ada, header, lines)
    with looked_into(ada.server.file) as database:
        database.execute("UPDATE tables SET options = '{', host = NULL WHERE id = ?", [table])
        database.execute('UPDATE seats SET person = NULL WHERE "table" = ?', [table])
    with connect(f"ws://{ada.server.host}/ws/{table}") as socket:
        assert json.loads(socket.recv(60))["code"] == "broken"
        with pytest.raises(ConnectionClosed):
            socket.recv(60)


def test_an_upgrade_that_corrects_a_rule_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = tmp_path / "toy"
    shutil.copytree(TOY, toy, ignore=shutil.ignore_patterns("__pycache__", "test_*", "web"))
    monkeypatch.setenv("ATOLL_GAMES", str(toy))
    server = Server(tmp_path / "tables.sqlite")
    ada = Person(server)
    played, short = (ada.make("toy", "me", "me")["id"] for _ in "12")
    for table, moves in ((played, 3), (short, 2)):
        page = ada.sit(table, 1)
        for _ in range(moves):
            assert page.play("take a")["type"] == "done"
        page.close()
    server.stop()

    def check() -> tuple[int, str]:
        command = [
            sys.executable,
            "-m",
            "atoll",
            "--lang",
            "en",
            "data",
            "check",
            "--data",
            databases.address(server.file),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return done.returncode, done.stdout

    assert check()[0] == 0

    # From now on, at most two shells may be taken in a turn.
    facts, kind = toy / "data.toml", toy / "kind.py"
    facts.write_text(facts.read_text().replace("most = 3", "most = 2"))
    kind.write_text(kind.read_text().replace('    title = "Toy"\n', '    title = "Toy"\n    rules_version = 2\n'))
    code, said = check()
    assert code == 1
    assert said.startswith(f"{played} (toy, rules 1): line 7 (1 take a): ")
    server.start()
    page = ada.sit(played)
    assert page.outdated is not None
    assert "was played by version 1 of the rules; today\u2019s rules are version 2." in page.outdated["text"]
    assert (len(page.log), page.table["status"]) == (2, "study")
    assert "# rules 1\n" in ada.http.get(f"/api/tables/{played}/record").text
    page.close()
    page = ada.sit(short, 1)
    assert (page.outdated, page.table["status"]) == (None, "playing")
    page.close()
    server.stop()

    # And then the game is not there any more.
    monkeypatch.delenv("ATOLL_GAMES")
    server.start()
    page = ada.sit(short)
    assert page.outdated is not None
    assert "was played by rules that this server does not have (toy)." in page.outdated["text"]
    assert len(page.outdated["record"]) > 4
    page.close()
    server.stop()
    assert check()[0] == 1
