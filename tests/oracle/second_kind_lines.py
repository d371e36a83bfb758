"""Whose decision it is in Reef Encounters of the Second Kind, and every line that is legal then.

Part of the naive reference; see second_kind_board.py for its manner and second_kind.py for the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement

from .second_kind_board import COLOURS, POLYP_KINDS, TURNS, colours_of
from .second_kind_cards import CARDS, HAND_LIMIT, Player, Question, Table

CHANCE, OVER = "chance", "over"


class Decisions(Table):
    """One position of the game, and what can be decided in it."""

    def __init__(self, rocks: Iterable[int], advanced: bool = False, expansion: str = "yes") -> None:
        super().__init__(rocks, advanced)
        self.expansion = expansion
        self.seats = len(self.rocks)
        self.phase = "fish"  # fish, cubes, turn, extra, over
        self.seat: int | None = 1  # who chooses, whose turn or extra turn it is
        self.part = "main"  # of the turn: start, crowns, main
        self.attacked: set[str] = set()  # crowns that have attacked in this turn
        self.start_window: list[int] = []  # seats still to be asked, the next one first
        self.growth_window: list[int] = []
        self.owed: Question | None = None  # what the step owes
        self.in_play: str | None = None  # the card of the current window, unless it was played with `eat`
        self.aside: Counter[str] = Counter()  # tiles of a coral that is being eaten
        self.occupied: set[str] = set()  # the extra-growth spaces with polyp or crown when the step began
        self.turn_over = False  # the turn ends when the step is complete
        self.ended: str | None = None  # tiles, shrimps, full, shortage
        self.ender: int | None = None

    # Whose decision it is

    def seat_to_decide(self) -> int | str:
        """The seat, or "chance", or "over"."""
        if self.phase == "over":
            return OVER
        if self.owed is not None:
            question = self.owed
            if question["ask"] in ("refill", "card", "dip"):
                return CHANCE
            return int(question["seats"][0] if question["ask"] == "current" else question["seat"])
        if self.growth_window:
            return self.growth_window[0]
        if self.phase == "turn" and self.part == "start":
            return self.start_window[0]
        return self.active

    @property
    def active(self) -> int:
        assert self.seat is not None
        return self.seat

    def mover(self) -> Player:
        return self.player(self.active)

    def clockwise(self, seat: int, number: int) -> list[int]:
        """So many seats, clockwise, this one first."""
        return [(seat - 1 + step) % self.seats + 1 for step in range(number)]

    # Legal lines

    def legal(self) -> list[str]:
        """Every line that can be made now, as the record writes it, sorted."""
        return sorted(self.lines()) if self.seat_to_decide() not in (CHANCE, OVER) else []

    def lines(self) -> list[str]:
        """The decisions in their order: what is owed, growth window, start window, crowns, main part."""
        if self.phase == "fish":
            return [f"fish {colour}" for colour in COLOURS if self.mover().hand[colour]]
        if self.phase == "cubes":
            pairs = combinations_with_replacement(sorted(COLOURS), 2)
            return [f"cubes {a}{b}" for a, b in pairs if self.supply[a] > (a == b) and self.supply[b]]
        if self.owed is not None:
            return self.owed_lines(self.owed)
        if self.growth_window:
            return self.window_lines(self.growth_window[0], ["extra-free-growth"])
        if self.phase == "extra":
            return [*self.eat_lines(), "pass"]
        if self.part == "start":
            return self.window_lines(self.start_window[0], self.start_cards())
        if self.part == "crowns":
            return self.crown_lines()
        return self.main_lines()

    def owed_lines(self, question: Question) -> list[str]:
        match question["ask"]:
            case "current":
                held = self.holds(question["seats"][0], "strong-current")
                return ["pass", "play strong-current"] if held else ["pass"]
            case "bag":
                return [f"bag {kind}" for kind in +self.aside]
            case "displaced":
                return self.moves_of(question["cell"], self.active)
            case "pushed":
                return self.push_lines(question)
        return self.card_lines(question)

    def window_lines(self, seat: int, cards: Iterable[str]) -> list[str]:
        """`window`: pass, or a card of the window that the seat holds and that is possible."""
        return ["pass", *(f"play {card}" for card in cards if self.holds(seat, card) and self.possible(card, seat))]

    def start_cards(self) -> list[str]:
        """The cards the start window is for."""
        return [
            card for card in CARDS if self.is_clownfish(card) and card not in ("strong-current", "extra-free-growth")
        ]

    def main_lines(self) -> list[str]:
        """`order`: while a polyp is owed only `polyp`, `move` and Deep water."""
        seat, turn = self.active, self.turn
        lines = self.polyp_lines()
        for cell, owner in self.shrimps.items():
            if owner == seat:
                lines += self.moves_of(cell, seat)
        if turn.owed:
            return lines + [line for line in self.play_lines() if line == "play deep-water"]
        lines += self.eat_lines() if turn.may_eat else []
        lines += self.larva_lines() + self.shrimp_lines() + self.cube_lines() + self.tile_lines()
        lines += self.alga_lines(seat, [kind for kind in POLYP_KINDS if self.mover().front[kind]])
        lines += self.terrain_lines() + self.buy_lines() + self.play_lines() + self.change_lines()
        lines += [f"discard {card}" for card in self.mover().cards]
        return lines + self.collect_lines()

    def eat_lines(self) -> list[str]:
        """`eating`, `first coral`: five or more under one's own shrimp; the first time with a marked card."""
        corals, player = self.corals(), self.mover()
        cells = [cell for cell, owner in self.shrimps.items() if owner == self.seat and len(corals.get(cell, "")) >= 5]
        if player.eaten:
            return [f"eat {cell}" for cell in cells]
        if self.phase == "extra":
            return []
        return [f"eat {cell} {card}" for cell in cells for card in player.cards if card in self.marks_blue]

    def larva_lines(self) -> list[str]:
        """`open action`: two a turn; a cube, unless Free growth pays; a polyp must be possible at once."""
        turn = self.turn
        free = turn.free_growth and turn.larvae == 0
        if turn.larvae == 2:
            return []
        return [f"larva {c}" for c in COLOURS if (free or self.mover().cubes[c]) and self.can_lay(c)]

    def can_lay(self, colour: str) -> bool:
        """Whether the player has a tile to lay as this colour, and a place for it."""
        held = self.mover().hand + self.mover().front
        kinds = [kind for kind in held if colour in colours_of(kind)]
        return any(self.lay_cells(colour, printed, turn) for kind in kinds for printed, turn in variants(kind))

    def polyp_lines(self) -> list[str]:
        """`four`: at most four from behind the screen, consumed ones without limit; two in all with Late breakfast."""
        turn, lines = self.turn, []
        if turn.open is None or turn.breakfast >= 2:
            return []
        sources = [(" c", self.mover().front), ("", self.mover().hand)][: 2 if turn.behind < 4 else 1]
        cells: dict[tuple[bool, str], list[str]] = {}  # what a tile can do depends on nothing else
        for ending, source in sources:
            for kind in +source:
                if turn.open not in colours_of(kind):
                    continue
                for shape in variants(kind):
                    if shape not in cells:
                        cells[shape] = self.lay_cells(turn.open, *shape, turn.deep_water)
                    name = " ".join(word for word in ("" if kind == turn.open else kind, shape[1]) if word)
                    lines += [f"polyp {cell}{name and ' ' + name}{ending}" for cell in cells[shape]]
        return lines

    def shrimp_lines(self) -> list[str]:
        """Action 4: once a turn, from behind the screen onto a polyp."""
        if self.turn.shrimp or not self.mover().screen:
            return []
        return [f"shrimp {cell}" for cell in self.standing_cells(self.active, bare=False)]

    def cube_lines(self) -> list[str]:
        """`action 6`: a consumed polyp for a cube of a colour it has."""
        return [
            f"cube {colour}" + ("" if kind == colour else f" {kind}")
            for kind in +self.mover().front
            for colour in colours_of(kind)
            if self.supply[colour]
        ]

    def tile_lines(self) -> list[str]:
        """`action 8`."""
        return [f"tile {colour}" for colour in COLOURS if self.mover().cubes[colour] and self.to_be_had(colour)]

    def terrain_lines(self) -> list[str]:
        """Action 8a."""
        held = [tile for tile in ("rock", "water", "crown") if self.mover().hand[tile]]
        return [f"lay {tile} {c}" for tile in held for c in self.map.neighbours if self.may_lay_terrain(tile, c)]

    def buy_lines(self) -> list[str]:
        """`buying`: once a turn, with fewer than three unplayed cards."""
        player = self.mover()
        if self.turn.bought or len(player.cards) >= HAND_LIMIT:
            return []
        return [
            *(f"buy {kind}" for kind in +player.hand),
            *(f"buy {kind} c" for kind in +player.front),
            *(f"buy cube {colour}" for colour in +player.cubes),
        ]

    def play_lines(self) -> list[str]:
        """`playing`: for the text if it is possible; for a blue shrimp if the card is marked and one can be moved."""
        seat = self.active
        cards = self.mover().cards
        blue = {card for card in cards if card in self.marks_blue and self.blue_lines(seat)}
        return [f"play {card}" for card in cards if self.possible(card, seat)] + [f"play {card} blue" for card in blue]

    def change_lines(self) -> list[str]:
        """`double`: two ordinary polyps of its colour from the bag."""
        return [f"change {c}" for c in COLOURS if self.mover().front[c + "2"] and self.bag[c] >= 2]

    def collect_lines(self) -> list[str]:
        """`turn end`, `bare rock`."""
        turn, bare = self.turn, self.stands_on_bare_rock(self.active)
        if turn.collected:
            return [] if bare else ["end"]
        return [] if bare and not turn.pick_me_up else [f"collect {colour}" for colour in COLOURS]

    def crown_lines(self) -> list[str]:
        """`crown attack`: every crown that has not attacked, and its prey."""
        crowns = self.crowns - self.attacked
        return [f"crown {crown} {cell}" for crown in crowns for cell in self.prey(crown, self.active)]

    def push_lines(self, question: Question) -> list[str]:
        """`pushed`: to a neighbour free for blue; else off, or an own shrimp makes room first."""
        if question["room"]:
            return [f"push {question['room']}"]
        free, in_the_way = self.push_places(question["cell"])
        if free:
            return [f"push {cell}" for cell in free]
        return ["push off", *(line for cell in in_the_way for line in self.moves_of(cell, self.active))]

    def push_places(self, cell: str) -> tuple[list[str], list[str]]:
        near = self.map.neighbours[cell].values()
        own = [other for other in near if self.shrimps.get(other) == self.active]
        return (
            [other for other in near if self.free_for_blue(other)],
            [other for other in own if self.free_for_blue(other, without=other)],
        )


def variants(kind: str) -> list[tuple[bool, str]]:
    """What matters of a tile for where it can lie: whether it is a printed shrimp, and how a half is turned."""
    return [(False, turn) for turn in TURNS] if kind.endswith("h") else [(kind.endswith("s"), "")]
