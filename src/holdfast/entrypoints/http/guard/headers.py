"""Headers: what stands on every answer, refusals too, and a name by which a request can be found."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count

from holdfast.domain.ids import new_id
from holdfast.entrypoints.http.guard.asgi import App, Event, Receive, Scope, Send, state, values

Header = tuple[bytes, bytes]

REQUEST_ID = b"x-request-id"
_ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
_CACHING = b"cache-control"
_NOT_KEPT = (_CACHING, b"no-store")
_OURS = {REQUEST_ID, b"server", *(name for name, _ in _ALWAYS)}
_OF_THE_BODY = frozenset({b"content-type", b"content-length"})
_PROCESS, _NUMBERS = new_id()[:13], count(1)
# A key that was put there by mistake is not one, so that it is not repeated.
_TOKEN = re.compile(rb"(?!hf_|sk-)[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Headers:
    """Adds the headers, and puts the request's id into ``scope["state"]["request_id"]``."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id = _request_id(scope)
        state(scope)["request_id"] = request_id.decode()
        ours = (*_ALWAYS, (REQUEST_ID, request_id))

        async def send_with(event: Event) -> None:
            if event["type"] == "http.response.start":
                event = {**event, "headers": [*_theirs(event.get("headers", ())), *ours]}
            await send(event)

        await self._app(scope, receive, send_with)


def _theirs(headers: Iterable[Header]) -> Iterable[Header]:
    """What the application says, as far as it is its to say, and that nobody keeps a copy."""
    if all(name in _OF_THE_BODY for name, _ in headers):  # as of most answers
        return *headers, _NOT_KEPT
    theirs = [header for header in headers if not _is_ours(*header)]
    kept = any(_is_for_all(*header) for header in theirs)
    return theirs if kept else (*theirs, _NOT_KEPT)


def _is_for_all(name: bytes, value: bytes) -> bool:
    """Whether the application says that everyone gets the same answer: then copies may be kept."""
    return name.lower() == _CACHING and value.startswith(b"public,")


def _is_ours(name: bytes, value: bytes) -> bool:
    caching = name.lower() == _CACHING and not _is_for_all(name, value)
    return caching or name.lower() in _OURS


def _request_id(scope: Scope) -> bytes:
    given = values(scope, REQUEST_ID)
    if len(given) == 1 and _TOKEN.fullmatch(given[0]):
        return given[0]
    return b"%b-%d" % (_PROCESS.encode(), next(_NUMBERS))
