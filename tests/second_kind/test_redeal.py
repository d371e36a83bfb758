"""What a seat cannot know is drawn from exactly what could be: compared with trying everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

import atoll
from atoll import Rng
from atoll.core.errors import AtollError
from atoll.core.game import Game
from atoll.core.state import SPECTATOR
from atoll.reef_encounter.tables import COLOURS, LETTERS
from atoll.second_kind.redeal import could_be_fed
from atoll.second_kind.tables import CARD_NAMES
from tests.second_kind.build import at, play, state_of
from tests.second_kind.wander import wander
from tests.walk import scaled


def possible_fish(game: Game, seat: int) -> set[str]:
    """The tiles that could be in a fish: with each the whole record is read again."""
    found = set()
    dealt = next(line.split()[2] for line in game.header if line.startswith(f"hand {seat + 1} "))
    for letter in set(dealt):
        lines = [f"{seat + 1} fish {letter}" if line.startswith(f"{seat + 1} fish ") else line for line in game.log]
        try:
            other = atoll.read("\n".join([*game.header, *lines]))
        except AtollError:
            continue
        if other.seat == game.seat and (other.seat < 0 or other.texts()):
            found.add(letter)
    return found


def games(number: int) -> Iterator[Game]:
    for seed in range(number):
        game = atoll.new("reef-encounter", 2 + seed % 3, {"expansion": "yes"}, seed)
        stop = random.Random(seed).choice([10, 40, 90])
        wander(game, random.Random(seed), stop)
        if not game.over:
            yield game


@pytest.mark.ruling("redeal")
def test_the_fish_is_one_with_which_every_line_stays_legal() -> None:
    for game in games(scaled(60, least=4)):
        state = state_of(game)
        for seat in range(game.seats):
            if state.first[seat] >= 0:
                fits = {LETTERS[c] for c in range(COLOURS) if could_be_fed(state, seat, c)}
                assert fits == possible_fish(game, seat)


@pytest.mark.ruling("redeal")
def test_fair_exchange_that_ends_by_itself_tells_about_the_screen() -> None:
    """Only white cubes are left: with a white tile behind the screen the card would have gone on."""
    cubes = {2: "y" * 9 + "o" * 9 + "p" * 9 + "g" * 9}
    game = at(hand={1: "y"}, cubes=cubes, cards={1: "fair-exchange"}, fish={1: "w"}, spare={1: ""})
    state = state_of(game)
    state.dealt[1] = 1
    state.least[1] = 1
    assert could_be_fed(state, 0, 1)
    play(game, "play fair-exchange")
    assert not could_be_fed(state_of(game), 0, 1)
    assert game.seat == 0


@pytest.mark.ruling("redeal")
@pytest.mark.parametrize(
    ("hand", "front", "known"),
    [
        ("w", "", True),
        ("w w", "", False),  # one of two is behind the screen, the other may have been fed
        ("w", "w", False),  # the polyp that must follow may be the one before the screen
        ("w wy", "", False),  # or a special tile of that colour
        ("w", "wy", False),
        ("w oy", "", True),  # but not one of other colours
    ],
)
def test_a_larva_tells_that_a_tile_for_it_is_behind_the_screen(hand: str, front: str, known: bool) -> None:
    """Before any polyp is laid: whether white can still be the tile in the fish, which is a yellow one."""
    game = at(hand={1: hand}, front={1: front}, cubes={1: "w"}, fish={1: "y"})
    state = state_of(game)
    state.dealt[0] = state.hand[0]
    state.least[0] = state.hand[0]
    assert could_be_fed(state, 0, 0)
    play(game, "larva w")
    assert could_be_fed(state_of(game), 0, 0) is not known


@pytest.mark.ruling("redeal")
def test_every_tile_that_fits_is_equally_likely() -> None:
    game = atoll.new("reef-encounter", 2, {"expansion": "yes"}, 5)
    for _ in range(4):
        game.apply(game.texts()[0])
    state = state_of(game)
    rng = Rng(1)
    draws = 6000
    found = Counter(LETTERS[state.redeal(0, rng).first[1]] for _ in range(draws))
    tiles = [state.dealt[COLOURS + c] for c in range(COLOURS)]
    for colour in range(COLOURS):
        expected = draws * int(tiles[colour]) / int(sum(tiles))
        assert abs(found[LETTERS[colour]] - expected) < 6 * (expected + 1) ** 0.5


@pytest.mark.ruling("redeal")
@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_unseen_cards_are_dealt_to_the_places_where_they_may_be(viewer: int) -> None:
    game = at(cards={1: "confusion", 2: "lucky-dip free-alga"}, pile="dislodged", laid_out={2: "metamorphosis"})
    state = state_of(game)
    rng = Rng(2)
    draws = 4000
    found: Counter[str] = Counter()
    for _ in range(draws):
        other = state.redeal(viewer, rng)
        assert other.pile == state.pile
        assert other.laid_out[1] == state.laid_out[1]
        assert (other.cards[0] == state.cards[0]) or viewer == SPECTATOR
        held = [CARD_NAMES[card] for card in range(28) if other.cards[1] >> card & 1]
        assert len(held) == 2
        found.update(held)
        assert not other.deck & (other.cards[0] | other.cards[1] | other.pile)
    unseen = set(CARD_NAMES) - {"dislodged", "metamorphosis"} - ({"confusion"} if viewer == 0 else set())
    assert set(found) == unseen
    expected = 2 * draws / len(unseen)
    assert sum((found[card] - expected) ** 2 / expected for card in unseen) < len(unseen) + 6 * (2 * len(unseen)) ** 0.5


@pytest.mark.ruling("redeal")
def test_every_way_in_which_unseen_cards_can_lie_is_equally_likely() -> None:
    """All but seven cards are on the pile: every way to hand three of them out is counted."""
    unseen = ["confusion", "free-alga", "lucky-dip", "dislodged", "metamorphosis", "strong-current", "pick-me-up"]
    pile = " ".join(name for name in CARD_NAMES if name not in [*unseen, "deep-water"])
    cards = {1: "deep-water", 2: "confusion free-alga", 3: "lucky-dip"}
    state = state_of(at(cards=cards, pile=pile, seats=3))
    ways = {(frozenset(two), one) for two in combinations(unseen, 2) for one in unseen if one not in two}
    rng = Rng(6)
    draws = 100 * len(ways)
    found: Counter[tuple[frozenset[str], str]] = Counter()
    for _ in range(draws):
        other = state.redeal(0, rng)
        held = [[name for card, name in enumerate(CARD_NAMES) if other.cards[seat] >> card & 1] for seat in (1, 2)]
        assert other.cards[0] == state.cards[0]
        found[frozenset(held[0]), held[1][0]] += 1
    assert set(found) == ways
    square = sum((found[way] - 100) ** 2 / 100 for way in ways)
    assert square < len(ways) + 5 * (2 * len(ways)) ** 0.5


@pytest.mark.ruling("redeal")
def test_cards_of_an_earlier_shuffle_stay_among_themselves() -> None:
    game = at(cards={1: "", 2: "lucky-dip", 3: "free-alga"}, seats=3)
    state = state_of(game)
    early = {CARD_NAMES.index("lucky-dip"), CARD_NAMES.index("free-alga")}
    state.shuffle = 1
    state.shuffles = type(state.shuffles)([0 if card in early else 1 for card in range(28)])
    rng = Rng(3)
    ways = Counter(
        tuple(CARD_NAMES[int(other.cards[seat]).bit_length() - 1] for seat in (1, 2))
        for other in (state.redeal(0, rng) for _ in range(600))
    )
    assert set(ways) == {("lucky-dip", "free-alga"), ("free-alga", "lucky-dip")}
    assert min(ways.values()) > 200


@pytest.mark.ruling("redeal")
def test_a_redealt_record_changes_fish_and_cards_alone() -> None:
    rng = Rng(4)
    for game in games(scaled(40, least=3)):
        for viewer in (*range(game.seats), SPECTATOR):
            other = game.redeal(viewer, rng)
            assert other.header == game.header
            changed = [line for line, was in zip(other.log, game.log, strict=True) if line != was]
            assert all(" fish " in line or line.startswith("* card") for line in changed)
            assert atoll.read(other.write()).write() == other.write()
