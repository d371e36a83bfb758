"""A table that is being played at. Whatever changes is checked and prepared, written down, and told afterwards, one
thing at a time.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from atoll.core import bits
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.record import Line
from atoll.core.state import SPECTATOR, State
from atoll.server import chance, metrics, nonces, seats, telling, wire
from atoll.server.answering import AT_ONCE, PASS, Held, Pauses
from atoll.server.chronicle import Chronicle, told
from atoll.server.dealing import begun
from atoll.server.refusal import Refusal, problem
from atoll.server.seats import Seats
from atoll.server.start import start_chair
from atoll.server.store import Conflict, Facts, Store
from atoll.server.table import USUAL, Elsewhere, Outdated, Patience, Table, Visitor
from atoll.server.thinkers import Thinkers
from atoll.server.together import BOTS, News, Shared

log = logging.getLogger("atoll")
MOST_TRIES = 8  # of a change, while other processes change the table
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


P = ParamSpec("P")
T = TypeVar("T")


def settled(
    change: Callable[Concatenate[Live, P], Awaitable[T]],
) -> Callable[Concatenate[Live, P], Coroutine[Any, Any, T]]:
    """A change that is tried again on what is there then, if another process has changed the table meanwhile."""

    @wraps(change)
    async def tried(live: Live, /, *values: P.args, **more: P.kwargs) -> T:
        for _ in range(MOST_TRIES):
            try:
                return await change(live, *values, **more)
            except Conflict:
                await live.catch_up()
            except Refusal as refusal:
                if refusal.code in ("database", "unsure"):
                    live.doubt()
                raise
        raise Refusal("stale")

    return tried


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
        self.shared = store if isinstance(store, Shared) else None
        self._drives = self.shared is None  # whether this process does what the table owes
        self._chores: set[asyncio.Task[None]] = set()
        self._doubts, self._doubting = 0, False
        # One thought a version, whoever asks and how often.
        self._hint: tuple[int, asyncio.Task[list[str]]] | None = None

    @property
    def busy(self) -> bool:
        return bool(self.visitors) or self.lock.locked() or (self._bots is not None and not self._bots.done())

    @property
    def busy_elsewhere(self) -> bool:
        """Whether people look at it at other processes."""
        return any(there.people or there.strangers for there in self.elsewhere.values())

    # Coming, going and looking

    @settled
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
        self.announce()
        self.stir()

    def exit(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self.idle_since = time.monotonic()
        if seats.held(self.seated, visitor.person) and all(v.person != visitor.person for v in self.visitors):
            self.gone[visitor.person] = time.time()
        telling.tell_about(self)
        self.announce()

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
        version, revision = self.facts.version + versions, self.facts.revision + 1
        return self.facts.changed_to(version=version, revision=revision, changed=time.time(), **values)

    @settled
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
            last_one = prepared is steps[-1]
            self.facts = facts if last_one else self.facts.changed_to(version=self.facts.version + 1)
            telling.tell_all(self, partial(telling.step, self, chronicle, before))
        self._ask(asked)
        if facts.status == "over":
            telling.tell_about(self)
        self.stir()

    @settled
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

    @settled
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

    @settled
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

    @settled
    async def fill(self, visitor: Visitor, seat: int, bot: str) -> None:
        async with self.lock:
            await self._reseat(seats.fill(self.seated, seat, bot, self.hosted_by(visitor.person)))
            telling.welcome_all(self)

    @settled
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

    @settled
    async def come_back(self, visitor: Visitor, seat: int) -> None:
        async with self.lock:
            seated = seats.come_back(self.seated, self.status, seat, visitor.person)
            if back := seated != self.seated:
                await self._reseat(seated)
            self.agreed.pop(seat, None)
            if back:
                telling.welcome_all(self)

    @settled
    async def agree(self, visitor: Visitor, seat: int, yes: bool) -> None:
        """A bot takes the seat of someone who has gone when all who are here want it."""
        async with self.lock:
            here = self.here()
            votes = seats.votes(self.seated, self.status, seat, visitor.person, here)
            opens = self.vote_from(seat)
            if yes and opens and (wait := opens - time.time()) > 0:
                raise Refusal("just_gone", seconds=math.ceil(wait))
            mine = self.agreed.get(seat, set())
            mine = mine | votes if yes else mine - votes
            if seats.asked(self.seated, seat, here) <= self.wanting(seat) - votes | mine:
                await self._reseat(seats.stand_in(self.seated, seat))
                self.agreed.pop(seat, None)
            else:
                self.agreed[seat] = mine
            telling.tell_about(self)
            self.announce()

    @settled
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

    @settled
    async def stand(self, visitor: Visitor, seat: int, window: str, answer: wire.Standing) -> None:
        """Say what one's seat answers in a window until further notice, the open question included. Nobody else is told
        that anything was said."""
        async with self.lock:
            seated = seats.stand(self.seated, seat, visitor.person, window, answer, self.windows)
            facts = replace(self.facts, revision=self.facts.revision + 1)
            await self.store.seat(facts, seated)
            self.facts, self.seated = facts, seated
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
        self._turn_round(chair)
        self.stir()

    def _turn_round(self, chair: int) -> None:
        """Who looks from a seat moves with it, and nobody goes on looking from one that is theirs no more."""
        for visitor in self.visitors:
            if visitor.viewer != SPECTATOR:
                visitor.viewer = (visitor.viewer - chair) % len(self.seated)
            if not self.may_look(visitor.person, visitor.viewer):
                visitor.viewer = SPECTATOR

    # Bots, and answers that nobody has to be asked for

    def stir(self) -> None:
        """Let a bot think, if it is a bot's turn and somebody cares, or answer for a seat that need not be asked."""
        if self._bots is not None and not self._bots.done():
            return
        if self.shared is None and not self._goes_on():
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
        if not await self._takes_over():
            return
        while self._goes_on() and failures < MOST_FAILURES:
            try:
                await asyncio.sleep(failures)
                if self.answer() is not None:
                    await self._answer_for()
                elif bot := self._bot():
                    await self._let_play(bot)
                failures = 0
            except Refusal:  # the database does not take it: nobody is to blame, and all goes on when it does
                self.doubt()
                await asyncio.sleep(PAUSE)
            except Conflict:
                await self.catch_up()
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
        if not hurried and not self.for_show and self._knows_on(chronicle.game, bot):
            async with self.lock:
                if self.facts.version == version and self._bot() == bot and self._goes_on():
                    await self._go_on(chronicle)
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

    # Other processes at the same table

    def chore(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that nobody waits for."""
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _takes_over(self) -> bool:
        """Whether this process does what the table owes."""
        while self.shared is not None and not self._drives and self._goes_on():
            try:
                self._drives = await self.shared.claim(self.facts.id, BOTS)
                break
            except Exception:
                await asyncio.sleep(PAUSE)
        return self._drives

    def announce(self) -> None:
        """Tell the other processes who is here; leave the bots to them if nobody is."""
        if self.shared is not None:
            self.chore(self._announce(self.shared))

    def _present(self) -> dict[str, Any]:
        people = {visitor.person for visitor in self.visitors}
        return {
            "people": sorted(person for person in people if person is not None),
            "strangers": sum(visitor.person is None for visitor in self.visitors),
            "agreed": {seat: sorted(votes) for seat, votes in self.agreed.items()},
        }

    async def _announce(self, shared: Shared) -> None:
        try:
            if await shared.announce(self.facts.id, self._present()):
                await self.find_out()
            if not self.visitors and self.elsewhere and self._drives:
                self._drives = False
                await shared.resign(self.facts.id, BOTS)
        except Refusal:
            self.doubt()

    def doubt(self) -> None:
        """What was last asked of the database may have been done or not: look until it says so."""
        self._doubts += 1
        if self.shared is not None and not self._doubting:
            self._doubting = True
            self.chore(self._keep_asking())

    async def find_out(self) -> None:
        """What other processes have changed, and who is there."""
        try:
            await self.catch_up()
            await self.look_around()
        except Refusal:
            self.doubt()
            raise

    async def _keep_asking(self) -> None:
        while True:
            doubts = self._doubts
            try:
                if self.shared is not None:
                    await self.shared.announce(self.facts.id, self._present())
                await self.catch_up()
                await self.look_around()
                if doubts == self._doubts:  # nothing has happened meanwhile that gives new ones
                    break
            except Exception as error:
                if isinstance(error, Refusal) and error.code == "unknown":
                    break
                log.debug("table %s: %s", self.facts.id, error)
                await asyncio.sleep(PAUSE)
        self._doubting = False
        self.stir()

    def lost_touch(self) -> None:
        """Nothing was heard of other processes for a while, and they may have taken over."""
        self._drives = False
        self.doubt()

    async def look_around(self) -> None:
        """See who is at the table elsewhere. What several processes were told at once may complete a vote."""
        if self.shared is None:
            return
        before = set().union(*(there.people for there in self.elsewhere.values()))
        found = await self.shared.elsewhere(self.facts.id)
        self.elsewhere = {
            process: Elsewhere(
                frozenset(there.get("people", ())),
                there.get("strangers", 0),
                {int(seat): frozenset(votes) for seat, votes in there.get("agreed", {}).items()},
            )
            for process, there in found.items()
        }
        now = {visitor.person for visitor in self.visitors}
        now = now.union(*(there.people for there in self.elsewhere.values()))
        self.gone |= {person: time.time() for person in before - now}
        for person in now:
            self.gone.pop(person, None)
        for seat in self.here():
            if not self.seated[seat].left:  # who is here again has not gone
                self.agreed.pop(seat, None)
        await self._count_votes()
        telling.tell_about(self)
        self.stir()

    async def _count_votes(self) -> None:
        async with self.lock:
            here = self.here()
            for seat in range(len(self.seated)):
                if self.vote_from(seat) is not None and self.wanting(seat):
                    asked = seats.asked(self.seated, seat, here)
                    if asked and asked <= self.wanting(seat):
                        try:
                            await self._reseat(seats.stand_in(self.seated, seat))
                        except Conflict:  # another process has counted them
                            self.chore(self.catch_up())
                        self.agreed.pop(seat, None)

    async def catch_up(self) -> None:
        """Follow what other processes have changed, and tell everyone here what they would have been told there."""
        if self.shared is None or self.outdated:
            return
        async with self.lock:
            known = len(self.chronicle.game.log) if self.chronicle else 0
            news = await self.shared.news(self.facts.id, known)
            if news is None:
                raise Refusal("unknown", 404)
            if news.facts.revision <= self.facts.revision:
                return
            before = self.facts, self.seated
            if not self._follow(news, known):
                await self._reread(self.shared)
                telling.welcome_all(self)
            else:
                self._tell_seats(*before)
        self.stir()

    def _follow(self, news: News, known: int) -> bool:
        """Go on by lines, take lines back, or change nothing but seats; False: all has to be read again."""
        passed = news.facts.version - self.facts.version
        chronicle, asked = self.chronicle, self.chronicle.game.state if self.chronicle else None
        facts = replace(news.facts, rules_version=self.facts.rules_version)
        if self.facts.status != news.facts.status and news.facts.status != "over":
            return False
        if passed == len(news.lines) and news.size == known + passed:
            self.seated = news.seated
            for number, text in enumerate(news.lines, known + 1):
                assert chronicle is not None
                views = {visitor.viewer: chronicle.view(visitor.viewer) for visitor in self.visitors}
                line = Line(len(chronicle.game.header) + number, text)
                chronicle.accept(chronicle.prepared(chronicle.game.follow(line)))
                last = number == news.size
                self.facts = facts if last else replace(self.facts, version=self.facts.version + 1)
                telling.tell_all(self, partial(telling.step, self, chronicle, views))
            self.facts = facts
            if news.lines:
                self._ask(asked)
            return True
        if passed == 1 and news.size < known and chronicle is not None:
            earlier = chronicle.up_to(news.size)
            self.facts, self.seated, self.chronicle = facts, news.seated, earlier
            telling.tell_all(self, partial(telling.undone, self, chronicle, earlier))
            return True
        return False

    async def _reread(self, shared: Shared) -> None:
        """All of it, as it is kept now; whoever looks from a seat moves with it when the game begins."""
        kept = await shared.hold(self.facts.id)
        if kept is None:
            raise Refusal("unknown", 404)
        begins = self.facts.status == "waiting" != kept.facts.status
        chair = start_chair(kept.facts, len(kept.seated)) if begins else 0
        chronicle = Chronicle.read(kept.facts.game, kept.facts.header, kept.lines) if kept.facts.header else None
        self.facts, self.seated, self.chronicle, self._ahead = kept.facts, kept.seated, chronicle, None
        self._turn_round(chair)

    def _tell_seats(self, facts: Facts, seated: Seats) -> None:
        """What is told when seats have changed elsewhere."""
        self._turn_round(0)
        plain = tuple(replace(seat, standing="") for seat in seated)
        now = tuple(replace(seat, standing="") for seat in self.seated)
        back = any(old.player and not new.player for old, new in zip(seated, self.seated, strict=True))
        if plain != now and (facts.status == "waiting" or back):
            telling.welcome_all(self)
        elif (plain, facts.status, facts.nonces) != (now, self.facts.status, self.facts.nonces):
            telling.tell_about(self)
        for old, new in zip(seated, self.seated, strict=True):
            if old.standing != new.standing:
                telling.tell_person(self, new.person)
