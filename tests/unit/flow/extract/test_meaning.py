"""Meaning: the same in other words, and in the other language."""

from __future__ import annotations

import pytest

from holdfast.flow.extract.alike import same_form
from holdfast.flow.extract.meaning import meaning_of, same, spellings


@pytest.mark.parametrize(
    "words",
    [
        ("3 May", "May 3rd", "the 3rd of May", "5月3号", "五月三日"),
        ("May 3, 1998", "1998-05-03", "3 May 1998", "1998年5月3日"),
        ("1998", "1998年", "98年"),
        ("26", "twenty-six", "26 years old", "二十六岁", "26歲"),
        ("woman", "female", "女生", "女的"),
        ("blue", "蓝色", "藍色"),
        ("Xi'an", "Xian", "西安"),
        ("color", "colour", "颜色"),
        ("mum", "Mom", "my mother", "妈妈", "妈"),
    ],
)
def test_words_for_the_same(words: tuple[str, ...]) -> None:
    assert {meaning_of(each) for each in words} == {meaning_of(words[0])}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3 May", "5 March"),
        ("5月3日", "农历五月三日"),
        ("1998-05-03", "1999-05-03"),
        ("26", "27 years old"),
        ("woman", "man"),
        ("哥哥", "弟弟"),
        ("Beijing", "南京"),
        ("marmalade", "mother"),
    ],
)
def test_words_for_something_else(one: str, other: str) -> None:
    assert not same(one, other)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("3 May", "1998年5月3日"),
        ("Beijing", "北京朝阳区"),
        ("北京", "Chaoyang, Beijing"),
        ("咖啡", "喝咖啡"),
        ("狗狗", "a dog called Rex"),
        ("gray", "a gray cat"),
    ],
)
def test_what_says_more_goes_on_to_contain_what_says_less(short: str, long: str) -> None:
    assert same_form(meaning_of(short), meaning_of(long))


def test_all_words_for_one_thing() -> None:
    assert {"colour", "color", "颜色"} <= set(spellings(meaning_of("颜色")))
    assert spellings("totem") == ("totem",)
