"""The words of a game stand in the order of its numbers."""

from __future__ import annotations

from atoll.reef import board as reef_board
from atoll.reef import tables as reef_tables
from atoll.reef import words as reef
from atoll.reef_encounter import board, tables, words


def test_the_phases_and_ends_of_reef_encounter_are_in_the_order_of_their_numbers() -> None:
    order = ("CHOOSE_FISH", "CHOOSE_CUBES", "TURN", "REFILL", "EXTRA", "OVER")
    assert [getattr(board, name) for name in order] == list(range(len(words.PHASES)))
    ends = ("BY_NOTHING", *(f"BY_{str(end).upper()}" for end in words.ENDS[1:]))
    assert [getattr(board, name) for name in ends] == list(range(len(words.ENDS)))
    assert [len(words.PHASE_LETTERS), len(words.END_LETTERS)] == [len(words.PHASES), len(words.ENDS)]


def test_the_phases_and_ends_of_reef_are_in_the_order_of_their_numbers() -> None:
    order = ("SET_UP", "DISPLAYING", "TURN", "LAYING", "REVEAL", "OVER")
    assert [getattr(reef_board, name) for name in order] == list(range(len(reef.PHASES)))
    ends = [f"BY_{str(end).upper()}" for end in reef.ENDS[1:]]
    assert [getattr(reef_board, name) for name in ends] == list(range(1, len(reef.ENDS)))
    assert [len(reef.PHASE_LETTERS), len(reef.END_LETTERS)] == [len(reef.PHASES), len(reef.ENDS)]


def test_colours_and_algae_are_those_of_the_data_files() -> None:
    assert "".join(words.LETTERS) == tables.LETTERS
    assert list(words.ALGA_NAMES) == tables.ALGA_NAMES
    assert "".join(reef.LETTERS) == reef_tables.LETTERS
