"""From text to rows, with a vocabulary small enough to read."""

from __future__ import annotations

import pytest

from holdfast.providers.static_tokens import Tokens, letters_without_marks

WORDS = ["i", "like", "cat", "cafe", "don't", "2024", "flub", "happy", "我", "喜欢", "人工", "人工智能", "智能", "猫", "学"]  # fmt: skip


@pytest.fixture
def tokens() -> Tokens:
    return Tokens.over(WORDS, {"貓": "猫", "學": "学", "歡": "欢"}, spelled=64, counted=8)


def words_of(tokens: Tokens, text: str) -> list[str]:
    return [WORDS[row] if row < len(WORDS) else "?" for row in tokens.of(text)]


def test_rows_count_words_and_buckets(tokens):
    assert tokens.rows == len(WORDS) + 64 + 8


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I like CATS", ["i", "like", "cat"]),
        ("ＣＡＴ", ["cat"]),
        ("a Café: I don’t", ["?", "cafe", "i", "don't"]),
        ("cat's", ["cat"]),
        ("flubbed, flubbing", ["flub", "flub"]),
        ("happiest happily", ["happy", "happy"]),
        ("我喜歡貓", ["我", "喜欢", "猫"]),
        ("人工智能", ["人工智能"]),
        ("人工智慧", ["人工"]),
        ("智能人工", ["智能", "人工"]),
        ("猫cat2024", ["猫", "cat", "2024"]),
        ("31415", ["?"]),
        ("", []),
        ("!?。 \n🎉", []),
    ],
)
def test_of(tokens, text, found):
    assert words_of(tokens, text) == found


def test_numbers_keep_to_their_buckets(tokens):
    (row,) = tokens.of("31415")
    assert len(WORDS) + 64 <= row < tokens.rows
    assert tokens.of("31415") == tokens.of("３１４１５")


def test_unknown_words_are_spelled_in_threes(tokens):
    rows = tokens.of("zebra")
    assert len(rows) == 5
    assert all(len(WORDS) <= row < len(WORDS) + 64 for row in rows)
    assert rows == tokens.spelling("zebra")


def test_other_scripts_are_spelled(tokens):
    assert tokens.of("Привет")
    assert tokens.of("ひらがな")


def test_a_long_run_is_cut(tokens):
    assert len(tokens.of("q" * 10_000)) == len(tokens.of("q" * 24))


def test_marks_are_dropped_from_latin_letters_only():
    plain = letters_without_marks()
    assert plain[ord("é")] == "e"
    assert plain[ord("ü")] == "u"
    assert ord("и") not in plain
