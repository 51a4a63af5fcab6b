"""The condenser: stopped or killed at any point, the next one goes on from there."""

from __future__ import annotations

import pytest

from holdfast.testing.summarisers import FakeSummariser
from tests.unit.accounts import lost, read_again, said


class Killed(BaseException):
    """Goes through everything, as a kill does."""


def shape(memory) -> list[tuple[int, int, str]]:
    items = memory.items.between("ming", current=False)
    return sorted((item.level, item.place, item.text) for item in items)


@pytest.fixture
def undisturbed(open_memory) -> list[tuple[int, int, str]]:
    memory = open_memory("undisturbed", summariser=FakeSummariser(), memo_window=10)
    memory.add("ming", said(30))
    memory.seal("ming")
    memory.admin.run_jobs()
    return shape(memory)


@pytest.mark.parametrize("at", range(0, 16, 3))
def test_killed_at_any_point_it_ends_up_the_same(memory, summariser, clock, undisturbed, at):
    ids = memory.add("ming", said(30))
    memory.seal("ming")

    def die() -> None:
        if len(summariser.read) == at:
            raise Killed

    summariser.meanwhile = die
    with pytest.raises(Killed):
        memory.admin.run_jobs()
    assert lost(memory, "ming") == set()
    summariser.meanwhile = lambda: None
    clock.advance(61)
    memory.admin.run_jobs()
    assert shape(memory) == undisturbed
    assert read_again(summariser, ids) == {}


def test_asked_to_stop_it_gives_the_rest_back_and_counts_no_attempt(memory, summariser):
    memory.add("ming", said(30))
    summariser.meanwhile = memory._parts.worker.stop
    memory.admin.run_jobs()
    assert len(summariser.read) == 1
    (job,) = memory.admin.jobs()
    assert (job.state, job.attempts, job.done) == ("waiting", 0, 1)
    assert lost(memory, "ming") == set()


def test_with_nothing_to_do_it_asks_nobody(memory, summariser):
    memory.add("ming", said(30))
    memory.admin.run_jobs()
    calls = len(summariser.read)
    for _ in range(3):
        handover = memory.handover("ming", open_session=lambda: None)
        handover._renew()
        assert [job.kind for job in memory.admin.jobs()] == ["fold"]
        memory.admin.run_jobs()
    assert len(summariser.read) == calls
    assert memory.admin.jobs() == []
