"""Every card, and every sentence of the rulebook about scoring."""

from __future__ import annotations

import random

import pytest

from atoll.reef.tables import CARD_FACTS, DECK, PIECES
from tests.reef.build import score, state_of, table

PATTERNS = [card for card, facts in CARD_FACTS.items() if "pattern" in facts]
AROUNDS = [card for card, facts in CARD_FACTS.items() if "around" in facts]
LETTERS = "rygp"

Grid = list[list[str]]


def stack_for(word: str, rng: random.Random) -> str:
    """A stack that is what a word of a pattern asks for."""
    top = rng.choice(LETTERS) if word[0] == "*" else word[0]
    height = rng.randint(1, 4)
    if len(word) > 1:
        height = rng.randint(int(word[1]), 4) if word.endswith("+") else int(word[1])
    return "".join(rng.choice(LETTERS) for _ in range(height - 1)) + top


def drawn(grid: Grid) -> str:
    return "\n".join(" ".join(row) for row in grid)


def turned(grid: Grid) -> Grid:
    """A quarter turn."""
    return [list(row) for row in zip(*grid[::-1], strict=True)]


def reef_with(card: int, down: int, right: int, rng: random.Random) -> Grid:
    """An empty reef but for the pattern of a card."""
    grid = [["."] * 4 for _ in range(4)]
    for row, line in enumerate(CARD_FACTS[card]["pattern"]):
        for column, word in enumerate(line.split()):
            if word != ".":
                grid[row + down][column + right] = stack_for(word, rng)
    return grid


def places(card: int) -> list[tuple[int, int]]:
    pattern = CARD_FACTS[card]["pattern"]
    height, width = len(pattern), max(len(line.split()) for line in pattern)
    return [(down, right) for down in range(5 - height) for right in range(5 - width)]


@pytest.mark.parametrize("card", PATTERNS)
def test_a_pattern_scores_once_anywhere_and_in_every_quarter_turn(card: int) -> None:
    rng = random.Random(card)
    for down, right in places(card):
        grid = reef_with(card, down, right, rng)
        for _ in range(4):
            grid = turned(grid)
            assert score(drawn(grid), card) == CARD_FACTS[card]["points"], drawn(grid)


@pytest.mark.parametrize("card", PATTERNS)
def test_a_pattern_with_one_stack_wrong_scores_nothing(card: int) -> None:
    rng = random.Random(card)
    for down, right in places(card):
        grid = reef_with(card, down, right, rng)
        stacks = [(row, column) for row in range(4) for column in range(4) if grid[row][column] != "."]
        row, column = rng.choice(stacks)
        word = CARD_FACTS[card]["pattern"][row - down].split()[column - right]
        spoiled = ["."]
        if word[0] != "*":
            others = {cell[0] for line in CARD_FACTS[card]["pattern"] for cell in line.split()}
            spoiled += [grid[row][column][:-1] + letter for letter in LETTERS if letter not in others]
        if len(word) > 1:
            wrong = [n for n in range(1, 5) if (n < int(word[1]) if word.endswith("+") else n != int(word[1]))]
            spoiled += ["y" * (n - 1) + grid[row][column][-1] for n in wrong]
        for stack in spoiled:
            grid[row][column] = stack
            assert score(drawn(grid), card) == 0, drawn(grid)


@pytest.mark.parametrize("card", PATTERNS)
def test_a_stack_of_the_wrong_height_does_not_count(card: int) -> None:
    words = [word for line in CARD_FACTS[card]["pattern"] for word in line.split() if word != "."]
    rng = random.Random(card)
    for height in range(1, 5):
        fits = all(
            len(word) == 1 or (height >= int(word[1]) if word.endswith("+") else height == int(word[1]))
            for word in words
        )
        grid = reef_with(card, 0, 0, rng)
        grid = [[stack if stack == "." else "r" * (height - 1) + stack[-1] for stack in row] for row in grid]
        assert (score(drawn(grid), card) > 0) == fits, drawn(grid)


@pytest.mark.parametrize("card", AROUNDS)
def test_stacks_around_the_tallest_score_each(card: int) -> None:
    tall, scored = CARD_FACTS[card]["around"], CARD_FACTS[card]["scored"]
    points = CARD_FACTS[card]["points"]
    for beside in range(9):
        ring = [scored] * beside + ["."] * (8 - beside)
        random.Random(beside).shuffle(ring)
        rows = [[*ring[:3], "."], [ring[3], "rr" + tall, ring[4], scored], [*ring[5:], "."], ["."] * 4]
        assert score(drawn(rows), card) == beside * points
    assert score(f". . . .\n. {scored} . .\n. . . .\n. . . .", card) == 0


@pytest.mark.parametrize("card", AROUNDS)
def test_of_tied_tallest_stacks_the_best_one_counts(card: int) -> None:
    tall, scored = CARD_FACTS[card]["around"], CARD_FACTS[card]["scored"]
    drawing = f"r{tall} {scored} . r{tall}\n. . {scored} {scored}\n. . . .\n{tall} {scored} . ."
    assert score(drawing, card) == 2 * CARD_FACTS[card]["points"]


@pytest.mark.parametrize("card", AROUNDS)
def test_a_lower_stack_of_the_colour_does_not_count_however_many_touch_it(card: int) -> None:
    tall, scored = CARD_FACTS[card]["around"], CARD_FACTS[card]["scored"]
    drawing = f"r{tall} . . .\n. . {scored} {scored}\n. . {tall} {scored}\n. . {scored} {scored}"
    assert score(drawing, card) == 0


def test_taller_stacks_of_other_colours_do_not_matter() -> None:
    assert score("y p pppp .\nrrrr . . .\n. . . .\n. . . .", 19) == 2


def test_there_are_sixty_different_cards_with_thirty_pieces_of_each_colour() -> None:
    assert sorted(CARD_FACTS) == list(range(1, 61))
    assert len({str(facts) for facts in CARD_FACTS.values()}) == 60
    gives = "".join(facts["gives"] for facts in CARD_FACTS.values())
    assert {letter: gives.count(letter) for letter in LETTERS} == dict.fromkeys(LETTERS, 30)
    assert len(AROUNDS) == 8
    assert [DECK.points[card] for card in (1, 2, 3)] == [6, 4, 5]
    assert PIECES == {2: 18, 3: 24, 4: 28}


def test_only_the_colour_on_top_counts() -> None:
    assert score("rg . . .\n. gr . .\n. . . .\n. . . .", 7) == 1


def test_a_pattern_without_numbers_ignores_height() -> None:
    assert score("g rg rrg .\n. . . .\n. . . .\n. . . .", 15) == 4


def test_a_number_asks_for_just_that_height() -> None:
    assert score("y ry rry rrry\n. . . .\n. . . .\n. . . .", 11) == 2
    assert score("y ry rry rrry\n. . . .\n. . . .\n. . . .", 2) == 4


def test_a_number_with_a_plus_asks_for_that_height_or_more() -> None:
    assert score("rp . . .\n. pppr . .\n. . . .\n. . . .", 24) == 5
    assert score("p . . .\n. pppr . .\n. . . .\n. . . .", 24) == 0


def test_a_many_coloured_piece_is_any_colour_at_that_height() -> None:
    assert score("rr yy gg pp\nr . . .\n. . . .\n. . . ppp", 23) == 4


def test_a_pattern_present_several_times_scores_as_often() -> None:
    assert score("r r . .\nr r . .\n. . r r\n. . r r", 1) == 12


def test_occurrences_share_no_piece() -> None:
    assert score("r r r .\nr r r .\n. . . .\n. . . .", 1) == 6
    assert score("g g g g\n. . . .\n. . . .\n. . . .", 15) == 4
    assert score("p y p .\n. . . .\n. . . .\n. . . .", 9) == 3


def test_the_greatest_number_is_found_where_a_hasty_choice_would_miss_it() -> None:
    # A purple between two yellows must take the one that the other purple cannot use.
    assert score("y p y p\n. . . .\n. . . .\n. . . .", 9) == 6
    assert score("p y p .\n. p y .\n. . . .\n. . . .", 9) == 6
    assert score("y y . .\ny y y .\n. y y .\n. . . .", 12) == 8
    assert score("gr yr pr gr\ngr yr pr gr\ngr yr pr gr\ngr yr pr gr", 25) == 40
    assert score("r r r r\nr r r r\nr r r r\nr r r r", 1) == 24
    assert score("r r r r\nr r r r\nr r r r\nr r r r", 57) == 20
    assert score("r r r r\nr r r r\nr r r r\nr r r r", 55) == 20


def test_a_mirror_image_of_a_corner_is_a_quarter_turn_of_it() -> None:
    assert score("y . . .\ny y . .\n. . . .\n. . . .", 12) == 4
    assert score(". y . .\ny y . .\n. . . .\n. . . .", 12) == 4


def test_diagonal_neighbours_do_not_make_an_adjacent_pair() -> None:
    assert score("p . . .\n. y . .\n. . . .\n. . . .", 9) == 0
    assert score("rp rr . .\n. . . .\n. . . .\n. . . .", 24) == 0


@pytest.mark.parametrize("card", sorted(CARD_FACTS))
def test_the_stacks_that_count_are_named_and_share_none(card: int) -> None:
    rng = random.Random(card)
    for _ in range(30):
        grid = [[stack_for("*", rng)[-rng.randint(1, 3) :] for _ in range(4)] for _ in range(4)]
        drawing = drawn([[stack if rng.random() < 0.7 else "." for stack in row] for row in grid])
        if max(drawing.count(letter) for letter in LETTERS) > PIECES[2]:
            continue
        state = state_of(table(drawing))
        groups = state.counted(0, card)
        assert len(groups) == state.occurrences(0, card)
        if card in PATTERNS:
            assert all(not a & b for at, a in enumerate(groups) for b in groups[:at])
