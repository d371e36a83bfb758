"""Servers that are killed, lose power and have failing disks, while people play at several tables.

`python -m tests.server.crash --kills 200 --cuts 100 --errors 50` does it at length and says how much was confirmed.
What was confirmed has to be there afterwards, once and in order; the first thing that is not ends the run.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import httpx

from tests.server.faulty_disk import DEATH, FULL, LOCK_ERROR, SYNC_ERROR, WRITE_ERROR, Fault, lift, read_notes
from tests.server.ledger import Kept, Ledger, kept, kept_by_the_dead
from tests.server.power import Disk
from tests.server.running import Person, Server, opened

TABLES = (
    ("reef", "me", "friend"),
    ("reef-encounter", "me", "friend"),
    ("reef", "me", "friend", "careless"),
    ("reef-encounter", "me", "friend", "careless"),
    ("second-kind", "me", "friend"),
)
ERRORS = (
    Fault("write", FULL, "log"),
    Fault("write", WRITE_ERROR, "log"),
    Fault("sync", SYNC_ERROR, "log"),
    Fault("lock", LOCK_ERROR),
)


class Frail(Server):
    """A server on a disk that fails when it is told to."""

    def __init__(self, folder: Path) -> None:
        self.notes = folder / "notes"
        kept_in = folder / "kept"
        kept_in.mkdir()
        program = ("tests.server.faulty_disk", str(self.notes))
        super().__init__(kept_in / "tables.sqlite", program=program, log=folder / "log")


class Trials:
    """A server, people who play at it, and what is done to them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.scratch = folder / "scratch"
        self.server = Frail(folder)
        self.disk = Disk(self.rng)
        self.read = 0  # how far the notes of the disk have been followed
        self.people = [Person(self.server), Person(self.server)]
        self.made: set[str] = set()  # tables that somebody was told are there
        self.unanswered = 0  # tables that may be there, too
        self.tables = [self.table(*wishes) for wishes in TABLES]
        self.told = 0
        self.kills = self.cuts = self.errors = 0
        self.open_moves = self.open_moves_kept = 0  # orders that had no answer yet, and those found done afterwards

    def table(self, game: str, *seats: str) -> Ledger:
        options = {"options": {"expansion": "dealt"}} if game == "second-kind" else {}
        made = self.people[0].make("reef-encounter" if options else game, *seats, **options)
        self.made.add(made["id"])
        table = Ledger(made["id"], made["invite"], self.people)
        table.open()
        return table

    def play(self, rounds: int) -> None:
        """Everyone goes on, so many times."""
        for _ in range(rounds):
            for at, table in enumerate(self.tables):
                if table.over:
                    self.told += len(table.told)
                    self.tables[at] = self.table(*TABLES[at])
            for table in self.tables:
                table.ask(self.rng)
            for table in self.tables:
                answer = table.answer() or {"type": "done"}
                assert answer["type"] == "done" or answer["code"] in ("stale", "no_undo"), answer  # a bot was faster

    # Ends

    def fall(self, cut: bool) -> None:
        """Everybody asks for something, and the server ends in the middle of it; on its own or with the power."""
        if self.rng.random() < 0.6:
            operation, code = self.rng.choice((("any", DEATH), ("any", DEATH), ("sync", SYNC_ERROR), ("write", FULL)))
            Fault(operation, code, after=self.rng.randrange(60 if code == DEATH else 4)).order(self.server.notes)
        maker = threading.Thread(target=self._make)
        maker.start()
        for table in self.tables:
            table.ask(self.rng)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.server.process.wait(self.rng.uniform(0, 0.15))
        self.server.kill()
        maker.join()
        for table in self.tables:
            table.drain()
        self._settle(cut)
        if self.rng.random() < 0.2:  # and again, while it finds its feet
            Fault("any", DEATH, after=self.rng.randrange(30)).order(self.server.notes)
            self.server.start()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.server.process.wait(2)
            self.server.kill()
            self._settle(cut)
        found = kept_by_the_dead(self.server.file, self.scratch)
        assert self.made <= found.keys()
        assert len(found.keys() - self.made) <= self.unanswered
        for table in self.tables:
            self.open_moves += table.order is not None and not table.order.done
            self.open_moves_kept += table.check(found.get(table.id))
        self.server.start()
        for table in self.tables:
            table.come_back()

    def _make(self) -> None:
        """Someone makes a table meanwhile."""
        seats = [{"who": "me"}, {"who": "me"}]
        try:
            answer = self.people[1].post("/api/tables", {"game": "reef", "seats": seats})
        except httpx.TransportError:
            self.unanswered += 1
            return
        if answer.status_code == 200:
            self.made.add(answer.json()["id"])
        else:
            assert answer.json()["code"] == "database"
            self.unanswered += 1

    def _settle(self, cut: bool) -> None:
        """Leave on the disk what such an end leaves there."""
        lift(self.server.notes)
        self._follow()
        folder = self.server.file.parent
        if cut:
            self.disk.cut_off(folder)
            self.disk = Disk(self.rng, folder.glob("tables.sqlite*"))
            self.cuts += 1
        else:
            self.disk.killed(folder)
            self.kills += 1

    def _follow(self) -> None:
        for place, note in read_notes(self.server.notes, self.read):
            self.disk.carry_out(note)
            self.read = place

    # Errors

    def fail(self, fault: Fault) -> None:
        """Nothing can be written for a while: everyone is told so and nothing else, and all go on later."""
        before = self._standing()
        fault.order(self.server.notes)
        for table in self.tables:
            table.ask(self.rng)
        for table in self.tables:
            asked = table.order
            versions = [page.version for page in table.pages]
            answer = table.answer()
            assert answer is None or (answer["type"], answer["code"]) == ("problem", "database"), (asked, answer)
            assert [page.version for page in table.pages] == versions
            self.errors += answer is not None
        assert self._standing() == before
        lift(self.server.notes)
        self.play(1)
        for table in self.tables:
            table.check(kept(self.server.file)[table.id])

    def _standing(self) -> dict[str, Kept]:
        """The tables as they are kept, when no bot is about to move and everyone has heard everything."""
        for table in self.tables:
            while table.first_hand.table["status"] == "playing" and not table.decides:
                table.first_hand.hear()
        found = kept(self.server.file)
        for table in self.tables:
            for page in table.pages:
                while page.version < found[table.id].version:
                    page.hear()
        return found

    def __enter__(self) -> Trials:
        return self

    def __exit__(self, problem: object, *_: object) -> None:
        """Stop; the notes have left nothing out."""
        opened.close()
        if problem:
            self.server.kill()
            return
        self.server.stop()
        self._follow()
        for name, file in self.disk.names.items():
            assert file.seen() == (self.server.file.parent / name).read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, number in (("kills", 200), ("cuts", 100), ("errors", 50), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=number, help=f"({number})")
    asked = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Trials(Path(folder), asked.seed) as trials:
        while trials.kills < asked.kills or trials.cuts < asked.cuts or trials.errors < asked.errors:
            trials.play(trials.rng.randrange(8))
            if trials.kills < asked.kills:
                trials.fall(cut=False)
            if trials.cuts < asked.cuts:
                trials.fall(cut=True)
            if trials.errors < asked.errors:
                trials.fail(trials.rng.choice(ERRORS))
            print(f"\r{trials.kills} kills, {trials.cuts} power cuts, {trials.errors} errors", end="", flush=True)
    told = trials.told + sum(len(table.told) for table in trials.tables)
    print(f"\n{told} moves and undos confirmed at {len(trials.made)} tables: none lost, none doubled")
    print(f"{trials.open_moves} orders without an answer, {trials.open_moves_kept} of them found done, once")
    print(f"{time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
