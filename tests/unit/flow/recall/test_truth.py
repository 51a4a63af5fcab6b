"""Truth: of which time and which topics a question asks."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.flow.recall.ask import ask
from holdfast.flow.recall.truth import Inquiry, Tense, inquiry, topics

NOW = datetime(2025, 6, 18, 10, 30, tzinfo=UTC)


def asked(text: str) -> Inquiry | None:
    return inquiry(ask(text, k=5, asked_at=NOW))


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("Where did I live before that?", Tense.BEFORE),
        ("What was my previous job?", Tense.BEFORE),
        ("Who did I work for originally?", Tense.BEFORE),
        ("Prior to Leeds, where did I live?", Tense.BEFORE),
        ("What do I drive right now?", Tense.NOW),
        ("What is our latest address?", Tense.NOW),
        ("What's my name?", Tense.PRESENT),
        ("Where do we live?", Tense.PRESENT),
        ("Where was I living in May 2024?", Tense.THEN),
        ("What car had I in 2023?", Tense.THEN),
        ("Which violin was broken?", None),
        ("我现在住在哪里？", Tense.NOW),
        ("我以前住哪儿？", Tense.BEFORE),
        ("我的猫叫什么名字？", Tense.PRESENT),
        ("去年我住在哪里？", Tense.THEN),
        ("小红推荐的餐厅叫什么？", None),
    ],
)
def test_of_which_time_a_question_asks(text, tense):
    found = asked(text)
    assert (found and found.tense) == tense


@pytest.mark.parametrize("name", topics()["telling"]["en"])
@given(data=st.data())
def test_each_sign_has_in_it_what_tells_it(name, data):
    text = data.draw(st.from_regex(topics()["tense"]["en"][name]))
    assert re.search(topics()["telling"]["en"][name], text)


def test_every_sign_of_english_has_something_that_tells_it():
    assert set(topics()["telling"]["en"]) == set(topics()["tense"]["en"])


def test_all_words_of_chinese_are_seen_in_the_order_of_the_topics():
    everything = asked("我现在的微信、专业、公司和住址，还有室友、孩子、年纪、生日和吃什么药？")
    assert everything is not None
    assert everything.topics == (
        "home", "work", "study", "age", "birthday", "diet", "health", "contact", "family", "friend",
    )  # fmt: skip


@given(
    st.lists(
        st.sampled_from(
            [word.strip() for words in topics()["zh"].values() for word in words.split("|")]
        ),
        min_size=1,
        max_size=8,
    )
)
def test_what_a_word_of_chinese_is_a_sign_of_is_seen_wherever_it_stands(words):
    text = "我现在" + "".join(words)
    found = asked(text)
    rows = topics()["zh"].items()
    expected = {topic for topic, row in rows if any(w.strip() in text for w in row.split("|"))}
    assert found is not None
    assert set(found.topics) == expected
