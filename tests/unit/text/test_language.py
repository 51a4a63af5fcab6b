"""Which of the two languages a text is in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.text.language import CHINESE, ENGLISH, chinese_share, is_chinese, language_of


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["我妹妹搬去了成都。"], CHINESE),
        (["My sister moved to Chengdu."], ENGLISH),
        (["我在学Python和JavaScript"], CHINESE),
        (["She lives in 成都 now"], ENGLISH),
        (["我家在臺灣"], CHINESE),
        (["OK!", "OK!", "好的，那就这样。"], CHINESE),
        (["𠮷野家"], CHINESE),  # beyond the first plane
        ([], ENGLISH),
        (["", "  ", "123 !?", "👍", "こんにちは"], ENGLISH),  # neither: then English
        (["好 ok"], ENGLISH),  # a draw
    ],
)
def test_the_language_that_more_is_said_in(texts, language):
    assert language_of(texts) == language


def test_texts_may_come_one_by_one():
    assert language_of(iter(["你好", "hi"])) == CHINESE


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["I like tea."], "en"),
        (["我喜欢喝茶。"], "zh"),
        (["我的 MacBook 坏了，明天送去修。"], "zh"),
        (["My friend 小明 likes to drink tea in the morning."], "en"),
        (["123 !?"], "en"),
        ([], "en"),
    ],
)
def test_the_language_to_ask_in(texts, language):
    assert language_of(texts) == language


def test_the_share_of_chinese():
    assert [chinese_share([text]) for text in ("tea", "茶", "12", "茶 tea")] == [0, 1, 0.5, 0.5]


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("我在哪里", True),
        ("我 love 你", True),  # letters do not outweigh them before there are four for each
        ("我 love you all", False),
        ("我？！？！？！？！", True),  # signs do not count
        ("我 1234567890", True),  # nor do digits
        ("hello", False),
        ("こんにちは", False),
        ("", False),
    ],
)
def test_a_sentence_may_have_some_words_in_letters(text, chinese):
    assert is_chinese(text) is chinese


@given(st.text("我你好abcé1 ？，あ"))
def test_quick_counting_agrees_with_the_slow(text):
    characters = sum("\u4e00" <= sign <= "\u9fff" for sign in text)
    undivided = characters or "あ" in text
    assert is_chinese(text) is (bool(undivided) and 4 * characters >= sum(map(str.isalpha, text)))
