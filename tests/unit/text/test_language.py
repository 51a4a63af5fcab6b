"""Which of the two languages a text is in."""

from __future__ import annotations

import pytest

from holdfast.text.language import CHINESE, ENGLISH, language_of


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
