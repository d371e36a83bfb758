"""How a game begins at a table, once every seat is taken and everyone has come."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from atoll.core.game import Game
from atoll.games import kind, read, rules_of
from atoll.server import chance
from atoll.server.chronicle import Chronicle
from atoll.server.refusal import Refusal
from atoll.server.seats import Seats
from atoll.server.start import moved, start_chair
from atoll.server.store import Facts


class Begun(NamedTuple):
    """A table at its first decision, and how far its people were moved."""

    facts: Facts
    seated: Seats
    chronicle: Chronicle
    moved: int


def dealt(facts: Facts, size: int) -> Chronicle:
    """The deal of a table."""
    rules = kind(facts.game).variation(facts.options)
    deal = rules.deal(size, facts.options, chance.for_deal(facts.mixed))
    return Chronicle(Game.dealt(rules, size, facts.options, deal))


def drawn(given: Chronicle, facts: Facts) -> Chronicle:
    """A game that is played on, with what was still to be drawn there."""
    chronicle = given.copy()
    for step in list(chronicle.game.draws(chance.draws(facts.mixed))):
        chronicle.accept(chronicle.prepared(step))
    return chronicle


def begun(facts: Facts, seated: Seats, given: Chronicle | None = None) -> Begun:
    """See who starts and deal, or go on with the game that is given."""
    chair = start_chair(facts, len(seated))
    chronicle = dealt(facts, len(seated)) if given is None else drawn(given, facts)
    game = chronicle.game
    first = replace(
        facts,
        version=facts.version + 1,
        status="playing",
        header=tuple(game.header),
        decides=game.seat,
        rules_version=game.kind.rules_version,
    )
    return Begun(first, moved(seated, chair), chronicle, chair)


def guided(facts: Facts, seated: Seats) -> Begun:
    """A tutorial: always the same deal, or the same game that is played on, and the same draws after it."""
    rules = rules_of(facts.game, facts.options)
    facts = replace(facts, seed=rules.tutorial, tutorial=True)
    if rules.tutorial_record is None:
        return begun(facts, seated)
    game = read(rules.tutorial_record)
    if len(seated) != game.seats:
        raise Refusal("seats", seats=len(seated), known=[game.seats])
    facts = replace(facts, options=game.options, base=len(game.log))
    return begun(facts, seated, Chronicle.read(facts.game, game.header, game.log))
