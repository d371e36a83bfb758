"""What a card could score with more pieces, compared with laying them everywhere."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atoll import CHANCE, Rng, new
from atoll.core.bits import BIT
from atoll.core.state import State
from atoll.reef.board import HEIGHTS, Board
from atoll.reef.features import OWN
from atoll.reef.prospects import ALONE, BY_ONE, BY_TWO, NUMBERS, prospects
from atoll.reef.tables import ANY_COLOUR, AROUND, CARDS, CELLS, COLOURS, DECK, PACKED
from tests.walk import scaled


def reefs(number: int) -> list[Board]:
    """Positions of random games."""
    found: list[Board] = []
    for seed in range(number):
        game = new("reef", 2, {}, seed)
        rng = Rng(seed)
        state = game.state
        while not state.over:
            if state.seat == CHANCE:
                state.resolve(rng)
                continue
            state.apply(state.legal().sample(rng))
            if rng.below(12) == 0 and not state.over:
                assert isinstance(state, Board)
                found.append(state)
                state = state.clone()
    return found


def laid(board: Board, colour: int, cell: int) -> Board | None:
    """The same reefs with a piece more on the first one."""
    height = board.height(0, cell)
    if height == HEIGHTS - 1:
        return None
    after = board.clone()
    assert isinstance(after, Board)
    after.heights[height] ^= BIT[cell]
    after.heights[height + 1] |= BIT[cell]
    for other in range(COLOURS):
        after.tops[other] &= ~BIT[cell]
    after.tops[colour] |= BIT[cell]
    return after


def most_with_one(board: Board, card: int, colour: int) -> int:
    tried = [laid(board, colour, cell) for cell in range(CELLS)]
    return max((after.card_score(0, card) for after in tried if after), default=0)


def most_with_two(board: Board, card: int, colour: int) -> int:
    tried = [laid(board, colour, cell) for cell in range(CELLS)]
    return max((most_with_one(after, card, colour) for after in tried if after), default=0)


def found_for(board: Board, card: int) -> list[int]:
    out = vec[i64]([0] * NUMBERS)
    prospects(board, 0, card, out, 0)
    return [int(number) for number in out]


@pytest.mark.parametrize("card", range(1, CARDS + 1))
def test_a_piece_more_is_worth_what_trying_all_cells_shows(card: int) -> None:
    colours = {int(DECK.colour[card]), int(DECK.other_colour[card])}
    colours = set(range(COLOURS)) if ANY_COLOUR in colours else colours
    for board in reefs(scaled(40)):
        found = found_for(board, card)
        now = board.card_score(0, card)
        assert found[ALONE] == now
        for colour in colours:
            one, two = found[BY_ONE + colour], found[BY_TWO + colour]
            most = max(now, most_with_one(board, card, colour))
            assert now <= one <= two
            if DECK.way[card] == PACKED or (DECK.way[card] == AROUND and colour == DECK.colour[card]):
                assert one == most
            else:  # covering what belongs to a pair, or what is tallest, may help, too: that is not looked at
                assert one <= most


@pytest.mark.parametrize("card", [1, 6, 21, 25, 28, 33, 36])
def test_two_pieces_more_are_worth_what_trying_all_pairs_shows(card: int) -> None:
    colour = 0 if DECK.colour[card] == ANY_COLOUR else int(DECK.colour[card])
    for board in reefs(scaled(10)):
        most = max(board.card_score(0, card), most_with_two(board, card, colour))
        assert found_for(board, card)[BY_TWO + colour] == most


def test_what_was_noticed_does_not_depend_on_what_was_looked_at_before() -> None:
    boards = reefs(scaled(20))

    def senses(board: State) -> list[int]:
        out = vec[i64]([0] * (2 * OWN + 12))
        board.sense(out)
        return [int(number) for number in out]

    first = [senses(board) for board in boards]
    assert [senses(board) for board in reversed(boards)] == first[::-1]
    assert [senses(board.clone()) for board in boards for _ in "12"] == [each for each in first for _ in "12"]
