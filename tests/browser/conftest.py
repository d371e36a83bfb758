from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.window import chromium, window
from tests.server.running import Server

Visit = Callable[..., Page]
expect.set_options(timeout=20_000)  # a busy machine is no failure


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a page of the server in a window of its own."""
    with ExitStack() as windows:

        def open_window(path: str = "/", **options: Any) -> Page:
            page = windows.enter_context(window(browser, server.address, **options))
            page.goto(path)
            return page

        yield open_window
