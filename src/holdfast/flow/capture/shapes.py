"""The shape of what is given: a row, pairs, a mapping, one of several words, something to call."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from holdfast.domain.message import Json
from holdfast.errors import InvalidInput
from holdfast.flow.capture.names import checked_name
from holdfast.flow.capture.values import kept_json

Word = TypeVar("Word", bound=StrEnum)
Call = TypeVar("Call", bound=Callable[..., Any])


def checked_row(value: object, noun: str) -> list[Any]:
    """Everything in a list, or in what can be gone through like one. A text is no row of letters."""
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | bytearray | Mapping):
        return [*value]
    raise InvalidInput(f"The {noun} must be a list, not {type(value).__name__}.")


def checked_pairs(value: object, noun: str) -> list[tuple[Any, Any]]:
    """A row of pairs, each a list or a tuple of two."""
    return [_pair(each, noun) for each in checked_row(value, noun)]


def checked_mapping(value: object, noun: str) -> dict[str, Json]:
    """A mapping as it comes back from a store: the caller's own object is not kept."""
    if not isinstance(value, Mapping):
        raise InvalidInput(f"The {noun} must be a mapping, not {type(value).__name__}.")
    kept: dict[str, Json] = kept_json(dict(value), f"The {noun}")
    return kept


def checked_word(value: object, words: type[Word], noun: str) -> Word:
    """One of the words that there are for something."""
    try:
        return words(value)  # type: ignore[arg-type]  # whatever it is
    except ValueError:
        raise InvalidInput(f"The {noun} must be one of {', '.join(words)}.") from None


def optional_word(value: object, words: type[Word], noun: str) -> Word | None:
    """Like `checked_word`, where there may be none."""
    return None if value is None else checked_word(value, words, noun)


def name_or_empty(value: object, noun: str) -> str:
    """Like `checked_name`, where an empty text means none."""
    return "" if value == "" else checked_name(value, noun)


def checked_place(value: object) -> str:
    """What a page goes on behind: any text that could stand in a store, also the name of nobody."""
    try:
        if isinstance(value, str) and value.encode() is not None:
            return value
    except UnicodeEncodeError:
        pass
    raise InvalidInput("`after` is the place where a page ended, as text.")


def checked_flag(value: object, noun: str) -> bool:
    """True or False, and nothing that may be taken for one of them."""
    if isinstance(value, bool):
        return value
    raise InvalidInput(f"The {noun} must be True or False, not {type(value).__name__}.")


def checked_seconds(value: object, noun: str) -> float:
    """A number of seconds, none or more."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf:
        return value
    raise InvalidInput(f"The {noun} must be a number of seconds, none or more.")


def optional_call(value: Call | None, noun: str) -> Call | None:
    """What is called on the way, where there is such a thing."""
    return None if value is None else checked_call(value, noun)


def checked_call(value: Call, noun: str) -> Call:
    """Something that can be called."""
    if callable(value):
        return value
    raise InvalidInput(f"The {noun} must be a function, not {type(value).__name__}.")


def _pair(value: object, noun: str) -> tuple[Any, Any]:
    if isinstance(value, list | tuple) and len(value) == 2:
        return value[0], value[1]
    raise InvalidInput(f"Each of the {noun} must be a pair.")
