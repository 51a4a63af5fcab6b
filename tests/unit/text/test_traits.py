"""Traits: what can be told of a message at a glance."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text import traits as module
from holdfast.text.traits import Trait, traits

Q, N, T, P, S, G = Trait


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", S),
        ("I went out with a friend of mine", 0),
        ("Did you sleep well last time?", Q),
        ("where is my blue bag gone", Q),
        ("how many apples are left over", Q),
        ("do you like it there at all", Q),
        ("What a nice view from up there", 0),
        ("I bought 12 apples at the market", N),
        ("I have three cats at my place", N),
        ("we met yesterday, in the park", T),
        ("see you there at 3:30, my friend", N | T | 0),
        ("the war ended in 1945 they say", N | T),
        ("it rains a lot in May round here", T | P),
        ("I live with Lily in a small flat", P),
        ("Lily lives in a small flat here", 0),
        ("We stayed. Then it rained a lot", 0),
        ("on Monday, at the office, I slept", T | P),
        ("ok", S | G),
        ("Hello!", S | G),
        ("Good morning to you all", T | G),
        ("thanks a lot, my friend", G),
        ("high up in the mountains", 0),
        ("naïve people say so all the time", 0),
        ("我和朋友一起出去散步了", 0),
        ("你知道他住在哪里吗", Q),
        ("你喜欢吃什么样的水果？", Q),
        ("他到底是谁我也说不清楚", Q),
        ("我买了三个苹果和香蕉", N),
        ("我买了12本新书回家看", N),
        ("昨天我和朋友去散步了", T),
        ("下周我要去北京出差了", T),
        ("5月31日是我们的纪念日", N | T),
        ("我和Lily一起去散步了", P),
        ("我最近很喜欢看《红楼梦》", T | P),
        ("你好", S | G),
        ("晚安", S | G),
        ("谢谢你帮我这么多忙呀", G),
        ("\ud800", S),
    ],
)
def test_traits(text, expected):
    assert Trait(traits(text)) == Trait(expected)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(st.characters()))
def test_every_text_has_traits_of_the_known_kinds(text):
    assert 0 <= traits(text) <= sum(Trait)


def test_what_is_remembered_has_a_bound(monkeypatch):
    monkeypatch.setattr(module, "_REMEMBERED", 10)
    module._tokens.clear()
    for number in range(50):
        traits(f"word{number}")
    traits("a" * 100)
    assert len(module._tokens) <= 10
