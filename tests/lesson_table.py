"""The table of a tutorial, asked and answered in lines of JSON: the page's tests play its lessons on the real rules.

A table never changes: every move leads to another one, so that a test can go all ways from each.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import Any

import atoll
from atoll import Game, Rng
from atoll.arena.match import decide
from atoll.bots import Careless
from atoll.core.events import Event
from atoll.core.game import Chance
from atoll.games import kinds
from atoll.server.chance import draws, for_deal

LEARNER = 0
Data = dict[str, Any]


def plain(events: list[Event]) -> list[Data]:
    return [{"kind": event.kind, "text": "", "data": event.data()} for event in events]


@dataclass
class Table:
    game: Game
    before: int = 0  # the table that this one came from
    log: list[Data] = field(default_factory=list)

    def move(self, text: str | int, chance: Chance) -> None:
        for step in self.game.step(text, chance):
            told = [
                {"kind": event.kind, "text": "", "data": event.data()} for event in self.game.kind.told(step, LEARNER)
            ]
            who, _, move = step.line.partition(" ")
            self.game.take(step)
            seat = int(who) if who.isdigit() else 0
            self.log.append({"line": len(self.game.log), "seat": seat, "move": move, "events": told})

    @property
    def undoable(self) -> bool:
        own = bool(self.log) and self.log[-1]["seat"] == LEARNER + 1
        return own and len(self.game.log) > self.game.sealed

    def told(self) -> Data:
        mine = not self.game.over and self.game.seat == LEARNER
        return {
            "log": self.log,
            "view": {"you": LEARNER + 1, **self.game.view(LEARNER)},
            "moves": self.game.texts() if mine else [],
            "decides": self.game.seat + 1,
            "undo": self.undoable,
            "over": self.game.over,
        }


class Tables:
    """All tables that were asked for, by number."""

    def __init__(self, name: str) -> None:
        self.kind = next(form for kind in kinds() for form in kind.forms() if form.page == name)
        self.chance = draws(self.kind.tutorial)
        self.bot = Careless()
        self.tables = [Table(self.first())]

    def first(self) -> Game:
        """The game that the tutorial goes on from, or its deal."""
        kind = self.kind
        if kind.tutorial_record is not None:
            return atoll.read(kind.tutorial_record)
        return Game.dealt(kind, 2, {}, kind.deal(2, kind.complete_options({}), for_deal(kind.tutorial)))

    def answer(self, do: str, at: int, move: str) -> Data:
        table = self.tables[at]
        if do == "preview":
            events = table.game.foreseen(move, LEARNER).events
            return {"events": plain(events)}
        if do == "undo":
            at, table = table.before, self.tables[table.before]
        elif do == "forget":
            del self.tables[at + 1 :]
        elif do in ("play", "wait"):
            table = Table(table.game.clone(), at, table.log[:])
            self.tables.append(table)
            at = len(self.tables) - 1
            if do == "play":
                table.move(move, self.chance)
            while do == "wait" and not table.game.over and table.game.seat != LEARNER:
                table.move(decide(self.bot, table.game, Rng(len(table.log))), self.chance)
        return {"table": at, "last": len(self.tables) - 1, **table.told()}


def main() -> None:
    tables = Tables(sys.argv[1])
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(tables.answer(asked["do"], asked["table"], asked.get("move", ""))), flush=True)


if __name__ == "__main__":
    main()
