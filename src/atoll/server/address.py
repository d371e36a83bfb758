"""Where a visitor comes from, as far as limits are concerned."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from atoll.core.errors import AtollError
from atoll.core.messages import Message

Network = IPv4Network | IPv6Network


def client(connection: HTTPConnection) -> str:
    """The address that limits are counted for. What a proxy says of it is believed of the proxies that the server was
    told of, and of no other (the server sees to that before anything gets here)."""
    return counted(connection.client.host if connection.client else "")


def counted(host: str) -> str:
    """What counts as one address: of IPv6 a household has a whole network, so its first half."""
    try:
        ip = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))


def networks(names: Iterable[str]) -> tuple[Network, ...]:
    """Addresses or networks as somebody wrote them."""
    found = []
    for name in names:
        try:
            found.append(ip_network(name, strict=False))
        except ValueError:
            raise AtollError(Message("serve.no_network", {"name": name})) from None
    return tuple(found)


def inside(host: str, known: Collection[Network]) -> bool:
    try:
        return bool(known) and any(ip_address(host) in network for network in known)
    except ValueError:
        return False
