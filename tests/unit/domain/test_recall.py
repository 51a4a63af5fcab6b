"""Recall: a sequence of hits."""

from __future__ import annotations

from holdfast.domain.recall import Recall


def test_a_recall_is_a_sequence_of_its_hits(memory):
    memory.add("wang", ["tea", "tea and milk", "tea, again"])
    found = memory.recall("wang", "tea")
    assert len(found) == 3
    assert list(found) == [*found.hits] == [found[0], found[1], found[2]]
    assert found[:2] == found.hits[:2]
    assert found[-1] in found
    assert found


def test_a_recall_that_found_nothing_is_false():
    assert not Recall("run")
