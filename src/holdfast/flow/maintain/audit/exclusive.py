"""Exclusives: one says that somebody does something with one thing only, the other tells of another."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.flow.maintain.audit.collection import Collection
from holdfast.flow.maintain.audit.lexicon import CHINESE, words
from holdfast.flow.maintain.audit.pair import Pair
from holdfast.flow.maintain.audit.reading import Reading, denied
from holdfast.text.chinese import divide
from holdfast.text.stems import stem

MOST = 16
"""So many others one exclusive is held against."""

ALIKE = 0.65
"""What is so near to the only one may be it."""

_VERB = r"(eat|drink|wear|read|watch|listen to|use|speak|ride|pay with|write in|cook with)s?"
_ONLY_ENGLISH = re.compile(
    rf"\b(?:only (?:ever )?{_VERB}|{_VERB} (?:only|nothing but|exclusively)) ([a-z][a-z' -]{{2,30}})"
)
_DOES_ENGLISH = re.compile(rf"\b{_VERB} (?!only|nothing|exclusively)([a-z0-9][a-z0-9' -]{{2,40}})")
_ONLY_CHINESE = re.compile("(?:只|仅|光)(?:会|肯|爱|能)?([吃喝穿看听玩用说读坐])([^,。;!?]{1,8})")
_DOES_CHINESE = re.compile("(?<![只仅光])([吃喝穿看听玩用说读坐])([^,。;!?了过不]{1,8})")


class _Doing(NamedTuple):
    verb: str
    what: tuple[str, ...]


def exclusive_pairs(collection: Collection) -> Iterator[Pair]:
    """What one does with one thing only, the other says of another thing."""
    doing: dict[str, list[tuple[int, _Doing]]] = defaultdict(list)
    for place, reading in enumerate(collection.readings):
        for each in _doings(reading, only=False):
            doing[each.verb].append((place, each))
    for place, reading in enumerate(collection.readings):
        for only in _doings(reading, only=True):
            for other, each in doing[only.verb][:MOST]:
                if other != place and _excluded(collection, place, other, only, each):
                    yield Pair.of(
                        place, other, f"only {' '.join(only.what)}, yet {' '.join(each.what)}"
                    )


def _excluded(collection: Collection, place: int, other: int, only: _Doing, each: _Doing) -> bool:
    if not collection.same_one(place, other) or collection.readings[other].adds:
        return False
    if collection.unlike(place, other) & {"person", "meal", "daytime", "weekday"}:
        return False
    return collection.apart(only.what, each.what, ALIKE)


def _doings(reading: Reading, *, only: bool) -> Iterator[_Doing]:
    chinese = reading.language == CHINESE
    if chinese:
        pattern = _ONLY_CHINESE if only else _DOES_CHINESE
    else:
        pattern = _ONLY_ENGLISH if only else _DOES_ENGLISH
    for found in pattern.finditer(reading.low):
        if not only and denied(reading.low, found.start(), reading.language):
            continue
        *verbs, what = found.groups()
        if not only and _titled(reading.text, found.end() - len(what)):
            continue
        forms = tuple(_content(what, chinese))
        if forms:
            yield _Doing(next(filter(None, verbs)), forms)


def _titled(text: str, begin: int) -> bool:
    """Whether a title stands there: what is read is then no kind of thing."""
    return text[begin : begin + 1] in ("《", "“", '"') or text[begin : begin + 4].startswith("The ")


def _content(what: str, chinese: bool) -> list[str]:
    lists = words("lists.toml")
    if chinese:
        return [
            word
            for word in divide(what)
            if word not in lists["zhidle"] and word not in lists["zhpale"]
        ]
    said = re.findall(r"[a-z][\w-]+", what)
    return [word for word in said if word not in lists["idle"] and stem(word) not in lists["pale"]][
        :3
    ]
