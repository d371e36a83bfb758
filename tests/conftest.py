"""What all tests share."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.reef_encounter.build")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "ruling(name): the ruling a test proves")
