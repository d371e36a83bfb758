"""A whole game with the expansion, played by clicks against a bot."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import expect

import atoll
from atoll import Game
from tests.browser.conftest import Visit
from tests.browser.hands import sensible, start
from tests.browser.second_kind.hands import SecondHands
from tests.browser.second_kind.turns import answered
from tests.server.running import Server

MOST = 400
RARELY = ("discard", "move", "pass")  # what leads nowhere if it is done for its own sake


class Curious(SecondHands):
    """Does what it has not done yet, as long as that is no waste; else what a simple bot would do."""

    def __init__(self, *around: object) -> None:
        super().__init__(*around)  # type: ignore[arg-type]
        self.made: Counter[str] = Counter()

    def chosen(self, game: Game) -> str:
        best = sensible(game, len(game.log))
        new = [text for text in game.texts() if not self.made[text.split()[0]] and not text.startswith(RARELY)]
        move = new[0] if new and not best.startswith("eat") else best
        self.made[move.split()[0]] += 1
        return move


def test_a_whole_game_is_played_by_clicks(visit: Visit, server: Server) -> None:
    page = visit("/")
    page.locator('[data-game="second-kind"]').click()
    page.locator('label:has(input[name="against"])').first.click()  # the bot that thinks least
    start(page, "second-kind")
    hands = Curious(page, server.file)
    for _ in range(MOST):
        if not hands.wait_for_turn():
            break
        game = hands.game()
        if game.seat == 0 and not answered(game):
            hands.play(hands.chosen(game))
    kept = hands.game()
    assert kept.over
    assert len(hands.made) > 12, hands.made
    expect(page.locator("[data-ending]")).to_be_visible()
    if not page.locator("[data-result]").count():
        page.locator('[data-tool="result"]').click()
    for score in kept.state.scores():
        expect(page.locator("[data-result]")).to_contain_text(str(score))
    expect(page.locator("[data-scoring]").first).to_be_visible()
    with page.expect_download() as loading:
        page.locator('[data-result] [data-tool="record"]').first.click()
    assert atoll.read(loading.value.path().read_text("utf-8")).log == kept.log
