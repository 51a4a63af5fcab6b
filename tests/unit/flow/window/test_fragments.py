"""Fragments: pieces are kept as they came and read as whole utterances."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.flow.window.fragments import Fragment, Fragments, Piece, joined, merged

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
LATER = datetime(2024, 5, 1, 13, tzinfo=UTC)


def told(*said: tuple[str, str], delta: bool = False) -> Fragments:
    fragments = Fragments(NOON)
    for role, text in said:
        fragments.add(role, text, delta=delta)
    return fragments


@pytest.mark.capability("E1")
def test_two_pieces_of_a_role_are_one_fragment():
    fragments = told(("user", "I like"), ("user", "green tea"), ("assistant", "So do I."))
    assert fragments.merged() == [
        Fragment("user", "I like green tea"),
        Fragment("assistant", "So do I."),
    ]


@pytest.mark.parametrize(
    ("left", "right", "whole"),
    [
        ("I like", "green tea", "I like green tea"),
        ("I like ", " green tea", "I like green tea"),
        ("Hello", ", world", "Hello, world"),
        ("Hello.", "How are you?", "Hello. How are you?"),
        ("version", ".NET", "version .NET"),
        ("see (", "below", "see (below"),
        ("我喜欢", "绿茶", "我喜欢绿茶"),
        ("我喜欢 ", " 绿茶", "我喜欢绿茶"),
        ("我喜欢绿茶，", "你呢", "我喜欢绿茶，你呢"),
        ("好的。", "OK then", "好的。OK then"),
        ("我在学", "Python", "我在学 Python"),
        ("I live in", "成都", "I live in 成都"),
        ("他说“", "你好", "他说“你好"),
        ("well…", "maybe", "well… maybe"),
        ("嗯…", "好吧", "嗯…好吧"),
        ("ありがとう", "ございます", "ありがとうございます"),
        ("안녕", "친구", "안녕 친구"),
        ("nice 😀", "thanks", "nice 😀 thanks"),
        ("", "green tea", "green tea"),
    ],
)
def test_pieces_are_joined_as_they_would_be_written(left, right, whole):
    assert joined(left, Piece("user", right)) == whole


def test_a_stream_brings_its_own_spaces():
    fragments = told(("assistant", "Hel"), ("assistant", "lo"), ("assistant", " you"), delta=True)
    assert fragments.merged() == [Fragment("assistant", "Hello you")]


def test_a_new_turn_begins_a_new_utterance_in_a_stream():
    fragments = told(("assistant", "Good."), delta=True)
    fragments.end_turn(NOON)
    fragments.add("assistant", "And", delta=True)
    assert fragments.merged() == [Fragment("assistant", "Good. And")]


def test_who_speaks_on_after_an_interruption_continues():
    fragments = told(("user", "hel"), ("assistant", "Yes?"), ("user", "lo"), delta=True)
    assert fragments.merged()[-1] == Fragment("user", "lo", continues=True)


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_what_says_nothing_is_not_kept(text):
    assert merged([]) == told(("user", text)).merged() == []
    assert told(("user", ""), delta=True).merged() == []


def test_a_space_of_a_stream_is_kept():
    assert told(("user", "a"), ("user", " "), ("user", "b"), delta=True).merged()[0].text == "a b"


class TestBookmark:
    def test_what_is_half_said_goes_on_behind_it(self):
        fragments = told(("user", "I li"), ("user", "ke tea"), delta=True)
        assert fragments.merged(1) == [Fragment("user", "ke tea", continues=True)]

    def test_a_space_is_not_lost_at_it(self):
        fragments = told(("user", "I like"), ("user", "tea"))
        assert fragments.merged(1) == [Fragment("user", " tea", continues=True)]

    def test_a_new_turn_behind_it_continues_nothing(self):
        fragments = told(("user", "I like tea."))
        fragments.end_turn(NOON)
        fragments.add("user", "And you?")
        assert fragments.merged(1) == [Fragment("user", "And you?")]

    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["user", "assistant"]),
                st.sampled_from(["tea", "green ", " cup", "绿茶", "，", "好 ", "so! "]),
                st.booleans(),
                st.booleans(),
            ),
            max_size=12,
        ),
        st.integers(0, 12),
    )
    def test_both_sides_of_it_are_the_whole(self, said, place):
        fragments = Fragments(NOON)
        before: list[Fragment] = []
        for number, (role, text, delta, turn) in enumerate(said):
            if number == place:
                before = fragments.merged()
            fragments.add(role, text, delta=delta)
            if turn:
                fragments.end_turn(NOON)
        if place < len(said):
            assert seamed(before, fragments.merged(place), delta=said[place][2]) == [
                fragment.text for fragment in fragments.merged()
            ]


def seamed(before: list[Fragment], behind: list[Fragment], *, delta: bool) -> list[str]:
    """What a reader makes of the two sides of a bookmark."""
    texts, first = [fragment.text for fragment in before], behind[0]
    if not before or before[-1].role != first.role:
        texts.append(first.text)
    elif first.continues:
        texts[-1] = (texts[-1] if delta else texts[-1].rstrip()) + first.text
    else:
        texts[-1] = joined(texts[-1], Piece(first.role, first.text))
    return [*texts, *(fragment.text for fragment in behind[1:])]


def test_what_is_past_is_forgotten_up_to_the_last_turn():
    fragments = told(("user", "past"))
    fragments.end_turn(LATER)
    fragments.add("user", "present")
    fragments.forget_past()
    assert fragments.merged() == [Fragment("user", "present")]
    assert fragments.since == LATER
    fragments.forget_past()
    assert len(fragments) == 1
