"""All tables of a server: making, finding and listing them, and knowing people by their device."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from dataclasses import replace

from atoll.core.errors import AtollError
from atoll.games import kind, read
from atoll.server import seats, wire
from atoll.server.chance import draws, new_seed
from atoll.server.chronicle import Chronicle
from atoll.server.live import Live, dealt
from atoll.server.refusal import Refusal
from atoll.server.seats import Seated, Seats
from atoll.server.start import moved, note, start_chair
from atoll.server.store import DRAWN, Facts, Kept, Store
from atoll.server.table import Outdated
from atoll.server.thinkers import Thinkers

IDLE = 600.0  # seconds until a table that nobody looks at leaves the memory
SHOW_IDLE = 30.0  # if only bots sit there
MOST_LINES = 1500  # of an uploaded record; a long game has four hundred
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two that look alike


def code(size: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(size))


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers, pace: float = 0.4) -> None:
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self._live: dict[str, Live] = {}
        self._loading = asyncio.Lock()
        self._outdated: set[str] = set()  # tables whose games could not be followed when someone looked

    # People

    async def person(self, token: str | None) -> tuple[int, str | None] | None:
        """Who has this token, and how they are called."""
        if not token:
            return None
        return await self.store.find_person(hashed(token))

    async def new_person(self) -> tuple[int, str]:
        """Someone new, and the token that only their device gets."""
        token = secrets.token_urlsafe(32)
        return await self.store.add_person(hashed(token)), token

    async def rename(self, person: int, name: str) -> None:
        await self.store.rename(person, name)

    # Making tables

    async def make(self, asked: wire.NewTable, person: int, name: str) -> wire.Created:
        rules = kind(asked.game)
        options = rules.complete_options(asked.options)
        if len(asked.seats) not in rules.seat_numbers:
            raise Refusal("seats", seats=len(asked.seats), known=list(rules.seat_numbers))
        seated = seats.first(asked.seats, person, name)
        full = seats.full(seated)
        facts = new_facts(asked.game, options, "playing" if full else "waiting", person)
        if asked.tutorial and not full:  # whoever knows the tutorial knows its cards
            raise Refusal("tutorial_seats")
        if asked.tutorial:
            facts = replace(facts, seed=kind(asked.game).tutorial, tutorial=True)
        else:
            facts = replace(facts, start=chosen_chair(asked))
        if not full:
            return await self._keep(facts, seated, None)
        seated = moved(seated, start_chair(facts, len(seated)))
        return await self._keep(facts, seated, dealt(facts, len(seated)))

    async def upload(self, text: str, person: int) -> wire.Created:
        """A record to look at; RecordError says what is wrong with it."""
        if text.count("\n") > MOST_LINES:
            raise Refusal("record_long", 413, most=MOST_LINES)
        game = await asyncio.to_thread(read, text)
        options = {line.split()[1]: line.split()[2] for line in game.header if line.startswith("option ")}
        facts = replace(new_facts(game.kind.name, options, "study", person), base=len(game.log))
        noted = re.findall(r"^# seat ([1-9]): (.+)$", text, re.MULTILINE)
        names = {int(seat): wire.tidy(name)[:40] or None for seat, name in noted}
        seated = tuple(Seated("bot", "bot", name=names.get(seat + 1)) for seat in range(game.seats))
        chronicle = await asyncio.to_thread(Chronicle.read, game.kind.name, game.header, game.log)
        return await self._keep(facts, seated, chronicle)

    async def fork(self, source: Live, asked: wire.Fork, person: int, name: str) -> wire.Created:
        """A new table that goes on from a position of a finished game or a record."""
        if source.outdated:
            raise Refusal("outdated_fork")
        if source.chronicle is None or not source.done:
            raise Refusal("not_over")
        old = source.chronicle.game
        if asked.line > len(old.log):
            raise Refusal("no_line", line=asked.line, lines=len(old.log))
        if len(asked.seats) != old.seats:
            raise Refusal("seats", seats=len(asked.seats), known=[old.seats])
        seated = seats.first(asked.seats, person, name)
        if not seats.full(seated):
            raise Refusal("fork_seats")
        facts = new_facts(old.kind.name, source.facts.options, "playing", person)
        chronicle = await asyncio.to_thread(Chronicle.read, old.kind.name, old.header, old.log[: asked.line])
        if chronicle.game.over:
            raise Refusal("fork_over")
        for step in list(chronicle.game.draws(draws(facts.seed))):
            chronicle.accept(chronicle.prepared(step))
        return await self._keep(replace(facts, base=len(chronicle.game.log)), seated, chronicle)

    async def _keep(self, facts: Facts, seated: Seats, chronicle: Chronicle | None) -> wire.Created:
        if chronicle is not None:
            facts = replace(facts, header=tuple(chronicle.game.header), decides=chronicle.game.seat)
        await self.store.keep_table(facts, seated, chronicle.game.log if chronicle else ())
        self.forget_idle()
        self._live[facts.id] = Live(facts, seated, chronicle, self.store, self.thinkers, self.pace)
        return wire.Created(id=facts.id, invite=None if seats.full(seated) else facts.invite)

    # Finding tables

    def remembers(self, name: str) -> bool:
        """Whether a table is in the memory."""
        return name in self._live

    async def find(self, name: str) -> Live:
        """A table by its id, from the memory or from what is stored."""
        if name not in self._live:
            async with self._loading:
                if name not in self._live:
                    self.forget_idle()
                    self._live[name] = await self._load(name)
        live = self._live[name]
        live.idle_since = time.monotonic()  # whoever looked for it is about to enter
        return live

    def forget_idle(self) -> None:
        now = time.monotonic()
        for name, live in list(self._live.items()):
            if not live.busy and now - live.idle_since > (SHOW_IDLE if live.for_show else IDLE):
                del self._live[name]

    async def _load(self, name: str) -> Live:
        kept = await self.store.find_table(name)
        if kept is None:
            raise Refusal("unknown", 404)
        chronicle, outdated = await asyncio.to_thread(reread, kept)
        if outdated:
            self._outdated.add(name)
        return Live(kept.facts, kept.seated, chronicle, self.store, self.thinkers, self.pace, outdated)

    async def lobby(self, person: int | None) -> wire.Lobby:
        """The tables of a person, and those that wait for anyone."""
        mine, free = (
            [card(*table, person, table[0].id in self._outdated) for table in tables]
            for tables in await self.store.lobby(person)
        )
        return wire.Lobby(mine=mine, open=[other for other in free if not other.yours])


def new_facts(game: str, options: dict[str, str], status: wire.Status, person: int) -> Facts:
    return Facts(code(10), game, options, status, person, code(16), new_seed())


def chosen_chair(asked: wire.NewTable) -> int:
    """Who shall start at a new table."""
    if asked.start is None:
        return DRAWN
    if asked.start > len(asked.seats):
        raise Refusal("no_seat", seat=asked.start, seats=len(asked.seats))
    return wire.viewer(asked.start)


def reread(kept: Kept) -> tuple[Chronicle | None, Outdated | None]:
    """The game of a kept table, as far as the rules of today can follow its record."""
    facts, chronicle = kept.facts, None
    try:
        if facts.header:
            chronicle = Chronicle.opened(facts.game, facts.header)
            chronicle.follow(kept.lines)
    except AtollError as error:
        return chronicle, Outdated.by(error, (*facts.header, *kept.lines))
    return chronicle, None


def card(facts: Facts, seated: Seats, person: int | None, outdated: bool) -> wire.TableCard:
    status = "study" if outdated else facts.status
    decides = seated[facts.decides] if status == "playing" and 0 <= facts.decides < len(seated) else None
    return wire.TableCard(
        id=facts.id,
        game=facts.game,
        options=facts.options,
        status=status,
        players=[None if seat.free else seat.name for seat in seated],
        yours=bool(seats.held(seated, person)),
        your_turn=decides is not None and decides.decided_by(person),
        changed=facts.changed,
    )


def record_text(live: Live) -> str:
    """The record of a finished game, with what is needed to check its chance; of an outdated one, as it is kept."""
    facts = live.facts
    notes = [f"# seat {number}: {seat.name}" for number, seat in enumerate(live.seated, 1) if seat.name]
    if facts.status != "study":
        notes += filter(None, [note(facts, len(live.seated)), f"# seed {facts.seed}"])
    if live.outdated:
        return "\n".join([*live.outdated.record, *notes]) + "\n"
    assert live.chronicle is not None
    game = live.chronicle.game
    if facts.status != "study" and game.header != dealt(facts, game.seats).game.header:
        notes.append(f"# played on from line {facts.base}")
    return game.write() + "\n".join(notes) + "\n"
