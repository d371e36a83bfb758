"""Writes the fixture games, one for every end and every tie-break: `python -m tests.reef.make_fixtures`.

The records in `fixtures/` are what counts; this shows how they came about.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from atoll import CHANCE, Game, Rng
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.core.state import playout
from atoll.games import new
from atoll.reef.tables import CARD_FACTS

FOLDER = Path(__file__).parent / "fixtures"


def greedy_game(seats: int, start: str, seed: int) -> Game:
    game = new("reef", seats, {"start": start}, seed)
    rng, bot = Rng(seed), Greedy()
    while not game.over:
        game.apply(decide(bot, game, rng))
    return game


def random_games(seats: int) -> Iterator[tuple[int, Game]]:
    """Random games, quickly: only the ends are looked at, and a game is told in full when it is wanted."""
    for seed in range(1_000_000):
        game = new("reef", seats, None, seed)
        game.rng = None
        playout(game.state, Rng(seed), 10_000)
        yield seed, game


def told(seats: int, seed: int) -> Game:
    """A random game again, with its record."""
    game = new("reef", seats, None, seed)
    game.rng = None
    rng = Rng(seed)
    while not game.over:
        if game.seat == CHANCE:
            game.draw_chance(rng)
        else:
            game.apply(game.legal().sample(rng))
    return game


def tie(game: Game) -> str | None:
    """What decided a game whose two best scores were equal."""
    ranked = sorted((game.state.merits(seat) for seat in range(game.seats)), reverse=True)
    first, second = ranked[:2]
    if first[0] != second[0]:
        return None
    return "tie-spaces" if first[1] != second[1] else "tie-stacks" if first[2] != second[2] else "shared"


def take_while_you_can(game: Game) -> str:
    """Take cards until the hand is full; then play the card whose pieces are least missed."""
    texts = game.texts()
    supply = game.view()["supply"]
    takes = [text for text in texts if text.startswith("take")]
    if takes:
        return takes[0]
    plays = [text for text in texts if text.startswith("play")]
    if plays:
        return max(plays, key=lambda text: min(supply[c] for c in CARD_FACTS[int(text.split()[1])]["gives"]))
    return texts[0]


def empty_deck() -> Game:
    """Four players who all take what they can: sooner or later a deck is empty before a colour is."""
    for seed in range(1000):
        game = new("reef", 4, None, seed)
        while not game.over:
            game.apply(take_while_you_can(game))
        if game.view()["ended"] == "deck":
            return game
    raise AssertionError("no such game")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    found = {
        "colour-2": greedy_game(2, "centre", 1),
        "colour-3-free": greedy_game(3, "free", 2),
        "colour-4": greedy_game(4, "centre", 3),
        "deck-4": empty_deck(),
    }
    wanted = {"tie-spaces", "tie-stacks", "shared"}
    for seed, game in random_games(2):
        kind = tie(game)
        if kind in wanted:
            wanted.remove(kind)
            found[f"colour-2-{kind}"] = told(2, seed)
        if not wanted:
            break
    for name, game in found.items():
        (FOLDER / f"{name}.txt").write_text(game.write(), "utf-8")
        print(name, game.view()["ended"], len(game.log), game.state.scores(), game.state.standing())


if __name__ == "__main__":
    main()
