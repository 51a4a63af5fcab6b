"""Wordings: what two texts that say the same have in common."""

from __future__ import annotations

import pytest

from holdfast.text.wording import figures, others, wording


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Well, I'm allergic to peanuts!", "i allergic peanuts"),
        ("As I told you, I am allergic to the peanuts.", "i allergic peanuts"),
        ("I DON'T eat meat", "i not eat meat"),
        ("i cant swim", "i can not swim"),
        ("My mom has two dogs", "i mother 2 dogs"),
        ("on the 3rd", "on third"),
        ("at 9:30am, $20", "9:30am $ 20"),
        ("I write C++", "i write c++"),
        ("我對花生過敏啊！", "我 对 花 生 过 敏"),
        ("对了，我养了两只狗。", "我 养 2 只 狗"),
        ("五月三号", "5 月 3 日"),
        ("你喝咖啡吗？？", "你 喝 咖 啡 吗 ?"),
        ("", ""),
        ("well, so...", ""),
    ],
)
def test_the_words_that_say_something(text, words):
    assert wording(text).words == tuple(words.split())


def test_names_show_by_their_capitals_within_a_sentence():
    assert wording("Yesterday Lily met Tom. Then we ate.").names == {"lily", "tom"}


def test_a_clause_begins_where_a_sign_stands():
    assert wording("Last year, I moved.").breaks == {2}
    assert wording("I moved.").breaks == frozenset()


@pytest.mark.parametrize(
    "text", ["I ran yesterday", "see you next week", "我昨天跑步", "上个月我搬家"]
)
def test_some_times_move_with_the_day(text):
    assert wording(text).moving


@pytest.mark.parametrize("text", ["I ran on 3 May", "I run", "我五月三号跑步", "我去跑步"])
def test_other_times_stand(text):
    assert not wording(text).moving


def test_a_chinese_character_is_half_a_word_and_a_person_none():
    assert wording("I moved").size == 1.0
    assert wording("我搬家").size == 1.0


def test_longer_numbers_are_seen_at_a_glance():
    assert figures("No. 4711, in １９９９, at 9:30 by ten") == ["1999", "4711"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I was born in 1999", "I was born in 1998"),
        ("my flat is number 101", "my flat is number 1010"),
        ("它要１２３元", "它要124元"),
        ("it cost 1,250 euros", "it cost 1,251 euros"),
    ],
)
def test_texts_with_other_numbers_do_not_say_the_same(one, other):
    assert figures(one) != figures(other)
    assert others(wording(one), wording(other)) is None


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("I like tea", "well, I like tea", 0),
        ("Last year, I moved to Rome", "I moved to Rome last year", 0),
        ("花生我不吃", "我不吃花生", 0),
        ("I bought a new big car", "I purchased a new big car", None),  # bought, sold: it tells
        ("I rode a nice old bicycle", "I rode a nice old bike", 2),
        ("我喜欢吃番茄", "我喜欢吃番茄酱", 1),
    ],
)
def test_plain_words_that_differ_are_counted(one, other, count):
    assert others(wording(one), wording(other)) == count
    assert others(wording(other), wording(one)) == count


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I met Lily at the station", "I met Anna at the station"),
        ("my dog sleeps all day long", "my dogs sleeps all day long"),
        ("I look after the old garden", "I looked after the old garden"),
        ("the cat chased the dog", "the dog chased the cat"),
        ("cake", "rain"),
        ("東京に住んでいます", "東京に住んでいません"),
        ("周一我上班，周二休息", "我上班周二，休息周一"),
    ],
)
def test_two_things_have_nothing_to_count(one, other):
    assert others(wording(one), wording(other)) is None
