"""docs/RUNNING.md is so: its commands run, and its files do what they say."""

from __future__ import annotations

import json
import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import atoll
from tests.server.running import Person, Server
from tests.server.sandbox import EXAMPLES, ROOT, Sandbox, Unit

pytestmark = pytest.mark.once

PAGE = (ROOT / "docs" / "RUNNING.md").read_text("utf-8")
LOCK = (ROOT / "requirements" / "server.txt").read_text("utf-8")
PINNED = re.compile(r"^(\S+)==(\S+)((?: ; [^\\]*)? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


# The lock


def test_the_lock_covers_what_the_server_needs_with_hashes() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    wanted = re.findall(r'"([^"]+)"', "".join(re.findall(r"^(?:dependencies|server) = \[.*\]$", text, re.MULTILINE)))
    pinned = {canonicalize_name(name): version for name, version, _ in PINNED.findall(LOCK)}
    assert len(pinned) == LOCK.count("==") > 10
    assert len(wanted) >= 8
    for word in wanted:
        needed = Requirement(word)
        assert pinned[canonicalize_name(needed.name)] in needed.specifier, word


# The commands


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built as it is here, without native code."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    environment = os.environ | {"ATOLL_COMPILE": "0", "ATOLL_PAGE": "0", "PYTHONPATH": ""}
    subprocess.run([*command, str(source)], env=environment, check=True, capture_output=True)
    [made] = folder.glob("*.whl")
    return made


def test_the_commands_of_the_page_run_one_after_the_other(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox = Sandbox(tmp_path / "machine")
    sandbox.certify()
    (sandbox.root / ".venv/wheel").mkdir(parents=True)
    shutil.copy(wheel, sandbox.root / ".venv/wheel")
    shutil.copytree(ROOT / "requirements", sandbox.root / "requirements")
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 8
    try:
        done = sandbox.run("\n".join(blocks))
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    finally:
        monkeypatch.setenv("SANDBOX", str(sandbox.root))
        Unit("atoll.service").stop()
    assert done.stdout.count(json.dumps({"version": atoll.__version__}, separators=(",", ":"))) == 3
    assert "Tables in " in done.stdout
    assert "\natoll_write_seconds_count " in done.stdout
    assert [name for name in re.findall(r"`(atoll_\w+)`", PAGE) if f"TYPE {name} " not in done.stdout] == []
    copies = {file.name for file in (sandbox.root / "var/lib/atoll-backups").iterdir()}
    assert "by-hand.sqlite" in copies
    assert len(copies) == 3
    assert (sandbox.root / "var/lib/atoll/before/tables.sqlite").exists()
    assert (sandbox.root / "log").read_text().count(" info atoll: started: ") == 3
    assert (sandbox.root / "log").read_text().count(" info atoll: stopped") == 3


def test_every_file_of_the_page_is_there() -> None:
    for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link
    assert {file.name for file in EXAMPLES.iterdir()} <= set(re.findall(r"[\w.@-]+", PAGE))


# The service


def test_the_units_are_what_the_system_expects(tmp_path: Path) -> None:
    for file in EXAMPLES.glob("atoll*"):
        (tmp_path / file.name).write_text(file.read_text("utf-8").replace("/opt/atoll/bin/atoll", "/bin/true"))
    units = sorted(map(str, tmp_path.iterdir()))
    assert len(units) == 4
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for unit in units:
        if unit.endswith(".service"):  # 20 of 100 is how much may be open to a service that goes astray
            command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", unit]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout


# The proxy


class Behind(Server):
    """A server as it is reached through a proxy."""

    def __init__(self, address: str) -> None:
        self.address = address


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def test_nginx_as_it_is_shown_brings_people_to_their_tables(
    tmp_path: Path, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = subprocess.run([sys.executable, "-m", "atoll", "serve", "--help"], capture_output=True, text=True).stdout
    wishes = [("--proxy", "127.0.0.1"), ("--accept-host", "localhost")]
    more = [word for wish in wishes if wish[0] in usage for word in wish]
    server = Server(tmp_path / "tables.sqlite", "--tables-per-minute", "8", "--bot-pace", "0", *more)
    stack.callback(server.stop)
    sandbox = Sandbox(tmp_path / "machine", server.port)
    sandbox.certify()
    nginx = sandbox.nginx()
    stack.callback(nginx.wait)
    stack.callback(nginx.terminate)
    monkeypatch.setenv("SSL_CERT_FILE", str(sandbox.certificate))

    # What is asked for without TLS is sent to where there is.
    plain = httpx.get(f"http://localhost:{sandbox.http}/t/abc")
    assert (plain.status_code, plain.headers["location"][:8]) == (301, "https://")

    # The page, a device, a table, a socket, a move.
    address = f"https://localhost:{sandbox.https}"
    page = httpx.get(f"{address}/")
    built = (Path(atoll.__file__).parent / "server/page/index.html").exists()
    assert page.status_code == (200 if built else 503)
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    ada = Person(Behind(address))
    assert "Secure" in httpx.get(f"{address}/api/hello").headers["set-cookie"]
    table = ada.make("reef", "me", "greedy")["id"]
    seat = ada.sit(table)
    assert seat.play(seat.moves[0])["type"] == "done"
    assert seat.log

    # Metrics are not for the world, whatever it says of itself.
    for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}):
        assert httpx.get(f"{address}/api/metrics", headers=headers).status_code == 404

    # Limits are counted by the client's address, which it cannot choose.
    context = ssl.create_default_context()

    def status(source: str, said: str) -> int:
        transport = httpx.HTTPTransport(verify=context, local_address=source)
        with httpx.Client(transport=transport, base_url=address) as http:
            return http.get("/api/hello", headers={"X-Forwarded-For": said}).status_code

    answers = [status("127.0.0.1", f"198.51.100.{number}") for number in range(12)]
    assert answers[-1] == 429
    assert status("127.0.0.2", "127.0.0.1") == 200
