"""With rules: where the model fails the rules do it, and it is told when to ask again."""

from __future__ import annotations

import pytest

from holdfast.ports.extractor import Extraction
from holdfast.ports.reviewer import Review
from holdfast.ports.summariser import Line, Summary
from holdfast.providers.by_model import (
    ExtractorWithRules,
    ModelExtractor,
    ModelReviewer,
    ModelSummariser,
    ReviewerWithRules,
    SummariserWithRules,
    Usage,
)
from holdfast.providers.by_model.with_rules import Health
from holdfast.testing.models import ScriptedModel, failure
from tests.unit.providers.by_model.lines import CHINESE, ENGLISH, MEMO, FirstWords, NoSecondLine
from tests.unit.providers.by_model.talks import TALK, TALK_ZH, SaysLikes, answer, claim, talk
from tests.unit.providers.by_model.test_extractor import long_talk

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


def extractor(*script, health: Health | None = None) -> ExtractorWithRules:
    return ExtractorWithRules(ModelExtractor(ScriptedModel(*script)), SaysLikes(), health)


MAKERS = [summariser, reviewer, extractor]
GOOD_OF = {summariser: GOOD, reviewer: '{"changes": []}', extractor: '{"claims": []}'}


def ask(both) -> None:
    if isinstance(both, SummariserWithRules):
        both.summarise(ENGLISH, limit=99)
    elif isinstance(both, ReviewerWithRules):
        both.review(MEMO)
    else:
        both.extract(TALK)


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


@pytest.mark.parametrize("make", MAKERS)
def test_it_is_well_again_after_a_rest_or_a_good_answer(make):
    watch = Watch()
    health = Health(rest_seconds=30, clock=watch)
    both = make(failure("down"), failure("down"), GOOD_OF[make], health=health)
    assert both.well, "before the first call there is nothing against it"
    ask(both)
    watch.now = 29.0
    assert not both.well
    watch.now = 30.0
    assert both.well, "worth a try"
    ask(both)
    assert not both.well
    ask(both)
    assert both.well


@pytest.mark.parametrize("make", MAKERS)
def test_it_is_not_well_while_its_server_is_left_alone(make):
    ready = [False]
    both = make(health=Health(lambda: ready[0]))
    assert not both.well
    ready[0] = True
    assert both.well


def test_the_claims_of_the_model():
    both = extractor(answer(claim([1], "home", "Hangzhou")))
    made = both.extract(TALK)
    assert [each.value for each in made.claims] == ["Hangzhou"]
    assert (made.by, made.provisional, both.well) == (both.identity, False, True)


@pytest.mark.parametrize("lines", [TALK, TALK_ZH])
@pytest.mark.parametrize(
    "bad", [failure("timeout"), "", "抱歉，我无法回答。", answer(claim([1], "home", "Oslo"))]
)
def test_else_the_claims_of_the_rules_for_the_time_being(lines, bad):
    both = extractor(bad)
    made = both.extract(lines)
    untrusted = both.identity if isinstance(bad, str) else ""
    rules = SaysLikes().extract(lines)
    assert made == rules._replace(provisional=True, untrusted=untrusted)
    assert made.by == "says-likes:1"
    assert (both.well, bool(both.trouble)) == (False, True)
    assert both.usage == Usage(calls=1, failures=1)


@pytest.mark.parametrize("lines", [[], talk("assistant: Hi"), talk("user: I like tea", known=1)])
def test_where_nobody_speaks_no_model_is_asked(lines):
    both = extractor()
    assert both.extract(lines) == SaysLikes().extract(lines)
    assert both.usage.calls == 0


def test_what_is_too_long_for_a_model_is_read_by_the_rules():
    lines = long_talk(40)
    both = extractor(*[answer(claim([1], "like", "tea0010"))] * 3)
    made = both.extract(lines)
    assert [each.sources[0] for each in made.claims] == [*(f"m{at}" for at in range(10)), "m10"]
    assert made.by == f"{both.identity}, and says-likes:1 for 10 that it did not read"
    assert not made.provisional, "no later answer would change that"


def test_one_that_is_all_too_long():
    lines = talk("user: " + "I like tea. " * 2_000)
    both = extractor()
    assert both.extract(lines) == SaysLikes().extract(lines)
    assert both.usage.calls == 0


def test_where_both_fail_both_say_so():
    class NoClaims(SaysLikes):
        def extract(self, said):
            return Extraction(error="No claims.", by=self.identity)

    both = ExtractorWithRules(ModelExtractor(ScriptedModel(failure("Down."))), NoClaims())
    made = both.extract(TALK)
    assert (made.claims, made.error) == ((), "Down. No claims.")
