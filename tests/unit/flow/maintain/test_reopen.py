"""Re-open: what came of a stretch goes, and what came of others stays."""

from __future__ import annotations

import pytest

from holdfast.errors import NotFound
from tests.unit.accounts import lost, said


@pytest.fixture
def memory(open_memory):
    return open_memory(memo_window=10, memo_review=False)


def sealed(memory, *names: str) -> None:
    for name in names:
        memory.add("ming", said(4), session=name)
        memory.seal("ming", name)
        memory.admin.run_jobs()


def test_only_the_last_stretch_is_taken_up(memory):
    sealed(memory, "s", "s")
    memory.sessions.reopen("ming", "s")
    session = memory.sessions.get("ming", "s")
    assert (session.state, session.stretch, session.first_number) == ("active", 2, 5)
    assert [each.number for each in memory.sessions.stretches("ming", "s")] == [1]
    assert [item.stretch for item in memory.items.between("ming")] == [1]
    assert lost(memory, "ming") == set()


def test_one_that_is_open_stays_as_it_is(memory):
    memory.add("ming", said(4))
    before = memory.sessions.get("ming", "default")
    assert memory.sessions.reopen("ming", "default") == before
    with pytest.raises(NotFound):
        memory.sessions.reopen("ming", "never")


def test_one_that_is_being_sealed_or_has_failed_goes_on_too(memory):
    memory.add("ming", said(4))
    memory.seal("ming")
    memory.sessions.reopen("ming", "default")
    memory.admin.run_jobs()
    assert memory.sessions.get("ming", "default").state == "active"
    assert memory.items.find("ming") == []


def test_a_topic_that_rests_on_it_goes_and_the_rest_of_it_is_seen_again(memory):
    sealed(memory, *"abcdefgh")
    assert [item.level for item in memory.items.between("ming")] == [2]
    memory.sessions.reopen("ming", "c")
    memory.admin.run_jobs()
    summaries = memory.items.between("ming", level=1)
    assert [item.session for item in summaries] == [*"abdefgh"]
    memory.add("ming", said(2, start=4), session="c")
    memory.seal("ming", "c")
    memory.admin.run_jobs()
    assert [item.level for item in memory.items.between("ming")] == [2]
    assert lost(memory, "ming") == set()
