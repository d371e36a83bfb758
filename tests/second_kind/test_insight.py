"""What a position of the expansion shows to someone who looks closer agrees with what the moves then do."""

from __future__ import annotations

import random
from collections.abc import Iterator

import atoll
from atoll.core.game import Game
from atoll.core.state import ALL_SEEING, SPECTATOR
from tests.second_kind.build import at, play, state_of
from tests.second_kind.wander import wander
from tests.walk import scaled


def games(number: int) -> Iterator[Game]:
    for seed in range(number):
        game = atoll.new("reef-encounter", 2 + seed % 3, {"expansion": "yes"}, seed)
        wander(game, random.Random(seed), random.Random(seed).choice([20, 60, 110, 160]))
        if not game.over and game.seat >= 0:
            yield game


def test_corals_hold_every_polyp_once() -> None:
    for game in games(scaled(200, least=12)):
        seen, shown = game.insight(SPECTATOR), game.view(SPECTATOR)
        cells = [(cell, coral["colour"]) for coral in seen["corals"] for cell in coral["cells"]]
        assert sorted(cells) == sorted(pair for rock in shown["rocks"] for pair in rock["polyps"].items())
        for coral in seen["corals"]:
            assert set(coral["protected"]) >= set(seen["shelters"].get(coral["shrimp"], []))
            for danger in coral["eaten_by"]:
                assert danger["cell"] not in coral["protected"]


def test_an_open_larva_does_what_is_said() -> None:
    met: set[str] = set()
    for game in games(scaled(400, least=30)):
        laying = game.insight(game.seat)["laying"]
        moves = [text for text in game.texts() if text.startswith("polyp ")]
        assert set(laying) == {text.split()[1] for text in moves}
        for text in moves:
            what = laying[text.split()[1]]
            met.add(what)
            kinds = {event.kind for event in game.events(text, ALL_SEEING)}
            assert ("attacked" in kinds) == (what == "bites")
            if what in ("starts", "enlarges"):
                assert "grown" not in kinds
    assert {"starts", "enlarges"} <= met


def test_a_meal_keeps_what_is_worth_most() -> None:
    game = at(
        "white 1d5(1) 1e5=w2 1f5=wh.nw 1e4 1d4=wy 1c5; yellow 1b5",
        turned="",
        cards={1: "lucky-dip"},
        eaten={1: 1},
    )
    [coral] = [coral for coral in game.insight(0)["corals"] if "1d5" in coral["cells"]]
    values = game.view(0)["values"]
    bicolour = max(values["w"], values["y"])
    # Seven polyps, four go back: the double and the bicolour stay if that is best.
    assert coral["meal"] == {"polyps": 3, "points": bicolour + 2 * values["w"]}
    play(game, "eat 1d5")
    while game.view(0)["turn"]["asked"] == "bag":
        texts = game.texts()
        play(game, next(text for text in ("bag w", "bag wh", "bag w2", "bag wy") if text in texts))
    assert game.view(0)["present"][0]["least"] >= coral["meal"]["points"]


def test_scores_of_others_leave_out_what_nobody_has_seen() -> None:
    for game in games(scaled(100, least=8)):
        scores = game.state.scores()
        for viewer in (SPECTATOR, *range(game.seats)):
            for seen in game.view(viewer)["present"]:
                seat = seen["seat"] - 1
                if seat == viewer:
                    assert seen["least"] == seen["most"] == scores[seat]
                else:
                    assert seen["least"] <= scores[seat]
                    assert seen["most"] <= scores[seat] or state_of(game).first[seat] >= 0
