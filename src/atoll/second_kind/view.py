"""What a seat or a spectator may know of a position of the expansion, as plain data."""

from __future__ import annotations

from typing import Literal, TypedDict

from atoll.core.bits import BIT, count
from atoll.core.state import sees
from atoll.reef_encounter.tables import COLOURS, PLACES, TILES
from atoll.reef_encounter.view import Nearness, Present, Tile, by_colour, nearness, of_seat, tile_view
from atoll.reef_encounter.words import ALGA_NAMES, ENDS, LETTERS, PHASES, Alga, Colour, End, Phase
from atoll.second_kind.heaps import (
    ASIDE,
    BAG,
    BLUE,
    CARD,
    CROWNS,
    CURRENT,
    DISPLACED,
    FISH,
    FRONT,
    HAND,
    PUSHED,
    RETURN,
    ROCKS,
    SEA,
    SPECIAL,
    WATERS,
)
from atoll.second_kind.notation import place_name, places_of
from atoll.second_kind.redeal import could_be_fed
from atoll.second_kind.score import STRONG_POLYPS, best_colours, best_exchange, best_score
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import (
    BICOLOUR,
    CARD_NAMES,
    DOUBLE,
    HALF,
    KINDS,
    METAMORPHOSIS,
    STRENGTHS,
    TOKENS,
    TURN_NAMES,
    of_kind,
)

Tiles = dict[str, int]  # by kind, those that are there
Stage = Literal["start window", "crowns", "main", "growth window"]
Asked = Literal["current", "bag", "displaced", "pushed", "card", "chance"]


class Turn(TypedDict):
    """What has been done in the present turn, and what is in force."""

    acted: bool
    larvae: int
    open: Colour | None
    laid: int
    consumed_laid: int
    placed: bool
    shrimp: bool
    locked: int
    bought: bool
    collected: bool
    in_force: list[str]
    stage: Stage
    asked: Asked | None
    card: str | None
    card_of: int | None
    for_blue: bool
    left: int
    cell: str | None
    aside: Tiles


class Rock(TypedDict):
    """A rock by its number in the data file, and what lies on it, by cell."""

    rock: int
    polyps: dict[str, Colour]
    special: dict[str, str]
    sides: dict[str, str]
    shrimps: dict[str, int]
    blue: list[str]
    crowns: list[str]
    rock_tiles: list[str]
    water_tiles: list[str]


class Player(TypedDict):
    """A player: of another's screen all is known but the tile of the opening draw that may be in the fish."""

    seat: int
    behind: int
    hand: Tiles | None
    surely_behind: Tiles
    fed: list[Colour]
    consumed: Tiles
    cubes: dict[Colour, int]
    fish: Tiles
    fish_size: int
    first: Colour | None
    shrimps_behind: int
    shrimps_eaten: int
    cards: int
    unplayed: list[str] | None
    laid_out: list[str]


class Exchange(TypedDict):
    """What Metamorphosis made of one ordinary tile in a fish."""

    given: Colour
    taken: Colour


class Part(TypedDict):
    """What a colour brings: the tiles that count as it, a double for two polyps, and what its Strength adds."""

    colour: Colour
    tiles: Tiles
    polyps: int
    value: int
    strength: int
    points: int


class Scoring(TypedDict):
    """How a seat's score came about, colour by colour, and what breaks ties, in order."""

    seat: int
    tiles: Tiles
    strong: list[Colour]
    metamorphosis: bool
    exchanged: Exchange | None
    parts: list[Part]
    score: int
    consumed: int
    cubes: int
    behind: int
    sheltered: int


class View(TypedDict):
    """A position as a seat or a spectator sees it."""

    game: Literal["reef-encounter"]
    expansion: Literal["yes", "dealt"]
    advanced: bool
    you: int | None
    phase: Phase
    mover: int | None
    decides: int | None
    turn: Turn
    rocks: list[Rock]
    tiles: list[Tile]
    alga_space: Alga | None
    cylinders: dict[Alga, int]
    sea: dict[Colour, Tiles]
    supply: dict[Colour, int]
    bonus: str
    bonus_gone: bool
    bag: Tiles
    deck: int
    pile: list[str]
    marks: dict[str, list[str]]
    blue_beside: int
    blue_at_sea: bool
    values: dict[Colour, int]
    players: list[Player]
    present: list[Present]
    end: Nearness
    ended: End | None
    ended_by: int | None
    scores: list[int] | None
    standing: list[list[int]] | None
    scoring: list[Scoring] | None


def tiles_of(counts: list[int], special: int) -> Tiles:
    """The tiles of a heap by kind."""
    kinds: Tiles = {LETTERS[colour]: number for colour, number in enumerate(counts) if number}
    for kind in range(COLOURS, KINDS):
        number = of_kind(special, kind)
        if number:
            kinds[TOKENS[kind]] = number
    return kinds


def card_names(cards: int) -> list[str]:
    return [name for card, name in enumerate(CARD_NAMES) if cards >> card & 1]


def view(state: SecondKind, viewer: int) -> View:
    """Section «hidden and public»."""
    return {
        "game": "reef-encounter",
        "expansion": "dealt" if state.dealt_crowns else "yes",
        "advanced": bool(state.advanced),
        "you": viewer + 1 if viewer >= 0 else None,
        "phase": PHASES[state.phase],
        "mover": state.mover + 1 if state.mover >= 0 else None,
        "decides": state.seat + 1 if state.seat >= 0 else None,
        "turn": turn(state),
        "rocks": [rock_view(state, rock) for rock in range(state.seats)],
        "tiles": [tile_view(state, tile) for tile in range(TILES)],
        "alga_space": None if state.alga < 0 else ALGA_NAMES[state.alga],
        "cylinders": {name: state.cylinders[alga] for alga, name in enumerate(ALGA_NAMES)},
        "sea": {
            LETTERS[space]: tiles_of(of_seat(state.sea, space), state.special[SEA + space]) for space in range(COLOURS)
        },
        "supply": by_colour(list(state.supply)),
        "bonus": "".join(LETTERS[colour] for colour in range(COLOURS) if state.bonus[colour]),
        "bonus_gone": bool(state.bonus_gone),
        "bag": tiles_of(list(state.bag), state.special[BAG]),
        "deck": count(state.deck),
        "pile": card_names(state.pile),
        "marks": {"blue": card_names(state.blue_marks), "clownfish": card_names(state.clownfish)},
        "blue_beside": state.beside,
        "blue_at_sea": bool(state.blue_at_sea),
        "values": {LETTERS[colour]: state.value(colour) for colour in range(COLOURS)},
        "players": [player_view(state, other, sees(viewer, other)) for other in range(state.seats)],
        "present": [present(state, other, sees(viewer, other)) for other in range(state.seats)],
        "end": nearness(state, state.whole_bag()),
        "ended": ENDS[state.ended],
        "ended_by": state.ender + 1 if state.ender >= 0 else None,
        "scores": list(state.scores()) if state.over else None,
        "standing": [[s + 1 for s in place] for place in state.standing()] if state.over else None,
        "scoring": [scoring(state, other) for other in range(state.seats)] if state.over else None,
    }


def turn(state: SecondKind) -> Turn:
    forces = {
        "deep-water": state.deep == 1,
        "double-lock": state.double,
        "free-growth": state.free_growth,
        "late-breakfast": state.late,
        "pick-me-up": state.pick,
    }
    asked: dict[int, Asked] = {
        CURRENT: "current",
        RETURN: "bag",
        DISPLACED: "displaced",
        PUSHED: "pushed",
        CARD: "card",
    }
    stages: tuple[Stage, ...] = ("start window", "crowns", "main")
    plain = [state.aside if state.hue == colour else 0 for colour in range(COLOURS)]
    place = state.spot >= 0 and state.asked in (DISPLACED, PUSHED, CURRENT)
    return {
        "acted": bool(state.acted),
        "larvae": state.larvae,
        "open": LETTERS[state.open] if state.open >= 0 else None,
        "laid": state.laid,
        "consumed_laid": state.dropped,
        "placed": bool(state.placed),
        "shrimp": bool(state.introduced),
        "locked": state.locks,
        "bought": bool(state.bought),
        "collected": bool(state.collected),
        "in_force": [name for name, held in forces.items() if held],
        "stage": "growth window" if state.growing else stages[state.stage],
        "asked": asked.get(state.asked, "chance") if state.asked else None,
        "card": CARD_NAMES[state.card] if state.card >= 0 else None,
        "card_of": state.player + 1 if state.card >= 0 else None,
        "for_blue": state.way == 1,
        "left": state.left,
        "cell": place_name(state, state.spot) if place else None,
        "aside": tiles_of(plain, state.special[ASIDE]),
    }


def rock_view(state: SecondKind, rock: int) -> Rock:
    polyps: dict[str, Colour] = {}
    for colour in range(COLOURS):
        for name in places_of(state, rock, state.polyps[rock * COLOURS + colour]):
            polyps[name] = LETTERS[colour]
    shrimps = {}
    for seat in range(state.seats):
        for name in places_of(state, rock, state.shrimps[rock * state.seats + seat]):
            shrimps[name] = seat + 1
    special, sides = {}, {}
    for place in range(PLACES):
        if state.layer(rock, SPECIAL) >> place & 1:
            name = place_name(state, rock * PLACES + place)
            kind = state.kind_at(rock, BIT[place])
            special[name] = TOKENS[kind]
            if HALF <= kind < HALF + COLOURS:
                sides[name] = TURN_NAMES[state.turn_at(rock, place)]
    return {
        "rock": state.rocks[rock],
        "polyps": dict(sorted(polyps.items())),
        "special": dict(sorted(special.items())),
        "sides": dict(sorted(sides.items())),
        "shrimps": dict(sorted(shrimps.items())),
        "blue": sorted(places_of(state, rock, state.layer(rock, BLUE))),
        "crowns": sorted(places_of(state, rock, state.layer(rock, CROWNS))),
        "rock_tiles": sorted(places_of(state, rock, state.layer(rock, ROCKS))),
        "water_tiles": sorted(places_of(state, rock, state.layer(rock, WATERS))),
    }


def player_view(state: SecondKind, seat: int, own: bool) -> Player:
    hand, fish = of_seat(state.hand, seat), of_seat(state.fish, seat)
    first = state.first[seat]
    known = own or state.over or first < 0
    behind = sum(tiles_of(hand, state.special[HAND + seat]).values())
    surely = hand[:]
    fed: list[Colour] = []
    if not known:
        fish[first] -= 1
        surely[first] += 1
        for colour in range(COLOURS):
            if could_be_fed(state, seat, colour):
                fed.append(LETTERS[colour])
                surely[colour] -= 1
    return {
        "seat": seat + 1,
        "behind": behind,
        "hand": tiles_of(hand, state.special[HAND + seat]) if known else None,
        "surely_behind": tiles_of(surely, state.special[HAND + seat]),
        "fed": fed,
        "consumed": tiles_of(of_seat(state.front, seat), state.special[FRONT + seat]),
        "cubes": by_colour(of_seat(state.cubes, seat)),
        "fish": tiles_of(fish, state.special[FISH + seat]),
        "fish_size": state.fish_tiles(seat),
        "first": LETTERS[first] if first >= 0 and known else None,
        "shrimps_behind": state.home[seat],
        "shrimps_eaten": state.eaten[seat],
        "cards": count(state.cards[seat]),
        "unplayed": card_names(state.cards[seat]) if own or state.over else None,
        "laid_out": card_names(state.laid_out[seat]),
    }


def present(state: SecondKind, seat: int, own: bool) -> Present:
    """At present values. Another seat scores without the cards that nobody has seen, and one tile in its fish may be
    any that it could have fed."""
    if own or state.over or state.first[seat] < 0:
        score = state.scores()[seat]
        return {"seat": seat + 1, "least": score, "most": score}
    other = state.clone()
    other.cards[seat] = 0
    at = seat * COLOURS
    other.fish[at + state.first[seat]] -= 1
    scores = []
    for colour in range(COLOURS):
        if could_be_fed(state, seat, colour):
            other.fish[at + colour] += 1
            scores.append(int(best_score(other, seat)))
            other.fish[at + colour] -= 1
    return {"seat": seat + 1, "least": min(scores), "most": max(scores)}


def scoring(state: SecondKind, seat: int) -> Scoring:
    cards = state.cards[seat] | state.laid_out[seat]
    exchange = best_exchange(state, seat)
    score, consumed, cubes, behind, sheltered = state.merits(seat)
    return {
        "seat": seat + 1,
        "tiles": tiles_of(of_seat(state.fish, seat), state.special[FISH + seat]),
        "strong": [LETTERS[colour] for colour in range(COLOURS) if cards >> STRENGTHS[colour] & 1],
        "metamorphosis": bool(cards >> METAMORPHOSIS & 1),
        "exchanged": {"given": LETTERS[exchange[0]], "taken": LETTERS[exchange[1]]} if exchange else None,
        "parts": [
            part(state, colour, kinds, bool(cards >> STRENGTHS[colour] & 1))
            for colour, kinds in enumerate(as_colours(state, seat, exchange))
        ],
        "score": score,
        "consumed": consumed,
        "cubes": cubes,
        "behind": behind,
        "sheltered": sheltered,
    }


def as_colours(state: SecondKind, seat: int, exchange: tuple[int, int] | None) -> list[dict[int, int]]:
    """By colour: which kinds of tile in a fish count as it for the best score, and how many of each."""
    special = state.special[FISH + seat]
    out: list[dict[int, int]] = []
    for colour, number in enumerate(of_seat(state.fish, seat)):
        plain = number if exchange is None else number + (exchange[1] == colour) - (exchange[0] == colour)
        kinds = {colour: plain} | {kind: of_kind(special, kind) for kind in range(COLOURS + colour, BICOLOUR, COLOURS)}
        out.append({kind: number for kind, number in kinds.items() if number})
    for kind, colours in best_colours(state, seat).items():
        for colour in colours:
            out[colour][kind] = out[colour].get(kind, 0) + 1
    return out


def part(state: SecondKind, colour: int, kinds: dict[int, int], strong: bool) -> Part:
    polyps = sum(2 * number if DOUBLE <= kind < HALF else number for kind, number in kinds.items())
    strength = min(STRONG_POLYPS, polyps) if strong else 0
    return {
        "colour": LETTERS[colour],
        "tiles": {TOKENS[kind]: number for kind, number in kinds.items()},
        "polyps": polyps,
        "value": state.value(colour),
        "strength": strength,
        "points": polyps * state.value(colour) + strength,
    }
