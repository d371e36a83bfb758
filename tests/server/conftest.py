from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import Server, opened


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def everything_is_closed() -> Iterator[None]:
    yield
    opened.close()
