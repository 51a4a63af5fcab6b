"""Answers: what a server said, as a value or as an error of ours."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from holdfast.client.tries import Answer
from holdfast.errors import HoldfastError, ServerUnreachable, Unauthorised
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.wire.faults import raised

LARGEST_STATUS_OF_SUCCESS = 299


def is_good(answer: Answer) -> bool:
    """Whether it was done."""
    return 200 <= answer.status <= LARGEST_STATUS_OF_SUCCESS


def as_json(answer: Answer) -> Any:
    """The answer's JSON, or None where it is none."""
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError):
        return None


class Fault(NamedTuple):
    """An error as a server of ours told it."""

    code: str
    message: str


def fault_of(answer: Answer) -> Fault | None:
    """The error that the answer tells of; None if it does not come from a server of ours."""
    told = as_json(answer)
    error = told.get("error") if isinstance(told, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        return None
    return Fault(error["code"], str(error.get("message", "")))


def error_of(answer: Answer, endpoint: Endpoint) -> HoldfastError:
    """The error to raise for an answer that is not what was asked for."""
    fault = fault_of(answer)
    if fault is None:
        return not_ours(answer, endpoint)
    if fault.code == Unauthorised.code:
        # The server tells whoever speaks HTTP which header to send; ours is told where to put it.
        return Unauthorised(fault.message)
    return raised(as_json(answer), answer.status)


def not_ours(answer: Answer, endpoint: Endpoint) -> ServerUnreachable:
    """The error for an answer that no server of ours would give."""
    return ServerUnreachable(
        f"What answers at {endpoint.shown} is not a Holdfast server (status {answer.status}).",
        remedy="Check the address and the port; something else may be listening there.",
    )
