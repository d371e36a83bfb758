"""Turns that are played by hand: records that end with the turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import atoll
from atoll import Game

FOLDER = Path(__file__).parent / "turns"
BEGINS = "# begins "


@dataclass
class Turn:
    """A record, and how many lines of it come before the turn."""

    header: list[str]
    log: list[str]
    begins: int

    def keep(self, name: str) -> None:
        text = "\n".join([f"{BEGINS}{self.begins}", *self.header, *self.log, ""])
        (FOLDER / f"{name}.txt").write_text(text, "utf-8")

    @classmethod
    def kept(cls, name: str) -> Turn:
        lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
        first = next(at for at, line in enumerate(lines) if line[0] in "1234*" and line[1] == " ")
        return cls(lines[1:first], lines[first:], int(lines[0].removeprefix(BEGINS)))

    def moves(self) -> list[str]:
        """What the first seat does in it; the server answers by itself where there is no choice."""
        return [move for game, move in self.decisions() if not answered(game)]

    def decisions(self) -> Iterator[tuple[Game, str]]:
        """The decisions of the first seat, with the game before each."""
        game = self.before()
        for line in self.log[self.begins :]:
            seat, _, move = line.partition(" ")
            if seat == "*":
                game.chance(move)
                continue
            if seat == "1":
                yield game, move
            game.apply(move)

    def before(self) -> Game:
        return atoll.read("\n".join([*self.header, *self.log[: self.begins], ""]))


def answered(game: Game) -> bool:
    """Whether the server answers by itself what is asked: where there is but one answer, unless that tells what is
    behind a screen."""
    turn = game.view()["turn"]
    owed = turn["asked"] is not None or turn["stage"] != "main"
    return owed and len(game.legal()) == 1 and turn["card"] not in ("consumed-polyp-tiles", "fair-exchange")


def names() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.txt"))
