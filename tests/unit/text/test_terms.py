"""Terms: what keyword search matches."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text.terms import asked_terms, fold, stored_terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", []),
        (" \n?!…😀", []),
        ("Tea for TWO", ["tea", "for", "two"]),
        ("snake_case", ["snake", "case"]),
        ("ＴＥＡ１２", ["tea12"]),
        ("ﬁne", ["fine"]),
        ("Straße", ["strasse"]),
        ("成都", ["成都"]),
        ("猫", ["猫"]),
        ("猫。狗", ["猫", "狗"]),
        ("Lily搬到成都", ["lily", "搬到成都"]),
        ("ｶﾞﾗｽ", ["ガラス"]),
        ("人々", ["人々"]),
        ("𠮷野家", ["𠮷野家"]),
        ("3月5日", ["3", "月", "5", "日"]),
    ],
)
def test_words_are_terms_and_so_are_runs_that_nothing_divides(text, terms):
    assert stored_terms(text) == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", []),
        ("Tea, tea, TEA!", ["tea"]),
        ("成都", ["成都"]),
        ("去成都", ["去成", "成都"]),
        ("猫", ["猫"]),
        ("成都 or 猫?", ["成都", "or", "猫"]),
    ],
)
def test_a_question_asks_for_each_term_once(text, terms):
    assert asked_terms(text) == terms


@pytest.mark.parametrize("letter", ["a", "é"])
def test_a_word_without_end_is_cut_into_pieces_the_same_way_on_both_sides(letter):
    pieces = [letter * 64, letter * 64, letter * 2]
    assert stored_terms(letter * 130) == pieces
    assert asked_terms(letter * 130) == [letter * 64, letter * 2]


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text())
def test_whatever_is_said_can_be_asked_for_in_the_same_words(text):
    stored = stored_terms(text)
    assert set(asked_terms(text)) <= {*stored}
    assert " ".join(stored).split() == stored


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(alphabet="abcXYZ ÀÉ0９成都猫狗"))
def test_case_and_width_make_no_difference(text):
    assert stored_terms(text.upper()) == stored_terms(text.lower()) == stored_terms(fold(text))
