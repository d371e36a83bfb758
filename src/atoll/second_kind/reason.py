"""Why someone might want to play a turn of the expansion like this: what it wins or prevents, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from atoll.core.bits import BIT, count
from atoll.core.events import Event
from atoll.core.messages import Message, Term
from atoll.reef_encounter import events as base
from atoll.reef_encounter.insight import corals
from atoll.reef_encounter.notation import tile_words
from atoll.reef_encounter.tables import COLOURS, LETTERS, PLACES
from atoll.second_kind import happenings as told
from atoll.second_kind.events import move_events
from atoll.second_kind.heaps import ASIDE, FISH
from atoll.second_kind.insight import coral_seen, kept, worth
from atoll.second_kind.reading import read_cell
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import COLOURS_OF, POLYP_KINDS, TOKENS, of_kind

MOST_PARTS = 3  # of a sentence


def reason(state: SecondKind, moves: list[int], viewer: int) -> Message | None:
    """What these moves win or prevent for who makes them, if anything."""
    after, events = state, list[Event]()
    for move in moves:
        before, after = after, after.clone()
        after.make(move)
        events += move_events(before, move, after, viewer)
    eaten = LETTERS[state.hue] if state.hue >= 0 else ""  # of the tiles that are laid aside already
    parts = list(_parts(state.seat, after, events, eaten)) or list(_collected(events))
    return Message("reef-encounter.reason.turn", {"parts": parts[:MOST_PARTS]}) if parts else None


def _base(key: str, **values: object) -> Message:
    """In words of the base game."""
    return Message(f"reef-encounter.reason.{key}", values)


def _said(key: str, **values: object) -> Message:
    return Message(f"second-kind.reason.{key}", values)


def _colour(letter: str) -> Term:
    return Term(f"reef-encounter.colour.{letter}")


def _tile(token: str) -> Term:
    return Term(f"second-kind.tile.{token}")


def _card(name: str) -> Term:
    return Term(f"second-kind.card.{name}")


def _parts(seat: int, after: SecondKind, events: list[Event], eaten: str) -> Iterator[Message]:
    """All that can be said for a turn, the most important first."""
    yield from _meals(after, events, eaten)
    if after.ended:
        yield _base("ends")
    yield from (_said("stops", card=_card(event.card)) for event in events if isinstance(event, told.CardCancelled))
    bitten = [event for event in events if isinstance(event, told.Attacked)]
    if bitten:
        yield _base("bites", polyps=[_base("bitten", prey=_tile(at.tile), cell=at.cell) for at in bitten])
    yield from _crowns(events)
    yield from _algae(seat, after, events)
    yield from _growth(after, events)
    yield from _shrimps(seat, after, events)
    yield from _gains(seat, after, events)


def _meals(after: SecondKind, events: list[Event], colour: str) -> Iterator[Message]:
    if after.hue >= 0:  # which tiles go back is still to be chosen
        others = [kind for kind in range(COLOURS, POLYP_KINDS) for _ in range(of_kind(after.special[ASIDE], kind))]
        meal = kept(after, [after.hue] * after.aside + others, after.hue, after.left)
        yield _base("meal", number=meal["polyps"], colour=_colour(LETTERS[after.hue]), points=meal["points"])
    for event in events:
        if isinstance(event, told.CoralTaken):
            colour = event.colour
        elif isinstance(event, told.Fed) and event.tiles and colour:
            points = sum(worth(after, TOKENS.index(tile), LETTERS.index(colour))[2] for tile in event.tiles)
            yield _base("meal", number=len(event.tiles), colour=_colour(colour), points=points)
        elif isinstance(event, told.CardPlayed) and event.way == "meal":
            yield _said("first_meal", card=_card(event.card))


def _crowns(events: list[Event]) -> Iterator[Message]:
    """What crowns do, and what keeps them from it."""
    for event in events:
        if isinstance(event, told.CrownGone):
            yield _said("starves" if event.died else "dislodges", cell=event.cell)
        elif isinstance(event, told.CrownMoved):
            yield _said("drives", cell=event.cell, to=event.to)
        elif isinstance(event, told.CrownAttacked):
            yield _said("spares", tile=_tile(event.tile), cell=event.to)
        elif isinstance(event, told.TerrainLaid):
            yield _said("lifts" if event.lifted else f"lays_{event.tile}", cell=event.cell)
        elif isinstance(event, told.Removed):
            yield _said("removes", tile=_tile(event.tile), cell=event.cell)


def _algae(seat: int, after: SecondKind, events: list[Event]) -> Iterator[Message]:
    for event in events:
        if isinstance(event, told.Locked):
            yield _base("locks", lies=tile_words(event.lies))
        elif isinstance(event, told.Unlocked):
            yield _said("unlocks", lies=tile_words(event.lies))
        elif isinstance(event, base.Turned):
            welcome = [lies for lies in event.lies if _fed(after, seat, lies[0]) > _fed(after, seat, lies[1])]
            if welcome:
                yield _base("turns", lies=[tile_words(lies) for lies in welcome])


def _fed(state: SecondKind, seat: int, letter: str) -> int:
    """How many tiles in a player's parrotfish have a colour."""
    colour = LETTERS.index(letter)
    special = state.special[FISH + seat]
    others = (of_kind(special, kind) for kind in range(COLOURS, POLYP_KINDS) if COLOURS_OF[kind] >> colour & 1)
    return int(state.fish[seat * COLOURS + colour]) + sum(others)


def _growth(after: SecondKind, events: list[Event]) -> Iterator[Message]:
    """The corals that polyps were laid to, as large as they are in the end."""
    known: set[tuple[int, int]] = set()
    for event in events:
        if isinstance(event, told.Laid | base.Grown):
            rock, bit = _place(after, event.cell)
            coral = after.coral(rock, bit)
            if after.colour_at(rock, bit) == LETTERS.index(event.colour) and (rock, coral) not in known:
                known.add((rock, coral))
                size = count(coral)
                yield _base("grows" if size > 1 else "starts", colour=_colour(event.colour), rock=rock + 1, size=size)


def _shrimps(seat: int, after: SecondKind, events: list[Event]) -> Iterator[Message]:
    """Where shrimps were put, and what is safe around them; blue ones, too, unless they only leave with a meal."""
    meal = any(isinstance(event, told.CoralTaken) for event in events)
    for event in events:
        cell = event.cell if isinstance(event, base.ShrimpIntroduced) else None
        if isinstance(event, base.ShrimpMoved):
            if event.to is None:
                yield _base("shrimp_back", cell=event.cell)
            cell = event.to
        elif isinstance(event, told.BlueMoved) and (event.to or not meal):
            yield _said("guards", cell=event.to) if event.to else _said("frees", cell=event.cell)
        if cell is not None:
            coral = next((coral for coral in corals(after, coral_seen) if cell == coral["shrimp"]), None)
            if coral is not None and coral["owner"] == seat + 1:
                size = len(coral["cells"])
                values = {"cell": cell, "colour": _colour(coral["colour"]), "size": size}
                values |= {"safe": size - len(coral["eaten_by"])}
                yield _base("shrimp" if size > 1 else "shrimp_alone", **values)


def _gains(seat: int, after: SecondKind, events: list[Event]) -> Iterator[Message]:
    """What comes to hand, and what is kept back."""
    for event in events:
        if isinstance(event, told.CardPlayed) and event.way != "meal" and event.card != "strong-current":
            yield _said(f"plays_{event.way}", card=_card(event.card))
        elif isinstance(event, told.CardBought):
            yield _said("buys")
        elif isinstance(event, told.CubeTaken):
            yield _base("cube", colour=_colour(event.colour))
        elif isinstance(event, told.Swapped):
            yield _base("cube", colour=_colour(event.taken))
        elif isinstance(event, base.TileBought):
            yield _base("tile", colour=_colour(event.colour))
        elif isinstance(event, told.Consumed):
            yield _said("consumes", tile=_tile(event.tile))
        elif isinstance(event, base.FishChosen) and event.colour:
            yield _base("fish", colour=_colour(event.colour))
        elif isinstance(event, base.CubesTaken):
            held = sum(after.hand[seat * COLOURS + LETTERS.index(letter)] for letter in set(event.cubes))
            yield _base("cubes", cubes=[_colour(letter) for letter in event.cubes], number=held)
        elif isinstance(event, told.Passed):
            yield _said("waits")
        elif isinstance(event, base.Declined):
            yield _base("nothing")


def _collected(events: list[Event]) -> Iterator[Message]:
    """What every turn ends with: a reason where there is no other."""
    for event in events:
        if isinstance(event, told.Collected):
            tiles = [_tile(tile) for tile in event.tiles]
            yield _base("collects" if tiles else "collects_cube", tiles=tiles, colour=_colour(event.colour))


def _place(state: SecondKind, cell: str) -> tuple[int, int]:
    """A cell by its name: its rock from 0 and its bit there."""
    spot = read_cell(state, cell)
    return spot // PLACES, BIT[spot % PLACES]
