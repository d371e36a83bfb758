"""What goes wrong, said so that a person can mend it. Every error can speak each language."""

from __future__ import annotations

from atoll.core.messages import Message


class AtollError(Exception):
    """Something a user gave cannot be taken. Nothing was changed."""

    def __init__(self, message: Message, ruling: str | None = None) -> None:
        super().__init__(message.key)
        self.message = message
        self.ruling = ruling

    def text(self, language: str = "en") -> str:
        said = self.message.text(language)
        return f"{self.ruling}: {said}" if self.ruling else said

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.ruling)


class RuleError(AtollError):
    """A move that the rules do not allow, with the name of the ruling that says so."""


class RecordError(AtollError):
    """A line of a record that cannot be read or does not follow the rules."""

    def __init__(self, line: int, content: str, message: Message, ruling: str | None = None) -> None:
        super().__init__(message, ruling)
        self.line = line
        self.content = content

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.content, self.message, self.ruling)

    def text(self, language: str = "en") -> str:
        where = Message("record.line", {"line": self.line, "content": self.content}).text(language)
        return f"{where}: {super().text(language)}"


class PositionError(AtollError):
    """A position line that cannot be read."""


def wrong_field(field: str, key: str, **values: object) -> PositionError:
    """What is wrong with a field of a position line; a problem that only one game has is named in full."""
    problem = Message(key if "." in key else f"position.{key}", values)
    return PositionError(Message("position.field", {"field": field, "problem": problem}))
