"""The fakes of `holdfast.testing` keep the contracts of what they stand for."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest

from holdfast.ports.models import Prompt, Reply
from holdfast.testing.clock import FrozenClock
from holdfast.testing.live import RecordedSession
from holdfast.testing.models import ScriptedModel, failure


def test_a_frozen_clock_stands_still_until_moved():
    clock = FrozenClock(datetime(2024, 5, 1, 8, tzinfo=timezone(timedelta(hours=8))))
    assert clock.now() == clock.now() == datetime(2024, 5, 1, tzinfo=UTC)
    assert clock.now().tzinfo is UTC
    assert clock.advance(1.5) == clock.now() == datetime(2024, 5, 1, 0, 0, 1, 500_000, tzinfo=UTC)
    clock.set(datetime(2030, 1, 1, tzinfo=UTC))
    assert clock.now().year == 2030


def test_a_frozen_clock_wants_a_zone():
    with pytest.raises(ValueError, match="zone"):
        FrozenClock(datetime(2024, 5, 1))  # noqa: DTZ001  the point


def test_a_scripted_model_follows_its_script():
    model = ScriptedModel("one", failure("timeout"), Reply(text="two", tokens_out=1))
    prompt = Prompt("sum up", ["a", "b"])
    assert [model.reply(prompt) for _ in range(3)] == [
        Reply(text="one"),
        Reply(error="timeout"),
        Reply(text="two", tokens_out=1),
    ]
    assert model.prompts == [prompt] * 3
    assert model.identity == "scripted"


def test_a_script_that_has_ended_is_a_failure_until_it_is_lengthened():
    model = ScriptedModel()
    assert model.reply(Prompt("", [])).error
    model.add("healed")
    assert model.reply(Prompt("", [])).text == "healed"


def test_the_fakes_need_no_pytest():
    script = (
        "import sys, holdfast.testing.clock, holdfast.testing.models; "
        "sys.exit('pytest' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_recorded_session_keeps_what_it_is_told_and_fails_as_told():
    session = RecordedSession("close")
    session.warm("Hello.")
    session.inject("One.")
    session.inject("Two.", speak=True)
    assert session.told == "Hello.\nOne.\nTwo."
    assert session.spoken == ["Two."]
    with pytest.raises(ConnectionError, match="close"):
        session.close()
    session.faults.clear()
    session.close()
    assert session.closed == 1
