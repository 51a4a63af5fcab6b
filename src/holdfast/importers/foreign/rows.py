"""Rows: the entries of a JSON document, or the lines of a file, read as far as they can be.

Nothing here trusts a file. A document that was cut short gives what stands before the cut, and one
that is damaged in the middle what stands on both sides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from holdfast.importers.foreign.found import Damage

LISTS = ("results", "memories", "conversations", "items", "data")
"""Under these names a document keeps its entries."""

_HEAD = re.compile(r'\s*\{[^\[\]{}]{0,2000}?"(?:' + "|".join(LISTS) + r')"\s*:\s*\[')
_SEAM = re.compile(r"[}\]]\s*,\s*(?=[{\[])")
_GAP = re.compile(r"[\s,]*")
_TRIES = 2_000
"""So many places behind a damage are tried before the rest is given up."""

_READER = json.JSONDecoder()
_NOTHING = object()


class Row(NamedTuple):
    """One entry, and where it stands."""

    place: str
    value: Any


def rows(text: str) -> Iterator[Row | Damage]:
    """The entries of a document, or else the lines."""
    begin = text[:1_000].lstrip()[:1]
    if begin == "[":
        yield from _elements(text, text.index("[") + 1)
        return
    whole = parsed(text) if begin == "{" else _NOTHING
    if isinstance(whole, Mapping):
        entries = _entries(whole)
        yield from (Row(f"entry {number}", value) for number, value in enumerate(entries, 1))
    elif head := _HEAD.match(text):
        yield from _elements(text, head.end())
    else:
        yield from _lines(text)


def parsed(text: str) -> Any:
    """JSON as Python has it; `nothing` where it is none, or nested or numbered beyond measure."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NOTHING


def is_nothing(value: object) -> bool:
    """Whether `parsed` found no JSON."""
    return value is _NOTHING


def _entries(value: Any) -> list[Any]:
    """The entries of a list, or of the list that a document keeps; else what it is."""
    if isinstance(value, Mapping):
        return next((value[key] for key in LISTS if isinstance(value.get(key), list)), [value])
    return value if isinstance(value, list) else [value]


def _lines(text: str) -> Iterator[Row | Damage]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        value, place = parsed(line), f"line {number}"
        if is_nothing(value):
            yield Damage(place, "this is no JSON")
            continue
        entries = _entries(value)
        many = len(entries) > 1
        for nth, entry in enumerate(entries, 1):
            yield Row(f"{place}, entry {nth}" if many else place, entry)


def _elements(text: str, at: int) -> Iterator[Row | Damage]:
    """The entries of a list that begins here, one by one."""
    number, like = 0, frozenset[str]()
    while True:
        gap = _GAP.match(text, at)
        at = gap.end() if gap else at
        if at < len(text) and text[at] == "]":
            return
        number += 1
        place = f"entry {number}"
        value, end = _element(text, at)
        if value is _NOTHING:
            further = _next_like(text, at, like)
            rest = "" if further else ", nor what comes after it"
            yield Damage(place, f"it is damaged or cut short and cannot be read{rest}")
            if further is None:
                return
            at = further
            continue
        if isinstance(value, Mapping):
            like = like or frozenset(value)
        yield Row(place, value)
        at = end


def _element(text: str, at: int) -> tuple[Any, int]:
    try:
        return _READER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return _NOTHING, at


def _next_like(text: str, at: int, like: frozenset[str]) -> int | None:
    """Where the next entry begins that has the fields of those before the damage."""
    if not like:
        return None
    for tries, seam in enumerate(_SEAM.finditer(text, at)):
        value, _ = _element(text, seam.end())
        if isinstance(value, Mapping) and like <= value.keys():
            return seam.end()
        if tries >= _TRIES:
            break
    return None
