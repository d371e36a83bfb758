"""Games of the expansion in which seats hold cards of one's choice, and tables with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import atoll
from atoll.core.game import Game
from atoll.core.rng import Rng
from tests.server.databases import looked_into

OPTIONS = {"advanced": "no", "expansion": "dealt"}  # everybody has a crown behind the screen, too


def holding(*hands: Sequence[str], seed: int = 1) -> Game:
    """A game at the beginning of a turn of seat 1, each seat with such cards; what all can see depends on their numbers
    alone."""
    game, rng = atoll.new("reef-encounter", len(hands), OPTIONS, seed), Rng(seed)
    game.rng = None
    left = [list(hand) for hand in hands]
    while any(left) or game.seat != 0:
        texts = game.texts()
        seat = game.seat
        if texts[0].startswith("fish"):
            game.apply(texts[0])
            continue
        if texts[0].startswith("cubes"):  # those that go with the most tiles
            hand = game.view(seat)["players"][seat]["hand"]
            game.apply(max(texts, key=lambda text: sum(hand.get(colour, 0) for colour in text.split()[1])))
            continue
        if left[seat]:
            game.apply(next(text for text in texts if text.startswith("buy cube")))
            game.chance(f"card {seat + 1} {left[seat].pop(0)}")
        end_turn(game, rng)
    return game


def end_turn(game: Game, rng: Rng) -> None:
    game.apply(next(text for text in game.texts() if text.startswith("collect")))
    game.draw_chance(rng)


def with_a_crown(game: Game) -> Game:
    """The same a little later: seat 1 has put a crown beside a polyp of nobody's."""
    for verb in ("larva", "polyp"):
        game.apply(next(text for text in game.texts() if text.startswith(verb)))
    for text in game.texts():
        if text.startswith("lay crown"):
            tried = game.clone()
            tried.apply(text)
            if any(rock["crowns"] for rock in tried.view()["rocks"]):
                return tried
    raise AssertionError("no crown can live")


def about_to_attack(game: Game) -> Game:
    """The same at the beginning of the next turn, which the crown begins."""
    later = with_a_crown(game)
    end_turn(later, Rng(1))
    assert later.kind.window(later.state) == "start"
    return later


def kept(file: Path, game: Game, people: Sequence[int], name: str) -> None:
    """Write a table with this game into a server's file, people in its seats."""
    row = {"id": name, "game": "reef-encounter", "options": '{"advanced": "no", "expansion": "dealt"}'}
    row |= {"status": "playing", "invite": "i", "seed": "5" * 64, "header": "\n".join(game.header)}
    numbers = {"version": len(game.log) + 1, "host": people[0], "decides": game.seat + 1, "base": len(game.log)}
    numbers |= {"tutorial": False, "created": 1, "changed": 1, "rules_version": game.kind.rules_version}
    table = row | numbers
    with looked_into(file) as database:
        places = ", ".join("?" * len(table))
        database.execute(f"INSERT INTO tables ({', '.join(table)}) VALUES ({places})", list(table.values()))
        for seat, person in enumerate(people, 1):
            chair = [name, seat, "me", "person", person, f"P{seat}", None, False, False, ""]
            database.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", chair)
        for number, line in enumerate(game.log, 1):
            database.execute("INSERT INTO lines VALUES (?, ?, ?)", [name, number, line])
