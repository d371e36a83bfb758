"""The words of views and position lines, in the order of the numbers that `board.py` and `tables.py` give them."""

from __future__ import annotations

from typing import Final, Literal, get_args

Phase = Literal["start", "display", "turn", "lay", "reveal", "over"]
End = Literal["colour", "deck"]
Colour = Literal["r", "y", "g", "p"]
Start = Literal["centre", "free"]

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
PHASE_LETTERS: Final = "sdtlro"
ENDS: Final[tuple[End | None, ...]] = (None, *get_args(End))
END_LETTERS: Final = "-cd"
LETTERS: Final[tuple[Colour, ...]] = get_args(Colour)
