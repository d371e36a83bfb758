"""Tables as people use them, over real sockets."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect

import atoll
from atoll.cli import main
from atoll.server.chance import commitment
from atoll.server.live import MOST_UNDONE
from tests.server import databases
from tests.server.running import Page, Person, Server


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server)


@pytest.fixture
def bo(server: Server) -> Person:
    return Person(server)


def finished(page: Page, most: int = 400) -> None:
    """Play first moves until the game is over."""
    for _ in range(most):
        page.my_turn()
        if page.table["status"] != "playing":
            return
        page.play(page.moves[-1])
    raise AssertionError("the game does not end")


def two_friends(ada: Person, bo: Person, game: str = "reef") -> tuple[Page, Page]:
    made = ada.make(game, "me", "friend")
    first, second = ada.sit(made["id"]), bo.sit(made["id"])
    answer = second.ask("sit", seat=2, name="Bo", invite=made["invite"])
    assert answer["type"] == "done"
    first.until(lambda message: message["type"] == "welcome")
    return first, second


def begun(first: Page, second: Page) -> None:
    """Through the set-up of Reef Encounter."""
    while not any(move.startswith("collect") for move in first.moves):
        for page, other in ((first, second), (second, first)):
            if page.moves:
                page.play(page.moves[0])
            while other.version < page.version:
                other.hear()


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_game_against_a_bot_is_at_once_at_the_first_decision(ada: Person, game: str) -> None:
    page = ada.sit(ada.make(game, "me", "greedy")["id"])
    assert page.seat == 1
    assert page.moves
    assert page.table["status"] == "playing"


def test_a_move_is_told_to_everyone_with_what_each_may_know(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo, "reef-encounter")
    watcher = Person(ada.server).sit(first.table["id"])
    move = first.moves[0]
    assert first.play(move)["type"] == "done"
    seen = [page.hear_step() for page in (second, watcher)]
    for message in seen:
        assert message["entry"]["move"] == "fish ?"
        assert message["entry"]["events"][0]["data"]["colour"] is None
    assert first.log[-1]["move"] == move
    assert second.view["players"][0]["hand"] is None
    assert first.view["players"][0]["hand"] is not None


def test_a_story_is_told_from_ones_own_seat_however_the_seat_is_written(ada: Person, bo: Person) -> None:
    first, _ = two_friends(ada, bo, "reef-encounter")
    stranger = Person(ada.server)
    for seat in ("2", "02", "0002", "00000000002", "99", "-1", "+2", "2.0", "\u0662", " 2"):
        for person in (ada, stranger):
            answer = person.http.get(f"/api/tables/{first.table['id']}/story", params={"seat": seat})
            assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat"), seat
    for seat in ("", "0", "00"):
        answer = stranger.http.get(f"/api/tables/{first.table['id']}/story", params={"seat": seat})
        assert [player["hand"] for player in answer.json()["first"]["players"]] == [None, None]


def test_who_left_a_seat_looks_from_it_no_more_in_any_tab(ada: Person, bo: Person) -> None:
    waiting = ada.make("reef-encounter", "me", "friend", "friend")
    ada.sit(waiting["id"])
    page = bo.sit(waiting["id"])
    page.ask("sit", seat=2, name="Bo", invite=waiting["invite"])
    tab = bo.sit(waiting["id"])
    assert tab.seat == 2
    page.ask("leave", seat=2)
    for seat, name in ((2, "Cy"), (3, "Di")):
        Person(ada.server).sit(waiting["id"]).ask("sit", seat=seat, name=name, invite=waiting["invite"])
    tab.until(lambda message: message["type"] == "welcome" and message["view"] is not None)
    assert tab.seat == 0
    assert [player["hand"] for player in tab.view["players"]] == [None] * 3


def test_a_move_is_made_though_its_page_goes_away_while_it_is_written(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    ada, bo = Person(server), Person(server)
    first, second = two_friends(ada, bo)
    with databases.kept_waiting(server.file):
        first.send("play", at=first.version, move=first.moves[0])
        time.sleep(0.3)
        first.close()
        for _ in range(3):  # the page that has gone is told about those who come
            bo.sit(first.table["id"])
            time.sleep(0.1)
    second.hear_step()
    again = ada.sit(first.table["id"])
    assert [entry["move"] for entry in again.log] == [entry["move"] for entry in second.log]
    assert again.play(again.moves[0])["type"] == "done"
    server.stop()


def test_a_doubled_click_makes_one_move(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo)
    move, at = first.moves[0], first.version
    names = [first.send("play", at=at, move=move) for _ in range(3)]
    answers = [first.until(lambda message, name=name: message.get("id") == name) for name in names]  # type: ignore[misc]
    assert [answer["type"] for answer in answers] == ["done", "problem", "problem"]
    assert {answer["code"] for answer in answers[1:]} == {"stale"}
    assert len(first.log) == 1
    second.hear_step()
    assert len(second.log) == 1


def test_of_two_tabs_one_moves_and_the_other_hears(ada: Person, bo: Person) -> None:
    first, _ = two_friends(ada, bo)
    tab = ada.sit(first.table["id"])
    move = first.moves[0]
    stale = tab.version
    assert first.play(move)["type"] == "done"
    answer = tab.ask("play", at=stale, move=move)
    assert answer["code"] == "stale"
    assert tab.log == first.log


def test_a_move_out_of_turn_or_from_another_seat_is_refused(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo)
    watcher = Person(ada.server).sit(first.table["id"])
    for page in (second, watcher):
        answer = page.play(first.moves[0])
        assert answer["code"] == "not_yours"
        assert answer["text"] == "It is not your turn"
    assert second.ask("look", seat=1)["code"] == "not_your_seat"
    assert watcher.ask("look", seat=2)["code"] == "not_your_seat"


def test_why_not_names_the_ruling_in_the_readers_language(server: Server) -> None:
    for language, text in (
        ("en", "First a tile goes into the parrotfish"),
        ("fr", "Une tuile va d\u2019abord dans le poisson perroquet"),
        ("it", "Prima una tessera va nel pesce pappagallo"),
    ):
        person = Person(server, language)
        page = person.sit(person.make("reef-encounter", "me", "greedy")["id"])
        answer = page.ask("why", move="collect w")
        assert (answer["ruling"], answer["text"]) == ("cubes", text)
        assert page.ask("why", move=page.moves[0])["text"] is None
        assert page.play("collect w")["code"] == "rule"


def test_a_preview_changes_nothing(ada: Person) -> None:
    page = ada.sit(ada.make("reef", "me", "greedy")["id"])
    before = json.dumps(page.view)
    answer = page.ask("what", move=page.moves[0])
    assert answer["events"][0]["kind"] == "laid"
    assert answer["changes"]
    assert json.dumps(page.view) == before
    assert page.ask("what", move="lay r a1")["type"] == "problem"


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_hint_is_a_plan_that_can_be_played(ada: Person, game: str) -> None:
    page = ada.sit(ada.make(game, "me", "me", hints=True)["id"], 1)
    longest = 0
    for _ in range(8):
        page.ask("look", seat=page.view["decides"])
        answer = page.ask("hint")
        assert answer["reason"]
        for step in answer["steps"]:
            assert page.ask("what", move=step["move"])["events"] == step["events"]
            assert page.play(step["move"])["type"] == "done"
        longest = max(longest, len(answer["steps"]))
    assert longest > 1


def test_what_one_would_do_is_said_to_oneself(server: Server) -> None:
    for language, said in (("en", "You feed one "), ("fr", "Vous donnez une "), ("it", "Date una ")):
        person = Person(server, language)
        page = person.sit(person.make("reef-encounter", "me", "greedy")["id"])
        assert page.ask("what", move=page.moves[0])["events"][0]["text"].startswith(said)
        assert page.ask("hint")["steps"][0]["events"][0]["text"].startswith(said)
        page.play(page.moves[0])
        assert not page.log[0]["events"][0]["text"].startswith(said)


def test_hints_are_for_who_is_alone_with_bots_unless_the_table_says_otherwise(server: Server) -> None:
    ada = Person(server, "fr")
    for seats, wish, allowed in [
        (("me", "greedy", "greedy"), None, True),
        (("me", "me"), None, False),
        (("me", "me"), True, True),
        (("me", "greedy"), False, False),
    ]:
        page = ada.sit(ada.make("reef", *seats, hints=wish)["id"], 1)
        assert page.table["hints"] is allowed
        answer = page.ask("hint")
        if allowed:
            assert answer["type"] == "hint"
        else:
            assert (answer["code"], answer["text"]) == ("no_hints", "Les conseils ne sont pas permis à cette table")


def test_a_seat_kept_for_a_friend_brings_hints_when_a_bot_takes_it(ada: Person) -> None:
    page = ada.sit(ada.make("reef", "me", "friend")["id"], 1)
    assert not page.table["hints"]
    page.send("fill", seat=2, bot="greedy")
    page.until(lambda message: message["type"] == "welcome" and message["table"]["status"] == "playing")
    assert page.table["hints"]
    page.my_turn()
    assert page.ask("hint")["type"] == "hint"


def test_all_choices_are_told_in_sentences(ada: Person) -> None:
    page = ada.sit(ada.make("reef-encounter", "me", "greedy")["id"])
    choices = page.ask("list")["choices"]
    assert [choice["move"] for choice in choices] == page.moves
    assert all(choice["text"].startswith("Guest feeds") for choice in choices)


def test_one_can_look_closer_now_and_at_what_was(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo, "reef-encounter")
    begun(first, second)
    started = first.ask("insight", line=0)["facts"]
    now = first.ask("insight")["facts"]
    assert len(now["corals"]) == len(started["corals"]) == 10
    collect = next(move for move in first.moves if move.startswith("collect"))
    assert now["left"] == [] or any(move.startswith("larva") for move in first.moves)
    assert first.play(collect)["type"] == "done"
    assert first.ask("insight", at=1)["code"] == "stale"
    assert first.ask("insight", line=0)["facts"] == started
    assert first.ask("insight", line=10_000)["facts"]["left"] == []


def test_a_turn_can_be_undone_until_something_is_revealed(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo)
    assert first.ask("undo")["code"] == "no_undo"
    first.play(first.moves[0])
    first.play(first.moves[0])
    views = json.dumps(second.view)
    assert second.ask("undo")["code"] in ("stale", "no_undo")
    for left in (1, 0):
        assert first.may_undo
        assert first.ask("undo")["type"] == "done"
        assert len(first.log) == left
    while len(second.log) > 0 or second.heard[-1]["type"] != "undone":
        second.hear()
    assert json.dumps(second.view) == views


def test_a_player_cannot_take_back_for_ever(ada: Person, bo: Person) -> None:
    first, _ = two_friends(ada, bo)
    for _ in range(MOST_UNDONE):
        assert first.play(first.moves[0])["type"] == "done"
        assert first.ask("undo")["type"] == "done"
    assert first.play(first.moves[0])["type"] == "done"
    refused = first.ask("undo")
    assert refused["code"] == "undone_often"
    assert str(MOST_UNDONE) in refused["text"]


def test_collecting_cannot_be_undone_for_it_reveals_new_tiles(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo, "reef-encounter")
    begun(first, second)
    collect = next(move for move in first.moves if move.startswith("collect"))
    assert first.play(collect)["type"] == "done"
    while first.log[-1]["seat"] != 0:
        first.hear()
    assert not first.may_undo
    assert first.ask("undo")["code"] == "no_undo"


def test_the_last_piece_of_reef_can_be_taken_back_until_the_next_player_moves(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo)
    for _ in range(4):
        first.play(first.moves[0])
    second.my_turn()
    assert first.ask("undo")["type"] == "done"
    second.until(lambda message: message["type"] == "undone")
    assert second.moves == []
    first.play(first.moves[0])
    second.my_turn()
    second.play(second.moves[0])
    first.hear_step()
    assert first.ask("undo")["code"] == "no_undo"


def test_friends_need_the_link_and_strangers_an_open_seat(ada: Person, bo: Person) -> None:
    made = ada.make("reef", "me", "friend", "open")
    ada.sit(made["id"])
    page = bo.sit(made["id"])
    assert page.table["status"] == "waiting"
    assert page.table["invite"] is None
    assert page.ask("sit", seat=2, name="Bo")["code"] == "invited_only"
    assert page.ask("sit", seat=1, name="Bo")["code"] == "taken"
    assert page.ask("sit", seat=7, name="Bo")["code"] == "no_seat"
    assert page.ask("sit", seat=3, name="Bo")["type"] == "done"
    assert made["id"] not in [card["id"] for card in ada.get("/api/tables")["open"]]
    third = Person(ada.server)
    other = third.sit(made["id"])
    assert other.ask("sit", seat=2, name="Cy", invite=made["invite"])["type"] == "done"
    assert other.table["status"] == "playing"
    assert [seat["name"] for seat in other.table["seats"]] == ["Guest", "Cy", "Bo"]


def test_open_tables_are_listed_and_mine_are_mine(ada: Person, bo: Person) -> None:
    made = ada.make("reef", "me", "open")
    assert made["id"] in [card["id"] for card in bo.get("/api/tables")["open"]]
    [card] = [card for card in ada.get("/api/tables")["mine"] if card["id"] == made["id"]]
    assert card["players"] == ["Guest", None]
    playing = ada.make("reef", "me", "greedy")
    ada.sit(playing["id"])
    [card] = [card for card in ada.get("/api/tables")["mine"] if card["id"] == playing["id"]]
    assert card["your_turn"]
    assert playing["id"] not in json.dumps(bo.get("/api/tables"))


def test_the_host_may_fill_a_free_seat_with_a_bot(ada: Person, bo: Person) -> None:
    made = ada.make("reef", "me", "friend")
    page, other = ada.sit(made["id"]), bo.sit(made["id"])
    assert other.ask("fill", seat=2, bot="greedy")["code"] == "host_only"
    assert page.ask("fill", seat=2, bot="nobody")["code"] == "no_bot"
    assert page.ask("fill", seat=2, bot="greedy")["type"] == "done"
    assert page.table["status"] == "playing"


def test_several_people_at_one_device_look_from_one_seat_at_a_time(ada: Person) -> None:
    wishes = [{"who": "me", "name": "Eva"}, {"who": "me", "name": "Max"}]
    made = ada.post("/api/tables", {"game": "reef-encounter", "seats": wishes}).json()
    page = ada.sit(made["id"])
    assert page.seat == 0
    assert [player["hand"] for player in page.view["players"]] == [None, None]
    assert page.ask("look", seat=1)["type"] == "done"
    assert [player["hand"] is None for player in page.view["players"]] == [False, True]
    while page.moves:
        page.play(page.moves[0])
    page.ask("look", seat=2)
    assert [player["hand"] is None for player in page.view["players"]] == [True, False]
    assert page.moves


def test_who_leaves_may_be_replaced_by_a_bot_if_the_others_agree_and_may_come_back(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo)
    assert first.ask("agree", seat=2, yes=True)["code"] == "is_here"
    assert second.ask("leave", seat=2)["type"] == "done"
    second.close()
    first.until(lambda message: message["type"] == "about" and not message["table"]["seats"][1]["here"])
    assert first.table["seats"][1]["left"]
    assert first.ask("agree", seat=2, yes=True)["type"] == "done"
    assert first.table["seats"][1]["bot"] == "greedy"
    for _ in range(4):
        first.play(first.moves[0])
    first.my_turn()
    assert 2 in {entry["seat"] for entry in first.log}
    back = bo.sit(first.table["id"])
    assert back.ask("return", seat=2)["type"] == "done"
    assert back.table["seats"][1]["bot"] is None
    assert back.table["seats"][1]["who"] == "person"


def test_who_has_left_has_no_vote_and_who_is_back_has_not_gone(ada: Person, bo: Person) -> None:
    cy = Person(ada.server)
    made = ada.make("reef", "me", "friend", "friend")
    first, second, third = (person.sit(made["id"]) for person in (ada, bo, cy))
    for seat, page in ((2, second), (3, third)):
        page.ask("sit", seat=seat, name="X", invite=made["invite"])
    first.until(lambda message: message["type"] == "welcome" and message["view"] is not None)
    second.ask("leave", seat=2)
    third.close()
    second.until(lambda message: message["type"] == "about" and not message["table"]["seats"][2]["here"])
    for yes in (False, True):
        assert second.ask("agree", seat=3, yes=yes)["code"] == "players_only"
    second.ask("return", seat=2)
    assert second.ask("agree", seat=3, yes=True)["type"] == "done"
    assert second.table["seats"][2]["agreed"] == [2]
    third = cy.sit(made["id"])
    assert third.table["seats"][2]["agreed"] == []
    assert third.table["seats"][2]["who"] == "person"


def test_a_turn_that_a_bot_takes_is_nobodys_in_the_list(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--bot-pace", "60")
    ada, bo = Person(server), Person(server)
    made = ada.make("reef", "me", "friend", "greedy")
    page = ada.sit(made["id"])
    bo.sit(made["id"]).ask("sit", seat=2, name="Bo", invite=made["invite"])
    assert [card["your_turn"] for card in ada.get("/api/tables")["mine"]] == [True]
    page.ask("concede", seat=1)
    assert [card["your_turn"] for card in ada.get("/api/tables")["mine"]] == [False]
    server.stop()


def test_giving_up_is_kept_as_it_was_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    ada, bo = Person(server), Person(server)
    first, _ = two_friends(ada, bo)
    first.ask("concede", seat=1)
    assert first.ask("return", seat=1)["code"] == "not_playing"
    server.kill()
    server.start()
    again = ada.sit(first.table["id"])
    assert (again.version, again.table["verdict"]) == (first.version, first.table["verdict"])
    server.stop()


def test_who_gives_up_against_several_bots_makes_none_of_them_the_winner(ada: Person) -> None:
    page = ada.sit(ada.make("reef-encounter", "me", "greedy", "greedy", "greedy")["id"])
    page.ask("concede", seat=1)
    assert page.table["status"] == "over"
    assert page.table["verdict"] == {"reason": "Given up by: Guest", "conceded": True, "standing": []}


def test_conceding_ends_a_game_of_two(ada: Person, bo: Person) -> None:
    first, second = two_friends(ada, bo)
    assert second.ask("concede", seat=1)["code"] == "not_your_seat"
    assert first.ask("concede", seat=1)["type"] == "done"
    second.until(lambda message: message["type"] == "welcome")
    assert second.table["status"] == "over"
    assert second.table["verdict"]["standing"] == [[2], [1]]
    assert second.table["verdict"]["conceded"]
    assert second.play("take 1")["code"] == "not_playing"


def test_among_three_a_bot_goes_on_for_who_conceded_and_that_seat_is_last(ada: Person, bo: Person) -> None:
    made = ada.make("reef", "me", "friend", "greedy")
    first, second = ada.sit(made["id"]), bo.sit(made["id"])
    second.ask("sit", seat=2, name="Bo", invite=made["invite"])
    second.ask("concede", seat=2)
    first.until(lambda message: message["type"] == "about" and message["table"]["seats"][1]["conceded"])
    assert first.table["status"] == "playing"
    finished(first)
    assert first.table["verdict"]["standing"][-1] == [2]


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_finished_game_gives_its_record_which_replays_and_can_be_verified(
    ada: Person, bo: Person, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = ada.sit(ada.make(game, "me", "greedy")["id"])
    promised = page.table["commitment"]
    table = page.table["id"]
    refused = ada.http.get(f"/api/tables/{table}/record")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_over")
    assert page.table.get("seed") is None
    if game == "reef":
        finished(page)
    else:
        for _ in range(6):
            page.my_turn()
            page.play(page.moves[0] if len(page.log) < 5 else next(m for m in page.moves if m.startswith("collect")))
        page.ask("concede", seat=1)
    assert page.table["status"] == "over"
    assert commitment(page.table["seed"]) == promised
    text = bo.http.get(f"/api/tables/{table}/record").text
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    replayed = atoll.read(text)
    assert replayed.log[0].startswith("1 ")
    assert len(replayed.log) == len(page.log)
    assert main(["verify", str(file)]) == 0
    assert promised in capsys.readouterr().out
    other = text.replace(page.table["seed"], "0" * 64)
    file.write_text(other, "utf-8")
    assert main(["verify", str(file)]) == 1
    story = bo.get(f"/api/tables/{table}/story?seat=2")
    assert len(story["steps"]) == len(page.log)
    assert bo.sit(table).ask("look", seat=2)["type"] == "done"


def test_a_record_can_be_uploaded_looked_at_and_played_on_from(ada: Person) -> None:
    game = atoll.new("reef", 2, seed=4)
    while len(game.log) < 30:
        game.apply(game.texts()[-1])
    answer = ada.post("/api/records", {"text": game.write() + "# seat 1: Ida\n# seat 2: Uwe\n"})
    page = ada.sit(answer.json()["id"])
    assert page.table["status"] == "study"
    assert [seat["name"] for seat in page.table["seats"]] == ["Ida", "Uwe"]
    assert len(page.log) == len(game.log)
    assert page.ask("look", seat=2)["type"] == "done"
    assert page.play("take 1")["code"] == "not_playing"
    seats = [{"who": "bot", "bot": "greedy"}, {"who": "me"}]
    where = f"/api/tables/{page.table['id']}/fork"
    assert ada.post(where, {"line": 999, "seats": seats}).json()["code"] == "no_line"
    assert ada.post(where, {"line": 9, "seats": [{"who": "me"}, {"who": "open"}]}).json()["code"] == "fork_seats"
    made = ada.post(where, {"line": 9, "seats": seats}).json()
    fork = ada.sit(made["id"])
    assert [entry["move"] for entry in fork.log][:9] == [entry["move"] for entry in page.log][:9]
    fork.my_turn()
    assert fork.play(fork.moves[0])["type"] == "done"
    playing = f"/api/tables/{made['id']}/fork"
    assert ada.post(playing, {"line": 3, "seats": seats}).json()["code"] == "not_over"


def test_a_game_played_on_from_its_deal_can_be_verified(ada: Person, tmp_path: Path) -> None:
    game = atoll.new("reef", 2, seed=4)
    table = ada.post("/api/records", {"text": game.write()}).json()["id"]
    seats = [{"who": "me", "name": "Eva\n2 take 1"}, {"who": "me"}]
    page = ada.sit(ada.post(f"/api/tables/{table}/fork", {"line": 0, "seats": seats}).json()["id"], 1)
    page.play(page.moves[0])
    page.ask("concede", seat=1)
    text = ada.http.get(f"/api/tables/{page.table['id']}/record").text
    assert atoll.read(text).log == ["1 start g b2"]
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    assert main(["verify", str(file)]) == 3  # nothing was drawn
    file.write_text(text.replace("from line 0", "from line x"), "utf-8")
    assert main(["verify", str(file)]) == 1
    file.write_text(text.replace("from line 0", "from line 2"), "utf-8")
    assert main(["verify", str(file)]) == 1


def test_a_record_that_is_endless_is_refused(ada: Person) -> None:
    answer = ada.post("/api/records", {"text": atoll.new("reef", 2, seed=4).write() + "* reveal 1\n" * 12_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "record_long")


def test_a_wrong_record_is_answered_with_its_line_and_ruling(ada: Person) -> None:
    game = atoll.new("reef", 2, seed=4)
    answer = ada.post("/api/records", {"text": game.write() + "1 take 1\n"})
    assert answer.status_code == 400
    said = answer.json()
    assert said["ruling"] == "start"
    assert said["text"].startswith(f"Line {len(game.header) + 1} (1 take 1)")


def test_the_tutorials_deal_is_always_the_same(ada: Person, bo: Person) -> None:
    for game in atoll.NAMES:
        views = []
        for person in (ada, bo):
            page = person.sit(person.make(game, "me", "greedy", tutorial=True)["id"])
            views.append(page.view)
        assert views[0] == views[1]


def test_nobody_else_plays_in_a_tutorial_whose_cards_are_known(ada: Person) -> None:
    for other in ("open", "friend"):
        wish = {"game": "reef", "seats": [{"who": "me"}, {"who": other}], "tutorial": True}
        assert ada.post("/api/tables", wish).json()["code"] == "tutorial_seats"


def test_a_bot_goes_on_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--bot-pace", "60")
    ada = Person(server)
    page = ada.sit(ada.make("reef", "me", "greedy")["id"])
    for _ in range(4):
        page.play(page.moves[0])
    server.kill()
    server.more = ("--bot-pace", "0")
    server.start()
    again = ada.sit(page.table["id"])
    again.my_turn()
    assert [entry["seat"] for entry in again.log if entry["seat"]] == [1] * 4 + [2] * 4
    server.stop()


def test_nobody_without_a_device_can_sit_down(server: Server, ada: Person) -> None:
    made = ada.make("reef", "me", "open")
    with connect(f"ws://{server.host}/ws/{made['id']}") as socket:
        assert json.loads(socket.recv())["seat"] == 0
        socket.send(json.dumps({"type": "sit", "id": "1", "seat": 2, "name": "X"}))
        assert json.loads(socket.recv())["code"] == "no_device"
