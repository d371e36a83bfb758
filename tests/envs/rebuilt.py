"""Views put together again from nothing but the numbers of an observation, for the test that nothing is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from atoll.envs import Setting
from atoll.reef import words as reef_words
from atoll.reef.tables import CARDS, CELL_NAMES, TALLEST
from atoll.reef.tables import LETTERS as REEF_LETTERS
from atoll.reef_encounter import words
from atoll.reef_encounter.tables import CELL_NAMES as ROCK_CELLS
from atoll.reef_encounter.tables import LARGE, LETTERS, STRONG, TILES, WEAK
from atoll.second_kind.tables import BICOLOUR, CARD_NAMES, COLOURS_OF, DOUBLE, HALF, PRINTED, TOKENS, TURN_NAMES

ASKED = ("current", "bag", "displaced", "pushed", "card", "chance")
FORCES = ("deep-water", "double-lock", "free-growth", "late-breakfast", "pick-me-up")
STAGES = ("start window", "crowns", "main", "growth window")


class Numbers:
    """An observation by its pieces, and the seats in the order of the table."""

    def __init__(self, setting: Setting, observation: np.ndarray[Any, Any]) -> None:
        self.pieces = setting.named(observation)
        self.seats = setting.seats
        self.you = int(self.pieces["you"].argmax())

    def __getitem__(self, name: str) -> Any:
        return self.pieces[name]

    def one(self, name: str) -> int:
        return int(self.pieces[name][0])

    def of(self, name: str, seat: int) -> Any:
        """A seat's part of a piece, by its number at the table."""
        return self.pieces[name][(seat - self.you) % self.seats]

    def chosen(self, name: str, names: Sequence[Any]) -> Any:
        [*at] = np.flatnonzero(self.pieces[name])
        assert len(at) <= 1, name
        return names[int(at[0])] if at else None

    def seat(self, name: str) -> int | None:
        """The seat that is marked, as views count."""
        place = self.chosen(name, range(self.seats))
        return None if place is None else (place + self.you) % self.seats + 1


def reef(setting: Setting, observation: np.ndarray[Any, Any]) -> dict[str, Any]:
    n = Numbers(setting, observation)
    cards = range(1, CARDS + 1)

    def held(flags: Any) -> list[int]:
        return [card for card in cards if flags[card - 1]]

    players = []
    for seat in range(n.seats):
        board = {}
        for cell, name in enumerate(CELL_NAMES):
            row, column = divmod(cell, 4)
            pieces = [n.of("stacks", seat)[level, :, row, column] for level in range(TALLEST)]
            stack = "".join(REEF_LETTERS[piece.argmax()] for piece in pieces if piece.any())
            tops = n.of("tops", seat)[:, row, column]
            assert [REEF_LETTERS[c] for c in np.flatnonzero(tops)] == list(stack[-1:])
            if stack:
                board[name] = stack
        hand, hidden = held(n.of("hands", seat)), int(n.of("hidden", seat))
        players.append(
            {
                "seat": seat + 1,
                "points": 100 * int(n.of("hundreds", seat)) + int(n.of("points", seat)),
                "board": board,
                "cards": len(hand) + hidden,
                "hand": hand,
                "hidden": hidden,
                "played": held(n.of("played", seat)),
            }
        )
    display = [held(place) for place in n["display"]]
    return {
        "start": "free" if n.one("free") else "centre",
        "you": n.you + 1,
        "phase": n.chosen("phase", reef_words.PHASES),
        "decides": n.seat("decides"),
        "card": n.chosen("card", cards),
        "left": "".join(letter * int(n["left"][at]) for at, letter in enumerate(REEF_LETTERS)),
        "supply": {letter: int(n["supply"][at]) for at, letter in enumerate(REEF_LETTERS)},
        "last_round": bool(n.one("last_round")),
        "display": [{"card": c[0], "points": int(n["offered"][at])} for at, c in enumerate(display) if c],
        "top": n.chosen("top", cards),
        "deck": n.one("deck"),
        "players": players,
        "ended": n.chosen("ended", reef_words.ENDS[1:]),
    }


def _coloured(counts: Any) -> dict[str, int]:
    return {letter: int(counts[at]) for at, letter in enumerate(LETTERS)}


def _kinds(counts: Any) -> dict[str, int]:
    return {token: int(counts[kind]) for kind, token in enumerate(TOKENS) if counts[kind]}


def _named(flags: Any) -> list[str]:
    return [name for card, name in enumerate(CARD_NAMES) if flags[card]]


def _common(n: Numbers) -> dict[str, Any]:
    tiles = []
    for tile in range(TILES):
        up = tile + TILES * int(n["turned"][tile])
        down = (up + TILES) % (2 * TILES)
        tiles.append(
            {
                "strong": LETTERS[STRONG[up]],
                "weak": LETTERS[WEAK[up]],
                "large": words.ALGA_NAMES[LARGE[up]],
                "small": words.ALGA_NAMES[LARGE[down]],
                "covered": bool(n["covered"][tile]),
            }
        )
    return {
        "advanced": bool(n.one("advanced")),
        "you": n.you + 1,
        "phase": n.chosen("phase", words.PHASES),
        "decides": n.seat("decides"),
        "tiles": tiles,
        "alga_space": n.chosen("alga", words.ALGA_NAMES),
        "cylinders": {name: int(n["cylinders"][at]) for at, name in enumerate(words.ALGA_NAMES)},
        "supply": _coloured(n["supply"]),
        "bonus": "".join(letter * int(n["bonus"][at]) for at, letter in enumerate(LETTERS)),
        "bonus_gone": bool(n.one("bonus_gone")),
        "values": _coloured(n["values"]),
        "ended": n.chosen("ended", words.ENDS[1:]),
        "ended_by": n.seat("ended_by"),
    }


def _first(n: Numbers, seat: int) -> str | None:
    return next((letter for at, letter in enumerate(LETTERS) if n.of("first", seat)[at]), None)


def reef_encounter(setting: Setting, observation: np.ndarray[Any, Any]) -> dict[str, Any]:
    n = Numbers(setting, observation)
    rocks = []
    for rock in range(n.seats):
        names = [f"{rock + 1}{name}" for name in ROCK_CELLS]
        polyps = {
            name: LETTERS[colour]
            for at, name in enumerate(names)
            for colour in range(5)
            if n["polyps"][rock, colour].flat[at]
        }
        shrimps = {
            name: (place + n.you) % n.seats + 1
            for at, name in enumerate(names)
            for place in range(n.seats)
            if n["shrimps"][rock, place].flat[at]
        }
        number = int(n["rocks"][rock].argmax()) + 1
        rocks.append({"rock": number, "polyps": dict(sorted(polyps.items())), "shrimps": dict(sorted(shrimps.items()))})
    players = []
    for seat in range(n.seats):
        own = seat == n.you
        players.append(
            {
                "seat": seat + 1,
                "behind": int(n.of("behind_size", seat)),
                "hand": _coloured(n.of("behind", seat)) if own else None,
                "surely_behind": _coloured(n.of("behind", seat)),
                "consumed": _coloured(n.of("consumed", seat)),
                "cubes": _coloured(n.of("cubes", seat)),
                "fish": _coloured(n.of("fish", seat)),
                "fish_size": int(n.of("fish_size", seat)),
                "first": _first(n, seat),
                "shrimps_behind": int(n.of("shrimps_behind", seat)),
                "shrimps_eaten": int(n.of("shrimps_eaten", seat)),
            }
        )
    return _common(n) | {
        "rocks": rocks,
        "turn": {
            "acted": bool(n.one("acted")),
            "larvae": n.one("larvae"),
            "open": n.chosen("open", LETTERS),
            "laid": n.one("laid"),
            "placed": bool(n.one("placed")),
            "shrimp": bool(n.one("introduced")),
            "locked": bool(n.one("locked")),
        },
        "sea": {
            letter: "".join(c * int(n["sea"][at][k]) for k, c in enumerate(LETTERS))
            for at, letter in enumerate(LETTERS)
        },
        "bag": n.one("bag"),
        "players": players,
    }


def second_kind(setting: Setting, observation: np.ndarray[Any, Any]) -> dict[str, Any]:
    n = Numbers(setting, observation)
    columns = "zabcdefgh"

    def cells(rock: int, plane: Any) -> list[str]:
        return sorted(f"{rock + 1}{columns[column]}{row}" for row, column in zip(*np.nonzero(plane), strict=True))

    rocks = []
    for rock in range(n.seats):
        polyps = {cell: LETTERS[colour] for colour in range(5) for cell in cells(rock, n["polyps"][rock, colour])}
        special: dict[str, str] = {}
        sides: dict[str, str] = {}
        for name, first in (("printed", PRINTED), ("doubles", DOUBLE)):
            for cell in cells(rock, n[name][rock]):
                special[cell] = TOKENS[first + LETTERS.index(polyps[cell])]
        for turn, said in enumerate(TURN_NAMES):
            for cell in cells(rock, n["halves"][rock, turn]):
                special[cell] = TOKENS[HALF + LETTERS.index(polyps[cell])]
                sides[cell] = said
        for other in range(5):
            for cell in cells(rock, n["bicolours"][rock, other]):
                both = 1 << other | 1 << LETTERS.index(polyps[cell])
                special[cell] = next(TOKENS[kind] for kind in range(BICOLOUR, 30) if COLOURS_OF[kind] == both)
        shrimps = {
            cell: (place + n.you) % n.seats + 1
            for place in range(n.seats)
            for cell in cells(rock, n["shrimps"][rock, place])
        }
        rocks.append(
            {
                "rock": int(n["rocks"][rock].argmax()) + 1,
                "polyps": dict(sorted(polyps.items())),
                "special": dict(sorted(special.items())),
                "sides": dict(sorted(sides.items())),
                "shrimps": dict(sorted(shrimps.items())),
                "blue": cells(rock, n["blue"][rock]),
                "crowns": cells(rock, n["crowns"][rock]),
                "rock_tiles": cells(rock, n["rock_tiles"][rock]),
                "water_tiles": cells(rock, n["water_tiles"][rock]),
            }
        )
    over = n.chosen("phase", words.PHASES) == words.PHASES[-1]
    players = []
    for seat in range(n.seats):
        own = seat == n.you
        fed = [letter for at, letter in enumerate(LETTERS) if n.of("fed", seat)[at]]
        players.append(
            {
                "seat": seat + 1,
                "behind": int(n.of("behind_size", seat)),
                "hand": None if fed else _kinds(n.of("behind", seat)),
                "surely_behind": _kinds(n.of("behind", seat)),
                "fed": fed,
                "consumed": _kinds(n.of("consumed", seat)),
                "cubes": _coloured(n.of("cubes", seat)),
                "fish": _kinds(n.of("fish", seat)),
                "fish_size": int(n.of("fish_size", seat)),
                "first": _first(n, seat),
                "shrimps_behind": int(n.of("shrimps_behind", seat)),
                "shrimps_eaten": int(n.of("shrimps_eaten", seat)),
                "cards": int(n.of("cards", seat)),
                "unplayed": _named(n.of("unplayed", seat)) if own or over else None,
                "laid_out": _named(n.of("laid_out", seat)),
            }
        )
    spots = [cell for rock in range(n.seats) for cell in cells(rock, n["cell"][rock])]
    return _common(n) | {
        "expansion": "dealt" if n.one("dealt") else "yes",
        "mover": n.seat("mover"),
        "turn": {
            "acted": bool(n.one("acted")),
            "larvae": n.one("larvae"),
            "open": n.chosen("open", LETTERS),
            "laid": n.one("laid"),
            "consumed_laid": n.one("dropped"),
            "placed": bool(n.one("placed")),
            "shrimp": bool(n.one("introduced")),
            "locked": n.one("locks"),
            "bought": bool(n.one("bought")),
            "collected": bool(n.one("collected")),
            "in_force": [name for at, name in enumerate(FORCES) if n["in_force"][at]],
            "stage": n.chosen("stage", STAGES),
            "asked": n.chosen("asked", ASKED),
            "card": n.chosen("card", CARD_NAMES),
            "card_of": n.seat("card_of"),
            "for_blue": bool(n.one("for_blue")),
            "left": n.one("left"),
            "cell": spots[0] if spots else None,
            "aside": _kinds(n["aside"]),
        },
        "rocks": rocks,
        "sea": {letter: _kinds(n["sea"][at]) for at, letter in enumerate(LETTERS)},
        "bag": _kinds(n["bag"]),
        "deck": n.one("deck"),
        "pile": _named(n["pile"]),
        "marks": {"blue": _named(n["blue_marks"]), "clownfish": _named(n["clownfish"])},
        "blue_beside": n.one("blue_beside"),
        "blue_at_sea": bool(n.one("blue_at_sea")),
        "players": players,
    }
