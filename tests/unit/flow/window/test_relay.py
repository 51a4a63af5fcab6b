"""Relay: where a handover stands and what is due, without anything that could fail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast.flow.window.relay import Relay, State
from holdfast.flow.window.timing import Timing
from holdfast.testing.live import RecordedSession

START = datetime(2024, 5, 1, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


@pytest.fixture
def relay() -> Relay:
    relay = Relay(Timing(), START)
    relay.begin(START, RecordedSession(), 0)
    return relay


def test_only_the_first_begins(relay):
    speaking = relay.session
    assert not relay.begin(START, RecordedSession(), 0)
    assert relay.session is speaking


def test_while_running_only_the_present_turn_is_kept(relay):
    relay.hear("user", "one", delta=False, heard_by=None)
    relay.end_turn(at(5))
    relay.hear("user", "two", delta=False, heard_by=relay.session)
    assert relay.said.texts() == ["two"]
    assert relay.said.since == at(5)
    assert relay.late == []


def test_nothing_is_due_before_its_time(relay):
    assert not relay.prepare(at(39.9))
    assert relay.prepare(at(40))
    assert not relay.prepare(at(41)), "once"
    relay.want_warm(at(49.9))
    assert relay.take() is None
    relay.want_warm(at(50))
    assert relay.state is State.WARMING
    assert relay.take() is not None


def test_an_attempt_is_taken_once_and_only_the_present_one_gets_ready(relay):
    relay.prepare(at(40))
    relay.want_warm(at(50))
    first = relay.take()
    assert first is not None
    assert relay.take() is None
    relay.end_turn(at(80))
    assert relay.error == "Not warm after 30 s."
    assert not relay.ready(at(81), first, 0)
    relay.want_warm(at(85))
    second = relay.take()
    assert second is not None
    assert relay.ready(at(86), second, 0)
    assert relay.state is State.READY


def test_a_clock_that_goes_back_hurries_nothing(relay):
    relay.prepare(at(40))
    relay.want_warm(at(-100))
    relay.end_turn(at(-100))
    assert relay.state is State.PREPARING


def test_after_the_end_nothing_is_kept(relay):
    speaking = relay.session
    assert relay.end(at(1)) == [speaking]
    relay.hear("user", "one", delta=False, heard_by=None)
    assert relay.said.texts() == []
    assert relay.end(at(2)) == [None]
    assert [step.what for step in relay.log] == ["running", "closed"]
