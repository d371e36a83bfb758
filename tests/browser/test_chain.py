"""Reef Encounter's strategy can be seen: corals, who eats whom, scores, values, the end; and the rocks have room."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from atoll import Game
from tests.browser.conftest import Visit
from tests.browser.hands import Hands, middle_of, sensible, sit_into, start
from tests.browser.window import DESKTOP, PHONE, TABLET
from tests.server.running import Server

SMALL: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
UPRIGHT: dict[str, Any] = TABLET | {"viewport": {"width": 820, "height": 1180}}
ZOOMED: dict[str, Any] = {"viewport": {"width": 720, "height": 450}}  # 1440 by 900 at 200 %


def box(thing: Locator) -> FloatRect:
    found = thing.first.bounding_box()
    assert found is not None
    return found


def mark(page: Page, kind: str) -> Locator:
    return page.locator(f'[data-mark="{kind}"]')


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'button[data-cell="{name}"]')


# Room


@pytest.mark.parametrize(
    ("shape", "seats", "least"),
    [(DESKTOP, 2, 71), (DESKTOP, 4, 45), (SMALL, 2, 57), (SMALL, 4, 32), (TABLET, 4, 40), (UPRIGHT, 4, 36)],
)
def test_spaces_are_as_large_as_there_is_room_for(visit: Visit, shape: dict[str, Any], seats: int, least: int) -> None:
    page = visit("/", **shape)
    sit_into(page, middle_of(seats, 40))
    assert box(page.locator("[data-cell]"))["width"] >= least
    assert page.locator(".rock text.name").count() >= seats * 13, "its spaces have names"
    for player in page.locator("[data-player]").all():
        assert player.evaluate(
            "it => { const { top, bottom } = it.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight }"
        )
        seen = player.evaluate("it => it.closest('.left, .right').getBoundingClientRect().bottom")
        assert box(player)["y"] + box(player)["height"] <= seen + 1, "nobody is cut"


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("shape", [DESKTOP, SMALL, TABLET, UPRIGHT])
def test_no_action_is_cut(visit: Visit, shape: dict[str, Any], language: str) -> None:
    page = visit("/", language=language, **shape)
    sit_into(page, middle_of(2, 60, eventful))
    names = page.locator("[data-action] .name")
    expect(names).to_have_count(9)
    for name in names.all():
        cut, lines = name.evaluate("it => [it.scrollWidth - it.clientWidth, it.getClientRects().length]")
        assert cut <= 0, name.text_content()
        assert lines == 1


def test_nothing_jumps_while_one_plays(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef-encounter")
    hands = Hands(page, server.file)
    place = box(page.locator("[data-cell]"))
    for number in range(6):
        assert hands.wait_for_turn()
        assert box(page.locator("[data-cell]")) == place
        page.locator('[data-touch="supply"]').hover()
        assert box(page.locator("[data-cell]")) == place
        hands.play(sensible(hands.game(), number))


@pytest.mark.parametrize("shape", [ZOOMED, PHONE, DESKTOP, UPRIGHT])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_prompt_is_never_clipped(visit: Visit, server: Server, shape: dict[str, Any], language: str) -> None:
    page = visit("/", language=language, **shape)
    start(page, "reef-encounter")
    hands = Hands(page, server.file)
    for _ in range(2):
        for line in page.locator("[data-prompt], [data-about]").all():
            assert line.evaluate("it => it.scrollHeight - it.clientHeight") <= 1, line.text_content()
        page.keyboard.press("m")
        page.locator(f'.panel [data-move="{sensible(hands.game(), 1)}"]').click()
        page.keyboard.press("Escape")
        hands.wait_for_turn()
    assert box(page.locator("[data-prompt]"))["width"] > 150


# The prompt


def test_pointing_and_focus_never_cover_what_there_is_to_do(visit: Visit) -> None:
    page = visit("/")
    sit_into(page, middle_of(2, 60, eventful))
    todo = page.locator("[data-prompt]")
    words = todo.text_content() or ""
    assert "collect" in words
    page.locator('[data-action="3"]').hover()
    expect(page.locator("[data-about]")).to_contain_text("2nd larva")
    expect(todo).to_have_text(words)
    page.locator('[data-touch="supply"]').focus()
    expect(todo).to_have_text(words)
    page.locator('[data-action="3"]').hover()
    page.keyboard.press("h")
    expect(page.locator("[data-suggested]").first).to_be_attached()
    expect(todo).not_to_have_text(words)


def test_a_choice_is_asked_and_not_told_as_done(visit: Visit) -> None:
    page = visit("/")
    start(page, "reef-encounter")
    page.locator('[data-touch="fish"]').click()
    choices = page.locator("[data-choice]")
    expect(choices.first).to_be_visible()
    for text in choices.all_text_contents():
        assert text.strip().startswith("From behind your screen: ")
    expect(page.locator("[data-prompt]")).to_have_text("Choose what the parrotfish shall eat.")
    choices.first.hover()
    expect(page.locator("[data-about]")).to_contain_text("If so: ")
    expect(page.locator("[data-prompt]")).to_have_text("Choose what the parrotfish shall eat.")


def test_actions_say_how_they_stand(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef-encounter")
    assert "in a turn" in (page.locator('[data-action="2"]').text_content() or "")
    assert "not your turn" not in (page.locator('[data-action="2"]').text_content() or "")
    game = middle_of(2, 60, eventful)
    larva = next(move for move in game.texts() if move.startswith("larva"))
    game.apply(larva)
    while any(move.startswith("polyp") for move in game.texts()):  # until none of its polyps is left
        game.apply(next(move for move in game.texts() if move.startswith("polyp")))
    page.goto("/")
    sit_into(page, game)
    expect(page.locator('[data-action="2"]')).to_have_attribute("data-status", "done")


def test_cubes_of_colours_that_one_does_not_own_are_warned_of(visit: Visit, server: Server) -> None:
    page = visit("/")
    hands = Hands(page, server.file)
    for _ in range(8):
        page.goto("/")
        start(page, "reef-encounter")
        hands.play(sensible(hands.game(), 1))
        hands.wait_for_turn()
        hand = next(one for one in hands.game().view(0)["players"] if one["seat"] == 1)["hand"]
        missing = [colour for colour, number in hand.items() if not number]
        if missing:
            break
    else:
        pytest.skip("every colour was dealt every time")
    page.keyboard.press(missing[0])
    expect(page.locator("[data-about]")).to_contain_text("You have no ")


# The food chain


def eventful(game: Game) -> bool:
    """Whether the first seat could eat a coral, and polyps of others."""
    corals = game.insight(0)["corals"]
    return any(coral["meal"] and coral["owner"] == 1 for coral in corals) and any(
        {"bites", "starts", "enlarges"} <= kinds for kinds in larvae(game).values()
    )


def larvae(game: Game) -> dict[str, set[str]]:
    """What each larva would do somewhere."""
    found = {}
    for move in game.texts():
        if move.startswith("larva"):
            ahead = game.clone()
            ahead.apply(move)
            found[move] = set(ahead.insight(0)["laying"].values())
    return found


def test_a_coral_says_what_it_brings_eats_and_fears(visit: Visit) -> None:
    game = middle_of(2, 60, eventful)
    corals = game.insight(0)["corals"]
    page = visit("/")
    sit_into(page, game)
    about = page.locator("[data-about]")
    feared = next(coral for coral in corals if coral["eaten_by"])
    eating = next(coral for coral in corals if coral["eats"])
    meal = next(coral for coral in corals if coral["meal"] and coral["owner"] == 1)
    cell(page, feared["cells"][0]).hover()
    expect(about).to_contain_text("in danger: ")
    for one in feared["eaten_by"]:
        expect(about).to_contain_text(one["cell"])
    expect(mark(page, "coral")).to_have_count(1)
    expect(mark(page, "bites").first).to_be_attached()
    expect(page.locator(".coral-tile .lit")).to_have_count(4)
    cell(page, eating["cells"][0]).hover()
    expect(about).to_contain_text(f"can eat: {eating['eats'][0]}")
    expect(mark(page, "prey")).to_have_count(1)
    cell(page, meal["cells"][0]).hover()
    expect(about).to_contain_text(f"{meal['meal']['polyps']} into the fish, {meal['meal']['points']} points")
    expect(about).to_contain_text("Dolphin")
    page.locator('[data-tool="threats"]').hover()
    expect(mark(page, "coral")).to_have_count(0)
    cell(page, feared["cells"][0]).focus()
    expect(about).to_contain_text("in danger: ")


def test_threats_are_shown_for_the_whole_board_also_while_looking_back(visit: Visit) -> None:
    game = middle_of(2, 60, eventful)
    page = visit("/")
    sit_into(page, game)
    expect(page.locator('[data-tool="threats"]')).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("t")
    expect(page.locator('[data-tool="threats"]')).to_have_attribute("aria-pressed", "true")
    expect(mark(page, "safe").first).to_be_attached()
    expect(mark(page, "fear").first).to_be_attached()
    page.locator('[data-log] [data-line][data-seat="1"]').last.click()
    expect(page.locator('[data-tool="present"]').first).to_be_visible()
    expect(mark(page, "safe").first).to_be_attached()
    page.locator('[data-tool="present"]').first.click()
    page.locator('[data-tool="threats"]').click()
    expect(mark(page, "safe")).to_have_count(0)


def test_an_open_larva_shows_what_a_polyp_does_where(visit: Visit) -> None:
    game = middle_of(2, 60, eventful)
    larva = next(move for move, kinds in larvae(game).items() if {"bites", "starts", "enlarges"} <= kinds)
    game.apply(larva)
    laying = game.insight(0)["laying"]
    page = visit("/")
    sit_into(page, game)
    for kind in ("starts", "enlarges", "grows", "bites"):
        rocks = {where[0] for where, what in laying.items() if what == kind}
        expect(mark(page, kind)).to_have_count(len(rocks))
    bite = next(where for where, what in laying.items() if what == "bites")
    cell(page, bite).hover()
    expect(page.locator(".prey .cross")).to_have_count(1)


def test_a_shrimp_shows_what_it_would_protect(visit: Visit) -> None:
    game = middle_of(2, 60, eventful)
    shelters = game.insight(0)["shelters"]
    moves = [move.split() for move in game.texts() if move.startswith("move") and "screen" not in move]
    _, origin, to = next(move for move in moves if len(shelters.get(move[2], [])) > 1)
    page = visit("/")
    sit_into(page, game)
    page.locator('[data-action="5"]').click()
    cell(page, origin).click()
    cell(page, to).hover()
    expect(mark(page, "safe")).to_have_count(1)
    expect(page.locator("[data-about]")).to_contain_text("A shrimp here protects: " + " ".join(shelters[to]))


def test_a_turn_that_leaves_something_undone_asks_before_it_ends(visit: Visit, server: Server) -> None:
    for larva in larvae(middle_of(2, 60, eventful)):
        game = middle_of(2, 60, eventful)
        game.apply(larva)
        game.apply(next(move for move in game.texts() if move.startswith("polyp")))
        if game.insight(0)["left"]:
            break
    assert game.insight(0)["left"]
    page = visit("/")
    sit_into(page, game)
    hands = Hands(page, server.file)
    size = hands.lines()
    pool = page.locator('[data-touch="pool:w"]')
    pool.click()
    expect(pool).to_have_attribute("data-armed", "true")
    expect(page.locator("[data-prompt]")).to_contain_text(game.insight(0)["left"][0])
    assert hands.lines() == size
    page.keyboard.press("Escape")
    expect(page.locator("[data-armed]")).to_have_count(0)
    hands.play("collect w")
    assert hands.game().log[size] == "1 collect w"


# Scores, values, the end


def test_scores_values_and_the_end_are_in_sight(visit: Visit) -> None:
    game = middle_of(4, 40)
    seen = game.view(0)
    page = visit("/")
    sit_into(page, game)
    for one in seen["present"]:
        points = str(one["most"]) if one["least"] == one["most"] else f"{one['least']}\u2013{one['most']}"
        expect(page.locator(f'[data-player="{one["seat"]}"] [data-score]')).to_have_text(points)
    for colour, value in seen["values"].items():
        expect(page.locator(f'[data-touch="pool:{colour}"] .value b')).to_have_text(str(value))
    expect(page.locator("[data-end]")).to_contain_text(f"{seen['end']['tiles']} of {seen['end']['of_tiles']}")
    picture = page.locator(".chain .arrow")
    expect(picture).to_have_count(10)
    expect(page.locator(".chain .arrow.locked")).to_have_count(sum(tile["covered"] for tile in seen["tiles"]))


def test_what_others_did_stays_marked_until_one_acts(visit: Visit, server: Server) -> None:
    page = visit("/")
    sit_into(page, middle_of(2, 60, eventful))
    hands = Hands(page, server.file)
    while hands.game().seat == 0:
        hands.play(sensible(hands.game(), hands.lines()))
    hands.wait_for_turn()
    theirs = page.locator(".marks .seat-2 [data-mark='trail'], .side.seat-2, .fresh.seat-2")
    expect(theirs.first).to_be_attached()
    hands.play(next(move for move in hands.game().texts() if move.startswith(("larva", "tile", "move"))))
    expect(theirs).to_have_count(0)


def test_a_line_of_the_log_lights_up_the_board(visit: Visit, server: Server) -> None:
    page = visit("/")
    game = middle_of(2, 60, eventful)
    sit_into(page, game)
    line = max(number for number, text in enumerate(game.log, 1) if text.startswith("1 polyp"))
    before = page.locator(".marks").first.inner_html() + page.locator(".marks").last.inner_html()
    page.locator(f'[data-log] [data-line="{line}"]').hover()
    page.wait_for_timeout(200)
    assert before != page.locator(".marks").first.inner_html() + page.locator(".marks").last.inner_html()


# Keys


def test_each_zone_is_one_stop_with_arrows_inside(visit: Visit) -> None:
    page = visit("/")
    sit_into(page, middle_of(4, 40))
    for zone in (".hierarchy", "[data-touch=rocks]", ".turn:has([data-action])", "section.sea", ".screen[data-home]"):
        assert page.locator(f"{zone} button").count() > 5
        assert page.locator(f'{zone} button[tabindex="0"]').count() == 1, zone
    first = page.locator('section.sea button[tabindex="0"]')
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator('[data-touch="pool:y"]')).to_be_focused()
    expect(page.locator('[data-touch="pool:y"]')).to_have_attribute("tabindex", "0")
    cell(page, "1g3").focus()
    page.keyboard.press("ArrowRight")
    assert (page.locator("[data-cell]:focus").get_attribute("data-cell") or "").startswith("2")


def test_letters_choose_colours(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef-encounter")
    hands = Hands(page, server.file)
    hand = hands.game().view(0)["players"][0]["hand"]
    colour = next(colour for colour, number in hand.items() if number)
    page.keyboard.press(colour)
    expect(page.locator(f'[data-touch="hand:{colour}"]')).to_have_attribute("data-armed", "true")
    page.keyboard.press(colour)
    expect(page.locator("[data-take]")).to_have_count(5)
    assert hands.game().log[0] == f"1 fish {colour}"
    page.keyboard.press("w")
    page.keyboard.press("y")
    expect(page.locator('[data-take][aria-pressed="true"]')).to_have_count(2)


# A phone


def test_a_phone_shows_who_eats_whom_and_says_what_is_chosen(visit: Visit) -> None:
    game = middle_of(4, 40)
    page = visit("/", **PHONE)
    sit_into(page, game)
    expect(page.locator(".glance .chain")).to_be_visible()
    expect(page.locator(".glance .value")).to_have_count(5)
    rocks, glance = box(page.locator("[data-touch=rocks]")), box(page.locator(".glance"))
    assert rocks["y"] + rocks["height"] <= glance["y"] + 1
    page.locator('[data-action="5"]').tap()
    expect(page.locator("[data-prompt]")).to_contain_text("Move")


def test_a_finger_that_rests_looks_at_a_coral(visit: Visit) -> None:
    game = middle_of(2, 60, eventful)
    coral = game.insight(0)["corals"][0]
    page = visit("/", **PHONE)
    sit_into(page, game)
    small = page.locator(".enlarge").first
    if small.count():
        small.tap()
    place = box(cell(page, coral["cells"][0]))
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(700)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("[data-about]")).to_contain_text(f"coral: {len(coral['cells'])}")
    expect(mark(page, "coral")).to_have_count(1)
    expect(page.locator("[data-chosen], [data-armed], [data-tip]")).to_have_count(0)
