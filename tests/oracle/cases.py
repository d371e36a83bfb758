"""Positions made by hand, read from positions.toml, which says how they are written."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .reef_encounter import ALGAE, COLOURS, CORAL_TILES, CYLINDERS, LARVAE, POLYPS, SHRIMPS, Turn

Case = dict[str, Any]
CASES: list[Case] = tomllib.loads(Path(__file__).with_name("positions.toml").read_text())["case"]
SEA = {"w": "opw", "y": "gpy", "o": "goy", "p": "wy", "g": "o"}


def counts(letters: str = "") -> dict[str, int]:
    return {colour: letters.count(colour) for colour in COLOURS}


def read_reef(text: str) -> tuple[dict[str, str], dict[str, int]]:
    """The polyps and the shrimps of these corals, a line each: colour, then cells (on rock 1 unless they say
    another), each followed by the player whose shrimp is on it, as in `p f6 g5 f5Y`. Colour `-`: bare rock."""
    polyps, shrimps = {}, {}
    for line in text.strip().splitlines():
        colour, *cells = line.split()
        for word in cells:
            found = re.fullmatch(r"([1-4]?)([a-g][1-6])([PGRY]?)", word)
            assert found, word
            cell = (found[1] or "1") + found[2]
            if colour != "-":
                polyps[cell] = colour
            if found[3]:
                shrimps[cell] = "PGRY".index(found[3]) + 1
    return polyps, shrimps


def opening(case: Case) -> dict[str, Any]:
    """The position a case begins with."""
    polyps, shrimps = read_reef(case.get("reef", ""))
    advanced, sea = case.get("advanced", False), case.get("sea", SEA)
    bonus = "" if advanced else case.get("bonus", COLOURS)
    first, second = ({"fish": "w", **case.get(seat, {})} for seat in ("p1", "p2"))
    named = Counter([*polyps.values(), *"".join(sea.values()), *case["bag"], *bonus])
    for player in (first, second):
        named.update(player.get("hand", "") + player.get("consumed", "") + player["fish"])
    second["fish"] += "".join(colour * (POLYPS - named[colour]) for colour in COLOURS)
    supply = {colour: LARVAE - 1 - first.get("cubes", "").count(colour) for colour in COLOURS}
    taken = {colour: supply[colour] - number for colour, number in case.get("supply", {}).items()}
    second["cubes"] = "".join(colour * number for colour, number in taken.items())
    players = []
    for seat, player in enumerate((first, second), start=1):
        eaten = player.get("eaten", 0)
        piles = {key: counts(player.get(key, "")) for key in ("hand", "consumed", "cubes", "fish")}
        players.append({**piles, "screen": SHRIMPS - eaten - list(shrimps.values()).count(seat), "eaten": eaten})
    return {
        "advanced": advanced,
        "seats": 2,
        "rocks": [2, 1],
        "polyps": polyps,
        "shrimps": shrimps,
        "tiles": [[strong, weak, None] for strong, weak, _, _ in CORAL_TILES],
        "alga_space": None,
        "sea": sea,
        "bag": counts(case["bag"]),
        "bonus": counts(bonus),
        "bonus_gone": False,
        "supply": {colour: supply[colour] - taken.get(colour, 0) for colour in COLOURS},
        "cylinders": dict.fromkeys(ALGAE, CYLINDERS),
        "players": players,
        "phase": "turn",
        "seat": 1,
        "turn": asdict(Turn()),
        "ended": None,
        "ender": None,
    }
