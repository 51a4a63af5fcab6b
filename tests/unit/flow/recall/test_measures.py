"""Measures: groups of places, in whatever order they come."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.flow.recall import weights
from holdfast.flow.recall.columns import Codes
from holdfast.flow.recall.measures import Groups, Rows, worth, worths
from holdfast.flow.recall.neighbours import join_all
from tests.unit.flow.recall.sheets import Said, index

NAMES = st.lists(st.sampled_from("stu"), min_size=1, max_size=20)


def numbers(names: list[str]) -> list[int]:
    codes = Codes()
    codes.extend(names)
    return codes.numbers.tolist()


@given(names=st.one_of(NAMES, NAMES.map(sorted)), chance=st.randoms(use_true_random=False))
def test_groups_are_the_same_in_any_order(names, chance):
    of, scores = numbers(names), [chance.uniform(-1, 1) for _ in names]
    members = [[s for s, n in zip(scores, of, strict=True) if n == g] for g in range(max(of) + 1)]
    groups = Groups(np.array(of))
    assert groups.sizes.tolist() == [len(each) for each in members]
    assert groups.best(np.array(scores)).tolist() == [max(each) for each in members]
    assert groups.sum(np.array(scores)).tolist() == pytest.approx([sum(each) for each in members])
    worth = np.arange(len(members)) / 8
    assert groups.spread(worth).tolist() == [number / 8 for number in of]


@given(names=st.one_of(NAMES, NAMES.map(sorted)), known=st.integers(1, 20))
def test_groups_that_grow_are_those_made_at_once(names, known):
    of = np.array(numbers(names))
    scores = np.arange(len(of)) % 7 / 8
    grown, whole = Groups(of, Groups(of[:known])), Groups(of)
    assert grown.sizes.tolist() == whole.sizes.tolist()
    assert grown.best(scores).tolist() == whole.best(scores).tolist()
    assert grown.sum(scores).tolist() == whole.sum(scores).tolist()


@given(names=NAMES.map(sorted), chance=st.randoms(use_true_random=False))
def test_neighbours_side_by_side_are_those_that_would_be_looked_up(names, chance):
    measures = index(*(Said("tea", name) for name in names)).measures
    scores = np.array([chance.uniform(0, 1) for _ in names])
    assert measures.in_line
    assert measures.near(scores).tolist() == measures._replace(in_line=False).near(scores).tolist()


def test_sessions_that_go_on_after_one_another_are_not_in_line():
    measures = index(Said("a", "s"), Said("b", "t"), Said("c", "s")).measures
    assert not measures.in_line
    assert measures.near(np.array([1.0, 2.0, 3.0])).tolist() == [
        3.0 * weights.AFTER,
        0.0,
        1.0 * weights.BEFORE,
    ]


@given(
    traits=st.lists(st.integers(0, 1 << 20), min_size=1, max_size=12),
    assistant=st.lists(st.booleans(), min_size=12, max_size=12),
    names=st.lists(st.sampled_from("st"), min_size=12, max_size=12),
)
def test_one_by_one_they_are_worth_what_they_are_together(traits, assistant, names):
    of = np.array(numbers(names[: len(traits)]))
    beside, _ = join_all(of, np.arange(len(traits)))
    places = np.arange(len(traits))
    columns = (places, places, np.array(traits), np.array(assistant[: len(traits)], np.int64))
    rows = np.array((*columns, *beside))
    together = worths(Rows(*rows), slice(None))
    for place in range(len(traits)):
        _, _, own, by_assistant, before, after = rows[:, place].tolist()
        alone = worth(own, by_assistant, before, after, traits[before])
        assert alone == together[:, place].tolist()
