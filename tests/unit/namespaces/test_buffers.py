"""Buffers: what is told a little at a time is kept at once, and learned from together."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from holdfast.domain.session import SessionState
from holdfast.errors import InvalidInput, MessageRefused
from holdfast.memory import Memory
from holdfast.testing.extractors import FakeExtractor
from tests.unit.learning import USER

HOUR = 3600


@pytest.fixture
def extractor() -> FakeExtractor:
    return FakeExtractor()


@pytest.fixture
def memory(open_memory: Callable[..., Memory], extractor: FakeExtractor) -> Memory:
    return open_memory(extractor=extractor)


def values(memory: Memory) -> list[str]:
    return [slot.value for slot in memory.profile.get(USER)]


def test_what_waits_is_recalled_and_learned_from_by_a_flush(memory, extractor):
    ids = memory.buffers.add(USER, ["home = Berlin", "gist: He moved."])
    assert [message.id for message in memory.buffers.waiting(USER)] == ids
    assert memory.recall(USER, "Berlin")[0].text == "home = Berlin"
    assert (values(memory), memory.events.list(USER)) == ([], [])
    [stretch] = memory.buffers.flush(USER)
    assert stretch.state is SessionState.SEALED
    assert values(memory) == ["Berlin"]
    assert [event.text for event in memory.events.list(USER)] == ["He moved."]
    assert memory.buffers.waiting(USER) == []
    assert memory.buffers.flush(USER) == []
    memory.admin.run_jobs()
    assert len(extractor.read) == 1
    assert memory.admin.jobs() == []


def test_a_single_message_is_learned_from_too(memory):
    memory.buffers.add(USER, "home = Berlin\ngist: He moved.")
    [stretch] = memory.buffers.flush(USER)
    assert stretch.state is SessionState.SEALED
    assert values(memory) == ["Berlin"]
    assert [event.text for event in memory.events.list(USER)] == ["He moved."]


def test_tags_go_to_the_event_and_to_no_other(memory):
    memory.buffers.add(USER, ["gist: a", "x"], tags={"friend": "ann"}, agent="ann")
    memory.buffers.add(USER, ["gist: b", "x"], tags={"friend": "bob"}, agent="bob")
    memory.buffers.add(USER, ["gist: c\ntag: mood = calm", "x"])
    memory.buffers.flush(USER)
    for value, text in (("ann", "a"), ("bob", "b")):
        [event] = memory.events.list(USER, tag="friend", value=value)
        assert (event.text, event.agent, event.tags) == (text, value, (("friend", value),))
    [other] = memory.events.list(USER, tag="mood")
    assert other.tags == (("mood", "calm"),)
    for wrong in ({"": "x"}, {"a": ""}, {"a": 1}, ["a"]):
        with pytest.raises(InvalidInput):
            memory.buffers.add(USER, "x", tags=wrong)


def test_a_full_buffer_ends_and_others_do_not(memory):
    memory.admin.set_preference("buffer_tokens", 20)
    memory.buffers.add(USER, "home = Berlin", tags={"a": "1"})
    memory.buffers.add(USER, "word " * 15)
    assert len(memory.buffers.waiting(USER)) == 2
    memory.buffers.add(USER, "word " * 15)
    assert [message.text for message in memory.buffers.waiting(USER)] == ["home = Berlin"]
    assert [each.state for each in memory.buffers.ended(USER)] == [SessionState.SEALING]
    memory.admin.run_jobs()
    assert [each.state for each in memory.buffers.ended(USER)] == [SessionState.SEALED]


def test_a_flush_learns_from_what_ended_before_it_too(memory, extractor):
    memory.admin.set_preference("buffer_tokens", 0)
    memory.buffers.add(USER, ["home = Berlin", "x"])
    assert [each.state for each in memory.buffers.ended(USER)] == [SessionState.SEALING]
    assert memory.buffers.flush(USER) == []
    assert values(memory) == ["Berlin"]
    assert [each.state for each in memory.buffers.ended(USER)] == [SessionState.SEALED]
    memory.admin.run_jobs()
    assert len(extractor.read) == 1
    assert memory.admin.jobs() == []


def test_a_buffer_that_waits_too_long_ends_though_it_is_told_more(memory, clock):
    memory.add(USER, ["pet = Rex", "x"], session="talk")
    memory.buffers.add(USER, ["home = Berlin", "x"])
    for _ in range(4):
        clock.advance(HOUR / 4 + 10)
        memory.buffers.add(USER, "more")
        memory.add(USER, "more", session="talk")
    memory.admin.run_jobs()
    assert values(memory) == ["Berlin"]
    talk = memory.sessions.get(USER, "talk")
    assert talk is not None
    assert talk.state is SessionState.ACTIVE


def test_what_has_left_and_is_not_learned_from_yet_waits_too_where_that_is_asked(memory, extractor):
    def texts(**which: bool) -> list[str]:
        return [each.text for each in memory.buffers.waiting(USER, **which)]

    extractor.error = "no answer"
    memory.buffers.add(USER, "home = Berlin")
    memory.buffers.flush(USER)
    memory.buffers.add(USER, "pet = Rex")
    assert (texts(), texts(ended=True)) == (["pet = Rex"], ["home = Berlin", "pet = Rex"])
    extractor.error = ""
    memory.buffers.flush(USER)
    assert (texts(), texts(ended=True)) == ([], [])


def test_what_fails_is_told_so_and_tried_again(memory, extractor, clock):
    extractor.error = "no answer"
    memory.buffers.add(USER, ["home = Berlin", "x"])
    [stretch] = memory.buffers.flush(USER)
    assert stretch.state is SessionState.SEALING
    memory.admin.run_jobs()
    assert [each.state for each in memory.buffers.ended(USER)] == [SessionState.FAILED]
    extractor.error = ""
    memory.buffers.flush(USER)
    memory.admin.run_jobs()
    assert [each.state for each in memory.buffers.ended(USER)] == [SessionState.SEALED]
    assert values(memory) == ["Berlin"]


def test_one_who_dies_while_learning_leaves_it_to_a_worker(memory, extractor, clock):
    memory.buffers.add(USER, ["home = Berlin", "x"])

    def die() -> None:
        raise KeyboardInterrupt

    extractor.meanwhile = die
    with pytest.raises(KeyboardInterrupt):
        memory.buffers.flush(USER)
    extractor.meanwhile = lambda: None
    clock.advance(121)
    memory.admin.run_jobs()
    assert values(memory) == ["Berlin"]
    assert [each.state for each in memory.buffers.ended(USER)] == [SessionState.SEALED]


def test_where_nothing_is_to_be_learned_a_flush_ends_all_the_same(memory):
    memory.admin.set_preference("learning", False)
    memory.buffers.add(USER, ["home = Berlin", "x"])
    memory.buffers.flush(USER)
    memory.admin.run_jobs()
    assert [each.state for each in memory.buffers.ended(USER)] == [SessionState.SEALED]
    assert values(memory) == []


@pytest.mark.capability("L42")
def test_what_is_told_is_counted_by_the_day(memory, clock):
    memory.buffers.add(USER, "four letters")
    with pytest.raises(MessageRefused):
        memory.buffers.add(USER, {"role": "user", "content": ""})
    clock.advance(24 * HOUR)
    memory.buffers.add(USER, "four")
    before, today = memory.buffers.usage(2)
    assert (before.told, before.kept, today.told, today.kept, today.tokens) == (2, 1, 1, 1, 1)
    assert today.day - before.day == timedelta(days=1)
    assert memory.in_space("other").buffers.usage(1)[0].told == 0
    for wrong in (0, 1000):
        with pytest.raises(InvalidInput):
            memory.buffers.usage(wrong)
