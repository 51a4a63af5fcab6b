"""Reviews by a model: each change is looked at by itself, and something always stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdfast.ports.reviewer import Action, Change, Review
from holdfast.providers.by_model import ModelReviewer, Usage
from holdfast.providers.by_model.prompting import wording
from holdfast.testing.models import ScriptedModel, failure
from tests.unit.providers.by_model.lines import MEMO, MEMO_ZH, spoken

MOVED = {
    "line": 1,
    "other": 4,
    "kind": "contradicts",
    "action": "drop",
    "reason": "moved since",
    "text": "",
}
TEA = {**MOVED, "line": 3, "other": 2, "kind": "repeats", "reason": "said before"}
DROP_A = Change("a", Action.DROP, "moved since")
DROP_C = Change("c", Action.DROP, "said before")


def rewrite(line: object, text: object, **more: object) -> dict[str, Any]:
    change = {"line": line, "other": 1, "kind": "contradicts", "action": "rewrite", "text": text}
    return {**change, "reason": "shorter", **more}


def review(*items: object, lines=MEMO) -> Review:
    model = ScriptedModel(json.dumps({"changes": items}, ensure_ascii=False))
    return ModelReviewer(model).review(lines)


def test_a_review():
    found = review(MOVED, TEA)
    assert found.changes == (DROP_A, DROP_C)
    assert found.error == ""
    assert found.by.startswith("scripted:review-")


def test_nothing_to_change():
    assert review() == Review(by=review().by)


@pytest.mark.parametrize(("lines", "language"), [(MEMO, "en"), (MEMO_ZH, "zh")])
def test_what_is_asked(lines, language):
    model = ScriptedModel('{"changes": []}')
    ModelReviewer(model).review(lines)
    [prompt] = model.prompts
    assert prompt.instructions == wording("review", language)
    assert [line[:3] for line in prompt.data[0].splitlines()] == ["[1]", "[2]", "[3]", "[4]"]
    assert prompt.schema is not None


def test_a_rewrite():
    found = review(rewrite(4, "Mei now lives in Hangzhou."))
    assert found.changes == (Change("d", Action.REWRITE, "shorter", "Mei now lives in Hangzhou."),)


@pytest.mark.parametrize(
    "bad",
    [
        "not an object",
        7,
        None,
        [],
        {},
        {**MOVED, "line": 9},
        {**MOVED, "line": 0},
        {**MOVED, "line": True},
        {**MOVED, "line": None},
        {**MOVED, "line": "nobody"},
        {**MOVED, "line": 10**30},
        {**MOVED, "action": "burn"},
        {**MOVED, "action": 3},
        {**MOVED, "kind": "dislikes"},
        {**MOVED, "other": 9},
        {**MOVED, "other": 1},
        {**MOVED, "other": None},
        {**TEA, "line": 4, "other": 2},
        TEA,
        rewrite(4, ""),
        rewrite(4, None),
        rewrite(4, "Mei lives in Hangzhou now!"),
        rewrite(4, "Mei lives in Shanghai."),
        rewrite(4, "Mei has lived there for 12 years."),
        rewrite(4, "小明住在杭州。"),
        rewrite(4, "I'm sorry, I can't help with that."),
        rewrite(4, "A rewritten text uses only what is in the data: no new number, name or date."),
    ],
)
def test_a_bad_change_takes_no_other_with_it(bad):
    assert review(TEA, bad, MOVED).changes == (DROP_C, DROP_A)


@pytest.mark.parametrize(
    "bad",
    [
        rewrite(4, "小明住在上海。"),
        rewrite(4, "小明在杭州住了十二年，共三个月。"),
        rewrite(4, "Mei lives in Hangzhou."),
        {**MOVED, "line": "五"},
    ],
)
def test_a_bad_change_in_chinese(bad):
    good = {**MOVED, "reason": "后来搬家了"}
    found = review(bad, good, lines=MEMO_ZH)
    assert found.changes == (Change("a", Action.DROP, "后来搬家了"),)


def test_one_line_is_changed_once():
    found = review(MOVED, rewrite(1, "Mei lives in Hangzhou."), MOVED)
    assert found.changes == (DROP_A,)


class TestWhichOneGoes:
    """The model says what is between two lines; the rest is not left to it."""

    def test_of_a_contradiction_the_older(self):
        assert review({**MOVED, "line": 4, "other": 1}).changes == (DROP_A,)

    def test_of_the_same_words_the_newer(self):
        assert review({**TEA, "line": 2, "other": 3}).changes == (DROP_C,)

    def test_none_that_says_more_than_what_stays(self):
        lines = spoken("Mei: Mei has a cat.", "Mei: Mei has a cat called Momo.")
        wrong, right = ({**TEA, "line": a, "other": b} for a, b in ((2, 1), (1, 2)))
        assert review(wrong, lines=lines).changes == ()
        assert [change.target for change in review(right, lines=lines).changes] == ["a"]


def test_something_always_stays():
    """Each of three is to go for the sake of another; the last of them must stay."""
    lines = spoken("Mei: She likes tea.", "Mei: She loves tea.", "Mei: Tea is what she likes.")
    circle = [{**TEA, "line": a, "other": b} for a, b in ((1, 2), (2, 3))]
    assert [change.target for change in review(*circle, lines=lines).changes] == ["a", "b"]
    back = {**TEA, "line": 2, "other": 1}
    assert [change.target for change in review(circle[0], back, lines=lines).changes] == ["a"]


def test_a_review_that_would_take_out_every_line_is_refused():
    everything = [{**TEA, "line": n, "other": n % 4 + 1} for n in range(1, 5)]
    found = review(*everything)
    assert found.changes == ()
    assert "every line" in found.error


@pytest.mark.parametrize(
    ("line", "lines", "reason"),
    [
        ({**MOVED, "reason": ""}, MEMO, "contradicts “Mei lives in Hangzhou now.”"),
        ({**TEA, "reason": 7}, MEMO, "repeats “Mei likes jasmine tea.”"),
        ({**MOVED, "reason": "moved since"}, MEMO_ZH, "与“小明现在住在杭州。”矛盾"),
        ({**TEA, "reason": "抱歉，我无法说明。"}, MEMO_ZH, "与“小明喜欢茉莉花茶。”重复"),
    ],
)
def test_a_reason_in_the_language_of_the_line(line, lines, reason):
    [change] = review(line, lines=lines).changes
    assert change.reason == reason


@pytest.mark.parametrize(
    "line", [1, "1", "[1]", "#1", 1.0, "a"], ids=lambda value: type(value).__name__ + str(value)
)
def test_ways_to_name_a_line(line):
    assert review({**MOVED, "line": line}).changes == (DROP_A,)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("", "no list"),
        ("I'm sorry, I can't help with that.", "no list"),
        ("抱歉，我无法提供帮助。", "no list"),
        ("<think>Line 1 and", "no list"),
        ('{"changes": 7}', "no list"),
        ('{"changes": [7, "x"]}', "none of its changes"),
        (wording("review", "en"), "none of its changes"),
        (wording("review", "zh"), "none of its changes"),
        ('{"error": "overloaded"}', "none of its changes"),
    ],
)
def test_an_answer_that_is_none(said, why):
    found = ModelReviewer(ScriptedModel(said)).review(MEMO)
    assert found.changes == ()
    assert why in found.error


def test_whole_items_of_an_answer_that_was_cut_short():
    said = json.dumps({"changes": [MOVED, TEA]})[:-20]
    assert ModelReviewer(ScriptedModel(said)).review(MEMO).changes == (DROP_A,)


def test_a_failure_of_the_model_is_passed_on():
    assert ModelReviewer(ScriptedModel(failure("timeout"))).review(MEMO).error == "timeout"


@pytest.mark.parametrize("count", [0, 1])
def test_it_takes_two_to_disagree(count):
    model = ScriptedModel()
    assert ModelReviewer(model).review(MEMO[:count]).error == ""
    assert model.prompts == []


def test_what_it_cost():
    reviewer = ModelReviewer(ScriptedModel('{"changes": []}', "nonsense", failure("timeout")))
    for _ in range(3):
        reviewer.review(MEMO)
    assert reviewer.usage == Usage(calls=3, failures=2)
