"""Moves of the expansion as small ints: those of the base game that need no more words are its, the others begin above.

Places are `rock * PLACES + place` with rocks counted from 0. A player's shrimp is named by its slot, as in the base
game; crowns and wooden blue shrimps by theirs: which one it is, in the order of rocks and places.
"""

from __future__ import annotations

from typing import Final

from atoll.core.observation import Group
from atoll.reef_encounter.moves import COLLECT, FISH, LARVA, PASS, TAKE_CUBES
from atoll.reef_encounter.moves import EAT as BASE_EAT
from atoll.reef_encounter.moves import MOVES as BASE_MOVES
from atoll.reef_encounter.moves import POLYP as BASE_POLYP

BOARD: Final = 240  # MOST_ROCKS * PLACES
SLOT_SIZE: Final = 241  # every place, and the screen
MEALS: Final = 29  # no card, or one of 28
TARGETS: Final = 11
PAYMENTS: Final = 31  # every kind of polyp tile, and none
FREE: Final = 30
DEALS: Final = 8  # tiles that have a colour, the half once
OFF: Final = 4  # of the pushes: beside the board
BESIDE: Final = 0  # of the blue shrimps: one from beside the board; else 1 and its slot

EAT: Final = 2285
POLYP: Final = EAT + 8 * MEALS
SHRIMP: Final = POLYP + 2 * 11 * BOARD
CORAL: Final = SHRIMP + BOARD
REMOVE: Final = CORAL + BOARD
MOVE: Final = REMOVE + BOARD
CUBE: Final = MOVE + 8 * SLOT_SIZE
TRADE: Final = CUBE + 5 * DEALS
ALGA: Final = TRADE + 5 * DEALS
BAG: Final = ALGA + 4 * PAYMENTS * TARGETS
CONSUME: Final = BAG + 30
LAY: Final = CONSUME + 30
BUY: Final = LAY + 3 * BOARD
BUY_CONSUMED: Final = BUY + 33
BUY_CUBE: Final = BUY_CONSUMED + 30
PLAY: Final = BUY_CUBE + 5
PLAY_BLUE: Final = PLAY + 28
DISCARD: Final = PLAY_BLUE + 28
CROWN: Final = DISCARD + 28
PUSH: Final = CROWN + 16
DISLODGE: Final = PUSH + 5
BLUE: Final = DISLODGE + 4
DRIVE: Final = BLUE + 5 * SLOT_SIZE
GROW: Final = DRIVE + 4 * BOARD
UNLOCK: Final = GROW + 5 * BOARD
SHIFT: Final = UNLOCK + 10
SWAP: Final = SHIFT + 100
CHANGE: Final = SWAP + 25
END: Final = CHANGE + 5
DONE: Final = END + 1
MOVES: Final = DONE + 1

assert EAT == BASE_MOVES


def groups() -> list[Group]:
    """The range in groups, with what their numbers count."""
    board = (4, BOARD // 4)
    return [
        Group(FISH, (5,), "feed the parrotfish: colour"),
        Group(TAKE_CUBES, (15,), "take two cubes: pair of colours, in rising order"),
        Group(BASE_EAT, (LARVA - BASE_EAT,), "not used"),
        Group(LARVA, (5,), "play a larva: colour"),
        Group(BASE_POLYP, (COLLECT - BASE_POLYP,), "not used"),
        Group(COLLECT, (5,), "collect a cube and tiles from the open sea: space"),
        Group(PASS, (1,), "pass"),
        Group(EAT, (8, MEALS), "eat a coral: slot of its shrimp, card (0 is none)"),
        Group(POLYP, (2, 11, *board), "place a polyp: from behind or consumed, variant of its colour, rock, place"),
        Group(SHRIMP, board, "introduce a shrimp: rock, place"),
        Group(CORAL, board, "name a coral: rock, place"),
        Group(REMOVE, board, "remove a polyp: rock, place"),
        Group(MOVE, (8, SLOT_SIZE), "move a shrimp: slot, rock and place (240 is behind the screen)"),
        Group(CUBE, (5, DEALS), "buy a cube for a consumed tile: colour, variant"),
        Group(TRADE, (5, DEALS), "trade a tile: colour, variant"),
        Group(
            ALGA,
            (4, PAYMENTS, TARGETS),
            "play a cylinder: alga, kind paid (30: none), coral tile (10: the sea)",
        ),
        Group(BAG, (30,), "put a tile into the bag: kind"),
        Group(CONSUME, (30,), "take a consumed tile: kind"),
        Group(LAY, (3, *board), "lay rock, water or a crown: which, rock, place"),
        Group(BUY, (33,), "buy a tile for a cube: kind"),
        Group(BUY_CONSUMED, (30,), "buy a card for a consumed tile: kind"),
        Group(BUY_CUBE, (5,), "buy a card for a cube: colour"),
        Group(PLAY, (28,), "play a card: card"),
        Group(PLAY_BLUE, (28,), "play a card for its blue shrimp: card"),
        Group(DISCARD, (28,), "discard a card: card"),
        Group(CROWN, (4, 4), "a crown attacks: slot, direction"),
        Group(PUSH, (5,), "push a blue shrimp: direction (4 is off the board)"),
        Group(DISLODGE, (4,), "dislodge a crown: slot"),
        Group(
            BLUE,
            (5, SLOT_SIZE),
            "put a blue shrimp: slot (0: one from beside), rock and place (240: off)",
        ),
        Group(DRIVE, (4, *board), "drive a crown: slot, rock, place"),
        Group(GROW, (5, *board), "grow a polyp: colour, rock, place"),
        Group(UNLOCK, (10,), "unlock a coral tile: tile"),
        Group(SHIFT, (10, 10), "shift a lock: from tile, to tile"),
        Group(SWAP, (5, 5), "swap cubes: given, taken"),
        Group(CHANGE, (5,), "change a cube: colour"),
        Group(END, (1,), "end"),
        Group(DONE, (1,), "done"),
    ]
