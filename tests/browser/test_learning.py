"""Lessons and guided first games: whatever is done and taken back, they go along."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import atoll
from tests.browser.conftest import Visit
from tests.browser.hands import Hands, first_seat_starts, sensible
from tests.browser.test_access import problems
from tests.browser.window import PHONE
from tests.server.running import Server

STEPS = 120  # things to do until a lesson has ended, at most


def begin(visit: Visit, game: str, **options: object) -> tuple[Page, Locator]:
    page = visit(f"/learn/{game}", **options)
    page.locator('[data-tool="start"]').click()
    coach = page.locator("[data-coach]")
    expect(coach).to_be_visible()
    return page, coach


def do(coach: Locator, way: str) -> Locator:
    return coach.locator(f'[data-coach-do="{way}"]')


def go_on(page: Page, coach: Locator, until: str) -> None:
    """Do what the coach says, up to a step."""
    for _ in range(STEPS):
        if coach.get_attribute("data-step") == until:
            return
        advance(page, coach)
    raise AssertionError(f"{until} does not come")


def advance(page: Page, coach: Locator) -> None:
    if page.locator('[data-tool="skip"]:enabled').count():
        page.keyboard.press("s")
    for way in ("next", "show"):
        button = do(coach, way)
        if button.count() and button.is_enabled():
            button.click(timeout=20_000)
            break
    page.wait_for_timeout(60)


def perform(page: Page, coach: Locator) -> None:
    """Have the step shown, and done."""
    do(coach, "show").click()
    expect(page.locator("[data-suggested]").first).to_be_attached()
    do(coach, "show").click()


def test_the_attack_comes_after_a_polyp_on_either_rock(visit: Visit) -> None:
    page, coach = begin(visit, "reef-encounter")
    go_on(page, coach, "polyp")
    expect(page.locator('[data-cell="1e4"][data-possible]')).to_be_visible()
    page.locator('[data-cell="1e4"]').click()
    expect(do(coach, "next")).to_be_visible()
    do(coach, "next").click()
    expect(coach).to_have_attribute("data-step", "attack")
    for _ in range(2):  # towards a weaker polyp, then onto it
        if do(coach, "next").count():
            break
        perform(page, coach)
        expect(do(coach, "next").or_(page.locator('[data-coach-do="show"]:enabled')).first).to_be_visible()
    expect(coach.locator("h2 svg")).to_be_visible()
    expect(do(coach, "next")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        ("reef-encounter", ["larva", "polyp", "attack", "grow", "shrimp", "alga"]),
        ("reef", ["start", "play", "lay"]),
    ],
)
def test_what_is_taken_back_is_asked_for_again(visit: Visit, game: str, steps: list[str]) -> None:
    page, coach = begin(visit, game)
    for step in steps:
        go_on(page, coach, step)
        expect(do(coach, "show")).to_be_enabled()
        perform(page, coach)
        undo = page.locator('[data-tool="undo"]:enabled').first
        expect(undo).to_be_visible()
        undo.click()
        expect(coach).to_have_attribute("data-step", step)
        expect(do(coach, "show")).to_be_enabled()
        expect(do(coach, "next")).to_have_count(0)


def test_feeding_what_was_to_be_kept_is_not_praised_and_taken_back(visit: Visit) -> None:
    page, coach = begin(visit, "reef-encounter")
    do(coach, "next").click()
    page.locator('[data-touch="hand:w"]').click()
    expect(coach).to_contain_text("Three white ones are left")
    undo = page.locator('[data-tool="undo"]').first
    if undo.is_enabled():  # unless the other one has fed a fish already
        undo.click()
        expect(coach).to_contain_text("keep those for a large coral")


def test_marks_have_the_shape_of_what_they_mark(visit: Visit) -> None:
    page, coach = begin(visit, "reef-encounter")
    marks = page.locator("svg[data-pointer]")
    expect(marks).to_be_visible()
    spaces = page.locator('[data-touch="rocks"] [data-cell]')
    expect(marks).to_have_attribute("data-pointer", str(spaces.count()))  # the outline of the rocks, space by space
    go_on(page, coach, "cubes")
    cubes = page.locator("[data-take]")
    expect(marks).to_have_attribute("data-pointer", str(cubes.count()))
    assert marks.locator(".line rect").count() == cubes.count()
    size = cubes.first.bounding_box()
    ring = marks.locator(".line rect").first.bounding_box()
    assert size is not None
    assert ring is not None
    assert abs(ring["width"] - size["width"]) < 24
    assert problems(page) == []


def test_a_hand_shows_what_to_touch_unless_stillness_is_wished_for(visit: Visit) -> None:
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page, coach = begin(visit, "reef", reduced_motion=motion)
        go_on(page, coach, "start")
        do(coach, "show").click()
        hand = page.locator("[data-showing]")
        expect(hand).to_be_attached()
        page.wait_for_timeout(500)
        assert (hand.evaluate("hand => hand.getAnimations().length") > 0) is moves


def test_a_suggested_top_card_is_marked_on_the_deck(visit: Visit) -> None:
    page, coach = begin(visit, "reef")
    go_on(page, coach, "top")
    expect(do(coach, "show")).to_be_enabled()
    do(coach, "show").click()
    deck = page.locator('[data-touch="deck"][data-suggested]')
    expect(deck).to_be_visible()
    assert deck.evaluate("deck => getComputedStyle(deck).outlineStyle") == "dashed"


@pytest.mark.parametrize("game", atoll.NAMES)
def test_a_first_game_is_guided_until_that_is_no_longer_wished_for(visit: Visit, server: Server, game: str) -> None:
    page = visit("/")
    page.locator(f'[data-game="{game}"]').click()
    if page.locator('[data-tool="guided"]').count():
        page.locator('[data-tool="guided"]').click()
        page.wait_for_url(re.compile(r"\?guided"))
    else:
        first_seat_starts(page)
        page.locator('[data-tool="play"]').click()
        page.wait_for_url(re.compile("/t/"))
        page.goto(f"{page.url}?guided=1")
    guide = page.locator("[data-guide]")
    expect(guide).to_have_attribute("data-guide", "goal")
    assert problems(page) == []
    guide.locator('[data-guide-do="next"]').click()
    second = "fish" if game == "reef-encounter" else "start"
    expect(guide).to_have_attribute("data-guide", second)
    guide.locator('[data-guide-do="advise"]').click()
    expect(page.locator("[data-suggested]").first).to_be_attached()
    hands = Hands(page, server.file)
    seen = set()
    for number in range(14):
        assert hands.wait_for_turn()
        seen.add(guide.get_attribute("data-guide"))
        hands.play(sensible(hands.game(), number))
    assert len(seen) >= 3
    page.reload()
    expect(guide).not_to_have_attribute("data-guide", "goal")
    guide.locator('[data-guide-do="end"]').click()
    expect(guide).to_have_count(0)
    page.reload()
    assert hands.wait_for_turn()
    expect(guide).to_have_count(0)


def test_the_guide_leaves_a_phone_room_to_play(visit: Visit, server: Server) -> None:
    page = visit("/", color_scheme="dark", **PHONE)
    page.locator('[data-game="reef"]').click()
    page.locator('[data-tool="guided"], [data-tool="play"]').first.click()
    page.wait_for_url(re.compile("/t/"))
    if "guided" not in page.url:
        page.goto(f"{page.url}?guided=1")
    expect(page.locator("[data-guide]")).to_be_visible()
    assert problems(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
