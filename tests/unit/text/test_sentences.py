"""Sentences and clauses, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.sentences import clauses, sentences

TEXTS = st.text(alphabet=st.sampled_from('ab A1.,;:!?。，；！？…\n[]【】-—"” 我是了'), max_size=60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I came. I saw!", ["I came.", "I saw!"]),
        ("我来了。你呢？好！", ["我来了。", "你呢？", "好！"]),
        ("Dr. Lee paid 3.50 at 9 a.m. today.", ["Dr. Lee paid 3.50 at 9 a.m. today."]),
        ("J. Smith lives in the U.S. now.", ["J. Smith lives in the U.S. now."]),
        ("So do I. You too.", ["So do I.", "You too."]),
        ("1. Milk\n2. Bread", ["1. Milk", "2. Bread"]),
        ("他说：“走吧！”然后走了。", ["他说：“走吧！”", "然后走了。"]),
        ("Look [a photo of a cat] here", ["Look", "[a photo of a cat]", "here"]),
        ("  \n ", []),
        ("", []),
    ],
)
def test_a_text_is_cut_where_a_sentence_ends(text, expected):
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("I paid 1,200 euros, then left", ["I paid 1,200 euros, ", "then left"]),
        ("我26岁，住在大连。", ["我26岁，", "住在大连。"]),
        ("苹果、梨和桃子", ["苹果、梨和桃子"]),
        ("It rained - a lot", ["It rained - ", "a lot"]),
        ("at 3:30", ["at 3:30"]),
    ],
)
def test_a_sentence_is_cut_where_a_clause_ends(sentence, expected):
    assert clauses(sentence) == expected


@given(TEXTS)
def test_nothing_is_lost_and_nothing_is_empty(text):
    found = sentences(text)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(each == each.strip() and each for each in found)
    for each in found:
        assert "".join(clauses(each)) == each
