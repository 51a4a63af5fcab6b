"""Briefing: a model is told what is asked for besides the usual."""

from __future__ import annotations

import json

import pytest

from holdfast.domain.scheme import SchemeTopic, SubTopic, Tag
from holdfast.ports.extractor import Brief, briefed
from holdfast.providers.by_model import ExtractorWithRules, ModelExtractor
from holdfast.providers.by_model.briefing import brief_in
from holdfast.providers.by_model.prompting import wording
from holdfast.testing.models import ScriptedModel, failure
from tests.unit.providers.by_model.talks import TALK, SaysLikes, answer, claim

GAME = SubTopic(
    name="favorite_game",
    description="the one\nthey like best",
    update_description="a newer one replaces it",
)
GAMING = SchemeTopic(name="gaming_life", description="what they play", subs=(GAME,))
BRIEF = Brief(
    topics=(GAMING,), theme="what they build", tags=(Tag(name="mood", description="a word"),)
)


def test_all_of_it_is_told_on_lines_of_its_own():
    told = brief_in(BRIEF, "en")
    described = "favorite game (the one they like best; a newer one replaces it)"
    assert f"gaming_life (what they play): {described}." in told
    assert "what they build" in told
    assert "mood (a word)" in told
    assert told.count("\n- ") == 3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_not_asked_for_is_not_told(language):
    assert brief_in(Brief(), language) == ""
    (line,) = brief_in(Brief(theme="dragons"), language).strip().splitlines()
    assert "dragons" in line
    assert "{" not in line


def test_a_long_description_is_cut():
    assert len(brief_in(Brief(theme="x" * 9_000), "en")) < 700


def test_a_topic_of_its_own_is_taken():
    given = claim([1], "gaming_life", "Hangzhou", sub="Favorite_Game")
    model = ScriptedModel(answer(given), answer(given))
    plain = ModelExtractor(model)
    extractor = briefed(plain, BRIEF)
    (made,) = extractor.extract(TALK).claims
    assert (made.topic, made.sub, made.value) == ("gaming_life", "favorite game", "Hangzhou")
    (prompt,) = model.prompts
    assert prompt.instructions.endswith(brief_in(BRIEF, "en"))
    assert '"gaming_life"' in json.dumps(prompt.schema)
    assert plain.extract(TALK).claims == ()  # who was not briefed does not know the topic
    assert extractor.identity == plain.identity
    assert plain.usage.calls == 2


def test_a_sub_topic_may_have_a_long_name_if_it_was_asked_for():
    long = "what they would play if they had a week off"
    topic = SchemeTopic(name="gaming", subs=(SubTopic(name=long.replace(" ", "_")),))
    model = ScriptedModel(answer(claim([1], "gaming", "Hangzhou", sub=long)))
    (made,) = briefed(ModelExtractor(model), Brief(topics=(topic,))).extract(TALK).claims
    assert made.sub == long


def test_without_a_brief_nothing_changes():
    extractor = ModelExtractor(ScriptedModel(answer()))
    assert briefed(extractor, Brief()) is extractor
    rules = SaysLikes()
    assert briefed(rules, BRIEF) is rules


def test_rules_still_stand_in():
    model = ScriptedModel(failure("Down."))
    both = ExtractorWithRules(ModelExtractor(model), SaysLikes())
    made = briefed(both, BRIEF).extract(TALK)
    assert made.provisional
    assert both.trouble == "Down."  # the two share their health
    assert wording("extract", "en")[:40] in model.prompts[0].instructions
