"""Amend: whatever was made of a message is made again, by whichever way it is changed."""

from __future__ import annotations

import pytest

from holdfast.errors import NotFound
from tests.unit.accounts import said


@pytest.fixture
def memory(open_memory, tmp_path):
    return open_memory(archive_dir=str(tmp_path / "archives"), memo_review=False, learning=False)


@pytest.mark.parametrize("way", ["correct", "edit"])
def test_index_summaries_and_archive_follow(memory, way):
    ids = memory.add("ming", said(4))
    memory.seal("ming")
    memory.admin.run_jobs()
    change = memory.correct if way == "correct" else memory.memo.edit
    change("ming", ids[1], "The ferry leaves at noon.")
    assert {job.kind for job in memory.admin.jobs()} == {"fold", "archive"}
    assert memory.recall("ming", "When does the ferry leave?")[0].sources == (ids[1],)
    memory.admin.run_jobs()
    (summary,) = memory.items.between("ming")
    assert "ferry" in summary.text
    assert memory.messages.get("ming", ids[1]).version == 2


def test_a_message_that_is_not_there_changes_nothing(memory):
    memory.add("ming", said(2))
    with pytest.raises(NotFound):
        memory.correct("ming", "nothing", "x")
    assert memory.admin.jobs() == []
