"""A position of the expansion drawn as text, for terminals and for tests that fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from atoll.core.bits import count
from atoll.core.messages import Message
from atoll.reef_encounter.board import RETURNED, SMALLEST_MEAL
from atoll.reef_encounter.draw import _PAINT, _SHRIMPS, _WATER, _paint, _tiles
from atoll.reef_encounter.notation import colour_term
from atoll.reef_encounter.tables import LETTERS, PLACE_NAMES, PLACES
from atoll.second_kind.heaps import CROWNS
from atoll.second_kind.notation import places_of
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import TOKENS, marked
from atoll.second_kind.view import view

_BLUE = "97;44"
_CROWN = "97;41"
MOST_WORDS = 12


def draw(state: SecondKind, viewer: int, colour: bool = False) -> str:
    """The table as the viewer sees it. A rock has its edge around it where something lies there."""
    whole = view(state, viewer)
    blocks = [_rock(state, rock, whole["rocks"][rock], colour) for rock in range(state.seats)]
    tall = max(map(len, blocks))
    blocks = [[*block, *[" " * len(block[0])] * (tall - len(block))] for block in blocks]
    rows = ["   ".join(row).rstrip() for row in zip(*blocks, strict=True)]
    lines = [*rows, *_legend(whole["rocks"]), "", *_tiles(whole), "", *_beside(whole, colour), ""]
    return "\n".join([*lines, *_players(whole), ""])


def _rock(state: SecondKind, rock: int, seen: Mapping[str, Any], colour: bool) -> list[str]:
    """Each place two wide: what lies there, then whose shrimp, `b` a blue one, or `'` for a special tile."""
    names = PLACE_NAMES[state.rocks[rock]]
    used = {cell[1:] for kind in seen.values() if not isinstance(kind, int) for cell in kind}
    columns = "".join(c for c in "zabcdefgh" if c in "abcdefg" or any(name[0] == c for name in used))
    rows = "".join(r for r in "01234567" if r in "123456" or any(name[1] == r for name in used))
    out = [f"{rock + 1}   " + "".join(f"{column} " for column in columns)]
    for row in rows:
        line = f"  {row} "
        for column in columns:
            name = f"{column}{row}"
            line += _place(state, rock, name, seen, colour) if name in names else "  "
        out.append(line)
    return out


def _place(state: SecondKind, rock: int, name: str, seen: Mapping[str, Any], colour: bool) -> str:
    cell = f"{rock + 1}{name}"
    bit = 1 << PLACE_NAMES[state.rocks[rock]].index(name)
    polyp, shrimp = seen["polyps"].get(cell), seen["shrimps"].get(cell)
    if cell in seen["crowns"]:
        return _paint("X ", _CROWN, colour)
    mark = "b" if cell in seen["blue"] else str(shrimp) if shrimp else "'" if cell in seen["special"] else " "
    if polyp:
        return _paint(polyp + mark, _BLUE if mark == "b" and colour else _PAINT[polyp], colour)
    if not state.solid(rock) & bit:
        return _paint("~~" if colour else "~ ", _WATER, colour)
    space = "*" if state.star[rock] & bit else "#" if cell in seen["rock_tiles"] else "."
    return space + (_paint(mark, _SHRIMPS[shrimp - 1], colour) if shrimp else mark)


def _legend(rocks: list[Any]) -> list[str]:
    """The special tiles on the rocks by their cells."""
    found = []
    for rock in rocks:
        for cell, tile in rock["special"].items():
            sides = rock["sides"].get(cell)
            found.append(f"{cell}={tile}" + (f" {sides}" if sides else ""))
        found += [f"{cell}=water" for cell in rock["water_tiles"]]
    return ["special  " + "  ".join(found)] if found else []


def _word(tiles: Mapping[str, int]) -> str:
    """Few tiles one by one, many as numbers: `w w wy`, or `9w 4y wy`."""
    if sum(tiles.values()) <= MOST_WORDS:
        return " ".join(token for token in TOKENS for _ in range(tiles.get(token, 0))) or "-"
    return " ".join(f"{tiles[token] if tiles[token] > 1 else ''}{token}" for token in TOKENS if tiles.get(token))


def _cubes(cubes: Mapping[str, int]) -> str:
    return "".join(letter * cubes[letter] for letter in LETTERS) or "-"


def _beside(seen: Mapping[str, Any], colour: bool) -> list[str]:
    spaces = "  ".join(
        f"{_paint(space, _PAINT[space], colour)}:{','.join(_word(tiles).split())}"
        for space, tiles in seen["sea"].items()
    )
    sea = " and one on the open sea" if seen["blue_at_sea"] else ""
    pile = " ".join(seen["pile"]) or "-"
    return [
        f"sea    {spaces}    bag {sum(seen['bag'].values())}  bonus {seen['bonus'] or '-'}",
        f"blue   {seen['blue_beside']} beside the board{sea}",
        f"cards  deck {seen['deck']}  pile {pile}",
    ]


def _players(seen: Mapping[str, Any]) -> list[str]:
    rows = [["", "seat", "behind", "in front", "cubes", "fish", "shrimps", "eaten", "cards"]]
    for player in seen["players"]:
        hidden = player["behind"] - sum(player["surely_behind"].values()) if player["hand"] is None else 0
        hand = _word(player["surely_behind"] if player["hand"] is None else player["hand"])
        closed = player["fish_size"] - sum(player["fish"].values())
        cards = player["unplayed"] if player["unplayed"] is not None else ["?"] * player["cards"]
        rows.append(
            [
                ">" if player["seat"] == seen["decides"] else "",
                str(player["seat"]),
                (hand + " ?" * hidden).removeprefix("- ") if hidden else hand,
                _word(player["consumed"]),
                _cubes(player["cubes"]),
                "?" * closed + (_word(player["fish"]).replace("-", "" if closed else "-")),
                str(player["shrimps_behind"]),
                str(player["shrimps_eaten"]),
                " ".join([*cards, *(f"({card})" for card in player["laid_out"])]) or "-",
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def study(state: SecondKind, seat: int, language: str) -> str:
    """A seat's corals: their size, what eating them would give, and what corals or crowns could eat of them."""
    out = [Message("second-kind.draw.title", {"seat": seat + 1}).text(language)]
    returned = RETURNED + (1 if state.advanced else 0)
    for rock in range(state.seats):
        danger = state.threatened(rock) & ~state.blue_on(rock)
        crowns = state.layer(rock, CROWNS)
        while crowns:
            danger |= state.crown_prey(rock, crowns & -crowns, seat)
            crowns &= crowns - 1
        for place in range(PLACES):
            bit = 1 << place
            if not state.shrimps[rock * state.seats + seat] & bit or state.colour_at(rock, bit) < 0:
                continue
            coral = state.coral(rock, bit)
            size = count(coral)
            [cell] = places_of(state, rock, bit)
            values = {
                "cell": cell,
                "colour": colour_term(state.colour_at(rock, bit)),
                "size": size,
                "meal": max(0, size - returned) if size >= SMALLEST_MEAL else 0,
                "value": state.value(state.colour_at(rock, bit)),
                "danger": places_of(state, rock, coral & danger) or ["-"],
            }
            out.append(Message("reef-encounter.study.coral", values).text(language))
    if (state.blue_marks, state.clownfish) == (marked("blue"), marked("clownfish")):
        out.append(Message("second-kind.draw.marks").text(language))
    return "\n".join(out)
