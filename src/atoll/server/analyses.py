"""Finished games looked through, for whoever asks: one at a time for a process of the server, by one that yields to all
others. Every turn is kept as soon as it is judged, so that nothing is lost when the server goes, and nothing is judged
twice. A game that is not over is never looked through, whoever asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atoll.bots.named import planner
from atoll.compiled import compiled
from atoll.core.errors import RuleError
from atoll.core.game import Game, read_record
from atoll.core.kind import Step
from atoll.games import kind
from atoll.server import metrics, telling, wire
from atoll.server.changes import changes
from atoll.server.chronicle import told
from atoll.server.limits import Buckets, Limits, Places
from atoll.server.live import Live
from atoll.server.refusal import Refusal
from atoll.server.store import Store
from atoll.server.stories import Stories
from atoll.server.together import ANALYSIS, Shared
from atoll.server.workers import Workers
from atoll.study.analysis import Analysis, Turn, judged_by, looked_through, number_of_turns, turns_of
from atoll.study.packing import packed, unpacked

log = logging.getLogger("atoll")
PATIENCE = 45.0  # seconds without an analysis until its process ends
NICE = 10  # it yields to all others, and still comes to its end on a busy machine
# Without native code the bot would take too long as it comes.
ANALYST = "orca" if compiled() else "planning:plans=2:beam=2:deals=1:turns=0"
SLICE = 20.0  # seconds of the processor after which another game may go on, if its asker has had less
SEEN = 0.005  # a loss below that is none that anyone would see


def version_of(game: Game, bot: str) -> str:
    """What an analysis by a bot depends on beside the record."""
    return judged_by(game, planner(bot, game.state))


def finished(live: Live) -> Game:
    """The game of a table, if it may be looked through: it is over, by its rules or because people gave up."""
    if live.outdated:
        raise Refusal("analysis_outdated", 403)
    if live.chronicle is None or not live.done:
        raise Refusal("analysis_running", 403)
    game = live.chronicle.game
    if live.status == "study" and not game.over:  # a record that ends early may be of a game that goes on elsewhere
        raise Refusal("analysis_running", 403)
    return game


# In the process that does it

_at_work: tuple[str, int, int, Iterator[Turn]] | None = None  # a table, all turns, the next one's number, and the rest


def next_turn(table: str, record: str, bot: str, after: int) -> tuple[int, str | None, float]:
    """How many turns there are, the one that comes after so many, and the seconds of the processor that it took. What
    was begun is gone on with."""
    global _at_work
    began = time.process_time()
    if _at_work is None or (_at_work[0], _at_work[2]) != (table, after):
        game = read_record(kind, record)
        _at_work = table, number_of_turns(game), after, looked_through(game, planner(bot, game.state), after=after)
    _, total, _, turns = _at_work
    turn = next(turns, None)
    _at_work = None if turn is None or after + 1 == total else (table, total, after + 1, turns)
    return total, packed(turn) if turn else None, time.process_time() - began


# In the server


@dataclass(eq=False)
class Work:
    """A game that waits to be looked through, or is."""

    table: str
    who: str  # the address that asked first
    record: str
    version: str
    number: int  # in the order of asking
    done: int = 0
    total: int = 0


class Analyses:
    def __init__(self, store: Store, limits: Limits, bot: str = ANALYST) -> None:
        self.store = store
        self.limits = limits
        self.bot = bot
        self._analyst = bot
        self._works: dict[str, Work] = {}  # by table
        self._now: Work | None = None
        self._failed: set[tuple[str, str]] = set()
        self._asked = 0
        self._places = Places(limits.times(limits.analyses_waiting))
        self._seconds = Buckets(
            limits.times(limits.analysis_seconds), limits.times(limits.analysis_seconds / limits.analysis_again)
        )
        self._running: asyncio.Task[None] | None = None
        self._workers = Workers(1, nice=NICE, patience=PATIENCE)

    async def ask(self, live: Live, who: str) -> wire.AnalysisState:
        """Look a game through, unless it is known or being looked through already."""
        game, table = finished(live), live.facts.id
        state = await self.state(live)
        if state.status not in ("none", "failed"):
            return state
        if not await self._claim(table):
            return wire.AnalysisState(status="working", done=state.done, total=state.total, before=0)
        if table in self._works:  # somebody else has asked meanwhile
            return self._state(self._works[table])
        try:
            return self._queue(live, game, who, state)
        except Refusal:
            await self._resign(table)
            raise

    def _queue(self, live: Live, game: Game, who: str, state: wire.AnalysisState) -> wire.AnalysisState:
        bucket = self._seconds.of(who)
        if bucket.left <= 0:
            raise Refusal("analysis_enough", 429, seconds=bucket.wait())
        if len(self._works) >= self.limits.times(self.limits.analyses_in_all) or not self._places.enter(who):
            raise Refusal("analysis_queue", 429, seconds=30)
        version = version_of(game, self._analyst)
        self._failed.discard((live.facts.id, version))
        self._asked += 1
        record = "\n".join([*game.header, *game.log])
        work = Work(live.facts.id, who, record, version, self._asked, state.done, state.total)
        self._works[work.table] = work
        metrics.analyses.add()
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run())
        return self._state(work)

    async def state(self, live: Live, who: str | None = None) -> wire.AnalysisState:
        """How far it is, here or at another process. What one has left undone that has gone is gone on with for the
        address that wants to know."""
        game = finished(live)
        table, version = live.facts.id, version_of(game, self._analyst)
        if (work := self._works.get(table)) is not None:
            return self._state(work)
        total, texts = await self.store.find_analysis(table, version)
        if table in self._works:  # somebody else has asked meanwhile
            return self._state(self._works[table])
        if len(texts) < total or not texts:
            owed, elsewhere = await self._owed(table)
            if elsewhere:
                return wire.AnalysisState(status="working", done=len(texts), total=total, before=0)
            if owed and who is not None and (table, version) not in self._failed:
                return await self.ask(live, who)
        failed = (table, version) in self._failed
        status = "done" if texts and len(texts) == total else "failed" if failed else "none"
        return wire.AnalysisState(status=status, done=len(texts), total=total, before=0)  # type: ignore[arg-type]

    async def tell(self, stories: Stories, who: str, live: Live, viewer: int, language: str) -> bytes:
        """A whole analysis, packed, with the better plans as one seat would have seen them."""
        game = finished(live)
        version, names = version_of(game, self._analyst), tuple(live.names)
        total, texts = await self.store.find_analysis(live.facts.id, version)
        if not texts or len(texts) < total:
            raise Refusal("analysis_missing", 404)
        record, final = "\n".join([*game.header, *game.log]), outcome(live)

        async def tell() -> bytes:
            return await stories.tellers.do(packed_analysis, record, texts, final, viewer, language, names)

        return await stories.told(who, lambda: ("analysis", live.facts.id, version, viewer, language, names), tell)

    # Other processes

    async def _claim(self, table: str) -> bool:
        return not isinstance(self.store, Shared) or await self.store.claim(table, ANALYSIS)

    async def _owed(self, table: str) -> tuple[bool, bool]:
        """Whether somebody has asked for it, and whether another process does it."""
        return await self.store.owed(table, ANALYSIS) if isinstance(self.store, Shared) else (False, False)

    async def _resign(self, table: str) -> None:
        if isinstance(self.store, Shared):
            with contextlib.suppress(Refusal):
                await self.store.resign(table, ANALYSIS)

    def _state(self, work: Work) -> wire.AnalysisState:
        order = self._order()
        status = "working" if work is self._now else "waiting"
        return wire.AnalysisState(status=status, done=work.done, total=work.total, before=order.index(work))  # type: ignore[arg-type]

    def _order(self) -> list[Work]:
        """What is being done, then what waits: who has had least lately comes first."""
        return sorted(
            self._works.values(), key=lambda work: (work is not self._now, self._seconds.used(work.who), work.number)
        )

    async def _run(self) -> None:
        while self._works:
            work = self._now = self._order()[0]
            ended = True
            try:
                ended = await self._look_through(work)
            except Exception:
                log.exception("table %s could not be looked through", work.table)
                self._failed.add((work.table, work.version))
            finally:
                self._now = None
                if ended:
                    del self._works[work.table]
                    self._places.leave(work.who)
            if ended:
                await self._resign(work.table)

    async def _look_through(self, work: Work) -> bool:
        """Go on for a while; whether that was all of it."""
        spent = 0.0
        while spent < SLICE:
            total, text, seconds = await self._workers.do(next_turn, work.table, work.record, self.bot, work.done)
            self._seconds.of(work.who).charge(seconds)
            spent += seconds
            work.total = total
            if text is None:
                if not total:
                    raise ValueError("nothing was decided in this game")
                return True
            kept = await self.store.keep_turn(work.table, work.version, work.done, total, text)
            work.done += 1
            if not kept or work.done == total:
                return True
        return False

    def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
        self._workers.close()


# Telling


def outcome(live: Live) -> list[float] | None:
    """What became of a game, seat by seat; None if people gave up and several others are left."""
    verdict = telling.verdict(live, "en")
    if verdict is None or not verdict.standing:
        return None
    winners = [wire.viewer(seat) for seat in verdict.standing[0]]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(live.seated))]


def packed_analysis(
    record: str, texts: Sequence[str], final: list[float] | None, viewer: int, language: str, names: Sequence[str]
) -> bytes:
    game = read_record(kind, record)
    steps = dict(turns_of(game))
    found = Analysis([unpacked(text) for text in texts], final)
    told_turns = [
        wire.AnalysedTurn(
            line=turn.line,
            last=last_line(game.log, turn),
            seat=wire.number(turn.seat),
            chances=[round(chance, 4) for chance in turn.chances],
            loss=round(turn.loss, 4),
            reason=turn.reason.text(language, names) if turn.reason and turn.loss >= SEEN else None,
            plan=plan_of(game, turn, steps[turn.line], viewer, language, names) if turn.loss >= SEEN else [],
        )
        for turn in found.turns
    ]
    whole = wire.Analysis(
        seat=wire.number(viewer),
        turns=told_turns,
        final=final,
        turning=[turn.line for turn in found.turning_points()],
        seats=[
            wire.AnalysedSeat(
                seat=wire.number(seat),
                lost=round(found.lost(seat), 4),
                largest=[turn.line for turn in found.losses(seat) if turn.loss >= SEEN],
            )
            for seat in range(game.seats)
        ],
    )
    return gzip.compress(wire.packed(whole), 6, mtime=0)


def last_line(lines: Sequence[str], turn: Turn) -> int:
    """The last line of a turn: what chance did in between belongs to it."""
    left = len(turn.played)
    for number, line in enumerate(lines[turn.line - 1 :], turn.line):
        left -= not line.startswith("*")
        if not left:
            return number
    return len(lines)


def plan_of(
    game: Game, turn: Turn, steps: Sequence[Step], viewer: int, language: str, names: Sequence[str]
) -> list[wire.VariationStep]:
    """What would have been better, move by move, as far as it leads without chance."""
    trial = Game(game.kind, steps[0].before.clone(), game.header)
    found = []
    before = game.kind.view(trial.state, viewer)
    for text in turn.best:
        try:
            [step] = trial.step(text)
        except RuleError:  # it was planned from what the player knew, and there it was possible
            break
        events = told(game.kind.told(step, viewer), language, names)
        trial.take(step)
        after = game.kind.view(trial.state, viewer)
        found.append(wire.VariationStep(move=text, events=events, changes=changes(before, after)))
        before = after
        if trial.state.seat < 0:
            break
    return found
