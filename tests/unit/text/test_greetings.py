"""Greetings ask for nothing; what only begins like one does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.greetings import is_greeting


@pytest.mark.parametrize(
    "text",
    [
        "hi", "Hi!", "HELLO", "hey there", "good morning", "Good  night.", "thanks", "thank you so much!",
        "ok", "Okay, thanks :)", "yes", "bye bye", "see you later", "yo!!",
        "你好", "您好！", "早上好～", "晚安。", "谢谢", "謝謝你", "好的", "嗯嗯", "好的，谢谢！", "在吗？", "哈哈哈", "再见啦",
    ],
)  # fmt: skip
def test_a_greeting(text):
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "?", "hi, where is Lily?", "history", "okra", "yesterday", "nowhere", "bye-law", "no idea why",
        "thanks for the tea recipe", "good morning routine", "see you on Monday",
        "你好像说过", "早上吃什么", "谢谢Lily", "好久不见", "好的餐厅", "再见面是哪天", "行李在哪", "对不起", "是谁",
    ],
)  # fmt: skip
def test_no_greeting(text):
    assert not is_greeting(text)


@pytest.mark.parametrize(
    "text", ["嗯" * 39 + "x", "哈" * 39 + "x", "yes " * 9 + "xyz", "好的好" * 13]
)
def test_what_almost_fits_is_told_at_once(text):
    assert not is_greeting(text) or set(text) <= set("好的")


@given(st.text(max_size=60))
def test_any_text_has_an_answer(text):
    assert is_greeting(text) in (True, False)
