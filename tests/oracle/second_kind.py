"""A naive reference of Reef Encounters of the Second Kind, from the rulebooks and the rulings only.

`Game` is one position of the game: `seat_to_decide`, `legal`, `apply`, `chance`, `scores`, `winners`. It comes from
the header of a record (`from_header`) or from plain data (`from_snapshot`), and gives plain data back (`snapshot`).
The rocks are in second_kind_board.py, players and cards in second_kind_cards.py, the legal lines in
second_kind_lines.py, what they do in second_kind_steps.py. Texts are those of the record.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import asdict
from typing import Any

from .second_kind_board import COLOURS, ROCKS, TILES, Polyp
from .second_kind_cards import CARDS, CORAL_TILES, CYLINDERS, HOUSE_BLUE, HOUSE_CLOWNFISH, LARVAE, SHRIMPS, Player, Turn
from .second_kind_lines import CHANCE, OVER
from .second_kind_steps import Course

HANDS = {2: (6, 9), 3: (6, 7, 9), 4: (6, 7, 8, 9)}
OWN_WAY = {"_corals", "stronger", "players", "turn", "polyps", "coral_tiles"}  # told or read in their own way


class Game(Course):
    """One position of the game, and what the rules say about it."""

    @classmethod
    def from_header(cls, lines: Iterable[str]) -> Game:
        """The position before the first line of a record."""
        return read_header(lines)

    @classmethod
    def from_snapshot(cls, facts: dict[str, Any]) -> Game:
        """The same position again. One in which the turn is just to begin may have all seats in its start window."""
        game = cls(facts["rocks"], facts["advanced"], facts["expansion"])
        for key, value in vars(game).items():
            if key not in OWN_WAY:
                given = deepcopy(facts[key])
                setattr(game, key, type(value)(given) if isinstance(value, Counter | set) else given)
        for cell, polyp in facts["polyps"].items():
            game.put(cell, Polyp(*polyp))
        for tile, strong in facts["coral_tiles"].items():
            game.set_strong(tile, strong)
        game.turn = Turn(**facts["turn"])
        for seat, given in enumerate(facts["players"]):
            piles: dict[str, Any] = {key: Counter(given[key]) for key in ("hand", "front", "fish", "cubes")}
            cards: dict[str, Any] = {key: set(given[key]) for key in ("cards", "scoring")}
            game.players[seat] = Player(**piles, **cards, screen=given["screen"], eaten=given["eaten"])
        if game.owed is None:
            game.look_at_start_window()
        return game

    def snapshot(self) -> dict[str, Any]:
        """The whole position as plain data: strings, numbers, sorted lists, and dicts without zeros."""
        facts: dict[str, Any] = {key: plain(value) for key, value in vars(self).items() if key not in OWN_WAY}
        facts["polyps"], facts["coral_tiles"] = plain(self.polyps), plain(self.coral_tiles)
        facts["turn"] = asdict(self.turn)
        facts["players"] = [{key: plain(value) for key, value in vars(player).items()} for player in self.players]
        return facts

    def copy(self) -> Game:
        return deepcopy(self)

    def follow(self, line: str) -> None:
        """A line of a record: `1 larva w`, `* refill w:o`. Whose decision it is is checked too."""
        who, _, text = line.partition(" ")
        if who == "*":
            self.chance(text)
        elif who == str(self.seat_to_decide()):
            self.apply(text)
        else:
            raise ValueError(f"not the decision of this seat: {line!r}")


def plain(value: Any) -> Any:
    if isinstance(value, Counter):
        return {key: value[key] for key in sorted(value) if value[key]}
    if isinstance(value, dict):
        return {key: plain(value[key]) for key in sorted(value)}
    if isinstance(value, set):
        return sorted(value)
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


# Records


def read_header(lines: Iterable[str]) -> Game:
    """The header of a record with the expansion; `special tiles`, `revealed`, `dealt crowns`, `deck`, `marks`."""
    head: dict[str, list[str]] = {}
    for line in lines:
        words = line.partition("#")[0].split()
        if words:
            number = 2 if words[0] in ("option", "marks", "hand") else 1
            head[" ".join(words[:number])] = words[number:]
    seats, rocks = int(head["seats"][0]), [int(rock) for rock in head["rocks"]]
    expansion = head["option expansion"][0]
    if head["game"] != ["reef-encounter"] or expansion not in ("yes", "dealt") or len(set(rocks)) != seats:
        raise ValueError("not the header of a game with the expansion")
    game = Game(rocks, head["option advanced"] == ["yes"], expansion)
    for tile, (strong, weak, _, _) in CORAL_TILES.items():
        game.set_strong(tile, strong if head["starfish"] == ["up"] else weak)
    game.marks_blue = {card for card in head["marks blue"] if card != "-"}
    game.marks_clownfish = {card for card in head["marks clownfish"] if card != "-"}
    game.bag = Counter(TILES)
    if not game.advanced:
        game.bonus = Counter(COLOURS)
        game.bag -= game.bonus
    for cell, colour in game.map.start.items():
        game.put(cell, Polyp(colour, colour))
        game.bag[colour] -= 1
    for space in head["sea"]:
        game.sea[space[0]] = sorted(space[2:])
        game.bag.subtract(space[2:])
    for seat, player in enumerate(game.players, start=1):
        player.hand = Counter("".join(head[f"hand {seat}"]))
        if player.hand.total() != HANDS[seats][seat - 1]:
            raise ValueError("not the opening hands")
        if expansion == "dealt":
            player.hand["crown"] += 1
        game.bag.subtract(player.hand)
    lengths = [len(game.sea[space]) for space in COLOURS]
    if lengths not in [[3, 3, 3, 2, 1][-first:] + [3, 3, 3, 2, 1][:-first] for first in range(5)]:
        raise ValueError("not an opening open sea")
    if min(game.bag.values()) < 0 or not game.marks_blue | game.marks_clownfish <= set(CARDS):
        raise ValueError("no such tiles or cards")
    return game


def replay(record: str) -> Game:
    """The position after the last line of a record; `score` and `winner` lines are checked."""
    lines = [line.partition("#")[0].strip() for line in record.splitlines()]
    moves = [line for line in lines if line[:1].isdigit() or line[:1] == "*"]
    game = read_header(line for line in lines if line not in moves)
    for line in moves:
        game.follow(line)
    for word, numbers in (("score", game.scores), ("winner", game.winners)):
        for line in lines:
            if line.split()[:1] == [word] and line.split()[1:] != [str(number) for number in numbers()]:
                raise ValueError(f"not so: {line!r}")
    return game


# Chance, and play at random


def random_header(
    rng: random.Random, seats: int, advanced: bool = False, expansion: str = "yes", house: bool = True
) -> list[str]:
    """A deal (`tiles`, `sea`, `revealed`, `coral tiles`); without the house's marks, any table of marks."""
    rocks = rng.sample(sorted(ROCKS), seats)
    bag = [colour for colour in COLOURS for _ in range(TILES[colour] - seats - (not advanced))]
    rng.shuffle(bag)
    first = COLOURS.index(rng.choice(bag))
    sea = {
        COLOURS[(first + step) % 5]: "".join(bag.pop() for _ in range(number))
        for step, number in enumerate((3, 3, 3, 2, 1))
    }
    blue, clownfish = HOUSE_BLUE, HOUSE_CLOWNFISH
    if not house:
        blue, clownfish = (sorted(rng.sample(CARDS, rng.randint(0, len(CARDS)))) for _ in range(2))
    return [
        "game reef-encounter",
        f"option advanced {'yes' if advanced else 'no'}",
        f"option expansion {expansion}",
        f"seats {seats}",
        "rocks " + " ".join(map(str, rocks)),
        f"starfish {rng.choice(['up', 'down'])}",
        "marks blue " + (" ".join(blue) or "-"),
        "marks clownfish " + (" ".join(clownfish) or "-"),
        "sea " + " ".join(f"{space}:{''.join(sorted(sea[space]))}" for space in COLOURS),
        *(
            f"hand {seat} " + "".join(sorted(bag.pop() for _ in range(number)))
            for seat, number in enumerate(HANDS[seats], start=1)
        ),
    ]


def random_chance(rng: random.Random, game: Game) -> str:
    """A draw for a position in which chance decides."""
    assert game.owed is not None
    if game.owed["ask"] == "card":
        return f"card {game.owed['seat']} {rng.choice(sorted(game.deck))}"
    if game.owed["ask"] == "dip":
        return "dip " + " ".join(sorted(rng.sample(sorted(game.bag.elements()), game.owed["count"])))
    words, trial = ["refill"], game.copy()
    for space in game.spaces_to_refill():
        kind = rng.choice(sorted(trial.bag.elements()))
        trial.draw(kind)
        words.append(f"{space}:{kind}")
    return " ".join(words)


# How often a kind of line is chosen, against 1 for the others; games end by eating and by locking.
WEIGHTS = {
    "eat": 9.0, "larva": 5.0, "polyp": 15.0, "alga": 2.0, "shrimp": 3.0, "move": 0.3, "tile": 0.3, "play": 3.0,
    "discard": 0.05, "lay": 2.0, "buy": 3.0, "change": 2.0, "cube": 0.7,
}  # fmt: skip


def random_line(rng: random.Random, game: Game, weights: dict[str, float] = WEIGHTS) -> str:
    """A legal line, its kind chosen first. Polyps mostly attack or enlarge a coral, shrimps mostly leave bare rock and
    avoid the screen, cylinders mostly go onto coral tiles, so that there is something to eat and games end."""
    by_kind: dict[str, list[str]] = {}
    for line in game.legal():
        by_kind.setdefault(line.split()[0], []).append(line)
    kinds = sorted(by_kind)
    kind = rng.choices(kinds, [weights.get(kind, 1.0) for kind in kinds])[0]
    lines = by_kind[kind]
    words = [line.split() for line in lines]
    likely = [True] * len(lines)
    if kind == "move":
        likely = [word[2] in game.polyps for word in words]
    elif kind == "alga":
        likely = [word[3] != "sea" for word in words]
    elif kind == "polyp":
        near = [[n for n in game.touching(word[1]) if game.polyps[n].colour == game.turn.open] for word in words]
        attack = rng.random() < 0.4 and any(word[1] in game.polyps for word in words)
        likely = [word[1] in game.polyps if attack else bool(n) for word, n in zip(words, near, strict=True)]
    elif kind == "lay":
        likely = [word[1] != "crown" or bool(game.touching(word[2])) for word in words]
    preferred = [line for line, good in zip(lines, likely, strict=True) if good]
    return rng.choice(preferred if preferred and rng.random() < 0.85 else lines)


def random_step(rng: random.Random, game: Game, weights: dict[str, float] = WEIGHTS) -> str:
    """Make one line at random and return it as the record writes it."""
    seat = game.seat_to_decide()
    line = f"* {random_chance(rng, game)}" if seat == CHANCE else f"{seat} {random_line(rng, game, weights)}"
    game.follow(line)
    return line


def random_record(seed: int, seats: int, advanced: bool = False, expansion: str = "yes", house: bool = True) -> str:
    """A whole game played at random, as a record."""
    rng = random.Random(seed)
    lines = random_header(rng, seats, advanced, expansion, house)
    game = read_header(lines)
    while game.seat_to_decide() != OVER:
        lines.append(random_step(rng, game))
    scores, winners = " ".join(map(str, game.scores())), " ".join(map(str, game.winners()))
    return "\n".join([*lines, f"score {scores}", f"winner {winners}"]) + "\n"


def missing_pieces(game: Game) -> list[str]:
    """What has got lost or has come twice: tiles by kind, cubes, cylinders, shrimps, blue shrimps, cards."""
    tiles = game.bag + game.bonus + game.aside + Counter(polyp.kind for polyp in game.polyps.values())
    tiles += Counter(game.terrain.values()) + Counter(crown=len(game.crowns) + game.crowns_out)
    for space in COLOURS:
        tiles += Counter(game.sea[space])
    cards: list[str] = [*game.deck, *game.discard, *([game.in_play] if game.in_play else [])]
    for player in game.players:
        tiles += player.hand + player.front + player.fish
        cards += [*player.cards, *player.scoring]
    wrong = [kind for kind in TILES if tiles[kind] != TILES[kind]] + sorted(set(tiles) - set(TILES))
    wrong += [] if sorted(cards) == CARDS else ["cards"]
    short = 0
    for colour in COLOURS:
        short += game.supply[colour] + 1 + sum(player.cubes[colour] for player in game.players) - LARVAE
    if short != 0 and not (short == 1 and game.ended == "shortage"):  # the cube taken last was not replaced
        wrong.append("cubes")
    lying = Counter(game.covered.values()) + Counter([game.alga] if game.alga else [])
    wrong += [alga for alga, number in game.cylinders.items() if number + lying[alga] != CYLINDERS]
    asked = game.owed["ask"] if game.owed else None
    for seat, player in enumerate(game.players, start=1):
        here = list(game.shrimps.values()).count(seat) + (asked == "displaced" and seat == game.seat)
        wrong += [f"shrimp {seat}"] if player.screen + player.eaten + here != SHRIMPS else []
    blue = game.blue_beside + game.blue_sea + len(game.blue) + (asked == "pushed")
    return wrong + (["blue shrimps"] if blue != 4 else [])
