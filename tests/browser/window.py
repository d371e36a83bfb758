"""A window of a real browser: opened as a person would, closed only if the page had nothing to complain about."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
TABLET: dict[str, Any] = {"viewport": {"width": 1180, "height": 820}, "is_mobile": True, "has_touch": True}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


@contextmanager
def chromium() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-browser"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def window(browser: Browser, address: str, language: str = "en", **options: Any) -> Iterator[Page]:
    """A device of its own, with its own cookies."""
    context = browser.new_context(base_url=address, locale=language, **(DESKTOP | options))
    context.set_default_timeout(20_000)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    yield page
    # A server that is gone or says no is not the page's fault.
    expected = ("Failed to load resource", "WebSocket connection")
    unexpected = [text for text in complaints if not text.startswith(expected)]
    assert not unexpected, unexpected
    context.close()
