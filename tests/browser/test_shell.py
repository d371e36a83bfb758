"""What is around every board: the start page, the log, panels, settings, the end."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import atoll
from atoll.server.seats import OFFERED
from tests.browser.conftest import Visit
from tests.browser.hands import Hands, middle_of, open_options, sensible, sit_into, start
from tests.browser.window import DESKTOP, PHONE
from tests.server.running import Server

SMALL = {"width": 1280, "height": 720}
NARROW = {**PHONE, "viewport": {"width": 360, "height": 740}}
LONG = "Bartholomew-Maximilian-of-the-Great-Reef"  # as long as a name may be


INSIDE = """panel => {
  const edge = panel.getBoundingClientRect().right
  return [...panel.querySelectorAll("*")].every((one) => one.getBoundingClientRect().right <= edge)
}"""


def bottom(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def overlaps(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def some_turns(page: Page, server: Server, number: int) -> Hands:
    hands = Hands(page, server.file)
    for step in range(number):
        assert hands.wait_for_turn()
        hands.play(sensible(hands.game(), step))
    assert hands.wait_for_turn()
    return hands


def gave_up(page: Page) -> None:
    page.locator('[data-tool="about"]').click()
    page.locator('[data-tool="concede"]').click()
    page.locator('[data-tool="concede-yes"]').click()
    expect(page.locator("[data-ending]")).to_be_visible()


# The start page


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_play_is_in_sight_on_a_small_screen_with_tables_to_go_on_with(visit: Visit, language: str) -> None:
    page = visit("/", viewport=SMALL, language=language)
    for _ in range(2):
        page.goto("/")
        expect(page.locator('[data-tool="play"]')).to_be_visible()
        assert bottom(page.locator('[data-tool="play"]')) <= SMALL["height"]
        page.locator('[data-tool="play"]').click()
        page.locator("main.board").wait_for()
    page.goto("/")
    running = page.locator("[data-running] [data-table]")
    expect(running).to_have_count(2)
    expect(page.locator("[data-newcomer]")).to_be_visible()
    assert bottom(page.locator('[data-tool="play"]')) <= SMALL["height"]


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_expansion_is_two_clicks_away_and_stands_after_the_games(visit: Visit, device: dict[str, Any]) -> None:
    page = visit("/", **device)
    expect(page.locator("h1")).to_have_text("Three games from the reef")
    games = page.locator("[data-game]")
    assert [game.get_attribute("data-game") for game in games.all()] == ["reef-encounter", "reef", "second-kind"]
    expect(page.locator('[data-game="reef-encounter"] input')).to_be_checked()
    assert bottom(page.locator('[data-tool="play"]')) <= device["viewport"]["height"]
    games.last.click()
    expect(page.locator('[data-newcomer] a[href="/learn/second-kind"]')).to_be_visible()
    page.locator('[data-tool="play"]').click()
    page.locator("main.board").wait_for()
    expect(page.locator('[data-tool="about"]')).to_contain_text("Second Kind")
    page.goto("/")
    expect(page.locator("[data-running] .game")).to_have_text("Reef Encounters of the Second Kind")


def test_a_pill_is_as_wide_as_its_words(visit: Visit) -> None:
    page = visit("/")
    start(page, "reef")
    page.goto("/")
    pill = page.locator("[data-running] .yours")
    expect(pill).to_have_text("Your turn")
    assert pill.evaluate("it => it.scrollWidth <= it.clientWidth && getComputedStyle(it).justifySelf === 'end'")


def test_ones_name_goes_along_to_any_seat_and_stays(visit: Visit) -> None:
    page = visit("/")
    open_options(page)
    name = page.locator('[data-seat-row="1"] input').input_value()
    page.locator('[data-seat-row="1"] select').first.select_option("bot")
    page.locator('[data-seat-row="2"] select').first.select_option("me")
    assert page.locator('[data-seat-row="2"] input').input_value() == name
    page.locator('[data-tool="play"]').click()
    page.locator("main.board").wait_for()
    page.goto("/")
    open_options(page)
    assert page.locator('[data-seat-row="1"] input').input_value() == name


def test_a_bot_is_chosen_by_its_picture_or_by_keys_and_is_told_about(visit: Visit) -> None:
    page = visit("/", **NARROW)
    tiles = page.locator('label:has(input[name="against"])')
    expect(tiles).to_have_count(len(OFFERED) + 1)
    assert [tile.locator("svg path").count() > 0 for tile in tiles.all()] == [True] * (len(OFFERED) + 1)
    about = page.locator("#against-about")
    chosen = page.get_by_role("radio", name="Seahorse strength 2 of 6")
    expect(chosen).to_be_checked()
    expect(chosen).to_have_accessible_description(about.inner_text())
    before = about.inner_text()
    chosen.press("ArrowRight")
    expect(page.get_by_role("radio", name="Turtle strength 3 of 6")).to_be_checked()
    expect(about).not_to_have_text(before)
    tiles.filter(has_text="Hermit crab").click()
    expect(about).to_contain_text("Hoards")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('[data-tool="play"]').click()
    page.locator("main.board").wait_for()
    page.locator('[data-tool="about"]').click()
    bot = page.locator(".panel .seat").filter(has_text="Hermit crab")
    expect(bot.locator("svg.hermit")).to_be_visible()


def test_a_bot_that_is_offered_no_more_stays_chosen_where_it_plays(visit: Visit) -> None:
    page = visit("/")
    sit_into(page, middle_of(2, 30))
    gave_up(page)
    page.keyboard.press("Escape")
    page.locator("[data-replay] input[type=range]").press("Home")
    page.locator('[data-tool="fork"]').click()
    levels = page.locator('[data-seat-row="2"] select').last
    expect(levels).to_have_value("greedy")
    assert [group.get_attribute("label") for group in levels.locator("optgroup").all()] == ["Levels", "Characters"]
    levels.select_option("shark")
    page.locator('[data-tool="fork-play"]').click()
    expect(page.locator("main.board svg.shark").first).to_be_visible()


def test_a_newcomer_is_offered_a_guided_game_until_one_was_played(visit: Visit, server: Server) -> None:
    page = visit("/")
    page.locator('[data-game="reef"]').click()
    page.locator('[data-tool="guided"]').click()
    page.locator("main.board").wait_for()
    assert page.url.endswith("?guided=1")
    page.goto("/")
    page.locator('[data-game="reef-encounter"]').click()
    page.locator('[data-tool="known"]').click()
    expect(page.locator("[data-newcomer]")).to_have_count(0)
    page.locator('[data-game="reef"]').click()
    expect(page.locator("[data-newcomer]")).to_be_visible()
    start(page, "reef")
    some_turns(page, server, 1)
    page.goto("/")
    expect(page.locator('[data-tool="play"]')).to_be_visible()
    expect(page.locator("[data-newcomer]")).to_have_count(0)


def test_hints_follow_who_plays_unless_they_are_chosen(visit: Visit) -> None:
    page = visit("/")
    open_options(page)
    allowed = page.locator('input[name="hints"][value="yes"]')
    expect(allowed).to_be_checked()
    page.locator('label:has(input[name="against"][value="friend"])').click()
    expect(allowed).not_to_be_checked()
    page.locator('label:has(input[name="against"][value="turtle"])').click()
    page.locator('label:has(input[name="hints"][value="no"])').click()
    page.locator('[data-tool="play"]').click()
    page.locator("main.board").wait_for()
    expect(page.locator('[data-tool="moves"]').first).to_be_attached()
    expect(page.locator('[data-tool="hint"]')).to_have_count(0)
    page.locator('[data-tool="about"]').click()
    expect(page.locator("[data-no-hints]")).to_be_visible()


# The log


ENDED = """list => new Promise((done) => {
  let tries = 0
  const look = () => {
    const last = [...list.querySelectorAll("[data-turn-of]")].at(-1).getBoundingClientRect()
    const box = list.getBoundingClientRect()
    if (last.bottom <= box.bottom + 2 && last.bottom > box.top) done(true)
    else if (++tries > 50) done(false)
    else setTimeout(look, 100)
  }
  look()
})"""


@pytest.mark.parametrize("game", atoll.NAMES)
def test_the_log_ends_at_its_last_line_whatever_happens(visit: Visit, server: Server, game: str) -> None:
    page = visit("/", viewport=SMALL)
    start(page, game)
    some_turns(page, server, 16)
    log, latest = page.locator("[data-log]"), page.locator('[data-tool="latest"]')
    assert log.evaluate(ENDED)
    expect(latest).to_have_count(0)
    page.reload()
    assert log.evaluate(ENDED)
    log.locator("[data-line]").first.click()
    expect(page.locator('[data-tool="present"]')).to_be_visible()
    page.locator('[data-tool="present"]').click()
    assert log.evaluate(ENDED)
    log.evaluate("list => { list.scrollTop = 0 }")
    expect(latest).to_be_visible()
    assert not overlaps(latest, log)
    latest.click()
    assert log.evaluate(ENDED)
    gave_up(page)
    page.keyboard.press("Escape")
    assert log.evaluate(ENDED)
    page.reload()
    assert log.evaluate(ENDED)
    expect(latest).to_have_count(0)


def test_what_a_bot_did_is_one_line_that_opens_and_names_are_not_repeated(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef-encounter")
    some_turns(page, server, 6)
    turn = page.locator('[data-turn-of="2"]').last
    head = turn.locator('[data-tool="turn"]')
    name = head.locator("b").inner_text()
    expect(head).to_have_attribute("aria-expanded", "false")
    expect(turn.locator("[data-line]")).to_have_count(0)
    head.click()
    expect(head).to_have_attribute("aria-expanded", "true")
    lines = turn.locator("[data-line]")
    assert lines.count() >= 1
    assert not any(name in text for text in lines.all_inner_texts())
    own = page.locator('[data-turn-of="1"]').last
    assert own.locator("b").inner_text() == "You"
    assert page.locator('[data-turn-of="1"] [data-line] svg').count() > 0


def test_a_card_without_its_pattern_is_told_as_such(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    hands = some_turns(page, server, 4)
    for step in range(20):
        game = hands.game()
        moves = game.texts()
        wanted = next((move for move in moves if move.startswith(("play", "lay"))), moves[0])
        hands.play(wanted)
        if any("no pattern" in text for text in page.locator('[data-turn-of="1"] [data-line]').all_inner_texts()):
            return
        assert hands.wait_for_turn(), step
    raise AssertionError("every card brought something")


# Panels and settings


@pytest.mark.parametrize("game", atoll.NAMES)
def test_moves_stand_over_the_log_in_groups_and_without_my_name(visit: Visit, server: Server, game: str) -> None:
    page = visit("/", viewport=SMALL)
    open_options(page)
    me = page.locator('[data-seat-row="1"] input').input_value()
    start(page, game)
    some_turns(page, server, 5)
    page.keyboard.press("m")
    panel = page.locator(".panel")
    expect(panel.locator("h3").first).to_be_visible()
    texts = panel.locator("[data-move]").all_inner_texts()
    assert texts
    assert not any(text.startswith(me) for text in texts)
    board = page.locator('[data-touch="rocks"], [data-touch="reef"]').first
    assert not overlaps(panel, board)


def test_the_menu_stands_under_its_button_with_danger_last_and_holds_long_names(visit: Visit) -> None:
    page = visit("/")
    open_options(page)
    page.locator('[data-seat-row="1"] input').fill(LONG)
    start(page, "reef")
    button = page.locator('[data-tool="about"]')
    button.click()
    panel = page.locator(".panel")
    box, under = panel.bounding_box(), button.bounding_box()
    assert box is not None
    assert under is not None
    assert abs(box["x"] - under["x"]) < 2
    page.locator('[data-tool="leave"]').click()
    expect(page.locator('[data-tool="leave-yes"]')).to_be_visible()
    assert panel.evaluate(INSIDE)
    tools = panel.locator("[data-tool]").evaluate_all("all => all.map(one => one.dataset.tool)")
    assert tools.index("keys") < tools.index("leave-yes") < tools.index("concede")


def test_settings_are_kept_on_the_device(visit: Visit) -> None:
    page = visit("/")
    page.locator('[data-tool="settings"]').click()
    page.locator('label:has(input[name="speed"][value="instant"])').click()
    page.locator('[data-setting="confirm"]').check()
    page.locator('label:has(input[name="theme"][value="dark"])').click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_have_count(0)
    page.reload()
    page.locator('[data-tool="settings"]').click()
    expect(page.locator('input[name="speed"][value="instant"]')).to_be_checked()
    expect(page.locator('[data-setting="confirm"]')).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_at_once_means_that_nothing_waits_to_be_shown(visit: Visit, server: Server) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('atoll.speed', 'instant')")
    page.reload()
    start(page, "reef")
    hands = Hands(page, server.file)
    for step in range(6):
        expect(page.locator('[data-tool="moves"]')).to_be_enabled()
        hands.play(sensible(hands.game(), step))
    assert len(hands.game().log) >= 10


# The end


def test_who_gives_up_against_three_bots_is_told_so_and_no_bot_has_won(visit: Visit) -> None:
    page = visit("/")
    page.locator('label:has(input[name="seats"][value="4"])').click()
    start(page, "reef-encounter")
    gave_up(page)
    ending = page.locator("[data-ending]")
    expect(ending).to_contain_text("You gave up")
    expect(ending).not_to_contain_text("wins")
    expect(page.locator("[data-result] [data-place]")).to_have_count(0)


def test_who_leaves_is_spoken_to(visit: Visit) -> None:
    page = visit("/")
    start(page, "reef")
    page.locator('[data-tool="about"]').click()
    page.locator('[data-tool="leave"]').click()
    page.locator('[data-tool="leave-yes"]').click()
    expect(page.locator('[data-bar="return"]')).to_contain_text("You have left the table.")


def test_a_replay_is_marked_and_walked_through_with_arrows(visit: Visit, server: Server) -> None:
    game = atoll.new("reef", 2, seed=9)
    step = 0
    while not game.over:
        game.apply(sensible(game, step))
        step += 1
    page = visit("/")
    record = {"name": "game.txt", "mimeType": "text/plain", "buffer": game.write().encode()}
    page.locator("input[type=file]").set_input_files(record)  # type: ignore[arg-type]
    slider = page.locator("[data-replay] input[type=range]")
    expect(slider).to_have_value(str(len(game.log)))
    expect(page.locator("[data-marks] [data-mark]").first).to_be_attached()
    for key, line in (("ArrowLeft", 1), ("ArrowLeft", 2), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(len(game.log) - line))
