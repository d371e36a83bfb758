"""What a server logs: one line a thing, plain or as JSON, to the standard error stream. Requests are not logged, and
nothing that only some may know: whatever looks like a seed or a token is masked."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback

SECRET = re.compile(r"[0-9a-f]{32,}|(?<![\w-])[\w-]{43}(?![\w-])|(?<=invite=)\w+")  # seeds, tokens, invitations
MOST_FRAMES = 16  # of a trace: the innermost


def masked(text: str) -> str:
    return SECRET.sub("…", text)


class Plain(logging.Formatter):
    """TIME LEVEL NAME: MESSAGE, and after a bar what was raised, and where."""

    def format(self, record: logging.LogRecord) -> str:
        parts = [f"{moment(record)} {record.levelname.lower()} {record.name}: {record.getMessage()}", *raised(record)]
        return masked(" | ".join(" ".join(part.split()) for part in parts))


class Json(logging.Formatter):
    """An object a line."""

    def format(self, record: logging.LogRecord) -> str:
        error, *trace = raised(record) or [""]
        said = {"time": moment(record), "level": record.levelname.lower(), "logger": record.name}
        said |= {"message": masked(record.getMessage())}
        more = {"error": masked(error), "trace": masked(" ".join(trace))} if error else {}
        return json.dumps(said | more, ensure_ascii=False)


def moment(record: logging.LogRecord) -> str:
    """In UTC, to the millisecond."""
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03}Z"


def raised(record: logging.LogRecord) -> list[str]:
    """What was raised, if anything was, and the places that it came through, the innermost last."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return []
    frames = traceback.extract_tb(error.__traceback__)[-MOST_FRAMES:]
    places = (f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames)
    return ["".join(traceback.format_exception_only(error)).strip(), " > ".join(places)]


class Stream(logging.Handler):
    """Writes to whatever the standard error stream is at the time."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            print(self.format(record), file=sys.stderr, flush=True)
        except Exception:
            self.handleError(record)


def set_up(form: str | None) -> None:
    """Log in a form: `plain` or `json`, starts, stops and migrations too; without one only what went wrong, plainly."""
    handler = Stream()
    handler.setFormatter(Json() if form == "json" else Plain())
    root = logging.getLogger()
    root.handlers = [other for other in root.handlers if not isinstance(other, Stream)] + [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("atoll").setLevel(logging.INFO if form else logging.WARNING)
