"""Short answers to what the assistant asked."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.ports.extractor import Said
from holdfast.providers.rules.chinese import claims_in

AT = datetime(2024, 5, 1, tzinfo=UTC)


def answered(question: str, text: str) -> list[tuple[str, str, str]]:
    asked = Said(id="q", text=question, me="assistant", said_at=AT)
    claims = claims_in(Said(id="a", text=text, said_at=AT), [asked])
    return [(claim.about, claim.topic, claim.value) for claim in claims]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("您现在住在哪里呢？", "重庆，三年了", ("user", "home", "重庆")),
        ("请问怎么称呼您？", "沈砚", ("user", "name", "沈砚")),
        ("你平时有什么爱好？", "爬山", ("user", "like", "爬山")),
        ("你会什么乐器吗？", "琵琶", ("user", "skill", "琵琶")),
        ("弟弟今年多大啦？", "十四", ("弟弟", "age", "十四")),
        ("您养宠物吗？", "养啊，一只老乌龟", ("user", "pet", "一只老乌龟")),
        ("外婆身体好吗？", "去年中风了", ("外婆", "health", "中风")),
        ("你家孩子几岁了？", "八岁", ("孩子", "age", "八岁")),
        ("安安多大啦？", "五岁半", ("安安", "age", "五岁半")),
        ("你老家是四川的？", "不，贵州的", ("user", "origin", "贵州")),
        ("你的生日是哪天？", "1993年7月8日", ("user", "birthday", "1993年7月8日")),
        ("现在在哪工作？", "顺丰", ("user", "work", "顺丰")),
    ],
)
def test_a_bare_answer_takes_its_topic_from_the_question(
    question: str, text: str, expected: tuple[str, str, str]
) -> None:
    assert answered(question, text) == [expected]


def test_nobody_is_claimed_about_where_a_question_asks_about_a_mere_pronoun() -> None:
    assert answered("她多大了？", "五岁") == []


def test_who_is_named_in_an_answer_is_told_apart_from_who_was_asked() -> None:
    assert ("女儿", "age", "八岁") in answered("你多大了？", "我女儿八岁，我三十五")


@pytest.mark.parametrize("text", ["不告诉你", "随便", "你猜", "先帮我查个天气"])
def test_what_evades_a_question_answers_nothing(text: str) -> None:
    assert answered("您现在住在哪里呢？", text) == []
