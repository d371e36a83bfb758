"""Hands: a move made by touching what a person would touch."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

import atoll
from atoll import Game
from atoll.arena.match import decide
from atoll.bots import Greedy
from atoll.core.rng import Rng
from tests.server.databases import looked_into


def table_id(page: Page) -> str:
    return page.url.rpartition("/t/")[2].split("/")[0].split("?")[0]


def stored_lines(file: Path, table: str) -> tuple[str, list[str]]:
    """The header and the lines of a game as the server has kept them."""
    with looked_into(file) as database:
        (header,) = database.execute("select header from tables where id = ?", [table]).fetchone()
        query = 'select text from lines where "table" = ? order by number'
        return header, [text for (text,) in database.execute(query, [table])]


def stored_game(file: Path, table: str, known: Game | None = None) -> Game:
    """The game as the server has kept it, read on from what is known of it."""
    header, lines = stored_lines(file, table)
    if known is None or known.log != lines[: len(known.log)]:
        return atoll.read("\n".join([header, *lines]))
    game = known.clone()
    for line in lines[len(known.log) :]:
        who, _, text = line.partition(" ")
        game.chance(text) if who == "*" else game.apply(text)
    return game


def sensible(game: Game, seed: int) -> str:
    """What a simple bot would do in the seat that is to move."""
    return game.text(decide(Greedy(), game, Rng(seed)))


ACTIONS = {"eat": 1, "shrimp": 4, "move": 5, "cube": 6, "alga": 7, "tile": 8, "collect": 10}


def touches(move: str, game: Game) -> list[str]:
    """What to touch for a move of Reef Encounter, one after the other."""
    verb, words = game.kind.grammar.split(move)
    turn = game.view(game.seat)["turn"]
    if verb == "fish":
        return [f"hand:{words['colour']}"]
    if verb == "larva":
        return [f"action:{2 + turn['larvae']}", f"cube:{words['colour']}"]
    if verb == "polyp":
        return [f"{'consumed' if 'consumed' in words else 'hand'}:{turn['open']}", f"cell:{words['cell']}"]
    first = [f"action:{ACTIONS[verb]}"] if verb in ACTIONS else []
    if verb == "move":
        return [*first, f"cell:{words['cell']}", "home" if words["to"] == "screen" else f"cell:{words['to']}"]
    if verb == "alga":
        place = "alga-space" if words["target"] == "sea" else f"tile:{words['target']}"
        return [*first, f"cylinder:{words['alga']}", f"consumed:{words['paid']}", place]
    pieces = {"eat": "cell", "shrimp": "cell", "cube": "consumed", "tile": "cube", "collect": "pool"}
    return [*first, f"{pieces[verb]}:{next(iter(words.values()))}"] if verb in pieces else [verb]


class Hands:
    """At a table where this page's seat is to move. `press` is how a thing is touched."""

    def __init__(self, page: Page, file: Path) -> None:
        self.page = page
        self.file = file
        self.known: dict[str, Game] = {}

    def game(self) -> Game:
        table = table_id(self.page)
        self.known[table] = stored_game(self.file, table, self.known.get(table))
        return self.known[table]

    def press(self, thing: Locator) -> None:
        thing.first.click()

    def lines(self) -> int:
        return len(stored_lines(self.file, table_id(self.page))[1])

    def play(self, move: str) -> None:
        """Touch things until the move is made, once the page has heard of the one before."""
        self.page.wait_for_function("() => !document.querySelector('[data-tool=moves]')?.disabled")
        game = self.game()
        self.touch(game, move)
        self.until_made(game, move)

    def until_made(self, game: Game, move: str) -> None:
        """Wait until a move that was touched is made."""
        before = len(game.log)
        self.page.wait_for_timeout(20)
        for _ in range(400):
            if self.lines() > before:
                break
            asked = self.page.locator(f'[data-armed][data-move="{move}"]:visible')
            if asked.count():  # before a turn ends that leaves something undone
                self.press(asked)
            self.page.wait_for_timeout(25)
        made = self.game().log[before:]
        assert made, f"nothing comes of {move}"
        assert made[0].partition(" ")[2] == move, f"{made[0]} instead of {move}"

    def touch(self, game: Game, move: str) -> None:
        """Touch what has to be touched for a move."""
        if game.kind.name == "reef":
            self.reef(game, move)
        elif move.startswith("cubes"):
            self.cubes(game, move)
        else:
            self.reef_encounter(move, touches(move, game))

    def cubes(self, game: Game, move: str) -> None:
        for colour in game.kind.grammar.split(move)[1]["pair"]:
            self.press(self.page.locator(f'[data-take="{colour}"]'))
        self.press(self.page.locator(f'button[data-move="{move}"]'))

    def reef(self, game: Game, move: str) -> None:
        verb, words = game.kind.grammar.split(move)
        if "cell" in words:
            piece = self.page.locator(f'[data-piece="{words["colour"]}"]')
            if piece.count():
                self.press(piece)
            self.press(self.page.locator(f'[data-move="{move}"]'))
        elif verb == "top" and not self.page.locator(f'[data-move="{move}"]').count():
            self.press(self.page.locator('[data-key="r"]'))
            self.press(self.page.locator(f'[data-move="{move}"]'))
        else:
            self.press(self.page.locator(f'[data-move="{move}"]'))
        # A card that is taken turns up another one: that is asked once more.
        armed = self.page.locator(f'[data-armed][data-move="{move}"]')
        if verb in ("take", "top") and armed.count():
            self.press(armed)

    def reef_encounter(self, move: str, wanted: list[str]) -> None:
        if move == "pass":
            return self.press(self.page.locator('[data-move="pass"]'))
        for touch in wanted:
            exact = self.page.locator(f'[data-touch][data-move="{move}"]:visible')
            if exact.count() and touch.startswith(("cell", "tile", "alga", "pool")):
                break
            self.press(self.page.locator(f'[data-touch="{touch}"]'))
            if not self.page.locator("[data-chosen]").count():
                return None  # one touch was enough
        exact = self.page.locator(f'[data-move="{move}"]:visible')
        return self.press(exact) if exact.count() else None

    def skip(self) -> None:
        """See at once what others did."""
        # In one go: what others did may have been shown by the time a mouse gets there.
        self.page.evaluate("() => document.querySelector('[data-tool=skip]:enabled')?.click()")

    def wait_for_turn(self) -> bool:
        """Until this page may decide; False if the game is over."""
        for _ in range(1200):
            if self.page.locator("[data-ending]").count():
                return False
            if self.page.locator('[data-tool="moves"]:enabled').count():
                return True
            keyboard = self.page.locator('[data-tool="skip"]:enabled').count()
            if keyboard:
                self.page.keyboard.press("s")
            self.page.wait_for_timeout(30)
        raise AssertionError("nothing happens")

    def to_the_end(self, most: int = 400) -> int:
        """Play the whole game; how many moves it took."""
        for number in range(most):
            if not self.wait_for_turn():
                return number
            game = self.game()
            if game.over:
                continue
            self.play(sensible(game, number))
        raise AssertionError("the game does not end")


def open_options(page: Page) -> None:
    """Show who sits where and all else that can be chosen on the start page."""
    closed = page.locator("details[data-options]:not([open]) > summary")
    page.locator("details[data-options]").wait_for()
    if closed.count():
        closed.click()


def first_seat_starts(page: Page) -> None:
    """Choose on the start page who starts; else it is drawn."""
    open_options(page)
    page.locator('label:has(input[name="first"][value="1"])').click()


def start(page: Page, game: str) -> None:
    """From the start page to the first decision."""
    page.locator(f'[data-game="{game}"]').click()
    first_seat_starts(page)
    page.locator('[data-tool="play"]').click()
    expect(page.locator('[data-tool="moves"]').first).to_be_enabled()


def any_game(_: Game) -> bool:
    return True


def middle_of(seats: int, lines: int, fits: Callable[[Game], bool] = any_game) -> Game:
    """A game of Reef Encounter played by simple bots, at the beginning of a turn of the first seat that fits."""
    return found(seats, lines, fits).clone()


@cache
def found(seats: int, lines: int, fits: Callable[[Game], bool]) -> Game:
    for seed in range(8, 40):
        game = atoll.new("reef-encounter", seats, seed=seed)
        while not game.over:
            seen = game.view(0)
            begins = game.seat == 0 and seen["phase"] == "turn" and not seen["turn"]["acted"]
            if len(game.log) >= lines and begins and fits(game):
                return game
            game.apply(sensible(game, len(game.log)))
    raise AssertionError("there is no such position")


def sit_into(page: Page, game: Game) -> None:
    """Play on from a position, in the first seat, the others by bots."""
    expect(page.locator('[data-tool="play"]')).to_be_visible()
    made = page.evaluate(
        """async ([text, line, seats]) => {
            const post = async (path, body) => {
                const headers = { "Content-Type": "application/json" }
                const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
                if (!answer.ok) throw new Error(await answer.text())
                return answer.json()
            }
            await post("/api/name", { name: "Dolphin" })
            const record = await post("/api/records", { text })
            return (await post(`/api/tables/${record.id}/fork`, { line, seats })).id
        }""",
        [
            game.write(),
            len(game.log),
            [{"who": "me", "name": "Dolphin"}] + [{"who": "bot", "bot": "greedy"}] * (game.seats - 1),
        ],
    )
    page.goto(f"/t/{made}")
    expect(page.locator('[data-tool="moves"]').first).to_be_enabled()
