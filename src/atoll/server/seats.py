"""Who sits where: given the seats, how the table stands and who asks, the seats afterwards, or a refusal.

Seats count from 0; a seat is its place among the others.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from atoll.bots import BOTS, CHARACTERS, LEVELS
from atoll.server.refusal import Refusal
from atoll.server.wire import SeatWish, Standing, Status

BOT_NAMES = ("Blenny", "Goby", "Wrasse", "Damsel", "Anthias", "Tang", "Chromis", "Dottyback")
PLAYERS = [name for name in BOTS if name != "random"]  # one that plays anything is no company
OFFERED = [*LEVELS, *CHARACTERS]  # to people, from the easiest
STAND_IN = "greedy"  # the bot that goes on for someone who has gone


@dataclass(frozen=True)
class Seated:
    """Who has a seat. `person` stays while a bot plays for someone who may come back."""

    wish: str  # what it was set up as: me, friend, open, bot
    who: str  # person, bot, friend, open
    person: int | None = None
    name: str | None = None
    bot: str | None = None
    left: bool = False
    conceded: bool = False
    standing: str = ""  # what it answers in windows until further notice, as "current=no start=always"

    @property
    def free(self) -> bool:
        return self.who in ("friend", "open")

    @property
    def player(self) -> str | None:
        """The bot that decides for this seat; None: its person does."""
        if self.conceded:
            return self.bot or STAND_IN
        return self.bot

    def held_by(self, person: int | None) -> bool:
        """Whether it is a person's seat, also while a bot plays for them."""
        return person is not None and self.person == person

    def decided_by(self, person: int | None) -> bool:
        return self.held_by(person) and self.player is None

    def answer_in(self, window: str) -> Standing:
        """What it answers in a window, until further notice."""
        said = dict(word.split("=") for word in self.standing.split())
        answers: tuple[Standing, ...] = get_args(Standing)
        return next((answer for answer in answers if answer == said.get(window)), "able")


Seats = tuple[Seated, ...]


def first(wishes: Sequence[SeatWish], person: int, name: str) -> Seats:
    """As a table is set up."""
    names = bot_names()
    out = []
    for wish in wishes:
        if wish.who == "bot":
            out.append(Seated("bot", "bot", name=wish.name or names.pop(), bot=known_bot(wish.bot)))
        elif wish.who == "me":
            out.append(Seated("me", "person", person=person, name=wish.name or name))
        else:
            out.append(Seated(wish.who, wish.who))
    return tuple(out)


def bot_names(taken: Sequence[str] = ()) -> list[str]:
    """Names for bots, in any order."""
    free = [name for name in BOT_NAMES if name not in taken]
    secrets.SystemRandom().shuffle(free)
    return free


def known_bot(bot: str | None) -> str:
    if bot is None or bot not in PLAYERS:
        raise Refusal("no_bot", name=bot, known=PLAYERS)
    return bot


def full(seats: Seats) -> bool:
    return not any(seat.free for seat in seats)


def names(seats: Seats) -> list[str]:
    """How sentences call the players; empty for a record that names nobody."""
    named = any(seat.name for seat in seats)
    return [seat.name or str(number) for number, seat in enumerate(seats, 1)] if named else []


def held(seats: Seats, person: int | None) -> list[int]:
    """The seats of a person, also while a bot plays for them."""
    return [place for place, seat in enumerate(seats) if seat.held_by(person)]


# What people do


def sit(seats: Seats, seat: int, person: int | None, name: str, invited: bool, host: bool = False) -> Seats:
    """Everyone takes one seat; the host may take more, for people at the same device."""
    old = _chosen(seats, seat)
    if person is None:
        raise Refusal("no_device")
    if not old.free:
        raise Refusal("taken")
    if held(seats, person) and not host:
        raise Refusal("one_seat")
    if old.who == "friend" and not invited:
        raise Refusal("invited_only")
    return _with(seats, seat, who="person", person=person, name=name)


def fill(seats: Seats, seat: int, bot: str, host: bool) -> Seats:
    """The host lets a bot take a seat that is still free."""
    old = _chosen(seats, seat)
    if not host:
        raise Refusal("host_only")
    if not old.free:
        raise Refusal("taken")
    return _with(seats, seat, who="bot", bot=known_bot(bot), name=bot_names(names(seats))[0])


def leave(seats: Seats, status: Status, seat: int, person: int | None) -> Seats:
    """Before the game the seat is free again; in a game the others may let a bot take it."""
    old = _own(seats, seat, person)
    if status == "waiting":
        free = "open" if old.wish == "open" else "friend"
        return _with(seats, seat, who=free, person=None, name=None, standing="")
    _playing(status)
    return _with(seats, seat, left=True)


def come_back(seats: Seats, status: Status, seat: int, person: int | None) -> Seats:
    old = _own(seats, seat, person)
    _playing(status)
    if old.conceded:
        raise Refusal("gave_up")
    return _with(seats, seat, who="person", left=False, bot=None)


def concede(seats: Seats, status: Status, seat: int, person: int | None) -> Seats:
    """Give up; a bot goes on for the seat, unless that ends the game."""
    old = _own(seats, seat, person)
    _playing(status)
    if old.conceded:
        raise Refusal("not_playing")
    return _with(seats, seat, conceded=True)


def stand(seats: Seats, seat: int, person: int | None, window: str, answer: Standing, windows: Sequence[str]) -> Seats:
    """Say what a seat answers in a window until further notice."""
    old = _own(seats, seat, person)
    if window not in windows:
        raise Refusal("no_window", name=window, known=list(windows))
    said = {name: answer if name == window else old.answer_in(name) for name in windows}
    return _with(seats, seat, standing=" ".join(f"{name}={said[name]}" for name in windows))


def given_up(seats: Seats) -> bool:
    """Whether one seat, or no person, is left."""
    left = [seat for seat in seats if not seat.conceded]
    return len(left) == 1 or not any(seat.who == "person" for seat in left)


def votes(seats: Seats, status: Status, seat: int, person: int | None, here: Collection[int]) -> set[int]:
    """The seats that a person speaks for when a bot might take the seat of someone who has gone."""
    gone = _chosen(seats, seat)
    if status != "playing" or gone.who != "person" or gone.conceded:
        raise Refusal("not_playing")
    own = {other for other in held(seats, person) if other != seat and not (seats[other].player or seats[other].left)}
    if not own:
        raise Refusal("players_only")
    if seat in here and not gone.left:
        raise Refusal("is_here")
    return own


def asked(seats: Seats, seat: int, here: Collection[int]) -> set[int]:
    """The seats that have to agree before a bot takes a seat: all whose people are here."""
    people = {
        place for place, other in enumerate(seats) if other.who == "person" and not (other.left or other.conceded)
    }
    return (people & set(here)) - {seat}


def stand_in(seats: Seats, seat: int) -> Seats:
    """A bot takes the seat of someone who has gone."""
    return _with(seats, seat, who="bot", bot=STAND_IN)


def _with(seats: Seats, seat: int, **values: Any) -> Seats:
    return (*seats[:seat], replace(seats[seat], **values), *seats[seat + 1 :])


def _chosen(seats: Seats, seat: int) -> Seated:
    if not 0 <= seat < len(seats):
        raise Refusal("no_seat", seat=seat + 1, seats=len(seats))
    return seats[seat]


def _own(seats: Seats, seat: int, person: int | None) -> Seated:
    chosen = _chosen(seats, seat)
    if not chosen.held_by(person):
        raise Refusal("not_your_seat")
    return chosen


def _playing(status: Status) -> None:
    if status != "playing":
        raise Refusal("not_playing")
