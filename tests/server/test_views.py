"""What is sent to a seat follows from what the seat may know, and from nothing else."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode

import atoll
from atoll.core.events import Event
from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.core.state import SPECTATOR
from atoll.reef.kind import ReefKind
from atoll.reef.state import Reef
from atoll.server import wire
from atoll.server.chance import draws
from atoll.server.changes import changed, changes
from atoll.server.chronicle import PAGE, Chronicle
from atoll.server.live import Live
from atoll.server.seats import Seated, Seats
from atoll.server.store import Facts, Store
from atoll.server.table import Visitor
from atoll.server.telling import welcome
from tests.server import databases
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


def seated(table: Table) -> Seats:
    names = ("Ada", "Bo", "Cy", "Di")
    return tuple(Seated("me", "person", person=seat + 1, name=names[seat]) for seat in range(table.seats))


def live(chronicle: Chronicle, table: Table, store: Store | None = None) -> Live:
    status: wire.Status = "over" if chronicle.game.over else "playing"
    facts = Facts("x", table.game, dict(table.options), status, 1, "i", "s", version=len(chronicle.game.log) + 1)
    return Live(facts, seated(table), chronicle, store, None)  # type: ignore[arg-type]


def all_that_is_sent(table: Table, chronicle: Chronicle, viewer: int, moves: list[str]) -> bytes:
    """Everything that a page looking from a seat can be sent about a position."""
    heard: list[bytes] = []
    at_table = live(chronicle, table)
    visitor = Visitor(None if viewer == SPECTATOR else viewer + 1, "en", heard.append, viewer)
    at_table.visitors.add(visitor)
    heard.append(wire.packed(welcome(at_table, visitor)))
    heard.append(wire.packed(chronicle.story(viewer, "fr", at_table.names)))
    if chronicle.game.seat == viewer and at_table.facts.status == "playing":
        at = at_table.facts.version
        for move in moves:
            events, differences = at_table.preview(visitor, at, move)
            heard.append(wire.packed(wire.Preview(id="1", events=events, changes=differences)))
        choices = at_table.choices(visitor, at)
        heard.append(wire.packed(wire.Choices(id="1", choices=choices)))
    return b"\n".join(heard)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_a_seat_may_not_know_changes_no_byte_that_it_is_sent(table: Table) -> None:
    for number in range(scaled(4)):
        chronicle = walked(table, number, 25 * number + 7)
        moves = chronicle.game.texts()[:: max(1, len(chronicle.game.texts()) // 8)]
        for viewer in chronicle.viewers:
            sent = all_that_is_sent(table, chronicle, viewer, moves)
            other = chronicle.redealt(viewer, Rng(number))
            assert all_that_is_sent(table, other, viewer, moves) == sent


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_spectator_is_sent_no_hand(table: Table) -> None:
    chronicle = walked(table, 5, 12)
    sent = all_that_is_sent(table, chronicle, SPECTATOR, []).decode()
    for line in chronicle.game.header:
        if line.startswith("hand "):
            assert line not in sent


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_newcomer_is_sent_no_more_of_a_long_game_than_of_a_short_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chance = table.new(2), random.Random(2)
    while len(game.log) < 2 * PAGE and not game.over:
        game.apply(varied_move(game, chance))
    if len(game.log) < PAGE:
        pytest.skip("a whole game is shorter than a page")
    chronicle = Chronicle.read(table.game, game.header, game.log)
    visitor = Visitor(1, "en", lambda _: None, 0)
    short = wire.packed(welcome(live(chronicle, table), visitor))
    log, history = chronicle.game.log, chronicle.history
    times = -(-4000 // len(log))
    chronicle.game.log = log * (times - 1) + log
    longer = Chronicle(chronicle.game, history * times)
    looked = []
    seen = longer.game.kind.seen

    def counted(line: str, *asked: Any) -> str:
        looked.append(line)
        return seen(line, *asked)

    monkeypatch.setattr(longer.game.kind, "seen", counted)
    long = wire.packed(welcome(live(longer, table), visitor))
    told = json.loads(long)
    assert told["lines"] == len(log) * times >= 4000
    assert len(told["log"]) == len(json.loads(short)["log"]) == PAGE
    assert len(looked) == PAGE
    assert len(long) <= len(short) + 3 * PAGE + 10  # its lines have longer numbers


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_said_to_be_in_the_open_is_seen_alike_by_all(table: Table) -> None:
    game, chance = table.new(4), random.Random(4)
    opened = 0
    while len(game.log) < scaled(300, 60) and not game.over:
        steps = game.step(varied_move(game, chance), draws("seed"))
        for step in steps:
            seen = [game.kind.told(step, viewer) for viewer in (SPECTATOR, *range(table.seats))]
            opened += game.kind.in_the_open(step)
            assert not game.kind.in_the_open(step) or all(events == seen[0] for events in seen)
            game.take(step)
    if table.game == "reef" or ("expansion", "no") in table.options:
        assert opened


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_steps_told_one_by_one_lead_to_the_same_view_as_a_full_one(table: Table, tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        chronicle = walked(table, 3, 0)
        at_table = live(chronicle, table, store)
        for _ in range(table.seats):
            await store.add_person(f"{_}")
        await store.keep_table(at_table.facts, at_table.seated)
        heard: dict[int, list[bytes]] = {viewer: [] for viewer in chronicle.viewers}
        for viewer, inbox in heard.items():
            at_table.visitors.add(Visitor(None if viewer == SPECTATOR else viewer + 1, "it", inbox.append, viewer))
        views = {viewer: json.loads(json.dumps(chronicle.view(viewer))) for viewer in heard}
        chance = random.Random(1)
        for _ in range(scaled(120, 25)):
            if chronicle.game.over:
                break
            move = varied_move(chronicle.game, chance)
            await at_table.advance(chronicle, move)
        for viewer, inbox in heard.items():
            steps = [decode(message, type=wire.Step) for message in inbox if json.loads(message)["type"] == "step"]
            for step in steps:
                changed(views[viewer], step.changes)
            assert views[viewer] == json.loads(json.dumps(chronicle.view(viewer)))
            assert chronicle.view(viewer) == chronicle.game.kind.view(chronicle.game.state, viewer)
            assert [step.entry.line for step in steps] == list(range(1, len(chronicle.game.log) + 1))
        kept = await store.find_table(at_table.facts.id)
        assert kept is not None
        assert (kept.facts, kept.seated, kept.lines) == (at_table.facts, at_table.seated, chronicle.game.log)

    store = Store(databases.url(tmp_path / "tables.sqlite"))
    asyncio.run(play(store))
    store.close()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_story_leads_through_every_view(table: Table) -> None:
    chronicle = walked(table, 8, 40)
    for viewer in chronicle.viewers:
        story = chronicle.story(viewer, "en", [])
        view = json.loads(json.dumps(story.first))
        for step, state in zip(story.steps, list(chronicle.game.steps())[1:], strict=True):
            changed(view, step.changes)
            assert view == json.loads(json.dumps(chronicle.game.kind.view(state.state, viewer)))


def test_changes_take_things_away_and_add_them() -> None:
    before = {"a": {"x": 1, "y": 2}, "b": [1, 2], "c": None, "d": [{"k": 1}]}
    after = {"a": {"y": 3, "z": 4}, "b": [1, 2, 3], "c": {"n": []}, "d": [{"k": 2}]}
    steps = changes(before, after)
    assert changed(json.loads(json.dumps(before)), steps) == after
    assert [step.path for step in steps] == [["a", "x"], ["a", "y"], ["a", "z"], ["b"], ["c"], ["d", 0, "k"]]


class Secretive(ReefKind):
    """Reef, if the new top card lay face down and the second seat had a look at it."""

    def chance_events(self, before: Reef, outcome: list[int], after: Reef, viewer: int) -> list[Event]:
        return super().chance_events(before, outcome, after, viewer) if viewer == 1 else []


def test_a_line_of_chance_is_told_to_each_as_each_saw_it() -> None:
    open_game = atoll.new("reef", 3, seed=2)
    chronicle = Chronicle(Game(Secretive(), open_game.state, open_game.header))
    while not chronicle.game.log or not chronicle.game.log[-1].startswith("*"):
        for step in chronicle.game.step(chronicle.game.texts()[0], draws("seed")):
            chronicle.accept(chronicle.prepared(step))
    told = [bool(chronicle.entries(viewer, "en", [])[-1].events) for viewer in (SPECTATOR, 0, 1, 2)]
    assert told == [False, False, True, False]
