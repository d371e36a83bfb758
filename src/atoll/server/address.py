"""Where a visitor comes from, as far as limits are concerned."""

from __future__ import annotations

from starlette.requests import HTTPConnection


def client(connection: HTTPConnection) -> str:
    """The address that limits are counted for."""
    return connection.client.host if connection.client else ""
