"""Faults: errors as they travel, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from holdfast.errors import HoldfastError

STATUS = {
    "not_found": 404,
    "conflict": 409,
    "lease_lost": 409,
    "unauthorised": 401,
    "forbidden": 403,
    "too_large": 413,
    "too_slow": 408,
    "memory_disabled": 503,
    "closed": 503,
    "overloaded": 503,
    "model_unavailable": 503,
    "model_refused": 502,
    "upstream_unreachable": 502,
    "upstream_silent": 504,
    "store": 500,
    "store_missing": 503,
    "store_read_only": 503,
    "store_busy": 503,
    "store_full": 507,
    "store_damaged": 500,
    "store_unsuitable": 500,
    "store_failed": 500,
}
"""The HTTP status of each code. What is not here is the caller's mistake: 400."""


def status_of(error: HoldfastError) -> int:
    """The status that an error is answered with."""
    return STATUS.get(error.code, 400)


def told(code: str, message: str, remedy: str) -> dict[str, Any]:
    """An error as it travels. Every answer that is not what was asked for has this shape."""
    return {"error": {"code": code, "message": message, "remedy": remedy}}


def raised(answer: object, status: int) -> HoldfastError:
    """The error that an answer tells of; where it tells of none we know, one that names the status."""
    error = answer.get("error") if isinstance(answer, Mapping) else None
    if not isinstance(error, Mapping):
        return HoldfastError(
            f"The server answered {status} and did not say why.",
            remedy="See that the address is that of a Holdfast server.",
        )
    code, message, remedy = (str(error.get(name, "")) for name in ("code", "message", "remedy"))
    kind = _classes().get(code, HoldfastError)
    return kind(message, remedy=remedy)


def _classes() -> dict[str, type[HoldfastError]]:
    return {kind.code: kind for kind in _below(HoldfastError)}


def _below(kind: type[HoldfastError]) -> Iterator[type[HoldfastError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _below(each)
