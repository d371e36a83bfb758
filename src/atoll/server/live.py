"""A table that is being played at: who sits there, what they may do, and telling everyone what happened.

Whatever changes is written down first and told afterwards, one thing at a time.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection as Database
from sqlalchemy import delete, insert, update

from atoll.bots import BOTS
from atoll.core import bits
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.games import kind
from atoll.server import chance, wire
from atoll.server.changes import changes
from atoll.server.chronicle import Chronicle, Taken, told
from atoll.server.refusal import Refusal
from atoll.server.store import Store, lines, seats, tables
from atoll.server.thinkers import Thinkers

log = logging.getLogger("atoll")
BOT_NAMES = ("Blenny", "Goby", "Wrasse", "Damsel", "Anthias", "Tang", "Chromis", "Dottyback")
MOST_FAILURES = 5  # of a bot in a row; it tries again when someone comes to the table
# Without native code the best bot would take too long.
HINTS = "greedy" if str(bits.__file__).endswith(".py") else "searching"
STAND_IN = "greedy"  # the bot that goes on for someone who has gone


@dataclass(frozen=True)
class Seated:
    """A seat and who has it. `person` stays while a bot plays for someone who may come back."""

    seat: int
    wish: str  # what it was set up as: me, friend, open, bot
    who: str  # person, bot, friend, open
    person: int | None = None
    name: str | None = None
    bot: str | None = None
    left: bool = False
    conceded: bool = False

    @property
    def free(self) -> bool:
        return self.who in ("friend", "open")

    @property
    def player(self) -> str | None:
        """The bot that decides for this seat; None: its person does."""
        if self.conceded:
            return self.bot or STAND_IN
        return self.bot

    def decided_by(self, person: int | None) -> bool:
        return person is not None and self.person == person and self.player is None


@dataclass(eq=False)
class Visitor:
    """A page that is open at a table."""

    person: int | None
    language: str
    send: Callable[[bytes], None]
    seat: int = 0  # the perspective


@dataclass
class Facts:
    """A table as it is stored, without its seats and lines."""

    id: str
    game: str
    options: dict[str, str]
    status: wire.Status
    version: int
    host: int | None
    invite: str
    seed: str
    base: int
    tutorial: bool
    changed: float = field(default_factory=time.time)


class Live:
    def __init__(
        self,
        facts: Facts,
        seated: list[Seated],
        chronicle: Chronicle | None,
        store: Store,
        thinkers: Thinkers,
        pace: float = 0.0,
    ) -> None:
        self.facts = facts
        self.seated = seated
        self.chronicle = chronicle
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.visitors: set[Visitor] = set()
        self.agreed: dict[int, set[int]] = {}
        self.lock = asyncio.Lock()
        self.idle_since = time.monotonic()
        self._bots: asyncio.Task[None] | None = None
        self._hint: tuple[int, asyncio.Task[str]] | None = None  # one thought a version, whoever asks and how often

    # Who is who

    @property
    def names(self) -> list[str]:
        """How sentences call the players; empty for a record that names nobody."""
        named = any(seat.name for seat in self.seated)
        return [seat.name or str(seat.seat) for seat in self.seated] if named else []

    @property
    def busy(self) -> bool:
        return bool(self.visitors) or self.lock.locked() or (self._bots is not None and not self._bots.done())

    def here(self, seat: Seated) -> bool:
        return seat.person is not None and any(visitor.person == seat.person for visitor in self.visitors)

    def held(self, person: int | None) -> list[Seated]:
        """The seats of a person, also while a bot plays for them."""
        return [seat for seat in self.seated if person is not None and seat.person == person]

    def may_look(self, visitor: Visitor, perspective: int) -> bool:
        if perspective == 0:
            return True
        if not 0 <= perspective <= len(self.seated):
            return False
        return (
            self.facts.status in ("over", "study") or self.seated[perspective - 1].person == visitor.person is not None
        )

    def decided_by(self, visitor: Visitor) -> bool:
        """Whether the seat that this page looks from is to move, and it is this page's to move it."""
        if self.chronicle is None or self.facts.status != "playing" or visitor.seat == 0:
            return False
        seat = self.seated[visitor.seat - 1]
        return seat.decided_by(visitor.person) and self.chronicle.decides == visitor.seat

    def may_undo(self, visitor: Visitor) -> bool:
        """The last line can be taken back by who made it, unless something was drawn or another has moved since."""
        if self.chronicle is None or self.facts.status != "playing" or visitor.seat == 0:
            return False
        record = self.chronicle.game.log
        mine = self.seated[visitor.seat - 1].decided_by(visitor.person)
        return mine and len(record) > self.facts.base and record[-1].startswith(f"{visitor.seat} ")

    # Telling

    def about(self, visitor: Visitor) -> wire.TableInfo:
        facts = self.facts
        mine = self.held(visitor.person)
        watchers = {v.person or id(v) for v in self.visitors} - {seat.person for seat in self.seated}
        done = facts.status in ("over", "study")
        return wire.TableInfo(
            id=facts.id,
            game=facts.game,
            options=facts.options,
            status=facts.status,
            seats=[
                wire.SeatInfo(
                    seat=seat.seat,
                    who=seat.who,  # type: ignore[arg-type]
                    name=seat.name,
                    bot=seat.bot,
                    mine=seat in mine,
                    here=self.here(seat),
                    left=seat.left,
                    conceded=seat.conceded,
                    agreed=sorted(self.agreed.get(seat.seat, ())),
                )
                for seat in self.seated
            ],
            host=visitor.person is not None and visitor.person == facts.host,
            invite=facts.invite if mine or visitor.person == facts.host is not None else None,
            watching=len(watchers),
            commitment=chance.commitment(facts.seed),
            seed=facts.seed if done else None,
            verdict=self.verdict(visitor.language),
            tutorial=facts.tutorial,
        )

    def verdict(self, language: str) -> wire.Verdict | None:
        chronicle = self.chronicle
        if chronicle is None or self.facts.status not in ("over", "study"):
            return None
        state = chronicle.game.state
        gave_up = [seat.seat for seat in self.seated if seat.conceded]
        if not state.over and not gave_up:
            return None
        places = [[seat + 1 for seat in place if seat + 1 not in gave_up] for place in state.standing()]
        standing = [place for place in places if place] + ([gave_up] if gave_up else [])
        message = chronicle.game.kind.result(state) if state.over else Refusal("all_conceded").message
        text = message.text(language, self.names)
        return wire.Verdict(reason=text[0].upper() + text[1:], conceded=not state.over, standing=standing)

    def turn(self, visitor: Visitor) -> wire.Turn:
        mine = self.decided_by(visitor)
        moves = self.chronicle.game.texts() if mine and self.chronicle else []
        return wire.Turn(moves=moves, undo=self.may_undo(visitor))

    def welcome(self, visitor: Visitor) -> wire.Welcome:
        chronicle = self.chronicle
        return wire.Welcome(
            version=self.facts.version,
            table=self.about(visitor),
            seat=visitor.seat,
            view=chronicle.view(visitor.seat) if chronicle else None,
            log=chronicle.entries(visitor.seat, visitor.language, self.names) if chronicle else [],
            turn=self.turn(visitor),
        )

    def tell_all(self, message: Callable[[Visitor], wire.Model], but: Visitor | None = None) -> None:
        """One message for all who look from one seat in one language, and sit here as the same person or not at all."""
        insiders = {self.facts.host, *(seat.person for seat in self.seated)}
        known: dict[tuple[int, str, int | None], bytes] = {}
        for visitor in self.visitors - {but}:
            key = (visitor.seat, visitor.language, visitor.person if visitor.person in insiders else None)
            if key not in known:
                known[key] = packed(message(visitor))
            visitor.send(known[key])

    def tell_about(self, but: Visitor | None = None) -> None:
        self.tell_all(lambda visitor: wire.About(table=self.about(visitor)), but)

    def welcome_all(self) -> None:
        self.tell_all(self.welcome)

    # Coming and going

    def enter(self, visitor: Visitor, wish: int) -> None:
        """Open the page: look from the seat asked for, or from one's only seat. Several people at one device come to
        the table as spectators first, so that nobody sees what another holds."""
        mine = [seat.seat for seat in self.held(visitor.person)]
        if wish and self.may_look(visitor, wish):
            visitor.seat = wish
        elif len(mine) == 1:
            visitor.seat = mine[0]
        self.visitors.add(visitor)
        for seat in self.held(visitor.person):
            if not seat.left:  # who is here again has not gone
                self.agreed.pop(seat.seat, None)
        tell(visitor, self.welcome(visitor))
        self.tell_about(but=visitor)
        self.stir()

    def exit(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self.idle_since = time.monotonic()
        self.tell_about()

    # Moves

    def check(self, visitor: Visitor, at: int) -> Chronicle:
        """Whether a page may decide here and knows how the table stands."""
        if self.chronicle is None or self.facts.status != "playing":
            raise Refusal("not_playing")
        if at != self.facts.version:
            raise Refusal("stale")
        if not self.decided_by(visitor):
            raise Refusal("not_yours")
        return self.chronicle

    async def play(self, visitor: Visitor, at: int, move: str) -> None:
        async with self.lock:
            chronicle = self.check(visitor, at)
            await self.advance(chronicle, chronicle.prepared(move, self.facts.seed))

    async def advance(self, chronicle: Chronicle, taken: Sequence[Taken]) -> None:
        """Write lines down, then tell everyone."""
        game = chronicle.game
        size = len(game.log)
        rows = [
            {"table": self.facts.id, "number": size + place, "text": line.line} for place, line in enumerate(taken, 1)
        ]
        last = taken[-1].state
        status: wire.Status = "over" if last.over else "playing"
        version = self.facts.version + len(taken)
        now = time.time()
        row = {"version": version, "status": status, "decides": max(0, last.seat + 1), "changed": now}

        def keep(database: Database) -> None:
            database.execute(insert(lines), rows)
            database.execute(update(tables).where(tables.c.id == self.facts.id).values(row))

        await self.store.write(keep)
        for line in taken:
            before = {visitor.seat: chronicle.view(visitor.seat) for visitor in self.visitors}
            chronicle.accept([line])
            self.facts.version += 1
            if line is taken[-1]:
                self.facts.status = status
            self._tell_step(chronicle, before)
        self.facts.changed = now
        if status == "over":
            self.tell_about()
        self.stir()

    def _tell_step(self, chronicle: Chronicle, before: dict[int, dict[str, Any]]) -> None:
        place = len(chronicle.game.log) - 1

        def step(visitor: Visitor) -> wire.Step:
            return wire.Step(
                version=self.facts.version,
                entry=chronicle.entry(place, visitor.seat, visitor.language, self.names),
                changes=changes(before[visitor.seat], chronicle.view(visitor.seat)),
                turn=self.turn(visitor),
            )

        self.tell_all(step)

    async def undo(self, visitor: Visitor, at: int) -> None:
        async with self.lock:
            if self.chronicle is None or self.facts.status != "playing":
                raise Refusal("not_playing")
            if at != self.facts.version:
                raise Refusal("stale")
            if not self.may_undo(visitor):
                raise Refusal("no_undo")
            earlier = self.chronicle.without_last()
            size = len(self.chronicle.game.log)
            row = {"version": at + 1, "decides": earlier.decides, "changed": time.time()}

            def keep(database: Database) -> None:
                gone = (lines.c.table == self.facts.id) & (lines.c.number == size)
                database.execute(delete(lines).where(gone))
                database.execute(update(tables).where(tables.c.id == self.facts.id).values(row))

            await self.store.write(keep)
            later, self.chronicle = self.chronicle, earlier
            self.facts.version += 1

            def undone(other: Visitor) -> wire.Undone:
                return wire.Undone(
                    version=self.facts.version,
                    lines=size - 1,
                    changes=changes(later.view(other.seat), earlier.view(other.seat)),
                    turn=self.turn(other),
                )

            self.tell_all(undone)

    # Questions

    def preview(self, visitor: Visitor, at: int, move: str) -> tuple[list[wire.EventOut], list[wire.Change]]:
        events, differences = self.check(visitor, at).preview(move, visitor.seat)
        return told(events, visitor.language, self.names), differences

    def why(self, visitor: Visitor, at: int, move: str) -> AtollError | None:
        return self.check(visitor, at).game.why_not(move)

    def choices(self, visitor: Visitor, at: int) -> list[wire.Choice]:
        chronicle = self.check(visitor, at)
        game = chronicle.game
        seat = visitor.seat - 1
        firsts = ((move, game.events(move, seat)[0]) for move in game.texts())
        return [wire.Choice(move=m, text=event.message().text(visitor.language, self.names)) for m, event in firsts]

    async def hint(self, visitor: Visitor, at: int) -> tuple[str, list[wire.EventOut]]:
        """What a good bot would do."""
        chronicle = self.check(visitor, at)
        if self._hint is None or self._hint[0] != at:
            rng = chance.derived(self.facts.seed, f"hint {at}")
            thought = self.thinkers.decide(chronicle.game.clone(), HINTS, rng)
            self._hint = at, asyncio.create_task(thought)
        thinking = self._hint
        try:
            move = await asyncio.shield(thinking[1])
        except Exception:
            if self._hint is thinking:
                self._hint = None
            raise
        self.check(visitor, at)
        return move, self.preview(visitor, at, move)[0]

    # Seats

    async def seat(self, new: Seated, status: wire.Status | None = None) -> None:
        """Write down who sits there; with the last free seat, in the same breath, deal."""
        seated = [new if seat.seat == new.seat else seat for seat in self.seated]
        row: dict[str, object] = {"changed": time.time()}
        opened = None
        if self.facts.status == "waiting" and not any(seat.free for seat in seated):
            status, opened = "playing", opening(self.facts, len(seated))
            row |= {"header": "\n".join(opened.game.header), "decides": opened.decides}
        if status:
            row |= {"status": status, "version": self.facts.version + 1}
        values = {name: getattr(new, name) for name in ("who", "person", "name", "bot", "left", "conceded")}

        def keep(database: Database) -> None:
            here = (seats.c.table == self.facts.id) & (seats.c.seat == new.seat)
            database.execute(update(seats).where(here).values(values))
            database.execute(update(tables).where(tables.c.id == self.facts.id).values(row))

        await self.store.write(keep)
        self.seated = seated
        if opened:
            self.chronicle = opened
        if status:
            self.facts.status = status
            self.facts.version += 1
        for visitor in self.visitors:  # nobody goes on looking from a seat that is theirs no more
            if not self.may_look(visitor, visitor.seat):
                visitor.seat = 0

    def chosen(self, number: int) -> Seated:
        if number > len(self.seated):
            raise Refusal("no_seat", seat=number, seats=len(self.seated))
        return self.seated[number - 1]

    async def sit(self, visitor: Visitor, number: int, name: str, invite: str | None) -> None:
        async with self.lock:
            seat = self.chosen(number)
            if visitor.person is None:
                raise Refusal("no_device")
            if not seat.free:
                raise Refusal("taken")
            if seat.who == "friend" and invite != self.facts.invite and visitor.person != self.facts.host:
                raise Refusal("invited_only")
            await self.seat(replace(seat, who="person", person=visitor.person, name=name))
            visitor.seat = number if len(self.held(visitor.person)) == 1 else visitor.seat
            self.welcome_all()
            self.stir()

    async def fill(self, visitor: Visitor, number: int, bot: str) -> None:
        async with self.lock:
            seat = self.chosen(number)
            if visitor.person is None or visitor.person != self.facts.host:
                raise Refusal("host_only")
            if not seat.free:
                raise Refusal("taken")
            if bot not in BOTS:
                raise Refusal("no_bot", name=bot, known=list(BOTS))
            await self.seat(replace(seat, who="bot", bot=bot, name=bot_names(self.names)[0]))
            self.welcome_all()
            self.stir()

    def own(self, visitor: Visitor, number: int) -> Seated:
        seat = self.chosen(number)
        if visitor.person is None or seat.person != visitor.person:
            raise Refusal("not_your_seat")
        return seat

    async def leave(self, visitor: Visitor, number: int) -> None:
        """Before the game the seat is free again; in a game the others may let a bot take it."""
        async with self.lock:
            seat = self.own(visitor, number)
            if self.facts.status == "waiting":
                await self.seat(Seated(number, seat.wish, "open" if seat.wish == "open" else "friend"))
                self.welcome_all()
            elif self.facts.status == "playing":
                await self.seat(replace(seat, left=True))
                self.tell_about()
            else:
                raise Refusal("not_playing")

    async def come_back(self, visitor: Visitor, number: int) -> None:
        async with self.lock:
            seat = self.own(visitor, number)
            if self.facts.status != "playing":
                raise Refusal("not_playing")
            if seat.conceded:
                raise Refusal("gave_up")
            self.agreed.pop(number, None)
            if seat.left or seat.bot:
                await self.seat(replace(seat, who="person", left=False, bot=None))
                self.welcome_all()

    async def agree(self, visitor: Visitor, number: int, yes: bool) -> None:
        """A bot takes the seat of someone who has gone when all who are here want it."""
        async with self.lock:
            seat = self.chosen(number)
            voters = {s.seat for s in self.held(visitor.person) if s.seat != number and not (s.player or s.left)}
            if self.facts.status != "playing" or seat.who != "person" or seat.conceded:
                raise Refusal("not_playing")
            if not voters:
                raise Refusal("players_only")
            if self.here(seat) and not seat.left:
                raise Refusal("is_here")
            wanting = self.agreed.setdefault(number, set())
            if yes:
                wanting |= voters
            else:
                wanting -= voters
            asked = {
                s.seat
                for s in self.seated
                if s.seat != number and s.who == "person" and not (s.left or s.conceded) and self.here(s)
            }
            if asked <= wanting:
                self.agreed.pop(number)
                await self.seat(replace(seat, who="bot", bot=STAND_IN))
                self.stir()
            self.tell_about()

    async def concede(self, visitor: Visitor, number: int) -> None:
        """Give up. The game is over when one seat, or no person, is left; until then a bot goes on for the seat."""
        async with self.lock:
            seat = self.own(visitor, number)
            if self.facts.status != "playing" or seat.conceded:
                raise Refusal("not_playing")
            new = replace(seat, conceded=True)
            others = [other for other in self.seated if other.seat != number and not other.conceded]
            finished = len(others) == 1 or not any(other.who == "person" for other in others)
            await self.seat(new, status="over" if finished else None)
            if finished:
                self.welcome_all()
            else:
                self.tell_about()
                self.stir()

    # Bots

    def stir(self) -> None:
        """Let a bot think, if it is a bot's turn and somebody cares."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._let_bots_play())

    def _bot(self) -> str | None:
        chronicle = self.chronicle
        if chronicle is None or self.facts.status != "playing" or not chronicle.decides:
            return None
        if not self.visitors and all(seat.player for seat in self.seated):
            return None
        return self.seated[chronicle.decides - 1].player

    async def _let_bots_play(self) -> None:
        failures = 0
        while (bot := self._bot()) and failures < MOST_FAILURES:
            try:
                await asyncio.sleep(self.pace + failures)
                version, chronicle = self.facts.version, self.chronicle
                if chronicle is None or self._bot() != bot:
                    continue
                rng = chance.derived(self.facts.seed, f"bot {version}")
                move = await self.thinkers.decide(chronicle.game.clone(), bot, rng)
                async with self.lock:
                    if self.facts.version == version and self._bot() == bot:
                        await self.advance(chronicle, chronicle.prepared(move, self.facts.seed))
                failures = 0
            except Exception:
                failures += 1
                log.exception("table %s: its bot failed", self.facts.id)


def bot_names(taken: Sequence[str] = ()) -> list[str]:
    """Names for bots, in any order."""
    free = [name for name in BOT_NAMES if name not in taken]
    secrets.SystemRandom().shuffle(free)
    return free


def opening(facts: Facts, size: int) -> Chronicle:
    """The deal of a table."""
    rules = kind(facts.game)
    deal = rules.deal(size, facts.options, chance.for_deal(facts.seed))
    return Chronicle(Game.dealt(rules, size, facts.options, deal))


def packed(message: wire.Model) -> bytes:
    return message.model_dump_json().encode()


def tell(visitor: Visitor, message: wire.Model) -> None:
    visitor.send(packed(message))
