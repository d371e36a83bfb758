"""Who may sit down, leave, come back and give up, by the rules of the house alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from atoll.server import seats
from atoll.server.refusal import Refusal
from atoll.server.seats import Seated, Seats
from atoll.server.wire import SeatWish

ADA, BO = 1, 2
A, B = Seated("me", "person", ADA, "Ada"), Seated("friend", "person", BO, "Bo")
FRIEND, OPEN = Seated("friend", "friend"), Seated("open", "open")
BOT = Seated("bot", "bot", name="Goby", bot="greedy")


def refused(doing: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        doing()
    return caught.value.code


def test_a_table_is_set_up_as_wished() -> None:
    wishes = [SeatWish(who="me"), SeatWish(who="bot", bot="greedy", name="Nemo"), SeatWish(who="open")]
    first = seats.first(wishes, ADA, "Ada")
    assert first == (A, replace(BOT, name="Nemo"), OPEN)
    assert not seats.full(first)
    assert seats.names(first) == ["Ada", "Nemo", "3"]
    assert refused(lambda: seats.first([SeatWish(who="bot", bot="nobody")], ADA, "Ada")) == "no_bot"


def test_a_free_seat_is_taken_once() -> None:
    around = (A, OPEN, FRIEND)
    assert seats.sit(around, 1, BO, "Bo", invited=False)[1] == replace(B, wish="open")
    assert seats.sit(around, 2, BO, "Bo", invited=True)[2] == B
    assert refused(lambda: seats.sit(around, 2, BO, "Bo", invited=False)) == "invited_only"
    assert refused(lambda: seats.sit(around, 0, BO, "Bo", invited=True)) == "taken"
    assert refused(lambda: seats.sit(around, 3, BO, "Bo", invited=True)) == "no_seat"
    assert refused(lambda: seats.sit(around, -3, BO, "Bo", invited=True)) == "no_seat"
    assert refused(lambda: seats.sit(around, 1, None, "Bo", invited=True)) == "no_device"


def test_nobody_but_the_host_takes_a_second_seat() -> None:
    around = (A, B, OPEN, FRIEND)
    assert refused(lambda: seats.sit(around, 2, BO, "Bo", invited=True)) == "one_seat"
    assert seats.held(seats.sit(around, 2, ADA, "Eva", invited=True, host=True), ADA) == [0, 2]
    assert seats.held(seats.sit(around, 2, 3, "Cy", invited=False), 3) == [2]


def test_the_host_alone_fills_a_seat_with_a_bot_of_another_name() -> None:
    around = (replace(A, name="Blenny"), OPEN)
    filled = seats.fill(around, 1, "greedy", host=True)[1]
    assert (filled.who, filled.bot, filled.player) == ("bot", "greedy", "greedy")
    assert filled.name in set(seats.BOT_NAMES) - {"Blenny"}
    assert refused(lambda: seats.fill(around, 1, "greedy", host=False)) == "host_only"
    assert refused(lambda: seats.fill(around, 0, "greedy", host=True)) == "taken"
    assert refused(lambda: seats.fill(around, 1, "nobody", host=True)) == "no_bot"


def test_who_leaves_before_the_game_frees_the_seat_and_in_it_may_come_back() -> None:
    around = (A, B)
    assert seats.leave(around, "waiting", 1, BO) == (A, FRIEND)
    left = seats.leave(around, "playing", 1, BO)
    assert left == (A, replace(B, left=True))
    assert seats.come_back(seats.stand_in(left, 1), "playing", 1, BO) == around
    assert refused(lambda: seats.leave(around, "over", 1, BO)) == "not_playing"
    assert refused(lambda: seats.leave(around, "playing", 1, ADA)) == "not_your_seat"
    assert refused(lambda: seats.come_back(around, "over", 1, BO)) == "not_playing"
    gave_up = (A, replace(B, conceded=True))
    assert refused(lambda: seats.come_back(gave_up, "playing", 1, BO)) == "gave_up"


@pytest.mark.parametrize(
    ("around", "ends"),
    [((A, B), True), ((A, BOT, BOT), True), ((A, B, BOT), False), ((A, B, replace(BOT, conceded=True)), True)],
)
def test_giving_up_ends_the_game_when_one_seat_or_no_person_is_left(around: Seats, ends: bool) -> None:
    after = seats.concede(around, "playing", 0, ADA)
    assert after[0].player == seats.STAND_IN
    assert seats.given_up(after) == ends
    assert refused(lambda: seats.concede(after, "playing", 0, ADA)) == "not_playing"
    assert refused(lambda: seats.concede(around, "playing", 0, BO)) == "not_your_seat"


def test_all_who_are_here_have_to_agree_to_a_bot_in_the_seat_of_who_has_gone() -> None:
    around = (A, B, replace(A, name="Eva"), replace(BOT, person=9), Seated("me", "person", 5, "Cy"))
    here = {0, 2, 4}
    assert seats.votes(around, "playing", 1, ADA, here) == {0, 2}
    assert seats.asked(around, 1, here) == {0, 2, 4}
    assert seats.asked(around, 1, {0}) == {0}
    assert seats.stand_in(around, 1)[1] == replace(B, who="bot", bot=seats.STAND_IN)
    assert refused(lambda: seats.votes(around, "waiting", 1, ADA, here)) == "not_playing"
    assert refused(lambda: seats.votes(around, "playing", 3, ADA, here)) == "not_playing"
    assert refused(lambda: seats.votes(around, "playing", 1, 9, here)) == "players_only"
    assert refused(lambda: seats.votes(around, "playing", 1, None, here)) == "players_only"
    assert refused(lambda: seats.votes(around, "playing", 4, ADA, here)) == "is_here"
