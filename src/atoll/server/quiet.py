"""What strangers can make the server say is said once a minute, and in one line: nobody fills a disk with it."""

from __future__ import annotations

import logging
import time

AGAIN = 60.0  # seconds
MOST = 200  # sentences that are remembered


class OnceAMinute(logging.Filter):
    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        first = str(record.msg).partition("\n")[0]
        now = time.monotonic()
        if now - self._said.get(first, -AGAIN) < AGAIN:
            return False
        if len(self._said) >= MOST:
            self._said.clear()
        self._said[first] = now
        if record.exc_info and isinstance(record.exc_info[1], OSError | EOFError):  # the network's, not ours
            record.msg, record.args = f"{record.getMessage().partition(chr(10))[0]}: {record.exc_info[1]}", ()
            record.exc_info = record.exc_text = None
        return True


def be_quiet() -> None:
    """About connections; what goes wrong at a table is told as it is."""
    once = OnceAMinute()
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(once)
