"""Finds turns that show all of the expansion: `python -m tests.browser.second_kind.make_turns GAMES`.

Games are played with an eye on what was not seen yet, and chance helps. A few turns of the first seat together show
everything; each is kept as a record that ends with it, after a comment that says where it begins. Turns kept before
stay if nothing better is found.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import atoll
from atoll import Game, Rng
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.core.state import CHANCE
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import CARD_NAMES
from tests.browser.second_kind.sights import every_sight, seen_in, sights
from tests.browser.second_kind.turns import FOLDER, Turn, names
from tests.second_kind.make_fixtures import FOLDER as FIXTURES
from tests.second_kind.wander import pick
from tests.server.cards import holding, with_a_crown

FULL = FIXTURES / "full.txt"
SHORT, LONG = 260, 420  # lines
TRIES = 10
RARE = 3  # what was seen so often is looked for less and less
MOVES = 18  # of a turn by hand
REFILLS = 12
START = 8  # what it costs to sit into a turn, in moves


@dataclass
class Found:
    """A turn, and at which of its lines each sight is seen first."""

    turn: Turn
    seen: dict[str, int]


def helped(game: Game, rng: random.Random, wanted: set[str]) -> None:
    """Chance, kind to the first seat: cards that were not played yet, special tiles."""
    state = cast(SecondKind, game.state)
    draws = sorted(
        {game.kind.chance_text(state, state.clone().resolve(Rng(rng.getrandbits(40)))) for _ in range(REFILLS)}
    )
    if draws[0].startswith("card"):
        seat = draws[0].split()[1]
        cards = [card for number, card in enumerate(CARD_NAMES) if state.deck >> number & 1]
        liked = [card for card in cards if (f"play {card}" in wanted) == (seat == "1")]
        game.chance(f"card {seat} {rng.choice(liked or cards)}")
    else:
        game.chance(max(draws, key=lambda text: sum(_rarity(word, wanted) for word in text.split()[1:])))


def _rarity(word: str, wanted: set[str]) -> float:
    token = word.rpartition(":")[2]
    return (len(token) > 1) + (token[-1] in "s2h") + 2 * (f"laid {token}" in wanted)


def eager(game: Game, rng: random.Random, wanted: set[str]) -> str:
    """Something new if there is any, else anything."""
    view = game.view()
    texts = game.texts()
    new = [text for text in texts if wanted & set(seen_in(view, text))] if len(texts) > 1 else []
    return rng.choice(new) if new else pick(game, rng)


def tried(start: Game, rng: random.Random, seen: Counter[str]) -> Found:
    """A turn of the first seat as long as only it decides, and chance does not."""
    game = start.clone()
    game.rng = None
    found: dict[str, int] = {}
    known = {sight for sight in sorted(seen) if rng.random() > RARE / (seen[sight] + 1)}
    ends = False  # after the sea was filled up nothing but the end of the turn is sure to be possible
    while not game.over and len(game.log) - len(start.log) < MOVES:
        if game.seat == CHANCE and "collects and goes on" in found and not ends:
            ends = True
            helped(game, rng, set())
            continue
        if game.seat == CHANCE or (ends and "end" not in game.texts()):
            break
        if game.seat == 0:
            move = "end" if ends else eager(game, rng, every_sight() - known - set(found))
            for sight in sights(game, move):
                found.setdefault(sight, len(game.log))
        elif len(game.texts()) > 1:
            break
        else:
            move = "pass"
        game.apply(move)
        if move == "end":
            break
    return Found(Turn(start.header, list(game.log), len(start.log)), found)


def turns_of(seed: int, seen: Counter[str]) -> Iterator[Found]:
    """Turns that the first seat might have in one game."""
    rng = random.Random(seed)
    options = {"expansion": "dealt", "advanced": rng.choice(["no", "no", "yes"])}
    game = crowded(rng) if seed % 4 == 3 else atoll.new("reef-encounter", 2, options, seed)
    game.rng = None
    for _ in range(LONG if seed % 3 else SHORT):
        if game.over:
            return
        view = game.view()
        if game.seat == CHANCE:
            helped(game, rng, every_sight() - set(seen))
            continue
        turn = view["turn"]
        begins = view["phase"] == "turn" and view["mover"] == 1 and not turn["acted"] and not turn["asked"]
        if game.seat == 0 and begins:
            for _ in range(TRIES):
                yield tried(game, rng, seen)
        game.apply(usual(game, rng))


def crowded(rng: random.Random) -> Game:
    """In the middle of a game with large corals."""
    whole = atoll.read(FULL.read_text("utf-8"))
    begun = [at for at, line in enumerate(whole.log) if line.startswith("1 larva") and at > 120]
    return atoll.read("\n".join([*whole.header, *whole.log[: rng.choice(begun[:-2])], ""]))


def pushed() -> Iterator[Found]:
    """A blue shrimp that a crown pushes where only one's own shrimp stands: it makes room, or the blue one goes."""
    game = atoll.new("reef-encounter", 2, {"expansion": "dealt"}, 3)
    game.rng = None
    rng = random.Random(1)
    own = iter(
        [
            "larva o",
            "polyp 1g6",
            "polyp 1g5",
            "shrimp 1g6",
            "buy p",
            "collect",
            "play",
            "blue",
            "lay",
            "collect",
            "pass",
        ]
    )
    for _ in range(60):
        texts = game.texts() if game.seat != CHANCE else []
        if game.seat == CHANCE:
            helped(game, rng, {"play lucky-dip"})
        elif game.view()["turn"]["stage"] == "crowns":
            break
        elif game.view()["phase"] != "turn" or game.seat != 0:
            game.apply(next((text for text in texts if text.startswith(("collect", "pass", "cubes oo"))), texts[0]))
        else:
            wish = next(own)
            wish = {"blue": "blue - 1g5", "lay": "lay crown 1g4", "play": "play lucky-dip blue"}.get(wish, wish)
            game.apply(next(text for text in texts if text.startswith(wish) and "cube" not in text))
    yield played(game, ["crown 1g4 1g5", "push off"])
    yield played(game, ["crown 1g4 1g5", "move 1g6 screen", "push 1g6"])


def dislodged() -> Found:
    """Two crowns laid in one turn, of which a card takes one."""
    game, rng = holding(["dislodged"], ["grey-strength"]), random.Random(1)
    while game.seat != 0 or game.view(0)["players"][0]["hand"].get("crown", 0) < 2:
        sea = game.view()["sea"]
        ways = [text for text in game.texts() if text.startswith("collect")]
        crowned = [text for text in ways if sea[text[-1]].get("crown", 0) and game.seat == 0]
        game.apply(crowned[0] if crowned else rng.choice(ways))
        while game.seat == CHANCE:
            helped(game, rng, {"laid crown"})
    game = with_a_crown(game)
    second = next(text for text in game.texts() if text.startswith("lay crown") and _lives(game, text))
    return played(game, [second, "play dislodged", "pass", "dislodge"])


def _lives(game: Game, move: str) -> bool:
    after = game.clone()
    after.apply(move)
    return sum(len(rock["crowns"]) for rock in after.view()["rocks"]) == 2


def played(start: Game, beginnings: list[str]) -> Found:
    """A turn of moves that begin so."""
    game = start.clone()
    game.rng = None
    found: dict[str, int] = {}
    for beginning in beginnings:
        move = next(text for text in game.texts() if text.startswith(beginning))
        for sight in sights(game, move) if game.seat == 0 else ():
            found.setdefault(sight, len(game.log))
        game.apply(move)
    return Found(Turn(start.header, list(game.log), len(start.log)), found)


def known() -> Iterator[Found]:
    """The turns kept before."""
    for name in names():
        turn = Turn.kept(name)
        found: dict[str, int] = {}
        for game, move in turn.decisions():
            for sight in sights(game, move):
                found.setdefault(sight, len(game.log))
        yield Found(turn, found)


def usual(game: Game, rng: random.Random) -> str:
    """How a game goes on: cards are bought whenever they can be."""
    texts = game.texts()
    bought = [text for text in texts if text.startswith("buy")]
    if bought and rng.random() < (1 if game.seat == 0 else 0.05):
        return rng.choice(bought)
    texts = [text for text in texts if text not in bought]
    crowns = [text for text in texts if text.startswith("lay crown")]
    if crowns and rng.random() < 0.3:
        return rng.choice(crowns)
    discarded = [text for text in texts if text.startswith("discard")]
    if len(discarded) == 3 and rng.random() < 0.3:
        return rng.choice(discarded)
    if rng.random() < 0.3 and game.view()["phase"] == "turn":
        return rng.choice([text for text in texts if not text.startswith(("play", "discard"))] or texts)
    best = game.text(decide(Greedy(), game, Rng(rng.getrandbits(40))))
    return best if best in texts else rng.choice(texts)


def new_in(one: Found, missing: set[str]) -> dict[str, int]:
    return {sight: at for sight, at in one.seen.items() if sight in missing}


def worth(one: Found, missing: set[str]) -> float:
    """How much a turn shows that is missing, for what it costs to play it."""
    new = new_in(one, missing)
    return len(new) / (START + len(one.turn.log) / 40 + max(new.values()) - one.turn.begins) if new else 0


def covered(pool: list[Found]) -> Iterator[Turn]:
    """Few turns that show everything, each no longer than it has to be."""
    missing = every_sight()
    while missing:
        _, best = max(((worth(one, missing), at) for at, one in enumerate(pool)))
        new = new_in(pool[best], missing)
        if not new:
            print("never seen:", sorted(missing))
            return
        missing -= set(new)
        turn = pool[best].turn
        yield Turn(turn.header, turn.log[: max(new.values()) + 1], turn.begins)


def main() -> None:
    pool: list[Found] = []
    seen: Counter[str] = Counter()
    for one in [*known(), *pushed(), dislodged()]:
        pool.append(one)
        seen.update(set(one.seen))
    for seed in range(int(sys.argv[1])):
        for one in turns_of(seed, seen):
            if set(one.seen) & (every_sight() - set(seen)) or len(one.seen) > 5:
                pool.append(one)
            seen.update(set(one.seen))
        print(seed, len(pool), sorted(every_sight() - set(seen)), flush=True)
    turns = list(covered(pool))
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    FOLDER.mkdir(exist_ok=True)
    for number, turn in enumerate(turns, 1):
        turn.keep(f"{number:02}")
        print(number, len(turn.log), turn.moves())


if __name__ == "__main__":
    main()
