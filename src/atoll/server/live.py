"""A table that is being played at. Whatever changes is checked and prepared, written down, and told afterwards, one
thing at a time.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from atoll.core import bits
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.state import SPECTATOR, State
from atoll.server import chance, metrics, nonces, seats, telling, wire
from atoll.server.answering import AT_ONCE, PASS, Held, Pauses
from atoll.server.chronicle import Chronicle, told
from atoll.server.dealing import begun
from atoll.server.refusal import Refusal, problem
from atoll.server.seats import Seats
from atoll.server.store import Facts, Store
from atoll.server.table import USUAL, Outdated, Patience, Table, Visitor
from atoll.server.thinkers import Thinkers

log = logging.getLogger("atoll")
MOST_UNDONE = 100  # moves that may be taken back in a turn
PAUSE = 2.0  # seconds until a bot tries again to have its move written down
MOST_FAILURES = 5  # of a bot in a row; it tries again when someone comes to the table
SHOW_PACE = 0.4  # seconds between two moves of bots among themselves
SHOW = 600.0  # seconds that bots go on among themselves after somebody came to see them
# Without native code the best bot would take too long.
HINTS = "greedy" if str(bits.__file__).endswith(".py") else "orca"


def unheeded(thought: asyncio.Task[None]) -> None:
    """Whatever came of a thought that nobody waits for any more."""
    if not thought.cancelled() and (error := thought.exception()):
        log.debug("a bot failed in a window: %s", error)


class Ahead(NamedTuple):
    """What a bot means to play in the rest of its turn: its own business until it is played."""

    version: int  # of the table, for which the first move is meant
    turn: int
    bot: str
    moves: list[str]


class Live(Table):
    def __init__(
        self,
        facts: Facts,
        seated: Seats,
        chronicle: Chronicle | None,
        store: Store,
        thinkers: Thinkers,
        pace: float | None = 0.0,
        outdated: Outdated | None = None,
        patience: Patience = USUAL,
        pauses: Pauses = AT_ONCE,
    ) -> None:
        super().__init__(facts, seated, chronicle, outdated, patience)
        self.store = store
        self.thinkers = thinkers
        self.pace = pace
        self.held = Held(pauses)
        self.lock = asyncio.Lock()
        self.idle_since = self.seen_at = time.monotonic()
        self._undone = (-1, 0)  # a turn, and how many moves have been taken back in it
        self._bots: asyncio.Task[None] | None = None
        self._given = -1  # the version for which a person has answered in a window, and waits for the pause to be over
        self._ahead: Ahead | None = None
        # One thought a version, whoever asks and how often.
        self._hint: tuple[int, asyncio.Task[list[str]]] | None = None

    @property
    def busy(self) -> bool:
        return bool(self.visitors) or self.lock.locked() or (self._bots is not None and not self._bots.done())

    # Coming, going and looking

    async def arrive(self, person: int | None, nonce: str | None, seal: str | None = None) -> None:
        """Someone is about to open the page. Before the deal that may be what all the others waited for."""
        if self.facts.status != "waiting":
            return
        async with self.lock:
            if self.facts.status != "waiting":
                return
            all_given = nonces.given(self.facts.nonces, self.seated, person, nonce, seal)
            if all_given != self.facts.nonces:
                await self._reseat(self.seated, all_given=all_given)
                if self.status == "playing":
                    telling.welcome_all(self)

    def enter(self, visitor: Visitor, wish: int) -> None:
        """Open the page: look from the seat asked for, or from one's only seat. Several people at one device come to
        the table as spectators first, so that nobody sees what another holds."""
        mine = seats.held(self.seated, visitor.person)
        if self.may_look(visitor.person, wish):
            visitor.viewer = wish
        if visitor.viewer < 0 and len(mine) == 1:
            visitor.viewer = mine[0]
        self.visitors.add(visitor)
        self.gone.pop(visitor.person, None)
        self.seen_at = time.monotonic()
        for seat in mine:
            if not self.seated[seat].left:  # who is here again has not gone
                self.agreed.pop(seat, None)
        telling.tell(visitor, telling.welcome(self, visitor))
        telling.tell_about(self, but=visitor)
        self.stir()

    def exit(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self.idle_since = time.monotonic()
        if seats.held(self.seated, visitor.person) and all(v.person != visitor.person for v in self.visitors):
            self.gone[visitor.person] = time.time()
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
        game = self.check_turn(visitor, at).game
        if self.window:
            game.kind.find(game.state, move)  # who cannot do that need not wait to hear it
            await self._play_held(visitor, at, move)
            return
        async with self.lock:
            chronicle = self.check_turn(visitor, at)
            await self.advance(chronicle, move)

    async def _play_held(self, visitor: Visitor, at: int, move: str) -> None:
        """What a person answers in a window is written down when the pause is over, and nobody answers for the seat
        meanwhile."""
        self._ask()
        self._given = at
        try:
            await self.held.over()
            async with self.lock:
                chronicle = self.check_turn(visitor, at)
                await self.advance(chronicle, move)
        finally:
            if self._given == at:
                self._given = -1
            self.stir()

    async def advance(self, chronicle: Chronicle, move: str) -> None:
        """Write a move and the draws after it down, then tell everyone, one line after the other."""
        game, asked = chronicle.game, chronicle.game.state
        steps = [chronicle.prepared(step) for step in game.step(move, chance.draws(self.facts.mixed))]
        last = steps[-1].step.after
        status: wire.Status = "over" if last.over else "playing"
        facts = self._changed(len(steps), status=status, decides=last.seat)
        await self.store.append_lines(facts, len(game.log), [prepared.step.line for prepared in steps])
        metrics.moves.add()
        for prepared in steps:
            before = {visitor.viewer: chronicle.view(visitor.viewer) for visitor in self.visitors}
            chronicle.accept(prepared)
            self.facts = facts if prepared is steps[-1] else replace(self.facts, version=self.facts.version + 1)
            telling.tell_all(self, partial(telling.step, self, chronicle, before))
        self._ask(asked)
        if facts.status == "over":
            telling.tell_about(self)
        self.stir()

    async def undo(self, visitor: Visitor, at: int) -> None:
        async with self.lock:
            later = self.check(at)
            left = self.undo_to(visitor)
            if left is None:
                raise Refusal("no_undo")
            earlier = later.up_to(left)
            turn, number = earlier.game.state.turn, 1
            if self._undone[0] == turn:
                number += self._undone[1]
            if number > MOST_UNDONE:
                raise Refusal("undone_often", most=MOST_UNDONE)
            facts = self._changed(decides=earlier.game.seat)
            await self.store.drop_lines(facts, left)
            self.facts, self.chronicle, self._undone = facts, earlier, (turn, number)
            telling.tell_all(self, partial(telling.undone, self, later, earlier))

    # Questions

    def preview(self, visitor: Visitor, at: int, move: str) -> tuple[list[wire.EventOut], list[wire.Change]]:
        events, differences = self.check_turn(visitor, at).preview(move, visitor.viewer)
        return told(events, visitor.language, self.names, wire.number(visitor.viewer)), differences

    def why(self, visitor: Visitor, at: int, move: str) -> AtollError | None:
        return self.check_turn(visitor, at).game.why_not(move)

    def insight(self, visitor: Visitor, at: int) -> dict[str, Any]:
        """What there is to see in the position."""
        if self.chronicle is None:
            raise Refusal("not_playing")
        if at != self.facts.version:
            raise Refusal("stale")
        return self.chronicle.insight(visitor.viewer, visitor.language)

    def choices(self, visitor: Visitor, at: int) -> list[wire.Choice]:
        firsts = self.check_turn(visitor, at).choices(visitor.viewer)
        return [wire.Choice(move=m, text=event.message().text(visitor.language, self.names)) for m, event in firsts]

    async def hint(self, visitor: Visitor, at: int) -> tuple[list[wire.PlanStep], str]:
        """What a good bot would do in the rest of the turn, and why."""
        chronicle = self.check_turn(visitor, at)
        if not self.hints:
            raise Refusal("no_hints")
        if self._hint is None or self._hint[0] != at:
            rng = chance.derived(self.facts.id, f"hint {at}")  # from nothing that is hidden
            thought = self.thinkers.plan(chronicle.game.clone(), HINTS, rng, visitor.address)
            self._hint = at, asyncio.create_task(thought)
        thinking = self._hint
        try:
            plan = await asyncio.shield(thinking[1])
        except Exception:
            if self._hint is thinking:
                self._hint = None
            raise
        return self.check_turn(visitor, at).explained(plan, visitor.viewer, visitor.language, self.names)

    # Seats

    async def sit(
        self,
        visitor: Visitor,
        seat: int,
        name: str,
        invite: str | None,
        nonce: str | None = None,
        seal: str | None = None,
    ) -> None:
        async with self.lock:
            host = self.hosted_by(visitor.person)
            seated = seats.sit(self.seated, seat, visitor.person, name, invite == self.facts.invite or host, host)
            all_given = nonces.given(self.facts.nonces, seated, visitor.person, nonce, seal)
            await self._reseat(seated, all_given=all_given)
            if len(mine := seats.held(self.seated, visitor.person)) == 1:
                visitor.viewer = mine[0]
            telling.welcome_all(self)

    async def unseal(self, visitor: Visitor, nonce: str) -> None:
        """Open what a person sealed; the last one to do so begins the game."""
        async with self.lock:
            if self.facts.status != "waiting":
                raise Refusal("open_late")
            all_given = nonces.opened(self.facts.nonces, self.seated, visitor.person, nonce)
            await self._reseat(self.seated, all_given=all_given)
            if self.status == "playing":
                telling.welcome_all(self)
            else:
                telling.tell_about(self)

    async def fill(self, visitor: Visitor, seat: int, bot: str) -> None:
        async with self.lock:
            await self._reseat(seats.fill(self.seated, seat, bot, self.hosted_by(visitor.person)))
            telling.welcome_all(self)

    async def leave(self, visitor: Visitor, seat: int) -> None:
        async with self.lock:
            seated = seats.leave(self.seated, self.status, seat, visitor.person)
            # Else one could come back with another nonce, chosen for those that are open already.
            if self.status == "waiting" and nonces.any_opened(self.facts.nonces):
                raise Refusal("opening")
            await self._reseat(seated)
            if self.status == "waiting":
                telling.welcome_all(self)
            else:
                telling.tell_about(self)

    async def come_back(self, visitor: Visitor, seat: int) -> None:
        async with self.lock:
            seated = seats.come_back(self.seated, self.status, seat, visitor.person)
            if back := seated != self.seated:
                await self._reseat(seated)
            self.agreed.pop(seat, None)
            if back:
                telling.welcome_all(self)

    async def agree(self, visitor: Visitor, seat: int, yes: bool) -> None:
        """A bot takes the seat of someone who has gone when all who are here want it."""
        async with self.lock:
            here = self.here()
            votes = seats.votes(self.seated, self.status, seat, visitor.person, here)
            opens = self.vote_from(seat)
            if yes and opens and (wait := opens - time.time()) > 0:
                raise Refusal("just_gone", seconds=math.ceil(wait))
            wanting = self.agreed.get(seat, set())
            wanting = wanting | votes if yes else wanting - votes
            if seats.asked(self.seated, seat, here) <= wanting:
                await self._reseat(seats.stand_in(self.seated, seat))
                self.agreed.pop(seat, None)
            else:
                self.agreed[seat] = wanting
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

    async def stand(self, visitor: Visitor, seat: int, window: str, answer: wire.Standing) -> None:
        """Say what one's seat answers in a window until further notice, the open question included. Nobody else is told
        that anything was said."""
        async with self.lock:
            seated = seats.stand(self.seated, seat, visitor.person, window, answer, self.windows)
            await self.store.seat(self.facts, seated)
            self.seated = seated
            telling.tell_person(self, visitor.person)
            self.stir()

    async def _reseat(
        self, seated: Seats, status: wire.Status | None = None, all_given: nonces.Nonces | None = None
    ) -> None:
        """Write down who sits where; when the last seat is taken and everyone has come, in the same breath, begin."""
        facts = self._changed(1, status=status) if status else self._changed(0)
        chronicle, chair = self.chronicle, 0
        lines = len(chronicle.game.log) if chronicle else 0
        if facts.status == "waiting":
            facts = replace(facts, nonces=nonces.settled(all_given or facts.nonces, seated))
            if nonces.complete(facts.nonces, seated):
                facts, seated, chronicle, chair = begun(facts, seated, chronicle)
        await self.store.seat(facts, seated, lines, chronicle.game.log[lines:] if chronicle else ())
        self.facts, self.seated, self.chronicle = facts, seated, chronicle
        for visitor in self.visitors:
            if visitor.viewer != SPECTATOR:
                visitor.viewer = (visitor.viewer - chair) % len(seated)
        for visitor in self.visitors:  # nobody goes on looking from a seat that is theirs no more
            if not self.may_look(visitor.person, visitor.viewer):
                visitor.viewer = SPECTATOR
        self.stir()

    # Bots, and answers that nobody has to be asked for

    def stir(self) -> None:
        """Let a bot think, if it is a bot's turn and somebody cares, or answer for a seat that need not be asked."""
        if self._bots is not None and not self._bots.done():
            return
        if self.for_show and self._goes_on():
            self._bots = asyncio.create_task(self._show())
        else:
            self._bots = asyncio.create_task(self._play_by_itself())

    async def _show(self) -> None:
        """Bots among themselves; nobody lets many such tables run at once."""
        shows, host, address = self.thinkers.shows, self.facts.host, self._asker()
        if not shows.enter(host, address):
            for visitor in self.visitors:
                telling.tell(visitor, problem(shows.refusal(), visitor.language, asked=""))
            return
        try:
            await self._play_by_itself()
        finally:
            shows.leave(host, address)

    def _asker(self) -> str:
        """The address for which a bot thinks here: that of a player, else of anyone who looks on."""
        players = {seat.person for seat in self.seated}
        looking = sorted(self.visitors, key=lambda visitor: visitor.person not in players)
        return looking[0].address if looking else ""

    def _bot(self) -> str | None:
        chronicle = self.chronicle
        if chronicle is None or self.status != "playing" or chronicle.game.seat < 0:
            return None
        return self.seated[chronicle.game.seat].player

    def _goes_on(self) -> bool:
        """Whether somebody cares, and nobody has to be waited for."""
        if self.for_show and (not self.visitors or time.monotonic() - self.seen_at > SHOW):
            return False
        if self._given == self.facts.version:
            return False
        return self._bot() is not None or self.answer() is not None

    def _ask(self, before: State | None = None) -> None:
        """From now on the answer to the present question is waited for."""
        if self.chronicle is not None:
            game = self.chronicle.game
            self.held.ask(self.facts.version, game.kind, before, game.state)

    def _pace(self) -> float:
        """How long a bot waits. Whoever plays is shown its moves at their own pace, however fast they come; bots among
        themselves are not to run away from who looks on."""
        return self.pace if self.pace is not None else SHOW_PACE * self.for_show

    async def _play_by_itself(self) -> None:
        failures = 0
        while self._goes_on() and failures < MOST_FAILURES:
            try:
                await asyncio.sleep(failures)
                if self.answer() is not None:
                    await self._answer_for()
                elif bot := self._bot():
                    await self._let_play(bot)
                failures = 0
            except Refusal:  # the database does not take it: nobody is to blame, and all goes on when it does
                await asyncio.sleep(PAUSE)
            except Exception:
                failures += 1
                self._ahead = None
                log.exception("table %s: its bot failed", self.facts.id)

    async def _answer_for(self) -> None:
        """Answer for a seat that need not be asked, when the pause is over."""
        self._ask()
        version = self.facts.version
        await self.held.over()
        async with self.lock:
            answer = self.answer()
            if self.chronicle and answer and self.facts.version == version != self._given:
                await self.advance(self.chronicle, answer)

    async def _let_play(self, bot: str) -> None:
        """Let a bot think and play a move. In a window it thinks during the pause; if it has not made up its mind when
        that is over it passes, for being late would tell that it had a choice."""
        self._ask()
        version, chronicle = self.facts.version, self.chronicle
        hurried = self.window is not None
        if not hurried:
            await asyncio.sleep(self._pace())
        if chronicle is None or self.facts.version != version or self._bot() != bot:
            return
        thought = asyncio.create_task(self._think(chronicle.game, version, bot))
        if hurried and self.held.pauses.first > 0:
            thought.add_done_callback(unheeded)
            await self.held.over()
        else:
            await thought
        async with self.lock:
            if self.facts.version != version or self._bot() != bot or not self._goes_on():
                return
            if thought.done() and not thought.exception():
                await self._go_on(chronicle)
            else:
                await self.advance(chronicle, PASS)

    async def _think(self, game: Game, version: int, bot: str) -> None:
        """See to it that a bot has a plan for just this moment."""
        if not self._knows_on(game, bot):
            rng = chance.derived(self.facts.seed, f"bot {version}")
            plan = await self.thinkers.plan(game.clone(), bot, rng, self._asker(), self.for_show)
            if self.facts.version == version:
                self._ahead = Ahead(version, game.state.turn, bot, plan)
        elif self.for_show:
            await self.thinkers.rest(self._asker())

    def _knows_on(self, game: Game, bot: str) -> bool:
        """Whether a bot has a plan for just this moment, and its next move is legal: it was made from one guess of what
        is hidden."""
        ahead = self._ahead
        if ahead is None or ahead[:3] != (self.facts.version, game.state.turn, bot) or not ahead.moves:
            return False
        return game.why_not(ahead.moves[0]) is None

    async def _go_on(self, chronicle: Chronicle) -> None:
        """Play the next move of the bot's plan."""
        ahead = self._ahead
        assert ahead is not None
        await self.advance(chronicle, ahead.moves[0])
        self._ahead = ahead._replace(version=self.facts.version, moves=ahead.moves[1:])
