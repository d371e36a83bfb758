"""A table that is being played at. Whatever changes is checked and prepared, written down, and told afterwards, one
thing at a time.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from functools import partial
from typing import Any

from atoll.core import bits
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.state import SPECTATOR
from atoll.games import kind
from atoll.server import chance, seats, telling, wire
from atoll.server.chronicle import Chronicle, told
from atoll.server.refusal import Refusal
from atoll.server.seats import Seats
from atoll.server.start import moved, start_chair
from atoll.server.store import Facts, Store
from atoll.server.table import Outdated, Table, Visitor
from atoll.server.thinkers import Thinkers

log = logging.getLogger("atoll")
MOST_FAILURES = 5  # of a bot in a row; it tries again when someone comes to the table
# Without native code the best bot would take too long.
HINTS = "greedy" if str(bits.__file__).endswith(".py") else "searching"


class Live(Table):
    def __init__(
        self,
        facts: Facts,
        seated: Seats,
        chronicle: Chronicle | None,
        store: Store,
        thinkers: Thinkers,
        pace: float = 0.0,
        outdated: Outdated | None = None,
    ) -> None:
        super().__init__(facts, seated, chronicle, outdated)
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.lock = asyncio.Lock()
        self.idle_since = time.monotonic()
        self._bots: asyncio.Task[None] | None = None
        self._hint: tuple[int, asyncio.Task[str]] | None = None  # one thought a version, whoever asks and how often

    @property
    def busy(self) -> bool:
        return bool(self.visitors) or self.lock.locked() or (self._bots is not None and not self._bots.done())

    # Coming, going and looking

    def enter(self, visitor: Visitor, wish: int) -> None:
        """Open the page: look from the seat asked for, or from one's only seat. Several people at one device come to
        the table as spectators first, so that nobody sees what another holds."""
        mine = seats.held(self.seated, visitor.person)
        if self.may_look(visitor.person, wish):
            visitor.viewer = wish
        if visitor.viewer < 0 and len(mine) == 1:
            visitor.viewer = mine[0]
        self.visitors.add(visitor)
        for seat in mine:
            if not self.seated[seat].left:  # who is here again has not gone
                self.agreed.pop(seat, None)
        telling.tell(visitor, telling.welcome(self, visitor))
        telling.tell_about(self, but=visitor)
        self.stir()

    def exit(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self.idle_since = time.monotonic()
        telling.tell_about(self)

    def look(self, visitor: Visitor, viewer: int) -> None:
        if not self.may_look(visitor.person, viewer):
            raise Refusal("not_your_seat")
        visitor.viewer = viewer
        telling.tell(visitor, telling.welcome(self, visitor))

    def speak(self, visitor: Visitor, language: str) -> None:
        visitor.language = language
        telling.tell(visitor, telling.welcome(self, visitor))

    # Moves

    def check(self, at: int) -> Chronicle:
        """Whether a game is being played, and a page knows how it stands."""
        if self.chronicle is None or self.status != "playing":
            raise Refusal("not_playing")
        if at != self.facts.version:
            raise Refusal("stale")
        return self.chronicle

    def check_turn(self, visitor: Visitor, at: int) -> Chronicle:
        """Whether it is a page's to decide, too."""
        chronicle = self.check(at)
        if not self.may_move(visitor):
            raise Refusal("not_yours")
        return chronicle

    def _changed(self, versions: int = 1, **values: Any) -> Facts:
        """What will be kept of the table next."""
        return replace(self.facts, version=self.facts.version + versions, changed=time.time(), **values)

    async def play(self, visitor: Visitor, at: int, move: str) -> None:
        async with self.lock:
            chronicle = self.check_turn(visitor, at)
            await self.advance(chronicle, move)

    async def advance(self, chronicle: Chronicle, move: str) -> None:
        """Write a move and the draws after it down, then tell everyone, one line after the other."""
        game = chronicle.game
        steps = [chronicle.prepared(step) for step in game.step(move, chance.draws(self.facts.seed))]
        last = steps[-1].step.after
        status: wire.Status = "over" if last.over else "playing"
        facts = self._changed(len(steps), status=status, decides=last.seat)
        await self.store.append_lines(facts, len(game.log), [prepared.step.line for prepared in steps])
        for prepared in steps:
            before = {visitor.viewer: chronicle.view(visitor.viewer) for visitor in self.visitors}
            chronicle.accept(prepared)
            self.facts = facts if prepared is steps[-1] else replace(self.facts, version=self.facts.version + 1)
            telling.tell_all(self, partial(telling.step, self, chronicle, before))
        if facts.status == "over":
            telling.tell_about(self)
        self.stir()

    async def undo(self, visitor: Visitor, at: int) -> None:
        async with self.lock:
            later = self.check(at)
            if not self.may_undo(visitor):
                raise Refusal("no_undo")
            earlier = later.without_last()
            facts = self._changed(decides=earlier.game.seat)
            await self.store.drop_line(facts, len(later.game.log))
            self.facts, self.chronicle = facts, earlier
            telling.tell_all(self, partial(telling.undone, self, later, earlier))

    # Questions

    def preview(self, visitor: Visitor, at: int, move: str) -> tuple[list[wire.EventOut], list[wire.Change]]:
        events, differences = self.check_turn(visitor, at).preview(move, visitor.viewer)
        return told(events, visitor.language, self.names), differences

    def why(self, visitor: Visitor, at: int, move: str) -> AtollError | None:
        return self.check_turn(visitor, at).game.why_not(move)

    def choices(self, visitor: Visitor, at: int) -> list[wire.Choice]:
        game = self.check_turn(visitor, at).game
        firsts = ((move, game.events(move, visitor.viewer)[0]) for move in game.texts())
        return [wire.Choice(move=m, text=event.message().text(visitor.language, self.names)) for m, event in firsts]

    async def hint(self, visitor: Visitor, at: int) -> tuple[str, list[wire.EventOut]]:
        """What a good bot would do."""
        chronicle = self.check_turn(visitor, at)
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
        return move, self.preview(visitor, at, move)[0]

    # Seats

    async def sit(self, visitor: Visitor, seat: int, name: str, invite: str | None) -> None:
        async with self.lock:
            invited = invite == self.facts.invite or self.hosted_by(visitor.person)
            await self._reseat(seats.sit(self.seated, seat, visitor.person, name, invited))
            if len(mine := seats.held(self.seated, visitor.person)) == 1:
                visitor.viewer = mine[0]
            telling.welcome_all(self)

    async def fill(self, visitor: Visitor, seat: int, bot: str) -> None:
        async with self.lock:
            await self._reseat(seats.fill(self.seated, seat, bot, self.hosted_by(visitor.person)))
            telling.welcome_all(self)

    async def leave(self, visitor: Visitor, seat: int) -> None:
        async with self.lock:
            await self._reseat(seats.leave(self.seated, self.status, seat, visitor.person))
            if self.status == "waiting":
                telling.welcome_all(self)
            else:
                telling.tell_about(self)

    async def come_back(self, visitor: Visitor, seat: int) -> None:
        async with self.lock:
            seated = seats.come_back(self.seated, self.status, seat, visitor.person)
            self.agreed.pop(seat, None)
            if seated != self.seated:
                await self._reseat(seated)
                telling.welcome_all(self)

    async def agree(self, visitor: Visitor, seat: int, yes: bool) -> None:
        """A bot takes the seat of someone who has gone when all who are here want it."""
        async with self.lock:
            here = self.here()
            votes = seats.votes(self.seated, self.status, seat, visitor.person, here)
            wanting = self.agreed.get(seat, set())
            self.agreed[seat] = wanting | votes if yes else wanting - votes
            if seats.asked(self.seated, seat, here) <= self.agreed[seat]:
                del self.agreed[seat]
                await self._reseat(seats.stand_in(self.seated, seat))
            telling.tell_about(self)

    async def concede(self, visitor: Visitor, seat: int) -> None:
        """Give up. The game is over when one seat, or no person, is left; until then a bot goes on for the seat."""
        async with self.lock:
            seated = seats.concede(self.seated, self.status, seat, visitor.person)
            if seats.given_up(seated):
                await self._reseat(seated, "over")
                telling.welcome_all(self)
            else:
                await self._reseat(seated)
                telling.tell_about(self)

    async def _reseat(self, seated: Seats, status: wire.Status | None = None) -> None:
        """Write down who sits where; with the last free seat, in the same breath, see who starts and deal."""
        chronicle, chair = self.chronicle, 0
        facts = self._changed(1, status=status) if status else self._changed(0)
        if facts.status == "waiting" and seats.full(seated):
            chair = start_chair(facts, len(seated))
            seated, chronicle = moved(seated, chair), dealt(facts, len(seated))
            game = chronicle.game
            facts = self._changed(status="playing", header=tuple(game.header), decides=game.seat)
        await self.store.seat(facts, seated)
        self.facts, self.seated, self.chronicle = facts, seated, chronicle
        for visitor in self.visitors:
            if visitor.viewer != SPECTATOR:
                visitor.viewer = (visitor.viewer - chair) % len(seated)
        for visitor in self.visitors:  # nobody goes on looking from a seat that is theirs no more
            if not self.may_look(visitor.person, visitor.viewer):
                visitor.viewer = SPECTATOR
        self.stir()

    # Bots

    def stir(self) -> None:
        """Let a bot think, if it is a bot's turn and somebody cares."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._let_bots_play())

    def _bot(self) -> str | None:
        chronicle = self.chronicle
        if chronicle is None or self.status != "playing" or chronicle.game.seat < 0:
            return None
        if not self.visitors and all(seat.player for seat in self.seated):
            return None
        return self.seated[chronicle.game.seat].player

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
                        await self.advance(chronicle, move)
                failures = 0
            except Exception:
                failures += 1
                log.exception("table %s: its bot failed", self.facts.id)


def dealt(facts: Facts, size: int) -> Chronicle:
    """The deal of a table."""
    rules = kind(facts.game).variation(facts.options)
    deal = rules.deal(size, facts.options, chance.for_deal(facts.seed))
    return Chronicle(Game.dealt(rules, size, facts.options, deal))
