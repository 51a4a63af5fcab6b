"""Sayings: what is told in ways that have no plain subject and verb, by sayings.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from holdfast.providers.rules.english.lexicon import data_of, is_a
from holdfast.providers.rules.english.phrase import parts, trimmed

_KEPT = frozenset(["goal", "event", "home", "trait", "health", "partner"])


@cache
def _table() -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    return tuple((re.compile(row["pattern"]), row) for row in data_of("sayings")["saying"])


@cache
def _cue() -> re.Pattern[str]:
    """One look for all of them, so that most messages need no second."""
    return re.compile("|".join(f"(?:{re.sub('[?]P<v>', '?:', row['pattern'])})" for _, row in _table()))


def sayings(text: str, low: str) -> Iterator[tuple[str, int, int]]:
    """Topics, and the places of their values."""
    for pattern, row in _table():
        for found in pattern.finditer(low):
            if "needs" in row and not re.search(row["needs"], low):
                continue
            start, stop = found.span("v")
            if "lead" in row:
                at = re.match(rf"(?:{row['lead']})+", low[start:stop])
                start += at.end() if at else 0
            for a, b in parts(low[start:stop]) if row.get("list") else [(0, stop - start)]:
                x, y = trimmed(low[start + a : start + b], light=row["topic"] not in _KEPT) if row["topic"] not in ("home",) else (0, b - a)
                value = text[start + a + x : start + a + y]
                if _fits(row, value):
                    yield row["topic"], start + a + x, start + a + y


def _fits(row: Mapping[str, Any], value: str) -> bool:
    low = value.lower()
    if not value.strip() or len(value.split()) > 14:
        return False
    if row.get("proper") and not (value[0].isupper() or "\u4e00" <= value[0] <= "\u9fff") :
        return False
    if row.get("proper") and low in ("i", "that", "this", "it", "what", "whatever", "anything", "tomorrow", "today", "no", "yes", "good", "bad", "the", "my", "which", "either", "everything", "he", "she", "they", "one", "nothing", "party", "hey", "old", "attaboy", "poor", "clever", "birthday", "home", "there", "who", "how", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"):
        return False
    if row.get("nation") and not is_a(low, "nation"):
        return False
    return "is" not in row or bool(is_a(low, row["is"]))
