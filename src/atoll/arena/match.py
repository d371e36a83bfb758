"""Many games between bots: seats rotate, every game has its own published seed, results do not depend on how many
processes play them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from atoll.arena.spread import Place, as_place
from atoll.bots import Bot, named
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.kind import Options
from atoll.core.messages import Message
from atoll.core.rng import Rng
from atoll.core.state import CHANCE, State
from atoll.games import kind

# Random play ends by itself long before; a bot that never ends its turn is stopped here.
MOST_DECISIONS = 200_000
UNFINISHED = "selfplay.unfinished"


@dataclass(frozen=True)
class Match:
    """What to play."""

    game: str
    players: tuple[str, ...]  # bots as `named` takes them
    options: Options
    seed: int
    record: str | None = None  # a folder for the records
    paired: bool = False  # every deal comes once from each seat, instead of a deal for every game


@dataclass(frozen=True)
class Result:
    """One game: by player (not seat) the score, the place and the share of the win."""

    number: int
    scores: list[int]
    places: list[int]
    wins: list[float]
    decisions: int
    ended: str  # the key of the message that says how
    seconds: list[list[float]] = field(default_factory=list, compare=False)  # processor time of each turn


@dataclass
class Summary:
    """Many games."""

    players: tuple[str, ...]
    games: int = 0
    decisions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    wins: list[float] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    seconds: list[list[float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seconds = [[] for _ in self.players]
        self.wins = [0.0] * len(self.players)
        self.scores = [0] * len(self.players)
        self.places = [0] * len(self.players)

    def add(self, result: Result) -> None:
        self.games += 1
        self.decisions += result.decisions
        self.ends[result.ended] += 1
        for player in range(len(self.players)):
            self.wins[player] += result.wins[player]
            self.scores[player] += result.scores[player]
            self.places[player] += result.places[player]
            self.seconds[player] += result.seconds[player]

    def clear_of(self, share: float) -> bool:
        """Whether the first player's share of the wins is above or below this one, beyond doubt."""
        low, high = interval(self.wins[0], self.games)
        return low > share or high < share

    def slowest(self, player: int, part: float) -> float:
        """The processor time that this part of a player's turns stays within."""
        times = sorted(self.seconds[player])
        return times[min(len(times) - 1, int(part * len(times)))] if times else 0.0


def interval(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The interval of a share (Wilson's), of 95 % unless another deviation is given."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    spread = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    size = 1 + z * z / games
    return max(0.0, (middle - spread) / size), min(1.0, (middle + spread) / size)


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a match."""
    return seed * 1_000_003 + number


def player_in(seat: int, number: int, seats: int) -> int:
    """Who sits where: players move on by one seat from game to game."""
    return (seat - number) % seats


def decide(bot: Bot, game: Game, rng: Rng) -> int:
    """Ask a bot for a move, from what its seat may know."""
    if game.kind.answers_alone and len(game.legal()) == 1:
        return game.legal()[0]
    return checked(bot, game, bot.choose(seen(bot, game, rng), rng))


def seen(bot: Bot, game: Game, rng: Rng) -> State:
    """What a bot is asked with: a position drawn from what its seat knows."""
    return game.state.redeal(game.seat, rng) if bot.looks() else game.state


def checked(bot: Bot, game: Game, move: int) -> int:
    """A bot's move, if it is legal."""
    if move not in game.state.legal():
        raise AtollError(Message("bot.illegal", {"bot": type(bot).__name__, "move": repr(move)}))
    return move


class Player:
    """A bot in a seat. It follows its plan for the turn as far as that is legal, and is asked again after that."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._ahead: list[int] = []
        self._turn = -1

    def decide(self, game: Game, rng: Rng) -> int:
        """The next move of a seat that nobody else decides for."""
        legal = game.legal()
        if game.kind.answers_alone and len(legal) == 1:
            self._turn = -1
            return legal[0]
        if self._turn != game.state.turn or not self._ahead or self._ahead[0] not in legal:
            self._ahead = list(self.bot.plan(seen(self.bot, game, rng), rng))
            self._turn = game.state.turn
        return checked(self.bot, game, self._ahead.pop(0) if self._ahead else -1)


def play(match: Match, number: int) -> Result:
    """Play one game of a match, and write its record if it is wanted."""
    return _kept(match, *_played(match, number))


def _played(match: Match, number: int) -> tuple[Result, str]:
    """One game of a match, and its record if it is wanted: who asked for the match writes it, wherever it is played."""
    seats = len(match.players)
    seed = game_seed(match.seed, number // seats if match.paired else number)
    chance = Rng(seed)
    game = Game.new(kind(match.game), seats, match.options, seed)
    bots = [Player(named(match.players[player_in(seat, number, seats)])) for seat in range(seats)]
    streams = [chance.split() for _ in bots]
    decisions = 0
    seconds: list[dict[int, float]] = [{} for _ in bots]  # by seat, then turn
    rng = game.rng
    assert rng is not None
    while not game.over and decisions < MOST_DECISIONS:
        if game.seat == CHANCE:
            game.state.resolve(rng)
            continue
        seat = game.seat
        turn = game.state.turn
        begun = time.process_time()
        move = bots[seat].decide(game, streams[seat])
        seconds[seat][turn] = seconds[seat].get(turn, 0.0) + time.process_time() - begun
        decisions += 1
        if match.record is None:
            game.state.apply(move)
        else:
            game.apply(move)
    record = ""
    if match.record is not None:
        names = ", ".join(match.players[player_in(seat, number, seats)] for seat in range(seats))
        record = f"# {names}; seed {seed}\n{game.write()}"
    times = [list(by_turn.values()) for by_turn in seconds]
    return _result(match, number, game, decisions, times), record


def _kept(match: Match, result: Result, record: str) -> Result:
    if match.record is not None:
        path = Path(match.record) / f"{match.game}-{match.seed}-{result.number:06}.txt"
        path.write_text(record, "utf-8")
    return result


def _result(match: Match, number: int, game: Game, decisions: int, times: list[list[float]]) -> Result:
    seats = game.seats
    scores, places, wins = [0] * seats, [0] * seats, [0.0] * seats
    seconds: list[list[float]] = [[] for _ in range(seats)]
    for seat in range(seats):
        seconds[player_in(seat, number, seats)] = times[seat]
    for place, sharing in enumerate(game.state.standing()):
        for seat in sharing:
            player = player_in(seat, number, seats)
            scores[player] = game.state.scores()[seat]
            places[player] = place + 1
            wins[player] = 1 / len(sharing) if place == 0 else 0.0
    ended = game.kind.result(game.state).key if game.over else UNFINISHED
    return Result(number, scores, places, wins, decisions, ended, seconds)


def play_many(match: Match, games: int, processes: int | Place, done: Collection[int] = ()) -> Iterator[Result]:
    """The results of a match, in their order, but for the games that are done already. They are played by so many
    processes, or in a place."""
    numbers = (number for number in range(games) if number not in done)
    for result, record in as_place(processes).spread(_played, match, numbers, match.players):
        yield _kept(match, result, record)
