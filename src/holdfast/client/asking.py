"""Asking: a call of the library as a request, and the answer as the value it would have given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from datetime import date
from enum import Enum
from functools import cache
from typing import Any
from urllib.parse import quote

from holdfast.client.answers import error_of, fault_of, is_good, not_ours
from holdfast.client.tries import Answer, Request
from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name
from holdfast.providers.openai_compatible.endpoint import Endpoint
from holdfast.wire.call import AT_HOME, Call, encode_arguments
from holdfast.wire.calls import CALLS

REPEATABLE = frozenset(
    {
        "recall",
        "context",
        "history",
        "new_dialog",
        "memo.set_reviewing",
        "memo.fold",
        "profile.settings",
        "profile.switch",
        "profile.set_card",
        "profile.set_scheme",
    }
)
"""Calls that change nothing, or the same each time, though they are not a GET. What is added is
repeatable too: see `outgoing`."""

PATIENT = frozenset(
    {
        "forget",
        "memo.review",
        "archive.merge",
        "archive.compact",
        "archive.rebuild",
        "admin.reindex",
        "admin.check",
    }
)
"""Calls that may take long by nature."""

NOT_FOUND = 404
MOST_IN_QUERY = 20_000
"""Bytes. Each may take three in an address, and no name, time or place has as many."""

_BY_METHOD = {call.does: call for call in CALLS}
_NOT_IN_PATHS = frozenset({".", ".."})


def call_of(method: Callable[..., Any]) -> Call:
    """The call that goes by the route of a method. LookupError where there is no such route."""
    return _BY_METHOD[method]


def request_for(call: Call, space: str, args: tuple[Any, ...], named: Mapping[str, Any]) -> Request:
    """The request that asks for a call with these arguments. TypeError where they do not fit it."""
    bound = _signature(call).bind(None, *args, **named).arguments
    given = {name: value for name, value in bound.items() if name not in AT_HOME}
    path = call.path
    for name in call.in_path:
        path = path.replace(f"{{{name}}}", in_path(given.pop(name), name))
    return Request(
        call.method,
        path,
        _query(given, call.emptied) if call.in_query else None,
        None if call.in_query else _body(given),
        space=space,
        repeatable=call.method == "GET" or call.name in REPEATABLE,
        patient=call.name in PATIENT,
    )


def in_path(value: object, noun: str) -> str:
    """A name as a part of a path."""
    name = checked_name(value, noun.replace("_", " "))
    if "/" in name or name in _NOT_IN_PATHS:
        raise InvalidInput(f"The {noun.replace('_', ' ')} {name!r} cannot be asked for from afar.")
    return quote(name, safe="")


def value_of(call: Call, answer: Answer, endpoint: Endpoint) -> Any:
    """What the library would have given, or the error it would have raised."""
    if not is_good(answer):
        if call.may_be_missing and is_missing(answer):
            return None
        raise error_of(answer, endpoint)
    try:
        return call.decode(answer.body)
    except ValueError:
        raise not_ours(answer, endpoint) from None


def is_missing(answer: Answer) -> bool:
    """Whether it says that there is nothing of that name."""
    fault = fault_of(answer)
    return answer.status == NOT_FOUND and fault is not None and fault.code == "not_found"


@cache
def _signature(call: Call) -> inspect.Signature:
    return inspect.signature(call.does)


def _body(given: Mapping[str, Any]) -> bytes:
    try:
        return encode_arguments(given)
    except (ValueError, TypeError, RecursionError) as error:
        raise InvalidInput(f"What was given cannot be sent as JSON ({error}).") from error


def _query(given: Mapping[str, Any], emptied: Collection[str]) -> dict[str, str]:
    texts = {name: _text(value) for name, value in given.items() if value is not None}
    try:
        size = sum(len(text.encode()) for text in texts.values())
    except UnicodeEncodeError as error:
        raise InvalidInput("What was given holds half a character (a lone surrogate).") from error
    if size > MOST_IN_QUERY:
        raise InvalidInput(f"What was given has {size:,} bytes; {MOST_IN_QUERY:,} are allowed.")
    return texts | {name: "" for name, value in given.items() if value is None and name in emptied}


def _text(value: object) -> str:
    """A plain value as it stands in a query."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value)
