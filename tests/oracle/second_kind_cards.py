"""The table of Reef Encounters of the Second Kind: what players, bag, sea and deck hold, and what the cards do.

Part of the naive reference; see second_kind_board.py for its manner and second_kind.py for the course of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .second_kind_board import COLOURS, POLYP_KINDS, Polyp, Reef, colours_of

ALGAE = ("blue", "green", "purple", "red")
LARVAE, CYLINDERS, SHRIMPS, BLUE_SHRIMPS, HAND_LIMIT = 10, 5, 4, 4, 3

# Starfish side: strong coral, weak coral, large alga, small alga. The other side swaps both pairs.
CORAL_TILES = {
    "wy": ("w", "y", "green", "blue"),
    "pw": ("p", "w", "purple", "green"),
    "gw": ("g", "w", "red", "purple"),
    "oy": ("y", "o", "blue", "red"),
    "go": ("o", "g", "blue", "green"),
    "ow": ("w", "o", "red", "purple"),
    "gp": ("p", "g", "green", "purple"),
    "gy": ("g", "y", "blue", "red"),
    "py": ("y", "p", "purple", "blue"),
    "op": ("o", "p", "green", "red"),
}

STRENGTHS = {
    "grey-strength": "g",
    "orange-strength": "o",
    "pink-strength": "p",
    "white-strength": "w",
    "yellow-strength": "y",
}
SCORING = {*STRENGTHS, "metamorphosis"}
UNRELIABLE = ("unreliable-shrimp-1", "unreliable-shrimp-2", "unreliable-shrimp-3", "unreliable-shrimp-4")
HOUSE_BLUE = [
    "algae-indigestion",
    "confusion",
    "consumed-polyp-tiles",
    "deep-water",
    "disintegration",
    "double-lock",
    "extra-growth",
    "fair-exchange",
    "free-growth",
    "larva-cube-exchange",
    "late-breakfast",
    "lucky-dip",
    "metamorphosis",
    "pick-me-up",
]
HOUSE_CLOWNFISH = ["dislodged", "extra-free-growth", "second-course", "strong-current"]
CARDS = sorted({*HOUSE_BLUE, *HOUSE_CLOWNFISH, *STRENGTHS, *UNRELIABLE, "free-alga"})
# A clownfish of another table counts for nothing on these.
OWN_TURN = {"deep-water", "double-lock", "free-alga", "free-growth", "late-breakfast", "pick-me-up"}
TIMES = {"consumed-polyp-tiles": 3, "fair-exchange": 3, "larva-cube-exchange": 2, "extra-growth": 2}

Question = dict[str, Any]


@dataclass
class Player:
    hand: Counter[str] = field(default_factory=Counter)  # tiles behind the screen, by kind
    front: Counter[str] = field(default_factory=Counter)  # consumed polyps
    fish: Counter[str] = field(default_factory=Counter)  # tiles in the parrotfish
    cubes: Counter[str] = field(default_factory=Counter)
    screen: int = SHRIMPS  # shrimps behind the screen
    eaten: int = 0  # shrimps eaten; the first of them is on the open-sea board
    cards: set[str] = field(default_factory=set)  # unplayed
    scoring: set[str] = field(default_factory=set)  # scoring cards in front


@dataclass
class Turn:
    """What the turn has brought so far."""

    may_eat: bool = True  # the chance of action 1
    larvae: int = 0
    open: str | None = None  # the colour of the open action
    owed: bool = False  # a polyp is owed
    behind: int = 0  # polyps laid from behind the screen in the open action
    breakfast: int = 0  # polyps laid in the open action 2 under Late breakfast
    shrimp: bool = False
    locks: int = 0  # cylinders put on coral tiles
    bought: bool = False
    collected: bool = False
    deep_water: bool = False  # in force, and not used yet
    double_lock: bool = False
    free_growth: bool = False
    late_breakfast: bool = False
    pick_me_up: bool = False

    def close(self) -> None:
        self.open, self.owed, self.behind, self.breakfast, self.deep_water = None, False, 0, 0, False


class Table(Reef):
    """Rocks, players, bag, sea, coral tiles and cards."""

    def __init__(self, rocks: Iterable[int], advanced: bool) -> None:
        super().__init__(rocks)
        self.advanced = advanced
        self.players = [Player() for _ in self.rocks]
        self.bag: Counter[str] = Counter()
        self.bonus: Counter[str] = Counter()
        self.bonus_gone = False  # the bag was empty once
        self.sea: dict[str, list[str]] = {space: [] for space in COLOURS}
        self.supply: Counter[str] = Counter(dict.fromkeys(COLOURS, LARVAE - 1))
        self.coral_tiles: dict[str, str] = {}  # tile: the colour that is strong
        self.covered: dict[str, str] = {}  # tile: the cylinder on it
        self.cylinders: Counter[str] = Counter(dict.fromkeys(ALGAE, CYLINDERS))
        self.alga: str | None = None  # on the alga space
        self.blue_beside, self.blue_sea = BLUE_SHRIMPS - 1, 1
        self.crowns_out = 0
        self.marks_blue, self.marks_clownfish = set(HOUSE_BLUE), set(HOUSE_CLOWNFISH)
        self.deck: set[str] = set(CARDS)
        self.discard: set[str] = set()
        self.turn = Turn()

    def player(self, seat: int) -> Player:
        return self.players[seat - 1]

    # The bag

    def draw(self, kind: str) -> None:
        """`shortage`: in the moment the bag is empty the bonus tiles go into it, for good."""
        self.draw_all([kind])

    def draw_all(self, kinds: Iterable[str]) -> None:
        for kind in kinds:
            if self.bag[kind] == 0:
                raise ValueError(f"the bag has no such tile: {kind!r}")
            self.bag[kind] -= 1
        if self.bag.total() == 0 and not self.advanced and not self.bonus_gone:
            self.bag, self.bonus, self.bonus_gone = self.bonus, Counter(), True

    def to_be_had(self, colour: str) -> bool:
        return self.bag[colour] + self.bonus[colour] > 0

    def take_ordinary(self, colour: str) -> None:
        """`growth`, `action 8`: an ordinary tile from the bag if it has one, else the bonus tile."""
        if self.bag[colour]:
            self.draw(colour)
        else:
            self.bonus[colour] -= 1

    # Coral tiles

    def set_strong(self, tile: str, strong: str) -> None:
        self.coral_tiles[tile] = strong
        self.stronger = {(colour, tile.replace(colour, "")) for tile, colour in self.coral_tiles.items()}

    def large(self, tile: str) -> str:
        strong, _, large, small = CORAL_TILES[tile]
        return large if self.coral_tiles[tile] == strong else small

    def turn_tiles(self, alga: str) -> None:
        """Every uncovered tile with that large alga turns over."""
        for tile in [tile for tile in CORAL_TILES if tile not in self.covered and self.large(tile) == alga]:
            self.set_strong(tile, tile.replace(self.coral_tiles[tile], ""))

    def values(self) -> dict[str, int]:
        return {colour: 1 + list(self.coral_tiles.values()).count(colour) for colour in COLOURS}

    def lockable(self, tile: str, alga: str, seat: int, free: bool) -> bool:
        """`locking`, `last tile`, Double lock, Free alga."""
        player, last = self.player(seat), len(self.covered) == len(CORAL_TILES) - 1
        return (
            tile not in self.covered
            and self.large(tile) == alga
            and (free or player.eaten >= 1)
            and self.turn.locks < (2 if self.turn.double_lock else 1)
            and not (last and (self.turn.locks > 0 or player.fish.total() < 2))
        )

    def alga_lines(self, seat: int, payments: Iterable[str], free: bool = False) -> list[str]:
        """`action 7`: any cylinder of the supply, onto the alga space or a coral tile."""
        return [
            f"alga {alga} {paid} {place}"
            for alga in ALGAE
            if self.cylinders[alga]
            for place in ["sea", *(tile for tile in CORAL_TILES if self.lockable(tile, alga, seat, free))]
            for paid in payments
        ]

    def play_alga(self, alga: str, place: str) -> None:
        self.cylinders[alga] -= 1
        if place == "sea":
            if self.alga:
                self.cylinders[self.alga] += 1
            self.alga = alga
        else:
            self.covered[place] = alga
            self.turn.locks += 1
        self.turn_tiles(alga)

    def shifts(self) -> list[str]:
        """Confusion: to an uncovered tile with the same large alga."""
        return [
            f"shift {origin} {target}"
            for origin, alga in self.covered.items()
            for target in CORAL_TILES
            if target not in self.covered and self.large(target) == alga
        ]

    # Laying a polyp, wherever it comes from

    def lay_polyp(self, cell: str, polyp: Polyp, seat: int) -> None:
        """`attack`: what was there goes in front of the screen of whoever lays. Then `growth`."""
        if cell in self.polyps:
            self.player(seat).front[self.take(cell).kind] += 1
        self.put(cell, polyp)
        self.grow(cell, polyp)

    def grow(self, cell: str, polyp: Polyp) -> None:
        """`growth`: an ordinary tile of the colour comes onto an empty extra-growth space beside a coral side."""
        if self.advanced or self.bonus_gone or not self.to_be_had(polyp.colour):
            return
        for side, space in self.map.neighbours[cell].items():
            if space in self.map.growth and polyp.coral_side(side) and self.may_grow_on(space, polyp.colour):
                self.take_ordinary(polyp.colour)
                self.put(space, Polyp(polyp.colour, polyp.colour))

    def may_grow_on(self, space: str, colour: str) -> bool:
        return self.empty(space) and not self.joins_too_much(space, colour, False, "")

    # Cards

    def holds(self, seat: int, card: str) -> bool:
        return card in self.player(seat).cards

    def is_clownfish(self, card: str) -> bool:
        """`clownfish`: also played outside the order and in windows."""
        return card in self.marks_clownfish and card not in OWN_TURN

    def possible(self, card: str, seat: int) -> bool:
        """Whether a card can be played for its text (the column "possible when")."""
        turn, player = self.turn, self.player(seat)
        match card:
            case "strong-current":
                return False
            case "consumed-polyp-tiles" | "fair-exchange":
                return any(player.hand[kind] for kind in POLYP_KINDS)
            case "deep-water":
                water = (c for c in self.map.enclosed if not self.rock_space(c) and c not in self.polyps)
                return turn.open is not None and not turn.deep_water and any(water)
            case "double-lock":
                return player.eaten >= 1 and len(self.covered) <= 8
            case "free-growth":
                return turn.larvae == 0
            case "late-breakfast":
                return turn.may_eat and turn.larvae == 0
            case "lucky-dip":
                return self.bag.total() > 0
            case "pick-me-up":
                return not turn.collected
            case "free-alga":
                return True
        return card in SCORING or bool(self.card_lines({"ask": card, "seat": seat, "made": 0}))

    def card_lines(self, question: Question) -> list[str]:
        """What the player of a card can answer; an empty list ends the card."""
        card, seat, made = question["ask"], question["seat"], question.get("made", 0)
        player = self.player(seat)
        if made and made == TIMES.get(card):
            return []
        match card:
            case "algae-indigestion":
                return [f"unlock {tile}" for tile in self.covered]
            case "confusion":
                return self.shifts()
            case "consumed-polyp-tiles":
                lines = [f"consume {kind}" for kind in POLYP_KINDS if player.hand[kind]]
                return [*lines, "done"] if lines and made else lines
            case "disintegration":
                return sorted({f"coral {min(coral)}" for coral in self.corals().values() if len(coral) >= 10})
            case "remove":
                cells = (cell for cell in question["cells"] if cell not in self.shrimps and cell not in self.blue)
                return [f"remove {cell}" for cell in cells]
            case "dislodged":
                return [f"dislodge {crown}" for crown in self.crowns]
            case "extra-free-growth":
                return self.free_growth_lines(seat)
            case "extra-growth":
                return [f"grow {c} {cell}" for c in COLOURS if self.bag[c] for cell in self.lay_cells(c)]
            case "fair-exchange":
                lines = self.trades(player)
                return [*lines, "done"] if lines else []
            case "free-alga":
                return self.alga_lines(seat, ["-"], free=True)
            case "larva-cube-exchange":
                lines = [
                    f"swap {a} {b}" for a in COLOURS for b in COLOURS if a != b and player.cubes[a] * self.supply[b]
                ]
                return [*lines, "done"] if lines and made else lines
            case "second-course":
                return self.drives()
            case "blue":
                return self.blue_lines(seat)
        return self.unreliable_lines(card) if card in UNRELIABLE else []

    def free_growth_lines(self, seat: int, spaces: Iterable[str] | None = None) -> list[str]:
        """Extra free growth: an empty extra-growth space that touches one's own coral, a tile from the bag."""
        corals, lines = self.corals(), set()
        for space in self.map.growth if spaces is None else spaces:
            for near in self.touching(space):
                colour = self.polyps[near].colour
                if self.owner(corals[near]) == seat and self.bag[colour] and self.may_grow_on(space, colour):
                    lines.add(f"grow {colour} {space}")
        return sorted(lines)

    def trades(self, player: Player) -> list[str]:
        """Fair exchange: a polyp tile from behind the screen for a cube of a colour it has."""
        return [
            f"trade {colour}" + ("" if kind == colour else f" {kind}")
            for kind in POLYP_KINDS
            if player.hand[kind]
            for colour in colours_of(kind)
            if self.supply[colour]
        ]

    def blue_lines(self, seat: int) -> list[str]:
        """`blue card`: bring one in, move one, take one back."""
        corals = self.corals()
        own = [cell for cell in self.blue if self.owner(corals[cell]) == seat]
        lines = [f"blue - {cell}" for cell in self.blue_cells()] if self.blue_beside else []
        movable = own if self.blue_beside else self.blue
        lines += [f"blue {cell} {target}" for cell in movable for target in self.blue_cells(cell)]
        return lines + [f"blue {cell} off" for cell in own]

    def unreliable_lines(self, card: str) -> list[str]:
        """The Unreliable shrimps: same rock; same colour; another colour; a smaller coral."""
        corals, lines = self.corals(), []
        for cell in self.blue:
            for target in self.blue_cells(cell):
                same_colour = self.polyps[cell].colour == self.polyps[target].colour
                allowed = {
                    "unreliable-shrimp-1": cell[0] == target[0],
                    "unreliable-shrimp-2": same_colour,
                    "unreliable-shrimp-3": not same_colour,
                    "unreliable-shrimp-4": len(corals[target]) < len(corals[cell]),
                }
                if allowed[card]:
                    lines.append(f"blue {cell} {target}")
        return lines

    def answer_card(self, question: Question, text: str) -> Question | None:
        """Do what the line says; what the card still asks, if anything."""
        seat = question["seat"]
        player = self.player(seat)
        match text.split():
            case ["done"]:
                return None
            case ["unlock", tile]:
                self.cylinders[self.covered.pop(tile)] += 1
            case ["shift", origin, target]:
                self.covered[target] = self.covered.pop(origin)
                self.turn_tiles(self.covered[target])
            case ["consume", kind]:
                player.hand[kind] -= 1
                player.front[kind] += 1
            case ["coral", cell]:
                coral = self.corals()[cell]
                owner = self.owner(coral) or seat
                return {"ask": "remove", "seat": owner, "cells": sorted(coral), "left": len(coral) - 9}
            case ["remove", cell]:
                self.bag[self.take(cell).kind] += 1
                cells = [other for other in question["cells"] if other != cell]
                left = question["left"] - 1
                return {"ask": "remove", "seat": seat, "cells": cells, "left": left} if left else None
            case ["dislodge", crown]:
                self.crowns.remove(crown)
                self.crowns_out += 1
            case ["drive", crown, cell]:
                self.crowns.remove(crown)
                self.crowns.add(cell)
            case ["grow", colour, cell]:
                self.draw(colour)
                self.lay_polyp(cell, Polyp(colour, colour), seat)
            case ["trade", colour, *kinds]:
                kind = kinds[0] if kinds else colour
                player.hand[kind] -= 1
                self.bag[kind] += 1
                self.supply[colour] -= 1
                player.cubes[colour] += 1
            case ["swap", given, taken]:
                player.cubes.subtract({given: 1, taken: -1})
                self.supply.subtract({given: -1, taken: 1})
            case ["alga", alga, "-", place]:
                self.play_alga(alga, place)
            case ["blue", origin, target]:
                self.move_blue(origin, target)
        again = {**question, "made": question["made"] + 1}
        return again if question["ask"] in TIMES and self.card_lines(again) else None

    def move_blue(self, origin: str, target: str) -> None:
        if origin == "-":
            self.blue_beside -= 1
        else:
            self.blue.remove(origin)
        if target == "off":
            self.blue_beside += 1
        else:
            self.blue.add(target)

    # The final score

    def scores(self) -> list[int]:
        return [self.best_score(player) for player in self.players]

    def best_score(self, player: Player) -> int:
        """`best score`: Metamorphosis tried in every way, the best of them counted."""
        held = player.cards | player.scoring
        fishes = [player.fish]
        if "metamorphosis" in held:
            for given in COLOURS:
                for taken in COLOURS:
                    if player.fish[given] and given != taken and self.bag[taken]:
                        fishes.append(player.fish - Counter([given]) + Counter([taken]))
        strong = {STRENGTHS[card] for card in held if card in STRENGTHS}
        return max(self.count(fish, strong) for fish in fishes)

    def count(self, fish: Counter[str], strong: set[str]) -> int:
        """The best way to count these tiles: the bicolours go one after another to either of their colours. Of
        all ways so far only the best is kept for each number of polyps (two or more are alike) of the five colours."""
        values = self.values()
        best: dict[tuple[int, ...], int] = {(0,) * len(COLOURS): 0}
        for kind in fish.elements():
            then: dict[tuple[int, ...], int] = {}
            for numbers, points in best.items():
                for colour in colours_of(kind):
                    polyps = 2 if kind == colour + "2" else 1
                    place = COLOURS.index(colour)
                    counted = min(2, numbers[place] + polyps)
                    worth = points + polyps * values[colour]
                    worth += counted - numbers[place] if colour in strong else 0
                    after = (*numbers[:place], counted, *numbers[place + 1 :])
                    then[after] = max(worth, then.get(after, 0))
            best = then
        return max(best.values())

    def ranks(self) -> list[tuple[int, ...]]:
        """`ties`: score, consumed polyps, cubes, polyp tiles behind the screen, polyps under one's shrimps."""
        corals, scores = self.corals(), self.scores()
        return [
            (
                scores[seat - 1],
                player.front.total(),
                player.cubes.total(),
                sum(player.hand[kind] for kind in POLYP_KINDS),
                sum(len(corals.get(cell, ())) for cell, owner in self.shrimps.items() if owner == seat),
            )
            for seat, player in enumerate(self.players, start=1)
        ]

    def winners(self) -> list[int]:
        ranks = self.ranks()
        return [seat for seat, rank in enumerate(ranks, start=1) if rank == max(ranks)]
