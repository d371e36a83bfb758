"""The games of the tutorials show what the lessons promise, whatever the bot beside the learner does."""

from __future__ import annotations

import pytest

import atoll
from atoll import Game, Rng
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.core.game import Chance
from atoll.games import kinds
from atoll.server.chance import draws, for_deal
from tests.server.running import Person, Server

# The good moves of each lesson, and what each brings about.
LESSONS = {
    "reef-encounter": [
        ("fish g", "fish_chosen"),
        ("cubes ww", "cubes_taken"),
        ("larva w", "larva_played"),
        ("polyp 2e4", "grown"),
        ("polyp 2e5", "eaten"),
        ("polyp 2e2", "placed"),
        ("polyp 2d2", "eaten"),
        ("shrimp 2e4", "shrimp_introduced"),
        ("alga purple o sea", "turned"),
        ("collect o", "collected"),
        ("eat 2e4", "coral_eaten"),
        ("alga red y ow", "locked"),
    ],
    "reef": [
        ("start r b2", "laid"),
        ("start p c2", "laid"),
        ("start g b3", "laid"),
        ("start y c3", "laid"),
        ("take 25", "taken"),
        ("play 48", "played"),
        ("lay r b2", "laid"),
        ("lay r c2", "scored"),
        ("play 53", "played"),
        ("lay p a1", "laid"),
        ("lay p d4", "scored"),
    ],
    "second-kind": [
        ("pass", "passed"),
        ("crown 2d5 2d4", "crown_attacked"),
        ("eat 2e4 lucky-dip", "card_played"),
        ("bag y", "returned"),
        ("bag y", "returned"),
        ("bag y", "returned"),
        ("bag y", "fed"),
        ("larva w", "larva_played"),
        ("polyp 1f3 gw", "laid"),
        ("polyp 1g5 wh nw", "laid"),
        ("polyp 1g4", "attacked"),
        ("change o", "changed"),
        ("lay rock 1h4", "terrain_laid"),
        ("buy o c", "card_bought"),
        ("play consumed-polyp-tiles blue", "card_played"),
        ("blue - 1f4", "blue_moved"),
        ("play dislodged", "card_played"),
        ("dislodge 2d4", "crown_gone"),
        ("collect y", "collected"),
    ],
}
FORMS = {form.page: form for kind in kinds() for form in kind.forms()}


@pytest.fixture
def ada(server: Server) -> Person:
    return Person(server)


def beginning(name: str) -> Game:
    """The game that a tutorial goes on from, or its deal."""
    kind = FORMS[name]
    if kind.tutorial_record is not None:
        return atoll.read(kind.tutorial_record)
    return Game.dealt(kind, 2, {}, kind.deal(2, kind.complete_options({}), for_deal(kind.tutorial)))


def move(game: Game, chance: Chance, text: str | int) -> None:
    for step in game.step(text, chance):
        game.take(step)


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("seed", range(3))
def test_the_good_moves_of_a_lesson_do_what_it_says(name: str, seed: int) -> None:
    game, chance = beginning(name), draws(FORMS[name].tutorial)
    bot, rng = Greedy(), Rng(seed)
    for text, brings in LESSONS[name]:
        while game.seat == 1:
            move(game, chance, decide(bot, game, rng))
        told = game.events(text)
        assert brings in [event.kind for event in told]
        assert all(event.data()["points"] > 0 for event in told if event.kind == "scored")
        move(game, chance, text)


def test_a_tutorial_goes_on_from_a_record_that_stays_as_it_is(ada: Person) -> None:
    record = beginning("second-kind")
    made = ada.make("reef-encounter", "me", "greedy", tutorial=True, options={"expansion": "yes"})
    page = ada.sit(made["id"])
    assert page.table["page"] == "second-kind"
    assert [entry["line"] for entry in page.log][-1] == len(record.log)
    assert page.moves == ["pass", "play dislodged"]
    assert not page.may_undo
    others = page.view["players"][1]
    assert (others["cards"], others["unplayed"], others["hand"]) == (1, None, None)
    assert "free-growth" not in str(page.log)  # the bot's card


def test_a_tutorial_with_a_record_has_its_seats_and_options(ada: Person) -> None:
    wish = {"game": "reef-encounter", "options": {"expansion": "dealt", "advanced": "yes"}, "tutorial": True}
    seats = [{"who": "me"}, {"who": "bot", "bot": "greedy"}]
    assert ada.post("/api/tables", {**wish, "seats": [*seats, seats[1]]}).json()["code"] == "seats"
    page = ada.sit(ada.post("/api/tables", {**wish, "seats": seats}).json()["id"])
    assert page.table["options"] == {"advanced": "no", "expansion": "yes"}
