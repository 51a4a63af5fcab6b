"""Wang Mei speaks two languages, often in one sentence. Her companion finds what she said."""

from __future__ import annotations

import pytest

from holdfast import Memory

WEEK = [
    ("2024-04-22T20:00:00+08:00", "user", "我妹妹莉莉搬到成都了，她在一家医院工作。"),
    ("2024-04-22T20:01:00+08:00", "assistant", "成都是个好地方！她喜欢那里吗？"),
    ("2024-04-23T21:00:00+08:00", "user", "My boss David wants the Q3 report by Friday."),
    ("2024-04-24T08:00:00+08:00", "user", "今天早上跟 David 开会，report 又要改。"),
    ("2024-04-25T22:00:00+08:00", "user", "I am allergic to peanuts, remember that."),
    ("2024-04-26T19:30:00+08:00", "user", "周末想带猫去看医生，它不吃东西。"),
    ("2024-04-27T10:00:00+08:00", "user", "The cat is fine! ＶＥＴ said it was just the heat."),
]


@pytest.fixture
def told(memory: Memory) -> Memory:
    for at, role, text in WEEK:
        memory.add("mei", {"role": role, "content": text, "at": at}, session=at[:10])
    return memory


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("莉莉在哪里工作？", 0),
        ("成都", 0),
        ("DAVID", 2),
        ("David 开会", 3),
        ("what am I allergic to", 4),
        ("花生 peanuts", 4),
        ("猫 看医生", 5),
        ("vet", 6),
        ("ｃａｔ", 6),
    ],
)
def test_a_question_finds_what_was_said_in_either_language(told, question, answer):
    found = told.recall("mei", question, k=2)
    assert WEEK[answer][2] in [hit.text for hit in found]


def test_the_companion_gets_a_prompt_in_both_languages_within_its_budget(told):
    context = told.context("mei", "David report 成都 猫", budget=250)
    assert context.tokens <= 250
    texts = [hit.text for hit in context.hits]
    assert texts == sorted(texts, key=[text for _, _, text in WEEK].index)
    assert "[2024-04-24 08:00 +0800] user (user, session 2024-04-24)" in context.text
    assert context.text.startswith("<memory")
    assert context.text.endswith("</memory>")


def test_a_slip_is_put_right_and_the_history_keeps_it(told):
    [hit] = told.recall("mei", "allergic", k=1)
    told.correct("mei", hit.sources[0], "I am allergic to walnuts, not peanuts.")
    assert told.recall("mei", "allergic", k=1)[0].text == "I am allergic to walnuts, not peanuts."
    versions = told.messages.versions("mei", hit.sources[0])
    assert [version.text for version in versions] == [
        "I am allergic to peanuts, remember that.",
        "I am allergic to walnuts, not peanuts.",
    ]
    assert versions[0].said_at == versions[1].said_at


def test_the_answer_explains_itself(told):
    found = told.recall("mei", "report", k=1)
    told_how = told.explain(found)
    assert told_how.terms == ("report",)
    assert told_how.stages[0].name == "ask"
    assert told_how.stages[-1].kept == len(found) == 1
    assert [dropped.reason for dropped in told_how.dropped] == ["not among the first 1"]
