"""How many moves a second PostgreSQL itself takes on this machine: pgbench writes what a move writes, nobody plays.

Each transaction changes a table's row and adds a line, as `store.py` does; then the same with another process that
holds the table and is notified. PostgreSQL lets one transaction at a time end that notifies, so this is where several
processes meet. With --write the figures go to benchmarks/postgres.txt.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import threading
import time
from pathlib import Path

from benchmarks.people import children, processor_seconds
from tests.server.postgres import ROLE, Postgres, tool

HERE = Path(__file__).parent
TABLES = 10_000
FILL = f"""
INSERT INTO processes SELECT number, 0 FROM generate_series(1, 2) AS number;
INSERT INTO tables (id, game, options, status, version, invite, seed, decides, base, tutorial, created, changed)
    SELECT 't' || number, 'reef', '{{}}', 'playing', 1, 'x', 'y', 1, 0, false, 0, 0
    FROM generate_series(1, {TABLES}) AS number;
INSERT INTO holders SELECT 't' || number, 1, '{{}}' FROM generate_series(1, {TABLES}) AS number;
"""
HELD = f"INSERT INTO holders SELECT 't' || number, 2, '{{}}' FROM generate_series(1, {TABLES}) AS number"
MOVE = f"""\\set t random(1, {TABLES})
BEGIN;
UPDATE tables SET version = version + 1, revision = revision + 1, decides = 2,
    changed = extract(epoch FROM clock_timestamp()) WHERE id = 't' || :t;
SELECT pg_notify('atoll_' || process, 'changed t' || :t) FROM holders WHERE "table" = 't' || :t AND process <> 1;
INSERT INTO lines SELECT id, revision, '1 move 2a3 1a3' FROM tables WHERE id = 't' || :t;
COMMIT;
"""


def listen(postgres: Postgres, name: str, ended: threading.Event) -> int:
    """Be the other process that hears of it."""
    heard = 0
    with postgres.connected(name) as connection:
        connection.execute("LISTEN atoll_2")
        while not ended.is_set():
            heard += sum(1 for _ in connection.notifies(timeout=0.2))
    return heard


def rate(postgres: Postgres, name: str, clients: int, seconds: int) -> str:
    assert postgres.process is not None
    script = postgres.folder / "move.sql"
    script.write_text(MOVE)
    script.chmod(0o644)

    def position() -> int:
        with postgres.connected(name) as connection:
            row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
            assert row is not None
            return int(row[0])

    def busy() -> float:
        assert postgres.process is not None
        first = postgres.process.pid
        return processor_seconds(first) + sum(processor_seconds(pid) for pid in children(first))

    command = [tool("pgbench"), "-n", "-h", str(postgres.folder), "-p", str(postgres.port), "-U", ROLE]
    command += ["-f", str(script), "-c", str(clients), "-T", str(seconds), "-M", "prepared", name]
    wal = position()
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    time.sleep(1)  # its connections are there
    before, began = busy(), time.monotonic()
    time.sleep(seconds - 2)
    spent, passed = busy() - before, time.monotonic() - began
    said, _ = running.communicate()
    assert running.returncode == 0, said
    [moves] = map(float, re.findall(r"tps = ([\d.]+)", said))
    [latency] = map(float, re.findall(r"latency average = ([\d.]+)", said))
    written = (position() - wal) / (moves * seconds)
    return (
        f"{clients:>8}{moves:>10.0f}{latency:>12.2f}{1000 * spent / passed / moves:>16.3f}"
        f"{spent / passed:>8.2f}{written:>13.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--write", action="store_true", help="write the figures to benchmarks/postgres.txt")
    asked = parser.parse_args()
    postgres = Postgres(durable=True)
    lines = [
        f"a transaction that writes a move, {TABLES} tables, {asked.seconds} s each; "
        f"{os.cpu_count()} cores, shared with pgbench; fsync on",
        f"{'':<26}{'clients':>8}{'moves/s':>10}{'ms a move':>12}{'processor ms':>16}{'cores':>8}{'WAL bytes':>13}",
    ]
    try:
        name = postgres.new()
        ended = threading.Event()
        listener = threading.Thread(target=listen, args=[postgres, name, ended])
        for number, what in enumerate(("nobody else holds it", "another is notified")):
            with postgres.connected(name) as connection:
                connection.execute(HELD if number else FILL)
                connection.execute("CHECKPOINT")
            if number:
                listener.start()
            for clients in asked.clients:
                lines.append(f"{what:<26}{rate(postgres, name, clients, asked.seconds)}")
                print(lines[-1], flush=True)
        ended.set()
        listener.join()
    finally:
        postgres.remove()
    told = "\n".join(lines)
    print(told)
    if asked.write:
        (HERE / "postgres.txt").write_text(told + "\n", "utf-8")


if __name__ == "__main__":
    main()
