"""Reef Encounter as the rest of the house sees it."""

from __future__ import annotations

from typing import Any, cast

from atoll.core.errors import RecordError
from atoll.core.events import Event
from atoll.core.game import Kind, Options
from atoll.core.messages import Message
from atoll.core.record import Line, number
from atoll.core.rng import Rng
from atoll.core.state import State
from atoll.reef_encounter import draw, notation, position
from atoll.reef_encounter.events import chance_events, move_events
from atoll.reef_encounter.moves import MOVES
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import COLOURS, FACTS, LETTERS, OPENING_HAND, OPENING_SEA, ROCK_IDS, TILE_NAMES
from atoll.reef_encounter.view import ENDS, of_seat, view
from atoll.reef_encounter.why import why_not


def _ours(state: State) -> ReefEncounter:
    return cast(ReefEncounter, state)


class ReefEncounterKind(Kind):
    name = "reef-encounter"
    title = "Reef Encounter"
    seat_numbers = tuple(OPENING_HAND)
    option_values = {"advanced": ("no", "yes"), "expansion": ("no",)}  # noqa: RUF012
    moves = MOVES

    def facts(self) -> dict[str, Any]:
        return {name: FACTS[name] for name in ("colours", "algae", "rocks")} | {"tiles": TILE_NAMES}

    def deal(self, seats: int, options: Options, rng: Rng) -> list[str]:
        rocks = list(ROCK_IDS)
        for at in range(seats):
            other = at + rng.below(len(rocks) - at)
            rocks[at], rocks[other] = rocks[other], rocks[at]
        up = rng.below(2) == 0
        state = ReefEncounter()
        state.prepare(rocks[:seats], up, options["advanced"] == "yes")
        first = state.random_tile(rng)  # put back: it only names the space
        sea = [""] * COLOURS
        for step, size in enumerate(OPENING_SEA):
            space = (first + step) % COLOURS
            for _ in range(size):
                tile = state.random_tile(rng)
                state.deal_sea(space, tile)
                sea[space] += LETTERS[tile]
        for seat, size in enumerate(OPENING_HAND[seats]):
            for _ in range(size):
                state.deal_hand(seat, state.random_tile(rng))
        return [
            "rocks " + " ".join(map(str, rocks[:seats])),
            f"starfish {'up' if up else 'down'}",
            "sea " + " ".join(f"{space}:{tiles}" for space, tiles in zip(LETTERS, sea, strict=True)),
            *(f"hand {seat + 1} {notation.letters(of_seat(state.dealt, seat))}" for seat in range(seats)),
        ]

    def open(self, seats: int, options: Options, deal: list[Line]) -> ReefEncounter:
        wanted = ["rocks", "starfish", "sea", *(f"hand {seat + 1}" for seat in range(seats))]
        self.check_deal(wanted, deal)
        rock_line, starfish_line, sea_line, *hand_lines = deal
        rocks = [number(word, rock_line) for word in rock_line.text.split()[1:]]
        if len(rocks) != seats or len(set(rocks)) < seats or not set(rocks) <= set(ROCK_IDS):
            message = Message("header.rocks", {"seats": seats, "known": ROCK_IDS})
            raise RecordError(rock_line.number, rock_line.text, message, "tiles")
        starfish = starfish_line.text.split()[1:]
        if starfish not in (["up"], ["down"]):
            raise RecordError(starfish_line.number, starfish_line.text, Message("header.starfish"), "coral tiles")
        state = ReefEncounter()
        state.prepare(rocks, starfish == ["up"], options["advanced"] == "yes")
        self._open_sea(state, sea_line)
        for seat, line in enumerate(hand_lines):
            size = OPENING_HAND[seats][seat]
            words = line.text.split()[2:]
            if len(words) != 1 or len(words[0]) != size:
                message = Message("header.hand_size", {"seat": seat + 1, "size": size})
                raise RecordError(line.number, line.text, message, "tiles")
            for tile in words[0]:
                state.deal_hand(seat, self._tile(state, tile, line))
        state.begin()
        return state

    def _open_sea(self, state: ReefEncounter, line: Line) -> None:
        """Ruling `sea`: 3, 3, 3, 2, 1 tiles clockwise from some space."""
        words = line.text.split()[1:]
        tiles = {word[:1]: word[2:] for word in words if word[1:2] == ":"}
        if len(words) != COLOURS or sorted(tiles) != sorted(LETTERS):
            raise RecordError(line.number, line.text, Message("header.sea_spaces"), "sea")
        sizes = [len(tiles[space]) for space in LETTERS]
        if not any(sizes[at:] + sizes[:at] == OPENING_SEA for at in range(COLOURS)):
            message = Message("header.sea_sizes", {"sizes": OPENING_SEA})
            raise RecordError(line.number, line.text, message, "sea")
        for space, letter in enumerate(LETTERS):
            for tile in tiles[letter]:
                state.deal_sea(space, self._tile(state, tile, line))

    def _tile(self, state: ReefEncounter, letter: str, line: Line) -> int:
        if letter not in LETTERS:
            message = Message("notation.colour", {"word": letter, "known": list(LETTERS)})
            raise RecordError(line.number, line.text, message, "record")
        colour = LETTERS.index(letter)
        if state.bag[colour] == 0:
            message = Message("header.too_many", {"colour": notation.colour_term(colour)})
            raise RecordError(line.number, line.text, message, "tiles")
        return colour

    def tidied(self, line: str) -> str:
        word, *spaces = line.split(" ")
        return " ".join([word, *sorted(spaces, key=lambda said: LETTERS.index(said[0]))]) if word == "sea" else line

    def text(self, state: State, move: int) -> str:
        return notation.text(_ours(state), move)

    def find(self, state: State, text: str) -> int:
        intent = notation.parse(text, state.seats)
        problem = why_not(_ours(state), intent)
        if problem:
            raise problem
        return notation.code(_ours(state), intent)

    def chance_text(self, state: State, outcome: list[int]) -> str:
        return notation.refill_text(_ours(state), outcome)

    def find_chance(self, state: State, text: str) -> list[int]:
        return notation.parse_refill(_ours(state), text)

    def pending(self, state: State) -> str:
        return "* refill " + " ".join(f"{LETTERS[space]}:" for space in _ours(state).refill_order())

    def events(self, before: State, move: int, after: State, seat: int | None) -> list[Event]:
        return move_events(_ours(before), move, _ours(after), seat)

    def chance_events(self, before: State, outcome: list[int], after: State) -> list[Event]:
        return chance_events(_ours(before), outcome, _ours(after))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return dict(view(_ours(state), seat))

    def seen(self, line: str, state: State, seat: int | None) -> str:
        words = line.split(" ")
        if words[0] == "hand" and words[1] != str(-1 if seat is None else seat + 1):
            return f"hand {words[1]} {'?' * len(words[2])}"
        if words[1] == "fish" and words[0] != str(-1 if seat is None else seat + 1) and not state.over:
            return f"{words[0]} fish ?"
        return line

    def restated(self, line: str, state: State) -> str:
        words = line.split(" ")
        ours = _ours(state)
        if words[0] == "hand":
            hand = notation.letters(of_seat(ours.dealt, int(words[1]) - 1))
            # A hand that did not change keeps the order in which it was written.
            return line if sorted(hand) == sorted(words[2]) else f"hand {words[1]} {hand}"
        if words[1] == "fish":
            return f"{words[0]} fish {LETTERS[ours.first[int(words[0]) - 1]]}"
        return line

    def position(self, state: State, seat: int | None = None) -> str:
        return position.write(_ours(state), seat)

    def read_position(self, line: str) -> State:
        return position.read(line)

    def draw(self, state: State, seat: int | None = None, colour: bool = False) -> str:
        return draw.draw(_ours(state), seat, colour)

    def study(self, state: State, seat: int, language: str) -> str:
        return draw.study(_ours(state), seat, language)

    def result(self, state: State) -> Message:
        return Message(f"end.{ENDS[_ours(state).ended]}")


KIND = ReefEncounterKind()
