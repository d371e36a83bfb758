"""All tables of a server: making, finding and listing them, and knowing people by their device."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import secrets
import time
from dataclasses import replace

from atoll.games import kind, page_of
from atoll.server import nonces, seats, wire
from atoll.server.answering import AT_ONCE, Pauses
from atoll.server.chance import commitment, new_seed
from atoll.server.chronicle import Chronicle
from atoll.server.dealing import begun, dealt, guided
from atoll.server.live import Live
from atoll.server.refusal import Refusal
from atoll.server.seats import Seated, Seats
from atoll.server.start import note
from atoll.server.store import DRAWN, Facts, Kept, Store
from atoll.server.table import USUAL, Outdated, Patience
from atoll.server.thinkers import Thinkers
from atoll.server.together import Shared
from atoll.server.uploading import Gone, followed, nobody_goes

log = logging.getLogger("atoll")
IDLE = 600.0  # seconds until a table that nobody looks at leaves the memory
ENTERING = 10.0  # seconds that someone who looked for a table may take to enter
SHOW_IDLE = 30.0  # if only bots sit there, or people look at it at another process
TIDYING = 600.0  # seconds between two looks for tables that have waited too long
MOST_WAITING_TABLES = 5  # tables made from one address that wait for people at once
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two that look alike


def code(size: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(size))


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Hall:
    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        pace: float | None = None,
        patience: Patience = USUAL,
        most_waiting: int = MOST_WAITING_TABLES,
        pauses: Pauses = AT_ONCE,
    ) -> None:
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.patience = patience
        self.most_waiting = most_waiting
        self.pauses = pauses
        self._makers: dict[str, set[str]] = {}  # by address: the tables made from there that waited for people
        self._opening = asyncio.Lock()
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

    async def make(self, asked: wire.NewTable, person: int, name: str, maker: str | None = None) -> wire.Created:
        """A new table, asked for from an address. It is dealt when everyone has come; bots are there at once."""
        rules = kind(asked.game)
        options = rules.complete_options(asked.options)
        if len(asked.seats) not in rules.seat_numbers:
            raise Refusal("seats", seats=len(asked.seats), known=list(rules.seat_numbers))
        seated = seats.first(asked.seats, person, name)
        facts = replace(new_facts(asked.game, options, "waiting", person), hints=asked.hints)
        if asked.tutorial and not seats.full(seated):  # whoever knows the tutorial knows its cards
            raise Refusal("tutorial_seats")
        if asked.tutorial:
            return await self._keep(*guided(facts, seated)[:3])
        facts = replace(facts, start=chosen_chair(asked), nonces=nonces.settled((), seated))
        if nonces.complete(facts.nonces, seated):
            return await self._keep(*begun(facts, seated)[:3])
        if maker is None or seats.full(seated):
            return await self._keep(facts, seated, None)
        if isinstance(self.store, Shared):
            await self.store.keep_waiting(facts, seated, maker, self.most_waiting)
            return self._laid(facts, seated, None)
        async with self._opening:
            waiting = await self.store.waiting(self._makers.get(maker, ()))
            if len(waiting) >= self.most_waiting:
                raise Refusal("waiting_enough", 429, most=self.most_waiting)
            self._makers[maker] = {*waiting, facts.id}
            return await self._keep(facts, seated, None)

    async def upload(self, text: str, person: int, gone: Gone = nobody_goes) -> wire.Created:
        """A record to look at; RecordError says what is wrong with it. It is not read on for someone who has gone."""
        chronicle = await followed(text, gone)
        game = chronicle.game
        facts = replace(new_facts(game.kind.name, game.options, "study", person), base=len(game.log))
        noted = re.findall(r"^# seat ([1-9]): (.+)$", text, re.MULTILINE)
        names = {int(seat): wire.tidy(name)[:40] or None for seat, name in noted}
        seated = tuple(Seated("bot", "bot", name=names.get(seat + 1)) for seat in range(game.seats))
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
        facts = new_facts(old.kind.name, source.facts.options, "waiting", person)
        chronicle = await asyncio.to_thread(Chronicle.read, old.kind.name, old.header, old.log[: asked.line])
        if chronicle.game.over:
            raise Refusal("fork_over")
        facts = replace(facts, base=asked.line, nonces=nonces.settled((), seated))
        if nonces.complete(facts.nonces, seated):
            return await self._keep(*begun(facts, seated, chronicle)[:3])
        return await self._keep(facts, seated, chronicle)

    async def _keep(self, facts: Facts, seated: Seats, chronicle: Chronicle | None) -> wire.Created:
        if chronicle is not None:
            game = chronicle.game
            facts = replace(facts, header=tuple(game.header), decides=game.seat, rules_version=game.kind.rules_version)
        await self.store.keep_table(facts, seated, chronicle.game.log if chronicle else ())
        return self._laid(facts, seated, chronicle)

    def _laid(self, facts: Facts, seated: Seats, chronicle: Chronicle | None) -> wire.Created:
        self.forget_idle()
        self._live[facts.id] = self._opened(facts, seated, chronicle)
        invite = None if seats.full(seated) else facts.invite
        return wire.Created(id=facts.id, invite=invite, commitment=commitment(facts.seed))

    def _opened(
        self, facts: Facts, seated: Seats, chronicle: Chronicle | None, outdated: Outdated | None = None
    ) -> Live:
        around = (self.store, self.thinkers, self.pace, outdated, self.patience, self.pauses)
        return Live(facts, seated, chronicle, *around)

    def lay(self, live: Live) -> None:
        """A table that is in the memory alone."""
        self.forget_idle()
        self._live[live.facts.id] = live

    def take_away(self, name: str) -> None:
        """Let such a table go."""
        self._live.pop(name, None)

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
                    live = self._live[name] = await self._load(name)
                    await live.find_out()  # what was changed while its record was read, and who is elsewhere
        live = self._live[name]
        if isinstance(self.store, Shared) and self.store.deaf:
            await live.find_out()
        live.idle_since = time.monotonic()  # whoever looked for it is about to enter
        return live

    def forget_idle(self) -> None:
        now = time.monotonic()
        for name, live in list(self._live.items()):
            soon = live.for_show or live.busy_elsewhere
            if not live.busy and now - live.idle_since > (SHOW_IDLE if soon else IDLE):
                del self._live[name]
                self.store.release(name)

    async def tidy(self) -> None:
        """Now and then remove the tables that have waited too long."""
        while True:
            await asyncio.sleep(min(TIDYING, self.patience.waiting))
            try:
                await self.remove_expired()
            except Exception:
                log.exception("tables that have waited too long could not be removed")

    async def remove_expired(self) -> int:
        """Remove the tables that have waited too long, unless somebody is there or about to enter; how many."""
        async with self._loading:
            now, just = time.time(), time.monotonic() - min(ENTERING, self.patience.waiting)
            old = {name: live for name, live in self._live.items() if (live.expires or now) < now}
            kept = {name for name, live in old.items() if live.busy or live.idle_since > just}
            for name in old.keys() - kept:
                del self._live[name]
            self.store.release(*(old.keys() - kept))
            removed = await self.store.drop_waiting(now - self.patience.waiting, kept)
        waiting = await self.store.waiting()
        self._makers = {maker: made & waiting for maker, made in self._makers.items() if made & waiting}
        return removed

    async def _load(self, name: str) -> Live:
        kept = await self.store.hold(name)
        if kept is None:
            raise Refusal("unknown", 404)
        chronicle, outdated = await asyncio.to_thread(reread, kept)
        facts = kept.facts
        if outdated:
            self._outdated.add(name)
            if unforeseen := outdated.error.__cause__:
                log.error("table %s: its record cannot be read", name, exc_info=unforeseen)
        elif chronicle:  # today's rules follow all of it: what is played from now on is theirs
            facts = replace(facts, rules_version=chronicle.game.kind.rules_version)
        return self._opened(facts, kept.seated, chronicle, outdated)

    # Other processes

    def heard(self, word: str, name: str) -> None:
        """Another process has changed a table, or who is there."""
        if (live := self._live.get(name)) is not None:
            live.chore(self._carry_out(live, word))

    async def _carry_out(self, live: Live, word: str) -> None:
        try:
            await (live.catch_up() if word == "changed" else live.look_around())
        except Refusal as refusal:
            if refusal.code == "unknown" and not live.visitors:
                self._live.pop(live.facts.id, None)
            else:
                live.doubt()
        except Exception:
            log.exception("table %s: what another process has changed cannot be followed", live.facts.id)
            live.doubt()

    def restored(self) -> None:
        """Nothing was heard of other processes for a while."""
        for live in self.live():
            live.lost_touch()

    def live(self) -> list[Live]:
        """The tables in the memory."""
        return list(self._live.values())

    async def forget_tables(self, before: float) -> int:
        """Let some tables go that nobody has touched since, none of them in the memory."""
        async with self._loading:
            self.forget_idle()
            return await self.store.forget_tables(before, self._live.keys())

    async def forget_people(self, before: float) -> int:
        """Let some people go who have no table and were not seen since, none of them here."""
        here = {visitor.person for live in self.live() for visitor in live.visitors if visitor.person is not None}
        return await self.store.forget_people(before, here)

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
    """The game of a kept table, as far as the rules of today can follow its record, whatever may be wrong with it."""
    facts, chronicle = kept.facts, None
    try:
        if facts.header:
            chronicle = Chronicle.opened(facts.game, facts.header)
            chronicle.follow(kept.lines)
    except Exception as error:
        followed = len(chronicle.game.log) if chronicle else None
        return chronicle, Outdated.by(error, facts.header, kept.lines, followed)
    return chronicle, None


def card(facts: Facts, seated: Seats, person: int | None, outdated: bool) -> wire.TableCard:
    status = "study" if outdated else facts.status
    decides = seated[facts.decides] if status == "playing" and 0 <= facts.decides < len(seated) else None
    return wire.TableCard(
        id=facts.id,
        game=facts.game,
        page=page_of(facts.game, facts.options),
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
    if facts.rules_version is not None:
        notes.append(f"# rules {facts.rules_version}")
    if facts.status != "study":
        notes += filter(None, [note(facts, len(live.seated)), f"# seed {facts.seed}", *nonces.notes(facts.nonces)])
    if live.outdated:
        return "\n".join([*live.outdated.record, *notes]) + "\n"
    assert live.chronicle is not None
    game = live.chronicle.game
    if facts.status != "study" and game.header != dealt(facts, game.seats).game.header:
        notes.append(f"# played on from line {facts.base}")
    return game.write() + "\n".join(notes) + "\n"
