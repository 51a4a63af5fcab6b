"""Columns that grow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.flow.recall.columns import Codes, Column, Table, summed

NUMBERS = st.integers(-(2**31), 2**31 - 1)


@settings(deadline=None)
@given(st.lists(st.lists(NUMBERS, max_size=90), max_size=8))
def test_a_column_holds_what_it_was_given_in_order(batches):
    column = Column(np.int32)
    for batch in batches:
        column.extend(batch)
    assert column.view.tolist() == [number for batch in batches for number in batch]
    assert len(column) == len(column.view)
    assert column.bytes >= column.view.nbytes


def test_the_first_filling_gets_the_room_it_needs_and_no_more():
    column = Column(np.int64)
    assert column.bytes == 0
    column.extend(range(1000))
    assert column.bytes == 8000


def test_who_grows_will_grow_again():
    column = Column(np.int64)
    column.extend([1])
    column.extend([2])
    room = column.bytes
    assert room == 8 * 64
    for number in range(62):
        column.extend([number])
    assert column.bytes == room
    column.extend([0])
    assert column.bytes == 8 * 97


@pytest.mark.parametrize("sizes", [(0, 3), (3, 0, 4), (200,)])
def test_a_column_may_be_a_table(sizes):
    column = Column(np.int8, 5)
    rows = np.arange(sum(sizes) * 5, dtype=np.int64).astype(np.int8).reshape(-1, 5)
    at = 0
    for size in sizes:
        column.extend(rows[at : at + size])
        at += size
    assert column.view.tolist() == rows.tolist()


def test_what_it_holds_can_be_changed_in_place():
    column = Column(np.int32)
    column.extend([1, 2, 3])
    column.view[1] = 9
    column.extend([4])
    assert column.view.tolist() == [1, 9, 3, 4]


@settings(deadline=None)
@given(st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=90), max_size=8))
def test_columns_of_a_table_grow_together(batches):
    table = Table(np.int64, 2)
    for batch in batches:
        table.extend(np.array(batch, np.int64).reshape(-1, 2).T)
    rows = [row for batch in batches for row in batch]
    assert table.view.T.tolist() == [list(row) for row in rows]
    assert table.bytes >= table.view.nbytes


def test_names_are_numbered_as_they_are_met():
    codes = Codes()
    codes.extend(["b", None, "a", "b"])
    codes.extend(["a", "c", None])
    assert codes.numbers.tolist() == [0, 1, 2, 0, 2, 3, 1]
    assert [codes.at(place) for place in range(7)] == ["b", None, "a", "b", "a", "c", None]
    assert codes.names == ["b", None, "a", "c"]
    assert len(codes) == 4
    assert [codes.of(name) for name in ("c", None, "", "B")] == [3, 1, -1, -1]


def test_names_may_be_asked_for_between():
    codes = Codes()
    assert (len(codes), codes.names, codes.numbers.tolist()) == (0, [], [])
    codes.extend(["a"])
    assert codes.of("a") == 0
    before = codes.bytes
    codes.extend(["b", "a"])
    assert codes.numbers.tolist() == [0, 1, 0]
    assert codes.bytes > before


def test_amounts_are_summed_by_place():
    places, amounts = np.array([2, 0, 2]), np.array([1.5, 2.0, 1.0])
    assert summed(places, amounts, 4).tolist() == [2.0, 0.0, 2.5, 0.0]
