"""Ids are the same whether they lie as bytes or as strings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.flow.recall.ids import Ids

EVEN = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.text("ab", min_size=width, max_size=width), unique=True)
)


@given(EVEN, st.lists(st.text("ab猫"), unique=True))
def test_each_is_found_at_its_place(early, late):
    late = [id_ for id_ in late if id_ not in early]
    letters = "".join(early).encode()
    width = len(early[0]) if early else 1
    ids = Ids.within(b"ab" + letters + b"aabb", 2, len(early), width)
    ids.extend(late)
    every = early + late
    assert [*ids] == every == [*Ids(every)]
    assert len(ids) == len(every)
    assert [ids.place_of(id_) for id_ in every] == [*range(len(every))]
    absent = {"", "a", "ab", "ba", "aab", "abab"}.difference(every)
    assert {ids.place_of(id_) for id_ in absent} <= {None}


def test_what_lies_across_two_of_them_is_none_of_them():
    ids = Ids.within(b"abba", 0, 2, 2)
    assert ids.place_of("bb") is None
    assert Ids.within(b"abbabb", 0, 3, 2).place_of("bb") == 2
