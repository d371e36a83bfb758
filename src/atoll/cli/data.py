"""The games that a server keeps: whether today's rules follow them, and a copy of them."""

from __future__ import annotations

import argparse
from pathlib import Path

from atoll.cli.progress import progress
from atoll.core.errors import AtollError
from atoll.core.messages import Message


def run_data(asked: argparse.Namespace, language: str) -> int:
    """`atoll data check`: replay every table. 1 if the rules refuse one."""
    try:
        from atoll.server.files import existing
        from atoll.server.hall import reread
        from atoll.server.store import Archive
    except ImportError as error:
        raise AtollError(Message("serve.missing", {"module": error.name})) from None

    archive = Archive(existing(asked.data))
    refused: list[str] = []
    checked = 0
    for name, kept in progress(archive, len(archive.names), "tables"):
        if kept is None:
            continue
        checked += 1
        if isinstance(kept, Exception):
            refused.append(f"{name}: {Message('data.no_table').text(language)}")
        elif outdated := reread(kept)[1]:
            version = kept.facts.rules_version
            values = {"table": name, "game": kept.facts.game, "version": "-" if version is None else version}
            refused.append(f"{Message('data.refused', values).text(language)}: {outdated.error.text(language)}")
    archive.close()
    for line in refused:
        print(line)
    values = {"tables": checked, "good": checked - len(refused), "refused": len(refused), "file": str(archive.file)}
    print(Message("data.checked", values).text(language))
    return 1 if refused else 0


def run_backup(asked: argparse.Namespace, language: str) -> int:
    """`atoll backup`: a copy of the database, while a server may use it."""
    try:
        from atoll.server.files import backup, existing
    except ImportError as error:
        raise AtollError(Message("serve.missing", {"module": error.name})) from None

    source = existing(asked.data)
    target = backup(source, Path(asked.target))
    print(Message("data.backed_up", {"source": str(source), "target": str(target)}).text(language))
    return 0
