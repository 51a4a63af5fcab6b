"""Facts: the words that tell two messages apart."""

from __future__ import annotations

import pytest

from holdfast.flow.recall.facts import words_of
from tests.unit.flow.recall.sheets import Said, index


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I like Tea!!", "i like tea"),
        (" 我喜欢茶。\n", "我喜欢茶"),
        ("Tea, milk", "tea, milk"),
        ("...", ""),
        ("", ""),
    ],
)
def test_signs_around_and_capitals_are_left_out(text, words):
    assert words_of(text) == words


def test_facts_are_made_once_and_kept_with_the_texts():
    made = index("tea", Said("茶", role="assistant"))
    asked: list[int] = []

    def read(seqs):
        asked.extend(seqs)
        return {seq: ("tea" if seq == 1 else "茶", "UTC") for seq in seqs}

    first = made.facts([0, 1], read)[1]
    assert (first.text, first.voice) == ("茶", ("assistant", None, "茶"))
    assert made.facts([1], read)[1] is first
    assert asked == [1, 2]


def test_facts_go_with_the_texts_they_are_of():
    made = index("tea")
    made.facts([0], lambda seqs: dict.fromkeys(seqs, ("x" * (1 << 21), "UTC")))
    made.keep_few_texts()
    assert made.facts([0], lambda seqs: dict.fromkeys(seqs, ("tea", "UTC")))[0].text == "tea"


def test_what_cannot_be_read_has_no_facts_yet():
    made = index("tea")
    assert 0 not in made.facts([0], lambda seqs: {})
    assert made.facts([0], lambda seqs: dict.fromkeys(seqs, ("tea", "UTC")))[0].seq == 1
