"""Moving: lines stay lines, however the network cuts them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.client.moving import PIECE, Lines, pieces
from holdfast.errors import ImportRefused

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"), max_size=20)


@settings(max_examples=50)
@given(st.lists(TEXTS, max_size=8), st.integers(1, 7))
def test_lines_survive_being_cut_anywhere(texts, size):
    data = "".join(f"{text}\n" for text in texts).encode()
    lines = Lines()
    found = [line for at in range(0, len(data), size) for line in lines.of(data[at : at + size])]
    assert [*found, *lines.last()] == [f"{text}\n" for text in texts]


def test_a_last_line_without_an_end():
    lines = Lines()
    assert [*lines.of(b"one\ntw"), *lines.of(b"o"), *lines.last()] == ["one\n", "two"]


@settings(max_examples=50)
@given(st.lists(TEXTS, max_size=8))
def test_an_import_is_sent_line_by_line(texts):
    told: list[int] = []
    sent = b"".join(pieces(iter(texts), told.append))
    assert sent.decode() == "".join(f"{text}\n" for text in texts)
    assert told[-1] == len(texts)


def test_large_imports_go_in_pieces():
    told: list[int] = []
    sent = [*pieces(["x" * 1000] * 200, told.append)]
    assert max(map(len, sent)) < PIECE + 1001
    assert told == sorted(told)
    assert len(sent) > 3


def test_what_is_no_line():
    with pytest.raises(ImportRefused, match="Line 2"):
        [*pieces(["one", 5], None)]  # type: ignore[list-item]
