"""The deals of the tutorials show what the lessons promise, whatever the bot beside the learner does."""

from __future__ import annotations

import pytest

import atoll
from atoll import Game, Rng
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.core.game import Chance
from atoll.server.chance import draws, for_deal

# The good moves of each lesson, and what each brings about.
LESSONS = {
    "reef-encounter": [
        ("fish g", "fish_chosen"),
        ("cubes ww", "cubes_taken"),
        ("larva w", "larva_played"),
        ("polyp 2e4", "grown"),
        ("polyp 2e5", "eaten"),
        ("polyp 2e2", "placed"),
        ("polyp 2d2", "eaten"),
        ("shrimp 2e4", "shrimp_introduced"),
        ("alga purple o sea", "turned"),
        ("collect o", "collected"),
        ("eat 2e4", "coral_eaten"),
        ("alga red y ow", "locked"),
    ],
    "reef": [
        ("start r b2", "laid"),
        ("start p c2", "laid"),
        ("start g b3", "laid"),
        ("start y c3", "laid"),
        ("take 25", "taken"),
        ("play 48", "played"),
        ("lay r b2", "laid"),
        ("lay r c2", "scored"),
        ("play 53", "played"),
        ("lay p a1", "laid"),
        ("lay p d4", "scored"),
    ],
}


def move(game: Game, chance: Chance, text: str | int) -> None:
    for step in game.step(text, chance):
        game.take(step)


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("seed", range(3))
def test_the_good_moves_of_a_lesson_do_what_it_says(name: str, seed: int) -> None:
    kind = atoll.kind(name)
    chance = draws(kind.tutorial)
    game = Game.dealt(kind, 2, {}, kind.deal(2, kind.complete_options({}), for_deal(kind.tutorial)))
    bot, rng = Greedy(), Rng(seed)
    for text, brings in LESSONS[name]:
        while game.seat == 1:
            move(game, chance, decide(bot, game, rng))
        told = game.events(text)
        assert brings in [event.kind for event in told]
        assert all(event.data()["points"] > 0 for event in told if event.kind == "scored")
        move(game, chance, text)
