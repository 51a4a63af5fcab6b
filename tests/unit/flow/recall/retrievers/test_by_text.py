"""By text, against BM25 written out."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.flow.recall import weights
from holdfast.flow.recall.ask import asked
from holdfast.flow.recall.retrievers import by_text as by_text_module
from holdfast.flow.recall.retrievers.by_text import by_text
from holdfast.text.analysis import WORDS_FROM, terms
from tests.unit.flow.recall.sheets import Said, index

WORDS = ["tea", "milk", "cake", "museum", "piano", "harbour", "火锅", "猫"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


def held(texts: list[str]) -> list[Counter[int]]:
    found = [terms(text) for text in texts]
    return [Counter([*each.word_ids, *each.character_ids]) for each in found]


def rarities(texts: list[str], question: str) -> dict[int, float]:
    """What each term is worth, by how many of the messages hold it."""
    documents, wanted, worth = held(texts), asked(question), dict[int, float]()
    for term, weight in zip(wanted.terms, wanted.weights, strict=True):
        holders = sum(1 for each in documents if each[term])
        worth[term] = weight * math.log(1 + (len(texts) - holders + 0.5) / (holders + 0.5))
        common = len(texts) > weights.FEW and holders > weights.COMMON * len(texts)
        if term < WORDS_FROM and common:
            worth[term] = 0.0
    return worth


def bm25(texts: list[str], worth: dict[int, float]) -> list[float]:
    """The formula, as a share of what all terms are worth."""
    documents, best = held(texts), sum(worth.values())
    mean = sum(sum(each.values()) for each in documents) / len(documents)
    scores = [0.0] * len(texts)
    for place, each in enumerate(documents):
        for term, rarity in worth.items():
            if each[term]:
                length = 1 - weights.LENGTH + weights.LENGTH * sum(each.values()) / mean
                count = each[term] * (weights.SATURATION + 1)
                scores[place] += rarity * count / (each[term] + weights.SATURATION * length)
    return [score / best if best else 0.0 for score in scores]


@pytest.mark.parametrize("by_hand", [0, 64])
@settings(deadline=None)
@given(
    said=st.lists(st.tuples(TEXTS, st.sampled_from("stu")), min_size=1, max_size=40),
    question=TEXTS,
)
def test_messages_and_sessions_are_scored_by_bm25(by_hand, said, question):
    made = index(*(Said(text, session) for text, session in said))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_text_module, "_FEW", by_hand)
        messages, sessions = by_text(made, asked(question))
    texts = [text for text, _ in said]
    worth = rarities(texts, question)
    assert messages.tolist() == pytest.approx(bm25(texts, worth), rel=1e-6)
    whole: dict[str, list[str]] = {}
    for text, session in said:
        whole.setdefault(session, []).append(text)
    joined = [" ".join(texts) for texts in whole.values()]
    assert sessions.tolist() == pytest.approx(bm25(joined, worth), rel=1e-6)


@pytest.mark.parametrize("question", ["猫 museum", "猫。 Which museum?", "Which museum? 猫。"])
def test_a_character_that_many_messages_hold_is_worth_nothing(question):
    said = [f"熊猫 number {n}" for n in range(20)]
    messages, _ = by_text(index(*said, "a museum"), asked(question))
    assert messages.argmax() == 20
    assert messages[:20].tolist() == [0] * 20


def test_a_message_that_holds_every_word_has_about_1():
    messages, _ = by_text(index("museum tea", "piano cake", "milk rice"), asked("museum tea"))
    assert messages.tolist() == pytest.approx([1, 0, 0], rel=1e-4)


def test_a_word_that_everybody_uses_still_counts():
    messages, _ = by_text(index("tea", "tea"), asked("tea"))
    assert (messages > 0).all()


def test_a_rare_word_counts_more_than_a_common_one():
    messages, _ = by_text(index(*["red tea"] * 9, "red jade"), asked("tea jade"))
    assert messages.argmax() == 9


def test_a_long_message_is_held_back():
    messages, _ = by_text(index("tea", "tea " + "museum " * 50), asked("tea"))
    assert messages[0] > messages[1]


@pytest.mark.parametrize("question", ["", "...", "unheard"])
def test_no_word_in_common_is_nothing(question):
    messages, sessions = by_text(index("tea", "milk"), asked(question))
    assert messages.tolist() == [0, 0]
    assert sessions.tolist() == [0]


def test_messages_without_words_are_no_stumbling_block():
    with np.errstate(all="raise"):
        messages, _ = by_text(index("", "...", "tea"), asked("tea"))
        assert messages.tolist()[:2] == [0, 0]
        assert by_text(index("", ""), asked("tea"))[0].tolist() == [0, 0]
