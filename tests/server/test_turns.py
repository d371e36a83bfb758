"""Whose turn it is, and what waits to be read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from websockets.frames import Frame, Opcode

import atoll
from atoll.core.rng import Rng
from atoll.server.address import counted
from atoll.server.limits import Bucket, Buckets, Places
from atoll.server.protocol import text_head
from atoll.server.thinkers import Thinkers
from atoll.server.waiting import Outbox, Turns

pytestmark = pytest.mark.once


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(test(), 60)

    asyncio.run(bounded())


def test_who_has_had_least_comes_first() -> None:
    async def test() -> None:
        turns = Turns(Buckets(1000, 0.001))
        order: list[str] = []

        async def work(who: str) -> None:
            await turns.enter(who)
            order.append(who)
            await asyncio.sleep(0)
            turns.leave(who, 10)

        await asyncio.gather(*(work(who) for who in "aaaabac"))
        assert order == list("abcaaaa")

    run(test)


def test_one_thing_at_a_time_for_everyone_and_who_goes_waits_no_more() -> None:
    async def test() -> None:
        turns = Turns(Buckets(1000, 1), at_once=2, each=1)
        await turns.enter("a")
        waiting = asyncio.create_task(turns.enter("a"))
        await turns.enter("b")
        await asyncio.sleep(0)
        assert not waiting.done()
        assert (turns.waiting("a"), turns.waiting("b")) == (2, 1)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert turns.waiting("a") == 1
        turns.leave("a")
        await turns.enter("a")

    run(test)


def test_dear_things_rest_and_moves_pass_them() -> None:
    async def test() -> None:
        turns = Turns(Buckets(1000, 20), share=0.01)
        await turns.enter("a", dear=True)
        turns.leave("a")
        turns.charge("a", 1000, dear=True)
        dear = asyncio.create_task(turns.enter("b", dear=True))
        await asyncio.sleep(0)
        await turns.enter("c")
        assert not dear.done()
        dear.cancel()

    run(test)


def test_what_a_page_has_not_read_is_counted_in_bytes_and_let_go() -> None:
    async def test() -> None:
        cuts: list[str] = []
        outbox = Outbox(lambda: cuts.append("cut"), most=1000)
        outbox.put(b"x" * 5000)  # a single one may be longer
        assert await outbox.get() == b"x" * 5000
        for _ in range(10):
            outbox.put(b"x" * 100)
        assert (outbox.bytes, cuts) == (1000, [])
        outbox.put(b"x")
        assert (outbox.bytes, cuts) == (0, ["cut"])
        outbox.put(b"x")
        assert outbox.bytes == 0

    run(test)


def test_a_bucket_says_how_long_to_wait() -> None:
    bucket = Bucket(10, 0.5)
    assert bucket.take(10)
    assert not bucket.take(2)
    assert bucket.wait(2) in (4, 5)
    bucket.charge(500)
    assert 38 <= bucket.wait(10) <= 41
    places = Places(2)
    assert [places.enter("a") for _ in range(3)] == [True, True, False]
    places.leave("a")
    assert places.enter("a")


def test_a_household_is_one_address() -> None:
    assert counted("192.0.2.7") == counted("::ffff:192.0.2.7") == "192.0.2.7"
    assert counted("2001:db8::1") == counted("2001:db8::ffff:1") != counted("2001:db8:0:1::1")
    assert counted("fe80::1%eth0") == counted("fe80::2")
    assert len(counted("x" * 500)) < 100


def test_bots_that_people_wait_for_do_not_wait_for_bots_among_themselves() -> None:
    async def test() -> None:
        thinkers = Thinkers(1)
        game = atoll.new("reef", 2, seed=1)
        try:
            shows = [
                asyncio.create_task(thinkers.plan(game, "greedy", Rng(number), "a", for_show=True))
                for number in range(600)
            ]
            await asyncio.sleep(0)
            assert (await thinkers.plan(game, "greedy", Rng(1), "b"))[0] in game.texts()
            assert not shows[-1].done()
            for show in shows:
                show.cancel()
            await asyncio.gather(*shows, return_exceptions=True)
        finally:
            thinkers.close()

    run(test)


def test_what_is_sent_at_once_never_overtakes_what_waits() -> None:
    sent: list[bytes] = []
    behind = [False]

    def at_once(message: bytes) -> bool:
        if not behind[0]:
            sent.append(message)
        return not behind[0]

    async def test() -> None:
        outbox = Outbox(lambda: None, at_once=at_once)
        outbox.put(b"1")
        behind[0] = True
        outbox.put(b"2")
        behind[0] = False
        outbox.put(b"3")  # something waits already
        assert sent == [b"1"]
        sent.append(await outbox.get())
        outbox.put(b"4")
        sent.append(await outbox.get())
        sent.append(await outbox.get())
        outbox.put(b"5")  # the last one may still be on its way
        sent.append(await outbox.get())
        waiting = asyncio.create_task(outbox.get())
        await asyncio.sleep(0)
        outbox.put(b"6")
        waiting.cancel()
        outbox.close()
        outbox.put(b"7")

    run(test)
    assert b"".join(sent) == b"123456"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_is_framed_as_the_protocol_says(size: int) -> None:
    content = bytes(size)
    assert text_head(size) + content == Frame(Opcode.TEXT, content).serialize(mask=False)
