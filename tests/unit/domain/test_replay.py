"""A question asked again: the same, or what came and what went."""

from __future__ import annotations

import pytest

from holdfast import Memory
from holdfast.domain.replay import as_asked


@pytest.fixture
def memory():
    with Memory.open(":memory:", worker=False) as opened:
        opened.add("mei", ["My sister lives in Chengdu.", "I like green tea."], session="a")
        yield opened


def test_a_question_asked_again_finds_the_same(memory):
    found = memory.recall("mei", "Where does my sister live?", k=1)
    replay = memory.replay(found)
    assert replay.same
    assert (replay.came, replay.went) == ((), ())
    assert replay.found.hits == found.hits


def test_what_was_said_since_came_and_what_was_forgotten_went(memory):
    found = memory.recall("mei", "Where does my sister live?", k=1)
    kept = memory.explain(found)
    memory.add("mei", "My sister lives in Leeds now, the sister who lived in Chengdu.")
    memory.forget("mei", message=found[0].sources[0])
    replay = memory.replay(kept)
    assert not replay.same
    assert [hit.text for hit in replay.went] == ["My sister lives in Chengdu."]
    assert "Leeds" in replay.came[0].text


def test_it_is_asked_with_all_that_it_was_asked_with(memory):
    asked = {"k": 3, "session": "a", "since": "2020-01-01", "kinds": ("message", "summary")}
    kept = memory.explain(memory.recall("mei", "tea last week", now="2026-03-04", **asked))
    again = memory.explain(memory.replay(kept).found)
    assert as_asked(again) == as_asked(kept)
    assert again.windows == kept.windows
    assert kept.asked_at.year == 2026
