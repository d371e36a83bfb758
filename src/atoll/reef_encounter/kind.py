"""Reef Encounter as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atoll.core.errors import RecordError, RuleError
from atoll.core.events import Event
from atoll.core.kind import Foreseen, Kind, Options, Step
from atoll.core.messages import Message
from atoll.core.notes import Notes
from atoll.core.observation import Group, Piece
from atoll.core.record import Line, number
from atoll.core.rng import Rng
from atoll.reef_encounter import draw, notation, position
from atoll.reef_encounter.chances import deal_draws, dealt, refill_draws
from atoll.reef_encounter.events import chance_events, move_events
from atoll.reef_encounter.foresight import foreseen
from atoll.reef_encounter.insight import insight
from atoll.reef_encounter.moves import MOVES, TAKE_CUBES, groups
from atoll.reef_encounter.notes import ReefEncounterNotes
from atoll.reef_encounter.observe import pieces
from atoll.reef_encounter.reason import reason
from atoll.reef_encounter.redeal import bounds
from atoll.reef_encounter.state import ReefEncounter
from atoll.reef_encounter.tables import COLOURS, FACTS, LETTERS, OPENING_HAND, OPENING_SEA, ROCK_IDS, TILE_NAMES
from atoll.reef_encounter.view import of_seat, view
from atoll.reef_encounter.why import why_not
from atoll.reef_encounter.words import ENDS


class ReefEncounterKind(Kind[ReefEncounter]):
    name = "reef-encounter"
    title = "Reef Encounter"
    seat_numbers = tuple(OPENING_HAND)
    option_values = {"advanced": ("no", "yes"), "expansion": ("no", "yes", "dealt")}  # noqa: RUF012
    other_rules = ({"expansion": "yes"},)
    moves = MOVES
    grammar = notation.GRAMMAR
    tutorial = "tutorial-53"
    outcomes = int(COLOURS)

    def variation(self, options: Options) -> Kind[Any]:
        return self if options["expansion"] == "no" else self._expanded()

    def variation_at(self, position: str) -> Kind[Any]:
        return self._expanded() if "+" in " ".join(position.split()[1:2]) else self

    def _expanded(self) -> Kind[Any]:
        from atoll.second_kind.variation import VARIATION

        return VARIATION

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

    def draws(
        self, seats: int, options: Options, state: ReefEncounter | None, drawn: Sequence[int]
    ) -> list[tuple[int, int]]:
        if state is None:
            return deal_draws(seats, options["advanced"] == "yes", drawn)
        return refill_draws(state, drawn)

    def drawn_deal(self, seats: int, options: Options, drawn: Sequence[int]) -> list[str]:
        return dealt(seats, options["advanced"] == "yes", drawn)

    def first_state(self, seats: int, options: Options, deal: list[Line]) -> ReefEncounter:
        state = ReefEncounter()
        self.prepared(state, seats, options, deal)
        return state

    def prepared(self, state: ReefEncounter, seats: int, options: Options, deal: list[Line]) -> None:
        """Let a deal be the beginning of a state."""
        wanted = ["rocks", "starfish", "sea", *(f"hand {seat + 1}" for seat in range(seats))]
        self.check_deal(wanted, deal)
        rock_line, starfish_line, sea_line, *hand_lines = deal
        rocks = [number(word, rock_line) for word in rock_line.text.split()[1:]]
        if len(rocks) != seats or len(set(rocks)) < seats or not set(rocks) <= set(ROCK_IDS):
            message = Message("reef-encounter.header.rocks", {"seats": seats, "known": ROCK_IDS})
            raise RecordError(rock_line.number, rock_line.text, message, "tiles")
        starfish = starfish_line.text.split()[1:]
        if starfish not in (["up"], ["down"]):
            raise RecordError(
                starfish_line.number, starfish_line.text, Message("reef-encounter.header.starfish"), "coral tiles"
            )
        state.prepare(rocks, starfish == ["up"], options["advanced"] == "yes")
        self._open_sea(state, sea_line)
        for seat, line in enumerate(hand_lines):
            size = OPENING_HAND[seats][seat]
            words = line.text.split()[2:]
            if len(words) != 1 or len(words[0]) != size:
                message = Message("reef-encounter.header.hand_size", {"seat": seat + 1, "size": size})
                raise RecordError(line.number, line.text, message, "tiles")
            for tile in words[0]:
                state.deal_hand(seat, self._tile(state, tile, line))
        state.begin()

    def _open_sea(self, state: ReefEncounter, line: Line) -> None:
        """Ruling `sea`: 3, 3, 3, 2, 1 tiles clockwise from some space."""
        words = line.text.split()[1:]
        tiles = {word[:1]: word[2:] for word in words if word[1:2] == ":"}
        if len(words) != COLOURS or sorted(tiles) != sorted(LETTERS):
            raise RecordError(line.number, line.text, Message("reef-encounter.header.sea_spaces"), "sea")
        sizes = [len(tiles[space]) for space in LETTERS]
        if not any(sizes[at:] + sizes[:at] == OPENING_SEA for at in range(COLOURS)):
            message = Message("reef-encounter.header.sea_sizes", {"sizes": OPENING_SEA})
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
            message = Message("reef-encounter.header.too_many", {"colour": notation.colour_term(colour)})
            raise RecordError(line.number, line.text, message, "tiles")
        return colour

    def tidied(self, line: str) -> str:
        word, *spaces = line.split(" ")
        return " ".join([word, *sorted(spaces, key=lambda said: LETTERS.index(said[0]))]) if word == "sea" else line

    def text(self, state: ReefEncounter, move: int) -> str:
        return notation.text(state, move)

    def spelled(self, text: str) -> str:
        return notation.spelled(text)

    def meant(self, state: ReefEncounter, text: str) -> int:
        return notation.code(state, notation.parse(text, state.seats))

    def why(self, state: ReefEncounter, text: str) -> RuleError | None:
        return why_not(state, notation.parse(text, state.seats))

    def chance_text(self, state: ReefEncounter, outcome: list[int]) -> str:
        return notation.refill_text(state, outcome)

    def find_chance(self, state: ReefEncounter, text: str) -> list[int]:
        return notation.parse_refill(state, text)

    def pending(self, state: ReefEncounter) -> str:
        return "* refill " + " ".join(f"{LETTERS[space]}:" for space in state.refill_order())

    def events(self, before: ReefEncounter, move: int, after: ReefEncounter, viewer: int) -> list[Event]:
        return move_events(before, move, after, viewer)

    def chance_events(
        self, before: ReefEncounter, outcome: list[int], after: ReefEncounter, viewer: int
    ) -> list[Event]:
        return chance_events(before, outcome, after)

    def in_the_open(self, step: Step) -> bool:
        return step.outcome is not None or step.move >= TAKE_CUBES  # all but what goes into a parrotfish first

    def view(self, state: ReefEncounter, viewer: int) -> dict[str, Any]:
        return dict(view(state, viewer))

    def next_view(
        self, earlier: dict[str, Any], before: ReefEncounter, state: ReefEncounter, viewer: int
    ) -> dict[str, Any]:
        return dict(view(state, viewer, before=before, earlier=earlier))

    def foreseen(self, state: ReefEncounter, move: int, viewer: int) -> Foreseen:
        return foreseen(state, move, viewer)

    def reason(self, state: ReefEncounter, moves: list[int], viewer: int) -> Message:
        return reason(state, moves, viewer) or super().reason(state, moves, viewer)

    def reveals(self, before: ReefEncounter, after: ReefEncounter) -> bool:
        """Whether the bag has let its player know more of what others drew."""
        return after.over or bounds(after, before.seat).narrower(bounds(before, before.seat))

    def seen(self, line: str, state: ReefEncounter, viewer: int) -> str:
        return notation.seen(line, state, viewer)

    def restated(self, lines: list[str], state: ReefEncounter) -> list[str]:
        return [notation.restated(line, state) for line in lines]

    def position(self, state: ReefEncounter, viewer: int) -> str:
        return position.write(state, viewer)

    def read_position(self, line: str) -> ReefEncounter:
        return position.read(line)

    def draw(self, state: ReefEncounter, viewer: int, colour: bool = False) -> str:
        return draw.draw(state, viewer, colour)

    def insight(self, state: ReefEncounter, viewer: int, language: str) -> dict[str, Any]:
        return dict(insight(state, viewer, language))

    def observation(self, seats: int) -> list[Piece]:
        return pieces(seats)

    def move_groups(self) -> list[Group]:
        return groups()

    def study(self, state: ReefEncounter, seat: int, language: str) -> str:
        return draw.study(state, seat, language)

    def result(self, state: ReefEncounter) -> Message:
        return Message(f"reef-encounter.end.{ENDS[state.ended]}")

    def notes(self) -> Notes:
        return ReefEncounterNotes(self)


KIND = ReefEncounterKind()
