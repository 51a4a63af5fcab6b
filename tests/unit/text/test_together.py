"""Together: many texts have the terms that each has alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text import analysis, together
from holdfast.text.analysis import all_terms
from holdfast.text.together import terms_of_all

MIXED = (
    "abcXYZ 012.,:/-'@+#?!\n\t\x1c\x85\u3000éñ我的猫在成都臺灣吃飯发月日年号，。！？、：；“”（）《》…—～"
    "５３々〇㐀𠀀𰀀ガｶﾞへ한글ไทยк\u200b\u0301😀\ud800\U000e0001"
)

TEXTS = [
    "",
    " ",
    "Lily hikes",
    "我昨天去了成都，吃火锅。",
    "5月31日我去上海",
    "生日是2024年5月31日，号码7号，月月日日",
    "“Lily”，Omar……说：《三体》！！ok",
    "臺灣的圖書館",
    "ガラス한국어ไทย東京",
    "café、naïve",
    "下午３：３０开会",
    "年月日号",
    "5年年",
    "，，，",
    "𠀀𰀀㐀々〇",
    "😀好😀",
    "half \ud800 我",
    "C++和Python，lily@example.com",
]


def test_each_has_the_terms_it_has_alone():
    assert terms_of_all(TEXTS) == [all_terms(text) for text in TEXTS]
    assert terms_of_all([]) == []


@settings(max_examples=1500, deadline=None, derandomize=True)
@given(st.lists(st.text(alphabet=MIXED), max_size=8))
def test_no_text_is_divided_otherwise_than_alone(texts):
    assert terms_of_all(texts) == [all_terms(text) for text in texts]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.text(), max_size=8))
def test_nor_is_any_other(texts):
    assert terms_of_all(texts) == [all_terms(text) for text in texts]


def test_every_character_is_of_the_kind_that_it_is_alone():
    texts = [f"我{chr(code)}a{chr(code)}5{chr(code)}，{chr(code)}" for code in range(0x3100)]
    texts += [f"a{chr(code)}我" for code in range(0x3100, 0x31000, 7)]
    assert terms_of_all(texts) == [all_terms(text) for text in texts]


@pytest.mark.parametrize("size", [1, 7, 40])
def test_portions_do_not_show(monkeypatch, size):
    alone = [all_terms(text) for text in TEXTS * 3]
    monkeypatch.setattr(together, "_PORTION", size)
    assert terms_of_all(TEXTS * 3) == alone


def test_long_texts_take_memory_one_at_a_time(monkeypatch):
    sizes: list[int] = []
    looked_at = together._terms

    def looking(texts: list[str]):
        sizes.append(sum(map(len, texts)))
        return looked_at(texts)

    monkeypatch.setattr(together, "_terms", looking)
    terms_of_all(["我" * 30_000, "猫，" * 50_000] * 5)
    assert sizes
    assert max(sizes) <= 2 * together._PORTION


def test_nothing_more_is_remembered_than_alone():
    texts = [f"{one}去成都，{one}的猫 word{one} 5月{n}日" for n, one in enumerate("王李张刘")]
    analysis._tokens.clear()
    for text in texts:
        all_terms(text)
    alone = set(analysis._tokens)
    analysis._tokens.clear()
    terms_of_all(texts)
    assert set(analysis._tokens) == alone
