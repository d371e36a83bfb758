"""A position drawn as text, for terminals and for tests that fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from atoll.core.bits import count
from atoll.core.messages import Message
from atoll.reef_encounter.board import RETURNED, SMALLEST_MEAL, Board
from atoll.reef_encounter.notation import cell_name, cells_of, colour_term
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import CELL_NAMES, CELLS, COLUMNS, LETTERS, ROWS
from atoll.reef_encounter.view import view

# Terminal colours of polyps, and of shrimps by seat.
_PAINT = {"w": "30;107", "y": "30;43", "o": "30;48;5;208", "p": "30;48;5;205", "g": "97;48;5;240"}
MOST_LETTERS = 10
_WATER = "38;5;24"
_SHRIMPS = ("38;5;129", "38;5;28", "38;5;160", "38;5;178")


def _paint(said: str, style: str, colour: bool) -> str:
    return f"\x1b[{style}m{said}\x1b[0m" if colour else said


def draw(state: ReefEncounter, viewer: int, colour: bool = False) -> str:
    """The table as the viewer sees it."""
    whole = view(state, viewer)
    blocks = [_rock(state, rock, whole["rocks"][rock], colour) for rock in range(state.seats)]
    lines = ["    ".join(row) for row in zip(*blocks, strict=True)]
    return "\n".join([*lines, "", *_tiles(whole), "", _sea(whole, colour), "", *_players(whole["players"], whole), ""])


def _rock(state: Board, rock: int, seen: Mapping[str, Any], colour: bool) -> list[str]:
    """Seven columns, each two wide: what lies there, and whose shrimp stands on it."""
    land, star = state.land[rock], state.star[rock]
    title = f"{rock + 1}   a b c d e f g "
    rows = [title]
    for row in range(ROWS):
        out = f"  {row + 1} "
        for column in range(COLUMNS):
            at = row * COLUMNS + column
            name = f"{rock + 1}{CELL_NAMES[at]}"
            polyp = seen["polyps"].get(name)
            shrimp = seen["shrimps"].get(name)
            mark = str(shrimp) if shrimp else " "
            if polyp:
                out += _paint(polyp + mark, _PAINT[polyp], colour)
            elif not land >> at & 1:
                out += _paint("~~" if colour else "~ ", _WATER, colour)
            else:
                out += ("*" if star >> at & 1 else ".") + (
                    _paint(mark, _SHRIMPS[shrimp - 1], colour) if shrimp else mark
                )
        rows.append(out)
    return rows


def _tiles(seen: Mapping[str, Any]) -> list[str]:
    """The coral tiles: `w>y green` is white eating yellow with a large green alga; `#` is a cylinder."""
    words = [
        f"{tile['strong']}>{tile['weak']} {'#' if tile['covered'] else ''}{tile['large']}".ljust(12)
        for tile in seen["tiles"]
    ]
    values = " ".join(f"{letter}{value}" for letter, value in seen["values"].items())
    return [
        "tiles  " + "".join(words[:5]).rstrip(),
        "       " + "".join(words[5:]).rstrip(),
        f"alga   {seen['alga_space'] or '-'}    values {values}",
    ]


def _sea(seen: Mapping[str, Any], colour: bool) -> str:
    spaces = "  ".join(f"{_paint(space, _PAINT[space], colour)}:{tiles or '-'}" for space, tiles in seen["sea"].items())
    return f"sea    {spaces}    bag {seen['bag']}  bonus {seen['bonus'] or '-'}"


def _word(counts: Mapping[str, int]) -> str:
    """Few tiles letter by letter, many as numbers: `wwy`, or `9w 4y`."""
    if sum(counts.values()) <= MOST_LETTERS:
        return "".join(letter * counts[letter] for letter in LETTERS) or "-"
    return " ".join(f"{counts[letter]}{letter}" for letter in LETTERS if counts[letter])


def _players(players: Sequence[Mapping[str, Any]], seen: Mapping[str, Any]) -> list[str]:
    rows = [["", "seat", "behind", "in front", "cubes", "fish", "shrimps", "eaten"]]
    for player in players:
        hand = _word(player["hand"]) if player["hand"] else _backs(player)
        hidden = player["fish_size"] - sum(player["fish"].values())
        rows.append(
            [
                ">" if player["seat"] == seen["decides"] else "",
                str(player["seat"]),
                hand,
                _word(player["consumed"]),
                _word(player["cubes"]),
                ("?" * hidden + _word(player["fish"]).replace("-", "" if hidden else "-")),
                str(player["shrimps_behind"]),
                str(player["shrimps_eaten"]),
            ]
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _backs(player: Mapping[str, Any]) -> str:
    """Another's tiles: those known to be there, and `?` for the others."""
    counts = player["surely_behind"]
    unknown = player["behind"] - sum(counts.values())
    if player["behind"] <= MOST_LETTERS:
        return _word(counts).replace("-", "") + "?" * unknown or "-"
    return " ".join(filter(None, [_word(counts).replace("-", ""), f"{unknown}?" if unknown else ""]))


def study(state: ReefEncounter, seat: int, language: str) -> str:
    """A seat's corals: their size, what eating them would give, and what could be eaten of them."""
    out = [Message("reef-encounter.study.title", {"seat": seat + 1}).text(language)]
    returned = RETURNED + (1 if state.advanced else 0)
    for rock in range(state.seats):
        danger = state.threatened(rock)
        for cell in range(CELLS):
            bit = 1 << cell
            if not state.shrimps[rock * state.seats + seat] & bit:
                continue
            colour = state.colour_at(rock, bit)
            if colour < 0:
                continue
            coral = state.coral(rock, bit)
            size = count(coral)
            values = {
                "cell": cell_name(rock * CELLS + cell),
                "colour": colour_term(colour),
                "size": size,
                "meal": max(0, size - returned) if size >= SMALLEST_MEAL else 0,
                "value": state.value(colour),
                "danger": cells_of(rock, coral & danger) or ["-"],
            }
            out.append(Message("reef-encounter.study.coral", values).text(language))
    return "\n".join(out)
