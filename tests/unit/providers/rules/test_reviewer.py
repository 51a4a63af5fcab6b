"""The reviewer by rules: what it must find, and what it must leave alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.ports.reviewer import Action
from holdfast.ports.summariser import Line
from holdfast.providers.rules import RulesReviewer
from tests.unit.providers.rules.review_cases import (
    ALSO_COMPLETED_EN,
    ALSO_COMPLETED_ZH,
    MUST_EN,
    MUST_NOT_EN,
    MUST_NOT_ZH,
    MUST_ZH,
)

REVIEWER = RulesReviewer()
LANGUAGES = {
    "en": (MUST_EN + ALSO_COMPLETED_EN, MUST_NOT_EN),
    "zh": (MUST_ZH + ALSO_COMPLETED_ZH, MUST_NOT_ZH),
}
RECALL = 0.8


def lines(*texts: str) -> list[Line]:
    made = []
    for number, text in enumerate(texts):
        for mark in ("B: ", "乙："):
            if text.startswith(mark):
                made.append(
                    Line(id=str(number), text=text.removeprefix(mark), voice="B", role="user")
                )
                break
        else:
            made.append(Line(id=str(number), text=text, voice="A", role="user"))
    return made


def touched(*texts: str) -> tuple[int, ...]:
    return tuple(int(change.target) for change in REVIEWER.review(lines(*texts)).changes)


def found(language: str) -> float:
    must, _ = LANGUAGES[language]
    return sum(touched(*texts) == expected for texts, expected in must) / len(must)


def wrong(language: str) -> list[tuple[str, ...]]:
    return [texts for texts in LANGUAGES[language][1] if touched(*texts)]


@pytest.mark.capability("A17", "A20")
@pytest.mark.parametrize("language", LANGUAGES)
def test_most_of_what_must_go_goes_and_nothing_else(language):
    must, must_not = LANGUAGES[language]
    assert len(must) + len(must_not) >= 60
    assert found(language) >= RECALL
    assert wrong(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_taking_two_voices_for_one_would_be_seen(language, monkeypatch):
    monkeypatch.setattr("tests.unit.providers.rules.test_reviewer.lines", one_voice)
    assert wrong(language)


def one_voice(*texts: str) -> list[Line]:
    plain = (text.removeprefix("B: ").removeprefix("乙：") for text in texts)
    return [Line(id=str(n), text=text, voice="A", role="user") for n, text in enumerate(plain)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_taking_every_sentence_for_a_fact_would_be_seen(language, monkeypatch):
    monkeypatch.setattr("holdfast.providers.rules.statements.Statement.is_real", True)
    assert wrong(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_finding_nothing_would_be_seen(language, monkeypatch):
    monkeypatch.setattr("holdfast.providers.rules.reviewer.contradictions", lambda _: ())
    assert found(language) < RECALL


@pytest.mark.capability("A17")
@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (("I live in Bergen", "I moved to Oslo"), "contradicted by: I moved to Oslo"),
        (("我住在大连", "我搬到沈阳了"), "与后来的说法矛盾：我搬到沈阳了"),
    ],
)
def test_the_reason_names_the_other_in_the_language_of_the_line(texts, reason):
    (change,) = REVIEWER.review(lines(*texts)).changes
    assert change == ("0", Action.DROP, reason, "")


def test_what_else_a_line_says_is_kept():
    (change,) = REVIEWER.review(lines("I'm 26, and I live in Bergen.", "I'm 27 now.")).changes
    assert (change.target, change.action, change.text) == ("0", Action.REWRITE, "I live in Bergen.")


@pytest.mark.parametrize(
    ("texts", "completed"),
    [
        (("The meeting is at 3", "no, at 4"), "The meeting is at 4"),
        (("The exam is on Monday.", "It's on Tuesday, not Monday."), "The exam is on Tuesday"),
        (("我的猫叫Momo", "其实它叫小黑"), "我的猫叫小黑"),
        (("会议是三点", "不对，四点"), "会议是四点"),
    ],
)
def test_a_correction_that_names_only_the_value_is_completed(texts, completed):
    first, second = REVIEWER.review(lines(*texts)).changes
    assert (first.target, first.action) == ("0", Action.DROP)
    assert (second.target, second.action, second.text) == ("1", Action.REWRITE, completed)


def test_a_clause_that_a_summary_repeats_is_cut_out_of_it():
    earlier = Line(id="a", text="Ann: I painted a lake; I have 3 dogs")
    later = Line(id="b", text="Ann: I have 3 dogs; I sold the car\nBob: I have 3 dogs")
    (change,) = REVIEWER.review([earlier, later]).changes
    assert (change.target, change.action) == ("b", Action.REWRITE)
    assert change.text == "Ann: I sold the car\nBob: I have 3 dogs"


def test_what_was_seen_today_may_be_seen_again_on_another_day():
    text = "I saw a heron today."
    first = Line(id="a", text=text, voice="A", said_at=datetime(2026, 3, 2, tzinfo=UTC))
    second = Line(id="b", text=text, voice="A", said_at=datetime(2026, 3, 3, tzinfo=UTC))
    assert REVIEWER.review([first, second]).changes == ()
    assert len(REVIEWER.review([first, replace(second, said_at=first.said_at)]).changes) == 1


TEXTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from([text for texts in MUST_NOT_EN + MUST_NOT_ZH for text in texts]),
    st.sampled_from(
        ["no, at 4", "不是三点，是四点", "Ann: ", "Ann: ok; ok", "I'm 26\nI'm 27", "，，，"]
    ),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["", "A", "B"]), TEXTS), max_size=8))
def test_it_names_only_given_lines_each_once_and_says_why(said):
    given_lines = [Line(id=str(n), text=text, voice=voice) for n, (voice, text) in enumerate(said)]
    review = REVIEWER.review(given_lines)
    targets = [int(change.target) for change in review.changes]
    assert targets == sorted(set(targets))
    assert all(0 <= target < len(said) for target in targets)
    for change in review.changes:
        assert change.reason
        assert bool(change.text) == (change.action is Action.REWRITE)
    assert (review.by, review.error) == ("rules/1", "")


@pytest.mark.parametrize("hello", [("你好", "你好呀"), ("Hi", "Hello there")])
def test_a_greeting_goes_only_where_more_was_said(hello):
    assert touched(*hello) == ()
    assert touched(*hello, "We meet on Friday at three.", "周五三点，记下了。") == (0, 1)
