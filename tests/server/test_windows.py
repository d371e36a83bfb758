"""Windows at the table: who has no choice is answered for, nobody learns anything from when an answer comes, and what
a seat answers until further notice is its own business."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from atoll.core.game import Game
from atoll.server import wire
from atoll.server.answering import Clock, Pauses
from atoll.server.chronicle import Chronicle
from atoll.server.hall import Hall, new_facts
from atoll.server.live import Live
from atoll.server.refusal import Refusal
from atoll.server.seats import Seated
from atoll.server.store import Store
from atoll.server.table import Visitor
from atoll.server.thinkers import Thinkers
from tests.server import databases
from tests.server.cards import OPTIONS, about_to_attack, holding, with_a_crown

CARD = "free-growth"  # asks nothing once the window is over


class Hours(Clock):
    """Time that passes only while somebody waits for it."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        until = self.time + seconds
        await asyncio.sleep(0.01)  # others may do something meanwhile
        self.time = max(self.time, until)


@dataclass
class Around:
    """A table with a game, everybody there."""

    hall: Hall
    live: Live
    clock: Hours
    visitors: list[Visitor]
    heard: list[list[tuple[float, dict[str, Any]]]] = field(default_factory=list)  # by visitor: when, and what

    @property
    def game(self) -> Game:
        assert self.live.chronicle is not None
        return self.live.chronicle.game

    @property
    def last(self) -> str:
        return self.game.log[-1]

    async def play(self, visitor: int, move: str) -> None:
        await self.live.play(self.visitors[visitor], self.live.facts.version, move)

    async def stand(self, visitor: int, seat: int, window: str, answer: wire.Standing) -> None:
        await self.live.stand(self.visitors[visitor], seat, window, answer)

    async def lines(self, number: int) -> None:
        """Wait until the record is so long."""
        while len(self.game.log) < number or self.live.lock.locked():
            await asyncio.sleep(0.005)

    async def settle(self) -> None:
        """Let everything happen that happens by itself."""
        while self.live._bots is not None and not self.live._bots.done():
            await asyncio.sleep(0.005)

    def steps(self, visitor: int) -> list[tuple[float, str]]:
        """Every line that a page was told about, with the time."""
        told = [(at, said["entry"]) for at, said in self.heard[visitor] if said["type"] == "step"]
        return [(round(at - 100.0, 3), f"{entry['seat']} {entry['move']}") for at, entry in told]

    def answered(self, visitor: int) -> bool:
        """Whether a page was last told that its device is answered for."""
        told = [said["possible"] for _, said in self.heard[visitor] if said.get("possible")]
        return bool(told[-1]["answered"])


def at_table(
    tmp_path: Path,
    game: Game,
    test: Callable[[Around], Awaitable[None]],
    who: Sequence[int | str] = (),
    standing: dict[int, str] | None = None,
) -> Around:
    """Do something at a table: by seat, `who` is the number of a person or a bot's name; each person has a page, and
    the last page is a spectator's."""
    players = who or range(1, game.seats + 1)

    async def run() -> Around:
        store, thinkers, clock = Store(databases.url(tmp_path / "tables.sqlite")), Thinkers(1), Hours()
        hall = Hall(store, thinkers, pace=0.0, pauses=Pauses(clock=clock))
        people = [(await hall.new_person())[0] for _ in players]
        seated = tuple(
            Seated("bot", "bot", name=one, bot=one)
            if isinstance(one, str)
            else Seated("me", "person", person=people[one - 1], name=f"P{one}", standing=(standing or {}).get(at, ""))
            for at, one in enumerate(players)
        )
        facts = replace(new_facts(game.kind.name, OPTIONS, "playing", people[0]), id="t", seed="s")
        made = await hall._keep(facts, seated, Chronicle.read(game.kind.name, game.header, game.log))
        around = Around(hall, await hall.find(made.id), clock, [])
        pages = [people[one - 1] for one in dict.fromkeys(players) if not isinstance(one, str)]
        for person in (*pages, None):
            log: list[tuple[float, dict[str, Any]]] = []
            visitor = Visitor(person, "en", lambda said, log=log: log.append((clock.time, json.loads(said))))  # type: ignore[misc]
            around.visitors.append(visitor)
            around.heard.append(log)
            around.live.enter(visitor, -1)
        try:
            async with asyncio.timeout(60):
                await test(around)
            await around.settle()
        finally:
            thinkers.close()
            store.close()
        return around

    return asyncio.run(run())


def open_window(around: Around) -> Awaitable[None]:
    return around.play(0, f"play {CARD}")


# Pauses


def by_themselves(tmp_path: Path, card: str, standing: str = "", prompt: bool = False) -> Around:
    """Seat 1 plays a card; seat 2 holds one, and lets it happen in some way; seat 3 can do nothing."""

    async def test(around: Around) -> None:
        before = len(around.game.log)
        await open_window(around)
        if prompt:
            await around.play(1, "pass")
        await around.lines(before + 3)

    tmp_path.mkdir()
    return at_table(tmp_path, holding([CARD], [card], ["dislodged"]), test, standing={1: standing})


def test_nobody_can_tell_a_seat_that_has_a_choice_from_one_that_has_none(tmp_path: Path) -> None:
    ways = [
        by_themselves(tmp_path / "1", "free-alga"),
        by_themselves(tmp_path / "2", "strong-current", "current=no"),
        by_themselves(tmp_path / "3", "strong-current", prompt=True),
        by_themselves(tmp_path / "4", "strong-current", "current=always", prompt=True),
    ]
    assert ways[0].steps(0) == [(0.0, f"1 play {CARD}"), (1.2, "2 pass"), (1.7, "3 pass")]
    for page in (0, 2, 3):  # who played, another one, and a spectator
        heard = [way.heard[page][-3:] for way in ways]
        assert [said["type"] for _, said in heard[0]] == ["step"] * 3
        assert heard[0] == heard[1] == heard[2] == heard[3]


@pytest.mark.parametrize("bot", ["greedy", "careless"])
def test_a_bot_answers_when_the_pause_is_over_whatever_it_holds(tmp_path: Path, bot: str) -> None:
    times = []
    for card in ("free-alga", "strong-current"):

        async def test(around: Around) -> None:
            before = len(around.game.log)
            await open_window(around)
            await around.lines(before + 2)

        folder = tmp_path / card
        folder.mkdir()
        around = at_table(folder, holding([CARD], [card], ["dislodged"]), test, (1, bot, 2))
        times.append([at for at, _ in around.steps(0)][:2])
    assert times == [[0.0, 1.2]] * 2


def test_who_is_quick_waits_and_is_not_answered_for(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        await open_window(around)
        await around.play(1, "play strong-current")
        assert around.last == "2 play strong-current"
        with pytest.raises(Refusal):
            await around.play(1, "pass")

    around = at_table(tmp_path, holding([CARD], ["strong-current"], ["dislodged"]), test)
    assert around.steps(0) == [(0.0, f"1 play {CARD}"), (1.2, "2 play strong-current")]


def test_an_answer_that_is_not_possible_is_refused_at_once(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        await open_window(around)
        with pytest.raises(Exception, match="Strong current"):
            await around.play(1, "play strong-current")
        assert around.clock.time == 100.0
        await around.lines(len(around.game.log) + 1)
        assert around.last.endswith("pass")

    at_table(tmp_path, holding([CARD], ["free-alga"]), test)


def test_a_person_with_a_choice_is_waited_for(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        around.live.exit(around.visitors[1])  # also while they are away
        await open_window(around)
        await around.settle()
        assert around.last == f"1 play {CARD}"
        assert around.game.seat == 1
        assert not around.answered(0)

    at_table(tmp_path, holding([CARD], ["strong-current"], ["dislodged"]), test)


def test_crowns_wait_for_everybody_and_then_attack_by_themselves(tmp_path: Path) -> None:
    """Nobody has a choice: the window and, if it is the only one, the attack go by."""
    game = about_to_attack(holding([CARD], ["free-alga"]))
    before = len(game.log)

    async def test(around: Around) -> None:
        await around.settle()

    around = at_table(tmp_path, game, test)
    lines = around.game.log[before:]
    assert lines[:2] == ["2 pass", "1 pass"]
    assert [line.split()[1] for line in lines[2:]] in (["crown"], [])
    assert around.game.kind.window(around.game.state) is None


# Until further notice


def test_what_a_seat_answers_until_further_notice_is_told_to_its_person_alone(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        heard = [len(log) for log in around.heard]
        await around.stand(1, 1, "growth", "always")
        assert [len(log) - before for log, before in zip(around.heard, heard, strict=True)] == [0, 1, 0, 0]
        said = around.heard[1][-1][1]
        standing = [seat["standing"] for seat in said["table"]["seats"]]
        assert standing == [{}, {"current": "able", "start": "able", "growth": "always"}, {}]
        around.live.speak(around.visitors[0], "fr")
        around.live.speak(around.visitors[3], "fr")
        for page in (0, 3):
            assert [seat["standing"] for seat in around.heard[page][-1][1]["table"]["seats"]][1] == {}

    at_table(tmp_path, holding([CARD], ["strong-current"], ["dislodged"]), test)


def test_nobody_speaks_for_another_and_about_windows_that_there_are(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        with pytest.raises(Refusal) as refused:
            await around.stand(0, 1, "current", "no")
        assert refused.value.code == "not_your_seat"
        with pytest.raises(Refusal) as refused:
            await around.stand(1, 1, "door", "no")
        assert refused.value.code == "no_window"
        assert all(seat.standing == "" for seat in around.live.seated)

    at_table(tmp_path, holding([CARD], ["strong-current"]), test)


def test_a_change_counts_for_the_question_that_is_open(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        await open_window(around)
        await around.settle()
        assert around.game.seat == 1
        await around.stand(1, 1, "current", "no")
        assert around.answered(1)
        await around.settle()
        assert "2 pass" in around.game.log
        await around.stand(1, 1, "current", "able")
        assert not around.answered(1)

    at_table(tmp_path, holding([CARD], ["strong-current"], ["dislodged"]), test)


def test_who_wants_to_be_asked_always_is_asked(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        await open_window(around)
        await around.settle()
        assert around.game.texts() == ["pass"]
        assert not around.answered(1)
        await around.stand(1, 1, "current", "able")
        await around.settle()
        assert around.last == "3 pass"

    at_table(tmp_path, holding([CARD], ["free-alga"], ["dislodged"]), test, standing={1: "current=always"})


def test_a_bot_that_stands_in_is_not_bound_by_it(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        around.live.exit(around.visitors[1])
        around.live.patience = replace(around.live.patience, absence=0.0, since=0.0)
        around.live.gone.clear()
        await around.live.agree(around.visitors[0], 1, True)
        await around.live.agree(around.visitors[2], 1, True)
        assert around.live.seated[1].player == "greedy"
        before = len(around.game.log)
        await open_window(around)
        await around.lines(before + 2)
        assert around.game.log[before + 1].startswith("2 ")

    at_table(tmp_path, holding([CARD], ["free-alga"], ["dislodged"]), test, standing={1: "current=always"})


def test_what_was_said_and_what_is_asked_survive_the_memory(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        await around.stand(1, 1, "current", "no")
        kept = await around.hall.store.find_table("t")
        assert kept is not None
        assert kept.seated[1].answer_in("current") == "no"
        assert kept.seated[1].answer_in("start") == "able"
        around.hall._live.clear()
        again = await around.hall.find("t")
        assert again.seated == around.live.seated

    at_table(tmp_path, holding([CARD], ["strong-current"]), test)


# One device, several people


def test_several_people_at_one_device_are_told_that_one_of_them_is_answered_for(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        around.live.look(around.visitors[0], 0)
        await open_window(around)
        assert around.answered(0)  # seat 2 is asked, and is this device's too
        assert not around.answered(1)
        await around.settle()
        assert "2 pass" in around.game.log

    at_table(tmp_path, holding([CARD], ["free-alga"], ["strong-current"]), test, (1, 1, 2))


# Taking back


def test_no_answer_in_a_window_is_taken_back(tmp_path: Path) -> None:
    async def test(around: Around) -> None:
        await open_window(around)
        with pytest.raises(Refusal):  # seat 2 has been asked
            await around.live.undo(around.visitors[0], around.live.facts.version)
        await around.play(1, "pass")
        with pytest.raises(Refusal):
            await around.live.undo(around.visitors[1], around.live.facts.version)

    at_table(tmp_path, holding([CARD], ["strong-current"], ["dislodged"]), test)


def test_what_nobody_had_a_choice_about_is_taken_back_with_what_brought_it_about(tmp_path: Path) -> None:
    """Seat 1 dislodges the only crown; nobody else has a card."""
    game = with_a_crown(holding(["dislodged"], []))
    before = len(game.log)

    async def test(around: Around) -> None:
        await around.play(0, "play dislodged")
        await around.lines(before + 2)
        assert around.last.startswith("1 dislodge ")
        await around.settle()
        await around.live.undo(around.visitors[0], around.live.facts.version)
        assert len(around.game.log) == before
        kept = await around.hall.store.find_table("t")
        assert kept is not None
        assert kept.lines == around.game.log

    at_table(tmp_path, game, test)
