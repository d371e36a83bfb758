"""Puzzles at a table of one's own, which is in the memory alone: nothing of it is written down.

Whoever solves a puzzle plays one turn, from what the seat knows. When it is over nothing is drawn, nobody else moves,
and the turn is judged beside the best one in a process of its own.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import replace
from functools import partial

from atoll.server import metrics, nonces, seats, telling, wire
from atoll.server.chance import commitment
from atoll.server.chronicle import Chronicle
from atoll.server.hall import Hall, code, new_facts
from atoll.server.live import Live
from atoll.server.refusal import Refusal
from atoll.server.seats import BOT_NAMES, Seated, Seats
from atoll.server.store import Facts
from atoll.server.table import Visitor
from atoll.server.thinkers import Thinkers
from atoll.study.puzzles import Puzzle, by_id, shipped, with_puzzles
from atoll.study.solving import Verdict, judged

MOST_A_PERSON = 3  # puzzles that one person has on a table at once: one page each
MOST_JUDGED = 2_000  # turns of which the judge remembers what they were worth


def judge(puzzle: str, played: list[str]) -> Verdict:
    """In a process of its own."""
    return judged(by_id()[puzzle], played)


class Judges:
    """Turns are judged once: those that lead to the same position are one."""

    def __init__(self, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self._known: OrderedDict[tuple[str, bytes], asyncio.Task[Verdict]] = OrderedDict()

    async def verdict(self, puzzle: Puzzle, played: list[str], end: bytes, who: str) -> Verdict:
        key = puzzle.id, end
        if key not in self._known:
            self._known[key] = asyncio.create_task(self.thinkers.work(judge, who, puzzle.id, played))
            while len(self._known) > MOST_JUDGED:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        thought = self._known[key]
        try:
            return await asyncio.shield(thought)
        except Exception:
            if self._known.get(key) is thought:
                del self._known[key]
            raise


class Trial(Live):
    """A table with a puzzle on it."""

    def __init__(self, facts: Facts, seated: Seats, puzzle: Puzzle, judges: Judges, hall: Hall) -> None:
        chronicle = Chronicle(puzzle.at())
        super().__init__(facts, seated, chronicle, hall.store, hall.thinkers)
        self.shared = None  # no other process has it
        self._turn = chronicle.game.state.turn
        self.puzzle = puzzle
        self.puzzle_id = puzzle.id
        self.judges = judges

    @property
    def ended(self) -> bool:
        """Whether the turn is over."""
        assert self.chronicle is not None
        now = self.chronicle.game.state
        return now.turn != self._turn or now.seat != self.puzzle.seat

    # What is otherwise here than at other tables

    @property
    def windows(self) -> tuple[str, ...]:
        """Nobody is asked beforehand."""
        return ()

    def enter(self, visitor: Visitor, wish: int) -> None:
        if not self.hosted_by(visitor.person):
            raise Refusal("not_your_seat", 403)
        super().enter(visitor, wish)

    def may_move(self, visitor: Visitor) -> bool:
        return super().may_move(visitor) and not self.ended

    def undo_to(self, visitor: Visitor) -> int | None:
        return None if self.ended else super().undo_to(visitor)

    def answer(self) -> str | None:
        """Nobody answers for who solves it."""
        return None

    def stir(self) -> None:
        """No bot moves here."""

    async def play(self, visitor: Visitor, at: int, move: str) -> None:
        async with self.lock:
            await self.advance(self.check_turn(visitor, at), move)

    async def advance(self, chronicle: Chronicle, move: str) -> None:
        """Go on by a move, and tell so; nothing is drawn after it."""
        [step] = chronicle.game.step(move)
        prepared = chronicle.prepared(step)
        metrics.moves.add()
        before = {visitor.viewer: chronicle.view(visitor.viewer) for visitor in self.visitors}
        chronicle.accept(prepared)
        self.facts = self._changed(decides=step.after.seat)
        telling.tell_all(self, partial(telling.step, self, chronicle, before))

    async def undo(self, visitor: Visitor, at: int) -> None:
        async with self.lock:
            later = self.check(at)
            left = self.undo_to(visitor)
            if left is None:
                raise Refusal("no_undo")
            earlier = later.up_to(left)
            self.facts, self.chronicle = self._changed(decides=earlier.game.seat), earlier
            telling.tell_all(self, partial(telling.undone, self, later, earlier))

    async def stand(self, visitor: Visitor, seat: int, window: str, answer: wire.Standing) -> None:
        raise Refusal("puzzle_seats")

    async def _reseat(
        self, seated: Seats, status: wire.Status | None = None, all_given: nonces.Nonces | None = None
    ) -> None:
        raise Refusal("puzzle_seats")

    # What there is only here

    async def again(self, visitor: Visitor) -> None:
        """Put everything back where it was."""
        async with self.lock:
            self.chronicle = Chronicle(self.puzzle.at())
            self.facts = self._changed(decides=self.puzzle.seat)
            telling.welcome_all(self)

    async def verdict(self, visitor: Visitor, at: int) -> wire.Judged:
        """What became of the turn."""
        game = self.check(at).game
        if not self.ended:
            raise Refusal("puzzle_turn")
        played = [line.partition(" ")[2] for line in game.log]
        found = await self.judges.verdict(self.puzzle, played, game.state.key(), visitor.address)
        reason = self.puzzle.why().text(visitor.language, self.names)
        return wire.Judged(id="", solved=found.solved, share=found.share, best=found.best, reason=reason)

    def solution(self, visitor: Visitor, at: int) -> tuple[list[wire.PlanStep], str]:
        """The best turn, or what is left of it for who has followed it so far."""
        chronicle = self.check_turn(visitor, at)
        done = [line.partition(" ")[2] for line in chronicle.game.log]
        best = self.puzzle.best
        if best[: len(done)] != done:
            raise Refusal("puzzle_again")
        steps, _ = chronicle.explained(best[len(done) :], visitor.viewer, visitor.language, self.names)
        return steps, self.puzzle.why().text(visitor.language, self.names)


class Puzzling:
    """The puzzles of a server: which there are, and who is at which."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.judges = Judges(hall.thinkers)
        self._tables: dict[int, list[str]] = {}  # by person, the latest last

    def games(self) -> wire.PuzzleGames:
        return wire.PuzzleGames(games={form.page: len(shipped(form)) for form in with_puzzles()})

    def of(self, page: str) -> wire.PuzzleList:
        """The puzzles of a game, by the folder that draws it."""
        for form in with_puzzles():
            if form.page == page:
                cards = [wire.PuzzleCard(id=each.id, level=each.level, seats=each.seats) for each in shipped(form)]
                return wire.PuzzleList(puzzles=cards)
        raise Refusal("no_puzzles", 404)

    def open(self, name: str, person: int, called: str) -> wire.Created:
        """A table with a puzzle for a person; the one that they opened longest ago goes."""
        puzzle = by_id().get(name)
        if puzzle is None:
            raise Refusal("no_puzzle", 404)
        others = iter(BOT_NAMES)
        seated = tuple(
            Seated("me", "person", person=person, name=called)
            if seat == puzzle.seat
            else Seated("bot", "bot", name=next(others), bot=seats.STAND_IN)
            for seat in range(puzzle.seats)
        )
        facts = new_facts(puzzle.game, puzzle.options, "playing", person)
        # By its dash a proxy tells it from tables that any process can serve.
        facts = replace(facts, id=f"p-{code(8)}", decides=puzzle.seat, tutorial=True, hints=False)
        self._make_room(person)
        self._tables.setdefault(person, []).append(facts.id)
        self.hall.lay(Trial(facts, seated, puzzle, self.judges, self.hall))
        return wire.Created(id=facts.id, invite=None, commitment=commitment(facts.seed))

    def _make_room(self, person: int) -> None:
        """For one more table of a person."""
        kept = {who: [name for name in names if self.hall.remembers(name)] for who, names in self._tables.items()}
        while len(kept.get(person, ())) >= MOST_A_PERSON:
            self.hall.take_away(kept[person].pop(0))
        self._tables = {who: names for who, names in kept.items() if names}


def trial(live: Live) -> Trial:
    """A table, if a puzzle is on it."""
    if not isinstance(live, Trial):
        raise Refusal("puzzle_none")
    return live
