"""The board of the expansion has room for all it shows."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hands import sit_into
from tests.browser.screenshots import sitting
from tests.browser.second_kind.sights import before
from tests.browser.window import PHONE
from tests.server.cards import holding
from tests.server.running import Server

# By width and height of the window: the least that a space of two rocks measures, a tenth less than in the base game.
SPACES = {(1440, 900): 64, (1280, 720): 51, (1180, 820): 48, (820, 1180): 42}


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_no_action_is_cut_and_spaces_are_large(visit: Visit, language: str) -> None:
    page = visit("/", language=language)
    sit_into(page, before("bag")[0])
    names = page.locator("[data-action] .name")
    for (width, height), least in SPACES.items():
        page.set_viewport_size({"width": width, "height": height})
        expect(names).to_have_count(13)
        page.wait_for_function(
            "least => document.querySelector('[data-cell=\"1d4\"]').getBoundingClientRect().width >= least", arg=least
        )
        for name in names.all():
            cut = name.evaluate(
                """it => {
                    const [inner, outer] = [it.getBoundingClientRect(), it.closest("button").getBoundingClientRect()]
                    return [it.scrollWidth - it.clientWidth, inner.bottom - outer.bottom, outer.left - inner.left]
                }"""
            )
            assert max(cut) <= 0.5, f"{name.text_content()} at {width} by {height}: {cut}"
        for player in page.locator("[data-player]").all():
            place = player.bounding_box()
            assert place is not None
            assert place["y"] + place["height"] <= height


def test_four_players_with_cards_have_room(visit: Visit) -> None:
    game = holding(["lucky-dip"], ["grey-strength"], ["pink-strength"], ["metamorphosis"])
    page = visit("/")
    sit_into(page, game)
    for width, height, least in ((1440, 900, 40), (1280, 720, 29)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            "least => document.querySelector('[data-cell=\"4d4\"]').getBoundingClientRect().width >= least", arg=least
        )
        for seat in range(1, 5):
            expect(page.locator(f'[data-player="{seat}"] [data-cards]').first).to_be_visible()


@pytest.mark.parametrize("file", ["shrimps-4-yes.txt", "shrimps-2-yes.txt"])
@pytest.mark.parametrize("size", [(360, 740), (390, 844)])
def test_a_phone_leaves_room_for_the_rocks_beside_cards_and_tiles(
    visit: Visit, server: Server, size: tuple[int, int], file: str
) -> None:
    page = visit("/", **PHONE | {"viewport": {"width": size[0], "height": size[1]}})
    sitting(file, 380)(page, server)
    room = page.locator(".rocks").bounding_box()
    assert room is not None
    for rock in page.locator(".place > .rock").all():
        place = rock.bounding_box()
        assert place is not None
        assert place["height"] >= 110
        assert place["y"] + place["height"] <= room["y"] + room["height"] + 0.5


def test_an_enlarged_rock_begins_at_its_first_row(visit: Visit) -> None:
    page = visit("/", **PHONE)
    sit_into(page, before("laid half")[0])
    page.locator(".place > .rock > .enlarge").first.tap()
    expect(page.locator(".rocks .shrink")).to_be_in_viewport(ratio=1)
    expect(page.locator('[data-cell="1e1"]')).to_be_in_viewport(ratio=1)
    page.locator(".rocks .shrink").tap()
    expect(page.locator(".rocks .shrink")).to_have_count(0)
