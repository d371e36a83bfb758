"""Looking back, replays, records, playing on, tutorials, rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import atoll
from tests.browser.conftest import Visit
from tests.browser.hands import Hands, sensible, start
from tests.server.running import Server

RECORDS = Path(__file__).parent.parent


def test_a_line_of_the_log_takes_the_board_back(visit: Visit, server: Server) -> None:
    page = visit("/")
    start(page, "reef")
    hands = Hands(page, server.file)
    for number in range(4):
        assert hands.wait_for_turn()
        hands.play(sensible(hands.game(), number))
    hands.wait_for_turn()
    cell = hands.game().log[1].split()[-1]
    own = page.locator(f'[data-touch="reef"] [data-cell="{cell}"], [data-cell="{cell}"]').first
    now = own.inner_html()
    page.locator('[data-log] [data-line="1"]').click()
    expect(page.locator('[data-tool="present"]').first).to_be_visible()
    assert own.inner_html() != now
    page.locator('[data-tool="present"]').first.click()
    hands.wait_for_turn()


def played_on(page: Page, record: str, line: int) -> str:
    """A table that goes on from a line of a record, against a bot."""
    expect(page.locator('[data-tool="play"]')).to_be_visible()  # by then the server knows who this is
    made = """async ([text, line]) => {
      const headers = { "Content-Type": "application/json" }
      const post = async (path, body) => {
        const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
        if (!answer.ok) throw new Error(await answer.text())
        return answer.json()
      }
      const { id } = await post("/api/records", { text })
      const seats = [{ who: "me" }, { who: "bot", bot: "careless" }]
      return (await post(`/api/tables/${id}/fork`, { line, seats })).id
    }"""
    return str(page.evaluate(made, [record, line]))


def test_earlier_lines_of_the_log_come_when_one_scrolls_up(visit: Visit, server: Server) -> None:
    game = atoll.new("reef", 2, seed=4)
    while len(game.log) < 140:
        game.apply(game.texts()[-1])
    page = visit("/")
    page.goto(f"/t/{played_on(page, game.write(), len(game.log))}")
    log = page.locator("[data-log]")
    expect(log.locator(f'[data-lines="{len(game.log)}"]')).to_be_attached()
    first = log.locator('[data-line="1"]')
    expect(first).to_have_count(0)
    log.evaluate("list => { list.scrollTop = 0 }")
    for _ in range(100):
        if first.count():
            break
        page.wait_for_timeout(100)
        log.evaluate("list => { list.scrollTop = 0 }")
    expect(first).to_be_attached()
    turn = page.locator('[data-turn-of="2"]').nth(3)
    turn.locator('[data-tool="turn"]').click()
    line = turn.locator("[data-line]").first
    number = line.get_attribute("data-line")
    line.click()
    expect(page.locator("[data-replay] input[type=range]")).to_have_value(str(number))
    expect(line).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("game", ["reef", "reef_encounter"])
def test_a_record_is_opened_replayed_and_played_on_from(visit: Visit, server: Server, game: str) -> None:
    file = next(iter(sorted((RECORDS / game / "fixtures").glob("*.txt"))))
    record = atoll.read(file.read_text("utf-8"))
    page = visit("/")
    page.locator("input[type=file]").set_input_files(file)
    slider = page.locator("[data-replay] input[type=range]")
    expect(slider).to_be_visible()
    assert int(slider.get_attribute("max") or 0) == len(record.log)
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("3")
    expect(page.locator('[data-log] [data-line="3"][aria-current]')).to_be_attached()
    more = page.locator('[data-tool="more"]')
    if more.count() and more.is_visible():
        more.click()
    page.locator('[data-tool="fork"]').click()
    study = page.url
    page.locator('[data-tool="fork-play"]').click()
    page.wait_for_url(lambda url: url != study)
    hands = Hands(page, server.file)
    assert hands.wait_for_turn()
    assert hands.game().log[:3] == record.log[:3]
    hands.play(sensible(hands.game(), 1))


def test_a_wrong_record_says_what_is_wrong_with_it(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    header = atoll.new("reef", 2, seed=1).write()
    file.write_text(header + "1 take 5\n", "utf-8")
    page = visit("/")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text(f"Line {len(header.splitlines()) + 1} (1 take 5)")).to_be_visible()


@pytest.mark.parametrize("game", [*atoll.NAMES, "second-kind"])
def test_a_tutorial_is_done_by_doing(visit: Visit, server: Server, game: str) -> None:
    page = visit(f"/learn/{game}")
    page.locator('[data-tool="start"]').click()
    coach = page.locator("[data-coach]")
    expect(coach).to_be_visible()
    seen = set()
    for _ in range(400):  # some of them wait for answers
        seen.add(coach.get_attribute("data-step"))
        if coach.locator('[data-coach-do="end"]').count():
            break
        Hands(page, server.file).skip()
        for way in ("next", "show"):
            button = coach.locator(f'[data-coach-do="{way}"]:enabled')
            if button.count():
                button.click()
                break
        page.wait_for_timeout(150)
    assert len(seen) >= 8
    coach.locator('[data-coach-do="end"]').click()
    expect(page.locator("[data-coach]")).to_have_count(0)
    assert Hands(page, server.file).lines() > 4


# A ruling of the expansion, one of its cards, one of the base game that it changes, and one that it does not.
EXPANDED = ("crown prey", "lucky-dip", "guard", "start player")
RULINGS = [("reef-encounter", "open action"), ("reef", "top card"), *(("second-kind", name) for name in EXPANDED)]


@pytest.mark.parametrize(("game", "ruling"), RULINGS)
def test_the_rules_page_shows_a_ruling(visit: Visit, game: str, ruling: str) -> None:
    page = visit(f"/rules/{game}#{ruling}")
    expect(page.locator(f"#{ruling.replace(' ', '-')}")).to_be_in_viewport()
