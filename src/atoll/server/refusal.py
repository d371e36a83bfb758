"""What the server answers when something cannot be: a code for the page, a sentence for the person."""

from __future__ import annotations

from collections.abc import Sequence

from atoll.core.errors import AtollError, RecordError, RuleError
from atoll.core.messages import Message
from atoll.server.wire import Problem


class Refusal(AtollError):
    """Nothing was changed."""

    def __init__(self, code: str, status: int = 400, **values: object) -> None:
        super().__init__(Message(f"table.{code}", values))
        self.code = code
        self.status = status


def problem(error: AtollError, language: str, names: Sequence[str] = (), asked: str | None = None) -> Problem:
    """An error as the page gets it."""
    code = error.code if isinstance(error, Refusal) else "rule" if isinstance(error, RuleError) else "input"
    text = error.text(language) if isinstance(error, RecordError) else error.message.text(language, names)
    return Problem(id=asked, code=code, ruling=error.ruling, text=text[0].upper() + text[1:])
