"""Traits: what can be told of a text at a glance."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text import traits as module
from holdfast.text.traits import Trait, asks, tells_time, traits

ASKS, TIME = "asks", "time"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("I went out with a friend of mine", ()),
        ("Did you sleep well last time?", (ASKS,)),
        ("where is my blue bag gone", (ASKS,)),
        ("how many apples are left over", (ASKS,)),
        ("do you like it there at all", (ASKS,)),
        ("What a nice view from up there", ()),
        ("I bought 12 apples at the market", ()),
        ("I have three cats at my place", ()),
        ("we met yesterday, in the park", (TIME,)),
        ("see you there at 3:30, my friend", (TIME,)),
        ("is it open until 9pm", (ASKS, TIME)),
        ("the war ended in 1945 they say", (TIME,)),
        ("it rains a lot in May round here", (TIME,)),
        ("you may go there", ()),
        ("Lily lives in a small flat here", ()),
        ("on Monday, at the office, I slept", (TIME,)),
        ("Good morning to you all", (TIME,)),
        ("naïve people say so all the time", ()),
        ("naïve: why is it so late tonight", (TIME,)),
        ("我和朋友一起出去散步了", ()),
        ("你知道他住在哪里吗", (ASKS,)),
        ("你喜欢吃什么样的水果？", (ASKS,)),
        ("他到底是谁我也说不清楚", (ASKS,)),
        ("我买了三个苹果和香蕉", ()),
        ("我买了12本新书回家看", ()),
        ("昨天我和朋友去散步了", (TIME,)),
        ("下周我要去北京出差吗", (ASKS, TIME)),
        ("5月31日是我们的纪念日", (TIME,)),
        ("我最近很喜欢看《红楼梦》", (TIME,)),
        ("晚安", ()),
        ("\ud800", ()),
    ],
)
def test_traits(text, expected):
    assert asks(text) == (ASKS in expected)
    assert tells_time(text) == (TIME in expected)
    assert traits(text) == (Trait.QUESTION if ASKS in expected else 0)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(st.characters()))
def test_every_text_has_traits_of_the_known_kinds(text):
    assert 0 <= traits(text) <= sum(Trait)
    assert isinstance(tells_time(text), bool)


def test_what_is_remembered_has_a_bound(monkeypatch):
    monkeypatch.setattr(module, "_REMEMBERED", 10)
    module._tokens.clear()
    for number in range(50):
        tells_time(f"word{number}")
    tells_time("a" * 100)
    assert len(module._tokens) <= 10
