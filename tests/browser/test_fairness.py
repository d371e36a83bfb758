"""What the page says and checks about chance, and about who is awaited."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from atoll.cli import main
from tests.browser.conftest import Visit
from tests.browser.hands import start
from tests.browser.window import window
from tests.server.running import Person, Server, opened


def given_up(page: Page) -> None:
    page.locator('[data-tool="about"]').first.click()
    page.locator('[data-tool="concede"]').first.click()
    page.locator('[data-tool="concede-yes"]').first.click()
    expect(page.locator("[data-ending]")).to_be_visible()


def fairness(page: Page) -> None:
    """Open what is said about chance."""
    details = page.locator("[data-fairness]").first
    if not details.is_visible():
        page.keyboard.press("Escape")
        page.locator('[data-tool="about"]').first.click()
    details.locator("summary").click()


def test_the_page_adds_a_nonce_and_checks_the_promise_at_the_end(visit: Visit, server: Server, tmp_path: Path) -> None:
    page = visit("/")
    start(page, "reef")
    table = page.url.rpartition("/")[2]
    nonce = page.evaluate(f"localStorage.getItem('atoll.nonce.{table}')")
    assert len(nonce) == 32
    given_up(page)
    fairness(page)
    expect(page.locator('[data-fairness] [data-kept="true"]').first).to_contain_text("Checked here")
    expect(page.locator('[data-fairness] [data-mixed="true"]').first).to_contain_text("Checked here")
    expect(page.locator("[data-fairness] li").first).to_contain_text(nonce)
    text = Person(server).http.get(f"/api/tables/{table}/record").text
    assert f"# nonce 1 {nonce}\n# nonce 2 -\n" in text
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    assert main(["verify", str(file)]) == 0
    opened.close()


def test_a_nonce_that_was_left_out_is_noticed(visit: Visit) -> None:
    page = visit("/")
    start(page, "reef")
    table = page.url.rpartition("/")[2]
    page.evaluate(f"localStorage.setItem('atoll.nonce.{table}', '{'0' * 32}')")
    page.reload()
    given_up(page)
    fairness(page)
    expect(page.locator('[data-fairness] [data-mixed="false"]').first).to_be_visible()


def test_the_waiting_room_says_who_is_awaited_before_the_deal(visit: Visit, server: Server) -> None:
    host = Person(server)
    made = host.make("reef", "me", "friend")
    friend = visit(f"/t/{made['id']}/{made['invite']}")
    expect(friend.locator("[data-expires]")).to_be_visible()
    friend.locator('[data-tool="sit"]').click()
    expect(friend.locator("[data-awaited]")).to_contain_text("still awaited: Guest")
    table = host.sit(made["id"])
    expect(friend.locator("main.board")).to_be_visible()
    given = friend.evaluate(f"localStorage.getItem('atoll.nonce.{made['id']}')")
    assert table.table["nonces"] == ["-", given]
    opened.close()


def test_who_comes_back_finds_a_notice_and_a_way_back(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", "--bot-pace", "60", "--absence", "0")
    host = Person(server)
    made = host.make("reef", "me", "friend", start=2)
    with window(browser, server.address) as friend:
        table = host.sit(made["id"])
        friend.goto(f"/t/{made['id']}/{made['invite']}")
        friend.locator('[data-tool="sit"]').click()
        expect(friend.locator("main.board")).to_be_visible()
        friend.goto("/rules/reef")
        table.until(
            lambda message: message["type"] == "about" and message["table"]["seats"][0]["vote_from"] is not None
        )
        assert table.ask("agree", seat=1, yes=True)["type"] == "done"
        friend.go_back()
        expect(friend.locator('[data-bar="return"]')).to_contain_text("a bot took over")
        friend.locator('[data-tool="return"]').click()
        expect(friend.locator('[data-bar="return"]')).to_have_count(0)
        expect(friend.locator('[data-tool="hint"]').first).to_be_enabled()
    opened.close()
    server.stop()
