"""A finished game looked through at the board: one click, a bar, a curve, the largest loss and what was better."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import atoll
from atoll import Rng
from atoll.arena.match import decide
from atoll.bots import Greedy
from tests.browser.conftest import Visit
from tests.browser.hands import Hands, sensible, start
from tests.browser.test_access import problems
from tests.browser.window import PHONE
from tests.server.running import EASY, Server

ANALYST = "--analyst=planning:plans=1:beam=2:deals=1:turns=0"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("analysis") / "tables.sqlite", *EASY, ANALYST)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game, rng = atoll.new("reef", 2, seed=8), Rng(8)
    while not game.over:
        game.apply(decide(Greedy(), game, rng))
    file = tmp_path_factory.mktemp("records") / "game.txt"
    file.write_text(game.write(), "utf-8")
    return file


known: list[str] = []  # where the record was analysed before


def analysed(page: Page, record: Path) -> None:
    if known:
        page.goto(known[0])
    else:
        page.locator("input[type=file]").set_input_files(record)
    page.locator('[data-tool="analyse"]').click()
    expect(page.locator("[data-analysis]")).to_be_visible()
    page.locator('[data-analysis="done"]').wait_for(timeout=120_000)


def board(page: Page) -> str:
    return page.locator("main.board").inner_html()


def test_one_click_shows_the_curve_and_the_better_plan_is_played_on_the_board(visit: Visit, record: Path) -> None:
    page = visit("/")
    page.locator("input[type=file]").set_input_files(record)
    page.locator('[data-tool="analyse"]').click()
    bar = page.locator("[data-analysis] progress")
    expect(bar).to_be_visible()
    page.wait_for_function("() => document.querySelector('[data-analysis] progress')?.value > 0", timeout=60_000)
    page.locator('[data-analysis="done"]').wait_for(timeout=120_000)
    known.append(page.url)
    slider = page.locator("[data-replay] input[type=range]")
    chart = page.locator("[data-chart]")
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(slider).not_to_have_value(slider.get_attribute("max") or "")
    middle = slider.input_value()
    chart.focus()
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_value(middle)
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    assert "%" in (chart.get_attribute("aria-valuetext") or "")
    assert problems(page) == []

    loss = page.locator("[data-loss]").first
    line = int(loss.get_attribute("data-loss") or 0)
    loss.click()
    expect(slider).to_have_value(str(line - 1))
    before = board(page)
    forward, back = page.locator('[data-tool="plan-forward"]'), page.locator('[data-tool="plan-back"]')
    steps = page.locator("[data-plan-step]").count()
    for number in range(1, steps + 1):
        forward.click()
        expect(page.locator(f'[data-plan-step="{number}"]')).to_have_attribute("aria-current", "step")
    expect(page.locator("[data-aside]")).to_be_visible()
    expect(forward).to_be_disabled()
    expect(page.locator('[data-tool="fork"]')).to_be_disabled()
    assert board(page) != before
    assert problems(page) == []
    for _ in range(steps):
        back.click()
    expect(page.locator("[data-aside]")).to_have_count(0)
    expect(slider).to_have_value(str(line - 1))
    page.locator('[data-tool="as-played"]').click()
    expect(slider).not_to_have_value(str(line - 1))
    page.locator('[data-tool="losses"]').click()
    expect(chart).to_be_visible()
    page.locator('.panel [data-tool="close"]').click()
    page.locator("[data-log]").evaluate("list => { list.scrollTop = 0 }")
    expect(page.locator("[data-lost]").first).to_be_attached()


def test_a_phone_shows_it_too_and_in_its_language(visit: Visit, record: Path) -> None:
    page = visit("/", language="fr", **PHONE | {"viewport": {"width": 360, "height": 740}})
    analysed(page, record)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    expect(page.get_by_text("Tournants de la partie")).to_be_visible()
    page.locator("[data-loss]").first.tap()
    page.locator('[data-tool="plan-forward"]').tap()
    expect(page.locator("[data-aside]")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_a_running_game_has_nothing_to_analyse(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    hands = Hands(page, server.file)
    assert hands.wait_for_turn()
    hands.play(sensible(hands.game(), 1))
    expect(page.locator('[data-tool="analyse"]')).to_have_count(0)
    page.locator('[data-log] [data-line="1"]').click()
    expect(page.locator("[data-replay]")).to_be_visible()
    expect(page.locator('[data-tool="analyse"]')).to_have_count(0)
