"""What a hint for the expansion says it is good for, what a turn would leave undone, which questions need nobody."""

from __future__ import annotations

import random

import pytest

import atoll
from atoll.core.events import EndsGame
from atoll.core.game import Game
from atoll.second_kind.variation import VARIATION
from atoll.second_kind.windows import WINDOWS
from tests.second_kind.build import at
from tests.second_kind.wander import wander
from tests.walk import scaled


def reason(game: Game, *texts: str, language: str = "en") -> str:
    return game.explained(texts, game.seat)[1].text(language)


MEAL = "white 1d5(1) 1e5=w2 1f5 1e4 1d4 1c5"
TURNS = [
    (at(MEAL, eaten={1: 1}), "eat 1d5", "feeds the white coral to the parrotfish (polyps: "),
    (
        at(MEAL, cards={1: "lucky-dip", 2: "free-alga"}),
        "eat 1d5 lucky-dip",
        "gives Lucky dip, so that your first coral can be eaten",
    ),
    (
        at("white 1d5(1) 1e5; pink 1c5", hand={1: "w"}, cubes={1: "w"}, turned=""),
        "larva w, polyp 1f5",
        "lets the white coral on rock 1 grow to 3",
    ),
    (
        at("white 1d5(1) 1e5; crown 1d4", cards={1: "dislodged"}, turn="t1"),
        "play dislodged, dislodge 1d4",
        "rids the rocks of the crown-of-thorns on 1d4, plays Dislodged",
    ),
    (at("white 1d5", hand={1: "crown"}), "lay crown 1d4", "sets a crown-of-thorns on 1d4"),
    (at("white 1d5", hand={1: "rock"}), "lay rock 1h4", "makes new rock at 1h4"),
    (at("white 1d5", cubes={1: "w"}), "buy cube w", "gains a card"),
    (
        at("white 1d5(1) 1e5", cards={1: "lucky-dip"}),
        "play lucky-dip blue",
        "plays Lucky dip for a blue shrimp",
    ),
]


@pytest.mark.parametrize(("game", "turn", "said"), TURNS, ids=[turn for _, turn, _ in TURNS])
def test_the_reason_for_a_turn_says_what_it_wins(game: Game, turn: str, said: str) -> None:
    assert reason(game, *turn.split(", ")).startswith(f"This turn {said}")
    assert reason(game, *turn.split(", "), language="fr").startswith("Ce tour ")
    assert reason(game, *turn.split(", "), language="it").startswith("Questo turno ")


def test_the_reason_for_an_answer_says_what_it_stops() -> None:
    game = at("white 1d5(1)", cards={1: "free-alga", 2: "strong-current"})
    game.apply("play free-alga")
    assert game.seat == 1
    assert reason(game, "play strong-current") == "This turn stops Free alga"
    assert reason(game, "pass") == "This turn keeps your cards for later"


def test_a_plan_ends_where_others_are_asked() -> None:
    game = at("white 1d5(1) 1e5; crown 1d4", cards={1: "dislodged", 2: "free-alga"})
    steps, _ = game.explained(["play dislodged", "dislodge 1d4"], 0)
    assert [move for move, _ in steps] == ["play dislodged"]


def test_what_a_turn_would_leave_undone_is_named() -> None:
    meal = at(f"{MEAL} 1b5 1c6 1d6 1e6 1f6 1c4", eaten={1: 1})
    assert "a coral could be eaten" in meal.insight(0)["left"]
    assert meal.insight(1)["left"] == []
    hungry = at(MEAL, cubes={1: "w"})
    assert hungry.insight(0, "en")["left"] == ["a card could be bought: your first coral needs one with a blue shrimp"]
    open_larva = at("white 1d5(1) 1e5", hand={1: "w w"}, cubes={1: "w"})
    for text in ("larva w", "polyp 1f5"):
        open_larva.apply(text)
    assert open_larva.insight(0)["left"][0] == "the white larva is still open: more polyps can be laid"


def test_the_last_move_is_foreseen_but_not_who_wins() -> None:
    game = at(MEAL, eaten={1: 3})
    seen = game.foreseen("eat 1d5", 0)
    assert "coral_taken" in {event.kind for event in seen.events}
    if seen.events[-1] == EndsGame():
        assert seen.view["scores"] is None
    assert not any(getattr(event, "scores", None) for event in seen.events)


def test_windows_and_what_is_forced_follow_from_what_all_can_see() -> None:
    """In every deal that anybody could believe in the same window asks, and the same is forced."""
    met: set[str | None] = set()
    forced = 0
    for seed in range(scaled(60, least=6)):
        game = atoll.new("reef-encounter", 2 + seed % 3, {"expansion": "dealt"}, seed)
        chance = random.Random(seed)
        for _ in range(6):
            wander(game, chance, 25)
            if game.over or game.seat < 0:
                break
            state = game.state
            window, must = VARIATION.window(state), VARIATION.forced(state)  # type: ignore[arg-type]
            met.add(window)
            forced += must
            assert window is None or (window in WINDOWS and "pass" in game.texts() and not must)
            assert not must or len(game.texts()) == 1
            for viewer in range(game.seats):
                other = state.redeal(viewer, atoll.Rng(seed))
                assert VARIATION.window(other) == window  # type: ignore[arg-type]
                assert VARIATION.forced(other) == must  # type: ignore[arg-type]
    assert None in met
