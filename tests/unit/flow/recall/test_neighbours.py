"""Neighbours: joined all at once or one by one, they are the same."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from holdfast.flow.recall.columns import Codes
from holdfast.flow.recall.neighbours import NOBODY, Neighbours

SAID = st.lists(st.tuples(st.sampled_from("stu"), st.integers(1, 9)), min_size=1, max_size=20)


def at_once(said: list[tuple[str, int]]) -> tuple[Neighbours, list[list[int]]]:
    names, numbers = zip(*said, strict=True)
    codes, made = Codes(), Neighbours()
    codes.extend(names)
    return made, made.join_all(names, codes.numbers, np.array(numbers)).beside.tolist()


@given(said=SAID)
def test_all_at_once_they_are_those_found_one_by_one(said):
    names, numbers = zip(*said, strict=True)
    single = Neighbours()
    expected = single.join(names, numbers, 0).beside.tolist()
    made, beside = at_once(said)
    assert beside == expected
    assert made.in_line == single.in_line
    for after in range(1, 11):
        assert made.end([("s", after)]) == single.end([("s", after)])


def test_who_comes_later_follows_the_last_of_its_session():
    made, beside = at_once([("s", 1), ("t", 1)])
    assert beside == [[NOBODY, NOBODY], [NOBODY, NOBODY]]
    joined = made.join(["t", "s"], [2, 2], 2)
    assert joined.beside.tolist() == [[1, 0], [NOBODY, NOBODY]]
    assert joined.followed == {1: 2, 0: 3}
    assert not made.in_line


def test_what_comes_in_between_is_not_at_the_end():
    made, _ = at_once([("s", 1), ("s", 5)])
    assert made.end([("s", 6), ("new", 1)])
    assert not made.end([("s", 4)])
