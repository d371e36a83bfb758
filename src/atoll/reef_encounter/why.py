"""Why a move is not legal: the ruling it breaks, and exactly what stands in its way."""

from __future__ import annotations

from atoll.core.bits import BIT, count
from atoll.core.errors import RuleError
from atoll.core.messages import Message, Who
from atoll.core.state import CHANCE, NOBODY
from atoll.reef_encounter.board import (
    BY_FULL,
    BY_SHORTAGE,
    BY_SHRIMPS,
    BY_TILES,
    CHOOSE_CUBES,
    CHOOSE_FISH,
    EXTRA,
    MOST_LAID,
    MOST_LARVAE,
    MOST_PER_ROCK,
    SMALLEST_MEAL,
    connected,
    near,
)
from atoll.reef_encounter.moves import PAIR_LIST, SEA
from atoll.reef_encounter.notation import (
    SCREEN,
    Intent,
    alga_term,
    cell_name,
    cells_of,
    colour_term,
    tile_lies,
    tile_words,
)
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import ALGAE, CELLS, COLOURS, SHOWS, TILES

# The ruling behind each way to end.
ENDING = {BY_TILES: "end at once", BY_SHRIMPS: "end at once", BY_FULL: "full", BY_SHORTAGE: "shortage"}

# What nothing in this turn can change: said even if a polyp has to be placed before.
LASTING = {"eat_first", "two_larvae", "one_shrimp", "not_eaten", "locked_already", "covered", "last_tile"}


def _no(ruling: str, key: str, **values: object) -> RuleError:
    return RuleError(Message(f"reef-encounter.why.{key}", values), ruling)


def why_not(state: ReefEncounter, intent: Intent) -> RuleError | None:
    """None if the intent is legal for the seat to decide."""
    if state.seat == NOBODY:
        return _no(ENDING[state.ended], "over")
    if state.seat == CHANCE:
        return _no("refill", "refill_first")
    if state.phase == CHOOSE_FISH:
        return _fish(state, intent) if intent.verb == "fish" else _no("cubes", "fish_first")
    if state.phase == CHOOSE_CUBES:
        if intent.verb == "fish":
            return _no("cubes", "fed")
        return _cubes(state, intent) if intent.verb == "cubes" else _no("cubes", "cubes_first")
    if state.phase == EXTRA:
        if intent.verb == "pass":
            return None
        return _eat(state, intent) if intent.verb == "eat" else _no("end at once", "extra_only")
    if intent.verb in ("fish", "cubes"):
        return _no("cubes", "set_up_over")
    if intent.verb == "pass":
        return _no("order", "pass_extra")
    if intent.verb == "polyp":
        return _polyp(state, intent)
    if intent.verb == "move":
        return _move(state, intent)
    reason = _ACTIONS[intent.verb](state, intent)
    owed = state.open >= 0 and not state.placed
    if owed and not (reason and reason.message.key.rpartition(".")[2] in LASTING):
        return _no("open action", "polyp_first", colour=colour_term(state.open))
    return reason


def _own(state: ReefEncounter, colour: int) -> int:
    """Where a colour of the seat to decide is counted."""
    return state.seat * COLOURS + colour


def _fish(state: ReefEncounter, intent: Intent) -> RuleError | None:
    if state.hand[_own(state, intent.colour)] == 0:
        return _no("cubes", "no_tile", colour=colour_term(intent.colour))
    return None


def _cubes(state: ReefEncounter, intent: Intent) -> RuleError | None:
    pair = PAIR_LIST[intent.pair]
    for colour in pair:
        if state.supply[colour] < pair.count(colour):
            return _no("cubes", "no_cube_left", colour=colour_term(colour))
    return None


def _shrimp_missing(state: ReefEncounter, cell: int, ruling: str) -> RuleError | None:
    """Whether the mover's own shrimp stands on a cell."""
    rock, at = divmod(cell, CELLS)
    owner = state.shrimp_owner(rock, BIT[at])
    if owner < 0:
        return _no(ruling, "no_shrimp", cell=cell_name(cell))
    if owner != state.seat:
        return _no(ruling, "other_shrimp", cell=cell_name(cell), who=Who(owner + 1))
    return None


def _eat(state: ReefEncounter, intent: Intent) -> RuleError | None:
    if state.acted:
        return _no("order", "eat_first")
    rock, at = divmod(intent.cell, CELLS)
    missing = _shrimp_missing(state, intent.cell, "eating")
    if missing:
        own = state.coral(rock, BIT[at]) & state.shrimps[rock * state.seats + state.seat]
        if own:
            shrimps = cells_of(rock, own)
            return _no("eating", "shrimp_elsewhere", cell=cell_name(intent.cell), shrimps=shrimps)
        return missing
    if state.colour_at(rock, BIT[at]) < 0:
        return _no("eating", "no_coral", cell=cell_name(intent.cell))
    size = count(state.coral(rock, BIT[at]))
    if size < SMALLEST_MEAL:
        return _no("eating", "small_coral", cell=cell_name(intent.cell), size=size, least=SMALLEST_MEAL)
    return None


def _larva(state: ReefEncounter, intent: Intent) -> RuleError | None:
    colour = intent.colour
    if state.larvae >= MOST_LARVAE:
        return _no("order", "two_larvae")
    if state.cubes[_own(state, colour)] == 0:
        return _no("open action", "no_cube", colour=colour_term(colour))
    if state.hand[_own(state, colour)] + state.front[_own(state, colour)] == 0:
        return _no("open action", "larva_no_tile", colour=colour_term(colour))
    if not state.placeable_anywhere(colour):
        shrimps = _in_the_way(state, colour)
        if shrimps:
            return _no("open action", "larva_own_shrimp", colour=colour_term(colour), shrimps=shrimps)
        return _no("open action", "larva_no_space", colour=colour_term(colour))
    return None


def _in_the_way(state: ReefEncounter, colour: int) -> list[str]:
    """The mover's own shrimps without which a polyp of this colour could be placed."""
    found = []
    for rock in range(state.seats):
        own = state.shrimps[rock * state.seats + state.seat]
        for at in range(CELLS):
            if own & BIT[at]:
                without = state.clone()
                without.stand(rock, state.seat, own ^ BIT[at])
                if without.placeable_anywhere(colour):
                    found += cells_of(rock, BIT[at])
    return found


def _polyp(state: ReefEncounter, intent: Intent) -> RuleError | None:
    colour = state.open
    if colour < 0:
        return _no("open action", "larvae_over" if state.larvae >= MOST_LARVAE else "no_larva")
    name = colour_term(colour)
    front = state.front[_own(state, colour)]
    if intent.consumed and front == 0:
        return _no("four", "none_in_front", colour=name)
    if not intent.consumed and state.hand[_own(state, colour)] == 0:
        return _no("four", "none_behind", colour=name)
    wrong = _space(state, intent.cell, colour) or _guard(state, intent.cell, colour)
    if wrong or intent.consumed or state.laid < MOST_LAID:
        return wrong
    return _no("four", "four_laid_front" if front else "four_laid", most=MOST_LAID)


def _space(state: ReefEncounter, cell: int, colour: int) -> RuleError | None:
    """Rulings `empty`, `attack` and `protected`."""
    rock, at = divmod(cell, CELLS)
    bit = BIT[at]
    where = cell_name(cell)
    if not state.land[rock] & bit:
        return _no("empty", "deep_water", cell=where)
    victim = state.colour_at(rock, bit)
    if victim < 0:
        return _no("empty", "shrimp_there", cell=where) if state.shrimps_on(rock) & bit else None
    name, prey = colour_term(colour), colour_term(victim)
    if victim == colour:
        return _no("attack", "own_colour", cell=where, colour=name)
    if not state.prey(colour) >> victim & 1:
        return _no("attack", "stronger", cell=where, colour=name, prey=prey)
    if state.protected(rock, victim) & bit:
        standing = state.shrimps_on(rock) & state.polyps[rock * COLOURS + victim] & (bit | near(state.near, rock, bit))
        return _no("protected", "protected", cell=where, prey=prey, shrimps=cells_of(rock, standing))
    polyps = state.polyps[rock * COLOURS + colour]
    beside = near(state.near, rock, bit) & polyps
    if not beside:
        return _no("attack", "not_adjacent", cell=where, colour=name, prey=prey)
    if not beside & near(state.near, rock, polyps):
        return _no("attack", "single_polyp", cell=where, colour=name, beside=cells_of(rock, beside))
    return None


def _guard(state: ReefEncounter, cell: int, colour: int) -> RuleError | None:
    """Ruling `guard`, with the shrimps of the corals that would be joined."""
    rock, at = divmod(cell, CELLS)
    if not state.guarded(rock, colour) & BIT[at]:
        return None
    polyps = state.polyps[rock * COLOURS + colour]
    joined = connected(state.near, rock, near(state.near, rock, BIT[at]) & polyps, polyps)
    shrimps = cells_of(rock, joined & state.shrimps_on(rock))
    return _no("guard", "guard", cell=cell_name(cell), colour=colour_term(colour), shrimps=shrimps)


def _shrimp(state: ReefEncounter, intent: Intent) -> RuleError | None:
    if state.introduced:
        return _no("order", "one_shrimp")
    if state.home[state.seat] == 0:
        return _no("screen", "no_shrimp_left")
    rock, at = divmod(intent.cell, CELLS)
    if state.colour_at(rock, BIT[at]) < 0:
        return _no("bare rock", "shrimp_needs_polyp", cell=cell_name(intent.cell))
    return _taken(state, intent.cell, 0) or _crowded(state, rock)


def _taken(state: ReefEncounter, cell: int, leaving: int) -> RuleError | None:
    """Ruling `one per coral`; a shrimp that leaves its coral does not count."""
    rock, at = divmod(cell, CELLS)
    standing = state.coral(rock, BIT[at]) & state.shrimps_on(rock) & ~leaving
    if standing:
        return _no("one per coral", "taken", cell=cell_name(cell), shrimps=cells_of(rock, standing))
    return None


def _crowded(state: ReefEncounter, rock: int) -> RuleError | None:
    """Ruling `two per rock`."""
    own = state.shrimps[rock * state.seats + state.seat]
    if count(own) >= MOST_PER_ROCK:
        return _no("two per rock", "crowded", rock=rock + 1, shrimps=cells_of(rock, own))
    return None


def _move(state: ReefEncounter, intent: Intent) -> RuleError | None:
    missing = _shrimp_missing(state, intent.cell, "order")
    if missing or intent.to == SCREEN:
        return missing
    if intent.to == intent.cell:
        return _no("bare rock", "same_cell", cell=cell_name(intent.cell))
    rock, at = divmod(intent.to, CELLS)
    from_rock = intent.cell // CELLS
    where = cell_name(intent.to)
    if not state.land[rock] & BIT[at]:
        return _no("bare rock", "deep_water", cell=where)
    if rock != from_rock and (crowded := _crowded(state, rock)):
        return crowded
    if state.colour_at(rock, BIT[at]) < 0:
        return _no("bare rock", "shrimp_there", cell=where) if state.shrimps_on(rock) & BIT[at] else None
    return _taken(state, intent.to, BIT[intent.cell % CELLS] if rock == from_rock else 0)


def _cube(state: ReefEncounter, intent: Intent) -> RuleError | None:
    name = colour_term(intent.colour)
    if state.front[_own(state, intent.colour)] == 0:
        return _no("action 6", "none_in_front", colour=name)
    if state.supply[intent.colour] == 0:
        return _no("action 6", "no_cube_left", colour=name)
    return None


def _alga(state: ReefEncounter, intent: Intent) -> RuleError | None:
    wrong = _locking(state, intent) if intent.target != SEA else None
    if wrong:
        return wrong
    if state.front[_own(state, intent.colour)] == 0:
        return _no("action 7", "none_in_front", colour=colour_term(intent.colour))
    if state.cylinders[intent.alga] == 0:
        return _no("action 7", "no_cylinder", alga=alga_term(intent.alga))
    return None


def _locking(state: ReefEncounter, intent: Intent) -> RuleError | None:
    """Rulings `locking` and `last tile`."""
    if state.eaten[state.seat] == 0:
        return _no("locking", "not_eaten")
    if state.locked:
        return _no("locking", "locked_already")
    tile = tile_words(tile_lies(state, intent.target))
    if state.covered >> intent.target & 1:
        return _no("locking", "covered", tile=tile)
    if not SHOWS[state.turned * ALGAE + intent.alga] >> intent.target & 1:
        shown = next(a for a in range(ALGAE) if SHOWS[state.turned * ALGAE + a] >> intent.target & 1)
        return _no("locking", "other_alga", tile=tile, alga=alga_term(intent.alga), shown=alga_term(shown))
    if count(state.covered) == TILES - 1 and state.fish_size(state.seat) < 2:
        return _no("last tile", "last_tile", size=state.fish_size(state.seat))
    return None


def _tile(state: ReefEncounter, intent: Intent) -> RuleError | None:
    name = colour_term(intent.colour)
    if state.cubes[_own(state, intent.colour)] == 0:
        return _no("action 8", "no_cube", colour=name)
    if state.bag[intent.colour] + state.bonus[intent.colour] == 0:
        return _no("action 8", "no_tile_left", colour=name)
    return None


def _collect(state: ReefEncounter, _: Intent) -> RuleError | None:
    bare = [
        name
        for rock in range(state.seats)
        for name in cells_of(rock, state.shrimps[rock * state.seats + state.seat] & ~state.grown(rock))
    ]
    return _no("bare rock", "stranded", cells=bare) if bare else None


_ACTIONS = {
    "eat": _eat,
    "larva": _larva,
    "shrimp": _shrimp,
    "cube": _cube,
    "alga": _alga,
    "tile": _tile,
    "collect": _collect,
}
