"""What the tests of the English rules say, and what they look at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from holdfast.domain.claim import Claim
from holdfast.ports.extractor import Said
from holdfast.providers.rules.english import claims_in

SAID_AT = datetime(2024, 5, 8, 9, 0, tzinfo=UTC)  # a Wednesday


def said(text: str, me: str = "user") -> Said:
    """A message of that Wednesday."""
    return Said(id="m1", text=text, me=me, said_at=SAID_AT)


def claims(text: str, *before: Said, me: str = "user") -> list[Claim]:
    """What a message claims."""
    return claims_in(said(text, me), before)


def told(text: str, *before: Said, me: str = "user") -> set[tuple[str, str, str]]:
    """The same as (about, topic, value)."""
    return facts(claims(text, *before, me=me))


def facts(found: Sequence[Claim]) -> set[tuple[str, str, str]]:
    """Claims as (about, topic, value)."""
    return {(each.about, each.topic, each.value) for each in found}
