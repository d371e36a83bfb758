"""Reef Encounter with the expansion, as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from atoll.core.errors import AtollError, RecordError, RuleError
from atoll.core.events import EndsGame, Event
from atoll.core.kind import Foreseen, Kind, Marks, Options
from atoll.core.messages import Message
from atoll.core.notes import Notes
from atoll.core.observation import Group, Piece
from atoll.core.record import Line
from atoll.core.rng import Rng
from atoll.reef_encounter.events import GameEnds
from atoll.reef_encounter.kind import KIND as BASE
from atoll.reef_encounter.tables import PLACE_NAMES, ROCK_IDS
from atoll.reef_encounter.words import ENDS
from atoll.second_kind import draw, draws, notation, position, reading, reading_position
from atoll.second_kind.chances import chance_draws
from atoll.second_kind.events import chance_events, move_events
from atoll.second_kind.insight import insight
from atoll.second_kind.moves import MOVES, groups
from atoll.second_kind.notes import SecondKindNotes
from atoll.second_kind.observe import pieces
from atoll.second_kind.reason import reason
from atoll.second_kind.state import SecondKind
from atoll.second_kind.tables import CARD_NAMES, FACTS, KINDS
from atoll.second_kind.tables import marked as house_marks
from atoll.second_kind.view import view
from atoll.second_kind.why import why_not
from atoll.second_kind.windows import WINDOWS, forced, window

MARKS = ("blue", "clownfish")


def edge_names() -> dict[str, list[str]]:
    """By rock the cells of the ring around its drawing, as the page asks for them."""
    return {str(rock): [name for name in PLACE_NAMES[rock] if name[0] in "zh" or name[1] in "07"] for rock in ROCK_IDS}


class SecondKindKind(Kind[SecondKind]):
    name = BASE.name
    title = "Reef Encounters of the Second Kind"
    page = "second-kind"
    tutorial = "tutorial-14"
    seat_numbers = BASE.seat_numbers
    option_values = BASE.option_values
    other_rules = BASE.other_rules
    rules_version = BASE.rules_version
    answers_alone = True  # most seats that a window asks can only pass
    windows = WINDOWS
    moves = MOVES
    grammar = notation.GRAMMAR
    outcomes = int(KINDS)

    def facts(self) -> dict[str, Any]:
        marks = {mark: [card["name"] for card in FACTS["card"] if mark in card["marks"]] for mark in MARKS}
        return BASE.facts() | {
            "cards": CARD_NAMES,
            "marks": marks,
            "enclosed": FACTS["enclosed"],
            "edge": edge_names(),
        }

    def variation(self, options: Options) -> Kind[Any]:
        return BASE.variation(options)

    def variation_at(self, position: str) -> Kind[Any]:
        return BASE.variation_at(position)

    # Beginning

    def deal(self, seats: int, options: Options, rng: Rng) -> list[str]:
        """Ruling `revealed`: what is drawn for the opening is ordinary, so the base game deals it."""
        return self._marked(BASE.deal(seats, options, rng))

    def draws(
        self, seats: int, options: Options, state: SecondKind | None, drawn: Sequence[int]
    ) -> list[tuple[int, int]]:
        return BASE.draws(seats, options, None, drawn) if state is None else chance_draws(state, drawn)

    def drawn_deal(self, seats: int, options: Options, drawn: Sequence[int]) -> list[str]:
        return self._marked(BASE.drawn_deal(seats, options, drawn))

    def _marked(self, deal: list[str]) -> list[str]:
        """A deal of the base game with the house's marks."""
        return [*deal[:2], *(self._marks_line(mark, house_marks(mark)) for mark in MARKS), *deal[2:]]

    def with_marks(self, deal: list[str], marks: Marks) -> list[str]:
        """Ruling `marks`: any table can be played. AtollError names a mark or a card that there is not."""
        for mark, names in marks.items():
            if mark not in MARKS:
                raise AtollError(Message("second-kind.header.mark", {"word": mark, "known": list(MARKS)}))
            for name in names:
                if name not in CARD_NAMES:
                    raise AtollError(Message("second-kind.notation.card", {"word": name}))
        lines = [self._marks_line(mark, self._cards(marks.get(mark, ()))) for mark in MARKS]
        return [*deal[:2], *lines, *deal[4:]]

    def _cards(self, names: Iterable[str]) -> int:
        return sum(1 << CARD_NAMES.index(name) for name in set(names))

    def _marks_line(self, mark: str, cards: int) -> str:
        names = [name for card, name in enumerate(CARD_NAMES) if cards >> card & 1]
        return " ".join(["marks", mark, *(sorted(names) or ["-"])])

    def first_state(self, seats: int, options: Options, deal: list[Line]) -> SecondKind:
        hands = [f"hand {seat + 1}" for seat in range(seats)]
        self.check_deal(["rocks", "starfish", *(f"marks {mark}" for mark in MARKS), "sea", *hands], deal)
        blue, clownfish = (self._read_marks(line) for line in deal[2:4])
        state = SecondKind()
        BASE.prepared(state, seats, options, [*deal[:2], *deal[4:]])
        state.prepare_layers(options["expansion"] == "dealt", blue, clownfish)
        return state

    def _read_marks(self, line: Line) -> int:
        """Ruling `marks`: the cards that carry a mark, each named once."""
        names = line.text.split()[2:]
        if names == ["-"]:
            return 0
        for name in names:
            if name not in CARD_NAMES:
                message = Message("second-kind.notation.card", {"word": name})
                raise RecordError(line.number, line.text, message, "marks")
        if not names or len(set(names)) < len(names):
            raise RecordError(line.number, line.text, Message("second-kind.header.marks"), "marks")
        return sum(1 << CARD_NAMES.index(name) for name in names)

    def tidied(self, line: str) -> str:
        words = line.split(" ")
        return " ".join([*words[:2], *sorted(words[2:])]) if words[0] == "marks" else BASE.tidied(line)

    # Moves and chance in words

    def text(self, state: SecondKind, move: int) -> str:
        return notation.text(state, move)

    def spelled(self, text: str) -> str:
        return reading.spelled(text)

    def meant(self, state: SecondKind, text: str) -> int:
        return reading.code(state, reading.parse(text, state))

    def find(self, state: SecondKind, text: str) -> int:
        move = self.meant(state, text)
        if text.startswith("coral ") and move in state.legal():
            return move  # whichever of its cells is named
        return super().find(state, text)

    def why(self, state: SecondKind, text: str) -> RuleError | None:
        return why_not(state, reading.parse(text, state))

    def chance_text(self, state: SecondKind, outcome: list[int]) -> str:
        return draws.chance_text(state, outcome)

    def find_chance(self, state: SecondKind, text: str) -> list[int]:
        return draws.find_chance(state, text)

    def pending(self, state: SecondKind) -> str:
        return draws.pending(state)

    # Questions that most can only answer in one way

    def window(self, state: SecondKind) -> str | None:
        return window(state)

    def forced(self, state: SecondKind) -> bool:
        return forced(state)

    # Seeing

    def events(self, before: SecondKind, move: int, after: SecondKind, viewer: int) -> list[Event]:
        return move_events(before, move, after, viewer)

    def chance_events(self, before: SecondKind, outcome: list[int], after: SecondKind, viewer: int) -> list[Event]:
        return chance_events(before, outcome, after, viewer)

    def view(self, state: SecondKind, viewer: int) -> dict[str, Any]:
        return dict(view(state, viewer))

    def foreseen(self, state: SecondKind, move: int, viewer: int) -> Foreseen:
        """What a move brings about can be seen, for the bag is known; only the end brings to light what was hidden."""
        after = state.clone()
        after.make(move)
        if not after.over:
            return super().foreseen(state, move, viewer)
        events = [event for event in move_events(state, move, after, viewer) if not isinstance(event, GameEnds)]
        return Foreseen([*events, EndsGame()], lambda: self.view(state, viewer))

    def reason(self, state: SecondKind, moves: list[int], viewer: int) -> Message:
        return reason(state, moves, viewer) or super().reason(state, moves, viewer)

    def reveals(self, before: SecondKind, after: SecondKind) -> bool:
        """Who is asked in a window cannot be unasked, and how long the answer took may have told something."""
        return window(before) is not None or window(after) is not None

    def seen(self, line: str, state: SecondKind, viewer: int) -> str:
        return draws.seen(line, state, viewer)

    def restated(self, lines: list[str], state: SecondKind) -> list[str]:
        return draws.restated(lines, state)

    def position(self, state: SecondKind, viewer: int) -> str:
        return position.write(state, viewer)

    def read_position(self, line: str) -> SecondKind:
        return reading_position.read(line)

    def draw(self, state: SecondKind, viewer: int, colour: bool = False) -> str:
        return draw.draw(state, viewer, colour)

    def insight(self, state: SecondKind, viewer: int, language: str) -> dict[str, Any]:
        return dict(insight(state, viewer, language))

    def observation(self, seats: int) -> list[Piece]:
        return pieces(seats)

    def move_groups(self) -> list[Group]:
        return groups()

    def study(self, state: SecondKind, seat: int, language: str) -> str:
        return draw.study(state, seat, language)

    def result(self, state: SecondKind) -> Message:
        return Message(f"reef-encounter.end.{ENDS[state.ended]}")

    def notes(self) -> Notes:
        return SecondKindNotes(self)


VARIATION = SecondKindKind()
