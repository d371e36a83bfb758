"""«Why not» can be asked of any text, and agrees with the legal moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import atoll
from atoll import Game
from atoll.core.state import ALL_SEEING
from atoll.reef_encounter.tables import ALGA_NAMES, CELL_NAMES, LETTERS, TILE_NAMES
from tests.walk import scaled, walk


def every_text(game: Game, rng: random.Random) -> Iterator[str]:
    """Every move text there is for a table of this size; of shrimp moves those of all shrimps, and some others."""
    cells = [f"{rock + 1}{cell}" for rock in range(game.seats) for cell in CELL_NAMES]
    for letter in LETTERS:
        for verb in ("fish", "larva", "cube", "tile", "collect"):
            yield f"{verb} {letter}"
        for other in LETTERS:
            if letter <= other:
                yield f"cubes {letter}{other}"
        for alga in ALGA_NAMES:
            for target in [*("".join(sorted(name)) for name in TILE_NAMES), "sea"]:
                yield f"alga {alga} {letter} {target}"
    for cell in cells:
        yield f"eat {cell}"
        yield f"polyp {cell}"
        yield f"polyp {cell} c"
        yield f"shrimp {cell}"
    standing = [cell for rock in game.view()["rocks"] for cell in rock["shrimps"]]
    for start in [*standing, *rng.sample(cells, 2)]:
        yield f"move {start} screen"
        for end in cells:
            yield f"move {start} {end}"
    yield "pass"


@pytest.mark.parametrize(("seats", "advanced"), [(2, "no"), (3, "yes"), (4, "no")])
def test_a_text_has_an_objection_exactly_when_it_is_not_legal(seats: int, advanced: str) -> None:
    rng = random.Random(seats)
    asked = 0
    rulings = set()
    for seed in range(scaled(20, least=4)):
        game = atoll.new("reef-encounter", seats, {"advanced": advanced}, seed)
        for _ in walk(game, rng, rng.choice([1, 2, 8, 30, 80, 200, 400])):
            pass
        legal = set(game.texts())
        for text in every_text(game, rng):
            objection = game.why_not(text)
            assert (objection is None) == (text in legal), f"{text}: {game.position(ALL_SEEING)}"
            if objection:
                assert objection.ruling
                assert all(objection.text(language) for language in ("en", "fr", "it"))
                rulings.add(objection.ruling)
            asked += 1
    assert asked > scaled(20, least=4) * 500
    assert len(rulings) > 5


@pytest.mark.parametrize(
    "text",
    ["", " ", "polyp", "polyp 1d4 x", "polyp 1d4 c c", "polyp 5d4", "polyp 1h4", "polyp 1d7", "eat", "larva q",
     "larva ww", "cubes w", "cubes wyo", "alga red o", "alga pink o sea", "alga red o ww", "alga red o bag",
     "move 1d4", "move 1d4 deck", "pass now", "PASS", "larva  w", "larva w ", "collect\tw", "larva w\n", "üben"],
)  # fmt: skip
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    game = atoll.new(seed=1)
    objection = game.why_not(text)
    assert objection is not None
    assert objection.ruling == "record"
    assert objection.text("fr") != objection.text("en")
