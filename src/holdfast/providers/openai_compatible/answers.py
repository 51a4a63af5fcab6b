"""What an HTTP answer says: a JSON object, another place, or that something failed."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urljoin, urlsplit

from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.providers.openai_compatible.outcome import Answer, Failure
from holdfast.providers.openai_compatible.retries import asked_wait, worth_another_try

_KEEP_THE_METHOD = {307, 308}
"""The other redirects turn a POST into a GET; following them would ask for something else."""


def moved_to(answer: Answer, endpoint: Endpoint, target: str) -> str | Failure | None:
    """The path that a redirect leads to on the same server; None if this is no redirect.

    A failure if it leads elsewhere: the key and the texts are meant for this server only.
    """
    if not 300 <= answer.status <= 399:
        return None
    location = answer.headers.get("location", "")
    try:
        place = urlsplit(
            urljoin(f"{endpoint.parts.scheme}://{endpoint.authority}{target}", location)
        )
        same = (place.scheme, place.hostname, place.port or endpoint.port) == (
            endpoint.parts.scheme,
            endpoint.host,
            endpoint.port,
        )
    except ValueError:
        return _misdirected(answer, endpoint, "")
    if location and same and answer.status in _KEEP_THE_METHOD and location.isprintable():
        return (place.path or "/") + (f"?{place.query}" if place.query else "")
    return _misdirected(answer, endpoint, "" if same else place.hostname or "")


def _misdirected(answer: Answer, endpoint: Endpoint, host: str) -> Failure:
    to = f" to {endpoint.redaction.excerpt(host)}" if host else ""
    reason = f"{endpoint.shown} redirects{to} ({answer.status}), which is not followed."
    return Failure(reason, status=answer.status, refused=True)


def document(answer: Answer, endpoint: Endpoint) -> dict[str, Any] | Failure:
    """The JSON object of an answer, or what is wrong with it."""
    found = _parsed(answer.body)
    if not 200 <= answer.status <= 299:
        return _failed(answer.status, answer, found, endpoint)
    if not isinstance(found, dict):
        kind = endpoint.redaction.excerpt(answer.headers.get("content-type", "unknown"), 60)
        return Failure(f"{endpoint.shown} answered, but not with a JSON object (type: {kind}).")
    if found.get("error") and not found.get("data") and not found.get("choices"):
        # Some gateways say 200 and put the status of the server behind them into the body.
        code = found["error"].get("code") if isinstance(found["error"], dict) else None
        status = code if type(code) is int and 400 <= code <= 599 else 500
        return _failed(status, answer, found, endpoint)
    return found


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):  # not JSON, not UTF-8, or nested beyond sense
        return None


def _failed(status: int, answer: Answer, found: Any, endpoint: Endpoint) -> Failure:
    said = endpoint.redaction.excerpt(_said(found))
    reason = f"{endpoint.shown} answered {status} {_phrase(status)}".rstrip()
    again = worth_another_try(status)
    return Failure(
        f"{reason}: {said.rstrip('.')}." if said else f"{reason}.",
        again=again,
        wait=asked_wait(answer.headers.get("retry-after", "")) if again else None,
        status=status,
        refused=not again,
    )


def _phrase(status: int) -> str:
    from http import HTTPStatus

    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _said(found: Any) -> str:
    """What the server says about it: OpenAI's shape, and those of others. Pages are left out."""
    for name in ("error", "detail", "message"):
        inner = found.get(name) if isinstance(found, dict) else None
        if isinstance(inner, dict):
            inner = inner.get("message")
        if isinstance(inner, str) and inner.strip():
            return inner
    return ""
