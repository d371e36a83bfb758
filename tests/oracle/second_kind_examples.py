"""Positions of the expansion, read from second_kind_positions/, where tiles.toml says how they are written.

`CASES` are the worked examples and more. `position` makes the plain data a case begins with, as `Game.snapshot` gives
it. `run` goes through the script of a case with anything that plays: the reference, or an engine behind the few names
of `Playable`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from .second_kind import Game
from .second_kind_board import COLOURS, TILES, Polyp, colours_of
from .second_kind_cards import CARDS, CORAL_TILES, HOUSE_BLUE, HOUSE_CLOWNFISH

Case = dict[str, Any]
Facts = dict[str, Any]
CASES: list[Case] = [
    case
    for file in sorted(Path(__file__).with_name("second_kind_positions").glob("*.toml"))
    for case in tomllib.loads(file.read_text())["case"]
]
NAMES = {"white": "w", "yellow": "y", "orange": "o", "pink": "p", "grey": "g"}


class Playable(Protocol):
    """A game in some position."""

    def seat_to_decide(self) -> int | str: ...  # a seat, "chance" or "over"
    def legal(self) -> list[str]: ...
    def apply(self, text: str) -> None: ...
    def chance(self, text: str) -> None: ...
    def snapshot(self) -> Facts: ...  # only what the case asks for need be in it
    def scores(self) -> list[int]: ...
    def winners(self) -> list[int]: ...


def name(case: Case) -> str:
    return f"{case['ruling'] if 'ruling' in case else case['example']}: {case['title']}"


# The position a case begins with


def position(case: Case) -> Facts:
    """As `Game.snapshot` gives it. In part "start" nothing of the start window has been looked at yet."""
    seats = case.get("seats", 2)
    game = Game(case.get("rocks", [2, 4, 1][:seats]), case.get("advanced", False))
    read_reef(game, case.get("reef", ""))
    for tile in ("rock", "water"):
        game.terrain |= dict.fromkeys(case.get(tile, "").split(), tile)
    game.crowns = set(case.get("crowns", "").split())
    for tile, (strong, weak, _, _) in CORAL_TILES.items():
        game.set_strong(tile, weak if tile in case.get("down", "").split() else strong)
    game.covered = dict(word.split("=") for word in case.get("covered", "").split())
    game.cylinders.subtract(game.covered.values())
    for word in case.get("sea", "").split():
        game.sea[word[0]] = sorted(word[2:].split(","))
    for seat, player in enumerate(game.players, start=1):
        given = case.get(f"p{seat}", {})
        for pile in ("hand", "front", "fish", "cubes"):
            setattr(player, pile, Counter(given.get(pile, "").split()))
        player.cards, player.scoring = set(given.get("cards", "").split()), set(given.get("scoring", "").split())
        player.eaten = given.get("eaten", 0)
        player.screen -= player.eaten + list(game.shrimps.values()).count(seat)
        game.supply.subtract(player.cubes)
        game.deck -= player.cards | player.scoring
    for colour, number in case.get("supply", {}).items():
        game.players[-1].cubes[colour] += game.supply[colour] - number
        game.supply[colour] = number
    game.marks_blue = set(case.get("marks_blue", " ".join(HOUSE_BLUE)).split())
    game.marks_clownfish = set(case.get("marks_clownfish", " ".join(HOUSE_CLOWNFISH)).split())
    game.discard = set(case.get("discard", "").split())
    game.deck -= game.discard
    assert game.deck | game.discard <= set(CARDS)
    game.blue_sea = 0 if all(player.eaten for player in game.players) else 1
    game.blue_beside = 4 - game.blue_sea - len(game.blue)
    fill_bag(game, case)
    game.phase = "turn"
    game.begin_turn(case.get("seat", 1))
    if case.get("begin", "main") == "main":
        game.part, game.start_window = "main", []
    elif case["begin"] == "over":
        game.end("shortage")
    return game.snapshot()


def read_reef(game: Game, text: str) -> None:
    """A line a coral: its colour, then `1d5`, `1e5(1)`, `1d6(b)`, `1d6=wy`, `1e5=wh/ne`."""
    for line in text.strip().splitlines():
        name, *cells = line.split()
        for word in cells:
            found = re.fullmatch(r"(\d[a-hz]\d)(?:=(\w+)(?:/(\w\w))?)?(?:\(([1-4b])\))?", word)
            assert found, word
            cell, kind, turn, on = found.groups()
            game.put(cell, Polyp(kind or NAMES[name], NAMES[name], turn or ""))
            if on == "b":
                game.blue.add(cell)
            elif on:
                game.shrimps[cell] = int(on)


def fill_bag(game: Game, case: Case) -> None:
    """What lies nowhere else is in the bag, or with the last seat if the bag's tiles are given."""
    game.bonus = Counter("" if game.advanced else case.get("bonus", " ".join(COLOURS)).split())
    used = game.bonus + Counter(polyp.kind for polyp in game.polyps.values()) + Counter(game.terrain.values())
    used["crown"] += len(game.crowns)
    for space in COLOURS:
        used.update(game.sea[space])
    for player in game.players:
        used += player.hand + player.front + player.fish
    assert used <= Counter(TILES), used - Counter(TILES)
    game.bag = Counter(TILES) - used
    if "bag" in case:
        rest, game.bag = game.bag - Counter(case["bag"].split()), Counter(case["bag"].split())
        for kind, number in rest.items():
            (game.players[-1].fish if colours_of(kind) else game.players[-1].hand)[kind] += number


# Its script


def run(case: Case, build: Callable[[Facts], Playable]) -> None:
    """Play the script of a case and check what it says."""
    first = position(case)
    game, played, mark = build(first), list[str](), 0
    for line in case["script"].strip().splitlines():
        before, colon, after = (part.strip() for part in line.partition(":"))
        said = f"{name(case)}: {line}"
        if line in ("mark", "back"):
            if line == "mark":
                mark = len(played)
            else:
                del played[mark:]
                game = build(first)
                for done in played:
                    follow(game, done)
        elif line[0] in "*1234":
            follow(game, line)
            played.append(line)
        else:
            assert colon, said
            check(game, before, after, said)


def follow(game: Playable, line: str) -> None:
    who, _, text = line.partition(" ")
    if who == "*":
        game.chance(text)
    else:
        assert str(game.seat_to_decide()) == who, (line, game.seat_to_decide())
        game.apply(text)


def check(game: Playable, before: str, after: str, said: str) -> None:
    word, _, rest = before.partition(" ")
    texts = [text.strip() for text in after.split(",") if text.strip()]
    if word in ("yes", "no", "exactly", "only", "all", "count"):
        legal = game.legal()
        found = [line for line in legal if line.split()[: len(rest.split())] == rest.split()]
        if word == "yes":
            assert set(texts) <= set(legal), (said, legal)
        elif word == "no":
            assert not set(texts) & set(legal), (said, legal)
        elif word == "all":
            assert found == legal, (said, legal)
        elif word == "count":
            assert len(found) == int(after), (said, found)
        else:
            assert found == sorted(texts), (said, found)
    elif word == "seat":
        assert str(game.seat_to_decide()) == after, (said, game.seat_to_decide())
    elif word in ("scores", "winners"):
        numbers = game.scores() if word == "scores" else game.winners()
        assert [str(number) for number in numbers] == after.split(), (said, numbers)
    else:
        facts = fact(game.snapshot(), word, rest.split())
        assert sorted(facts) == sorted([] if after == "-" else after.split()), (said, facts)


def fact(facts: Facts, word: str, rest: list[str]) -> list[str]:
    """What a snapshot says, as words; see the head of tiles.toml."""
    match word, rest:
        case "on", [cell]:
            return [part for part in facts["polyps"].get(cell, ()) if part]
        case "shrimp" | "terrain", [cell]:
            found = facts["shrimps" if word == "shrimp" else "terrain"].get(cell)
            return [str(found)] if found else []
        case (("crowns" | "blue" | "discard"), []):
            return list(facts[word])
        case (("out" | "beside" | "alga"), []):
            return [str(facts[{"out": "crowns_out", "beside": "blue_beside", "alga": "alga"}[word]])]
        case (("bag" | "supply" | "cylinders" | "bonus"), [kind]):
            return [str(facts[word].get(kind, 0))]
        case "covered", [tile]:
            return [facts["covered"][tile]] if tile in facts["covered"] else []
        case "strong", [tile]:
            return [facts["coral_tiles"][tile]]
        case (("hand" | "front" | "fish" | "cubes"), [seat]):
            return list(Counter(facts["players"][int(seat) - 1][word]).elements())
        case (("cards" | "scoring"), [seat]):
            return list(facts["players"][int(seat) - 1][word])
        case (("eaten" | "screen"), [seat]):
            return [str(facts["players"][int(seat) - 1][word])]
        case "ended", []:
            return [str(facts["ended"])]
        case "open", []:
            return [facts["turn"]["open"]] if facts["turn"]["open"] else []
    raise ValueError(f"no such fact: {word} {rest}")
