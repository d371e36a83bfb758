from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server import databases
from tests.server.running import Server, opened


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "once: has nothing to do with the database, or is about SQLite's files")
    config.addinivalue_line("markers", "served: is about a database on a server alone")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test of the server, on each database."""
    if "database" in metafunc.fixturenames:
        kinds: tuple[str, ...] = databases.KINDS
        if metafunc.definition.get_closest_marker("once"):
            kinds = kinds[:1]
        if metafunc.definition.get_closest_marker("served"):
            kinds = kinds[1:]
        metafunc.parametrize("database", kinds, indirect=True, scope="session")


@pytest.fixture(scope="session", autouse=True)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    databases.kind = request.param
    yield databases.kind
    databases.kind = "sqlite"


@pytest.fixture(scope="session", autouse=True)
def databases_end() -> Iterator[None]:
    yield
    databases.end()


@pytest.fixture(scope="session")
def server(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "tables.sqlite")
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def everything_is_closed(database: str) -> Iterator[None]:
    with databases.tidy():
        yield
        opened.close()
