"""Why someone might want to play a turn like this: what it wins, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from atoll.core.bits import count
from atoll.core.events import Event
from atoll.core.messages import Message, Term
from atoll.reef_encounter.events import (
    Collected,
    CoralEaten,
    CubeBought,
    CubesTaken,
    Declined,
    Eaten,
    FishChosen,
    Grown,
    Locked,
    Placed,
    ShrimpIntroduced,
    ShrimpMoved,
    TileBought,
    Turned,
    move_events,
)
from atoll.reef_encounter.foresight import asked_of_bag, without_tile
from atoll.reef_encounter.insight import meal
from atoll.reef_encounter.notation import tile_words
from atoll.reef_encounter.redeal import unsure
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import CELL_NAMES, COLOURS, LETTERS
from atoll.reef_encounter.view import present

MOST_PARTS = 3  # of a sentence


def reason(state: ReefEncounter, moves: list[int], viewer: int) -> Message | None:
    """What these moves win for who makes them, if anything; it does not depend on what the viewer cannot know."""
    after, events = state, list[Event]()
    for move in moves:
        colour = asked_of_bag(after, move)
        before = without_tile(after, colour) if colour >= 0 and unsure(after, viewer, colour) else after
        after = before.clone()
        after.make(move)
        events += move_events(before, move, after, viewer)
    parts = list(_parts(state.seat, after, events)) or list(_collected(events))
    return _said("turn", parts=parts[:MOST_PARTS]) if parts else None


def _said(key: str, **values: object) -> Message:
    return Message(f"reef-encounter.reason.{key}", values)


def _colour(letter: str) -> Term:
    return Term(f"reef-encounter.colour.{letter}")


def _parts(seat: int, after: ReefEncounter, events: list[Event]) -> Iterator[Message]:
    """All that can be said for a turn, the most important first."""
    for event in events:
        if isinstance(event, CoralEaten):
            points = event.to_fish * after.value(LETTERS.index(event.colour))
            yield _said("meal", number=event.to_fish, colour=_colour(event.colour), points=points)
    if after.ended:
        yield _said("ends_leading" if leads(after, seat) else "ends")
    bitten = [event for event in events if isinstance(event, Eaten)]
    if bitten:
        yield _said("bites", polyps=[_said("bitten", prey=_colour(at.prey), cell=at.cell) for at in bitten])
    for event in events:
        if isinstance(event, Locked):
            yield _said("locks", lies=tile_words(event.lies))
        elif isinstance(event, Turned):
            welcome = [lies for lies in event.lies if _fed(after, seat, lies[0]) > _fed(after, seat, lies[1])]
            if welcome:
                yield _said("turns", lies=[tile_words(lies) for lies in welcome])
    yield from _growth(after, events)
    yield from _shrimps(seat, after, events)
    for event in events:
        if isinstance(event, CubeBought):
            yield _said("cube", colour=_colour(event.colour))
        elif isinstance(event, TileBought):
            yield _said("tile", colour=_colour(event.colour))
        elif isinstance(event, FishChosen) and event.colour:
            yield _said("fish", colour=_colour(event.colour))
        elif isinstance(event, CubesTaken):
            held = sum(after.hand[seat * COLOURS + LETTERS.index(letter)] for letter in set(event.cubes))
            yield _said("cubes", cubes=[_colour(letter) for letter in event.cubes], number=held)
        elif isinstance(event, Declined):
            yield _said("nothing")


def _collected(events: list[Event]) -> Iterator[Message]:
    """What every turn ends with: a reason where there is no other."""
    for event in events:
        if isinstance(event, Collected):
            tiles = [_colour(letter) for letter in event.tiles]
            yield _said("collects" if tiles else "collects_cube", tiles=tiles, colour=_colour(event.colour))


def _fed(state: ReefEncounter, seat: int, letter: str) -> int:
    """How many polyps of a colour are in a player's parrotfish."""
    return state.fish[seat * COLOURS + LETTERS.index(letter)]


def _growth(after: ReefEncounter, events: list[Event]) -> Iterator[Message]:
    """The corals that polyps were laid to, as large as they are in the end."""
    told: set[tuple[int, int]] = set()
    for event in events:
        if isinstance(event, Placed | Grown):
            rock, bit = _place(event.cell)
            coral = after.coral(rock, bit)
            if after.colour_at(rock, bit) == LETTERS.index(event.colour) and (rock, coral) not in told:
                told.add((rock, coral))
                size = count(coral)
                yield _said("grows" if size > 1 else "starts", colour=_colour(event.colour), rock=rock + 1, size=size)


def _shrimps(seat: int, after: ReefEncounter, events: list[Event]) -> Iterator[Message]:
    """Where shrimps were put, and what is safe around them."""
    for event in events:
        cell = event.cell if isinstance(event, ShrimpIntroduced) else None
        if isinstance(event, ShrimpMoved):
            if event.to is None:
                yield _said("shrimp_back", cell=event.cell)
            cell = event.to
        if cell is not None:
            rock, bit = _place(cell)
            colour = after.colour_at(rock, bit)
            if after.shrimps[rock * after.seats + seat] & bit and colour >= 0:
                coral = after.coral(rock, bit)
                safe = count(coral & ~after.threatened(rock))
                size = count(coral)
                values = {"cell": cell, "colour": _colour(LETTERS[colour]), "size": size, "safe": safe}
                yield _said("shrimp" if size > 1 else "shrimp_alone", **values)


def _place(cell: str) -> tuple[int, int]:
    """A cell as "1d4": its rock from 0 and its bit there."""
    return int(cell[0]) - 1, 1 << CELL_NAMES.index(cell[1:])


def leads(state: ReefEncounter, seat: int) -> bool:
    """Whether nobody can have as many points in the end as a seat, whatever they fed first and may still eat."""
    own = state.scores()[seat]
    return all(own > most(state, other) for other in range(state.seats) if other != seat)


def most(state: ReefEncounter, seat: int) -> int:
    """What another seat can have at most when the extra turns are over."""
    return present(state, seat, known=False)["most"] + (0 if state.over else _extra_meal(state, seat))


def _extra_meal(state: ReefEncounter, seat: int) -> int:
    """The most that a seat could eat in an extra turn."""
    best = 0
    for rock in range(state.seats):
        cells = state.eatable(rock, seat)
        while cells:
            bit = cells & -cells
            cells ^= bit
            eaten = meal(state, state.colour_at(rock, bit), count(state.coral(rock, bit)))
            best = max(best, eaten["points"] if eaten else 0)
    return best
