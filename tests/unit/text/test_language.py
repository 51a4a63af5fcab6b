"""Which of the two languages a text is in."""

from __future__ import annotations

import pytest

from holdfast.text.language import CHINESE, ENGLISH, chinese_share, language_of


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
