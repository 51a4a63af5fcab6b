"""Names: capitals show them in English, the dictionary in Chinese."""

from __future__ import annotations

import pytest

from holdfast.providers.by_model.names import names, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Yesterday Mei met Tom's sister.", ["Mei", "Tom"]),
        ("Bob likes tea.", ["Bob"]),
        ("Lily's cat ran away.", ["Lily"]),
        ("Dinner is at seven. Overall it was good.", []),
        ("The user said I am an AI.", []),
        ("They use iPhones at NASA.", ["iPhones", "NASA"]),
        ("She flew with Jean-Luc to Zürich.", ["Jean-Luc", "Zürich"]),
        ("nothing here", []),
    ],
)
def test_latin(text, found):
    assert list(names(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("张伟和小李去了上海。", ["张伟", "小李", "上海"]),
        ("他在西雅图遇到了欧阳锋。", ["西雅图", "欧阳锋"]),
        ("他和Tom喝茶。", ["Tom"]),
        ("环境安静，阳光明媚，大家都明白了，下着小雨。", []),
        ("她喜欢茉莉花茶，十分高兴。", []),
    ],
)
def test_chinese(text, found):
    assert sorted(set(names(text))) == sorted(found)


def test_words():
    assert words("Mei's jean-luc 和Tom") == {"mei", "jean", "luc", "tom"}
