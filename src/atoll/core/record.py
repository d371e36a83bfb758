"""Lines of a record: UTF-8, `#` starts a comment, blank lines are free."""

from __future__ import annotations

from dataclasses import dataclass

from atoll.core.errors import RecordError
from atoll.core.messages import Message

LONGEST_LINE = 500


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something, its words parted by single spaces, with its number in the file."""

    number: int
    text: str


def split_lines(text: str) -> list[Line]:
    """The lines of a record that say something."""
    out = []
    for at, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        said = " ".join(raw.partition("#")[0].split())
        if len(said) > LONGEST_LINE:
            raise RecordError(at, said[:40] + "…", Message("record.long", {"most": LONGEST_LINE}), "record")
        if said:
            out.append(Line(at, said))
    return out


def decode(content: bytes) -> str:
    """The text of a record file."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "", Message("record.encoding"), "record") from None


def is_number(word: str) -> bool:
    """Whether a word is a plain number: a few of the digits 0 to 9, no zero in front."""
    return word.isascii() and word.isdigit() and len(word) < 6 and (word == "0" or word[0] != "0")


def number(word: str, line: Line) -> int:
    """A plain number."""
    if not is_number(word):
        raise RecordError(line.number, line.text, Message("record.number", {"word": word}), "record")
    return int(word)
