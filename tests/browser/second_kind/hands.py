"""Hands for the expansion: things are touched until nothing is left to say; what is asked at the finger is answered."""

from __future__ import annotations

from playwright.sync_api import Locator, Position, expect

from atoll import Game
from tests.browser.hands import Hands
from tests.browser.second_kind.touches import touches

# What a person sees: what is chosen, whether a move is about to be made, what is asked at the finger.
SEEN = """() => [
    document.querySelectorAll("[data-chosen], [data-armed]").length,
    [...document.querySelectorAll("[data-choice]")].map((one) => one.dataset.choice),
]"""


INWARDS = {"rim-n": (0.5, 0.88), "rim-e": (0.12, 0.5), "rim-s": (0.5, 0.12), "rim-w": (0.88, 0.5)}


def in_sight(thing: Locator) -> Position | None:
    """Where to touch a space of the ring around a rock, of which only the inner part is seen."""
    seen = thing.evaluate("it => [it.className, it.offsetWidth, it.offsetHeight]")
    for side, (x, y) in INWARDS.items():
        if side in seen[0]:
            return {"x": x * seen[1], "y": y * seen[2]}
    return None


class SecondHands(Hands):
    def press(self, thing: Locator) -> None:
        thing.first.click(position=in_sight(thing.first))

    def touch(self, game: Game, move: str) -> None:
        if move.startswith("cubes"):
            return self.cubes(game, move)
        wanted = touches(move, game)
        answers = {name.removeprefix("?") for name in wanted}
        things = [name for name in wanted if not name.startswith("?")]
        while True:
            begun, asked = self.page.evaluate(SEEN)
            if asked:
                answer = next((name for name in asked if name in answers), None)
                assert answer, f"{asked} instead of {sorted(answers)} for {move}"
                self.press(self.page.locator(f'[data-choice="{answer}"]'))
                answers.discard(answer)
                things = [name for name in things if name != answer]
            elif things:
                self.press(self.page.locator(f'[data-touch="{things.pop(0)}"]'))
            else:
                return None
            begun, asked = self.page.evaluate(SEEN)
            if not begun and not asked:
                return None  # that was enough

    def wait_for(self, move: str) -> None:
        """Until others have answered, and this move can be made."""
        for _ in range(600):
            game = self.game()
            if game.seat >= 0 and move in game.texts():
                assert self.wait_for_turn()
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{move} does not become possible")


class SecondFingers(SecondHands):
    """On a phone: a thing is looked for where it lies, and a rock is touched once to become large."""

    def press(self, thing: Locator) -> None:
        target = thing.first
        cell = target.get_attribute("data-cell") if target.count() else None
        if cell:
            self.enlarge(cell[0])
        elif not target.is_visible():
            self.reveal(target)
        target.tap(position=in_sight(target))

    def reveal(self, target: Locator) -> None:
        """Open the sheet that holds a thing."""
        for tab in self.page.locator("[data-tab]").all():
            if tab.get_attribute("aria-expanded") != "true":
                tab.tap()
            self.page.wait_for_timeout(350)  # until it has slid in
            if target.is_visible():
                return
        raise AssertionError(f"{target} is nowhere")

    def enlarge(self, rock: str) -> None:
        for tab in self.page.locator('[data-tab][aria-expanded="true"]').all():
            tab.tap()
        small = self.page.locator(f'.rock:has([data-cell^="{rock}"]) .enlarge')
        if small.count():
            small.tap()
            expect(small).to_have_count(0)


class SecondKeys(SecondHands):
    """Without a mouse: things get the focus, Enter does them."""

    def press(self, thing: Locator) -> None:
        thing.first.focus()
        expect(thing.first).to_be_focused()
        self.page.keyboard.press("Enter")
