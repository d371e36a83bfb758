"""No answer to a seat or a spectator depends on what it may not know.

Every kind of question that a page, a socket or an address can ask is put to a game and to the same game with all that
is hidden from who asks dealt anew. Both have to answer alike to the byte: at random positions, at the last decisions of
whole games, and after moves that were tried and can be taken back.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest

import atoll
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.core.state import SPECTATOR
from atoll.server import telling, wire
from atoll.server.answering import Pauses
from atoll.server.app import COOKIE, Doors, Settings, make_app
from atoll.server.chronicle import Chronicle
from atoll.server.limits import Limits
from atoll.server.live import Live
from atoll.server.seats import Seated
from atoll.server.store import Facts
from atoll.server.table import Visitor
from tests.server import databases
from tests.walk import TABLES as EVERY_TABLE
from tests.walk import Table, scaled, varied_move

FIXTURES = sorted(Path(__file__).parent.parent.glob("*/fixtures/*.txt"))
# How the expansion is dealt hides nothing else: once is enough.
TABLES = [table for table in EVERY_TABLE if table.seats == 2 or ("expansion", "dealt") not in table.options]
LAST = 6  # decisions of a whole game
ADDRESSES = 5  # at every fifth comparison addresses are asked, too: they tell whole games
LONG = Pauses(1e6, 1e6, 1e6)  # nobody answers by itself while somebody asks
TRIED = 3  # moves in a row that are tried and could be taken back


@dataclass
class House:
    """A server's doors, and the devices of four people."""

    doors: Doors
    http: httpx.AsyncClient
    tokens: list[str] = field(default_factory=list)

    def live(self, chronicle: Chronicle) -> Live:
        """A table with this game, people in all seats."""
        game = chronicle.game
        options = {line.split()[1]: line.split()[2] for line in game.header if line.startswith("option ")}
        seated = tuple(Seated("me", "person", person=seat + 1, name=f"P{seat + 1}") for seat in range(game.seats))
        status: wire.Status = "over" if game.over else "playing"
        facts = Facts("abcdefghjk", game.kind.name, options, status, None, "i", "s", version=len(game.log) + 1)
        facts = Facts(
            **vars(facts) | {"header": tuple(game.header), "decides": game.seat, "changed": 0.0, "hints": True}
        )
        live = Live(facts, seated, chronicle, self.doors.hall.store, self.doors.hall.thinkers, pauses=LONG)
        self.doors.hall._live = {facts.id: live}
        self.doors.stories._kept.clear()  # what was told of another game must not be told of this one
        return live

    async def over_sockets(self, live: Live, viewer: int, questions: list[dict[str, object]]) -> list[bytes]:
        """What a page hears that opens a table, looks from a seat and asks."""
        heard: list[bytes] = []
        visitor = Visitor(None if viewer == SPECTATOR else viewer + 1, "en", heard.append)
        live.enter(visitor, viewer)
        for number, question in enumerate(questions):
            at = (
                {"at": live.facts.version}
                if question["type"] in ("what", "why", "list", "insight", "hint", "play")
                else {}
            )
            await self.doors.answer(live, visitor, json.dumps({"id": str(number)} | at | question))
        live.exit(visitor)
        return heard

    def in_passing(self, live: Live, viewer: int) -> list[bytes]:
        """What a page heard that was there when the last line was written, and would hear if it were taken back."""
        assert live.chronicle is not None
        game = live.chronicle.game
        if not game.log:
            return []
        visitor = Visitor(None if viewer == SPECTATOR else viewer + 1, "it", lambda _: None, viewer)
        earlier = Chronicle.read(game.kind.name, game.header, game.log[:-1])
        step = telling.step(live, live.chronicle, {viewer: earlier.view(viewer)}, visitor)
        return [wire.packed(step), wire.packed(telling.undone(live, live.chronicle, earlier, visitor))]

    async def over_http(self, live: Live, viewer: int) -> list[bytes]:
        """What the addresses of a table answer to the device of a seat's person, or to a stranger's."""
        cookies = {} if viewer == SPECTATOR else {COOKIE: self.tokens[viewer]}
        self.http.cookies = httpx.Cookies(cookies)
        path = f"/api/tables/{live.facts.id}"
        fork = {"line": 1, "seats": [{"who": "me"}] * len(live.seated)}
        seats = (wire.number(viewer), len(live.seated) - max(0, viewer), 0)
        answers = [
            *[await self.http.get(f"{path}/story", params={"seat": seat}) for seat in dict.fromkeys(seats)],
            await self.http.get(f"{path}/record"),
            await self.http.get("/api/tables"),
            await self.http.get("/api/tables/unknown/story"),
        ]
        if not live.done:  # else it would make a table, or have the game looked through
            answers.append(await self.http.post(f"{path}/fork", json=fork))
            analysis = [
                await self.http.post(f"{path}/analysis", json={}),
                await self.http.get(f"{path}/analysis", params={"seat": wire.number(viewer)}),
                await self.http.get(f"{path}/analysis/state"),
            ]
            assert {answer.status_code for answer in analysis} <= {401, 403}
            answers += analysis
        return [f"{answer.status_code} ".encode() + answer.content for answer in answers]


@contextlib.asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    settings = Settings(
        databases.url(folder / "tables.sqlite"), folder, workers=1, tables_per_minute=1e9, limits=Limits(1e9)
    )
    doors = Doors(settings)
    app = make_app(settings, doors=doors)
    transport = httpx.ASGITransport(app)
    async with doors.lifespan(None), httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:  # type: ignore[arg-type]
        people = [await doors.hall.new_person() for _ in range(4)]
        assert [number for number, _ in people] == [1, 2, 3, 4]
        yield House(doors, http, [token for _, token in people])


def questions(game: Game, viewer: int, chance: random.Random, known: list[str]) -> list[dict[str, object]]:
    """Everything that can be asked over a socket without changing anything; `known` are moves of other positions."""
    moves = game.texts() if viewer == game.seat else []
    some = chance.sample(moves, min(len(moves), 10))
    some += [text for text in moves if text.split()[0] in ("tile", "collect", "eat", "pass")][:10]
    others = [*chance.sample(known, min(len(known), 8)), "tile w", "tile y", "tile o", "tile p", "tile g", "?"]
    wrong = [text for text in others if text not in moves]
    about: list[dict[str, object]] = [{"type": "what", "move": text} for text in dict.fromkeys(some + wrong[:3])]
    about += [{"type": "why", "move": text} for text in dict.fromkeys(some[:2] + wrong)]
    return [
        *about,
        {"type": "play", "move": "nothing that can be played"},
        {"type": "list"},
        {"type": "insight"},
        {"type": "insight", "line": len(game.log) // 2},
        {"type": "speak", "language": "fr"},
        {"type": "look", "seat": (wire.number(viewer) + 1) % (game.seats + 1)},
        {"type": "look", "seat": game.seats + 1},
        {"type": "sit", "seat": 1, "name": "Eve"},
        {"type": "agree", "seat": 8, "yes": True},
        *[
            {"type": "standing", "seat": seat, "window": window, "answer": answer}
            for seat in dict.fromkeys((wire.number(viewer) or 1, 1))
            for window, answer in (("current", "no"), ("start", "always"), ("growth", "no"), ("growth", "able"))
        ],
        {"type": "speak", "language": "en"},
        {"type": "nonsense"},
    ]


async def compare(house: House, chronicle: Chronicle, viewer: int, seed: int, known: list[str]) -> None:
    """Ask a game and its redealt twin the same; then try moves in both."""
    chance = random.Random(seed)
    twin = chronicle.redealt(viewer, Rng(seed))
    asked = questions(chronicle.game, viewer, chance, known)
    answers = []
    for one in (chronicle, twin):
        live = house.live(one)
        answers.append(await house.over_sockets(live, viewer, asked))
        if seed % ADDRESSES == 0:
            answers[-1] += await house.over_http(live, viewer)
        elif seed % ADDRESSES == 1:
            answers[-1] += house.in_passing(live, viewer)
    same(*answers)
    if viewer == chronicle.game.seat:
        await compare_tries(house, chronicle, twin, chance, known)


async def compare_tries(
    house: House, chronicle: Chronicle, twin: Chronicle, chance: random.Random, known: list[str]
) -> None:
    """What a seat hears while it tries moves that it may take back."""
    viewer = chronicle.game.seat
    pair = [chronicle.copy(), twin.copy()]
    for _ in range(TRIED):
        game = pair[0].game
        if game.seat != viewer:
            return
        texts = game.texts()
        dear = [text for text in texts if text.startswith(("tile", "cube", "polyp", "take"))]
        move = chance.choice(dear if dear and chance.random() < 0.7 else texts)
        steps = [one.game.step(move)[0] for one in pair]
        assert steps[0].final == steps[1].final, move
        if steps[0].final or steps[0].after.seat < 0:
            return
        for one, step in zip(pair, steps, strict=True):
            one.accept(one.prepared(step))
        asked = questions(pair[0].game, viewer, chance, known)
        same(*[await house.over_sockets(house.live(one), viewer, asked) for one in pair])


def same(one: list[bytes], other: list[bytes]) -> None:
    for left, right in zip(one, other, strict=True):
        assert left == right


class Asking:
    """A house that is opened once for all tests."""

    def __init__(self, runner: asyncio.Runner, house: House) -> None:
        self.run = runner.run
        self.house = house

    def compared(self, positions: Iterator[tuple[Chronicle, list[str]]]) -> int:
        """Compare at every position, for who decides and one of the others in turn; how many comparisons that were."""
        number = 0
        for place, (chronicle, known) in enumerate(positions):
            others = [viewer for viewer in chronicle.viewers if viewer != chronicle.game.seat]
            for viewer in {chronicle.game.seat, others[place % len(others)]} & {*chronicle.viewers}:
                number += 1
                self.run(compare(self.house, chronicle, viewer, number, known))
        return number


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with asyncio.Runner() as runner:
        opened = house(tmp_path_factory.mktemp("hidden"))
        yield Asking(runner, runner.run(opened.__aenter__()))
        runner.run(opened.__aexit__(None, None, None))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_at_random_positions(table: Table, asking: Asking) -> None:
    def positions() -> Iterator[tuple[Chronicle, list[str]]]:
        for seed in range(scaled(3)):
            game = table.new(seed)
            chance = random.Random(seed)
            known: set[str] = set()
            for _ in range(60 * seed + 5):
                if game.over:
                    break
                known.update(chance.sample(game.texts(), 1))
                game.apply(varied_move(game, chance))
            yield Chronicle.read(table.game, game.header, game.log), sorted(known)

    assert asking.compared(positions()) >= 2


def last_decisions(game: Game, number: int) -> Iterator[tuple[Chronicle, list[str]]]:
    """The positions before the last decisions of a game. When it is over nothing is hidden any more."""
    decisions = [place for place, line in enumerate(game.log) if not line.startswith("*")]
    known = sorted({line.partition(" ")[2] for line in game.log if not line.startswith("*")})
    chronicle = Chronicle.opened(game.kind.name, game.header)
    for place in decisions[-number:]:
        chronicle.follow(game.log[len(chronicle.game.log) : place])
        yield chronicle.copy(), known


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_at_the_last_decisions_of_whole_games(file: Path, asking: Asking) -> None:
    game = atoll.read(file.read_text())
    assert game.over
    number = scaled(LAST, 2)
    assert asking.compared(last_decisions(game, number)) == 2 * number


@pytest.mark.parametrize("table", [table for table in TABLES if table.seats == 2], ids=str)
def test_at_the_last_decisions_of_games_between_bots(table: Table, asking: Asking) -> None:
    def positions() -> Iterator[tuple[Chronicle, list[str]]]:
        game, rng, bot = table.new(1), Rng(1), Greedy()
        while not game.over:
            game.apply(decide(bot, game, rng))
        yield from last_decisions(game, scaled(LAST, 1))

    assert asking.compared(positions()) >= 2


async def compare_hints(house: House, chronicle: Chronicle, seed: int) -> int:
    """A hint for the seat to decide, of a game and of its redealt twin, whose server has another secret; its steps."""
    seat = chronicle.game.seat
    heard = []
    for at, one in enumerate((chronicle, chronicle.redealt(seat, Rng(seed)))):
        live = house.live(one)
        live.facts = replace(live.facts, seed=f"secret {at}")
        heard.append((await house.over_sockets(live, seat, [{"type": "hint"}]))[-1:])
    hint = json.loads(heard[0][0])
    assert hint["type"] == "hint"
    assert hint["reason"]
    assert all(step["move"] and step["events"] for step in hint["steps"])
    same(*heard)
    return len(hint["steps"])


@pytest.mark.parametrize("table", [table for table in TABLES if table.seats == 2], ids=str)
def test_a_hint_follows_from_what_its_seat_knows(table: Table, asking: Asking) -> None:
    async def run() -> int:
        longest = 0
        for seed in range(2):
            game = table.new(seed)
            chance = random.Random(seed)
            for _ in range(20 + 30 * seed):
                game.apply(varied_move(game, chance))
            chronicle = Chronicle.read(table.game, game.header, game.log)
            longest = max(longest, await compare_hints(asking.house, chronicle, seed))
        return longest

    assert asking.run(run()) >= 1


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_a_hint_at_the_end_of_a_game_follows_from_what_its_seat_knows(file: Path, asking: Asking) -> None:
    async def run() -> None:
        for chronicle, _ in last_decisions(atoll.read(file.read_text()), 1):
            await compare_hints(asking.house, chronicle, 1)

    asking.run(run())
