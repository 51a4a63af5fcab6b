"""Values: what can be kept as JSON, checked before any store sees it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

from holdfast.domain.message import Json
from holdfast.errors import InvalidInput

DEEPEST = 64
"""How far lists and mappings may be nested."""

MOST_VALUES = 1_000_000


def checked_json(value: object, noun: str) -> bytes:
    """The value as compact JSON in UTF-8. Raises InvalidInput for what cannot be that."""
    try:
        _refuse_bombs(value, noun)
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(f"{noun} holds half a character (a lone surrogate).") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"{noun} cannot be kept as JSON ({error}).") from error


def kept_json(value: object, noun: str) -> Json:
    """The value as it comes back from a store: the caller's own object is not kept."""
    return json.loads(checked_json(value, noun))


def checked_share(value: object, noun: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(f"The {noun} must be a number from 0 to 1.")
    return float(value)


def checked_moment(value: object, noun: str) -> datetime:
    """A datetime that knows its zone."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        raise InvalidInput(f"The {noun} must be a datetime that knows its zone.")
    return value


def _refuse_bombs(value: object, noun: str) -> None:
    """Refuse what is too deep or too large before anything is made of it (also what holds itself)."""
    waiting, seen = [(value, 0)], 0
    while waiting:
        each, depth = waiting.pop()
        seen += 1
        if depth > DEEPEST or seen > MOST_VALUES:
            raise InvalidInput(f"{noun} is nested too deep, or is too large, for JSON.")
        if isinstance(each, Mapping):
            waiting.extend((inner, depth + 1) for inner in each.values())
        elif isinstance(each, list | tuple):
            waiting.extend((inner, depth + 1) for inner in each)
