"""What cannot be a value of its topic is none, by whatever wording it was found."""

from __future__ import annotations

import pytest

from holdfast.domain.claim import Claim
from holdfast.providers.rules.plausible import is_plausible


def may_be(topic: str, value: str, text: str) -> bool:
    return is_plausible(Claim(topic=topic, value=value, text=text, sources=("m",)))


@pytest.mark.parametrize(
    ("topic", "value", "text"),
    [
        ("work", "maid of honor", "I'm maid of honor"),
        ("work", "开一辆开了十年", "我开一辆开了十年的卡罗拉"),
        ("home", "北", "现在北漂"),
        ("family", "家老二", "我是我们家老二"),
        ("habit", "every single Monday", "my brother every single Monday"),
        ("age", "三十", "我下个月就三十了"),
        ("age", "30", "I'm turning 30 next month"),
    ],
)
def test_what_cannot_be(topic: str, value: str, text: str) -> None:
    assert not may_be(topic, value, text)


@pytest.mark.parametrize(
    ("topic", "value", "text"),
    [
        ("work", "maid at the Hilton", "I'm a maid at the Hilton"),
        ("work", "开出租车", "我开出租车"),
        ("home", "北京", "现在住北京"),
        ("family", "老二", "我家老二今年五岁"),
        ("habit", "run every single Monday", "I run every single Monday"),
        ("age", "三十", "我三十了"),
        ("age", "快四十", "我下个月就快四十了"),
    ],
)
def test_what_may_be(topic: str, value: str, text: str) -> None:
    assert may_be(topic, value, text)
