"""What every address and every person may ask of the server, and who has to wait while others are served.

Prices are in ms of the processor. Whoever has nothing left is told in how many seconds to try again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

from atoll.server.limits import Buckets, Limits, Places
from atoll.server.refusal import Refusal
from atoll.server.waiting import Turns

PRICES = {  # of a message over the socket
    "play": 5,
    "undo": 10,
    "what": 5,
    "why": 1,
    "hint": 40,
    "list": 20,
    "insight": 5,
    "look": 5,
    "speak": 5,
    "log": 5,
    "sit": 10,
    "open": 10,
    "leave": 10,
    "return": 10,
    "agree": 5,
    "concede": 10,
    "standing": 10,
    "fill": 10,
    "judge": 40,
    "solution": 10,
    "again": 10,
}
MALFORMED = 1
ENTRANCE = 10  # a socket, and the full view that it begins with
# Answered in one go: they cost what they take, if it is more.
AT_ONCE = ("what", "why", "list", "insight", "look", "speak", "log")
DEAR = ("what", "list", "insight", "look", "speak", "log", "hint", "judge")  # they never get in the way of moves
REQUESTS = {  # over HTTP, by the first word of the path
    "hello": 5,
    "name": 5,
    "texts": 3,
    "facts": 3,
    "tables": 5,
    "records": 20,
    "puzzles": 5,
    "health": 2,
}
OTHER = 1
MUCH = 100.0  # ms that an address has to have asked for lately, and more than 20 in a second, to wait
SHARE = 0.2  # of the time, for all those who wait and for all dear questions


class Guests:
    def __init__(self, limits: Limits, tables_per_minute: float) -> None:
        self.limits = limits
        self.makers = Buckets(tables_per_minute, tables_per_minute / 60)
        self.budget = Buckets(limits.times(limits.budget), limits.times(limits.budget_a_second))
        self.questions = Turns(Buckets(1_000, 20), much=MUCH, share=min(1.0, limits.times(SHARE)))
        self.long_work = Turns(Buckets(20_000, 100))  # one long thing at a time, so that moves are not kept waiting
        self.of_address = Places(limits.times(limits.sockets_an_address))
        self.of_person = Places(limits.times(limits.sockets_a_person))

    def may_make(self, who: str) -> None:
        if not self.makers.take(who):
            raise Refusal("too_many", 429, seconds=self.makers.of(who).wait())

    async def pay(self, who: str, price: float, dear: bool = False, measured: bool = False) -> None:
        """Before something is answered. Moves of those who ask for little wait for nobody, others for their turn.

        What is measured will be settled.
        """
        bucket = self.budget.of(who)
        if not bucket.take(price):
            raise Refusal("too_fast", 429, seconds=bucket.wait(price))
        if dear or self.questions.used.used(who) > MUCH:
            if self.questions.waiting(who) >= self.limits.times(self.limits.waiting_an_address):
                raise Refusal("too_fast", 429, seconds=5)
            await self.questions.enter(who, dear)
            # Until everyone else has been listened to again.
            asyncio.get_running_loop().call_soon(self.questions.leave, who)
        if not measured:
            self.questions.charge(who, price, dear)

    def settle(self, who: str, paid: float, cost: float, dear: bool) -> None:
        """What an answer really cost: if it was more than was paid for it, the rest is due."""
        self.budget.of(who).charge(max(0.0, cost - paid))
        self.questions.charge(who, cost, dear)

    @contextlib.asynccontextmanager
    async def long(self, who: str) -> AsyncIterator[None]:
        """Something that takes a while: one thing at a time, and of every address in turn."""
        if self.long_work.waiting(who) >= self.limits.times(self.limits.long_at_once):
            raise Refusal("too_long_a_line", 429, seconds=10)
        async with self.long_work.turn(who):
            yield

    @contextlib.contextmanager
    def socket(self, who: str, person: int | None) -> Iterator[None]:
        """A place for a socket."""
        if not self.of_address.enter(who):
            raise Refusal("sockets_address", 429, most=int(self.of_address.most), seconds=10)
        try:
            if person is None:
                yield
                return
            if not self.of_person.enter(person):
                raise Refusal("sockets_person", 429, most=int(self.of_person.most), seconds=10)
            try:
                yield
            finally:
                self.of_person.leave(person)
        finally:
            self.of_address.leave(who)
