"""Whole games, played by clicks against a bot."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import atoll
from tests.browser.conftest import Visit
from tests.browser.hands import Hands, start, table_id
from tests.server.running import Server


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_whole_game_is_played_by_clicks(visit: Visit, server: Server, game: str) -> None:
    page = visit("/")
    start(page, game)
    hands = Hands(page, server.file)
    moves = hands.to_the_end()
    assert moves > 15
    kept = hands.game()
    assert kept.over
    expect(page.locator("[data-ending]")).to_be_visible()
    if not page.locator("[data-result]").count():
        page.locator('[data-tool="result"]').click()
    for score in kept.state.scores():
        expect(page.locator("[data-result]")).to_contain_text(str(score))
    with page.expect_download() as loading:
        page.locator('[data-result] [data-tool="record"]').first.click()
    record = loading.value.path().read_text("utf-8")
    assert atoll.read(record).log == kept.log
    assert table_id(page) in loading.value.suggested_filename
