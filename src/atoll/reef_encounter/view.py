"""What a seat or a spectator may know of a position, as plain data."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from librt.vecs import vec
from mypy_extensions import i64

from atoll.core.bits import count
from atoll.core.state import sees
from atoll.reef_encounter.board import Board
from atoll.reef_encounter.notation import cells_of, letters
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import COLOURS, LARGE, SHRIMPS, STRONG, TILES, WEAK
from atoll.reef_encounter.words import ALGA_NAMES, ENDS, LETTERS, PHASES, Alga, Colour, End, Near, Phase


class Turn(TypedDict):
    """What has been done in the present turn."""

    acted: bool
    larvae: int
    open: Colour | None
    laid: int
    placed: bool
    shrimp: bool
    locked: bool


class Rock(TypedDict):
    """A rock by its number in the data file, and what lies on it, by cell."""

    rock: int
    polyps: dict[str, Colour]
    shrimps: dict[str, int]


class Tile(TypedDict):
    """A coral tile as it lies."""

    strong: Colour
    weak: Colour
    large: Alga
    small: Alga
    covered: bool


class Player(TypedDict):
    """One's own screen in full; of another's what everyone can work out."""

    seat: int
    behind: int
    hand: dict[Colour, int] | None
    surely_behind: dict[Colour, int]
    consumed: dict[Colour, int]
    cubes: dict[Colour, int]
    fish: dict[Colour, int]
    fish_size: int
    first: Colour | None
    shrimps_behind: int
    shrimps_eaten: int


class Scoring(TypedDict):
    """How a seat's score came about, and what breaks ties, in order."""

    seat: int
    polyps: dict[Colour, int]
    values: dict[Colour, int]
    points: dict[Colour, int]
    score: int
    consumed: int
    cubes: int
    behind: int
    sheltered: int


class Present(TypedDict):
    """What a seat would score now, as far as the viewer can know: one tile in another's fish is a secret."""

    seat: int
    least: int
    most: int


class Nearness(TypedDict):
    """How near the end is: locked coral tiles, shrimps that one player has to eat, and what could end the game next."""

    tiles: int
    of_tiles: int
    of_shrimps: int
    next: list[Near]


class View(TypedDict):
    """A position as a seat or a spectator sees it."""

    game: Literal["reef-encounter"]
    expansion: Literal["no"]
    advanced: bool
    you: int | None
    phase: Phase
    decides: int | None
    turn: Turn
    rocks: list[Rock]
    tiles: list[Tile]
    alga_space: Alga | None
    cylinders: dict[Alga, int]
    sea: dict[Colour, str]
    supply: dict[Colour, int]
    bonus: str
    bonus_gone: bool
    bag: int
    values: dict[Colour, int]
    players: list[Player]
    present: list[Present]
    end: Nearness
    ended: End | None
    ended_by: int | None
    scores: list[int] | None
    standing: list[list[int]] | None
    scoring: list[Scoring] | None


def by_colour(counts: list[int]) -> dict[Colour, int]:
    return {letter: counts[at] for at, letter in enumerate(LETTERS)}


def of_seat(counts: vec[i64], seat: int) -> list[int]:
    """A seat's five counts of a vector."""
    first: i64 = seat * COLOURS
    return [counts[first], counts[first + 1], counts[first + 2], counts[first + 3], counts[first + 4]]


def view(
    state: ReefEncounter,
    viewer: int,
    closed: bool = False,
    before: ReefEncounter | None = None,
    earlier: dict[str, Any] | None = None,
) -> View:
    """Ruling «what is hidden»: everything on the table, one's own screen and fish, and what the play has shown.

    At the end all fish are open and scored, unless it is to stay closed: someone only asks what would be. Of a view of
    the position before, what lies as it lay is taken over.
    """
    over = state.over and not closed
    if before is None or earlier is None:
        rocks = [rock_view(state, rock) for rock in range(state.seats)]
        tiles = [tile_view(state, tile) for tile in range(TILES)]
    else:
        old: list[Rock] = earlier["rocks"]
        rocks = [old[rock] if same_rock(before, state, rock) else rock_view(state, rock) for rock in range(state.seats)]
        same = before.turned == state.turned and before.covered == state.covered
        tiles = earlier["tiles"] if same else [tile_view(state, tile) for tile in range(TILES)]
    return {
        "game": "reef-encounter",
        "expansion": "no",
        "advanced": bool(state.advanced),
        "you": viewer + 1 if viewer >= 0 else None,
        "phase": PHASES[state.phase],
        "decides": state.seat + 1 if state.seat >= 0 else None,
        "turn": turn(state),
        "rocks": rocks,
        "tiles": tiles,
        "alga_space": None if state.alga < 0 else ALGA_NAMES[state.alga],
        "cylinders": {name: state.cylinders[alga] for alga, name in enumerate(ALGA_NAMES)},
        "sea": {LETTERS[space]: letters(of_seat(state.sea, space)) for space in range(COLOURS)},
        "supply": by_colour(list(state.supply)),
        "bonus": letters(list(state.bonus)),
        "bonus_gone": bool(state.bonus_gone),
        "bag": state.bag_size(),
        "values": {LETTERS[colour]: state.value(colour) for colour in range(COLOURS)},
        "players": [player_view(state, other, sees(viewer, other), over) for other in range(state.seats)],
        "present": [present(state, other, over or sees(viewer, other)) for other in range(state.seats)],
        "end": nearness(state, state.bag_size()),
        "ended": ENDS[state.ended],
        "ended_by": state.ender + 1 if state.ender >= 0 else None,
        "scores": list(state.scores()) if over else None,
        "standing": [[s + 1 for s in place] for place in state.standing()] if over else None,
        "scoring": [scoring(state, other) for other in range(state.seats)] if over else None,
    }


def turn(state: Board) -> Turn:
    return {
        "acted": bool(state.acted),
        "larvae": state.larvae,
        "open": LETTERS[state.open] if state.open >= 0 else None,
        "laid": state.laid,
        "placed": bool(state.placed),
        "shrimp": bool(state.introduced),
        "locked": bool(state.locked),
    }


def same_rock(before: Board, state: Board, rock: i64) -> bool:
    """Whether the same lies on a rock in two positions of a game."""
    for at in range(rock * COLOURS, rock * COLOURS + COLOURS):
        if before.polyps[at] != state.polyps[at]:
            return False
    for at in range(rock * state.seats, rock * state.seats + state.seats):
        if before.shrimps[at] != state.shrimps[at]:
            return False
    return True


def rock_view(state: Board, rock: int) -> Rock:
    polyps: dict[str, Colour] = {}
    for colour in range(COLOURS):
        for name in cells_of(rock, state.polyps[rock * COLOURS + colour]):
            polyps[name] = LETTERS[colour]
    shrimps = {}
    for seat in range(state.seats):
        for name in cells_of(rock, state.shrimps[rock * state.seats + seat]):
            shrimps[name] = seat + 1
    return {
        "rock": state.rocks[rock],
        "polyps": dict(sorted(polyps.items())),
        "shrimps": dict(sorted(shrimps.items())),
    }


def tile_view(state: Board, tile: int) -> Tile:
    up = tile + TILES * (state.turned >> tile & 1)
    down = (up + TILES) % (2 * TILES)
    return {
        "strong": LETTERS[STRONG[up]],
        "weak": LETTERS[WEAK[up]],
        "large": ALGA_NAMES[LARGE[up]],
        "small": ALGA_NAMES[LARGE[down]],
        "covered": bool(state.covered >> tile & 1),
    }


def player_view(state: ReefEncounter, seat: int, own: bool, over: bool) -> Player:
    hand = of_seat(state.hand, seat)
    fish = of_seat(state.fish, seat)
    first = state.first[seat]
    open_fish = own or over
    if first >= 0 and not open_fish:
        fish[first] -= 1
    surely = [behind - spare for behind, spare in zip(hand, of_seat(state.least, seat), strict=True)]
    return {
        "seat": seat + 1,
        "behind": sum(hand),
        "hand": by_colour(hand) if own else None,
        "surely_behind": by_colour(hand if own else surely),
        "consumed": by_colour(of_seat(state.front, seat)),
        "cubes": by_colour(of_seat(state.cubes, seat)),
        "fish": by_colour(fish),
        "fish_size": state.fish_size(seat),
        "first": LETTERS[first] if first >= 0 and open_fish else None,
        "shrimps_behind": state.home[seat],
        "shrimps_eaten": state.eaten[seat],
    }


def present(state: Board, seat: int, known: bool) -> Present:
    """At present values. Of a fish that is closed, the tile from the set-up may be of any colour."""
    score = state.scores()[seat]
    if known or state.first[seat] < 0:
        return {"seat": seat + 1, "least": score, "most": score}
    values = [state.value(colour) for colour in range(COLOURS)]
    score -= values[state.first[seat]]
    return {"seat": seat + 1, "least": score + min(values), "most": score + max(values)}


def nearness(state: Board, bag: int) -> Nearness:
    covered = count(state.covered)
    signs: dict[Near, bool] = {
        "tile": covered == TILES - 1,
        "meal": SHRIMPS - 1 in list(state.eaten),
        "cube": 0 in list(state.supply),
        "bag": bag + state.bonus_size() < 2 * COLOURS,  # a refill takes up to five
    }
    ahead = [sign for sign, near in signs.items() if near and not state.over]
    return {"tiles": covered, "of_tiles": TILES, "of_shrimps": SHRIMPS, "next": ahead}


def scoring(state: ReefEncounter, seat: int) -> Scoring:
    fish = by_colour(of_seat(state.fish, seat))
    values = {LETTERS[colour]: state.value(colour) for colour in range(COLOURS)}
    score, consumed, cubes, behind, sheltered = state.merits(seat)
    return {
        "seat": seat + 1,
        "polyps": fish,
        "values": values,
        "points": {colour: fish[colour] * values[colour] for colour in fish},
        "score": score,
        "consumed": consumed,
        "cubes": cubes,
        "behind": behind,
        "sheltered": sheltered,
    }
