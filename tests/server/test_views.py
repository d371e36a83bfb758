"""What is sent to a seat follows from what the seat may know, and from nothing else."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from atoll.core.rng import Rng
from atoll.server import wire
from atoll.server.changes import changed, changes
from atoll.server.chronicle import Chronicle, seat_of
from atoll.server.live import Facts, Live, Seated, Visitor
from tests.walk import TABLES, Table, scaled, varied_move


def walked(table: Table, seed: int, most: int) -> Chronicle:
    """A chronicle after some moves."""
    game = table.new(seed)
    chance = random.Random(seed)
    for _ in range(most):
        if game.over:
            break
        game.apply(varied_move(game, chance))
    return Chronicle.read(table.game, game.header, game.log)


def live(chronicle: Chronicle, table: Table) -> Live:
    names = ("Ada", "Bo", "Cy", "Di")
    seats = [Seated(seat + 1, "me", "person", person=seat, name=names[seat]) for seat in range(table.seats)]
    facts = Facts("x", table.game, dict(table.options), "playing", len(chronicle.game.log) + 1, 0, "i", "s", 0, False)
    if chronicle.game.over:
        facts.status = "over"
    return Live(facts, seats, chronicle, None, None)  # type: ignore[arg-type]


def all_that_is_sent(table: Table, chronicle: Chronicle, perspective: int, moves: list[str]) -> bytes:
    """Everything that a page looking from a seat can be sent about a position."""
    heard: list[bytes] = []
    at_table = live(chronicle, table)
    person = seat_of(perspective)
    visitor = Visitor(person, "en", heard.append, perspective)
    at_table.visitors.add(visitor)
    heard.append(at_table.welcome(visitor).model_dump_json().encode())
    heard.append(chronicle.story(perspective, "fr", at_table.names).model_dump_json().encode())
    if chronicle.decides == perspective and at_table.facts.status == "playing":
        at = at_table.facts.version
        for move in moves:
            events, differences = at_table.preview(visitor, at, move)
            heard.append(wire.Preview(id="1", events=events, changes=differences).model_dump_json().encode())
        choices = at_table.choices(visitor, at)
        heard.append(json.dumps([dict(choice) for choice in choices]).encode())
    return b"\n".join(heard)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_a_seat_may_not_know_changes_no_byte_that_it_is_sent(table: Table) -> None:
    for number in range(scaled(6)):
        chronicle = walked(table, number, 25 * number + 7)
        moves = chronicle.game.texts()[:: max(1, len(chronicle.game.texts()) // 8)]
        for perspective in chronicle.perspectives:
            sent = all_that_is_sent(table, chronicle, perspective, moves)
            other = chronicle.redealt(perspective, Rng(number))
            assert all_that_is_sent(table, other, perspective, moves) == sent


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_spectator_is_sent_no_hand(table: Table) -> None:
    chronicle = walked(table, 5, 12)
    sent = all_that_is_sent(table, chronicle, 0, []).decode()
    for line in chronicle.game.header:
        if line.startswith("hand "):
            assert line not in sent


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_steps_told_one_by_one_lead_to_the_same_view_as_a_full_one(table: Table) -> None:
    async def play() -> None:
        chronicle = walked(table, 3, 0)
        at_table = live(chronicle, table)
        heard: dict[int, list[bytes]] = {perspective: [] for perspective in chronicle.perspectives}
        for perspective, inbox in heard.items():
            at_table.visitors.add(Visitor(seat_of(perspective), "it", inbox.append, perspective))
        views = {p: json.loads(json.dumps(chronicle.view(p))) for p in heard}

        class Kept:
            async def write(self, _: object) -> None:
                pass

        at_table.store = Kept()  # type: ignore[assignment]
        chance = random.Random(1)
        for _ in range(scaled(120, 25)):
            if chronicle.game.over:
                break
            move = varied_move(chronicle.game, chance)
            await at_table.advance(chronicle, chronicle.prepared(move, "seed"))
        for perspective, inbox in heard.items():
            steps = [wire.server_message.validate_json(message) for message in inbox]
            for step in steps:
                if isinstance(step, wire.Step):
                    changed(views[perspective], step.changes)
            assert views[perspective] == json.loads(json.dumps(chronicle.view(perspective)))
            told = [step.entry for step in steps if isinstance(step, wire.Step)]
            assert [entry.line for entry in told] == list(range(1, len(chronicle.game.log) + 1))

    asyncio.run(play())


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_story_leads_through_every_view(table: Table) -> None:
    chronicle = walked(table, 8, 40)
    for perspective in chronicle.perspectives:
        story = chronicle.story(perspective, "en", [])
        view = json.loads(json.dumps(story.first))
        for step, state in zip(story.steps, list(chronicle.game.steps())[1:], strict=True):
            changed(view, step.changes)
            assert view == json.loads(json.dumps(chronicle.game.kind.view(state.state, seat_of(perspective))))


def test_changes_take_things_away_and_add_them() -> None:
    before = {"a": {"x": 1, "y": 2}, "b": [1, 2], "c": None, "d": [{"k": 1}]}
    after = {"a": {"y": 3, "z": 4}, "b": [1, 2, 3], "c": {"n": []}, "d": [{"k": 2}]}
    steps = changes(before, after)
    assert changed(json.loads(json.dumps(before)), steps) == after
    assert [step.path for step in steps] == [["a", "x"], ["a", "y"], ["a", "z"], ["b"], ["c"], ["d", 0, "k"]]
