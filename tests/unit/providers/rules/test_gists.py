"""Gists tell when something was as exactly as it was told, and no more exactly."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.ports.extractor import Said
from holdfast.providers.rules.extractor import RulesExtractor

AT = datetime(2025, 6, 10, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I passed my theory test yesterday.", "I passed my theory test yesterday [2025-06-09]"),
        ("我上个月搬到重庆了", "我上个月搬到重庆了 [2025-05]"),
        ("My favourite colour is red these days.", "My favourite colour is red these days"),
        ("我生日是5月3号", "我生日是5月3号"),
    ],
)
def test_when_it_was(text: str, told: str) -> None:
    made = RulesExtractor().extract([Said(id="m", text=text, said_at=AT)])
    assert [gist.text for gist in made.gists] == [told]
