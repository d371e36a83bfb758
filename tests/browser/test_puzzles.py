"""Puzzles in the browser: found, solved on the board, judged, and shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from atoll import Rng
from atoll.bots import Greedy
from atoll.games import kinds
from atoll.study.puzzles import Puzzle, shipped
from tests.browser.conftest import Visit
from tests.browser.hands import Hands
from tests.browser.test_access import problems
from tests.browser.window import DESKTOP, PHONE

FORMS = {form.page: form for kind in kinds() for form in kind.forms()}


class Solver(Hands):
    """Plays a turn of a puzzle by touching things."""

    def __init__(self, page: Page, puzzle: Puzzle) -> None:
        super().__init__(page, Path())
        self.solved = puzzle.at()

    def play(self, move: str) -> None:
        self.page.wait_for_function("() => document.querySelector('[data-tool=moves]')?.disabled === false")
        self.touch(self.solved, move)
        self.solved.apply(move)
        for _ in range(400):
            asked = self.page.locator(f'[data-armed][data-move="{move}"]:visible')
            if asked.count():  # before a turn ends that leaves something undone
                self.press(asked)
            if self.page.evaluate("() => window.lines") == len(self.solved.log):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"nothing comes of {move}")


def opened(visit: Visit, puzzle: Puzzle, **shape: object) -> Page:
    page = visit("/", **shape)
    # What the page hears of the table: how many lines there are.
    page.add_init_script(
        """window.lines = 0
        const Socket = window.WebSocket
        window.WebSocket = class extends Socket {
            constructor(...given) {
                super(...given)
                this.addEventListener("message", ({ data }) => {
                    const message = JSON.parse(data)
                    if (message.type === "welcome" || message.type === "undone") window.lines = message.lines
                    if (message.type === "step") window.lines = message.entry.line
                })
            }
        }"""
    )
    page.goto(f"/puzzles/{puzzle.rules.page}/{puzzle.id}")
    expect(page.locator('[data-trial="open"]')).to_be_visible()
    return page


def greedy(puzzle: Puzzle) -> list[str]:
    state = puzzle.state()
    return puzzle.rules.texts(state, Greedy().plan(state, Rng(3)))


@pytest.mark.parametrize("name", ["reef", "reef-encounter"])
def test_a_puzzle_is_found_and_solved_by_touching_the_board(visit: Visit, name: str) -> None:
    puzzle = shipped(FORMS[name])[0]
    page = opened(visit, puzzle)
    hands = Solver(page, puzzle)
    for move in puzzle.best:
        hands.play(move)
    expect(page.locator('[data-trial="solved"]')).to_contain_text("Solved!")
    expect(page.locator("[data-trial]")).to_contain_text(f"{round(100 * puzzle.share)} %")
    page.locator('[data-trial-do="next"]').click()
    expect(page.locator('[data-trial="open"]')).to_be_visible()
    assert puzzle.id not in page.url
    page.goto(f"/puzzles/{name}")
    page.locator(f'[data-level="{puzzle.level}"]').click()
    expect(page.locator(f'[data-puzzle="{puzzle.id}"]')).to_have_accessible_name(
        f"Puzzle 1, {puzzle.seats} players, solved"
    )
    expect(page.locator(f'[data-level="{puzzle.level}"]')).to_contain_text("1 of")


@pytest.mark.parametrize("shape", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_worse_turn_is_told_so_and_the_best_one_is_shown(visit: Visit, shape: dict[str, object]) -> None:
    puzzle = shipped(FORMS["reef"])[0]
    page = opened(visit, puzzle, **shape)
    hands = Solver(page, puzzle)
    for move in greedy(puzzle):
        hands.play(move)
    bar = page.locator('[data-trial="wrong"]')
    expect(bar).to_contain_text("There is a better turn.")
    assert problems(page) == []
    bar.locator('[data-trial-do="clue"]').click()
    expect(bar).to_contain_text(puzzle.why().text("en")[:40])
    page.locator('[data-trial-do="again"]').click()
    expect(page.locator('[data-trial="open"]')).to_be_visible()
    page.locator('[data-trial-do="show"]').click()
    for _ in puzzle.best:
        expect(page.locator("[data-suggested]").first).to_be_attached()
        page.locator('[data-trial-do="step"]').click()
    expect(page.locator('[data-trial="solved"]')).to_contain_text("The best turn")
    # Who was shown it has not found it.
    page.goto("/puzzles/reef")
    page.locator(f'[data-level="{puzzle.level}"]').click()
    expect(page.locator(f'[data-level="{puzzle.level}"]')).to_contain_text("0 of")
    width = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


def test_puzzles_are_found_from_the_start_page(visit: Visit) -> None:
    page = visit("/")
    page.locator('a[href="/puzzles/reef"]').click()
    expect(page.locator("h1")).to_have_text("Puzzles: Reef")
    page.goto("/puzzles")
    page.locator('[data-puzzles="reef-encounter"]').click()
    page.locator('[data-tool="next"]').click()
    expect(page.locator('[data-trial="open"]')).to_be_visible()
    expect(page.locator('[data-tool="moves"]').first).to_be_enabled()
    page.keyboard.press("m")
    expect(page.get_by_role("heading", name="Collect, and end the turn")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("shape", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_has_nothing_to_say_of_puzzles(visit: Visit, theme: str, shape: dict[str, object]) -> None:
    page = visit("/puzzles", color_scheme=theme, **shape)
    expect(page.locator("[data-puzzles]").first).to_be_visible()
    assert problems(page) == []
    page.goto("/puzzles/reef")
    expect(page.locator("[data-puzzle]").first).to_be_visible()
    assert problems(page) == []
    page.goto("/puzzles/reef/nonesuch")
    expect(page.locator("main")).to_contain_text("This puzzle is not here any more.")
    assert problems(page) == []
