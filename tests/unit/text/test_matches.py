"""Matches: where two texts meet."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text.analysis import terms
from holdfast.text.matches import matched, spans


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("Lily hikes a lot", "hiking with lily", ["Lily", "hikes"]),
        ("Where did Wang Er go?", "wang er went home", ["Wang", "Er"]),
        ("nothing here", "something else", []),
        ("", "tea", []),
        ("tea", "", []),
        ("Tea, tea, TEA", "tea", ["Tea", "tea", "TEA"]),
        ("tea and tea", "teas", ["tea"]),
        ("it cost $1,200.", "1200", ["1,200"]),
        ("write to lily@example.com", "lily", ["lily"]),
        ("write to lily@example.com", "lily@example.com", ["lily@example.com"]),
        ("use camelCase", "case", ["Case"]),
        ("at the CAFÉ", "cafe", ["CAFÉ"]),
        ("at the cafe\u0301 now", "café", ["cafe\u0301"]),
        ("Ｌｉｌｙ came", "lily", ["Ｌｉｌｙ"]),
        ("Li\u200bly came", "lily", ["Li\u200bly"]),
        ("ﬁne tea", "tea", ["tea"]),
        ("我去過臺灣", "台湾", ["臺灣"]),
        ("昨天我去了成都", "成都昨天下雨", ["昨天", "成都"]),
        ("Lily昨天去了成都", "lily在成都", ["Lily", "成都"]),
        ("5月31日去看海", "2024-05-31", ["5月31日"]),
        ("王二养了一只猫", "小猫咪", ["猫"]),
        ("猫很可爱", "狗", []),
        ("ガラス", "ｶﾞﾗｽ", ["ガラス"]),
        ("ｶﾞﾗｽのコップ", "ガラス", ["ｶﾞﾗｽ"]),
        ("😀 Lily 😀", "lily", ["Lily"]),
    ],
)
def test_matched(text, other, expected):
    assert matched(text, terms(other)) == expected


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("Lily hikes in 臺灣", "hiking, 台湾", [(5, 10), (14, 16)]),
        ("tea, tea", "tea", [(0, 3), (5, 8)]),
        ("ﬁnd tea", "tea", [(4, 7)]),
        ("snake_case", "snake_case", [(0, 10)]),
    ],
)
def test_spans(text, other, expected):
    assert spans(text, terms(other)) == expected


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    st.text(st.one_of(st.characters(), st.sampled_from("abC 1.,_-'我猫成都臺灣月ガｶﾞé\u0301\u200b")))
)
def test_spans_lie_inside_the_text_apart_and_in_order(text):
    found = spans(text, terms(text))
    assert all(0 <= start < end <= len(text) for start, end in found)
    assert all(one[1] <= other[0] for one, other in pairwise(found))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="abC 1.,_-'我猫成都臺灣月日ガｶﾞé\u0301\u200b，。"))
def test_a_text_with_words_matches_itself(text):
    own = terms(text)
    assert bool(spans(text, own)) == bool(own.words or own.characters)
