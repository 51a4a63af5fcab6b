"""Messages that are said half in one language, half in the other."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.domain.claim import USER
from holdfast.ports.extractor import Said
from holdfast.providers.rules.extractor import RulesExtractor
from holdfast.providers.rules.tongues import parts_of

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def claimed(text: str) -> set[tuple[str, str]]:
    said = Said(id="1", text=text, me=USER, said_at=NOON)
    return {(claim.topic, claim.value) for claim in RulesExtractor().extract([said]).claims}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "我在腾讯上班。And I have a dog named Rex.",
            {("work", "腾讯"), ("pet", "a dog named Rex")},
        ),
        ("I love sushi, 我也喜欢吃火锅。", {("like", "sushi"), ("like", "吃火锅")}),
        (
            "I'm allergic to peanuts and 我对花生过敏",
            {("health", "allergic to peanuts"), ("health", "对花生过敏")},
        ),
        ("我叫阿明 I live in Chengdu", {("name", "阿明"), ("home", "Chengdu")}),
        ("I moved to Leeds, 我妈妈还在成都", {("home", "Leeds"), ("home", "成都")}),
        (
            "Always answer in French. 我住在成都。",
            {("instruction", "Always answer in French"), ("home", "成都")},
        ),
    ],
)
def test_each_half_is_read_by_the_rules_of_its_language(
    text: str, wanted: set[tuple[str, str]]
) -> None:
    assert claimed(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "I live in Paris. 这句话怎么翻译？",
        "帮我看看：I live in Paris.",
        "我想写“I love Rome, and you”",
        "I live in Paris 用中文怎么说",
    ],
)
def test_words_that_are_only_spoken_of_claim_nothing(text: str) -> None:
    assert claimed(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "I live in Leeds.",
        "我喜欢Taylor Swift, Ed Sheeran和周杰伦",
        "I work at 腾讯 and live in 深圳",
        "我老板说 I am a great engineer",
        "My boss said 我很厉害, I am proud",
    ],
)
def test_a_few_words_of_the_other_language_are_no_half(text: str) -> None:
    assert parts_of(text) == []


def test_the_parts_are_all_that_was_said() -> None:
    for text in ("I live in Leeds, 我在医院上班。", "我在学校上班, I live in York."):
        assert "".join(part for _, part in parts_of(text)) == text


def test_claims_come_in_the_order_in_which_they_were_said() -> None:
    said = Said(
        id="1", text="我住在成都。I moved to Leeds. 我又搬到北京了。", me=USER, said_at=NOON
    )
    values = [claim.value for claim in RulesExtractor().extract([said]).claims]
    assert values == ["成都", "Leeds", "北京"]


@pytest.mark.parametrize("text", ["I quit my job at Tencent.", "我从腾讯辞职了。"])
def test_what_a_clause_ends_it_does_not_claim(text: str) -> None:
    said = Said(id="1", text=text, me=USER, said_at=NOON)
    assert [claim.ends for claim in RulesExtractor().extract([said]).claims] == [True]
