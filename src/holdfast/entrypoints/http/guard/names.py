"""Names: what a server may be called by, written out in every form that is right.

A name is compared as a whole with this list, so there is no rule that a clever one could bend.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from holdfast.errors import InvalidInput

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_ANY_ADDRESS = {"", "0.0.0.0", "::", "[::]", "*"}
"""What a server binds to when it listens everywhere; nobody is called that."""

_USUAL_PORTS = {"http": 80, "https": 443}
_HOST = r"(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\])"
_NAME = re.compile(rf"(?P<host>{_HOST})(?::(?P<port>[0-9]{{1,5}}))?")
_ORIGIN = re.compile(rf"https?://{_HOST}(?::[0-9]{{1,5}})?")


def host_names(names: Iterable[str], port: int) -> frozenset[bytes]:
    """Every value of Host that is right. A name that has a port of its own is right with it only."""
    return frozenset(
        form.encode()
        for host, own in _hosts(names)
        for form in ((f"{host}:{own}",) if own else (host, f"{host}:{port}"))
    )


def own_origins(names: Iterable[str], port: int) -> frozenset[bytes]:
    """The origins of pages that come from this server itself.

    A port that is not written is the usual one, where on this machine another server may stand.
    So the names of this machine go with our port only; a name that someone has given to this
    server may be that of a proxy before it.
    """
    found = set()
    for host, own in _hosts(names):
        for scheme, usual in _USUAL_PORTS.items():
            found.add(f"{scheme}://{host}:{own or port}")
            if not own and (host.rstrip(".") not in LOOPBACK or port == usual):
                found.add(f"{scheme}://{host}")
    return frozenset(origin.encode() for origin in found)


def other_origins(origins: Iterable[str]) -> frozenset[bytes]:
    """The origins of other sites whose pages may call; InvalidInput for what is not one."""
    found = set()
    for origin in origins:
        plain = origin.strip().lower().rstrip("/")
        if not _ORIGIN.fullmatch(plain):
            raise InvalidInput(
                f"{origin!r} is not the origin of a page.",
                remedy="Write scheme, name and port, such as https://app.example.com:8443.",
            )
        found.add(plain.encode())
    return frozenset(found)


def _hosts(names: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Each name with its port, if it has one; again with the dot that may end a name."""
    for name in (*LOOPBACK, *names):
        plain = name.strip().lower()
        if plain in _ANY_ADDRESS:
            continue
        if plain.count(":") > 1 and not plain.startswith("["):
            plain = f"[{plain}]"  # an IPv6 address as people write it
        match = _NAME.fullmatch(_in_ascii(plain))
        if match is None:
            raise InvalidInput(
                f"{name!r} is not a name that a server can be called by.",
                remedy="Write a name or an address, such as memory.example.com or 192.168.1.5.",
            )
        host = match["host"].rstrip(".")
        yield host, match["port"]
        if not host.startswith("["):
            yield f"{host}.", match["port"]


def _in_ascii(name: str) -> str:
    """The name as browsers send it; as it is, where it cannot be sent."""
    try:
        return name if name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return name
