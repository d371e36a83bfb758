"""Facts from many games of bots: played in blocks, each of which follows from its seeds alone.

A block that is kept is not played again, so a run that was stopped goes on, and one that asks for more games plays
only those. The counts of all blocks together are one set of a game's `facts.json`, with all that it takes to play the
same games again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from atoll.arena.match import MOST_DECISIONS, UNFINISHED, Player, game_seed
from atoll.arena.spread import Place, as_place
from atoll.bots import Planning, named
from atoll.bots.levels import Level
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.kind import Kind, Step
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import CHANCE
from atoll.games import kind
from atoll.study.counts import Counts, Watch
from atoll.version import __version__

BLOCK = 25  # games
FORM = 1  # of the counts; raised when other things are counted, or in another way
FILE = "facts.json"
RECORDS = "records"  # who played, where games were not played for this


@dataclass(frozen=True)
class Wish:
    """Which games are played: one bot in all seats."""

    game: str
    options: tuple[tuple[str, str], ...]  # every option of the game
    seats: int
    bot: str  # by name and parameters
    seed: int

    @property
    def rules(self) -> Kind[Any]:
        return kind(self.game).variation(dict(self.options))

    def about(self) -> dict[str, Any]:
        """All that the games follow from, but for how many there are."""
        return {
            "options": dict(self.options),
            "seats": self.seats,
            "players": self.bot,
            "seed": self.seed,
            "version": __version__,
            "rules": self.rules.rules_version,
            "net": self._net(),
        }

    def _net(self) -> str | None:
        """Which net of the house a planning bot judges by: the beginning of its file's SHA-256."""
        if not isinstance(named(self.bot), Planning | Level):
            return None
        lore = Game.new(kind(self.game), self.seats, dict(self.options), 0).state.lore()
        file = lore.folder / f"{self.seats}.json" if lore else None
        return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file and file.exists() else None

    def command(self, games: int) -> str:
        """What plays the same games again."""
        usual = kind(self.game).complete_options(None)
        options = [f"--option {name}={value}" for name, value in self.options if usual[name] != value]
        words = [f"--game {self.game}", *options, f"--seats {self.seats} --players {self.bot}"]
        return " ".join(["atoll facts make", *words, f"--games {games} --seed {self.seed}"])

    def new(self, seed: int) -> Game:
        return Game.new(kind(self.game), self.seats, dict(self.options), seed)


def play(wish: Wish, number: int, counts: Counts) -> None:
    """Play one game and count it: the one that `atoll selfplay` plays with this number."""
    seed = game_seed(wish.seed, number)
    chance = Rng(seed)
    game = wish.new(seed)
    players = [Player(named(wish.bot)) for _ in range(wish.seats)]
    streams = [chance.split() for _ in players]
    watch = Watch(game)
    state, rng = game.state, game.rng
    assert rng is not None
    while not state.over and watch.decisions < MOST_DECISIONS:
        if state.seat == CHANCE:
            state.resolve(rng)
            continue
        move = players[state.seat].decide(game, streams[state.seat])
        before = state.clone()
        state.apply(move)
        watch.see(Step("", before, state, move))
    watch.close(counts, None if state.over else UNFINISHED)


@dataclass(frozen=True)
class Block:
    """Some games, one after the other by number, and the folder in which their counts are kept, if they are."""

    wish: Wish
    first: int
    games: int
    folder: str | None

    @property
    def file(self) -> Path | None:
        if self.folder is None:
            return None
        mark = hashlib.sha256(json.dumps(self.wish.about(), sort_keys=True).encode()).hexdigest()[:12]
        name = f"{self.wish.game}-{self.wish.seats}-{mark}"
        return Path(self.folder) / f"form-{FORM}" / name / f"{self.first:07}-{self.games:02}.json"

    def kept(self) -> Counts | None:
        """Its counts, if they are there and whole."""
        if self.file is None or not self.file.exists():
            return None
        try:
            plain = json.loads(self.file.read_text("utf-8"))
            if plain["about"] == self.wish.about() and plain["counts"]["games"] == self.games:
                return Counts.read(self.wish.seats, plain["counts"])
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        return None

    def played(self) -> Counts:
        """Its counts, played now."""
        counts = Counts(self.wish.seats)
        for number in range(self.first, self.first + self.games):
            play(self.wish, number, counts)
        return counts

    def keep(self, counts: Counts) -> None:
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            put(self.file, json.dumps({"about": self.wish.about(), "counts": counts.plain()}) + "\n")


def put(file: Path, text: str) -> None:
    """Write a file that is whole or not there at all."""
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    part.write_text(text, "utf-8")
    part.replace(file)


def blocks(wish: Wish, games: int, folder: str | None) -> list[Block]:
    """All games in blocks."""
    return [Block(wish, first, min(BLOCK, games - first), folder) for first in range(0, games, BLOCK)]


def _played(_: None, block: Block) -> tuple[Block, Counts]:
    return block, block.played()


def gathered(jobs: Sequence[Block], where: int | Place) -> Iterator[Counts]:
    """The counts of blocks, as they come in, and are kept."""
    bots = sorted({block.wish.bot for block in jobs})
    for block, counts in as_place(where).spread(_played, None, jobs, bots, in_order=False):
        block.keep(counts)
        yield counts


# The file


def fact_set(about: dict[str, Any], counts: Counts, command: str | None) -> dict[str, Any]:
    """One set of a game's facts."""
    return about | {"command": command} | counts.plain()


def read_sets(file: Path) -> list[dict[str, Any]]:
    """The sets of a file; none if there is no file. AtollError if it is no file of facts."""
    if not file.exists():
        return []
    try:
        plain = json.loads(file.read_text("utf-8"))
        sets = plain["sets"]
        whole = plain["form"] == FORM and all(Counts.read(one["seats"], one).games > 0 for one in sets)
    except (ValueError, KeyError, TypeError, AttributeError):
        whole = False
    if not whole:
        raise AtollError(Message("facts.file", {"file": str(file)}))
    return list(sets)


def _place(one: dict[str, Any]) -> tuple[Any, ...]:
    """What a set is about; a new set takes the place of the one that is about the same."""
    return sorted(one["options"].items()), one["seats"], one["players"]


def write_set(file: Path, new: dict[str, Any]) -> None:
    """Put a set into a file, in the place of an older one about the same; all others stay as they are."""
    others = [one for one in read_sets(file) if _place(one) != _place(new)]
    lines = [json.dumps(one, separators=(",", ":")) for one in sorted([*others, new], key=_place)]
    put(file, f'{{"form":{FORM},"sets":[\n' + ",\n".join(lines) + "\n]}\n")
