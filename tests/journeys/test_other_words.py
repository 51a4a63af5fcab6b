"""One thing said several times is one hit; two things that look alike are two."""

from __future__ import annotations

import pytest

from holdfast import Memory
from holdfast.flow.recall import near
from tests.journeys.other_words import ONE_THING_EN, ONE_THING_ZH, TWO_THINGS_EN, TWO_THINGS_ZH

PARAPHRASES = {
    "en": (
        "What am I allergic to?",
        [
            "I'm allergic to peanuts.",
            "I am allergic to peanuts, you know.",
            "As I told you before, I'm allergic to peanuts!",
            "Please remember that I am really allergic to peanuts.",
            "By the way: I'm still allergic to peanuts.",
        ],
        ["My sister is allergic to pollen.", "I am not allergic to walnuts."],
    ),
    "zh": (
        "我对什么过敏？",
        [
            "我对花生过敏。",
            "我跟你说过，我对花生过敏。",
            "我對花生過敏啊！",
            "记得，我其实对花生过敏。",
            "对了，我现在对花生很过敏的。",
        ],
        ["我妹妹对花粉过敏。", "我对核桃不过敏。"],
    ),
}


@pytest.fixture
def memory():
    with Memory.open(":memory:", worker=False) as opened:
        yield opened


def hits_of(memory: Memory, *texts: str) -> int:
    memory.add("wang", list(texts))
    return len(memory.recall("wang", ""))


@pytest.mark.capability("C9")
@pytest.mark.parametrize("language", PARAPHRASES)
def test_five_paraphrases_are_one_hit_with_five_sources(memory, language):
    question, said, others = PARAPHRASES[language]
    ids = [memory.add("wang", text, session=f"s{at}")[0] for at, text in enumerate(said)]
    apart = memory.add("wang", others)
    found = memory.recall("wang", question)
    assert [set(hit.sources) for hit in found if len(hit.sources) > 1] == [set(ids)]
    assert {hit.sources for hit in found if len(hit.sources) == 1} == {(id_,) for id_ in apart}
    shown = next(hit for hit in found if len(hit.sources) > 1)
    assert shown.text == said[ids.index(shown.sources[0])]
    trim = memory.explain(found).stages[-1]
    assert f"folded into {shown.sources[0]}" in trim.note
    assert all(id_ in trim.note for id_ in ids)


@pytest.mark.capability("C9")
@pytest.mark.parametrize(("one", "other"), ONE_THING_EN + ONE_THING_ZH)
def test_one_thing_said_twice_is_one_hit(memory, one, other):
    assert hits_of(memory, one, other) == 1


@pytest.mark.capability("C9")
@pytest.mark.parametrize(("one", "other"), TWO_THINGS_EN + TWO_THINGS_ZH)
def test_two_things_that_look_alike_are_two_hits(memory, one, other):
    assert hits_of(memory, one, other) == 2


def test_there_are_thirty_pairs_of_each():
    for pairs in (ONE_THING_EN, ONE_THING_ZH, TWO_THINGS_EN, TWO_THINGS_ZH):
        assert len(set(pairs)) >= 30


def test_by_closeness_alone_things_that_look_alike_would_be_one(memory, monkeypatch):
    monkeypatch.setattr(near, "others", lambda _one, _other: 0)
    folded = [
        pair
        for at, pair in enumerate(TWO_THINGS_EN + TWO_THINGS_ZH)
        if len(_recalled(memory, f"user-{at}", pair)) == 1
    ]
    assert len(folded) > 20


def _recalled(memory, user, pair):
    memory.add(user, list(pair))
    return memory.recall(user, "")


@pytest.mark.parametrize("text", ["I went running yesterday, you know.", "我昨天其实去跑步了。"])
def test_a_day_that_moves_is_another_day_when_said_on_another(memory, text):
    plain = {"I went running yesterday, you know.": "I went running yesterday."}
    other = plain.get(text, "我昨天去跑步了。")
    memory.add("wang", text, at="2024-05-01T10:00:00Z")
    memory.add("wang", other, at="2024-05-09T10:00:00Z")
    memory.add("li", text, at="2024-05-01T10:00:00Z")
    memory.add("li", other, at="2024-05-01T12:00:00Z")
    assert len(memory.recall("wang", "")) == 2
    assert len(memory.recall("li", "")) == 1


def test_what_another_said_is_not_the_same(memory):
    memory.add("wang", {"role": "user", "content": "I'm allergic to peanuts."})
    memory.add("wang", {"role": "assistant", "content": "I am allergic to peanuts, you know."})
    memory.add(
        "wang", {"role": "user", "content": "Well, I'm allergic to peanuts.", "speaker": "Li"}
    )
    assert len(memory.recall("wang", "")) == 3


def test_as_many_are_found_as_are_wanted(memory):
    memory.add("wang", [f"Well, I like tea{'!' * n}" for n in range(3)])
    memory.add("wang", ["I like tea, you know.", "I like cake.", "I like rain.", "I like snow."])
    assert len(memory.recall("wang", "What do I like?", k=4)) == 4
