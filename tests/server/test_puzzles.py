"""A puzzle at the server: one turn of one person, judged before anyone else moves; nothing of it is kept."""

from __future__ import annotations

from copy import deepcopy

import pytest

from atoll import Rng
from atoll.bots import Greedy
from atoll.games import kinds
from atoll.study.puzzles import Puzzle, shipped
from tests.server.databases import looked_into
from tests.server.running import Page, Person, Server

FORMS = {form.page: form for kind in kinds() for form in kind.forms()}
GAMES = ["reef-encounter", "second-kind", "reef"]


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server)


def puzzle_of(page: str, least: int = 1) -> Puzzle:
    """A puzzle with so many moves at least."""
    return next(puzzle for puzzle in shipped(FORMS[page]) if len(puzzle.best) >= least)


def begun(person: Person, puzzle: Puzzle) -> Page:
    answer = person.post("/api/puzzles", {"puzzle": puzzle.id})
    assert answer.status_code == 200, answer.text
    return person.sit(answer.json()["id"])


def play(page: Page, moves: list[str]) -> None:
    for move in moves:
        assert page.ask("play", move=move)["type"] == "done"


def greedy(puzzle: Puzzle) -> list[str]:
    state = puzzle.state()
    return puzzle.rules.texts(state, Greedy().plan(state, Rng(3)))


def test_the_lists_tell_no_more_than_what_there_is(ada: Person) -> None:
    games = ada.get("/api/puzzles")["games"]
    assert games == {page: len(shipped(FORMS[page])) for page in FORMS if shipped(FORMS[page])}
    for page in games:
        cards = ada.get(f"/api/puzzles/{page}")["puzzles"]
        assert [card["id"] for card in cards] == [puzzle.id for puzzle in shipped(FORMS[page])]
        assert all(set(card) == {"id", "level", "seats"} for card in cards)
    assert ada.http.get("/api/puzzles/chess").status_code == 404
    assert ada.post("/api/puzzles", {"puzzle": "nonesuch"}).status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_the_best_turn_solves_it_before_anyone_else_moves(ada: Person, name: str) -> None:
    puzzle = puzzle_of(name)
    page = begun(ada, puzzle)
    assert page.table["puzzle"] == puzzle.id
    assert page.seat == puzzle.seat + 1
    assert page.ask("judge", at=page.version)["code"] == "puzzle_turn"
    play(page, puzzle.best)
    assert [entry["seat"] for entry in page.log] == [puzzle.seat + 1] * len(puzzle.best)
    assert page.moves == []
    assert not page.may_undo
    said = page.ask("judge", at=page.version)
    assert said["solved"]
    assert said["share"] == said["best"] == puzzle.share
    assert said["reason"] == puzzle.why().text("en", [seat["name"] for seat in page.table["seats"]])


def test_a_worse_turn_is_told_so_and_can_be_tried_again(ada: Person) -> None:
    puzzle = puzzle_of("reef")
    page = begun(ada, puzzle)
    first = deepcopy(page.view)
    play(page, greedy(puzzle))
    said = page.ask("judge", at=page.version)
    assert not said["solved"]
    assert said["share"] < said["best"]
    assert page.ask("judge", at=page.version) | {"id": ""} == said | {"id": ""}
    page.ask("again")
    assert page.log == []
    assert page.view == first
    play(page, puzzle.best)
    assert page.ask("judge", at=page.version)["solved"]


def test_moves_can_be_taken_back_until_the_turn_ends(ada: Person) -> None:
    puzzle = puzzle_of("reef-encounter", least=3)
    page = begun(ada, puzzle)
    first = deepcopy(page.view)
    play(page, puzzle.best[:2])
    page.ask("undo")
    page.ask("undo")
    assert page.log == []
    assert page.view == first
    play(page, puzzle.best)
    assert page.ask("undo")["code"] == "no_undo"


def test_the_solution_is_shown_step_by_step_from_the_beginning(ada: Person) -> None:
    puzzle = puzzle_of("reef-encounter", least=3)
    page = begun(ada, puzzle)
    shown = page.ask("solution", at=page.version)
    assert [step["move"] for step in shown["steps"]] == puzzle.best
    play(page, puzzle.best[:1])
    assert [step["move"] for step in page.ask("solution", at=page.version)["steps"]] == puzzle.best[1:]
    page.ask("undo")
    other = next(move for move in page.moves if move != puzzle.best[0])
    play(page, [other])
    assert page.ask("solution", at=page.version)["type"] == "problem"


def test_a_puzzle_is_its_solvers_alone_and_nothing_of_it_is_kept(ada: Person, server: Server) -> None:
    puzzle = puzzle_of("reef", 2)
    page = begun(ada, puzzle)
    table = page.table["id"]
    play(page, puzzle.best[:1])
    eve = Person(server)
    with pytest.raises(Exception, match="received 1008"):
        eve.sit(table).hear()
    for path in (f"/api/tables/{table}/story?seat={puzzle.seat + 1}", f"/api/tables/{table}/record"):
        assert ada.http.get(path).status_code >= 400
    for question in ("leave", "concede"):
        assert page.ask(question, seat=puzzle.seat + 1)["code"] == "puzzle_seats"
    assert page.ask("hint")["code"] == "no_hints"
    assert page.ask("insight", line=0)["code"] == "puzzle_past"
    with looked_into(server.file) as database:
        assert database.execute("select count(*) from tables where id = ?", [table]).fetchone() == (0,)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_sent_depends_on_what_the_seat_cannot_know(ada: Person, name: str) -> None:
    puzzle = puzzle_of(name)
    page = begun(ada, puzzle)
    other = puzzle.state().redeal(puzzle.seat, Rng(9))
    assert page.view == puzzle.rules.view(other, puzzle.seat)


def test_only_a_few_puzzles_are_open_at_once(ada: Person) -> None:
    puzzles = shipped(FORMS["reef"])[:5]
    tables = [ada.post("/api/puzzles", {"puzzle": puzzle.id}).json()["id"] for puzzle in puzzles]
    known = [ada.http.get(f"/api/tables/{table}/record").status_code for table in tables]
    assert known == [404, 404, 403, 403, 403]


def test_other_tables_know_nothing_of_puzzles(ada: Person) -> None:
    page = ada.sit(ada.make("reef", "me", "greedy")["id"])
    assert page.table["puzzle"] is None
    for question in ("judge", "solution"):
        assert page.ask(question, at=page.version)["code"] == "puzzle_none"
    assert page.ask("again")["code"] == "puzzle_none"
