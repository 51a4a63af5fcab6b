"""Splice: what is put into a document is all that changes in it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.entrypoints.proxy.splice import Insertion, lengthened, members, spliced

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=5), st.booleans(), st.integers(0, 3))
def test_every_member_is_found_where_it_stands(value, ascii_only, indent):
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent or None)
    found = members(text)
    assert {name: piece.value for name, piece in found.items()} == value
    for piece in found.values():
        assert json.loads(text[piece.start : piece.end]) == piece.value


@given(st.lists(VALUES, max_size=5), st.integers(0, 3))
def test_the_elements_of_a_list_are_found_where_they_stand(values, indent):
    text = json.dumps({"a": 1, "list": values}, indent=indent or None)
    piece = members(text, opened=("list",))["list"]
    assert [each.value for each in piece.value] == values
    assert json.loads(text[piece.start : piece.end]) == values
    for each in piece.value:
        assert json.loads(text[each.start : each.end]) == each.value


@given(st.text(max_size=20), st.text(min_size=1, max_size=20), st.booleans())
def test_a_content_is_made_longer(content, added, as_list):
    whole = [{"type": "text", "text": content}] if as_list else content
    text = json.dumps({"before": 1.50, "content": whole, "behind": [1]})
    insertion = lengthened(members(text)["content"], added, "text")
    assert insertion is not None
    found = json.loads(spliced(text, [insertion]))["content"]
    if as_list:
        assert found == [*whole, {"type": "text", "text": added}]
    else:
        assert found == (f"{content}\n\n{added}" if content else added)
    assert spliced(text, []) == text


def test_insertions_may_come_in_any_order():
    assert spliced("abc", [Insertion(3, "3"), Insertion(0, "0"), Insertion(1, "1")]) == "0a1bc3"


def test_what_is_neither_text_nor_list_is_left_alone():
    assert lengthened(members('{"content": null}')["content"], "x", "text") is None


def test_of_a_name_that_comes_twice_the_last_holds():
    assert members('{"a": 1, "a": 2}')["a"].value == 2


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a" 1}', "{1:2}", '{"a":1 "b":2}', "null"]
)  # fmt: skip
def test_what_is_no_object_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        members(text)


@pytest.mark.parametrize("text", ['{"a":[', '{"a":[1', '{"a":[1,', '{"a":[1 2]}'])
def test_what_is_no_list_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        members(text, opened=("a",))
