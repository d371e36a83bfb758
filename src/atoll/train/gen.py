"""Games for training: bots play against each other, and what they compared and how it ended becomes rows.

A block of games follows from its seeds alone, so that it is the same whoever plays it, and one that is there already is
not played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from atoll.arena.match import game_seed
from atoll.arena.spread import Place, as_place
from atoll.bots import Bot, Planning, named
from atoll.bots.tidying import tidied
from atoll.bots.turn import softly
from atoll.core.game import Game
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, State
from atoll.train.rows import Rows, write
from atoll.train.task import Task

BLOCK = 8  # games of a file


@dataclass(frozen=True)
class Generation:
    """Which games are played. Planning bots explore by choosing among whole plans, and give what they compared."""

    task: Task
    bots: tuple[str, ...]  # by name and parameters; who sits where is drawn
    seed: int
    folder: str
    heat: float = 0.02  # how much worse a plan may be and still be chosen now and then, as a share of the win

    def file(self, block: int) -> Path:
        return Path(self.folder) / f"{self.seed:04}-{block:05}.npz"


def senses_of(state: State) -> list[int]:
    """What a net sees of a position."""
    lore = state.lore()
    assert lore is not None
    out = vec[i64]([0] * (state.seats * lore.own + lore.shared))
    state.sense(out)
    return list(out)


def play(generation: Generation, block: int) -> int:
    """Play a block of games and keep its rows; how many there are."""
    return _kept(generation, *_played(generation, block))


def _played(generation: Generation, block: int) -> tuple[int, int, bytes]:
    """A block of games: its number, how many rows there are, and these as a file: who asked for it keeps that."""
    rows = Rows()
    variants = generation.task.variants()
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        _play(generation, variants[number % len(variants)], number, rows)
    return block, len(rows.roots), rows.packed()


def _kept(generation: Generation, block: int, rows: int, content: bytes) -> int:
    write(generation.file(block), content)
    return rows


def _play(generation: Generation, task: Task, number: int, rows: Rows) -> None:
    seed = game_seed(generation.seed, number)
    game = task.new(seed)
    chance = Rng(seed)
    rng = chance.split()
    heat = round(1000 * generation.heat) * (1 + 9 * (number % 3 == 0))  # some games stray further
    names = [generation.bots[rng.below(len(generation.bots))] for _ in range(task.seats)]
    players = [Exploring(named(name), heat, rng, number, rows) for name in names]
    positions: list[list[int]] = []
    assert game.rng is not None
    while not game.over:
        state = game.state
        if state.seat == CHANCE:
            state.resolve(game.rng)
            continue
        turn = state.turn
        state.apply(players[state.seat].decide(game))
        if state.turn != turn and not state.over:
            positions.append(senses_of(state))
    winners = game.state.winners()
    outcome = [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]
    scores = game.state.scores()
    leads = [score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)]
    for senses in positions:
        rows.add_outcome(senses, outcome, leads)


class Exploring:
    """A bot in a seat that tries more than what it thinks best, and keeps what it compared."""

    def __init__(self, bot: Bot, heat: int, rng: Rng, number: int, rows: Rows) -> None:
        self.bot = bot
        self.heat = heat
        self.rng = rng
        self.number = number
        self.rows = rows
        self._ahead: list[int] = []
        self._turn = -1

    def decide(self, game: Game) -> int:
        legal = game.state.legal()
        if len(legal) == 1:
            self._turn = -1
            return legal[0]
        if self._turn != game.state.turn or not self._ahead or self._ahead[0] not in legal:
            self._turn = game.state.turn
            self._ahead = self._planned(game)
        return self._ahead.pop(0)

    def _planned(self, game: Game) -> list[int]:
        seen = game.state.redeal(game.seat, self.rng)
        if not isinstance(self.bot, Planning):
            return self.bot.plan(seen, self.rng)
        plans = self.bot.considered(seen, self.rng)
        if len(plans) > 1 and self.bot.turns > 0:  # without short games it would learn what it thought already
            root = self.number * 10_000 + game.state.turn
            for plan in plans:
                if not plan.end.over:
                    senses = senses_of(plan.end)
                    self.rows.add_plan(senses, game.seats, root, game.seat, plan.share(), int(plan.deals))
        return tidied(seen, softly(plans, self.heat, self.rng).texts())


def generate(generation: Generation, blocks: int, where: int | Place) -> Iterator[tuple[int, int]]:
    """Play the blocks that are not there yet: number and rows of each, as they come in."""
    missing = [block for block in range(blocks) if not generation.file(block).exists()]
    for played in as_place(where).spread(_played, generation, missing, generation.bots, in_order=False):
        yield played[0], _kept(generation, *played)
