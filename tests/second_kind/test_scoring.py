"""The score worked out: what the page shows of it adds up, and says which choices were made."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import atoll
from atoll import Rng
from atoll.core.game import Game
from atoll.core.state import playout
from atoll.reef_encounter.tables import LETTERS
from atoll.second_kind.score import best_score
from atoll.second_kind.tables import POLYP_KINDS, TOKENS
from atoll.second_kind.view import Scoring, scoring
from tests.second_kind.build import at, state_of

FIXTURES = Path(__file__).parent / "fixtures"
NO_CARD = {"strength": 0}
STRENGTHS = ["white-strength", "yellow-strength", "orange-strength", "pink-strength", "grey-strength"]


def adds_up(told: Scoring) -> None:
    """Every tile counts once as a colour that it has, and the points of the colours make the score."""
    assert sum(part["points"] for part in told["parts"]) == told["score"]
    counted: Counter[str] = Counter()
    for part in told["parts"]:
        assert part["polyps"] == sum(number * (2 if tile[1:] == "2" else 1) for tile, number in part["tiles"].items())
        assert part["points"] == part["polyps"] * part["value"] + part["strength"]
        assert all(part["colour"] in tile for tile in part["tiles"])
        strong = part["colour"] in told["strong"]
        assert part["strength"] == (min(2, part["polyps"]) if strong else 0)
        counted.update(part["tiles"])
    eaten = Counter(told["tiles"])
    if told["exchanged"]:
        assert told["metamorphosis"]
        eaten.subtract([told["exchanged"]["given"]])
        eaten.update([told["exchanged"]["taken"]])
    assert counted == +eaten


def seen(game: Game) -> list[Scoring]:
    found: list[Scoring] = game.view()["scoring"]
    return found


def test_the_parts_make_the_score_in_whole_games() -> None:
    games = [atoll.read(path.read_text("utf-8")) for path in sorted(FIXTURES.glob("*.txt"))]
    for seed in range(4):
        game = atoll.new("reef-encounter", 2 + seed % 3, {"expansion": "yes"}, seed)
        playout(game.state, Rng(seed), 100_000)
        games.append(game)
    for game in games:
        assert game.over
        for told, score in zip(seen(game), game.state.scores(), strict=True):
            adds_up(told)
            assert told["score"] == score


def test_the_parts_make_the_score_of_any_fish() -> None:
    rng = random.Random(7)
    changed = 0
    for _ in range(150):
        tiles = rng.sample(range(POLYP_KINDS), rng.randint(1, 9)) + rng.choices(range(5), k=rng.randint(0, 3))
        held = [TOKENS[kind] for kind in tiles]
        first = rng.choice(LETTERS)
        cards = rng.sample([*STRENGTHS, "metamorphosis"], rng.randint(0, 3))
        game = at(
            fish={1: " ".join([first, *held])}, laid_out={1: " ".join(cards)}, starfish=rng.choice(["up", "down"])
        )
        told = scoring(state_of(game), 0)
        adds_up(told)
        assert told["score"] == best_score(state_of(game), 0)
        changed += told["exchanged"] is not None
    assert changed > 10


def part(told: Scoring, colour: str) -> dict[str, object]:
    return dict(next(part for part in told["parts"] if part["colour"] == colour))


def test_a_bicolour_counts_as_the_better_colour_and_a_double_twice() -> None:
    told = scoring(state_of(at(fish={1: "w w2 wy"}, turned="wy")), 0)
    assert part(told, "w") == {"colour": "w", "tiles": {"w": 1, "w2": 1}, "polyps": 3, "value": 2} | NO_CARD | {
        "points": 6
    }
    assert part(told, "y") == {"colour": "y", "tiles": {"wy": 1}, "polyps": 1, "value": 4} | NO_CARD | {"points": 4}


def test_a_strength_draws_a_bicolour_and_adds_one_for_two_polyps_at_most() -> None:
    game = at(fish={1: "y y wy wy"}, laid_out={1: "white-strength"})
    told = scoring(state_of(game), 0)
    assert part(told, "w")["tiles"] == {"wy": 2}
    assert part(told, "w")["strength"] == 2


def test_metamorphosis_names_the_tile_it_exchanged_unless_none_gains() -> None:
    game = at(fish={1: "w"}, laid_out={1: "metamorphosis pink-strength"})
    told = scoring(state_of(game), 0)
    assert told["exchanged"] == {"given": "w", "taken": "p"}
    assert part(told, "p")["tiles"] == {"p": 1}
    kept = scoring(state_of(at(fish={1: "p"}, laid_out={1: "metamorphosis pink-strength"})), 0)
    assert kept["metamorphosis"]
    assert kept["exchanged"] is None
