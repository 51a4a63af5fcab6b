"""Trailing: what stands behind a comma and still belongs to a claim: "a carpenter, self-employed"."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.providers.rules.english.lexicon import pattern
from holdfast.providers.rules.english.reading import Reading
from holdfast.providers.rules.english.values import Found

_CONDITIONS = frozenset(["if", "when", "whenever"])


def trailing(found: Found, reading: Reading, following: Sequence[Reading]) -> int:
    """Where a claim ends in the message, if the clause behind it goes on about it; else 0.

    `following` are the readings behind it in its sentence. The one that is taken is marked as used.
    """
    if not following or found.stop < len(reading.low.rstrip()):
        return 0
    each = following[0]
    if _goes_on(found, each) or _is_cause(found, reading, each):
        each.used = True
        return each.clause.stop
    return 0


def _goes_on(found: Found, each: Reading) -> bool:
    """Third year, self-employed, diagnosed at 38."""
    if found.topic not in ("work", "study", "health") or each.clause.joint not in (",", "("):
        return False
    return pattern(f"more_of_{found.topic}").fullmatch(each.low) is not None


def _is_cause(found: Found, reading: Reading, each: Reading) -> bool:
    """I get migraines if I drink red wine."""
    got = found.topic == "health" and reading.verb == "get" and reading.mode == "present"
    return got and each.clause.joint in _CONDITIONS and each.mine
