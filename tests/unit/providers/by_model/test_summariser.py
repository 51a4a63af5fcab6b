"""Summaries by a model: what the lines bear out is kept, and two calls are the most."""

from __future__ import annotations

import json

import pytest

from holdfast.ports.models import Reply
from holdfast.ports.summariser import Line, Summary
from holdfast.providers.by_model import ModelSummariser, Usage
from holdfast.providers.by_model.prompting import wording
from holdfast.testing.models import ScriptedModel, failure
from tests.unit.providers.by_model.lines import CHINESE, ENGLISH


def says(text: object) -> str:
    return json.dumps({"summary": text}, ensure_ascii=False)


def summary(*script: str | Reply, lines=ENGLISH, limit: int = 400) -> tuple[Summary, ScriptedModel]:
    model = ScriptedModel(*script)
    return ModelSummariser(model).summarise(lines, limit=limit), model


def test_a_summary():
    found, model = summary(says("Mei moved to Hangzhou in March. Lily has two cats."))
    assert found.text == "Mei moved to Hangzhou in March. Lily has two cats."
    assert (found.error, found.provisional) == ("", False)
    assert found.by.startswith("scripted:summarise-")
    assert len(model.prompts) == 1


def test_what_is_asked():
    _, model = summary(says("Mei moved."), limit=123)
    [prompt] = model.prompts
    assert prompt.instructions == wording("summarise", "en").replace("{limit}", "123")
    assert prompt.data[0].splitlines()[1].endswith("Tom: My sister Lily has two cats.")
    assert prompt.schema is not None
    assert prompt.schema["required"] == ["summary"]
    assert prompt.max_tokens > 123


def test_chinese_is_asked_for_in_chinese():
    found, model = summary(says("王小明搬到杭州。李华养了两只猫。"), lines=CHINESE)
    assert found.text == "王小明搬到杭州。李华养了两只猫。"
    assert model.prompts[0].instructions.startswith("请为数据中的对话")


@pytest.mark.parametrize(
    ("lines", "said", "kept"),
    [
        (ENGLISH, "Mei moved. Lily has three cats. Tom has a sister.", "Mei moved. Tom has a sister."),
        (ENGLISH, "Bob likes tea. Mei moved.", "Mei moved."),
        (CHINESE, "王小明搬家了。李华养了五只猫。他们见面。", "王小明搬家了。他们见面。"),
        (CHINESE, "张伟也来。王小明搬到杭州。", "王小明搬到杭州。"),
        (ENGLISH, "Say who said or did what, by name. Mei moved.", "Mei moved."),
        (CHINESE, "只写数据里有的内容。王小明搬家了。", "王小明搬家了。"),
    ],
)  # fmt: skip
def test_a_made_up_sentence_takes_no_other_with_it(lines, said, kept):
    assert summary(says(said), lines=lines)[0].text == kept


@pytest.mark.parametrize(
    ("lines", "said", "why"),
    [
        (ENGLISH, says("Bob has 9 dogs. Alice likes 8 birds."), "bear it out"),
        (CHINESE, says("张伟养了九只狗。"), "bear it out"),
        (ENGLISH, says("王小明搬家了。"), "another language"),
        (CHINESE, says("Mei moved."), "another language"),
        (ENGLISH, says("I'm sorry, I can't help with that."), "refusal"),
        (CHINESE, "抱歉，我无法总结。", "refusal"),
        (ENGLISH, "Hello.", "bear it out"),
        (ENGLISH, says("The weather was fine."), "bear it out"),
        (CHINESE, says("天气很好。"), "bear it out"),
        (ENGLISH, says(""), "no summary"),
        (ENGLISH, says(7), "no summary"),
        (ENGLISH, "<think>Mei moved, and", "no summary"),
        (ENGLISH, '{"summary": "Mei mov', "bear it out"),
        (ENGLISH, wording("summarise", "en"), "bear it out"),
    ],
)
def test_an_answer_that_is_none(lines, said, why):
    found, model = summary(said, lines=lines)
    assert (found.text, found.provisional) == ("", False)
    assert why in found.error
    assert len(model.prompts) == 1


def test_a_failure_of_the_model_is_passed_on():
    found, _ = summary(failure("timeout"))
    assert (found.text, found.error) == ("", "timeout")


def test_an_answer_that_was_cut_short_is_kept_as_far_as_its_last_sentence():
    found, _ = summary('{"summary": "Mei moved. Lily has two cats. Tom and')
    assert found.text == "Mei moved. Lily has two cats."


LONG = "Mei moved to Hangzhou in March. Lily has two cats. They meet tomorrow."


class TestTooLong:
    def test_it_is_asked_to_shorten_it_once(self):
        found, model = summary(says(LONG), says("Mei moved. Lily has cats."), limit=40)
        assert found.text == "Mei moved. Lily has cats."
        [_, second] = model.prompts
        assert second.instructions.startswith("The text in the data is too long.")
        assert list(second.data) == [LONG]

    def test_then_it_is_cut_at_a_sentence(self):
        found, model = summary(says(LONG), says(LONG), limit=60)
        assert found.text == "Mei moved to Hangzhou in March. Lily has two cats."
        assert len(model.prompts) == 2

    @pytest.mark.parametrize(
        "second", [failure("timeout"), "", says("Bob has 9 dogs."), "抱歉，我无法总结。"]
    )
    def test_the_first_stands_where_the_second_fails(self, second):
        found, model = summary(says(LONG), second, limit=40)
        assert found.text == "Mei moved to Hangzhou in March."
        assert found.error == ""
        assert len(model.prompts) == 2

    def test_in_chinese(self):
        long = "王小明三月搬到了杭州。李华养了两只猫。他们明天见。"
        found, model = summary(says(long), says(long), lines=CHINESE, limit=20)
        assert found.text == "王小明三月搬到了杭州。李华养了两只猫。"
        assert model.prompts[1].instructions.startswith("数据中的文字太长")

    @pytest.mark.parametrize("limit", [1, 2, 5, 30])
    def test_never_longer_than_the_limit(self, limit):
        found, _ = summary(says(LONG), says(LONG), limit=limit)
        assert 1 <= len(found.text) <= limit


@pytest.mark.parametrize(
    ("lines", "limit"), [([], 100), ([Line(id="a", text=" ")], 100), (ENGLISH, 0)]
)
def test_for_nothing_no_model_is_asked(lines, limit):
    found, model = summary("never", lines=lines, limit=limit)
    assert found.error == "There is nothing to summarise."
    assert model.prompts == []


def test_what_it_cost():
    model = ScriptedModel(
        Reply(says(LONG), tokens_in=30, tokens_out=9),
        Reply("", tokens_in=20, tokens_out=1),
        failure("timeout"),
    )
    summariser = ModelSummariser(model)
    for _ in range(2):
        summariser.summarise(ENGLISH, limit=40)
    assert summariser.usage == Usage(calls=3, failures=2, tokens_in=50, tokens_out=10)


def test_the_identity_names_the_model_and_the_wording(monkeypatch):
    one, other = (ModelSummariser(ScriptedModel(identity=name)) for name in ("a", "b"))
    assert one.identity != other.identity
    before = one.identity
    monkeypatch.setattr("holdfast.providers.by_model.asking.edition", lambda *_: "new")
    assert one.identity != before
