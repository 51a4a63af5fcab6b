"""Tokens, estimated."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from holdfast.text.tokens import estimate

TEXTS = st.text(alphabet="abcdefghi 0123456789\n\t.,<>/成都猫é😀")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("tea", 1),
        ("remember", 2),
        ("2024", 2),
        ("two words", 3),
        ("成都", 2),
        ("😀", 2),
        ("a\nb", 3),
        ("a, b", 3),
        (" " * 7, 0),
        (" " * 8, 1),
    ],
)
def test_what_a_text_is_taken_to_cost(text, tokens):
    assert estimate(text) == tokens


@settings(max_examples=500, deadline=None, derandomize=True)
@given(TEXTS, TEXTS)
def test_a_longer_text_never_costs_less(text, more):
    assert estimate(text) <= estimate(text + more)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(TEXTS, TEXTS)
def test_a_whole_never_costs_more_than_its_parts_unless_spaces_were_parted(text, more):
    assume(not (text[-1:].isspace() and more[:1].isspace()))
    assert estimate(text + more) <= estimate(text) + estimate(more)
