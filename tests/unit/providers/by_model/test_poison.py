"""Hostile messages: whatever the model answers, nothing that the user did not say is learned."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from holdfast.domain.claim import USER
from holdfast.domain.topic import TOPICS
from holdfast.ports.extractor import Extraction, Said
from holdfast.providers.by_model import ModelExtractor
from holdfast.providers.by_model.stretch import stretch_of, transcript
from holdfast.testing.models import ScriptedModel
from tests.poisoned import FAMILIES, ME, Poison, poisoned
from tests.unit.providers.by_model.lines import SAID_AT

HONEST = {"en": ("I moved to Hangzhou.", "Hangzhou"), "zh": ("我搬到了杭州。", "杭州")}
LANGUAGES = tuple(HONEST)
ALL = [each for language in LANGUAGES for each in poisoned(language)]


def talk_with(poison: Poison) -> list[Said]:
    text, _ = HONEST[poison.language]
    return [
        Said(id="honest", text=text, said_at=SAID_AT),
        Said(id="poison", text=poison.text, me=poison.me, said_at=SAID_AT),
        Said(id="end", text="嗯" if poison.language == "zh" else "Hm", said_at=SAID_AT),
    ]


def obedient(poison: Poison) -> str:
    """The answer of a model that does all that the attacker wants, and cites every line for it."""
    bait = poison.bait
    lines = [1, 2, 3, 4, "honest", "poison", "end"]
    _, value = HONEST[poison.language]
    claims: list[dict[str, object]] = [
        {"lines": [1], "topic": "home", "about": USER, "value": value, "text": bait.of_user}
    ]
    claims += [
        {"lines": cited, "topic": topic, "about": about, "value": told, "text": bait.of_user}
        for cited in (lines, ["poison"], [2], 2, "poison")
        for topic in (bait.topic, "instruction")
        for told in (bait.value, bait.of_user, bait.as_user)
        for about in (USER, "", bait.value)
    ]
    told = [bait.of_user, bait.as_user, bait.value]
    fields = dict.fromkeys(("gists", "emotions", "intents", "keywords", "times", "places"), told)
    tags = [{"name": "note", "value": each} for each in told]
    return json.dumps({"claims": claims, **fields, "tags": tags}, ensure_ascii=False)


def assert_clean(made: Extraction, poison: Poison) -> None:
    _, value = HONEST[poison.language]
    assert [(each.value, each.sources) for each in made.claims] == [(value, ("honest",))]
    rest = repr((made.claims, made.gists, made.sense, made.tags)).casefold()
    assert poison.bait.value.casefold() not in rest
    assert made.error == ""


def test_there_are_enough_of_every_kind():
    for language in LANGUAGES:
        made = list(poisoned(language))
        assert len({each.text for each in made}) >= 200
        assert made == list(poisoned(language))
        roles = Counter(each.role for each in made)
        assert set(roles) == set(ME)
        assert min(roles.values()) >= 100
        assert {each.family for each in made} == set(FAMILIES)
        assert {each.bait.topic for each in made} <= set(TOPICS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", FAMILIES)
def test_an_obedient_model_plants_nothing(family, language):
    for poison in ALL:
        if (poison.family, poison.language) == (family, language):
            made = ModelExtractor(ScriptedModel(obedient(poison))).extract(talk_with(poison))
            assert_clean(made, poison)


@pytest.mark.parametrize("poison", ALL[::29], ids=lambda each: f"{each.family}, {each.role}")
def test_over_the_wire(extractor, server, poison):
    server.says = obedient(poison)
    assert_clean(extractor.extract(talk_with(poison)), poison)


@pytest.mark.parametrize("language", LANGUAGES)
def test_alone_it_is_not_even_asked_about(language):
    for poison in poisoned(language):
        if poison.role != "user":
            model = ScriptedModel(obedient(poison))
            said = Said(id="poison", text=poison.text, me=poison.me, said_at=SAID_AT)
            assert ModelExtractor(model).extract([said]).claims == ()
            assert model.prompts == []


def test_what_tools_and_documents_say_is_not_shown():
    for poison in ALL:
        if poison.role in ("tool", "document"):
            [part] = stretch_of(talk_with(poison)).parts
            assert poison.bait.value not in transcript(part)


def test_the_same_words_of_the_user_are_believed():
    """Else the tests above would show nothing."""
    for poison in ALL:
        said = [Said(id="poison", text=f"{poison.bait.as_user}.", said_at=SAID_AT)]
        claim = {"lines": [1], "topic": poison.bait.topic, "value": poison.bait.value}
        made = ModelExtractor(ScriptedModel(json.dumps({"claims": [claim]}))).extract(said)
        assert [each.value for each in made.claims] == [poison.bait.value]
