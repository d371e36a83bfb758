"""Writes the fixture games, one for every way a game can end: `python -m tests.reef_encounter.make_fixtures`.

The records in `fixtures/` are what counts; this shows how they came about.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from atoll import CHANCE, Game, Rng
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.games import kind, new

FOLDER = Path(__file__).parent / "fixtures"
GREEDY_GAMES = 60
FEW = 8  # tiles in the bag when its end is planned
Chooser = Callable[[Game], str]


def drawn(game: Game, wish: str, rng: random.Random) -> str:
    """A refill that draws the wished colours while the bag has them, and then the bonus tiles."""
    spaces = [word[0] for word in game.kind.pending(game.state).split()[2:]]
    left, bonus = in_bag(game), game.view()["bonus"]
    words = []
    for space in spaces:
        colours = [letter for letter in wish if left[letter]] or [letter for letter in "wyopg" if left[letter]]
        tile = rng.choice(colours)
        left[tile] -= 1
        if not any(left.values()):
            left = {letter: bonus.count(letter) for letter in left}
        words.append(f"{space}:{tile}")
    return "refill " + " ".join(words)


def in_bag(game: Game) -> dict[str, int]:
    return dict(zip("wyopg", game.state.bag, strict=True))  # type: ignore[attr-defined]


def direct(game: Game, choose: Chooser, wish: str = "wyopg", seed: int = 1) -> Game:
    """Play a dealt game to its end."""
    rng = random.Random(seed)
    while not game.over:
        if game.seat == CHANCE:
            game.chance(drawn(game, wish, rng))
        else:
            game.apply(choose(game))
    return game


def two_players(advanced: bool = False) -> Game:
    deal = [
        "rocks 1 2",
        "starfish up",
        "sea w:wyw y:wyw o:ywy p:wy g:y",
        "hand 1 wwwyyy",
        "hand 2 wwwwyyyyo",
    ]
    return Game.dealt(kind("reef-encounter"), 2, {"advanced": "yes" if advanced else "no"}, deal)


def first(texts: list[str], *starts: str) -> str:
    """The first legal text that begins in one of these ways, in their order."""
    return next(text for start in starts for text in texts if text.startswith(start))


def hoard_white_cubes(game: Game) -> str:
    """Nobody plays; everybody takes white cubes until there are none."""
    return first(game.texts(), "fish y", "cubes ww", "collect w")


def empty_the_bag(game: Game) -> str:
    """Every cube becomes a tile behind a screen, until the bag cannot fill the sea."""
    texts = game.texts()
    fullest = max("wyopg", key=lambda space: (len(game.view()["sea"][space]), game.view()["supply"][space]))
    return first(texts, "fish", "cubes", "tile", f"collect {fullest}")


def hoard(game: Game, keep: int = 3) -> str:
    """Take the fullest space; of more cubes than one keeps, buy tiles."""
    texts = game.texts()
    view = game.view()
    cubes = view["players"][game.seat]["cubes"]
    spare = [f"tile {letter}" for letter in "wyopg" if cubes[letter] > keep]
    fullest = max("wyopg", key=lambda space: (len(view["sea"][space]), view["supply"][space]))
    return first(texts, "fish", "cubes", *spare, f"collect {fullest}")


def run_out_by_refill(game: Game) -> str:
    """Hoard, so that the bag runs out while the sea is refilled."""
    return hoard(game, 3 if sum(in_bag(game).values()) > FEW else 9)


def running_out(when: str) -> Game:
    """A game whose bag runs out in the middle of a refill or by its last tile."""
    for seed in range(1, 100):
        game = direct(two_players(), run_out_by_refill, seed=seed)
        for before, after in pairwise(game.steps()):
            if after.view()["bonus_gone"] and not before.view()["bonus_gone"]:
                drawn_bonus = after.view()["bag"] < len(before.view()["bonus"])
                if drawn_bonus == (when == "middle"):
                    return game
    raise AssertionError("no such game")


def run_out_by_buying(game: Game) -> str:
    """Hoard, and buy the last tiles of the bag."""
    few = game.view()["phase"] == "turn" and not game.view()["bonus_gone"] and sum(in_bag(game).values()) <= FEW
    bought = [text for text in game.texts() if text.startswith("tile") and in_bag(game)[text[-1]]]
    return bought[0] if few and bought else hoard(game)


def run_out_by_growth(game: Game) -> str:
    """Hoard, buy all tiles of the bag but one, and make that one grow."""
    texts, left = game.texts(), in_bag(game)
    grown = [t for t in texts if t.startswith("polyp") and "grown" in [event.kind for event in game.events(t)]]
    if grown:
        return grown[0]
    player = game.view(game.seat)["players"][game.seat]
    if game.view()["phase"] == "turn" and not game.view()["bonus_gone"] and sum(left.values()) <= FEW:
        for last in "wyopg":
            buys = {letter: number - (letter == last) for letter, number in left.items()}
            able = all(player["cubes"][letter] >= buys[letter] + (letter == last) for letter in buys)
            if left[last] and able and (player["hand"][last] or buys[last]):
                return next((f"tile {letter}" for letter in buys if buys[letter]), f"larva {last}")
    return hoard(game, 4)


def fill_the_rocks(game: Game) -> str:
    """White takes rock 1 and yellow rock 2, down to the last space; the others' polyps are eaten on the way."""
    texts = game.texts()
    view = game.view(game.seat)
    colours = {"1": "w", "2": "y"}
    open_colour = view["turn"]["open"]
    foes = {cell: c for rock in view["rocks"] for cell, c in rock["polyps"].items() if c != colours[cell[0]]}
    placing = [text for text in texts if text.startswith("polyp") and open_colour == colours[text.split()[1][0]]]
    if placing:
        beside_own = sorted(placing, key=lambda text: (text.split()[1] not in foes, text))
        return beside_own[0]
    if open_colour and not view["turn"]["placed"]:
        return first(texts, "polyp")
    for colour in "wy":
        rock = "1" if colour == "w" else "2"
        if any(text == f"larva {colour}" for text in texts) and useful(game, colour, rock):
            return f"larva {colour}"
    need = [(colours[cell[0]], c) for cell, c in foes.items()]
    for text in texts:
        if text.startswith("alga") and text.endswith("sea") and helps(game, text, need):
            return text
    player = view["players"][game.seat]
    wanted = "w" if player["cubes"]["w"] <= player["cubes"]["y"] else "y"
    swaps = [text for text in texts if text.startswith("tile") and text[-1] not in "wy"]
    return first([*swaps, *texts], "tile", "fish o", "fish", "cubes wy", f"collect {wanted}")


def useful(game: Game, colour: str, rock: str) -> bool:
    """Whether a polyp of the colour could be placed on its rock."""
    trial = game.clone()
    trial.apply(f"larva {colour}")
    return any(text.startswith(f"polyp {rock}") for text in trial.texts())


def helps(game: Game, text: str, need: list[tuple[str, str]]) -> bool:
    """Whether a cylinder makes more of the wanted meals possible."""

    def meals(view: dict[str, list[dict[str, str]]]) -> int:
        eats = {(tile["strong"], tile["weak"]) for tile in view["tiles"]}
        return sum(pair in eats for pair in need)

    trial = game.clone()
    trial.apply(text)
    return meals(trial.view()) > meals(game.view())


def greedy_games(seats: int, advanced: bool) -> Iterator[Game]:
    for seed in range(1, GREEDY_GAMES + 1):
        game = new("reef-encounter", seats, {"advanced": "yes" if advanced else "no"}, seed)
        rng, bot = Rng(seed), Greedy()
        for _ in range(1500):
            if game.over:
                yield game
                break
            game.apply(decide(bot, game, rng))


def after_the_end(game: Game) -> list[str]:
    """The lines of the extra turns."""
    seat = game.view()["ended_by"]
    last = max((at for at, line in enumerate(game.log) if line.startswith(f"{seat} ")), default=len(game.log))
    return game.log[last + 1 :]


def ended(game: Game) -> str:
    return str(game.view()["ended"])


def tie(game: Game) -> bool:
    """Whether equal scores were told apart by what breaks ties."""
    scores = sorted(game.state.scores())
    return scores[-1] == scores[-2] and len(game.state.winners()) == 1


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    found = {
        "shortage-cubes": direct(two_players(), hoard_white_cubes),
        "shortage-tiles": direct(two_players(advanced=True), empty_the_bag),
        "full": direct(two_players(), fill_the_rocks, wish="wy"),
        "shortage-bonus-middle": running_out("middle"),
        "shortage-bonus-last": running_out("last"),
        "shortage-bonus-bought": direct(two_players(), run_out_by_buying),
        "shortage-bonus-grown": direct(two_players(), run_out_by_growth),
    }
    for seats, advanced in ((2, False), (3, True), (4, False)):
        for game in greedy_games(seats, advanced):
            asked = any(line.endswith(" pass") or " eat " in line for line in after_the_end(game))
            name = f"{ended(game)}-{seats}{'-advanced' if advanced else ''}{'-extra' if asked else ''}"
            if not name.startswith("shortage"):
                found.setdefault(name, game)
                if tie(game):
                    found.setdefault(f"{name.partition('-')[0]}-tie", game)
    for name, game in found.items():
        (FOLDER / f"{name}.txt").write_text(game.write(), "utf-8")
        print(name, ended(game), len(game.log), game.state.scores())


if __name__ == "__main__":
    main()
