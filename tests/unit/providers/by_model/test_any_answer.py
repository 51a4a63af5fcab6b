"""Whatever a model answers: nothing is raised, and what comes of it keeps the contract."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.domain.topic import TOPICS
from holdfast.ports.reviewer import Action
from holdfast.providers.by_model import ModelExtractor, ModelReviewer, ModelSummariser
from holdfast.providers.by_model.bearing import Phrase, Text
from holdfast.providers.by_model.reading import LONGEST
from holdfast.providers.by_model.trusting import Ground
from holdfast.testing.models import ScriptedModel
from tests.unit.providers.by_model.lines import CHINESE, ENGLISH, MEMO, MEMO_ZH
from tests.unit.providers.by_model.talks import TALK, TALK_ZH

PIECES = [
    '{"summary": "', '{"changes": [', '{"line": 1, "other": 4, "kind": "contradicts", ',
    '"action": "drop"}', '"action": "rewrite", "text": "', "<think>", "</think>", "```json\n", "```",
    "Mei moved to Hangzhou. ", "Lily has 9 cats. ", "李华养了两只猫。", "张伟养了九只狗。", "}", "]", '"',
    ", ", "\\", "\\u4e", "\n", "I'm sorry, I can't. ", "抱歉，我无法总结。", "\ud83d", "\x00", "1e999", "NaN",
]  # fmt: skip
VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
ITEM = st.fixed_dictionaries(
    {},
    optional={
        "line": st.integers(-1, 6) | VALUES,
        "other": st.integers(-1, 6) | VALUES,
        "kind": st.sampled_from(["repeats", "contradicts"]) | VALUES,
        "action": st.sampled_from(["drop", "rewrite"]) | VALUES,
        "reason": VALUES,
        "text": st.sampled_from(["Mei lives here.", "小明住这里。", "Bob has 9."]) | VALUES,
    },
)
SAID = (
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
    | st.text(max_size=60)
    | VALUES.map(json.dumps)
    | st.lists(ITEM | VALUES, max_size=8).map(lambda items: json.dumps({"changes": items}))
)


@settings(max_examples=150, deadline=None)
@given(first=SAID, second=SAID, limit=st.integers(-1, 60), chinese=st.booleans())
def test_a_summary(first, second, limit, chinese):
    lines = CHINESE if chinese else ENGLISH
    model = ScriptedModel(first, second)
    made = ModelSummariser(model).summarise(lines, limit=limit)
    assert bool(made.text) != bool(made.error)
    assert len(made.text) <= max(limit, 0)
    assert len(model.prompts) <= 2
    assert made.text.encode() is not None
    if len(made.text) < limit and not made.text.endswith("…"):
        assert Ground(lines).invented(made.text) == ""


@settings(max_examples=150, deadline=None)
@given(said=SAID, chinese=st.booleans())
def test_a_review(said, chinese):
    lines = MEMO_ZH if chinese else MEMO
    found = ModelReviewer(ScriptedModel(said)).review(lines)
    targets = [change.target for change in found.changes]
    assert len(set(targets)) == len(targets)
    assert set(targets) <= {line.id for line in lines}
    assert sum(change.action is Action.DROP for change in found.changes) < len(lines)
    for change in found.changes:
        assert change.reason
        assert (change.action is Action.REWRITE) == bool(change.text)
        assert Ground(lines).invented(change.text) == ""


CLAIM = st.fixed_dictionaries(
    {},
    optional={
        "lines": st.lists(st.integers(-1, 6) | st.sampled_from("abcde"), max_size=5) | VALUES,
        "topic": st.sampled_from(["home", "like", "pet", "instruction", "plan"]) | VALUES,
        "value": st.sampled_from(
            ["Hangzhou", "tea", "Lily", "2 cats", "Paris", "杭州", "李华", "龙井"]
        )
        | VALUES,
        "about": st.sampled_from(["user", "Tom", "Lily", "小红", "妹妹", "I"]) | VALUES,
        "since": st.sampled_from(["2026-05-02", "2026-03", "0001-01-01", "9999-12-31"]) | VALUES,
        "until": st.sampled_from(["2026-05-02T09:00", "1990", "2026-05-01T00:00+14:00"]) | VALUES,
        "text": VALUES,
        "sub": VALUES,
        "was": VALUES,
        "ends": VALUES,
        "corrects": VALUES,
        "confidence": VALUES,
    },
)
FOUND = st.fixed_dictionaries(
    {"claims": st.lists(CLAIM | VALUES, max_size=6) | VALUES},
    optional={
        name: st.lists(
            st.sampled_from(["Mei moved to Hangzhou.", "tomorrow", "用户喜欢龙井。"]) | VALUES
        )
        | VALUES
        for name in ("gists", "emotions", "intents", "keywords", "times", "places", "tags")
    },
)


@settings(max_examples=300, deadline=None)
@given(said=SAID | FOUND.map(json.dumps), chinese=st.booleans())
def test_an_extraction(said, chinese):
    lines = TALK_ZH if chinese else TALK
    texts = {each.id: each.text for each in lines if each.me not in ("", "assistant")}
    model = ScriptedModel(said)
    made = ModelExtractor(model).extract(lines)
    assert len(model.prompts) == 1
    assert made.untrusted in ("", made.by)
    assert not made.error or made == type(made)(
        error=made.error, by=made.by, untrusted=made.untrusted
    )
    assert repr(made).encode() is not None
    for claim in made.claims:
        assert claim.topic in TOPICS
        assert claim.sources
        assert set(claim.sources) <= set(texts)
        assert all(Text(texts[each]).bearing(Phrase(claim.value)) for each in claim.sources)
        assert 0 <= claim.confidence <= 1
        assert not (claim.since and claim.until) or claim.since < claim.until
    everything = "\n".join(texts.values())
    for word in (*made.sense.keywords, *made.sense.times, *made.sense.places):
        assert Text(everything).bearing(Phrase(word))


@pytest.mark.parametrize(
    "piece",
    ["A. ", "Mr. ", "Mei ", "a\n", "猫。", "1 ", "Mei's ", "小李", "<think></think>", '{"line":1}',
     '{"line":1,"other":4,"kind":"repeats","action":"drop"},', "two ", "三", "“", "-",
     '{"lines":[1],"topic":"like","value":"tea"},', '{"claims":[{"lines":[1],"topic":"like","value":"tea"}]}',
     "tomorrow "],
)  # fmt: skip
def test_no_answer_takes_long(piece):
    """The test's own time-out would end it."""
    said = piece * (LONGEST // len(piece))
    ModelSummariser(ScriptedModel(said, said)).summarise(ENGLISH, limit=200)
    ModelReviewer(ScriptedModel(said)).review(MEMO)
    ModelExtractor(ScriptedModel(said)).extract(TALK)
    ModelExtractor(ScriptedModel(json.dumps({"gists": [said[:50_000]]}))).extract(TALK)
