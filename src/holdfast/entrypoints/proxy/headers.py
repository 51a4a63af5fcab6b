"""Headers: which of them travel on, and whose key goes where.

Our key opens our door and never goes further. The provider's key is the one that is set here; where
none is, the caller's own. What says which memory is meant stays here too, and so do cookies: those
of our pages are none of the provider's business, and the provider's none of our pages'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from holdfast.domain.key import is_secret
from holdfast.providers.openai_compatible.endpoint import Endpoint

Header = tuple[bytes, bytes]

OURS = b"holdfast-"
AUTHORIZATION = b"authorization"
MEMORY = b"x-holdfast-memory"
RUN = b"x-holdfast-run"
THEIR_ID = b"x-upstream-request-id"

_OF_THE_LINE = {
    *(b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization"),
    *(b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade"),
}
_STAYS_HERE = _OF_THE_LINE | {
    *(b"host", b"content-length", b"cookie", b"origin", b"referer", b"forwarded", b"expect"),
    *(b"x-request-id", b"x-real-ip", b"via", AUTHORIZATION),
}
_STAYS_THERE = _OF_THE_LINE | {
    *(b"set-cookie", b"server", b"alt-svc", b"date", b"strict-transport-security"),
}
_SANDBOX = (b"content-security-policy", b"default-src 'none'; sandbox")
"""What a provider answers is never a page of ours, whatever it calls itself."""


def onward(headers: Iterable[Header], endpoint: Endpoint, *, readable: bool) -> list[Header]:
    """What the provider is told. `readable`: the answer is to come unpacked, since we read it."""
    headers = list(headers)
    found = [each for each in headers if not _stays(each[0])]
    if readable:
        found = [each for each in found if each[0] != b"accept-encoding"]
        found.append((b"accept-encoding", b"identity"))
    return [*found, *_authorization(headers, endpoint)]


def _stays(name: bytes) -> bool:
    return name in _STAYS_HERE or name.startswith((OURS, b"sec-", b"x-forwarded"))


def _authorization(headers: Iterable[Header], endpoint: Endpoint) -> Iterator[Header]:
    own = endpoint.authorization()
    if own:
        yield AUTHORIZATION, own.encode()
        return
    for name, value in headers:
        if name == AUTHORIZATION and not _is_ours(value):
            yield name, value


def _is_ours(value: bytes) -> bool:
    return is_secret(value.decode("latin-1").rpartition(" ")[2])


def back(headers: Iterable[Header], *ours: Header) -> list[Header]:
    """What the caller is told: what the provider said, and what became of memory."""
    kept = []
    for name, value in headers:
        name = name.lower()
        if name == b"x-request-id":
            kept.append((THEIR_ID, value))
        elif name not in _STAYS_THERE and not name.startswith(b"access-control-"):
            kept.append((name, value))
    return [*kept, _SANDBOX, *ours]
