"""Shapes: what is given has the form that is asked for, or is refused with what it should be."""

from __future__ import annotations

import pytest

from holdfast.domain.item import ItemKind
from holdfast.errors import InvalidInput
from holdfast.flow.capture.shapes import (
    checked_mapping,
    checked_pairs,
    checked_place,
    checked_row,
    checked_word,
    name_or_empty,
)


def test_a_row_is_whatever_can_be_gone_through():
    assert checked_row((each for each in "ab"), "ids") == ["a", "b"]
    for odd in ("ab", b"ab", {"a": 1}, None, 5):
        with pytest.raises(InvalidInput, match="ids must be a list"):
            checked_row(odd, "ids")


def test_pairs_have_two_sides():
    assert checked_pairs([["a", "b"], ("c", "d")], "tags") == [("a", "b"), ("c", "d")]
    for odd in (["ab"], [("a",)], [{"a": "b", "c": "d"}]):
        with pytest.raises(InvalidInput, match="must be a pair"):
            checked_pairs(odd, "tags")


def test_a_mapping_is_kept_as_a_store_would_keep_it():
    given = {"a": ("b", "c")}
    assert checked_mapping(given, "note") == {"a": ["b", "c"]}
    with pytest.raises(InvalidInput, match="must be a mapping"):
        checked_mapping([("a", "b")], "note")


def test_a_word_may_be_written_as_text():
    assert checked_word("note", ItemKind, "kind") is ItemKind.NOTE
    with pytest.raises(InvalidInput, match="must be one of fact, event"):
        checked_word([], ItemKind, "kind")


def test_a_place_may_be_the_name_of_nobody():
    assert checked_place("\x1fa") == "\x1fa"
    with pytest.raises(InvalidInput):
        checked_place("\ud800")


def test_no_name_at_all_is_an_empty_one():
    assert name_or_empty("", "session") == ""
    with pytest.raises(InvalidInput):
        name_or_empty(" ", "session")
