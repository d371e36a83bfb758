"""A naive reference of Reef, from the rulebook and the rulings only.

Nothing here is fast or clever, so that it can be checked by reading: a board is a dict from cell to the
letters of its stack (bottom to top), a pattern is looked for on every place of the board, and how often it
occurs is found by trying which occurrences to count. It shares no code with the engine it judges. Names in
backquotes are rulings of RULINGS.md.
"""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

COLOURS = "rygp"  # red, yellow, green, purple
CELLS = tuple(column + row for row in "1234" for column in "abcd")  # row by row from the top left
CENTRE = frozenset({"b2", "c2", "b3", "c3"})
SUPPLY = {2: 18, 3: 24, 4: 28}  # pieces of each colour
START_POINTS, START_CARDS, DISPLAY, HAND_LIMIT, HEIGHT_LIMIT = 3, 2, 3, 4, 4

# By id: the two pieces (sorted), the points, the pattern as drawn, its rows separated by '/'. '.' is a place
# that does not matter, '*' any colour; a number is the exact height, with '+' the least height. 'y around p':
# each stack topped yellow that touches a tallest one topped purple.
CARDS = {
    1: ("pp", 6, "r r / r r"),
    2: ("gg", 4, "y3"),
    3: ("ry", 5, "p4"),
    4: ("pp", 4, "r . . / . r . / . . r"),
    5: ("pp", 4, "g3"),
    6: ("gy", 2, "*3"),
    7: ("rr", 1, "g"),
    8: ("yy", 6, "g g / g g"),
    9: ("gg", 3, "p y"),
    10: ("gg", 2, "y around p"),
    11: ("rr", 2, "y2"),
    12: ("gg", 4, "y . / y y"),
    13: ("yy", 4, "g . . / . g . / . . g"),
    14: ("yy", 1, "p"),
    15: ("ry", 4, "g g g"),
    16: ("gg", 5, "p2 p2"),
    17: ("pp", 4, "g . / g g"),
    18: ("rr", 4, "p . / p p"),
    19: ("rr", 2, "p around y"),
    20: ("pp", 1, "y"),
    21: ("pr", 3, "*4"),
    22: ("py", 5, "g4"),
    23: ("pr", 1, "*2"),
    24: ("gg", 5, "p2+ . / . r2+"),
    25: ("pp", 5, "r2 r2"),
    26: ("gg", 3, "r p"),
    27: ("rr", 6, "y y / y y"),
    28: ("gg", 2, "p2"),
    29: ("rr", 4, "p3"),
    30: ("pp", 2, "g around r"),
    31: ("yy", 2, "r around g"),
    32: ("gg", 4, "p . . / . p . / . . p"),
    33: ("gr", 4, "p p p"),
    34: ("rr", 2, "g around p"),
    35: ("gp", 5, "r4"),
    36: ("gy", 2, "*2 *2"),
    37: ("yy", 2, "g2"),
    38: ("rr", 5, "p2+ . / . y2+"),
    39: ("gg", 2, "r around y"),
    40: ("pp", 3, "r g"),
    41: ("gg", 1, "r"),
    42: ("rr", 4, "y . . / . y . / . . y"),
    43: ("yy", 5, "g2 g2"),
    44: ("pp", 5, "r2+ . / . y2+"),
    45: ("yy", 4, "r3"),
    46: ("yy", 5, "r2+ . / . g2+"),
    47: ("rr", 5, "y2+ . / . g2+"),
    48: ("rr", 3, "g y"),
    49: ("yy", 5, "p2+ . / . g2+"),
    50: ("pp", 2, "y around g"),
    51: ("gg", 6, "p p / p p"),
    52: ("gp", 4, "y y y"),
    53: ("pp", 2, "r2"),
    54: ("rr", 5, "y2 y2"),
    55: ("yy", 4, "r . / r r"),
    56: ("gr", 5, "y4"),
    57: ("py", 4, "r r r"),
    58: ("yy", 2, "p around r"),
    59: ("pp", 3, "y r"),
    60: ("yy", 3, "p g"),
}

Board = dict[str, str]


@dataclass(frozen=True)
class Place:
    """One place of a pattern, by row and column, and what its stack has to be."""

    row: int
    column: int
    colour: str
    height: str

    def fits(self, stack: str) -> bool:
        """Only the top piece counts: its colour, and its height if the pattern prints a number."""
        if not stack or self.colour not in ("*", stack[-1]):
            return False
        if self.height.endswith("+"):
            return len(stack) >= int(self.height[:-1])
        return self.height == "" or len(stack) == int(self.height)


def printed(card: int) -> list[Place]:
    """The pattern of a card the way it is drawn."""
    return [
        Place(row, column, mark[0], mark[1:])
        for row, line in enumerate(CARDS[card][2].split(" / "))
        for column, mark in enumerate(line.split())
        if mark != "."
    ]


def quarter_turn(pattern: list[Place]) -> list[Place]:
    """Turned clockwise about its top left place; it may come to lie left of it."""
    return [Place(place.column, -place.row, place.colour, place.height) for place in pattern]


@cache
def placements(card: int) -> list[dict[str, Place]]:
    """`score`: the pattern in all four directions, moved to wherever it lies wholly on the board. A pattern
    that looks the same after a turn is listed more than once, which does no harm."""
    found = []
    pattern = printed(card)
    for _ in range(4):
        for down in range(-3, 7):
            for right in range(-3, 7):
                spots = [(place.row + down, place.column + right) for place in pattern]
                if all(row in range(4) and column in range(4) for row, column in spots):
                    cells = ["abcd"[column] + "1234"[row] for row, column in spots]
                    found.append(dict(zip(cells, pattern, strict=True)))
        pattern = quarter_turn(pattern)
    return found


def occurrences(board: Board, card: int) -> list[frozenset[str]]:
    """The sets of cells on which the pattern is to be seen, in some fixed order."""
    seen = {
        frozenset(places)
        for places in placements(card)
        if all(place.fits(board.get(cell, "")) for cell, place in places.items())
    }
    return sorted(seen, key=sorted)


def most_disjoint(found: list[frozenset[str]], chosen: int = 0, best: int = 0) -> int:
    """`score`: the greatest number of occurrences that share no piece, given how many are chosen already and
    the best number known. Either the first one left is counted, and those sharing a piece with it are lost,
    or it is not. A branch is given up only if its cells, used without waste, could not beat the best."""
    best = max(best, chosen)
    if not found:
        return best
    cells = {cell for occurrence in found for cell in occurrence}
    if chosen + len(cells) // len(found[0]) <= best:
        return best
    first, *rest = found
    best = most_disjoint([other for other in rest if not other & first], chosen + 1, best)
    return most_disjoint(rest, chosen, best)


def neighbours(cell: str) -> list[str]:
    """The up to eight cells that touch it, diagonally too."""
    columns = [chr(ord(cell[0]) + step) for step in (-1, 0, 1)]
    rows = [str(int(cell[1]) + step) for step in (-1, 0, 1)]
    return [other for other in CELLS if other != cell and other[0] in columns and other[1] in rows]


def around_tallest(board: Board, scored: str, tallest: str) -> int:
    """`score`: the stacks topped `scored` that touch a stack topped `tallest`, the highest of that colour; of
    several as high the one that gives most."""
    height = max((len(stack) for stack in board.values() if stack[-1] == tallest), default=0)
    ties = [cell for cell, stack in board.items() if stack[-1] == tallest and len(stack) == height]
    touching = [[near for near in neighbours(cell) if board.get(near, " ")[-1] == scored] for cell in ties]
    return max((len(stacks) for stacks in touching), default=0)


def times_scored(board: Board, card: int) -> int:
    """How many times a card scores its printed value on this board."""
    pattern = CARDS[card][2]
    if " around " in pattern:
        scored, tallest = pattern.split(" around ")
        return around_tallest(board, scored, tallest)
    return most_disjoint(occurrences(board, card))


@dataclass
class Player:
    board: Board
    points: int
    hand: list[int]
    played: list[int]

    def open_cells(self) -> list[str]:
        """`height`: the cells that take one more piece."""
        return [cell for cell in CELLS if len(self.board.get(cell, "")) < HEIGHT_LIMIT]

    def put(self, colour: str, cell: str) -> None:
        self.board[cell] = self.board.get(cell, "") + colour


@dataclass
class Oracle:
    """One position of the game, and what the rules say about it."""

    start: str
    seats: int
    supply: dict[str, int]
    deck: list[int]
    top: int | None
    display: list[list[int]]
    players: list[Player]
    phase: str
    seat: int | None
    card: int | None
    pieces: str
    ended: str | None

    @classmethod
    def from_position(cls, position: dict[str, Any]) -> Oracle:
        facts = deepcopy(position)
        facts["display"] = [list(pair) for pair in facts["display"]]
        facts["players"] = [Player(**player) for player in facts["players"]]
        return cls(**facts)

    def position(self) -> dict[str, Any]:
        facts = asdict(self)
        facts["deck"].sort()
        facts["pieces"] = "".join(sorted(self.pieces))
        for player in facts["players"]:
            player["board"] = dict(sorted(player["board"].items()))
            player["hand"].sort()
            player["played"].sort()
        return facts

    def mover(self) -> Player:
        assert self.seat is not None
        return self.players[self.seat - 1]

    # Legal moves

    def legal(self) -> set[str]:
        if self.phase == "start":
            return self.legal_start()
        if self.phase == "turn":
            return self.legal_take() | self.legal_top() | {f"play {card}" for card in self.mover().hand}
        if self.phase == "lay":
            cells = self.mover().open_cells()
            return {f"lay {colour} {cell}" for colour in self.pieces for cell in cells}
        return set()

    def legal_start(self) -> set[str]:
        """`start`: each colour once, one on each centre space; in the variant elsewhere, stacked or not."""
        board = self.mover().board
        if self.start == "centre":
            cells = [cell for cell in CELLS if cell in CENTRE and cell not in board]
        else:
            cells = [cell for cell in CELLS if cell not in CENTRE]
        laid = "".join(board.values())
        return {f"start {colour} {cell}" for colour in COLOURS if colour not in laid for cell in cells}

    def may_take(self) -> bool:
        """`hand`: with four cards a card must be played."""
        return len(self.mover().hand) < HAND_LIMIT

    def legal_take(self) -> set[str]:
        return {f"take {card}" for card, _ in self.display} if self.may_take() else set()

    def legal_top(self) -> set[str]:
        """`top card`: with a point to pay, which goes onto a display card of the lowest printed value."""
        if not self.may_take() or self.mover().points < 1 or self.top is None:
            return set()
        lowest = min(CARDS[card][1] for card, _ in self.display)
        return {f"top {card}" for card, _ in self.display if CARDS[card][1] == lowest}

    # Making a move

    def apply(self, move: str) -> None:
        if move not in self.legal():
            raise ValueError(f"not legal: {move!r}")
        match move.split():
            case "start", colour, cell:
                self.lay_start_piece(colour, cell)
            case "take", card:
                self.take_from_display(int(card))
            case "top", card:
                self.take_top(int(card))
            case "play", card:
                self.play(int(card))
            case "lay", colour, cell:
                self.lay(colour, cell)

    def lay_start_piece(self, colour: str, cell: str) -> None:
        """`start`: four pieces seat by seat; only when all of them lie the display is turned up."""
        self.supply[colour] -= 1
        self.mover().put(colour, cell)
        if len("".join(self.mover().board.values())) == len(COLOURS):
            if self.seat == self.seats:
                self.phase = "display"
            else:
                self.seat = self.next_seat()

    def next_seat(self) -> int:
        assert self.seat is not None
        return self.seat % self.seats + 1

    def take_from_display(self, card: int) -> None:
        """The points on the card come along; the top card of the deck fills the place."""
        place = [shown for shown, _ in self.display].index(card)
        self.mover().hand.append(card)
        self.mover().points += self.display[place][1]
        assert self.top is not None
        self.display[place] = [self.top, 0]
        self.top, self.phase = None, "reveal"

    def take_top(self, paid_onto: int) -> None:
        """`top card`."""
        assert self.top is not None
        self.mover().hand.append(self.top)
        self.mover().points -= 1
        for pair in self.display:
            if pair[0] == paid_onto:
                pair[1] += 1
        self.top, self.phase = None, "reveal"

    def play(self, card: int) -> None:
        """`short supply`: the pieces the supply can still give are taken."""
        self.mover().hand.remove(card)
        self.mover().played.append(card)
        self.card, self.phase = card, "lay"
        for colour in CARDS[card][0]:
            if self.supply[colour] > 0:
                self.supply[colour] -= 1
                self.pieces += colour
        self.score_if_all_laid()

    def lay(self, colour: str, cell: str) -> None:
        self.pieces = self.pieces.replace(colour, "", 1)
        self.mover().put(colour, cell)
        self.score_if_all_laid()

    def score_if_all_laid(self) -> None:
        """`scoring` is automatic once no piece is left to lay; what finds no room goes back to the supply."""
        if not self.mover().open_cells():
            for colour in self.pieces:
                self.supply[colour] += 1
            self.pieces = ""
        if self.pieces == "":
            assert self.card is not None
            self.mover().points += CARDS[self.card][1] * times_scored(self.mover().board, self.card)
            self.card = None
            self.end_turn()

    # Chance

    def possible(self, text: str) -> bool:
        """Any three cards of the deck may be the display, left to right, and any one its new face-up card;
        `-` when there is none."""
        word, *cards = text.split(" ")
        if self.phase == "display":
            return word == "display" and len(cards) == len(set(cards)) == DISPLAY and set(cards) <= self.unseen()
        if self.phase == "reveal":
            return word == "top" and len(cards) == 1 and cards[0] in (self.unseen() or {"-"})
        return False

    def unseen(self) -> set[str]:
        return {str(card) for card in self.deck}

    def chance(self, text: str) -> None:
        if not self.possible(text):
            raise ValueError(f"chance cannot decide this: {text!r}")
        match text.split():
            case "display", *cards:
                self.turn_up_display([int(card) for card in cards])
            case "top", "-":
                self.end("deck")  # `end`: the last card has left the deck
            case "top", card:
                self.top = int(card)
                self.deck.remove(self.top)
                self.end_turn()

    def turn_up_display(self, cards: list[int]) -> None:
        """`start`: and after it the deck's first face-up card, which the last seat's set-up waits for."""
        self.display = [[card, 0] for card in cards]
        self.deck = [card for card in self.deck if card not in cards]
        self.phase = "reveal"

    # The end

    def end_turn(self) -> None:
        """`end`: when a colour has run out, the round is completed."""
        if self.seat == self.seats and 0 in self.supply.values():
            self.end("colour")
        else:
            self.phase, self.seat = "turn", self.next_seat()

    def end(self, why: str) -> None:
        self.ended, self.phase, self.seat = why, "over", None

    def card_score(self, seat: int, card: int) -> int:
        """What the card's pattern scores now on that seat's board."""
        return CARDS[card][1] * times_scored(self.players[seat - 1].board, card)

    def hand_score(self, player: Player) -> int:
        """`end`: a card still in hand scores its value once if its pattern is there at all."""
        return sum(CARDS[card][1] for card in player.hand if times_scored(player.board, card) > 0)

    def scores(self) -> list[int]:
        over = self.phase == "over"
        return [player.points + (self.hand_score(player) if over else 0) for player in self.players]

    def winners(self) -> list[int]:
        """`ties`: spaces covered, then stacks of four, else shared."""
        ranks = [
            (score, len(player.board), sum(len(stack) == HEIGHT_LIMIT for stack in player.board.values()))
            for score, player in zip(self.scores(), self.players, strict=True)
        ]
        return [seat for seat, rank in enumerate(ranks, start=1) if rank == max(ranks)]


# Chance, for whoever wants to play


def random_deal(rng: random.Random, seats: int, start: str) -> dict[str, Any]:
    """An opening position, before seat 1 lays its first piece: all that is not in hand is in the deck."""
    cards = list(CARDS)
    rng.shuffle(cards)
    hands = [sorted(cards.pop() for _ in range(START_CARDS)) for _ in range(seats)]
    return {
        "start": start,
        "seats": seats,
        "supply": dict.fromkeys(COLOURS, SUPPLY[seats]),
        "display": [],
        "top": None,
        "deck": sorted(cards),
        "players": [{"board": {}, "points": START_POINTS, "hand": hand, "played": []} for hand in hands],
        "phase": "start",
        "seat": 1,
        "card": None,
        "pieces": "",
        "ended": None,
    }


def random_chance(rng: random.Random, oracle: Oracle) -> str:
    """A display or a new top card that fits a position in the phase "display" or "reveal"."""
    if oracle.phase == "display":
        return " ".join(["display", *(str(card) for card in rng.sample(sorted(oracle.deck), DISPLAY))])
    return f"top {rng.choice(sorted(oracle.deck))}" if oracle.deck else "top -"


def random_move(rng: random.Random, oracle: Oracle) -> str:
    """A legal move, its kind chosen first. Cards are hoarded and those of plentiful colours played, so that
    games are long; pieces are often stacked, or laid where the cards at hand score most, for rich boards."""
    by_kind: dict[str, list[str]] = {}
    for move in sorted(oracle.legal()):
        by_kind.setdefault(move.split()[0], []).append(move)
    weights = {"take": 5.0, "top": 2.0, "play": 4.0}
    kinds = sorted(by_kind)
    kind = rng.choices(kinds, [weights.get(kind, 1.0) for kind in kinds])[0]
    moves, mood = by_kind[kind], rng.random()
    if kind == "play" and mood < 0.6:
        return max(moves, key=lambda move: min(oracle.supply[colour] for colour in CARDS[int(move[5:])][0]))
    if kind == "lay" and mood < 0.5:
        worth = {move: score_in_sight(oracle, *move.split()[1:]) for move in moves}
        return rng.choice([move for move in moves if worth[move] == max(worth.values())])
    if kind == "lay" and mood < 0.75:
        return rng.choice([move for move in moves if move.split()[2] in oracle.mover().board] or moves)
    return rng.choice(moves)


def score_in_sight(oracle: Oracle, colour: str, cell: str) -> int:
    """What the card being played and those in hand would score after laying this piece."""
    player = oracle.mover()
    board = {**player.board, cell: player.board.get(cell, "") + colour}
    cards = player.hand + ([] if oracle.card is None else [oracle.card])
    return sum(CARDS[card][1] * times_scored(board, card) for card in cards)
