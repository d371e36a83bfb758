"""What the page costs a slow device: bytes on the wire, first paint, entering a table, watching a round of three bots.

A real Chromium opens the page of a server on this machine with its processor slowed down four times. With --write the
figures go to benchmarks/page.txt, too.
"""

from __future__ import annotations

import argparse
import itertools
import platform
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page
from tests.browser.hands import sensible, stored_game
from tests.browser.window import DESKTOP, chromium
from tests.server import running
from tests.server.running import EASY, Person, Server

HERE = Path(__file__).parent
SLOWER = 4  # times, than this machine
ROUNDS = 3  # of three bots each, in Reef Encounter
BEFORE = 3  # turns of one's own before them, so that something lies on the rocks
MOST_LINES = 2000
WATCH = """
  window.tasks = []
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.tasks.push([task.startTime, task.duration])
  }).observe({ type: "longtask", buffered: true })
  window.painted = 0
  new PerformanceObserver((list) => {
    window.painted = list.getEntries().at(-1).startTime
  }).observe({ type: "largest-contentful-paint", buffered: true })
"""
FRAMES = """
  window.frames = []
  const frame = (at) => {
    window.frames.push(at)
    window.following = requestAnimationFrame(frame)
  }
  window.following = requestAnimationFrame(frame)
"""


@dataclass
class Visit:
    """A page that was opened, and what came over the wire for it."""

    page: Page
    session: CDPSession
    received: list[float]

    def settle(self) -> None:
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(1500)

    def kilobytes(self) -> float:
        total, self.received[:] = sum(self.received), []
        return total / 1000

    def tasks(self, since: float = 0) -> list[float]:
        """How long tasks took that kept the page busy for more than 50 ms."""
        found: list[list[float]] = self.page.evaluate("window.tasks")
        return [duration for start, duration in found if start >= since]

    def worked(self) -> float:
        """Seconds of the processor that the page's main thread has used; other programs do not lengthen them."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))

    def now(self) -> float:
        return float(self.page.evaluate("performance.now()"))


def visit(browser: Browser, person: Person, slower: int) -> Visit:
    context = browser.new_context(base_url=person.server.address, **DESKTOP)
    host = person.server.host.partition(":")[0]
    cookies: list[Any] = [
        {"name": n, "value": v, "domain": host, "path": "/", "httpOnly": True} for n, v in person.http.cookies.items()
    ]
    context.add_cookies(cookies)
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    received: list[float] = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return Visit(page, session, received)


def busy(tasks: list[float]) -> str:
    longest = f", the longest {max(tasks):.0f} ms" if tasks else ""
    return f"{len(tasks)} tasks above 50 ms, {sum(task > 100 for task in tasks)} above 100 ms{longest}"


def painted(seen: Visit) -> str:
    first = seen.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    return f"first paint {first:.0f} ms, largest paint {seen.page.evaluate('window.painted'):.0f} ms"


def a_turn(page: running.Page, server: Server, table: str, number: int) -> None:
    """Decide for the person's seat, beside the browser, until another seat is to move."""
    for step in range(MOST_LINES):
        page.my_turn()
        game = stored_game(server.file, table)
        turn = game.state.turn
        page.play(sensible(game, 100 * number + step))
        if page.table["status"] != "playing" or stored_game(server.file, table).state.turn != turn:
            return


def shown(seen: Visit, page: running.Page) -> None:
    """Until the browser has shown all that the others did."""
    page.my_turn()
    last = page.log[-1]["line"]
    seen.page.wait_for_function(
        "(line) => [...document.querySelectorAll('[data-line]')].some((one) => Number(one.dataset.line) >= line) ||"
        " [...document.querySelectorAll('[data-lines]')].some((one) => Number(one.dataset.lines) >= line)",
        arg=last,
        polling=500,  # looking costs, too
        timeout=240_000,
    )
    seen.page.wait_for_timeout(800)


def opening(browser: Browser, server: Server, slower: int) -> list[str]:
    person = Person(server)
    seen = visit(browser, person, slower)
    seen.page.goto("/")
    seen.settle()
    out = [f"start page      {seen.kilobytes():6.1f} kB on the wire, {painted(seen)}; {busy(seen.tasks())}"]
    made = person.make("reef-encounter", "me", "careless", "careless", "careless")
    seen.page.goto(f"/t/{made['id']}")
    seen.page.locator("main.board").wait_for()
    seen.settle()
    out.append(f"table after it  {seen.kilobytes():6.1f} kB more, {painted(seen)}; {busy(seen.tasks())}")
    seen.page.goto("/")
    seen.settle()
    out.append(f"start page again{seen.kilobytes():6.1f} kB, {painted(seen)}; {busy(seen.tasks())}")
    seen.page.context.close()
    return out


def rounds(browser: Browser, server: Server, slower: int) -> list[str]:
    person = Person(server)
    # The deal of the tutorial is always the same, and so is the game.
    table = person.make("reef-encounter", "me", "greedy", "greedy", "greedy", tutorial=True)["id"]
    page = person.sit(table)
    for number in range(BEFORE):
        a_turn(page, server, table, number)
    page.my_turn()
    seen = visit(browser, person, slower)
    seen.page.goto(f"/t/{table}")
    seen.page.locator("main.board").wait_for()
    seen.settle()
    out = [f"entering a game in progress: {painted(seen)}; {busy(seen.tasks())}"]
    frames, slow, seconds, worked, tasks = 0, 0, 0.0, 0.0, []
    for number in range(BEFORE, BEFORE + ROUNDS):
        a_turn(page, server, table, number)
        begun, before = seen.now(), seen.worked()
        seen.page.evaluate(FRAMES)
        shown(seen, page)
        times: list[float] = seen.page.evaluate("(cancelAnimationFrame(window.following), window.frames)")
        frames += len(times) - 1
        slow += sum(later - earlier > 34 for earlier, later in itertools.pairwise(times))
        seconds += (times[-1] - times[0]) / 1000
        worked += seen.worked() - before
        tasks += seen.tasks(begun)
    nodes = seen.page.evaluate("document.querySelectorAll('*').length")
    out.append(
        f"{ROUNDS} rounds of three bots: {frames / seconds:.1f} frames a second over {seconds:.0f} s, "
        f"{slow} of {frames} above 34 ms, the main thread at work for {worked:.1f} s; {busy(tasks)}; {nodes} elements"
    )
    seen.page.context.close()
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=int, default=SLOWER)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, chromium() as browser:
        server = Server(Path(place) / "tables.sqlite", *EASY)
        try:
            lines = [
                f"Chromium {browser.version} at 1440x900 without a graphics card, {asked.slower} times slower than this"
                f" machine ({platform.machine()}, 2 cores); four seats",
                *opening(browser, server, asked.slower),
                *rounds(browser, server, asked.slower),
            ]
        finally:
            running.opened.close()
            server.stop()
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if asked.write:
        (HERE / "page.txt").write_text(text)


if __name__ == "__main__":
    main()
