"""Batches keep the order and stay within both bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.providers.openai_compatible.batches import batches


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ([], []),
        (["a"], [["a"]]),
        (["a", "b", "c", "d"], [["a", "b", "c"], ["d"]]),
        (["aaaa", "bb", "c"], [["aaaa"], ["bb", "c"]]),
        (["a", "bbbbbbbbb", "c"], [["a"], ["bbbbbbbbb"], ["c"]]),
    ],
)
def test_batches(texts, found):
    assert [list(batch) for batch in batches(texts, 3, 5)] == found


@given(st.lists(st.text(max_size=9)), st.integers(1, 5), st.integers(1, 12))
def test_nothing_is_lost_and_no_bound_passed(texts, most_texts, most_chars):
    found = [list(batch) for batch in batches(texts, most_texts, most_chars)]
    assert [text for batch in found for text in batch] == texts
    for batch in found:
        assert 1 <= len(batch) <= most_texts
        assert len(batch) == 1 or sum(map(len, batch)) <= most_chars
