"""The words of views and position lines, in the order of the numbers that `board.py` and `tables.py` give them."""

from __future__ import annotations

from typing import Final, Literal, get_args

Phase = Literal["fish", "cubes", "turn", "refill", "extra", "over"]
End = Literal["tiles", "shrimps", "full", "shortage"]
Near = Literal["tile", "meal", "cube", "bag"]  # what could end the game next
Colour = Literal["w", "y", "o", "p", "g"]
Alga = Literal["blue", "green", "purple", "red"]

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
PHASE_LETTERS: Final = "fctrxo"
ENDS: Final[tuple[End | None, ...]] = (None, *get_args(End))
END_LETTERS: Final = "-tsfh"
LETTERS: Final[tuple[Colour, ...]] = get_args(Colour)
ALGA_NAMES: Final[tuple[Alga, ...]] = get_args(Alga)
