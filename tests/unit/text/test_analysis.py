"""Analysis: the same terms for what means the same, at writing and at asking, in both languages."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.text import analysis, stops
from holdfast.text.analysis import Terms, character_id, numbers, terms, word_id
from holdfast.text.chinese import divide
from holdfast.text.fold import fold, plain
from holdfast.text.scripts import SIGNS, all_but, is_han
from holdfast.text.stems import stem
from holdfast.text.words import forms

LATIN = "abcdeXYZ 012.,:/-_'@+#?!$%\n\té’ñ“”—"
MIXED = LATIN + "我的猫在臺灣吃飯成都月日年号，。！？：“”ガｶﾞ한글ไทย\u200b\u0301😀"


def ids(*forms: str) -> list[int]:
    return [word_id(form) for form in forms]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" \n\t?!…😀", []),
        ("Wang Er hikes", ["wang", "er", "hike"]),
        ("What did Wang Er's sister do?", ["wang", "er", "sister"]),
        ("She didn't call me at 3:30.", ["call", "3:30"]),
        ("我昨天去了成都", ["昨天", "去", "成都"]),
        ("我昨天去了成都，吃火锅。", ["昨天", "去", "成都", "吃火锅"]),
        ("你叫什么名字？", ["叫", "名字"]),
        ("Lily住在成都", ["lili", "住", "成都"]),
        ("我在Apple公司上班", ["appl", "公司", "上班"]),
        ("5月31日我去上海", ["5月31日", "5月", "31日", "去", "上海"]),
        ("５月３１日", ["5月31日", "5月", "31日"]),
        ("一月", ["一月"]),
        ("生日是2024年5月31日", ["生日", "2024-05-31", "5月31日", "2024", "5月", "31日"]),
        ("花了１，２００元", ["花", "1200", "元"]),
        ("下午3:30开会", ["下午", "3:30", "开会"]),
        ("下午３：３０开会", ["下午", "3:30", "开会"]),
        ("猫。狗", ["猫", "狗"]),
        ("ガラス", ["ガラ", "ラス"]),
        ("ｶﾞﾗｽ", ["ガラ", "ラス"]),
        ("あ", ["あ"]),
        ("東京へ行く", ["东京", "へ", "行", "く"]),
        ("한국어를", ["한국", "국어", "어를"]),
        ("ไทย", ["ไท", "ทย"]),
        ("привет мир", ["привет", "мир"]),
        ("㈱", ["株"]),
        ("email: lily@example.com", ["email", "lily@example.com", "lili", "exampl"]),
    ],
)
def test_words(text, words):
    assert list(terms(text).word_ids) == ids(*words)


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("", ""),
        ("Wang Er", ""),
        ("我昨天去了北京", "昨天去北京"),
        ("Lily搬到北京", "搬北京"),
        ("臺灣", "台湾"),
        ("什么", ""),
        ("𠮷野家", "𠮷野家"),
        ("ガラス", ""),
        ("5月31日", "月日"),
    ],
)
def test_chinese_characters_are_terms_of_their_own(text, characters):
    assert list(terms(text).character_ids) == [character_id(one) for one in characters]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wang Er", "wang er"),
        ("Wang Er", "WANG ER"),
        ("Wang Er", "Ｗａｎｇ　Ｅｒ"),
        ("Wang Er's", "wang er’s"),
        ("Lily", "Ｌｉｌｙ"),
        ("Lily", "Li\u200bly"),
        ("Lily", "😀Lily😀"),
        ("café", "cafe"),
        ("café", "cafe\u0301"),
        ("Zoë", "zoe"),
        ("hiking", "hikes"),
        ("e-mails", "e-mail"),
        ("$1,200", "1200"),
        ("v1.2", "1.2"),
        ("2024-05-31", "2024年5月31日"),
        ("2024/05/31", "2024年5月31号"),
        ("May", "5月"),
        ("don't go", "dont go"),
        ("臺灣", "台湾"),
        ("臺灣", "台灣"),
        ("我愛吃蘋果，妳呢？", "我爱吃苹果，你呢？"),
        ("我在圖書館學習", "我在图书馆学习"),
        ("我去成都", "我去 成都"),
        ("成\u200b都", "成都"),
        ("⼈民", "人民"),
        ("猫?", "猫？"),
        ("他说“好”", "他说：好"),
    ],
)
def test_what_means_the_same_has_the_same_words(one, other):
    assert terms(one).words == terms(other).words


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("Where does Wang Er live?", "wang er moved to Berlin"),
        ("What is Lily's email?", "my email is lily@example.com, says Lily"),
        ("When did I run the marathon?", "I was running my first marathon!"),
        ("王二的猫叫什么", "王二养了一只猫"),
        ("我在臺灣做了什麼", "去年我去了台湾"),
        ("Lily喜欢吃什么？", "lily最喜欢吃火锅"),
        ("snake case", "use snake_case"),
        ("the user name", "getUserName()"),
        ("open fold.py", "fold.py is short"),
        ("1月18日去哪了", "2025-01-18 看展"),
        ("in January", "1月去了北京"),
        ("report pdf", "see report.pdf"),
    ],
)
def test_a_question_finds_the_message(question, message):
    asked, told = terms(question), terms(message)
    words = set(asked.word_ids) & set(told.word_ids)
    assert words or len(set(asked.character_ids) & set(told.character_ids)) > 1


@pytest.mark.parametrize(
    "text",
    [
        "What is it?",
        "Who are you",
        "don't",
        "I'm",
        "的",
        "了吗",
        "什么",
        "这是什么",
        "怎么样？",
        "为什么呢",
        "谁",
    ],
)
def test_words_that_say_nothing_have_no_terms(text):
    assert terms(text).words == b""


def test_terms_are_numbers_of_32_bits_in_a_fixed_order_of_bytes():
    assert terms("tea").words == word_id("tea").to_bytes(4, "little")
    assert terms("猫").characters == (0x732B).to_bytes(4, "little")
    assert list(numbers(b"\x01\0\0\0\xff\xff\xff\xff")) == [1, 0xFFFFFFFF]
    assert word_id("tea") == word_id(stem("teas")) == crc32(b"tea")
    assert Terms(b"\0" * 8, b"\0" * 4).length == 3


def test_a_number_tells_a_word_from_a_character(monkeypatch):
    monkeypatch.setattr(analysis, "crc32", lambda form: 0x732B)
    assert word_id("tea") == 0x8000732B
    assert character_id("\U0003ffff") < analysis.WORDS_FROM <= word_id("tea")


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(st.characters()))
def test_no_text_is_too_strange(text):
    found = terms(text)
    assert len(found.words) % 4 == len(found.characters) % 4 == 0
    assert terms(text) == found


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(alphabet=MIXED))
def test_folding_what_is_folded_changes_no_term(text):
    assert terms(plain(text)) == terms(text)
    assert terms(fold(text)) == terms(text.lower())


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet=LATIN), st.text(alphabet=LATIN))
def test_latin_texts_side_by_side_have_the_terms_of_both(one, other):
    assert terms(f"{one} {other}").words == terms(one).words + terms(other).words


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="我的猫在成都吃火锅昨天王二和朋友，。！？ 、"))
def test_the_quick_way_for_chinese_agrees_with_the_other(text):
    alone, beside = terms(text), terms(f"{text}\nC++")
    assert beside.words == alone.words + (word_id("c++")).to_bytes(4, "little")
    assert beside.characters == alone.characters


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(alphabet="臺灣圖書館學習麼後發髮愛蘋果"))
def test_both_scripts_have_the_same_terms(text):
    assert terms(text) == terms(fold(text))


@pytest.mark.parametrize(
    ("unit", "times"),
    [("a", 1_000_000), ("测", 1_000_000), ("測試", 500_000), ("é", 1_000_000), ("7", 1_000_000)]
    + [
        (unit, 50_000) for unit in ("a1", "a.", "ガ", "한", "a成", "5月", "😀", "\u200b", "，", " ")
    ],
)
def test_a_text_without_end_is_cut_not_kept(unit, times):
    text = unit * times
    before = len(analysis._tokens)
    found = terms(text)
    assert found.length <= 2 * len(text)
    assert len(analysis._tokens) <= before + 2
    assert text not in analysis._tokens


def test_what_is_remembered_has_a_bound(monkeypatch):
    monkeypatch.setattr(analysis, "_REMEMBERED", 10)
    analysis._tokens.clear()
    expected = [terms(f"word{n}").words for n in range(50)]
    assert len(analysis._tokens) <= 10
    assert [terms(f"word{n}").words for n in range(50)] == expected


def test_clauses_that_are_remembered_have_a_bound_of_their_own(monkeypatch):
    monkeypatch.setattr(analysis, "_CLAUSES", 3)
    analysis._tokens.clear()
    texts = [f"{one}去成都，{one}的猫" for one in "王李张刘"]
    expected = [terms(text) for text in texts]
    assert sum(map(is_han, analysis._tokens)) == analysis._tokens.clauses == 3
    assert [terms(text) for text in texts] == expected
    analysis._tokens.clear()
    assert analysis._tokens.clauses == 0


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.text(alphabet="我的猫在成都吃火锅昨天王二和朋友"), min_size=1))
def test_no_word_reaches_across_a_sign(clauses):
    for sign in SIGNS:
        together = terms(sign.join(clauses))
        assert together.words == b"".join(terms(clause).words for clause in clauses)
        words = [word for word in divide(sign.join(clauses)) if is_han(word)]
        assert words == [word for clause in clauses if clause for word in divide(clause)]


def test_threads_agree():
    texts = [f"word{n} hiking 我去成都{n}" for n in range(200)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(terms, texts * 5))
    assert found == [terms(text) for text in texts] * 5


def test_the_dictionary_is_loaded_for_chinese_only():
    code = (
        "import sys; from holdfast.text.analysis import terms; from holdfast.text.traits import traits\n"
        "traits('hi'); terms('Hello, café'); assert 'rjieba' not in sys.modules\n"
        "terms('你好'); assert 'rjieba' in sys.modules; assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("words", [stops.english(), stops.chinese(), stops.characters()])
def test_stop_words_are_written_as_they_are_compared(words):
    assert words
    assert all(fold(word) == word and word.isalpha() for word in words)


def test_ranges_without_some_characters():
    assert all_but("a", "f", "be") == "a-ac-df-f"
    assert all_but("a", "c", "") == "a-c"
    assert all_but("a", "c", "abcz") == ""


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="0123456789", min_size=1, max_size=80), st.text(alphabet=".,;:!?" + SIGNS))
def test_the_quick_way_for_numerals_agrees_with_the_other(digits, signs):
    written = digits + signs
    assert list(terms(written).word_ids) == ids(*(f.text for f in forms(plain(written))))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.text(alphabet="我的猫在5月31日号，。Aé", min_size=1), min_size=1))
def test_what_spaces_divide_has_its_own_terms_beside_any_other(parts):
    found = [terms(part) for part in parts]
    words = b"".join(each.words for each in found)
    assert terms(" ".join(parts)) == (words, b"".join(each.characters for each in found))
