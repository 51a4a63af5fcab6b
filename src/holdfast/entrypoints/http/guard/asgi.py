"""What passes between a server and an application, and what is looked for in a request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, TypeAlias

Scope: TypeAlias = MutableMapping[str, Any]
Event: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Event]]
Send: TypeAlias = Callable[[Event], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

NOWHERE = ""
"""The address of a peer that has none, as over a Unix socket."""


def values(scope: Scope, name: bytes) -> list[bytes]:
    """Every value of a header, as it was sent. The name is in small letters."""
    return [value for header, value in scope["headers"] if header == name]


def peer(scope: Scope) -> str:
    """The address that the connection comes from, whatever the headers claim."""
    client = scope.get("client")
    return client[0] if client else NOWHERE


@lru_cache(maxsize=4096)
def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """Whom an address counts for: in IPv6 one caller has a whole network of 64 bits."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or found.exploded[:19])


def state(scope: Scope) -> dict[str, Any]:
    """What the guard tells the application about a request."""
    found: dict[str, Any] = scope.setdefault("state", {})
    return found
