"""What people at a table were told, held against what is kept of it after a crash."""

from __future__ import annotations

import contextlib
import random
import re
import shutil
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from tests.server.databases import Looked, looked_into
from tests.server.running import Data, Page, Person

Chair = tuple[str, str | None, bool]  # who sits there, their name, whether they left


# What the server answers for a seat that has no choice.
ANSWERS = "pass crown bag push move dislodge unlock shift coral remove grow drive swap alga blue".split()  # noqa: SIM905


@dataclass(frozen=True)
class Kept:
    """A table in a file."""

    version: int
    lines: list[str]
    chairs: list[Chair]


def kept(file: Path) -> dict[str, Kept]:
    """All tables in a file; every line is there once, and none is missing."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return _tables(Looked(database))


def kept_on_server(file: Path) -> dict[str, Kept]:
    """The same of a database on a server, as of one moment."""
    with looked_into(file) as database:
        database.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return _tables(database)


def _tables(database: Looked) -> dict[str, Kept]:
    out = {}
    for table, version in database.execute("SELECT id, version FROM tables").fetchall():
        rows = database.execute('SELECT number, text FROM lines WHERE "table" = ? ORDER BY number', [table]).fetchall()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
        chairs = database.execute('SELECT who, name, "left" FROM seats WHERE "table" = ? ORDER BY seat', [table])
        out[table] = Kept(version, [text for _, text in rows], [(who, name, bool(left)) for who, name, left in chairs])
    return out


def kept_by_the_dead(file: Path, scratch: Path) -> dict[str, Kept]:
    """The same from a copy: looking would change the files of a server that has ended."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    for part in file.parent.glob(f"{file.name}*"):
        shutil.copy(part, scratch / part.name)
    return kept(scratch / file.name)


@dataclass
class Order:
    """What was asked for last."""

    page: Page
    kind: str
    line: str = ""  # what a move would add to the record
    seat: int = 0  # whose seat would change
    chair: Chair | None = None  # how that was
    name: str = ""
    done: bool = False


@dataclass
class Ledger:
    """A table with the people at it, what they know of it, and what they last asked for."""

    id: str
    invite: str | None
    people: list[Person]
    pages: list[Page] = field(default_factory=list)
    order: Order | None = None
    told: set[int] = field(default_factory=set)  # the versions that someone was told about

    def open(self) -> None:
        self.pages = [person.sit(self.id) for person in self.people]

    @property
    def over(self) -> bool:
        return any(page.table["status"] == "over" for page in self.pages)

    @property
    def first_hand(self) -> Page:
        """The page that knows most."""
        return max(self.pages, key=lambda page: page.version)

    @property
    def decides(self) -> bool:
        """Whether it is the turn of one of the people."""
        page = self.first_hand
        return any(other.moves for other in self.pages if other.version == page.version)

    def bots(self) -> set[int]:
        return {seat["seat"] for seat in self.pages[0].table["seats"] if seat["who"] == "bot"}

    # Asking

    def ask(self, rng: random.Random) -> None:
        """Ask for something that can be done now, and do not wait."""
        assert self.order is None
        second = self.pages[-1]
        if second.table["status"] == "waiting":
            self._change(second, "sit", 2, name="Bo", invite=self.invite)
            return
        movers = [page for page in self.pages if page.moves]
        undoers = [page for page in self.pages if page.may_undo]
        chance = rng.random()
        if undoers and chance < 0.15:
            page = rng.choice(undoers)
            self._send(Order(page, "undo"), at=page.version)
        elif chance < 0.25:
            page = rng.choice(self.pages)
            left = page.table["seats"][page.seat - 1]["left"]
            self._change(page, "return" if left else "leave", page.seat)
        elif movers:
            page, move = movers[0], rng.choice(movers[0].moves)
            self._send(Order(page, "play", f"{page.seat} {move}"), at=page.version, move=move)

    def _change(self, page: Page, kind: str, seat: int, **more: object) -> None:
        self._send(Order(page, kind, seat=seat, chair=chairs(page)[seat - 1]), seat=seat, **more)

    def _send(self, order: Order, **more: object) -> None:
        self.order = order
        with contextlib.suppress(ConnectionClosed):  # whether it arrived is not known then
            order.name = order.page.send(order.kind, **more)

    def answer(self) -> Data | None:
        """Hear the answer, and let everyone hear as much."""
        if self.order is None:
            return None
        order, self.order = self.order, None
        answer = order.page.until(lambda message: message.get("id") == order.name)
        for page in self.pages:
            while page.version < order.page.version or chairs(page) != chairs(order.page):
                page.hear()
        self._note()
        return answer

    def drain(self) -> None:
        """Hear what was said before the line went dead."""
        for page in self.pages:
            with contextlib.suppress(ConnectionClosed):
                while True:
                    page.hear()
            page.close()
        order = self.order
        for said in order.page.heard if order else ():
            if order and said.get("id") == order.name:
                order.done = said["type"] == "done"
                if (
                    said["type"] == "problem" and said["code"] != "database"
                ):  # what could not be synced may yet be there
                    self.order = None
        self._note()

    def _note(self) -> None:
        for page in self.pages:
            self.told |= {said["version"] for said in page.heard if said["type"] in ("step", "undone")}
            page.heard.clear()

    # Checking

    def check(self, found: Kept | None) -> bool:
        """What is kept is what was told, and perhaps what was asked for last (if so: True) and what bots did since."""
        assert found is not None, f"{self.id} is lost"
        page = self.first_hand
        told = [f"{entry['seat'] or '*'} {entry['move']}" for entry in page.log]
        assert found.version >= page.version, f"{self.id}: version {found.version} after {page.version}"
        for possible in self._possible(told, found.version - page.version):
            rest = found.lines[len(possible) :]
            if fits(possible, found.lines[: len(possible)]) and all(self._by_itself(line) for line in rest):
                break
        else:
            at = next(
                (
                    at
                    for at, lines in enumerate(zip(told, found.lines, strict=False))
                    if not fits([lines[0]], [lines[1]])
                ),
                -5,
            )
            said = f"{self.id}: {told[at:]} was told, {found.lines[at:]} is kept, {self.order} was asked"
            raise AssertionError(f"{said}, by {[(page.version, len(page.log)) for page in self.pages]} {found.version}")
        assert (found.version == page.version) <= (len(found.lines) == len(told))
        for other in self.pages:
            for seat, (known, there) in enumerate(zip(chairs(other), found.chairs, strict=True), 1):
                assert known == there or self._asked_for(seat, known, other), f"{self.id}: {seat}, {known}, {there}"
        return possible is not told

    def _possible(self, told: list[str], versions: int) -> list[list[str]]:
        """The records that may be kept, but for what nobody decides or bots do afterwards."""
        out = [told]
        if self.order and not self.order.done and versions:
            if self.order.kind == "play":
                out.append([*told, self.order.line])
            if self.order.kind == "undo" and versions == 1:
                out.append(told[:-1])
        return out

    def _asked_for(self, seat: int, known: Chair, page: Page) -> bool:
        """Whether a change of a seat was asked for that this page need not have heard of."""
        order = self.order
        if order is None or (order.seat, order.chair) != (seat, known):
            return False
        return page is not order.page or not order.done

    def _by_itself(self, line: str) -> bool:
        word, verb, *_ = line.split()
        return word == "*" or int(word) in self.bots() or (bool(self.pages[0].table["windows"]) and verb in ANSWERS)

    def come_back(self) -> None:
        """Open the pages again: those who had heard everything see what they saw."""
        before = {page.seat: (page.version, page.view) for page in self.pages}
        self.order = None
        self.open()
        for page in self.pages:
            assert page.outdated is None
            version, view = before.get(page.seat, (0, None))
            assert page.version >= version
            assert page.version > version or page.view == view


def chairs(page: Page) -> list[Chair]:
    return [(seat["who"], seat["name"], seat["left"]) for seat in page.table["seats"]]


def fits(told: list[str], lines: list[str]) -> bool:
    """Whether a record is what was told of it; what was hidden from the teller can be anything."""
    patterns = (re.escape(line).replace(r"\?", ".*") for line in told)
    return len(told) == len(lines) and all(map(re.fullmatch, patterns, lines))
