"""Listing: what follows a claim as more of the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from holdfast.providers.rules.english.lexicon import is_a, pattern
from holdfast.providers.rules.english.names import name_at
from holdfast.providers.rules.english.phrase import head_of, parts, trimmed
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.values import Found

_JOINTS = frozenset([",", "and", "or", "&"])
_NAMES = re.compile(r"(?:and )?(?:little )?[A-ZÀ-Þ][\w'-]+(?: and (?:little )?[A-ZÀ-Þ][\w'-]+)?")
_INNER = re.compile(r"\b(?:to|about|of|for|with|by|between|from)\b")
_TELLS = re.compile(r" (?:who|that|which)(?=\s|['’])")
_LONG, _LONGEST = 6, 5


def listed(found: Found, following: Sequence[Reading]) -> Iterator[tuple[Reading, Found]]:
    """More of what was found: "I hate mornings, alarm clocks, and birds".

    `following` are the readings behind the claim. Those that go into the list are marked as used.
    """
    run = _run(following)
    if not run:
        return
    kin = found.topic in ("pet", "family")
    names = kin and all(_NAMES.fullmatch(_plain_name(each)) for each in run)
    first = following[0].after
    inner = first is not None and _INNER.search(first.low, found.start, found.stop)
    for each in run:
        if inner and not names:
            each.used = True  # "to learn about its culture, history and food"
            continue
        lead = pattern("and_first").match(each.low)
        start = lead.end() if lead else 0
        if pattern("adverbial").match(each.low, start) or pattern("no_item").match(each.low):
            continue
        for a, b in parts(each.low[start:]):
            item = _name(each, start + a) if names else _item(each, start + a, start + b)
            if item and (names or _is_one_of(each.low[item[0] : item[1]], found.kinds)):
                yield each, Found(found.topic, *item, found.sub)
        each.used = True


def _is_one_of(low: str, kinds: str) -> bool:
    """Whether an item is of a class of what it is listed with."""
    return not kinds or any(is_a(head_of(low), kind) for kind in kinds.split())


def _plain_name(each: Reading) -> str:
    """A fragment without what it goes on to tell: "little Caio who's just started walking"."""
    return _TELLS.split(each.clause.text, maxsplit=1)[0]


def _run(following: Sequence[Reading]) -> list[Reading]:
    """The fragments behind a claim, if an "and" shows that they are a list."""
    run: list[Reading] = []
    shown = False
    for each in following:
        if each.clause.joint not in _JOINTS or (run and not each.follows(run[0])):
            break
        if each.mode != "bare":
            shown = shown or pattern("own_start").match(each.low) is not None
            break
        joined = each.clause.joint != "," or pattern("and_inside").search(each.low) is not None
        shown = shown or joined
        run.append(each)
    return run if shown else []


def _item(each: Reading, start: int, stop: int) -> tuple[int, int] | None:
    a, b = trimmed(each.low[start:stop], light=True)
    begin, end = start + a, start + b
    if len(each.low[begin:end].split()) > _LONG:
        end = begin + len(head_of(each.low[begin:end]))
    return (begin, end) if begin < end and len(each.low[begin:end].split()) <= _LONGEST else None


def _name(each: Reading, at: int) -> tuple[int, int] | None:
    found = name_at(each.clause.text, at)
    return found.span() if found else None
