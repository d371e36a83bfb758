"""What is hidden stays hidden, and a redeal is uniform over what could be."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from math import comb, prod
from pathlib import Path
from typing import cast

import pytest

import atoll
from atoll import AtollError, Game, Rng
from atoll.compiled import compiled
from atoll.core.state import ALL_SEEING, SPECTATOR
from atoll.reef_encounter.redeal import Totals, _deal_out, knowledge
from atoll.reef_encounter.state import ReefEncounter
from tests.reef_encounter.build import bag, play
from tests.walk import scaled, varied_move, walk

LETTERS = "wyopg"
FIXTURES = Path(__file__).parent / "fixtures"
BONUS_GONE = [FIXTURES / f"{name}.txt" for name in ("shortage-bonus-bought", "shortage-bonus-grown", "shrimps-4-extra")]

# Four players, the bag empty: the tiles that could be elsewhere are few.
NEARLY_OVER = (
    "reef-encounter "
    "std "
    "3,1,4,2 "
    "p2p1/1o1oy/y1wyyp/3ww@3w/yp1g2/ggoyg|3/g@2oy1p/3w1y/.@2g1ww1/owpog1/1y1ywwg|"
    "owyp1/o@3ppo1p/w1og2/1wpyyyg@3/pppy1/2yg|pgo/y2g.@2y/gpy3/wowww1/2o1p@11w/2oyp "
    "++++++++++,- "
    "yyg,y,ogg,pgg,yyp "
    "bag "
    "wwwwwyyyyoooopggggggggg/-/y/g/0/wwwggg/wwgg|"
    "wwwwwwyyooooooooooooopppppppppggg/-/wwp/o/0/wwwyopg/wwwp|"
    "wwwwwwwyyyyooooppppgggg/-/o/w/0/wwwwwyyp/wwww|wwwyyyyyooppppppgggg/-/y/o/0/woopppggg/wg "
    "21.31.27.27.27/0.0.0.0.0/wp "
    "t2as"
)


def other_world(game: Game, seat: int, rng: random.Random) -> Game | None:
    """The same open play over another deal: hidden tiles are changed at random, and the record is read anew.

    None if the open play could not have happened with that deal.
    """
    header, log = list(game.header), list(game.log)
    for at, line in enumerate(header):
        words = line.split()
        if words[0] == "hand" and int(words[1]) - 1 != seat:
            tiles = list(words[2])
            for _ in range(rng.randint(1, 3)):
                tiles[rng.randrange(len(tiles))] = rng.choice(LETTERS)
            header[at] = f"hand {words[1]} {''.join(tiles)}"
    for at, line in enumerate(log):
        words = line.split()
        if words[1] == "fish" and int(words[0]) - 1 != seat and not game.over and rng.random() < 0.7:
            log[at] = f"{words[0]} fish {rng.choice(LETTERS)}"
    try:
        return atoll.read("\n".join([*header, *log]))
    except AtollError:
        return None


@pytest.mark.parametrize(("seats", "advanced"), [(2, "no"), (3, "yes"), (4, "no")])
def test_a_view_does_not_change_when_everything_hidden_from_it_is_permuted(seats: int, advanced: str) -> None:
    rng = random.Random(seats)
    worlds = 0
    for seed in range(scaled(40)):
        game = atoll.new("reef-encounter", seats, {"advanced": advanced}, seed)
        for _ in walk(game, rng, rng.choice([2, 5, 15, 40, 120])):
            pass
        for seat in (*range(seats), SPECTATOR):
            for _ in range(4):
                other = other_world(game, seat, rng)
                if other is not None:
                    assert json.dumps(other.view(seat)) == json.dumps(game.view(seat))
                    assert other.position(seat) == game.position(seat)
                    assert other.draw(seat) == game.draw(seat)
                    worlds += other.position(ALL_SEEING) != game.position(ALL_SEEING)
    assert worlds > scaled(60)


def hands(size: int) -> list[tuple[int, ...]]:
    """Every hand of so many tiles, by colour."""
    return [counts for counts in product(range(size + 1), repeat=5) if sum(counts) == size]


def story(game: Game, seat: int) -> list[list[dict[str, object]]]:
    """All that a seat saw happen."""
    return [[event.data() for event in events] for _, events in game.story(seat)]


def fitting_weights(game: Game, seat: int = 0) -> dict[tuple[tuple[int, ...], str], int]:
    """By brute force: every deal of the other seat that a two-player game allows, as a seat saw it, with its ways."""
    hidden = 2 - seat
    [hand_line] = [at for at, line in enumerate(game.header) if line.startswith(f"hand {hidden}")]
    [fish_line] = [at for at, line in enumerate(game.log) if line.startswith(f"{hidden} fish")]
    sea = Counter("".join(word[2:] for word in game.header[6].split()[1:]))
    own = Counter(game.header[7 + seat].split()[2])
    seen, told, legal = game.position(seat), story(game, seat), game.texts()
    bonus = 1 if "advanced no" in game.header[1] else 0
    pool = [40 - 2 - bonus - sea[letter] - own[letter] for letter in LETTERS]
    weights: dict[tuple[tuple[int, ...], str], int] = {}
    for counts in hands(len(game.header[hand_line].split()[2])):
        hand = "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))
        for fish in sorted(set(hand)):
            header, log = list(game.header), list(game.log)
            header[hand_line] = f"hand {hidden} {hand}"
            log[fish_line] = f"{hidden} fish {fish}"
            try:
                other = atoll.read("\n".join([*header, *log]))
            except AtollError:
                continue
            if other.position(seat) != seen or (game.seat == seat and other.texts() != legal):
                continue
            if seat and story(other, seat) != told:
                continue
            ways = prod(comb(have, take) for have, take in zip(pool, counts, strict=True))
            weights[counts, fish] = ways * counts[LETTERS.index(fish)]
    return weights


def deal_of(game: Game, hidden: int = 2) -> tuple[tuple[int, ...], str]:
    [hand] = [line.split()[2] for line in game.header if line.startswith(f"hand {hidden}")]
    [fish] = [line.split()[2] for line in game.log if line.startswith(f"{hidden} fish")]
    return tuple(hand.count(letter) for letter in LETTERS), fish


def interesting(game: Game, rng: random.Random, polyps: int, owing: bool) -> bool:
    """Play until seat 2 has placed so many polyps from behind its screen, or owes one after a larva."""
    for _ in range(300):
        if game.over:
            return False
        shown = sum(1 for line in game.log if line.startswith("2 polyp") and not line.endswith(" c"))
        turn = game.view()["turn"]
        owes = game.seat == 1 and turn["open"] and not turn["placed"]
        if shown >= polyps and (not owing or owes):
            return True
        game.apply(varied_move(game, rng))
    return False


@pytest.mark.skipif(not compiled(), reason="counting all deals takes long")
@pytest.mark.parametrize(("polyps", "owing"), [(0, True), (3, False), (5, True)])
def test_a_redeal_is_uniform_over_all_deals_that_fit(polyps: int, owing: bool) -> None:
    rng = random.Random(polyps)
    game = atoll.new(seed=polyps)
    while not interesting(game, rng, polyps, owing):
        game = atoll.new(seed=rng.randrange(10_000))
    game.rng = None
    assert_uniform(game)


def without_white() -> Game:
    """A game in which the bag has just run out of white; seat 2 has white and pink to place."""
    deal = ["rocks 1 2", "starfish up", "sea w:www y:www o:www p:ww g:w", "hand 1 wwwwyo", "hand 2 wwwwwwppp"]
    game = Game.dealt(atoll.kind("reef-encounter"), 2, {}, deal)
    play(game, "fish y", "fish w", "cubes gw", "cubes pw")
    while bag(game)["w"] or game.seat != 1:
        fullest = max(LETTERS, key=lambda space: (len(game.view()["sea"][space]), game.view()["supply"][space]))
        play(game, f"collect {fullest}")
        game.chance(refill(game, "wyopg"))
    return game


def refill(game: Game, wish: str) -> str:
    """A refill line that draws the first colour of these that the bag still has."""
    left = bag(game)
    words = []
    for space in game.kind.pending(game.state).split()[2:]:
        tile = next(letter for letter in wish if left[letter])
        left[tile] -= 1
        words.append(f"{space}{tile}")
    return "refill " + " ".join(words)


SHOWN = {
    "a bonus tile was bought for want of another": ["tile w"],
    "a bonus tile grew for want of another": ["larva w", "polyp 1d3"],
    "nothing grew for want of any": ["larva w", "polyp 1d3", "polyp 2d3"],
    "what came back to the bag grew": [
        *("larva w", "polyp 1d3", "larva p", "polyp 1f3", "polyp 1f2", "polyp 1e3", "alga blue w sea"),
        *("collect w", "*", "collect o", "*", "larva w", "polyp 2d3"),
    ],
}


@pytest.mark.skipif(not compiled(), reason="counting all deals takes long")
@pytest.mark.ruling("growth")
@pytest.mark.parametrize("shown", SHOWN)
def test_a_redeal_knows_what_growth_has_shown_of_the_bag(shown: str) -> None:
    game = without_white()
    rng = Rng(1)
    assert len({deal_of(game.redeal(1, rng), 1)[0][0] for _ in range(50)}) > 1
    for move in SHOWN[shown]:
        if move == "*":
            game.chance(refill(game, "gpoyw"))
        else:
            game.apply(move)
    weights = assert_uniform(game, seat=1)
    assert {counts[0] for counts, _ in weights} == {4}


@pytest.mark.ruling("shortage")
@pytest.mark.parametrize("path", BONUS_GONE, ids=lambda path: path.stem)
def test_after_the_bag_was_empty_every_redeal_tells_the_same_story(path: Path) -> None:
    rng = Rng(1)
    redeals = 0
    game = atoll.read(path.read_text("utf-8"))
    told = story(game, 0)
    for at, step in enumerate(game.steps()):
        if step.view()["bonus_gone"] and at % 3 == 0:
            other = step.redeal(0, rng)
            assert json.dumps(other.view(0)) == json.dumps(step.view(0))
            again = atoll.read(other.write())
            assert again.position(ALL_SEEING) == other.position(ALL_SEEING)
            assert story(again, 0) == told[:at]
            redeals += 1
    assert redeals


def assert_uniform(game: Game, seat: int = 0) -> dict[tuple[tuple[int, ...], str], int]:
    """Redeals from a seat draw every deal of the other that fits, by its number of ways; those are returned."""
    hidden = 2 - seat
    weights = fitting_weights(game, seat)
    assert deal_of(game, hidden) in weights
    draws = scaled(40_000)
    chance = Rng(1)
    assert_drawn_by_weight(Counter(deal_of(game.redeal(seat, chance), hidden) for _ in range(draws)), weights)
    # The way that is taken when the bag leaves little choice draws from the same deals.
    known = knowledge(cast(ReefEncounter, game.state), seat)
    totals = Totals(known)
    totals.count_ways()
    found: Counter[tuple[tuple[int, ...], str]] = Counter()
    while found.total() < draws:
        deal = _deal_out(known, totals.draw(chance), chance)
        if deal is not None:
            first = deal.first[0]
            hand = [n + (1 if colour == first else 0) for colour, n in enumerate(deal.screens[0])]
            found[tuple(hand), LETTERS[first]] += 1
    assert_drawn_by_weight(found, weights)
    return weights


def assert_drawn_by_weight(
    found: Counter[tuple[tuple[int, ...], str]], weights: dict[tuple[tuple[int, ...], str], int]
) -> None:
    """A chi-square test of what was drawn against what it should weigh."""
    draws = found.total()
    assert set(found) <= set(weights)
    whole = sum(weights.values())
    # Rare deals are put together, so that every class is expected often enough.
    classes: list[tuple[float, int]] = []
    rare, rare_seen = 0.0, 0
    for deal, weight in weights.items():
        expected = draws * weight / whole
        if expected >= 8:
            classes.append((expected, found[deal]))
        else:
            rare += expected
            rare_seen += found[deal]
    if rare >= 8:
        classes.append((rare, rare_seen))
    chi_square = sum((seen - expected) ** 2 / expected for expected, seen in classes)
    freedom = len(classes) - 1
    assert chi_square < freedom + 5 * (2 * max(freedom, 1)) ** 0.5
    assert len(weights) > 1


def test_when_the_bag_is_empty_a_redeal_still_fits_and_comes_at_once() -> None:
    game = atoll.at(NEARLY_OVER)
    rng = Rng(1)
    seen: set[str] = set()
    for seat in (SPECTATOR, 0, 1, 2, 3):
        for _ in range(20):
            other = game.redeal(seat, rng)
            assert json.dumps(other.view(seat)) == json.dumps(game.view(seat))
            assert sum(other.state.bag) == 0  # type: ignore[attr-defined]
            assert min(other.state.bag) == 0  # type: ignore[attr-defined]
            seen.add(other.position(ALL_SEEING))
    assert len(seen) > 50


def test_a_spectator_sees_no_screen_and_no_fish() -> None:
    game = atoll.new(seed=4)
    for _ in range(6):
        game.apply(varied_move(game, random.Random(4)))
    view = game.view()
    assert all(player["hand"] is None and player["first"] is None for player in view["players"])
    assert [line for line in view["header"] if line.startswith("hand")] == ["hand 1 ??????", "hand 2 ?????????"]
    assert "1 fish ?" in view["log"]


def test_the_tile_in_the_fish_is_open_when_the_game_is_over() -> None:
    game = atoll.new(seed=4)
    for _ in walk(game, random.Random(4)):
        pass
    assert game.over
    view = game.view(0)
    assert view["players"][1]["first"] in LETTERS
    assert view["players"][1]["hand"] is None
    assert not any(line.endswith("fish ?") for line in view["log"])
    assert view["scores"] == game.state.scores()


def test_what_was_collected_in_the_open_is_known_to_be_behind_the_screen() -> None:
    game = atoll.new(seed=6)
    for text in ("fish", "fish", "cubes", "cubes"):
        game.apply(next(t for t in game.texts() if t.startswith(text)))
    tiles = game.view()["sea"]["w"]
    game.apply("collect w")
    known = game.view(1)["players"][0]["surely_behind"]
    assert known == {letter: tiles.count(letter) for letter in LETTERS}


def test_state_holds_no_future_chance() -> None:
    game = atoll.new(seed=7)
    other = game.clone()
    for text in ("fish", "fish", "cubes", "cubes"):
        move = next(t for t in game.texts() if t.startswith(text))
        game.apply(move)
        other.apply(move)
    game.apply("collect w")
    other.apply("collect w")
    assert other.seat == atoll.CHANCE
    outcomes = {tuple(other.state.clone().resolve(Rng(seed))) for seed in range(20)}
    assert len(outcomes) > 1
