"""With rules: where the model fails the rules do it, and it is told when to ask again."""

from __future__ import annotations

import pytest

from holdfast.ports.reviewer import Review
from holdfast.ports.summariser import Line, Summary
from holdfast.providers.by_model import (
    ModelReviewer,
    ModelSummariser,
    ReviewerWithRules,
    SummariserWithRules,
    Usage,
)
from holdfast.providers.by_model.with_rules import Health
from holdfast.testing.models import ScriptedModel, failure
from tests.unit.providers.by_model.lines import CHINESE, ENGLISH, MEMO, FirstWords, NoSecondLine

GOOD = '{"summary": "Mei moved to Hangzhou."}'


class Watch:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def summariser(*script, health: Health | None = None) -> SummariserWithRules:
    return SummariserWithRules(ModelSummariser(ScriptedModel(*script)), FirstWords(), health)


def reviewer(*script, health: Health | None = None) -> ReviewerWithRules:
    return ReviewerWithRules(ModelReviewer(ScriptedModel(*script)), NoSecondLine(), health)


def test_the_model_first():
    both = summariser(GOOD)
    assert both.summarise(ENGLISH, limit=99) == Summary("Mei moved to Hangzhou.", by=both.identity)
    assert (both.well, both.trouble) == (True, "")


@pytest.mark.parametrize("lines", [ENGLISH, CHINESE])
@pytest.mark.parametrize("bad", [failure("timeout"), "", "抱歉，我无法总结。", '{"summary": 7}'])
def test_else_the_rules_for_the_time_being(lines, bad):
    both = summariser(bad)
    made = both.summarise(lines, limit=99)
    rules = FirstWords().summarise(lines, limit=99)
    assert made == Summary(rules.text, by="first-words:1", provisional=True)
    assert made.by != both.identity
    assert (both.well, bool(both.trouble)) == (False, True)


def test_where_the_rules_fail_too_both_errors_are_told():
    class NoWords(FirstWords):
        def summarise(self, lines, *, limit):
            return Summary(error="No words.", by=self.identity)

    both = SummariserWithRules(ModelSummariser(ScriptedModel(failure("Down."))), NoWords())
    made = both.summarise(ENGLISH, limit=99)
    assert (made.text, made.error) == ("", "Down. No words.")


@pytest.mark.parametrize(("lines", "limit"), [([], 9), ([Line(id="a", text="")], 9), (ENGLISH, 0)])
def test_for_nothing_no_model_is_asked(lines, limit):
    both = summariser()
    assert both.summarise(lines, limit=limit).provisional is False
    assert both.usage.calls == 0
    assert both.well


def test_a_review_by_the_rules():
    both = reviewer('{"changes": []}', failure("timeout"))
    assert both.review(MEMO) == Review(by=both.identity)
    assert both.well
    assert both.review(MEMO) == NoSecondLine().review(MEMO)
    assert (both.well, both.trouble) == (False, "timeout")
    assert both.usage == Usage(calls=2, failures=1)


@pytest.mark.parametrize("make", [summariser, reviewer])
def test_it_is_well_again_after_a_rest_or_a_good_answer(make):
    watch = Watch()
    good = GOOD if make is summariser else '{"changes": []}'
    both = make(failure("down"), failure("down"), good, health=Health(rest_seconds=30, clock=watch))

    def ask() -> None:
        both.summarise(ENGLISH, limit=99) if make is summariser else both.review(MEMO)

    assert both.well, "before the first call there is nothing against it"
    ask()
    watch.now = 29.0
    assert not both.well
    watch.now = 30.0
    assert both.well, "worth a try"
    ask()
    assert not both.well
    ask()
    assert both.well


@pytest.mark.parametrize("make", [summariser, reviewer])
def test_it_is_not_well_while_its_server_is_left_alone(make):
    ready = [False]
    both = make(health=Health(lambda: ready[0]))
    assert not both.well
    ready[0] = True
    assert both.well
