"""Sentences: where they end in both languages, and texts that are cut there."""

from __future__ import annotations

import pytest

from holdfast.providers.by_model.sentences import cut, is_whole, joined, sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("She came. He left!", ["She came.", "He left!"]),
        ("Dr. Wang paid 3.5 yuan at 5 p.m. to Mr. Li.", ["Dr. Wang paid 3.5 yuan at 5 p.m. to Mr. Li."]),
        ("“Yes.” Then she went.", ["“Yes.”", "Then she went."]),
        ("他走了。她说：“好！”然后呢？？没有。", ["他走了。", "她说：“好！”", "然后呢？？", "没有。"]),
        ("- one\n* two\n3. three\n[4] four\n## five", ["one", "two", "three", "four", "five"]),
        ("**Mei** left. 她走了。Tom too.", ["Mei left.", "她走了。", "Tom too."]),
        ("", []),
        ("...", ["..."]),
    ],
)  # fmt: skip
def test_sentences(text, parts):
    assert sentences(text) == parts


def test_joined():
    assert joined(["她走了。", "他也走了。"]) == "她走了。他也走了。"
    assert (
        joined(["Mei left.", "Tom too.", "她走了。", "Bye."]) == "Mei left. Tom too. 她走了。Bye."
    )
    assert joined([]) == ""


def test_whole():
    assert [is_whole(text) for text in ("Gone.", "“走了。”", "She al", "")] == [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("text", "limit", "left"),
    [
        ("One. Two. Three.", 16, "One. Two. Three."),
        ("One. Two. Three.", 15, "One. Two."),
        ("One two three four five six.", 15, "One two three…"),
        ("她喜欢茶。她喜欢猫。", 9, "她喜欢茶。"),
        ("她喜欢茶，也喜欢各种各样的猫。", 9, "她喜欢茶…"),
        ("abcdefghij", 5, "abcd…"),
        ("abcdefghij", 1, "…"),
        ("abcdefghij", 0, ""),
    ],
)
def test_cut(text, limit, left):
    assert cut(text, limit) == left
    assert len(left) <= limit
