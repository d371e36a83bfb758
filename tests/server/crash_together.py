"""Processes over one database that are killed, and a database that is stopped, while people play across them.

`python -m tests.server.crash_together --kills 60 --stops 40` does it at length, with two processes and with four, and
says how much was confirmed. The players of a table are at different processes. What was confirmed has to be there
afterwards, once and in order, and everybody who is left has to hear of it; the first thing that is not ends the run.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import ConnectionClosed

from tests.server import databases
from tests.server.ledger import Kept, Ledger, chairs, kept_on_server
from tests.server.running import Data, Page, Person, Server, opened

TABLES = (
    ("reef", "me", "friend"),
    ("reef-encounter", "me", "friend"),
    ("reef", "me", "friend", "careless"),
    ("reef-encounter", "me", "friend", "careless"),
    ("second-kind", "me", "friend"),
)
FIGURES = Path(__file__).parent.parent.parent / "benchmarks" / "crash-together.txt"
LATE = ("stale", "no_undo")  # a bot was faster
AWAY = ("database", "unsure")  # and whether it was done is to be found out


class Apart(Ledger):
    """A table whose people are at different processes."""

    def lose(self, dead: list[Server]) -> None:
        """Some processes have ended, or the database has: hear what was said before, and what those who are left have
        to say to the last order."""
        order = self.order
        for page in self.pages:
            if page.person.server in dead:
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        page.hear()
                page.close()
        if order is not None:
            answer = self._answer_to(order.page, order.name, order.page.person.server in dead)
            order.done = answer is not None and answer["type"] == "done"
            if answer is not None and answer["type"] == "problem" and answer["code"] not in AWAY:
                self.order = None
        self._note()

    @staticmethod
    def _answer_to(page: Page, name: str, dead: bool) -> Data | None:
        said = next((message for message in page.heard if message.get("id") == name), None)
        return said if said or dead else page.until(lambda message: message.get("id") == name)

    def go_on(self, dead: list[Server], found: Kept) -> None:
        """Open the pages again that were closed; everyone comes to know what is kept."""
        self.order = None
        for at, page in enumerate(self.pages):
            if page.person.server in dead:
                again = self.people[at].sit(self.id)
                assert again.outdated is None
                while again.version < page.version:  # its process has not heard of all yet
                    again.hear()
                assert again.version > page.version or again.view == page.view
                self.pages[at] = again
        for page in self.pages:
            while page.version < found.version or chairs(page) != found.chairs:
                page.hear()


class Fleet:
    """Processes over one database, people who play at them, and what is done to them."""

    def __init__(self, folder: Path, processes: int, seed: int) -> None:
        self.rng = Random(seed)
        self.file = folder / "tables"
        self.servers = [Server(self.file, log=folder / f"log{number}") for number in range(processes)]
        # Two people, each with a device that is known at all processes.
        first = [Person(self.servers[0]), Person(self.servers[0])]
        self.devices = [[one, *(Person(server, same=one) for server in self.servers[1:])] for one in first]
        self.made: set[str] = set()  # tables that somebody was told are there
        self.unanswered = 0  # tables that may be there, too
        self.told = self.kills = self.stops = 0
        self.open_moves = self.open_moves_kept = 0  # orders that had no answer yet, and those found done afterwards
        self.tables = [self.table(*wishes) for wishes in TABLES]

    def table(self, game: str, *seats: str) -> Apart:
        options = {"options": {"expansion": "dealt"}} if game == "second-kind" else {}
        here, there = self.rng.sample(range(len(self.servers)), 2)
        people = [self.devices[0][here], self.devices[1][there]]
        made = people[0].make("reef-encounter" if options else game, *seats, **options)
        self.made.add(made["id"])
        table = Apart(made["id"], made["invite"], people)
        table.open()
        return table

    def play(self, rounds: int) -> None:
        """Everyone goes on, so many times. A database that is just coming back may be away for another moment."""
        for _ in range(rounds):
            for at, table in enumerate(self.tables):
                if table.over:
                    self.told += len(table.told)
                    self.tables[at] = self.table(*TABLES[at])
            for table in self.tables:
                table.ask(self.rng)
            for table in self.tables:
                answer = table.answer() or {"type": "done"}
                assert answer["type"] == "done" or answer["code"] in LATE, answer

    # Ends

    def fall(self, kills: int, stop: bool) -> None:
        """Everybody asks for something, and in the middle of it some processes end, or the database, or both."""
        dead = self.rng.sample(self.servers, kills)
        maker = threading.Thread(target=self._make, args=[self.rng.choice(self.devices[1])])
        maker.start()
        for table in self.tables:
            table.ask(self.rng)
        time.sleep(self.rng.uniform(0, 0.03))
        if stop:
            databases.server().stop(immediate=True)
            self.stops += 1
        for server in dead:
            server.kill()
            self.kills += 1
        if stop:
            databases.server().start()
        for table in self.tables:
            table.lose(dead)
        maker.join()
        found = kept_on_server(self.file)
        assert self.made <= found.keys()
        assert len(found.keys() - self.made) <= self.unanswered
        for table in self.tables:
            self.open_moves += table.order is not None and not table.order.done
            self.open_moves_kept += table.check(found.get(table.id))
        self._come_back(dead, found)

    def _come_back(self, dead: list[Server], found: dict[str, Kept]) -> None:
        """Whose process has ended goes to another at once, or waits until it is there again."""
        alive = [number for number, server in enumerate(self.servers) if server not in dead]
        moves = bool(alive) and self.rng.random() < 0.5
        if not moves:
            self._start(dead)
        for table in self.tables:
            for at, person in enumerate(table.people):
                if moves and person.server in dead:
                    table.people[at] = self.devices[at][self.rng.choice(alive)]
            table.go_on(dead, found[table.id])
        if moves:
            self.play(1)
            self._start(dead)

    @staticmethod
    def _start(dead: list[Server]) -> None:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(Server.start, dead))
        assert all(server.process.poll() is None for server in dead)

    def _make(self, person: Person) -> None:
        """Someone makes a table meanwhile."""
        seats = [{"who": "me"}, {"who": "me"}]
        try:
            answer = person.post("/api/tables", {"game": "reef", "seats": seats})
        except httpx.TransportError:
            self.unanswered += 1
            return
        if answer.status_code == 200:
            self.made.add(answer.json()["id"])
        else:
            assert answer.json()["code"] in AWAY, answer.text
            self.unanswered += 1

    def __enter__(self) -> Fleet:
        return self

    def __exit__(self, problem: object, *_: object) -> None:
        opened.close()
        for server in self.servers:
            if problem and server.log:
                print(server.log.read_text()[-5000:], file=sys.stderr)
            if server.process.poll() is None:
                server.kill() if problem else server.stop()

    @property
    def confirmed(self) -> int:
        return self.told + sum(len(table.told) for table in self.tables)


def run(processes: int, kills: int, stops: int, seed: int) -> str:
    """So many ends, in an order of chance; what came of them."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Fleet(Path(folder), processes, seed) as fleet:
        while fleet.kills < kills or fleet.stops < stops:
            fleet.play(fleet.rng.randrange(6))
            stop = fleet.stops < stops and (fleet.kills >= kills or fleet.rng.random() < stops / (kills + stops))
            most = min(processes, kills - fleet.kills)
            number = fleet.rng.choice((0, 0, 1)) if stop else fleet.rng.choice((1, 1, 1, processes - 1, processes))
            fleet.fall(min(most, number), stop)
            print(f"\r{processes} processes: {fleet.kills} kills, {fleet.stops} stops ", end="", flush=True)
        fleet.play(2)
    print()
    return (
        f"{processes} processes: {fleet.kills} processes killed, the database stopped at once {fleet.stops} times;\n"
        f"  {fleet.confirmed} moves and undos confirmed at {len(fleet.made)} tables: 0 lost, 0 doubled;\n"
        f"  {fleet.open_moves} orders without an answer, {fleet.open_moves_kept} of them found done, once; "
        f"{time.monotonic() - started:.0f} s"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, number in (("kills", 60), ("stops", 40), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=number, help=f"in all ({number})")
    parser.add_argument("--write", action="store_true", help=f"write the figures to {FIGURES.name}")
    asked = parser.parse_args()
    databases.kind = "postgresql"
    databases.server(durable=True)
    try:
        told = [run(number, asked.kills // 2, asked.stops // 2, asked.seed) for number in (2, 4)]
    finally:
        databases.end()
    print("\n".join(told))
    if asked.write:
        FIGURES.write_text("\n".join(told) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
