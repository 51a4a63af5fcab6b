"""What is said to be so after all settles what was said before, where there can be one only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.flow.extract.fold import Told, fold_claims
from holdfast.ports.extractor import Said
from holdfast.providers.rules.extractor import RulesExtractor

BEGIN = datetime(2024, 5, 1, tzinfo=UTC)


def birthdays(*texts: str) -> list[str]:
    """What comes of what the user says month by month, each alone."""
    told = []
    for n, text in enumerate(texts):
        at = BEGIN + timedelta(days=30 * n)
        made = RulesExtractor().extract([Said(id=str(n), text=text, said_at=at)])
        told += [Told(claim, at, at, n) for claim in made.claims]
    slots = fold_claims(told)
    return [f"{each.value} {each.standing}" for each in slots if each.topic == "birthday"]


@pytest.mark.parametrize(
    ("first", "then", "comes"),
    [
        ("My birthday is 3 May.", "Actually, my birthday is 5 May.", ["3 May wrong", "5 May current"]),
        ("My birthday is 3 May.", "I got it wrong, my birthday is 5 May.", ["3 May wrong", "5 May current"]),
        ("我生日是5月3号", "其实我生日是5月5号", ["5月3号 wrong", "5月5号 current"]),
        ("我生日是5月3号", "上次说错了，我生日是5月5号", ["5月3号 wrong", "5月5号 current"]),
        ("My birthday is 3 May.", "By the way, my birthday is 5 May.", ["3 May disputed", "5 May disputed"]),
        ("我生日是5月3号", "对了我生日是5月5号", ["5月3号 disputed", "5月5号 disputed"]),
    ],
)  # fmt: skip
def test_who_says_actually_settles_it(first: str, then: str, comes: list[str]) -> None:
    assert birthdays(first, then) == comes


def test_where_nothing_was_said_before_it_is_a_claim_like_any_other() -> None:
    assert birthdays("Actually, my birthday is 5 May.") == ["5 May current"]
