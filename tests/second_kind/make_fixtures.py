"""Makes the whole games that the tests replay: `python -m tests.second_kind.make_fixtures`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from atoll import Rng, new
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.core.game import Game
from atoll.games import kind
from atoll.second_kind.state import SecondKind
from tests.reef_encounter.make_fixtures import direct, fill_the_rocks, hoard_white_cubes
from tests.second_kind.wander import pick

FOLDER = Path(__file__).parent / "fixtures"
GREEDY_GAMES = 12
LONGEST = 3000

OVER_THE_EDGE = {f"{column}{row}" for column in "zh" for row in range(8)} | {
    f"{column}{row}" for column in "abcdefg" for row in (0, 7)
}


def sights(game: Game) -> Iterator[str]:
    """What is worth seeing in a game."""
    if _cancelled_meal(game.log):
        yield "cancelled"
    if any("lay rock" in line and line[-2:] in OVER_THE_EDGE for line in game.log):
        yield "overhang"
    if cast(SecondKind, game.state).shuffle:
        yield "reshuffled"
    events = [event for _, told in game.story() for event in told]
    if any(event.kind == "crown_gone" and event.data()["died"] for event in events):
        yield "dead-crown"


def _cancelled_meal(log: list[str]) -> bool:
    """Whether Strong current stopped a first coral."""
    for at, line in enumerate(log):
        words = line.split(" ")
        if words[1] == "eat" and len(words) == 4:
            answers = [later.partition(" ")[2] for later in log[at + 1 : at + 4]]
            if "play strong-current" in answers:
                return True
    return False


def two_players(advanced: bool = False) -> Game:
    rules = kind("reef-encounter").variation({"advanced": "no", "expansion": "yes"})
    marks = [line for line in rules.deal(2, {"advanced": "no", "expansion": "yes"}, Rng(1)) if line.startswith("marks")]
    deal = ["rocks 1 2", "starfish up", *marks, "sea w:wyw y:wyw o:ywy p:wy g:y", "hand 1 wwwyyy", "hand 2 wwwwyyyyo"]
    return Game.dealt(rules, 2, {"advanced": "yes" if advanced else "no", "expansion": "yes"}, deal)


def greedy_games(seats: int, options: dict[str, str], careless: float = 0.0) -> Iterator[Game]:
    """Games of greedy bots that now and then do anything."""
    for seed in range(1, GREEDY_GAMES + 1):
        game = new("reef-encounter", seats, options, seed)
        rng, bot, whim = Rng(seed), Greedy(), random.Random(seed)
        for _ in range(LONGEST):
            if game.over:
                yield game
                break
            game.apply(pick(game, whim) if whim.random() < careless else decide(bot, game, rng))


def ended(game: Game) -> str:
    return str(game.view()["ended"])


def keep(name: str, game: Game) -> None:
    """Write a game down, unless one of that name is there."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        path.write_text(game.write(), "utf-8")
        print(name, ended(game), len(game.log), game.state.scores(), flush=True)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    keep("shortage-cubes", direct(two_players(), hoard_white_cubes))
    keep("full", direct(two_players(), fill_the_rocks, wish="wy"))
    for seats, expansion, advanced in ((2, "yes", "no"), (3, "dealt", "yes"), (4, "yes", "no")):
        options = {"expansion": expansion, "advanced": advanced}
        for careless in (0.0, 0.2):
            for game in greedy_games(seats, options, careless):
                keep(f"{ended(game)}-{seats}-{expansion}", game)
                for sight in sights(game):
                    if not list(FOLDER.glob(f"*-{sight}*.txt")):
                        keep(f"{ended(game)}-{seats}-{sight}", game)


if __name__ == "__main__":
    main()
