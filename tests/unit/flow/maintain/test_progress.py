"""Progress: what follows from an ended talk, and what of it is left."""

from __future__ import annotations

import pytest

from holdfast.domain.session import SessionState
from holdfast.testing.summarisers import FakeReviewer, FakeSummariser
from tests.unit.accounts import said


@pytest.fixture
def memory(open_memory, tmp_path):
    return open_memory(
        summariser=FakeSummariser(),
        reviewer=FakeReviewer(),
        archive_dir=str(tmp_path / "archives"),
        learning=False,
    )


def test_nothing_to_do(memory):
    assert memory.sessions.progress("ming", "小八") is SessionState.SEALED
    memory.add("ming", said(4), session="talk", agent="小八")
    assert memory.sessions.progress("ming", "小八") is SessionState.SEALED


def test_until_sealing_review_and_archive_are_done(memory):
    memory.add("ming", said(4), session="talk", agent="小八")
    memory.seal("ming", "talk")
    seen = []
    while memory.admin.jobs():
        seen.append({job.kind for job in memory.admin.jobs()})
        assert memory.sessions.progress("ming", "小八") is SessionState.SEALING
        assert memory.sessions.progress("ming", "juno") is SessionState.SEALED
        assert memory.sessions.progress("li", "小八") is SessionState.SEALED
        memory.admin.run_jobs(limit=1)
    assert memory.sessions.progress("ming", "小八") is SessionState.SEALED
    assert seen[0] == {"seal"}
    assert seen[1] == {"review", "archive"}


def test_what_failed_is_told(memory, monkeypatch):
    memory.add("ming", said(4), session="talk", agent="小八")
    memory.seal("ming", "talk")
    monkeypatch.setattr(memory._parts.summariser, "summarise", lambda *_, **__: 1 / 0)
    memory.admin.run_jobs()
    assert memory.sessions.progress("ming", "小八") is SessionState.FAILED
