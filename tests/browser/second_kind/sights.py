"""What a move of the expansion shows of it: which verb, card, tile, turn of a half, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from atoll import Game
from atoll.second_kind.notation import GRAMMAR
from atoll.second_kind.tables import CARD_NAMES, FACTS
from tests.browser.second_kind.touches import words_of
from tests.browser.second_kind.turns import Turn, answered, names

EDGE = {f"{column}{row}" for column in "zh" for row in range(8)} | {f"{c}{row}" for c in "abcdefg" for row in (0, 7)}
KINDS = {"s": "printed", "2": "double", "h": "half"}
IN_WINDOWS = {"strong-current"}  # a card that answers another one


def every_sight() -> set[str]:
    """All that has to be seen in somebody's own turns."""
    return {
        *GRAMMAR.verbs,
        *(f"play {card}" for card in CARD_NAMES if card not in IN_WINDOWS),
        *("laid printed", "laid double", "laid half", "laid rock", "laid water", "laid crown"),
        *("laid bicolour as its first", "laid bicolour as its second"),
        *(f"turned {sides}" for sides in ("ne", "se", "sw", "nw")),
        *("over the edge", "rock on water", "water on rock", "deep"),
        *("displaced", "displaced home", "push off", "makes room", "push"),
        *("card for blue", "blue comes", "blue moves", "blue leaves", "first coral", "later coral"),
        *("bought with a tile", "bought with a crown", "bought with a consumed polyp", "bought with a cube"),
        *("consumed special laid", "special for a cube", "special for an alga", "special traded", "locks", "free alga"),
        "collects and goes on",
    } - {"fish", "cubes"}


def sights(game: Game, move: str) -> set[str]:
    """What there is to see in a move that is about to be made."""
    return set() if answered(game) else set(seen_in(game.view(), move))


@cache
def found(sight: str) -> tuple[Game, str]:
    for name in names():
        for game, move in Turn.kept(name).decisions():
            if sight in sights(game, move):
                return game.clone(), move
    raise AssertionError(f"{sight} is never seen")


def before(sight: str) -> tuple[Game, str]:
    """A game just before something is to be seen, and the move that shows it."""
    game, move = found(sight)
    return game.clone(), move


def seen_in(view: dict[str, Any], move: str) -> Iterator[str]:
    verb, words = words_of(move)
    turn = view["turn"]
    yield verb
    match verb:
        case "play":
            yield "card for blue" if "blue" in words else move
        case "polyp":
            yield from _laid(view, words)
        case "lay":
            yield f"laid {words['terrain']}"
            rock = view["rocks"][int(words["cell"][0]) - 1]
            if words["cell"][1:] in EDGE:
                yield "over the edge"
            if words["terrain"] == "rock" and words["cell"] in rock["water_tiles"]:
                yield "rock on water"
            if words["terrain"] == "water" and words["cell"] in rock["rock_tiles"]:
                yield "water on rock"
        case "move" if turn["asked"] == "displaced":
            yield "displaced home" if words["to"] == "screen" else "displaced"
        case "move" if turn["asked"] == "pushed":
            yield "makes room"
        case "push" if words["aside"] == "off":
            yield "push off"
        case "eat":
            yield "first coral" if "card" in words else "later coral"
        case "buy":
            yield _bought(words)
        case "blue":
            yield "blue comes" if words["start"] == "-" else "blue leaves" if words["goal"] == "off" else "blue moves"
        case "cube" if "tile" in words:
            yield "special for a cube"
        case "trade" if "tile" in words:
            yield "special traded"
        case "alga":
            if words["paid"] == "-":
                yield "free alga"
            elif len(words["paid"]) > 1:
                yield "special for an alga"
            if words["target"] != "sea":
                yield "locks"
        case "collect" if "pick-me-up" in turn["in_force"]:
            yield "collects and goes on"


def _laid(view: dict[str, Any], words: dict[str, str]) -> Iterator[str]:
    if "tile" in words:
        kind = words["tile"][1]
        side = "second" if kind == view["turn"]["open"] else "first"
        yield f"laid {KINDS.get(kind, f'bicolour as its {side}')}"
        if "consumed" in words:
            yield "consumed special laid"
    if "sides" in words:
        yield f"turned {words['sides']}"
    cell = words["cell"]
    rock = view["rocks"][int(cell[0]) - 1]
    if cell[1:] in FACTS["enclosed"][str(rock["rock"])] and cell not in rock["rock_tiles"] + [*rock["polyps"]]:
        yield "deep"


def _bought(words: dict[str, str]) -> str:
    if words["payment"] == "cube":
        return "bought with a cube"
    if "how" in words:
        return "bought with a consumed polyp"
    return "bought with a crown" if words["payment"] == "crown" else "bought with a tile"
