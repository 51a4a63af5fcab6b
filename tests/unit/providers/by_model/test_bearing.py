"""Bearing: a value stands in a text word by word and number by number, or it does not."""

from __future__ import annotations

import pytest

from holdfast.providers.by_model.bearing import Others, Phrase, Text

ENGLISH = (
    "I moved to Hangzhou in March. I have two cats, and my number is 138-1234-5678. "
    "My friend loves sushi. The party was on 3 May 2024; rent is 1,200 yuan."
)
CHINESE = "我三月搬到了杭州市，养了两只猫。妹妹叫李华，今年25岁。我在臺北上过学。"


@pytest.mark.parametrize(
    "value",
    ["Hangzhou", "hangzhou", "moving to Hangzhou", "two cats", "2 cats", "13812345678", "138-1234-5678",
     "friends love sushi", "1200 yuan", "3 May", "ＨＡＮＧＺＨＯＵ", "number"],
)  # fmt: skip
def test_what_stands_there(value):
    assert Text(ENGLISH).bearing(Phrase(value))


@pytest.mark.parametrize(
    "value",
    ["Shanghai", "three cats", "3 cats", "13812345679", "3812345", "lives in Hangzhou", "art", "Hang", "", "…",
     "1,300 yuan", "sushi in Hangzhou", "cat food", "杭州", "the", "4 May"],
)  # fmt: skip
def test_what_does_not(value):
    assert Text(ENGLISH).bearing(Phrase(value)) == ""


@pytest.mark.parametrize(
    "value",
    [
        "杭州",
        "杭州市",
        "搬到杭州",
        "两只猫",
        "2只猫",
        "李华",
        "妹妹",
        "25岁",
        "二十五岁",
        "台北",
        "3月",
    ],
)
def test_what_stands_in_chinese(value):
    assert Text(CHINESE).bearing(Phrase(value))


@pytest.mark.parametrize("value", ["上海", "住在杭州", "三只猫", "李明", "26岁", "狗", "Hangzhou"])
def test_what_does_not_in_chinese(value):
    assert Text(CHINESE).bearing(Phrase(value)) == ""


def test_the_sentence_is_given():
    assert Text(ENGLISH).bearing(Phrase("sushi")) == "My friend loves sushi."
    assert Text(CHINESE).bearing(Phrase("李华")) == "妹妹叫李华，今年25岁。"


def test_two_sentences_in_a_row_bear_together_and_no_more():
    text = Text("I got a dog. His name is Rex. We live in Oslo.")
    assert text.bearing(Phrase("dog Rex")) == "I got a dog. His name is Rex."
    assert text.bearing(Phrase("dog Oslo")) == ""


def test_what_others_say():
    others = Others(
        "I live in Oslo. 我喜欢茶", "I live in Oslo. 我喜欢茶\nAn administrator. 管理员"
    )
    assert others.speak_in("The user is an administrator.")
    assert others.speak_in("Administrators live here.")
    assert others.speak_in("用户是管理员。")
    assert not others.speak_in("The user likes living in Oslo.")
    assert not others.speak_in("用户喜欢茶。")
