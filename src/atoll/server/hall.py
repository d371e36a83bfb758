"""All tables of a server: making, finding and listing them, and knowing people by their device."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import secrets
import time
import tomllib
from pathlib import Path
from typing import Any

from sqlalchemy import Connection as Database
from sqlalchemy import Select, insert, select, update

from atoll.bots import BOTS
from atoll.core.game import Game
from atoll.games import kind, read
from atoll.server import wire
from atoll.server.chance import draws, new_seed
from atoll.server.chronicle import Chronicle
from atoll.server.live import Facts, Live, Seated, bot_names, opening
from atoll.server.refusal import Refusal
from atoll.server.store import Store, lines, people, seats, tables
from atoll.server.thinkers import Thinkers

IDLE = 600.0  # seconds until a table that nobody looks at leaves the memory
MOST_LISTED = 30
MOST_LINES = 1500  # of an uploaded record; a long game has four hundred
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two that look alike


def code(size: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(size))


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def tutorial_seed(game: str) -> str:
    """The deal that a tutorial leads through."""
    seeds = tomllib.loads((Path(__file__).parent / "tutorial.toml").read_text("utf-8"))
    return str(seeds[game])


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers, pace: float = 0.4) -> None:
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self._live: dict[str, Live] = {}
        self._loading = asyncio.Lock()

    # People

    async def person(self, token: str | None) -> tuple[int, str | None] | None:
        """Who has this token, and how they are called."""
        if not token:
            return None
        query = select(people.c.id, people.c.name).where(people.c.token == hashed(token))
        row = await self.store.read(lambda database: database.execute(query).first())
        return (row.id, row.name) if row else None

    async def new_person(self) -> tuple[int, str]:
        """Someone new, and the token that only their device gets."""
        token = secrets.token_urlsafe(32)
        row = {"token": hashed(token), "name": None, "since": time.time()}

        def keep(database: Database) -> int:
            key = database.execute(insert(people).values(row)).inserted_primary_key
            assert key is not None
            return int(key[0])

        return await self.store.write(keep), token

    async def rename(self, person: int, name: str) -> None:
        change = update(people).where(people.c.id == person).values(name=name)
        await self.store.write(lambda database: database.execute(change))

    # Making tables

    def seated(self, wishes: list[wire.SeatWish], person: int, name: str) -> list[Seated]:
        """Who sits where at first."""
        names = bot_names()
        out = []
        for number, wish in enumerate(wishes, 1):
            if wish.who == "bot":
                if wish.bot not in BOTS:
                    raise Refusal("no_bot", name=wish.bot, known=list(BOTS))
                out.append(Seated(number, "bot", "bot", name=wish.name or names.pop(), bot=wish.bot))
            elif wish.who == "me":
                out.append(Seated(number, "me", "person", person=person, name=wish.name or name))
            else:
                out.append(Seated(number, wish.who, wish.who))
        return out

    async def make(self, asked: wire.NewTable, person: int, name: str) -> wire.Created:
        rules = kind(asked.game)
        options = rules.complete_options(asked.options)
        if len(asked.seats) not in rules.seat_numbers:
            raise Refusal("seats", seats=len(asked.seats), known=list(rules.seat_numbers))
        seated = self.seated(asked.seats, person, name)
        full = not any(seat.free for seat in seated)
        facts = self._facts(asked.game, options, "playing" if full else "waiting", person)
        if asked.tutorial and not full:  # whoever knows the tutorial knows its cards
            raise Refusal("tutorial_seats")
        if asked.tutorial:
            facts.seed, facts.tutorial = tutorial_seed(asked.game), True
        return await self._keep(facts, seated, opening(facts, len(seated)) if full else None)

    async def upload(self, text: str, person: int) -> wire.Created:
        """A record to look at; RecordError says what is wrong with it."""
        if text.count("\n") > MOST_LINES:
            raise Refusal("record_long", 413, most=MOST_LINES)
        game = await asyncio.to_thread(read, text)
        options = {line.split()[1]: line.split()[2] for line in game.header if line.startswith("option ")}
        facts = self._facts(game.kind.name, options, "study", person)
        facts.base = len(game.log)
        noted = re.findall(r"^# seat ([1-9]): (.+)$", text, re.MULTILINE)
        names = {int(seat): wire.tidy(name)[:40] or None for seat, name in noted}
        seated = [Seated(number, "bot", "bot", name=names.get(number)) for number in range(1, game.seats + 1)]
        chronicle = await asyncio.to_thread(Chronicle.read, game.kind.name, game.header, game.log)
        return await self._keep(facts, seated, chronicle)

    async def fork(self, source: Live, asked: wire.Fork, person: int, name: str) -> wire.Created:
        """A new table that goes on from a position of a finished game or a record."""
        if source.chronicle is None or source.facts.status not in ("over", "study"):
            raise Refusal("not_over")
        old = source.chronicle.game
        if asked.line > len(old.log):
            raise Refusal("no_line", line=asked.line, lines=len(old.log))
        if len(asked.seats) != old.seats:
            raise Refusal("seats", seats=len(asked.seats), known=[old.seats])
        seated = self.seated(asked.seats, person, name)
        if any(seat.free for seat in seated):
            raise Refusal("fork_seats")
        facts = self._facts(old.kind.name, source.facts.options, "playing", person)
        chronicle = await asyncio.to_thread(Chronicle.read, old.kind.name, old.header, old.log[: asked.line])
        state = chronicle.game.state
        if state.over:
            raise Refusal("fork_over")
        chronicle.accept(list(chronicle.drawn(state, draws(chronicle.game.log), facts.seed)))
        facts.base = len(chronicle.game.log)
        return await self._keep(facts, seated, chronicle)

    def _facts(self, game: str, options: dict[str, str], status: wire.Status, person: int) -> Facts:
        return Facts(code(10), game, options, status, 1, person, code(16), new_seed(), 0, False)

    async def _keep(self, facts: Facts, seated: list[Seated], chronicle: Chronicle | None) -> wire.Created:
        now = time.time()
        game = chronicle.game if chronicle else None
        row = {
            "id": facts.id,
            "game": facts.game,
            "options": json.dumps(facts.options),
            "status": facts.status,
            "version": facts.version,
            "host": facts.host,
            "invite": facts.invite,
            "seed": facts.seed,
            "header": "\n".join(game.header) if game else None,
            "decides": chronicle.decides if chronicle else 0,
            "base": facts.base,
            "tutorial": facts.tutorial,
            "created": now,
            "changed": now,
        }
        chairs = [{"table": facts.id} | vars(seat) for seat in seated]
        texts = game.log if game else []
        record = [{"table": facts.id, "number": number, "text": text} for number, text in enumerate(texts, 1)]

        def keep(database: Database) -> None:
            database.execute(insert(tables).values(row))
            database.execute(insert(seats), chairs)
            if record:
                database.execute(insert(lines), record)

        await self.store.write(keep)
        self._forget_idle()
        self._live[facts.id] = Live(facts, seated, chronicle, self.store, self.thinkers, self.pace)
        return wire.Created(id=facts.id, invite=facts.invite if any(seat.free for seat in seated) else None)

    # Finding tables

    async def find(self, name: str) -> Live:
        """A table by its id, from the memory or from what is stored."""
        if name not in self._live:
            async with self._loading:
                if name not in self._live:
                    self._forget_idle()
                    self._live[name] = await self._load(name)
        live = self._live[name]
        live.idle_since = time.monotonic()  # whoever looked for it is about to enter
        return live

    def _forget_idle(self) -> None:
        now = time.monotonic()
        for name, live in list(self._live.items()):
            if not live.busy and now - live.idle_since > IDLE:
                del self._live[name]

    async def _load(self, name: str) -> Live:
        def reading(database: Database) -> tuple[Facts, list[Seated], str | None, list[str]]:
            row = database.execute(select(tables).where(tables.c.id == name)).mappings().first()
            if row is None:
                raise Refusal("unknown", 404)
            facts = Facts(
                row["id"],
                row["game"],
                json.loads(row["options"]),
                row["status"],
                row["version"],
                row["host"],
                row["invite"],
                row["seed"],
                row["base"],
                row["tutorial"],
                row["changed"],
            )
            chairs = database.execute(select(seats).where(seats.c.table == name).order_by(seats.c.seat)).mappings()
            seated = [Seated(**{key: value for key, value in chair.items() if key != "table"}) for chair in chairs]
            record = database.execute(select(lines.c.text).where(lines.c.table == name).order_by(lines.c.number))
            return facts, seated, row["header"], list(record.scalars())

        facts, seated, header, record = await self.store.read(reading)
        chronicle = None
        if header is not None:
            chronicle = await asyncio.to_thread(Chronicle.read, facts.game, header.split("\n"), record)
        return Live(facts, seated, chronicle, self.store, self.thinkers, self.pace)

    async def lobby(self, person: int | None) -> wire.Lobby:
        """The tables of a person, and those that wait for anyone."""

        def reading(database: Database) -> wire.Lobby:
            mine = select(seats.c.table).where(seats.c.person == person)
            hosted = (tables.c.host == person) & (tables.c.status != "over")
            waiting = select(seats.c.table).where(seats.c.who == "open")
            own = select(tables).where(tables.c.id.in_(mine) | hosted)
            free = select(tables).where((tables.c.status == "waiting") & tables.c.id.in_(waiting))
            return wire.Lobby(
                mine=_cards(database, own, person) if person is not None else [],
                open=[card for card in _cards(database, free, person) if not card.yours],
            )

        return await self.store.read(reading)


def _cards(database: Database, query: Select[Any], person: int | None) -> list[wire.TableCard]:
    rows = list(database.execute(query.order_by(tables.c.changed.desc()).limit(MOST_LISTED)).mappings())
    chairs: dict[str, list[Seated]] = {row["id"]: [] for row in rows}
    found = select(seats).where(seats.c.table.in_(list(chairs))).order_by(seats.c.seat)
    for chair in database.execute(found).mappings():
        values = {key: value for key, value in chair.items() if key != "table"}
        chairs[chair["table"]].append(Seated(**values))
    return [
        wire.TableCard(
            id=row["id"],
            game=row["game"],
            options=json.loads(row["options"]),
            status=row["status"],
            players=[None if seat.free else seat.name for seat in chairs[row["id"]]],
            yours=any(seat.person == person is not None for seat in chairs[row["id"]]),
            your_turn=row["status"] == "playing"
            and any(seat.seat == row["decides"] and seat.decided_by(person) for seat in chairs[row["id"]]),
            changed=row["changed"],
        )
        for row in rows
    ]


def record_text(live: Live) -> str:
    """The record of a finished game, with what is needed to check its chance."""
    assert live.chronicle is not None
    game: Game = live.chronicle.game
    notes = [f"# seat {seat.seat}: {seat.name}" for seat in live.seated if seat.name]
    if live.facts.status != "study":
        notes.append(f"# seed {live.facts.seed}")
        if game.header != opening(live.facts, game.seats).game.header:
            notes.append(f"# played on from line {live.facts.base}")
    return game.write() + "\n".join(notes) + "\n"
