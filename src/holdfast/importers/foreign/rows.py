"""Rows: the entries of a JSON document, or the lines of a file, read as far as they can be.

Nothing here trusts a file. A document that was cut short gives what stands before the cut, and one
that is damaged in the middle what stands on both sides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator, Mapping
from typing import Any, NamedTuple

from holdfast.importers.foreign.found import Damage

LISTS = ("results", "memories", "conversations", "items", "data", "entities", "relations")
"""Under these names a document keeps its entries; under several of them, some of each."""

_LIST = re.compile(r'"(?:' + "|".join(LISTS) + r')"\s*:\s*\[')
_HEAD = re.compile(r"\s*\{[^\[\]{}]{0,2000}?" + _LIST.pattern)
_OF_AN_ENTRY = frozenset(["role", "text", "content", "memory", "value"])
"""What has one of these is an entry itself, whatever lists it has beside."""

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
    elif is_nothing(parsed(text.partition("\n")[0])) and (head := _HEAD.match(text)):
        yield from _lists(text, head.end())
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
    """The entries of a list, or of the lists that a document keeps; else what it is."""
    if isinstance(value, Mapping) and not _OF_AN_ENTRY & value.keys():
        lists = [value[key] for key in LISTS if isinstance(value.get(key), list)]
        return [entry for each in lists for entry in each] if lists else [value]
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


def _lists(text: str, at: int) -> Iterator[Row | Damage]:
    """The entries of a damaged document's lists, the first of which begins here."""
    number = 0
    while True:
        end, number = yield from _elements(text, at, number)
        if end is None:
            return
        further = _LIST.search(text, end)
        if further is None:
            break
        at = further.end()
    if is_nothing(parsed('{"":[' + text[end:])):
        yield Damage("the end", "what comes after the entries is damaged or cut short")


def _elements(
    text: str, at: int, number: int = 0
) -> Generator[Row | Damage, None, tuple[int | None, int]]:
    """The entries of a list that begins here, one by one, after so many of others.

    Where the list ends, if that was found, and how many there are then.
    """
    like = frozenset[str]()
    while True:
        gap = _GAP.match(text, at)
        at = gap.end() if gap else at
        if at < len(text) and text[at] == "]":
            return at, number
        number += 1
        place = f"entry {number}"
        value, end = _element(text, at)
        if value is _NOTHING:
            further = _next_like(text, at, like)
            rest = "" if further else ", nor what comes after it"
            yield Damage(place, f"it is damaged or cut short and cannot be read{rest}")
            if further is None:
                return None, number
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
