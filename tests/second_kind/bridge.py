"""Between the engine's game and the plain position of the oracle, both ways."""

from __future__ import annotations

from collections import Counter
from typing import Any

import atoll
from atoll.core.game import Game
from atoll.core.state import ALL_SEEING, CHANCE
from atoll.reef_encounter.board import REFILL
from atoll.reef_encounter.tables import (
    ALGA_NAMES,
    COLOURS,
    LARGE,
    LETTERS,
    OPENING_HAND,
    PLACE_NAMES,
    PLACES,
    STRONG,
    TILE_NAMES,
    TILES,
)
from atoll.reef_encounter.view import of_seat
from atoll.reef_encounter.words import END_LETTERS, ENDS, PHASE_LETTERS, PHASES
from atoll.second_kind import heaps
from atoll.second_kind.cards import GROWTHS, MOST_CONSUMED, MOST_SWAPS, MOST_TRADES
from atoll.second_kind.notation import place_name, places_of
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import (
    CARD_NAMES,
    CROWN,
    CROWNS,
    HALF,
    KINDS,
    STRONG_CURRENT,
    TOKENS,
    TURN_NAMES,
    of_kind,
)
from tests.second_kind.build import state_of

Facts = dict[str, Any]
PARTS = ("start", "crowns", "main")
USES = ("text", "blue", "eat")
TIMES = {
    "consumed-polyp-tiles": MOST_CONSUMED,
    "fair-exchange": MOST_TRADES,
    "larva-cube-exchange": MOST_SWAPS,
    "extra-growth": GROWTHS,
}


class Engine:
    """A game of the engine with the few names by which the oracle's cases are played."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @classmethod
    def at(cls, facts: Facts) -> Engine:
        return cls(game_at(facts))

    def seat_to_decide(self) -> int | str:
        seat = state_of(self.game).seat
        return "over" if self.game.over else "chance" if seat == CHANCE else seat + 1

    def legal(self) -> list[str]:
        return self.game.texts() if isinstance(self.seat_to_decide(), int) else []

    def apply(self, text: str) -> None:
        self.game.apply(text)

    def chance(self, text: str) -> None:
        self.game.chance(text)

    def snapshot(self) -> Facts:
        return snapshot(state_of(self.game))

    def scores(self) -> list[int]:
        return self.game.state.scores()

    def winners(self) -> list[int]:
        return [seat + 1 for seat in self.game.state.winners()]

    def reread(self) -> None:
        """Go on from the line of the position."""
        self.game = atoll.at(self.game.position(ALL_SEEING))


# The engine's state in the oracle's words


def snapshot(state: SecondKind) -> Facts:
    """The whole position, as the oracle gives its own."""
    seats = range(state.seats)
    crowns = _cells(state, heaps.CROWNS)
    lost = CROWNS - len(crowns) - sum(of_kind(heap, CROWN) for heap in state.special)
    part = PARTS[state.stage]
    asked = _owed(state)
    return {
        "advanced": bool(state.advanced),
        "expansion": "dealt" if state.dealt_crowns else "yes",
        "seats": state.seats,
        "rocks": list(state.rocks),
        "polyps": {place_name(state, cell): _polyp(state, cell) for cell in _grown(state)},
        "shrimps": {
            cell: seat + 1
            for rock in seats
            for seat in seats
            for cell in places_of(state, rock, state.shrimps[rock * state.seats + seat])
        },
        "blue": _cells(state, heaps.BLUE),
        "terrain": {
            **dict.fromkeys(_cells(state, heaps.ROCKS), "rock"),
            **dict.fromkeys(_cells(state, heaps.WATERS), "water"),
        },
        "crowns": crowns,
        "crowns_out": lost,
        "coral_tiles": {tile: LETTERS[STRONG[side]] for tile, side, _ in _coral_tiles(state)},
        "covered": {tile: ALGA_NAMES[LARGE[side]] for tile, side, covered in _coral_tiles(state) if covered},
        "cylinders": _without_zeros(zip(ALGA_NAMES, state.cylinders, strict=True)),
        "alga": None if state.alga < 0 else ALGA_NAMES[state.alga],
        "sea": {
            letter: sorted(Counter(_tiles(of_seat(state.sea, space), state.special[heaps.SEA + space])).elements())
            for space, letter in enumerate(LETTERS)
        },
        "bag": _tiles(list(state.bag), state.special[heaps.BAG]),
        "bonus": _without_zeros(zip(LETTERS, state.bonus, strict=True)),
        "bonus_gone": bool(state.bonus_gone) and not state.advanced,
        "supply": _without_zeros(zip(LETTERS, state.supply, strict=True)),
        "aside": _tiles(
            [state.aside if colour == state.hue else 0 for colour in range(COLOURS)], state.special[heaps.ASIDE]
        ),
        "blue_beside": state.beside,
        "blue_sea": int(state.blue_at_sea),
        "marks_blue": _cards(state.blue_marks),
        "marks_clownfish": _cards(state.clownfish),
        "deck": _cards(state.deck),
        "discard": _cards(state.pile),
        "in_play": CARD_NAMES[state.card] if state.asked == heaps.CURRENT and state.way != heaps.FOR_MEAL else None,
        "players": [_player(state, seat) for seat in seats],
        "phase": "turn" if state.phase == REFILL else PHASES[state.phase],
        "seat": None if state.over else state.mover + 1,
        "part": part,
        "attacked": _cells(state, heaps.SATED) if part == "crowns" else [],
        "start_window": _clockwise(state, state.mover)[state.offered :] if part == "start" else [],
        "growth_window": _growth_window(state),
        "owed": asked,
        "occupied": _occupied(state) if asked else [],
        "turn": _turn(state),
        "turn_over": state.phase == REFILL and not state.pick,
        "ended": ENDS[state.ended],
        "ender": state.ender + 1 if state.ender >= 0 else None,
    }


def _without_zeros(counts: Any) -> dict[str, int]:
    return {key: number for key, number in counts if number}


def _tiles(ordinary: list[int], special: int) -> dict[str, int]:
    counts = [*ordinary, *(of_kind(special, kind) for kind in range(COLOURS, KINDS))]
    return _without_zeros(zip(TOKENS, counts, strict=True))


def _cards(mask: int) -> list[str]:
    return [name for card, name in enumerate(CARD_NAMES) if mask >> card & 1]


def _cells(state: SecondKind, which: int) -> list[str]:
    return sorted(cell for rock in range(state.seats) for cell in places_of(state, rock, state.layer(rock, which)))


def _grown(state: SecondKind) -> list[int]:
    rocks = range(state.seats)
    return [rock * PLACES + at for rock in rocks for at in range(PLACES) if state.grown(rock) >> at & 1]


def _occupied(state: SecondKind) -> list[str]:
    rocks = [rock for rock in range(state.seats) if state.taken >> rock & 1]
    return sorted(cell for rock in rocks for cell in places_of(state, rock, state.star[rock]))


def _polyp(state: SecondKind, cell: int) -> list[str]:
    rock, place = divmod(cell, PLACES)
    kind = state.kind_at(rock, 1 << place)
    half = HALF <= kind < HALF + COLOURS
    colour = LETTERS[state.colour_at(rock, 1 << place)]
    return [TOKENS[kind], colour, TURN_NAMES[state.turn_at(rock, place)] if half else ""]


def _coral_tiles(state: SecondKind) -> list[tuple[str, int, bool]]:
    """Each coral tile by the oracle's name, the side that is up, whether it is covered."""
    return [
        ("".join(sorted(name)), tile + TILES * (state.turned >> tile & 1), bool(state.covered >> tile & 1))
        for tile, name in enumerate(TILE_NAMES)
    ]


def _player(state: SecondKind, seat: int) -> Facts:
    return {
        "hand": _tiles(of_seat(state.hand, seat), state.special[heaps.HAND + seat]),
        "front": _tiles(of_seat(state.front, seat), state.special[heaps.FRONT + seat]),
        "fish": _tiles(of_seat(state.fish, seat), state.special[heaps.FISH + seat]),
        "cubes": _without_zeros(zip(LETTERS, of_seat(state.cubes, seat), strict=True)),
        "screen": state.home[seat],
        "eaten": state.eaten[seat],
        "cards": _cards(state.cards[seat]),
        "scoring": _cards(state.laid_out[seat]),
    }


def _clockwise(state: SecondKind, first: int) -> list[int]:
    return [(first + step) % state.seats + 1 for step in range(state.seats)]


def _growth_window(state: SecondKind) -> list[int]:
    if not state.growing:
        return []
    others = _clockwise(state, state.mover)[1:]
    left = others[others.index(state.seat + 1) :]
    return [
        seat
        for seat in left
        if state.cards[seat - 1]
        and any(state.emptied >> rock & 1 and state.free_growths(rock, seat - 1) for rock in range(state.seats))
    ]


def _turn(state: SecondKind) -> Facts:
    going = PHASES[state.phase] in ("turn", "refill")
    late = going and state.late and state.larvae == 1 and state.open >= 0
    return {
        "may_eat": not (going and state.acted),
        "larvae": state.larvae if going else 0,
        "open": LETTERS[state.open] if going and state.open >= 0 else None,
        "owed": going and state.owing(),
        "behind": state.laid if going else 0,
        "breakfast": state.laid + state.dropped if late else 0,
        "shrimp": going and bool(state.introduced),
        "locks": state.locks if going else 0,
        "bought": going and bool(state.bought),
        "collected": going and bool(state.collected),
        "deep_water": going and state.deep == 1,
        "double_lock": going and bool(state.double),
        "free_growth": going and bool(state.free_growth),
        "late_breakfast": going and bool(state.late),
        "pick_me_up": going and bool(state.pick),
    }


def _owed(state: SecondKind) -> Facts | None:
    """What the step owes."""
    spot = place_name(state, state.spot) if state.spot >= 0 and state.asked != heaps.CARD else None
    active = {"seat": state.mover + 1}
    match state.asked:
        case heaps.CURRENT:
            return {
                "ask": "current",
                "seats": _current_window(state),
                "seat": state.player + 1,
                "card": CARD_NAMES[state.card],
                "use": USES[state.way],
                "cell": spot if state.way == heaps.FOR_MEAL else None,
            }
        case heaps.RETURN:
            return {"ask": "bag", **active, "count": state.left}
        case heaps.DISPLACED:
            return {"ask": "displaced", **active, "cell": spot}
        case heaps.PUSHED:
            room = places_of(state, state.spot // PLACES, state.named)
            return {"ask": "pushed", **active, "cell": spot, "room": room[0] if room else None}
        case heaps.CARD:
            return _card_question(state)
        case heaps.DRAW_CARD:
            return {"ask": "card", "seat": state.player + 1}
        case heaps.DIP:
            return {"ask": "dip", "seat": state.player + 1, "count": state.dip_size()}
    return {"ask": "refill"} if state.phase == REFILL else None


def _current_window(state: SecondKind) -> list[int]:
    others = _clockwise(state, state.player)[1:]
    left = others[others.index(state.seat + 1) :]
    return left if state.clownfish >> STRONG_CURRENT & 1 else [seat for seat in left if seat == state.mover + 1]


def _card_question(state: SecondKind) -> Facts:
    if state.way == heaps.FOR_BLUE:
        return {"ask": "blue", "seat": state.seat + 1, "made": 0}
    if state.named:
        cells = sorted(places_of(state, state.spot, state.named))
        return {"ask": "remove", "seat": state.seat + 1, "cells": cells, "left": state.left}
    card = CARD_NAMES[state.card]
    return {"ask": card, "seat": state.seat + 1, "made": TIMES.get(card, 1) - state.left}


# A position of the oracle for the engine


def game_at(facts: Facts) -> Game:
    """A game at a position of the oracle in which nothing is owed. The engine wants a set-up tile in every fish; where
    there is none it borrows one of the bag's."""
    facts = {**facts, "players": [{**player, "fish": dict(player["fish"])} for player in facts["players"]]}
    bag = Counter[str](facts["bag"])
    borrowed: dict[int, int] = {}
    for seat, player in enumerate(facts["players"]):
        if not set(player["fish"]) & set(LETTERS):
            letter = next(letter for letter in LETTERS if bag[letter])
            bag[letter] -= 1
            player["fish"][letter] = 1
            borrowed[seat] = LETTERS.index(letter)
    game = atoll.at(line_of(facts))
    state = state_of(game)
    for seat, colour in borrowed.items():
        state.fish[seat * COLOURS + colour] -= 1
        state.bag[colour] += 1
    state.note_stock()
    state.forget()
    state._fresh = False
    return game


def line_of(facts: Facts) -> str:
    """The position line."""
    seats = facts["seats"]
    sides = {"".join(sorted(name)): LETTERS[STRONG[tile]] for tile, name in enumerate(TILE_NAMES)}
    tiles = "".join(
        ("+U" if facts["coral_tiles"][tile] == strong else "-D")[tile in facts["covered"]]
        for tile, strong in sides.items()
    )
    bonus = "".join(Counter(facts["bonus"]).elements()) or "-"
    marks = [sum(1 << CARD_NAMES.index(card) for card in facts[mark]) for mark in ("marks_blue", "marks_clownfish")]
    return " ".join(
        [
            "reef-encounter",
            f"{'adv' if facts['advanced'] else 'std'}+{facts['expansion']}",
            ",".join(map(str, facts["rocks"])),
            "|".join(_rock_word(facts, rock) for rock in range(seats)),
            f"{tiles},{facts['alga'] or '-'}",
            ",".join(".".join(facts["sea"][space]) or "-" for space in LETTERS),
            "bag" if facts["bonus_gone"] else bonus,
            "|".join(map(_seat_word, facts["players"], OPENING_HAND[seats])),
            f"{facts['blue_beside']}{'s' if facts['blue_sea'] else ''}/{facts['crowns_out']}",
            f"{'.'.join(facts['discard']) or '-'}/0/{marks[0]:x}.{marks[1]:x}",
            _turn_word(facts),
        ]
    )


def _rock_word(facts: Facts, rock: int) -> str:
    words = []
    for name in PLACE_NAMES[facts["rocks"][rock]]:
        cell = f"{rock + 1}{name}"
        tiles = [facts["terrain"][cell]] if cell in facts["terrain"] else []
        if cell in facts["polyps"]:
            kind, colour, turn = facts["polyps"][cell]
            both = kind[0] in LETTERS and kind[-1] in LETTERS and len(kind) == 2
            tiles.append(".".join([kind, *([colour] if both else []), *([turn] if turn else [])]))
        if cell in facts["crowns"]:
            tiles.append("crown!" if cell in facts["attacked"] else "crown")
        stands = "b" if cell in facts["blue"] else str(facts["shrimps"].get(cell, ""))
        if tiles or stands:
            words.append(f"{name}:{'+'.join(tiles)}{'@' if stands else ''}{stands}")
    return ",".join(words) or "-"


def _seat_word(player: Facts, dealt: int) -> str:
    def tiles(pile: dict[str, int]) -> str:
        return ".".join(Counter(pile).elements()) or "-"

    first = next(letter for letter in LETTERS if player["fish"].get(letter))
    fish = Counter[str](player["fish"]) - Counter([first])
    return "/".join(
        [
            tiles(player["hand"]),
            tiles(player["front"]),
            "".join(Counter(player["cubes"]).elements()) or "-",
            ".".join([first, *fish.elements()]),
            str(player["eaten"]),
            first * dealt,
            "-",
            ".".join(player["cards"]) or "-",
            ".".join(player["scoring"]) or "-",
        ]
    )


def _turn_word(facts: Facts) -> str:
    """The phase, whose turn it is, what was done in it, and who decides."""
    assert facts["owed"] is None
    assert not facts["growth_window"]
    turn, active = facts["turn"], facts["seat"]
    word = PHASE_LETTERS[PHASES.index(facts["phase"])] + str(active or "")
    word += "" if turn["may_eat"] else "a"
    word += f"l{turn['larvae']}" if turn["larvae"] else ""
    word += f"{turn['open']}{turn['behind']}{'!' if turn['owed'] else ''}" if turn["open"] else ""
    word += "s" if turn["shrimp"] else ""
    part = facts["part"] if facts["phase"] == "turn" else "main"
    start = part == "start"
    if start and facts["start_window"][0] != active:
        word += f">{facts['start_window'][0]}"
    if facts["ended"]:
        word += f"={END_LETTERS[ENDS.index(facts['ended'])]}{facts['ender'] or ''}"
    extras = {
        "stage": PARTS.index(part) if part != "main" else None,
        "offered": facts["seats"] - len(facts["start_window"]) if start else 0,
        "bought": turn["bought"],
        "collected": turn["collected"],
        "dropped": max(0, turn["breakfast"] - turn["behind"]),
        "locks": turn["locks"],
        "deep": turn["deep_water"],
        "late": turn["late_breakfast"],
        "free_growth": turn["free_growth"],
        "pick": turn["pick_me_up"],
        "double": turn["double_lock"],
    }
    said = [f"{name}:{int(value)}" for name, value in extras.items() if value or (name == "stage" and value == 0)]
    return ",".join([word, *said])
