"""The package installs with a C compiler and without one, and says which it was."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from atoll.compiled import compiled

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.skipif(not compiled(), reason="a build is the same whatever runs the tests")


def installed(tmp_path: Path, **environment: str) -> Path:
    """A copy of the sources, installed into a folder of its own."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps"]
    done = subprocess.run(
        [*command, "--target", str(target), str(source)],
        env=os.environ | {"PYTHONPATH": ""} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target


def doctor(target: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "atoll", "--lang", "en", "doctor"],
        env=os.environ | {"PYTHONPATH": str(target)},
        cwd=target,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_a_compiler_it_installs_runs_interpreted_and_says_so(tmp_path: Path) -> None:
    target = installed(tmp_path, CC=str(tmp_path / "no-such-compiler"))
    assert not list(target.rglob("*.so"))
    assert (target / "atoll" / "locales" / "fr.toml").exists()
    assert (target / "atoll" / "reef_encounter" / "data.toml").exists()
    assert (target / "atoll" / "server" / "migrations" / "versions" / "tables.py").exists()
    assert "INTERPRETED" in doctor(target)


@pytest.mark.skipif(not (ROOT / "src/atoll/server/page").exists(), reason="the page is not built here")
def test_the_page_and_its_words_are_in_the_package(tmp_path: Path) -> None:
    target = installed(tmp_path, ATOLL_COMPILE="0")
    page = (target / "atoll" / "server" / "page" / "index.html").read_text("utf-8")
    script = page.partition('src="/')[2].partition('"')[0]
    assert (target / "atoll" / "server" / "page" / script).exists()
    assert (target / "atoll" / "locales" / "page" / "shell.it.toml").exists()


@pytest.mark.skipif(shutil.which(os.environ.get("CC", "cc")) is None, reason="there is no C compiler here")
@pytest.mark.timeout(1200)
def test_with_a_compiler_the_rules_are_native_code(tmp_path: Path) -> None:
    compiler = tmp_path / "compiler"  # in a hurry: what it makes is native code all the same
    compiler.write_text(f'#!/bin/sh\nexec {os.environ.get("CC", "cc")} "$@" -O0\n')
    compiler.chmod(0o755)
    target = installed(tmp_path, ATOLL_COMPILE="1", CC=str(compiler))
    assert list((target / "atoll" / "reef_encounter").glob("state.*.so"))
    assert "compiled to native code" in doctor(target)
