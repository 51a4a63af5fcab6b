"""Tries: what is asked of a server, and whether to ask again after what came of it. Does no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

import httpx2

from holdfast.errors import ServerUnreachable
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.providers.openai_compatible.retries import asked_wait, chance

ATTEMPTS = 3
FIRST_WAIT = 0.2
LONGEST_WAIT = 5.0
"""A server that asks to be left alone for longer than this is not tried again in the same call."""

BUSY = frozenset({429, 502, 503, 504})
NOT_DONE = frozenset({429, 503})
"""Of these, the ones that say for certain that nothing was done."""

_NOT_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.ProxyError)


@dataclass(frozen=True, slots=True)
class Request:
    """One request. `repeatable`: it may be sent again where nobody knows whether it arrived."""

    method: str
    path: str
    query: Mapping[str, Any] | None = None
    body: bytes | None = None
    space: str = ""
    repeatable: bool = True
    patient: bool = False
    """Whether the server may be silent for long before it answers."""
    kind: str = "application/json"
    """What the body is."""

    def headers(self, endpoint: Endpoint) -> dict[str, str]:
        """What goes with it. The key is in here: never show it."""
        headers = {"Accept": "application/json"}
        if self.method != "GET":
            headers["Content-Type"] = self.kind
        if self.space:
            headers["Holdfast-Space"] = quote(self.space, safe="")
        if authorization := endpoint.authorization():
            headers["Authorization"] = authorization
        return headers


class Answer(NamedTuple):
    """What a server said. `wait` is how many seconds it asked to be left alone, if it did."""

    status: int
    body: bytes
    wait: float | None = None


class Tries:
    """The tries of one request: whether there is another, and how long to wait before."""

    def __init__(self, endpoint: Endpoint, request: Request, attempts: int = ATTEMPTS) -> None:
        self._endpoint = endpoint
        self._request = request
        self._left = attempts - 1
        self._wait = FIRST_WAIT

    def after_answer(self, answer: Answer) -> float | None:
        """The seconds to wait before asking again, or None if the answer is to be taken."""
        statuses = BUSY if self._request.repeatable else NOT_DONE
        worth_it = answer.status in statuses and (answer.wait or 0.0) <= LONGEST_WAIT
        return self._next(answer.wait) if worth_it and self._left else None

    def after_failure(self, error: httpx2.RequestError) -> float:
        """The same where there was no answer. Raises ServerUnreachable if it is left at that."""
        again = self._request.repeatable or isinstance(error, _NOT_SENT)
        if again and self._left:
            return self._next(None)
        raise unreachable(self._endpoint, error, unknown=not again) from error

    def _next(self, asked: float | None) -> float:
        self._left -= 1
        wait, self._wait = self._wait, self._wait * 2
        return max(asked or 0.0, wait * (0.5 + 0.5 * chance()))


def answer_of(response: httpx2.Response, body: bytes) -> Answer:
    """The answer that a response holds."""
    asked = response.headers.get("retry-after")
    return Answer(response.status_code, body, asked_wait(asked) if asked else None)


def unreachable(
    endpoint: Endpoint, error: httpx2.RequestError, *, unknown: bool = False
) -> ServerUnreachable:
    """Our error for one of the network's. Names the server, and nothing that may be secret."""
    shown, remedy = endpoint.shown, None
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
        what = f"No server can be reached at {shown}"
        remedy = f"Start one with `holdfast serve`, or check the address {shown}."
    elif isinstance(error, httpx2.TimeoutException):
        what = f"The server at {shown} did not answer in time"
    else:
        what = f"The server at {shown} broke off"
    if unknown:
        remedy = "It may have been done all the same: look before you ask again."
    detail = endpoint.redaction.excerpt(str(error)) or type(error).__name__
    return ServerUnreachable(f"{what} ({detail.rstrip('.')}).", remedy=remedy)
