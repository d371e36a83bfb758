"""The names that a server answers to: a page from elsewhere that calls this machine by its own name gets nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import ip_address

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Hosts:
    def __init__(self, names: Iterable[str] = LOOPBACK, literals: bool = False) -> None:
        self.names = frozenset(name.lower().rstrip(".") for name in names)
        self.literals = literals  # any address written in numbers: nobody can make it theirs

    def accept(self, header: str) -> bool:
        """Whether a request to this host and port is meant for us."""
        name = bare(header).lower().rstrip(".")
        return name in self.names or (self.literals and is_literal(name))


def accepted(listening: str, named: Iterable[str]) -> Hosts:
    """On the loopback address its own names; on others also the machine's, and addresses in numbers."""
    if listening in LOOPBACK or (is_literal(listening) and ip_address(listening).is_loopback):
        return Hosts({*LOOPBACK, listening, *named})
    return Hosts({*LOOPBACK, listening, socket.gethostname(), socket.getfqdn(), *named}, literals=True)


def bare(header: str) -> str:
    """A host without its port."""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.rpartition(":")[0] if header.count(":") == 1 else header


def is_literal(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
