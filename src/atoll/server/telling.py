"""Who is told what about a table. Everything that a page hears of it is made here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from atoll.core.messages import Message, Who
from atoll.games import kind, page_of
from atoll.server import chance, nonces, seats, wire
from atoll.server.changes import changes
from atoll.server.chronicle import PAGE, Chronicle, View, told
from atoll.server.refusal import problem
from atoll.server.start import opening, start_chair
from atoll.server.table import Table, Visitor
from atoll.server.wire import number, packed


def about(table: Table, visitor: Visitor) -> wire.TableInfo:
    facts = table.facts
    here = table.here()
    host = table.hosted_by(visitor.person)
    came = nonces.settled(facts.nonces, table.seated)
    windows = table.windows
    return wire.TableInfo(
        id=facts.id,
        game=facts.game,
        page=page_of(facts.game, facts.options),
        options=facts.options,
        status=table.status,
        seats=[
            wire.SeatInfo(
                seat=number(place),
                who=seat.who,  # type: ignore[arg-type]
                name=seat.name,
                bot=seat.bot,
                mine=seat.held_by(visitor.person),
                here=place in here,
                left=seat.left,
                conceded=seat.conceded,
                agreed=sorted(map(number, table.wanting(place))),
                stands_in=seat.who == "bot" and seat.person is not None,
                came=facts.status != "waiting" or bool(came[place]),
                sealed=facts.status == "waiting" and nonces.is_sealed(came[place]),
                vote_from=table.vote_from(place),
                standing={name: seat.answer_in(name) for name in windows} if seat.held_by(visitor.person) else {},
            )
            for place, seat in enumerate(table.seated)
        ],
        host=host,
        invite=facts.invite if host or seats.held(table.seated, visitor.person) else None,
        watching=table.watching(),
        commitment=chance.commitment(facts.seed),
        seed=facts.seed if table.done else None,
        nonces=[] if facts.status == "waiting" else list(nonces.plain(facts.nonces)),
        seals=nonces.seals(facts.nonces),
        first_chair=1 if facts.status == "waiting" else start_chair(facts, len(table.seated)) + 1,
        expires=table.expires,
        verdict=verdict(table, visitor.language),
        tutorial=facts.tutorial,
        puzzle=table.puzzle_id,
        hints=table.hints,
        windows=list(windows),
    )


def verdict(table: Table, language: str) -> wire.Verdict | None:
    if table.chronicle is None or not table.done or table.outdated:
        return None
    game = table.chronicle.game
    gave_up = [seat for seat, who in enumerate(table.seated) if who.conceded]
    if not game.over and not gave_up:
        return None
    left = len(table.seated) - len(gave_up)
    places = [[seat for seat in place if seat not in gave_up] for place in game.state.standing()]
    # A game that was broken off has a winner only if one seat is left; bots are not ranked by what nobody played out.
    standing = [place for place in [*places, gave_up] if place] if game.over or left == 1 else []
    quitters = Message("table.conceded", {"names": [Who(number(seat)) for seat in gave_up]})
    message = game.kind.result(game.state) if game.over else quitters
    text = message.text(language, table.names)
    return wire.Verdict(
        reason=text[0].upper() + text[1:],
        conceded=not game.over,
        standing=[[number(seat) for seat in place] for place in standing],
    )


def possible(table: Table, visitor: Visitor) -> wire.Possible:
    moves = table.chronicle.game.texts() if table.chronicle and table.may_move(visitor) else []
    undo = table.undo_to(visitor) is not None
    return wire.Possible(moves=moves, undo=undo, window=table.window, answered=table.answered(visitor))


def welcome(table: Table, visitor: Visitor) -> wire.Welcome:
    chronicle = table.chronicle
    return wire.Welcome(
        version=table.facts.version,
        table=about(table, visitor),
        seat=number(visitor.viewer),
        view=chronicle.view(visitor.viewer) if chronicle else None,
        opening=told(opening(table.facts), visitor.language, table.names),
        log=lines(table, visitor),
        lines=len(chronicle.game.log) if chronicle else 0,
        possible=possible(table, visitor),
        outdated=outdated(table, visitor.language),
    )


def lines(table: Table, visitor: Visitor, before: int | None = None) -> list[wire.Entry]:
    """A page of the log: the last lines, or those before a line."""
    if table.chronicle is None:
        return []
    return table.chronicle.entries(visitor.viewer, visitor.language, table.names, before, PAGE)


def outdated(table: Table, language: str) -> wire.Outdated | None:
    if table.outdated is None:
        return None
    error = table.outdated.error
    general = Message("table.outdated" if table.chronicle else "table.outdated_deal")
    said = (played_by(table.facts.game, table.facts.rules_version), general)
    return wire.Outdated(
        line=error.line,
        ruling=error.ruling,
        text=" ".join([*(message.text(language) for message in said), problem(error, language).text]),
        record=list(table.outdated.record),
    )


def played_by(game: str, version: int | None) -> Message:
    """Which rules a game was played by, and which there are today."""
    try:
        today = kind(game).rules_version
    except Exception:  # its folder may be gone, or broken
        return Message("table.rules_gone", {"game": game})
    if version is None:
        return Message("table.rules_early", {"today": today})
    return Message("table.rules_same" if version == today else "table.rules_then", {"then": version, "today": today})


def step(table: Table, chronicle: Chronicle, before: Mapping[int, View], visitor: Visitor) -> wire.Step:
    """The last line, and what it changed in the views before it."""
    place = len(chronicle.game.log) - 1
    return wire.Step(
        version=table.facts.version,
        entry=chronicle.entry(place, visitor.viewer, visitor.language, table.names),
        changes=changes(before[visitor.viewer], chronicle.view(visitor.viewer)),
        possible=possible(table, visitor),
    )


def undone(table: Table, later: Chronicle, earlier: Chronicle, visitor: Visitor) -> wire.Undone:
    return wire.Undone(
        version=table.facts.version,
        lines=len(earlier.game.log),
        changes=changes(later.view(visitor.viewer), earlier.view(visitor.viewer)),
        possible=possible(table, visitor),
    )


# Sending


def tell(visitor: Visitor, message: wire.Told) -> None:
    visitor.send(packed(message))


def tell_all(table: Table, message: Callable[[Visitor], wire.Told], but: Visitor | None = None) -> None:
    """One message for all who look from one seat in one language, and sit here as the same person or not at all."""
    insiders = {table.facts.host, *(seat.person for seat in table.seated)}
    known: dict[tuple[int, str, int | None], bytes] = {}
    for visitor in table.visitors - {but}:
        key = (visitor.viewer, visitor.language, visitor.person if visitor.person in insiders else None)
        if key not in known:
            known[key] = packed(message(visitor))
        visitor.send(known[key])


def tell_about(table: Table, but: Visitor | None = None) -> None:
    tell_all(table, lambda visitor: wire.About(table=about(table, visitor)), but)


def tell_person(table: Table, person: int | None) -> None:
    """What is nobody else's business: not even that anything was said."""
    for visitor in table.visitors:
        if visitor.person == person:
            tell(visitor, wire.About(table=about(table, visitor), possible=possible(table, visitor)))


def welcome_all(table: Table) -> None:
    tell_all(table, lambda visitor: welcome(table, visitor))
