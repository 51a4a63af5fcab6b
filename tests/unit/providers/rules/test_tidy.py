from __future__ import annotations

import pytest

from holdfast.domain.claim import Claim
from holdfast.providers.rules.tidy import tidy


def tidied(topic: str, value: str, text: str) -> list[tuple[str, str]]:
    claim = Claim(topic=topic, value=value, text=text, sources=("m",))
    return [(each.value, each.text) for each in tidy([claim])]


@pytest.mark.parametrize(
    ("value", "text", "kept"),
    [
        ("olive oil lol", "I love olive oil lol", ("olive oil", "I love olive oil")),
        ("火锅", "我喜欢火锅哈哈哈", ("火锅", "我喜欢火锅")),
        ("lol", "lol", ("lol", "lol")),
        ("hiking", "Yeah", ("hiking", "hiking")),
        ("hiking", "Yeah, I love hiking", ("hiking", "Yeah, I love hiking")),
    ],
)
def test_what_clings_to_it_goes(value: str, text: str, kept: tuple[str, str]) -> None:
    assert tidied("like", value, text) == [kept]


@pytest.mark.parametrize(
    ("topic", "value"),
    [
        ("like", "our chat"),
        ("like", "talking to you"),
        ("like", "和你聊天"),
        ("nickname", "it is"),
        ("like", "Yeah"),
        ("name", "much to you"),
    ],
)
def test_what_says_nothing_of_anybody_is_no_claim(topic: str, value: str) -> None:
    assert tidied(topic, value, value) == []


@pytest.mark.parametrize(
    ("topic", "value"),
    [
        ("like", "talking to strangers"),
        ("like", "The Who"),
        ("name", "Will"),
        ("name", "You Li"),
        ("nickname", "小明"),
    ],
)
def test_what_does_is(topic: str, value: str) -> None:
    assert tidied(topic, value, value) == [(value, value)]
