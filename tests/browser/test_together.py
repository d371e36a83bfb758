"""People at one table, in windows of their own."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visit
from tests.browser.hands import Hands, first_seat_starts, open_options, sensible, start
from tests.browser.window import window
from tests.server.running import Server


def two_at_a_table(first: Page, second: Page, game: str) -> None:
    """One invites, the other follows the link."""
    first.locator(f'[data-game="{game}"]').click()
    open_options(first)
    first.locator('[data-seat-row="2"] select').first.select_option("friend")
    first_seat_starts(first)
    first.locator('[data-tool="play"]').click()
    link = first.locator("#invite-link").input_value()
    second.goto(link)
    second.locator('[data-tool="sit"]').click()
    expect(first.locator('[data-tool="moves"]')).to_be_enabled()
    expect(second.locator('[data-tool="moves"]')).to_be_disabled()


def test_two_browsers_play_and_see_each_others_moves_but_not_their_screens(visit: Visit, server: Server) -> None:
    ada, bo = visit("/"), visit("/")
    two_at_a_table(ada, bo, "reef-encounter")
    hands = Hands(ada, server.file), Hands(bo, server.file)
    fed = sensible(hands[0].game(), 1)
    hands[0].play(fed)
    summed = bo.locator('[data-log] [data-lines="1"]')
    expect(summed).to_be_visible()
    expect(ada.locator('[data-log] [data-line="1"] [role="img"]')).to_have_count(1)  # the tile that only she knows
    expect(summed.locator('[role="img"]')).to_have_count(0)
    for number in range(14):
        game = hands[0].game()
        turn = hands[game.seat]
        assert turn.wait_for_turn()
        turn.play(sensible(game, number))
    for page in (ada, bo):
        Hands(page, server.file).skip()
    size = hands[0].lines()
    for page in (ada, bo):
        expect(page.locator(f'[data-log] [data-lines="{size}"]')).to_be_attached()


def test_a_watcher_sees_the_table_and_can_do_nothing(visit: Visit, server: Server) -> None:
    ada = visit("/")
    start(ada, "reef")
    watcher = visit(ada.url.replace(server.address, ""))
    expect(watcher.locator("[data-log]")).to_be_attached()
    expect(watcher.locator('[data-tool="moves"]')).to_have_count(0)
    expect(watcher.locator("[data-watching]")).to_be_visible()
    expect(ada.locator("[data-watching]")).to_have_count(0)
    assert watcher.locator("[data-move]").count() == 0
    Hands(ada, server.file).play(sensible(Hands(ada, server.file).game(), 1))
    expect(watcher.locator('[data-log] [data-lines="1"]')).to_be_attached()


def test_one_device_passes_from_hand_to_hand_behind_a_curtain(visit: Visit, server: Server) -> None:
    page = visit("/")
    page.locator('[data-game="reef-encounter"]').click()
    open_options(page)
    page.locator('[data-seat-row="2"] select').first.select_option("me")
    first_seat_starts(page)
    page.locator('[data-tool="play"]').click()
    hands = Hands(page, server.file)
    for seat in (1, 2):
        curtain = page.locator(f'[data-curtain="{seat}"]')
        expect(curtain).to_be_visible()
        assert page.locator("[data-touch]").count() == 0
        page.locator('[data-tool="ready"]').click()
        while hands.game().seat == seat - 1:
            hands.wait_for_turn()
            hands.play(sensible(hands.game(), seat))
    expect(page.locator('[data-curtain="1"]')).to_be_visible()


def test_a_server_killed_in_the_middle_of_a_turn_comes_back_to_the_same_table(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    with window(browser, server.address) as page:
        page.goto("/")
        start(page, "reef-encounter")
        hands = Hands(page, server.file)
        for number in range(5):
            assert hands.wait_for_turn()
            hands.play(sensible(hands.game(), number))
        before = hands.game().log
        server.kill()
        expect(page.locator('[data-bar="offline"]')).to_be_visible()
        server.start()
        expect(page.locator('[data-bar="offline"]')).to_have_count(0)
        assert hands.game().log[: len(before)] == before
        for number in range(3):
            assert hands.wait_for_turn()
            hands.play(sensible(hands.game(), number))
        assert len(hands.game().log) > len(before)
    server.stop()


def test_a_page_that_is_opened_again_is_at_the_same_table(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    hands = Hands(page, server.file)
    hands.play(sensible(hands.game(), 1))
    address = page.url
    page.goto("/")
    page.locator(f'[data-table="{address.rpartition("/")[2]}"]').click()
    assert page.url == address
    expect(page.locator('[data-log] [data-line="1"]')).to_be_visible()
    page.reload()
    expect(page.locator('[data-log] [data-line="1"]')).to_be_visible()
    assert hands.wait_for_turn()


def test_who_leaves_is_replaced_when_the_other_agrees_and_conceding_ends_the_game(visit: Visit, server: Server) -> None:
    ada, bo = visit("/"), visit("/")
    two_at_a_table(ada, bo, "reef")
    bo.locator('[data-tool="about"]').first.click()
    bo.locator('[data-tool="leave"]').first.click()
    bo.locator('[data-tool="leave-yes"]').first.click()
    ada.locator('[data-tool="agree"]').click()
    hands = Hands(ada, server.file)
    for number in range(4):
        assert hands.wait_for_turn()
        hands.play(sensible(hands.game(), number))
    assert hands.wait_for_turn()
    assert any(line.startswith("2 ") for line in hands.game().log)
    ada.locator('[data-tool="about"]').first.click()
    ada.locator('[data-tool="concede"]').first.click()
    ada.locator('[data-tool="concede-yes"]').first.click()
    expect(ada.locator("[data-ending]")).to_be_visible()


def test_who_starts_is_drawn_or_chosen_and_the_log_begins_with_it(visit: Visit) -> None:
    page = visit("/")
    me = page.locator('[data-seat-row="1"] input').input_value()
    for chosen, said in ((None, "starts, drawn by lot"), ("2", "starts, chosen by the host")):
        page.goto("/")
        page.locator('[data-game="reef"]').click()
        open_options(page)
        if chosen:
            page.locator(f'label:has(input[name="first"][value="{chosen}"])').click()
        page.locator('[data-tool="play"]').click()
        expect(page.locator('[data-opening="starts"]')).to_contain_text(said)
        expect(page.locator('[data-tool="moves"]').first).to_be_enabled()
    assert me not in page.locator('[data-opening="starts"]').inner_text()
