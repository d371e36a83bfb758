"""The README tells the truth."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import atoll

ROOT = Path(__file__).parent.parent


def test_the_examples_of_the_readme_run() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 10
    assert result.failed == 0


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(atoll).failed == 0


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text("utf-8")):
            assert (ROOT / link).exists(), link
