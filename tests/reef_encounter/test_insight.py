"""What a position shows to someone who looks closer agrees with what the moves then do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import atoll
from atoll.core.game import Game
from atoll.core.state import ALL_SEEING, SPECTATOR
from atoll.reef_encounter.view import view
from tests.walk import scaled, walk

RECORDS = [file.read_text("utf-8") for file in sorted((Path(__file__).parent / "fixtures").glob("*.txt"))]
MEALS = [record for record in RECORDS if " eat " in record]


def games(number: int) -> Iterator[Game]:
    """Games of all sizes, each at some of its decisions."""
    for seed in range(number):
        options = {"advanced": "yes" if seed % 4 == 3 else "no"}
        for place, game in enumerate(
            walk(atoll.new("reef-encounter", 2 + seed % 3, options, seed), random.Random(seed), 400)
        ):
            if place % 7 == 0 and not game.over:
                yield game


def test_corals_hold_every_polyp_once_and_know_their_shrimps() -> None:
    for game in games(scaled(12)):
        seen, shown = game.insight(SPECTATOR), game.view(SPECTATOR)
        cells = [(cell, coral["colour"]) for coral in seen["corals"] for cell in coral["cells"]]
        assert sorted(cells) == sorted(pair for rock in shown["rocks"] for pair in rock["polyps"].items())
        shrimps = {cell: seat for rock in shown["rocks"] for cell, seat in rock["shrimps"].items()}
        on_corals = {coral["shrimp"]: coral["owner"] for coral in seen["corals"] if coral["shrimp"]}
        polyps = dict(cells)
        assert on_corals == {cell: seat for cell, seat in shrimps.items() if cell in polyps}
        for coral in seen["corals"]:
            assert coral["value"] == shown["values"][coral["colour"]]
            assert len(coral["tiles"]) == 4
            if coral["shrimp"]:
                assert coral["protected"] == seen["shelters"][coral["shrimp"]]


def test_an_open_larva_does_what_is_said() -> None:
    met = set()
    for game in games(scaled(24, least=6)):
        seen = game.insight(game.seat)
        moves = [text for text in game.texts() if text.startswith("polyp ")]
        assert set(seen["laying"]) == {text.split()[1] for text in moves}
        if not moves:
            continue
        colour = game.view(game.seat)["turn"]["open"]
        bites = {cell for coral in seen["corals"] if coral["colour"] == colour for cell in coral["eats"]}
        assert bites == {cell for cell, what in seen["laying"].items() if what == "bites"}
        for text in moves:
            cell = text.split()[1]
            events = {event.kind: event.data() for event in game.events(text, ALL_SEEING)}
            what = seen["laying"][cell]
            met.add(what)
            assert ("eaten" in events) == (what == "bites")
            if what == "grows" and sum(game.state.bag) > 60:  # type: ignore[attr-defined]
                assert "grown" in events
            if what in ("starts", "enlarges"):
                assert "grown" not in events
            after = game.clone()
            after.apply(text)
            [grown] = [coral for coral in after.insight(game.seat)["corals"] if cell in coral["cells"]]
            if what == "starts":
                assert grown["cells"] == [cell]
            if what == "enlarges":
                assert len(grown["cells"]) > 1
    assert met == {"starts", "enlarges", "grows", "bites"}


def test_what_can_be_eaten_is_what_others_can_eat() -> None:
    for game in games(scaled(12)):
        corals = game.insight(SPECTATOR)["corals"]
        by_cell = {cell: coral for coral in corals for cell in coral["cells"]}
        eats = {(coral["cells"][0], cell) for coral in corals for cell in coral["eats"]}
        assert eats == {
            (eater, danger["cell"]) for coral in corals for danger in coral["eaten_by"] for eater in danger["by"]
        }
        for eater, cell in eats:
            assert by_cell[eater]["colour"] != by_cell[cell]["colour"]
            assert cell not in by_cell[cell]["protected"]
            assert len(by_cell[eater]["cells"]) >= 2


@pytest.mark.ruling("eating")
def test_a_meal_brings_what_is_said() -> None:
    eaten = 0
    for game in (game for record in MEALS[: scaled(40)] for game in atoll.read(record).steps()):
        if game.seat < 0:
            continue
        corals = game.insight(game.seat)["corals"]
        for text in game.texts():
            if not text.startswith("eat "):
                continue
            [coral] = [coral for coral in corals if text.split()[1] in coral["cells"]]
            fish = game.state.fish_size(game.seat)  # type: ignore[attr-defined]
            after = game.clone()
            seat = game.seat
            after.apply(text)
            assert coral["meal"]["polyps"] == after.state.fish_size(seat) - fish  # type: ignore[attr-defined]
            assert coral["meal"]["points"] == coral["meal"]["polyps"] * coral["value"]
            eaten += 1
        may_eat = any(coral["owner"] == game.seat + 1 and coral["meal"] for coral in corals)
        assert may_eat or not any(text.startswith("eat ") for text in game.texts())
    assert eaten > 0


def test_scores_at_present_values_are_bounds() -> None:
    for game in games(scaled(12)):
        scores = game.state.scores()
        for viewer in (SPECTATOR, *range(game.seats)):
            for seen in game.view(viewer)["present"]:
                score = scores[seen["seat"] - 1]
                assert seen["least"] <= score <= seen["most"]
                assert viewer != seen["seat"] - 1 or seen["least"] == seen["most"]


def test_the_end_comes_nearer() -> None:
    game = atoll.new("reef-encounter", 2, {}, 1)
    assert game.view(0)["end"] == {"tiles": 0, "of_tiles": 10, "of_shrimps": 4, "next": []}
    state = game.state
    state.covered = 0b0111111111  # type: ignore[attr-defined]
    state.eaten[1] = 3  # type: ignore[attr-defined]
    state.supply[2] = 0  # type: ignore[attr-defined]
    for colour in range(5):
        state.bag[colour] = 0  # type: ignore[attr-defined]
    assert view(state, 0)["end"]["next"] == ["tile", "meal", "cube", "bag"]  # type: ignore[arg-type]


def test_what_is_left_to_do_is_told_to_who_could_do_it_alone() -> None:
    told = 0
    for game in games(scaled(30, least=3)):
        assert game.insight((game.seat + 1) % game.seats)["left"] == game.insight(SPECTATOR)["left"] == []
        left = game.insight(game.seat)["left"]
        if any(text.startswith("polyp ") for text in game.texts()) and "collect w" in game.texts():
            assert any("larva is still open" in sentence for sentence in left)
        told += bool(left)
        assert not left or any(text.startswith("collect ") for text in game.texts())
    assert told > 0
