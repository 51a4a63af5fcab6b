"""The time index: what was said, and what was made of it, from one moment to another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from holdfast import ItemKind
from holdfast.errors import InvalidInput
from holdfast.testing.summarisers import FakeSummariser
from tests.unit.accounts import said

DAY = datetime(2024, 5, 1, tzinfo=UTC)


def at(hour: float) -> datetime:
    return DAY + timedelta(hours=hour)


@pytest.mark.capability("B3")
def test_messages_of_a_span_come_in_the_order_they_were_said(memory):
    for hour in (12, 9, 11, 10):  # told in another order than said
        memory.add("ming", f"{hour} o'clock", at=at(hour))
    memory.add("lily", "somebody else", at=at(10))

    def texts(since: object, until: object) -> list[str]:
        return [each.text for each in memory.messages.between("ming", since, until)]

    assert texts(at(10), at(11)) == ["10 o'clock", "11 o'clock"]  # both ends included
    assert texts(at(10) + timedelta(microseconds=1), at(12)) == ["11 o'clock", "12 o'clock"]
    assert texts("2024-05-01T17:00:00+08:00", "2024-05-01T10:00:00Z") == [
        "9 o'clock",
        "10 o'clock",
    ]
    assert texts(None, at(9)) == ["9 o'clock"]
    assert len(texts(None, None)) == 4
    assert texts(at(12.1), None) == texts(at(11), at(10)) == []


@pytest.mark.capability("B3")
def test_a_correction_is_found_when_the_message_was_said(memory, clock):
    (id_,) = memory.add("ming", "We fly on Sunday.", at=at(9))
    clock.advance(86_400)
    memory.correct("ming", id_, "We fly on Monday.")
    found = memory.messages.between("ming", at(8), at(10))
    assert [each.text for each in found] == ["We fly on Monday."]
    assert memory.messages.between("ming", at(11), None) == []


@pytest.mark.capability("B4")
def test_summaries_of_a_span_come_in_the_order_of_the_log(open_memory, clock):
    memory = open_memory(memo_window=8, memo_review=False)
    for hour in (9, 12, 15):
        clock.set(at(hour))
        memory.add("ming", said(4, start=hour), session=f"at {hour}", agent="juno")
        clock.advance(600)
        memory.add("ming", said(2, start=hour + 4), session=f"at {hour}", agent="juno")
    clock.set(at(20))
    memory.admin.run_jobs()

    def sessions(since: object, until: object, **narrower: object) -> list[str]:
        found = memory.items.between("ming", since, until, **narrower)
        return [item.session for item in found]

    assert sessions(None, None) == ["at 9", "at 12", "at 15"]
    assert sessions(at(12), at(12)) == ["at 12"]
    assert sessions(at(9.1), at(12)) == ["at 9", "at 12"]  # both touch the span
    assert sessions(at(9.2), at(11.9)) == []
    assert sessions(None, None, session="at 12") == ["at 12"]
    assert sessions(None, None, agent="momo") == sessions(None, None, kind=ItemKind.FACT) == []
    segments = memory.items.between("ming", at(12), at(13), level=0, current=False)
    assert segments[0].valid_from == at(12)
    assert segments[-1].valid_to == at(12) + timedelta(minutes=10)
    assert memory.items.between("ming", level=0) == []  # what stands for them is current
    assert memory.items.between("lily") == []
    with pytest.raises(InvalidInput, match="since"):
        memory.items.between("ming", "some day")


@pytest.mark.capability("B11")
def test_adding_waits_for_no_summary_and_leaves_its_jobs_behind(open_memory):
    """The one who adds never summarises; what is to be done is a row, there after a restart."""
    summariser = FakeSummariser()
    memory = open_memory(summariser=summariser, memo_window=10)
    memory.add("ming", said(40))
    assert summariser.read == []
    again = open_memory(summariser=summariser, memo_window=10)
    assert [each.text for each in again.messages.latest("ming")] == [
        line["content"] for line in said(40)
    ]
    assert [(job.kind, job.key) for job in again.admin.jobs()] == [("fold", "default")]
    again.admin.run_jobs()
    assert again.recent("ming").memo
    assert again.admin.jobs() == []


@pytest.mark.capability("B12")
def test_a_hundred_messages_make_one_job_and_a_batch_of_calls(open_memory):
    summariser = FakeSummariser()
    memory = open_memory(summariser=summariser, memo_window=64)
    for turn in range(100):
        memory.add("ming", said(1, start=turn))
    assert len(memory.admin.jobs()) == 1
    memory.admin.run_jobs()
    assert [len(lines) for lines in summariser.read] == [9, 9, 9, 9]


@pytest.mark.capability("B12")
def test_what_fails_is_tried_again_later_and_later_and_adding_goes_on(open_memory, clock):
    summariser = FakeSummariser()
    summariser.error = "timed out"
    memory = open_memory(summariser=summariser, memo_window=10)
    pauses = []
    for turn in range(5):
        memory.add("ming", said(20, start=20 * turn))
        memory.admin.run_jobs()
        (job,) = memory.admin.jobs()
        assert "timed out" in job.error
        pauses.append((job.run_at - clock.now()).total_seconds())
        clock.advance(pauses[-1])
    assert pauses == [1, 2, 4, 8, 16]
    summariser.error = ""
    memory.admin.run_jobs()
    assert len(memory.recent("ming").messages) == 10
    assert memory.admin.jobs() == []
