"""Where games are kept: a file of SQLite on this machine, or a database of PostgreSQL, named by its address.

An address may hold a password, so nothing but `Place.name` is ever shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from atoll.core.errors import AtollError
from atoll.core.messages import Message
from atoll.server.files import existing, named, trouble

SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(?://|(?<=postgres:)|(?<=postgresql:))")  # one letter is a drive
SERVERS = ("postgresql", "postgres")
DRIVER = "postgresql+psycopg"
# What libpq says when it cannot come in; there is no code for it.
REASONS = (
    (r"password authentication failed|no password supplied|role .* does not exist|no pg_hba.conf entry", "password"),
    (r"database .* does not exist", "no_such"),
)


@dataclass(frozen=True)
class Place:
    """A database, by the address that SQLAlchemy wants."""

    url: str
    name: str  # as people are told

    @property
    def file(self) -> Path | None:
        """The file that it is in, if it is in one."""
        database = make_url(self.url).database if self.url.startswith("sqlite") else None
        return Path(database.removeprefix("file:")) if database else None


def in_file(file: Path) -> Place:
    return Place(f"sqlite:///{file}", str(file))


def by_url(url: str) -> Place:
    """A place as programs name it."""
    place = Place(url, url)
    if (file := place.file) is not None:
        return Place(url, str(file))
    return Place(url, shown(url))


def shown(url: str) -> str:
    """An address without its password, and without what may be secret behind it."""
    bare = make_url(url)._replace(drivername="postgresql", password=None).set(query={})
    return bare.render_as_string()


def placed(wish: str | None, must_exist: bool = False) -> Place:
    """The place that someone means by a file or an address; AtollError says what is wrong with it."""
    scheme = SCHEME.match(wish or "")
    if wish is None or scheme is None:
        return in_file(existing(wish) if must_exist else named(wish))
    if scheme[1].lower() not in SERVERS:
        raise AtollError(Message("data.scheme", {"name": f"{scheme[0]}…"}))
    try:
        url = make_url(wish).set(drivername=DRIVER)
    except (ArgumentError, ValueError):
        url = None
    if url is None or not url.database:
        raise AtollError(Message("data.address"))
    return by_url(url.render_as_string(hide_password=False))


def server_trouble(place: Place, error: BaseException) -> AtollError:
    """Why a database cannot be used, in a sentence."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig
    if (file := place.file) is not None:
        assert isinstance(error, Exception)
        return trouble(file, error)
    if isinstance(error, ImportError):
        return AtollError(Message("data.no_driver", {"module": error.name or "psycopg"}))
    said = " ".join(str(error).split())
    code = getattr(error, "sqlstate", None) or ""
    key = next((key for pattern, key in REASONS if re.search(pattern, said)), None)
    if key is None:
        if code == "42501":
            key = "not_allowed"
        elif code == "53100":
            key = "full"
        else:
            key = "failed" if code else "unreachable"
    return AtollError(Message(f"data.{key}", {"file": place.name, "reason": said[:300]}))
