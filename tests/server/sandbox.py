"""A machine to try docs/RUNNING.md on: its folders are in one folder, its ports are free ones, and where the page
speaks to the system (sudo, useradd, systemctl) someone stands in who starts and stops what the unit files say."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "docs" / "running"
NGINX = """{user}pid {root}/nginx.pid;
error_log stderr;
events {{}}
http {{
    client_body_temp_path {root}/body;
    proxy_temp_path {root}/proxy;
    fastcgi_temp_path {root}/fastcgi;
    uwsgi_temp_path {root}/uwsgi;
    scgi_temp_path {root}/scgi;
    include {root}/etc/nginx/conf.d/*.conf;
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


class Sandbox:
    def __init__(self, root: Path, port: int | str | None = None) -> None:
        self.root = root
        self.port = port or free_port()
        self.http, self.https = free_port(), free_port()
        self.certificate = root / "etc/letsencrypt/live/atoll.example/fullchain.pem"
        for folder in ("bin", "opt", "var/lib", "etc/systemd/system", "etc/nginx/conf.d", "docs/running"):
            (root / folder).mkdir(parents=True)
        user = "user root;\n" if os.geteuid() == 0 else ""
        (root / "etc/nginx/nginx.conf").write_text(NGINX.format(root=root, user=user))
        for file in EXAMPLES.iterdir():
            (root / "docs/running" / file.name).write_text(self.here(file.read_text("utf-8")))
        for name, text in STANDINS.items():
            (root / "bin" / name).write_text(text.format(python=sys.executable))
            (root / "bin" / name).chmod(0o755)
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {
            "PATH": f"{root / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "SANDBOX": str(root),
            "PYTHONPATH": str(ROOT),
            "ATOLL_LANG": "en",
        }

    def here(self, text: str) -> str:
        """A text as it would be for this machine."""
        for folder in ("/opt/", "/var/lib/", "/etc/"):
            text = text.replace(folder, f"{self.root}{folder}")
        text = text.replace("nginx -t", f"nginx -p {self.root} -c {self.root}/etc/nginx/nginx.conf -t")
        text = re.sub(r"\b8765\b", str(self.port), text)
        text = re.sub(r" *listen \[::\].*\n", "", text)
        return re.sub(r"listen (80|443)\b", lambda match: f"listen 127.0.0.1:{self.ports[match[1]]}", text)

    @property
    def ports(self) -> dict[str, int]:
        return {"80": self.http, "443": self.https}

    def certify(self) -> None:
        """A certificate that this machine signed itself."""
        self.certificate.parent.mkdir(parents=True)
        key = self.certificate.with_name("privkey.pem")
        command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
        command += f" -addext subjectAltName=DNS:localhost,DNS:atoll.example -keyout {key} -out {self.certificate}"
        subprocess.run(command.split(), check=True, capture_output=True)

    def nginx(self) -> subprocess.Popen[bytes]:
        """nginx with the example's configuration, once it listens."""
        shutil.copy(self.root / "docs/running/nginx.conf", self.root / "etc/nginx/conf.d/atoll.conf")
        command = ["nginx", "-p", str(self.root), "-c", str(self.root / "etc/nginx/nginx.conf"), "-g", "daemon off;"]
        process = subprocess.Popen(command)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.https), 1).close()
                return process
            except OSError:
                time.sleep(0.05)
        process.kill()
        raise AssertionError("nginx does not listen")

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        command = ["bash", "-euo", "pipefail", "-c", self.here(script)]
        return subprocess.run(
            command, cwd=self.root, env=self.environment, capture_output=True, text=True, timeout=500, check=False
        )


STANDINS = {
    "sudo": '#!/bin/sh\n[ "$1" = -u ] && shift 2\nexec "$@"\n',
    "useradd": "#!/bin/sh\nexit 0\n",
    "systemctl": '#!/bin/sh\nexec {python} -m tests.server.sandbox "$@"\n',
}


class Unit:
    """A unit file of the sandbox, as far as it says what is run."""

    def __init__(self, name: str) -> None:
        self.root = Path(os.environ["SANDBOX"])
        self.pid = self.root / f"{name}.pid"
        parser = configparser.RawConfigParser(strict=False, interpolation=None)
        parser.optionxform = str  # type: ignore[assignment, method-assign]
        parser.read_string((self.root / "etc/systemd/system" / name).read_text("utf-8").replace("\\\n", ""))
        self.service = dict(parser["Service"]) if parser.has_section("Service") else {}

    def start(self) -> None:
        for name in self.service.get("StateDirectory", "").split():
            (self.root / "var/lib" / name).mkdir(0o700, exist_ok=True)
        words = known(shlex.split(self.service.get("ExecStart", "true")))
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        if self.service.get("Type") == "oneshot":
            subprocess.run(words, check=True, env=environment)
            subprocess.run(shlex.split(self.service.get("ExecStartPost", "true")), check=True)
        elif self.service:
            quiet = subprocess.DEVNULL
            log = (self.root / "log").open("a")
            process = subprocess.Popen(
                words, stdin=quiet, stdout=quiet, stderr=log, env=environment, start_new_session=True
            )
            self.pid.write_text(str(process.pid))

    def stop(self) -> None:
        if not self.pid.exists():
            return
        number = int(self.pid.read_text())
        os.kill(number, signal.SIGTERM)
        for _ in range(300):
            try:
                if Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                    break
            except FileNotFoundError:
                break
            time.sleep(0.1)
        self.pid.unlink()


def known(words: list[str]) -> list[str]:
    """A command without options that the program does not have."""
    if "serve" not in words:
        return words
    usage = subprocess.run([words[0], "serve", "--help"], capture_output=True, text=True, check=True).stdout
    for option in ("--proxy", "--accept-host"):
        if option in words and option not in usage:
            at = words.index(option)
            words = words[:at] + words[at + 2 :]
    return words


def systemctl(order: str, *names: str) -> None:
    if order == "reload":
        subprocess.run(["nginx", "-p", os.environ["SANDBOX"], "-t", "-c", "etc/nginx/nginx.conf"], check=True)
        return
    for unit in (Unit(name) for name in names if not name.startswith("--")):
        if order in ("enable", "start"):
            unit.start()
        elif order == "stop":
            unit.stop()


if __name__ == "__main__":
    systemctl(*sys.argv[1:])
