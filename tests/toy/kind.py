"""The toy as the rest of the house sees it."""

from __future__ import annotations

from typing import Any

from atoll import CHANCE, NOBODY, Event, Kind, Message, PositionError, RecordError, Rng, RuleError
from atoll.core.kind import Options
from atoll.core.observation import Piece, flags
from atoll.core.record import Line

from . import notation
from .events import Found, Stopped, Taken, Washed
from .state import FACTS, MOVES, POOLS, STOP, Toy
from .view import favourite, pearls, secret, view


class ToyKind(Kind[Toy]):
    name = "toy"
    title = "Toy"
    seat_numbers = (2, 3, 4)
    moves = MOVES
    grammar = notation.GRAMMAR

    def facts(self) -> dict[str, Any]:
        return FACTS

    # The header: every seat's favourite.

    def deal(self, seats: int, options: Options, rng: Rng) -> list[str]:
        left = list(POOLS)
        return [f"favourite {seat + 1} {left.pop(rng.below(len(left)))}" for seat in range(seats)]

    def first_state(self, seats: int, options: Options, deal: list[Line]) -> Toy:
        self.check_deal([f"favourite {seat + 1}" for seat in range(seats)], deal)
        pools = [line.text.split()[-1] for line in deal]
        for line, pool in zip(deal, pools, strict=True):
            if len(line.text.split()) != 3 or pool not in [*POOLS] or pools.count(pool) > 1:
                raise RecordError(line.number, line.text, Message("toy.header"), "favourite")
        return Toy(seats, [POOLS.index(pool) for pool in pools])

    def seen(self, line: str, state: Toy, viewer: int) -> str:
        return notation.seen(line, state, viewer)

    def restated(self, lines: list[str], state: Toy) -> list[str]:
        return notation.restated(lines, state)

    # Moves, waves and pearls.

    def text(self, state: Toy, move: int) -> str:
        return notation.text(move)

    def why(self, state: Toy, text: str) -> RuleError | None:
        key = "nothing_taken" if text == "stop" else "empty"
        return RuleError(Message(f"toy.why.{key}"), "take")

    def pending(self, state: Toy) -> str:
        return f"* pearl {state.mover + 1}" if state.searching else "* wave"

    def chance_text(self, state: Toy, outcome: list[int]) -> str:
        return f"{self.pending(state)[2:]} {POOLS[outcome[0]]}"

    def find_chance(self, state: Toy, text: str) -> list[int]:
        for pool in state.outcomes():
            if state.seat == CHANCE and text == self.chance_text(state, [pool]):
                return [pool]
        raise RuleError(Message("toy.why.no_wave"), "wave")

    def events(self, before: Toy, move: int, after: Toy, viewer: int) -> list[Event]:
        seat = before.mover + 1
        return [Stopped(seat) if move == STOP else Taken(seat, POOLS[move])]

    def chance_events(self, before: Toy, outcome: list[int], after: Toy, viewer: int) -> list[Event]:
        pool = POOLS[outcome[0]]
        if before.searching:
            return [Found(before.mover + 1, pool if secret(after, before.mover, viewer) else None)]
        return [Washed(pool)]

    # Seeing.

    def view(self, state: Toy, viewer: int) -> dict[str, Any]:
        return dict(view(state, viewer))

    def position(self, state: Toy, viewer: int) -> str:
        """`toy`, who decides (`*`: a wave, `+`: a pearl), whose turn it is, how many were taken in it, the pools, what
        was washed away, then the shells, the favourite and the pearls of each seat."""
        chance = "+" if state.searching else "*"
        who = chance if state.seat == CHANCE else "-" if state.over else str(state.seat + 1)
        seats = [
            f"{_digits(state.taken[seat])}{favourite(state, seat, viewer) or '?'}{pearls(state, seat, viewer)}"
            for seat in range(state.seats)
        ]
        words = [who, str(state.mover + 1), str(state.taking), _digits(state.pools), _digits(state.washed), *seats]
        return " ".join([self.name, *words])

    def read_position(self, line: str) -> Toy:
        try:
            _, who, mover, taking, pools, washed, *seats = line.split()
            size = len(POOLS)
            state = Toy(len(seats), [POOLS.index(seat[size]) for seat in seats])
            state.mover, state.taking = int(mover) - 1, int(taking)
            state.seat = {"*": CHANCE, "+": CHANCE, "-": NOBODY}.get(who, state.mover)
            state.searching = who == "+"
            state.pools, state.washed = _numbers(pools), _numbers(washed)
            state.taken = [_numbers(seat[:size]) for seat in seats]
            state.pearls = [[POOLS.index(pool) for pool in seat[size + 1 :]] for seat in seats]
        except (ValueError, IndexError):
            raise PositionError(Message("toy.position")) from None
        everything = [sum(shells) for shells in zip(state.pools, state.washed, *state.taken, strict=True)]
        if everything != [FACTS["shells"]] * len(POOLS) or len(seats) not in self.seat_numbers:
            raise PositionError(Message("toy.position"))
        return state

    def draw(self, state: Toy, viewer: int, colour: bool = False) -> str:
        rows = [f"pools   {_shells(state.pools)}"]
        for seat in range(state.seats):
            mark = ">" if seat == state.seat else " "
            loved = favourite(state, seat, viewer) or "?"
            found = pearls(state, seat, viewer) or "-"
            rows.append(f"{mark} {seat + 1}     {_shells(state.taken[seat])}  favourite {loved}  pearls {found}")
        return "\n".join(rows)

    def observation(self, seats: int) -> list[Piece]:
        pools, shells = len(POOLS), FACTS["shells"]
        return [
            Piece("pools", (pools,), shells, "by pool: shells"),
            Piece("taken", (seats, pools), shells, "by seat and pool: shells"),
            flags("favourite", (seats, pools), "by seat: the favourite pool, if one knows it"),
            Piece("pearls", (seats, pools), pools * shells, "by seat and pool: pearls, if one knows them"),
            Piece("found", (seats,), pools * shells, "by seat: pearls, known or not"),
            flags("decides", (seats,), "by seat: it decides"),
            Piece("taking", (1,), FACTS["most"], "shells taken in this turn"),
        ]

    def result(self, state: Toy) -> Message:
        return Message("toy.end")


def _digits(numbers: list[int]) -> str:
    return "".join(map(str, numbers))


def _numbers(digits: str) -> list[int]:
    if len(digits) != len(POOLS):
        raise ValueError(digits)
    return [int(digit) for digit in digits]


def _shells(numbers: list[int]) -> str:
    return "  ".join(f"{pool}:{number}" for pool, number in zip(POOLS, numbers, strict=True))


KIND = ToyKind()
