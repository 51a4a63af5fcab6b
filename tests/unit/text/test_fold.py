"""Folding: one form for what is the same to a reader."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text.fold import fold, plain, simple, simplified, traditional


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("Tea for TWO", "tea for two"),
        ("Ｌｉｌｙ", "lily"),
        ("１２３", "123"),
        ("３：３０", "3:30"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("ﬁne", "fine"),
        ("Straße", "strasse"),
        ("STRASSE", "strasse"),
        ("café", "cafe"),
        ("cafe\u0301", "cafe"),
        ("CAFÉ", "cafe"),
        ("Zoë", "zoe"),
        ("Łukasz", "lukasz"),
        ("smørrebrød", "smorrebrod"),
        ("ǿ", "o"),
        ("İstanbul", "istanbul"),
        ("ısı", "isi"),
        ("Ångström", "angstrom"),
        ("Nguyễn Thị Ánh", "nguyen thi anh"),
        ("œuvre", "oeuvre"),
        ("𝐁𝐨𝐥𝐝", "bold"),
        ("don’t", "don't"),
        ("don‘t", "don't"),
        ("e‑mail", "e-mail"),
        ("Li\u200bly", "lily"),
        ("co\u00adop", "coop"),
        ("\ufeffLily", "lily"),
        ("a\u202eb\u202c", "ab"),
        ("臺灣", "台湾"),
        ("台灣", "台湾"),
        ("我愛妳", "我爱你"),
        ("頭髮發光", "头发发光"),
        ("乾杯", "干杯"),
        ("後面", "后面"),
        ("什麼", "什么"),
        ("已经是简体", "已经是简体"),
        ("\uf914", "乐"),
        ("⼈", "人"),
        ("é̂tude", "etude"),
        ("Й", "й"),
        ("И\u0306", "й"),
        ("ΐ", "ΐ"),
        ("한국어", "한국어"),
        (unicodedata.normalize("NFD", "한국어"), "한국어"),
        ("हिन्दी", "हिन्दी"),
        ("😀", "😀"),
        ("❤️", "❤"),
        ("\ud800", "\ud800"),
        ("…", "..."),
    ],
)
def test_what_looks_alike_has_one_form(text, folded):
    assert fold(text) == folded
    assert fold(folded) == folded


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(st.characters()))
def test_a_folded_text_folds_to_itself(text):
    assert fold(fold(text)) == fold(text)
    assert plain(plain(text)) == plain(text)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(alphabet="abÀÉØßＡ１臺灣麼後我的ガｶﾞ，？！：；\u0301\u0338\u200b ’"))
def test_the_quick_ways_agree_with_the_slow_one(text):
    assert fold(text) == plain(plain(text).casefold())
    assert simple(fold(text)) == fold(text)


def test_no_simplified_form_is_itself_a_traditional_one():
    table = simplified()
    assert len(table) > 2500
    assert not traditional().search("".join(table.values()))
    assert all(len(other) == 1 for other in table.values())


@pytest.mark.parametrize("text", ["\u0301\u0327" * 100_000, "a" + "\u0327\u0301" * 100_000])
def test_endless_marks_are_folded_by_portions(text):
    # Sorting them in one go takes the square of their number: the test would run into its timeout.
    assert len(fold(text)) <= len(text)
