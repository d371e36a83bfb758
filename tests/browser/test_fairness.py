"""What the page says and checks about chance, and about who is awaited."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from atoll.cli import main
from atoll.server.chance import commitment
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
    table.until(lambda message: message["type"] == "welcome" and message["view"] is not None)
    expect(friend.locator("main.board")).to_be_visible()
    given = friend.evaluate(f"localStorage.getItem('atoll.nonce.{made['id']}')")
    assert table.table["nonces"] == ["-", given]
    opened.close()


def invited(host: Page) -> str:
    """Set up a table with a seat for a friend; the link to it."""
    host.locator('[data-game="reef"]').click()
    host.locator('label:has(input[name="against"][value="friend"])').click()
    host.locator('[data-tool="play"]').click()
    return host.locator("#invite-link").input_value()


def test_two_browsers_seal_what_they_add_and_check_it(visit: Visit, server: Server, tmp_path: Path) -> None:
    pages = host, friend = visit("/"), visit("/")
    friend.goto(invited(host))
    table = host.url.rpartition("/")[2]
    host.locator("[data-fairness] summary").click()
    own = host.evaluate(f"localStorage.getItem('atoll.nonce.{table}')")
    expect(host.locator("[data-seals] li")).to_have_count(1)
    expect(host.locator("[data-seals] code")).to_have_text(commitment(own))
    friend.locator('[data-tool="sit"]').click()
    for page in pages:
        expect(page.locator("main.board")).to_be_visible()
    added = [page.evaluate(f"localStorage.getItem('atoll.nonce.{table}')") for page in pages]
    given_up(host)
    for page in pages:
        expect(page.locator("[data-ending]")).to_be_visible()
        fairness(page)
        for checked in ("kept", "mixed", "fits"):
            expect(page.locator(f'[data-fairness] [data-{checked}="true"]').first).to_contain_text("Checked here")
    text = Person(server).http.get(f"/api/tables/{table}/record").text
    for chair, nonce in enumerate(added, 1):
        assert f"# seal {chair} {commitment(nonce)}\n" in text
        assert f"# nonce {chair} {nonce}\n" in text
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    assert main(["verify", str(file)]) == 0
    other = ":".join(map(commitment, reversed(added)))
    friend.evaluate(f"localStorage.setItem('atoll.seals.{table}', '{other}')")
    friend.reload()
    fairness(friend)
    expect(friend.locator('[data-fairness] [data-fits="false"]').first).to_be_visible()
    opened.close()


def test_a_page_that_went_away_before_it_opened_its_seal_does_so_when_it_is_back(visit: Visit) -> None:
    host, friend = visit("/"), visit("/")
    link = invited(host)
    expect(host.locator("[data-seals] li")).to_have_count(1)
    host.goto("/rules/reef")
    friend.goto(link)
    friend.locator('[data-tool="sit"]').click()
    expect(friend.locator("[data-awaited]")).to_contain_text("Everyone has come")
    expect(friend.locator('[data-room-seat="2"]')).to_be_visible()
    friend.locator('[data-tool="leave"]').click()
    expect(friend.locator(".problem")).to_contain_text("nobody can stand up")
    host.go_back()
    for page in (host, friend):
        expect(page.locator("main.board")).to_be_visible()


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
        expect(friend.locator('[data-tool="moves"]').first).to_be_enabled()
    opened.close()
    server.stop()
