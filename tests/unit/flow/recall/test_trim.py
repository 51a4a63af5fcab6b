"""Trim: the first k, those that say the same folded into one."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import FrozenInstanceError, fields, replace
from pickle import dumps, loads

import numpy as np
import pytest

from holdfast.domain.message import Trust
from holdfast.domain.moments import to_micros
from holdfast.domain.recall import Hit
from holdfast.flow.recall.fuse import Fused
from holdfast.flow.recall.trim import trim
from holdfast.testing.conformance.builders import AT
from tests.unit.flow.recall.sheets import Said, index


class Log:
    """Texts by place in the log, and what was asked of them."""

    def __init__(self, *said: Said | str) -> None:
        self.said = [Said(each) if isinstance(each, str) else each for each in said]
        self.gone: set[int] = set()
        self.asked: list[int] = []
        self.reworded: dict[str, list[str]] = {}

    def read(self, seqs: Sequence[int]) -> dict[int, tuple[str, str]]:
        self.asked += seqs
        return {s: (self.said[s - 1].text, "UTC") for s in seqs if s not in self.gone}

    def trimmed(self, k: int) -> tuple[list[Hit], list[str]]:
        """As if the messages were ranked as they came."""
        count = len(self.said)
        scores = 1 - np.arange(count) / 100
        fused = Fused(scores, np.ones(count, np.bool_), [("text", 0.5, scores)])
        trimmed = trim(index(*self.said), fused, range(count), k, self.read)
        self.reworded = trimmed.reworded
        return trimmed.hits, trimmed.missing


def sources(hits: list[Hit]) -> list[tuple[str, ...]]:
    return [hit.sources for hit in hits]


def test_the_first_k_are_hits_and_no_more_is_read():
    log = Log("a", "b", "c", "d")
    hits, missing = log.trimmed(2)
    assert sources(hits) == [("m1",), ("m2",)]
    assert (missing, log.asked) == ([], [1, 2])


def test_a_hit_says_all_about_itself():
    said = Said("Tea", "s1", agent="x", role="tool", speaker="Li", said_at=to_micros(AT))
    [hit], _ = Log(said).trimmed(3)
    assert (hit.text, hit.sources, hit.seq) == ("Tea", ("m1",), 1)
    assert (hit.session, hit.agent, hit.role, hit.speaker) == ("s1", "x", "tool", "Li")
    assert (hit.said_at, hit.trust) == (AT, Trust.TOOL)
    assert (hit.score, hit.scores) == (1.0, {"text": 0.5})


def test_a_hit_is_like_one_made_the_usual_way_and_can_no_longer_be_written_to():
    [hit], _ = Log(Said("Tea", speaker="Li")).trimmed(1)
    usual = Hit(**{field.name: getattr(hit, field.name) for field in fields(Hit)})
    assert (type(hit), hit, repr(hit)) == (Hit, usual, repr(usual))
    assert copy(hit) == loads(dumps(hit)) == replace(hit) == usual
    with pytest.raises(FrozenInstanceError):
        hit.text = "Milk"  # type: ignore[misc]


@pytest.mark.parametrize("same", ["I like tea", "i LIKE tea!!", " I like tea。\n", "I like tea…"])
def test_what_says_the_same_is_folded_with_all_its_sources(same):
    hits, _ = Log("I like tea", "milk", same, "cake").trimmed(3)
    assert sources(hits) == [("m1", "m3"), ("m2",), ("m4",)]
    assert (hits[0].text, hits[0].score) == ("I like tea", 1.0)


@pytest.mark.parametrize(
    "other",
    [
        Said("I like tea", role="assistant"),
        Said("I like tea", speaker="Lily"),
        Said("I like teas"),
        Said("I like no tea"),
    ],
)
def test_another_voice_or_other_words_are_not_the_same(other):
    assert sources(Log("I like tea", other).trimmed(5)[0]) == [("m1",), ("m2",)]


@pytest.mark.parametrize("other", ["I like  tea", "Well, I like tea", "i LIKE the tea"])
def test_other_words_for_the_same_are_folded_and_told(other):
    log = Log("I like tea", "milk", other)
    assert sources(log.trimmed(3)[0]) == [("m1", "m3"), ("m2",)]
    assert log.reworded == {"m1": ["m3"]}


def test_what_was_asked_before_does_not_change_into_which_of_two_a_third_is_folded():
    log = Log(
        "museum piano harbour 成都", "museum piano 成都 钢琴", "museum piano harbour 成都 钢琴"
    )
    held, scores = index(*log.said), np.array([1.0, 0.9, 0.8])
    fused = Fused(scores, np.ones(3, np.bool_), [("text", 0.5, scores)])
    for before in ([2], [1, 2], [0, 1, 2]):
        hits = trim(held, fused, before, 3, log.read, apart=1.0).hits
    assert sources(hits) == [("m1", "m3"), ("m2",)]


def test_equal_ones_are_not_told_as_other_words():
    log = Log("I like tea", "I like tea")
    log.trimmed(2)
    assert log.reworded == {}


def test_without_vectors_only_equal_ones_are_folded():
    said = [Said(text, embedded=False) for text in ("I like tea", "Well, I like tea", "I like tea")]
    assert sources(Log(*said).trimmed(3)[0]) == [("m1", "m3"), ("m2",)]


def test_messages_without_words_are_not_the_same():
    assert len(Log("", "", "...").trimmed(5)[0]) == 3


def test_what_cannot_be_read_is_told_and_its_place_taken_by_the_next():
    log = Log("a", "b", "c", "d")
    log.gone = {1, 3}
    hits, missing = log.trimmed(2)
    assert sources(hits) == [("m2",), ("m4",)]
    assert missing == ["m1", "m3"]


def test_k_is_reached_past_many_that_say_the_same():
    hits, _ = Log(*["tea"] * 30, "milk", "cake").trimmed(3)
    assert [hit.text for hit in hits] == ["tea", "milk", "cake"]
    assert len(hits[0].sources) == 30


def test_of_nothing_there_is_nothing():
    log = Log("a", "b")
    log.gone = {1, 2}
    assert log.trimmed(5) == ([], ["m1", "m2"])
