"""A session's stretches: ended or not, each with its own messages and its own summary."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from holdfast import Memory, Settings
from holdfast.domain.session import Session
from holdfast.entrypoints.cli import stretches
from holdfast.entrypoints.cli.stretches import items, parts, summaries
from holdfast.testing.clock import FrozenClock


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:", settings=Settings(worker=False), clock=FrozenClock()) as opened:
        yield opened


def session(memory: Memory) -> Session:
    found = memory.sessions.get("mei", "闲聊")
    assert found is not None
    return found


def test_the_present_one_comes_last_under_a_name_that_stays(memory):
    memory.add("mei", ["一", "二"], session="闲聊")
    memory.seal("mei", "闲聊")
    memory.add("mei", ["three"], session="闲聊")
    ended, present = parts(memory, "mei", session(memory))
    assert [message.text for message in ended.messages] == ["一", "二"]
    assert [message.text for message in present.messages] == ["three"]
    assert (present.stretch.number, present.stretch.state) == (2, "active")
    memory.add("mei", ["four"], session="闲聊")
    _, again = parts(memory, "mei", session(memory))
    assert again.stretch.id == present.stretch.id != ended.stretch.id


def test_one_without_messages_is_left_out(memory):
    memory.sessions.open("mei", "闲聊")
    assert parts(memory, "mei", session(memory)) == []


def test_the_summary_of_a_stretch_is_the_highest_and_the_agents_own(memory):
    memory.add("mei", ["我搬去了成都。", "It rains."], session="闲聊", agent="juno")
    memory.seal("mei", "闲聊")
    memory.admin.run_jobs()
    [(key, summary)] = summaries(memory, "mei").items()
    assert key == ("闲聊", 1)
    assert summary.level == 1
    assert summaries(memory, "mei", "juno") == {key: summary}
    assert summaries(memory, "mei", "momo") == {}


def test_more_than_a_page(memory, monkeypatch):
    monkeypatch.setattr(stretches, "PAGE", 2)
    for number in range(5):
        memory.items.add("mei", f"note {number}")
    assert len(list(items(memory, "mei"))) == 5
