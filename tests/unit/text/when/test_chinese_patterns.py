"""Chinese words: what a place is ruled out by is never the beginning of a word."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.when.chinese_patterns import ALTERNATIVES, pattern


def places(written: re.Pattern[str], text: str) -> list[int]:
    return [at for at in range(len(text)) if written.match(text, at)]


@pytest.mark.parametrize("kind", ALTERNATIVES)
@given(data=st.data())
def test_wherever_a_kind_of_word_stands_something_is_found(kind, data):
    starts, written = ALTERNATIVES[kind]
    text = data.draw(st.from_regex(written))
    found = places(re.compile(written), text)
    assert found == places(re.compile(f"(?=[{starts}])(?:{written})"), text)
    assert set(found) <= set(places(pattern(), text))


@pytest.mark.parametrize(
    "text",
    [
        "年初三",
        "岁末",
        "年春",
        "月中",
        "约莫",
        "将近三天",
        "廿三日",
        "卅号",
        "截止",
        "若干天前",
        "数天前",
        "好几年前",
        "同一时间",
        "大后天",
        "头一个",
        "此时",
        "这会儿",
        "那一天",
        "半个月前",
        "打从",
        "直到",
        "-",
        "—",
        "〇九年",
        "٣天前",
        "6月",
        "十一黄金周",
        "二十世纪八十年代",
        "礼拜天",
    ],
)
def test_rare_beginnings_are_not_ruled_out(text):
    at = text in ("年春", "月中")  # these mean something only behind what they belong to
    assert pattern().match(text, int(at))


@pytest.mark.parametrize("text", ["好吃", "不是", "那家", "上海", "来过", "去了", "小红", "明白"])
def test_most_words_are_ruled_out_by_their_second_character(text):
    assert pattern().search(text) is None
