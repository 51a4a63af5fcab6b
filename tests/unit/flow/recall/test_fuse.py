"""Fuse: one score from several."""

from __future__ import annotations

from holdfast.flow.recall.fuse import fuse


def test_words_decide_and_of_near_equals_the_latest_comes_first():
    fused = fuse({"text": {1: 1.0, 2: 1.0, 3: 0.2}, "latest": {1: 1 / 3, 2: 2 / 3, 3: 1.0}})
    assert [seq for seq, _, _ in fused] == [2, 1, 3]


def test_scores_stay_between_0_and_1():
    [(_, score, by)] = fuse({"text": {7: 1.0}, "latest": {7: 1.0}})
    assert score == 1.0
    assert by == {"text": 1.0, "latest": 1.0}


def test_one_retriever_alone_counts_in_full():
    assert [(seq, score) for seq, score, _ in fuse({"latest": {1: 0.5, 2: 1.0}})] == [
        (2, 1.0),
        (1, 0.5),
    ]


def test_of_equals_the_later_comes_first():
    assert [seq for seq, _, _ in fuse({"text": {1: 0.5, 9: 0.5, 4: 0.5}})] == [9, 4, 1]


def test_nothing_found_is_nothing():
    assert fuse({"text": {}, "latest": {}}) == []
    assert fuse({}) == []
